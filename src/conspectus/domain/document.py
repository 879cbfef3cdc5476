"""The Deep Document Model: every text of a paper as a tree with exact character offsets.

A ``Document`` is one version of a paper's text. Its ``text`` is one string; sections, paragraphs and
sentences are spans of it. A paper with only an abstract is the same tree with one section. The model
follows the hierarchy of the ASKG Deep Document Model (arXiv 2405.15374): Paper → Section (nested) →
Paragraph → Sentence, with references attached to sentences.

Places are written as ``s2.p3.t1``: the first sentence of the third paragraph of the second section;
nested sections add numbers (``s2.1.p3``), floats are ``s2.f1`` (figure) and ``s2.b1`` (table), their
captions ``s2.f1.p1.t1``. Numbers are 1-based among siblings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from conspectus.domain.page_layout import LayoutSpan, PageBox, TextLoss, boxes_between


class SectionKind(Enum):
    """The type of a section: PARSE's six buckets, and Common for the rest."""

    ABSTRACT = "Abstract"
    INTRODUCTION = "Introduction"
    RELATED_WORK = "RelatedWork"
    METHODOLOGY = "Methodology"
    EXPERIMENT = "Experiment"
    DISCUSSION = "Discussion"
    COMMON = "Common"


PointerStyle = Literal["single", "list", "range", "author-year"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """An in-text reference: the span that points, and the keys of the references it points at.

    ``targets`` are keys of ``Document.references`` where the source links them, else empty.
    """

    start: int
    end: int
    style: PointerStyle
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A span of the document's text that is one sentence, with the pointers inside it."""

    start: int
    end: int
    pointers: tuple[Pointer, ...] = ()


ParagraphKind = Literal["text", "list", "box", "formula", "quote", "caption"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A span of the document's text; its sentences lie in it in order with only white space between."""

    start: int
    end: int
    sentences: tuple[Sentence, ...]
    kind: ParagraphKind = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure: its label as printed ("Fig. 2"), its caption, and the name of its graphic file."""

    label: str
    caption: tuple[Paragraph, ...] = ()
    graphic: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: its label, caption, cells row by row as plain text, and how many first rows are heads."""

    label: str
    caption: tuple[Paragraph, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    notes: tuple[Paragraph, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section with its own paragraphs and floats, then its nested sections.

    ``heading`` is the title without its number, "" if there is none; ``number`` is the printed number.
    """

    start: int
    end: int
    heading: str = ""
    number: str = ""
    kind: SectionKind = SectionKind.COMMON
    paragraphs: tuple[Paragraph, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """An entry of a paper's reference list; ``key`` is what pointers name."""

    key: str
    text: str = ""
    label: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    volume: str = ""
    pages: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    arxiv: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a document with its address."""

    address: str
    start: int
    end: int
    kind: Literal["section", "paragraph", "sentence", "figure", "table"]
    section: Section
    paragraph: Paragraph | None = None
    sentence: Sentence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One version of a paper's text as a tree over one string.

    ``layout`` says where the text stands in print, and ``loss`` what of the print is missing, where it was read
    from printed pages; both are empty otherwise.
    """

    text: str
    sections: tuple[Section, ...] = ()
    references: tuple[Reference, ...] = ()
    origin: str = ""
    layout: tuple[LayoutSpan, ...] = ()
    loss: TextLoss | None = None

    @property
    def version(self) -> str:
        """The first 8 hex digits of the SHA-256 of the text; the name of this version."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:8]

    @property
    def is_full_text(self) -> bool:
        """Whether the document holds running text besides its abstract, in whatever language that is given."""
        return any(
            section.paragraphs or section.sections
            for section in self.sections
            if section.kind is not SectionKind.ABSTRACT and not section.heading.casefold().startswith("abstract")
        )

    def boxes_of(self, start: int, end: int) -> tuple[PageBox, ...]:
        """Gives the page and box of each printed line that holds a part of the text's span, () if not known."""
        return boxes_between(self.layout, start, end)

    def places(self) -> Iterator[Place]:
        """Yields every node in reading order, parents first."""
        for index, section in enumerate(self.sections, 1):
            yield from _section_places(section, f"s{index}")

    def sentences(self, *, kinds: tuple[SectionKind, ...] = (), captions: bool = False) -> Iterator[Place]:
        """Yields the sentence places in reading order.

        Args:
            kinds: Only sections of these kinds, with what is nested in them; all if empty.
            captions: Whether the sentences of captions and table notes are included.
        """
        for index, section in enumerate(self.sections, 1):
            if kinds and section.kind not in kinds:
                continue
            for place in _section_places(section, f"s{index}"):
                if place.kind == "sentence" and (
                    captions or place.paragraph is None or place.paragraph.kind != "caption"
                ):
                    yield place

    def abstract_text(self) -> str:
        """Gives the running text of the abstract, paragraphs joined by a space, headings left out; "" if none."""
        parts: list[str] = []
        for section in self.sections:
            if section.kind is SectionKind.ABSTRACT:
                parts.extend(self.text[p.start : p.end] for p in _paragraphs(section))
        return " ".join(parts)

    def at(self, address: str) -> Place:
        """Gives the node at an address such as ``s2.p3.t1``.

        Raises:
            KeyError: There is no such node.
        """
        for index, section in enumerate(self.sections, 1):
            if _leads_to(f"s{index}", address):
                for place in _section_places(section, f"s{index}", address):
                    if place.address == address:
                        return place
        raise KeyError(address)


def _paragraphs(section: Section) -> Iterator[Paragraph]:
    yield from section.paragraphs
    for nested in section.sections:
        yield from _paragraphs(nested)


def _leads_to(here: str, wanted: str) -> bool:
    return not wanted or wanted == here or wanted.startswith(here + ".")


def _section_places(section: Section, address: str, wanted: str = "") -> Iterator[Place]:
    # With ``wanted``, only the nodes on the way to that address are made.
    yield Place(address, section.start, section.end, "section", section)
    yield from _paragraph_places(section, section.paragraphs, address, wanted)
    for index, figure in enumerate(section.figures, 1):
        yield _float_place("figure", f"{address}.f{index}", figure.caption, section)
        yield from _paragraph_places(section, figure.caption, f"{address}.f{index}", wanted)
    for index, table in enumerate(section.tables, 1):
        yield _float_place("table", f"{address}.b{index}", table.caption + table.notes, section)
        yield from _paragraph_places(section, table.caption + table.notes, f"{address}.b{index}", wanted)
    for index, nested in enumerate(section.sections, 1):
        if _leads_to(f"{address}.{index}", wanted):
            yield from _section_places(nested, f"{address}.{index}", wanted)


def _float_place(
    kind: Literal["figure", "table"], address: str, caption: tuple[Paragraph, ...], section: Section
) -> Place:
    start = caption[0].start if caption else section.end
    end = caption[-1].end if caption else section.end
    return Place(address, start, end, kind, section)


def _paragraph_places(
    section: Section, paragraphs: tuple[Paragraph, ...], address: str, wanted: str
) -> Iterator[Place]:
    for index, paragraph in enumerate(paragraphs, 1):
        here = f"{address}.p{index}"
        if not _leads_to(here, wanted):
            continue
        yield Place(here, paragraph.start, paragraph.end, "paragraph", section, paragraph)
        for number, sentence in enumerate(paragraph.sentences, 1):
            yield Place(f"{here}.t{number}", sentence.start, sentence.end, "sentence", section, paragraph, sentence)
