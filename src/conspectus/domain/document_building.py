"""From what a reader found to a Document: lays out the text, splits sentences, places pointers.

Readers describe a paper with drafts, which hold strings; ``build_document`` turns them into the one
tree with offsets. Draft text is cleaned here, so that every reader gives the same kind of text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from conspectus.domain.document import (
    Document,
    Figure,
    Paragraph,
    ParagraphKind,
    Pointer,
    PointerStyle,
    Reference,
    Section,
    SectionKind,
    Sentence,
    Table,
)
from conspectus.domain.flat_text_typing import flat_text_kinds
from conspectus.domain.section_typing import nested_kind, section_kind
from conspectus.foundation.text.normalise import clean_text, match_key, one_line
from conspectus.foundation.text.sentences import sentence_spans

_NUMBERED = re.compile(
    r"^(?P<number>(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}(?=\.\s|\s+[A-Z])|[A-H](?=\.\s)|Appendix\s+[A-Z0-9]))[.)]?\s+(?P<rest>\S.*)$"
)
_SPACE_RUN = re.compile(r"\s+")
_INLINE_SPACE = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]*\n[ \t]*|[ \t\u00a0\u2000-\u200a\u202f\u3000]+")


@dataclass(slots=True)
class PointerDraft:
    """An in-text reference at offsets of its paragraph draft's text."""

    start: int
    end: int
    style: PointerStyle
    targets: tuple[str, ...] = ()


@dataclass(slots=True)
class ParagraphDraft:
    """A paragraph's text, with pointers at offsets of that text as given.

    The text need not be clean (see ``clean_paragraph``): pointers move along with what is cleaned away.
    """

    text: str
    kind: ParagraphKind = "text"
    pointers: list[PointerDraft] = field(default_factory=list)


@dataclass(slots=True)
class FigureDraft:
    """A figure as read."""

    label: str = ""
    caption: list[ParagraphDraft] = field(default_factory=list)
    graphic: str = ""


@dataclass(slots=True)
class TableDraft:
    """A table as read; cells are plain text."""

    label: str = ""
    caption: list[ParagraphDraft] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    header_rows: int = 0
    notes: list[ParagraphDraft] = field(default_factory=list)


@dataclass(slots=True)
class SectionDraft:
    """A section as read; a number at the head of ``heading`` is split off when ``number`` is empty."""

    heading: str = ""
    number: str = ""
    kind: SectionKind | None = None
    paragraphs: list[ParagraphDraft] = field(default_factory=list)
    figures: list[FigureDraft] = field(default_factory=list)
    tables: list[TableDraft] = field(default_factory=list)
    sections: list[SectionDraft] = field(default_factory=list)


def clean_paragraph(text: str) -> str:
    """Gives paragraph text in the form documents keep: clean, white space as single spaces, trimmed."""
    return one_line(text)


def build_document(
    sections: Sequence[SectionDraft], *, references: Sequence[Reference] = (), origin: str = ""
) -> Document:
    """Gives the document of section drafts.

    The text holds, for each section in reading order, its heading line and its paragraphs, then captions
    and notes of its floats, each separated by a blank line. Empty paragraphs and wholly empty sections
    are left out. Sections without a kind are typed by their heading; nested ones inherit a typed parent's
    kind unless their own heading names a part of a paper (``section_typing``). A text without any headings
    is cut into untitled sections where keywords show that a part begins (``flat_text_typing``), and a first
    section "Background" is the introduction of a paper that has no other.

    Args:
        sections: What the reader found, in reading order.
        references: The reference list.
        origin: What the text came from, for people ("JATS full text", "abstract").
    """
    layout = _Layout()
    held = [draft for draft in sections if _has_content(draft)]
    built = [layout.section(draft, None) for draft in _opening_typed(_flat_cut(held))]
    return Document(text="".join(layout.parts), sections=tuple(built), references=tuple(references), origin=origin)


def abstract_document(abstract: str, *, origin: str = "abstract") -> Document:
    """Gives the document of a paper known only by its abstract, paragraphs parted by blank lines."""
    paragraphs = [ParagraphDraft(part) for part in re.split(r"\n\s*\n", clean_text(abstract)) if part.strip()]
    return build_document([SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=paragraphs)], origin=origin)


def split_number(heading: str) -> tuple[str, str]:
    """Gives (number, title) of a printed heading; the number is "" if there is none."""
    found = _NUMBERED.match(heading)
    return (found.group("number"), found.group("rest")) if found else ("", heading)


def _has_content(draft: SectionDraft) -> bool:
    return bool(
        # Letters and digits stay when text is cleaned.
        any(p.text[:1].isalnum() or clean_paragraph(p.text) for p in draft.paragraphs)
        or draft.figures
        or draft.tables
        or any(_has_content(nested) for nested in draft.sections)
    )


def _flat_cut(drafts: list[SectionDraft]) -> list[SectionDraft]:
    """The drafts with the only untyped, untitled section of a text without headings cut where its parts begin."""
    open_to_typing = [draft for draft in drafts if draft.kind is None]
    flat = open_to_typing[0] if len(open_to_typing) == 1 else None
    if flat is None or flat.heading.strip() or flat.number.strip() or flat.sections:
        return drafts
    kinds = flat_text_kinds([one_line(paragraph.text) for paragraph in flat.paragraphs])
    if not kinds or set(kinds) == {SectionKind.COMMON}:
        return drafts
    cut: list[SectionDraft] = []
    for kind, paragraph in zip(kinds, flat.paragraphs, strict=True):
        if not cut or cut[-1].kind is not kind:
            cut.append(SectionDraft(kind=kind))
        cut[-1].paragraphs.append(paragraph)
    # Floats are written after all paragraphs, as they would be without the cut.
    cut[-1].figures, cut[-1].tables = flat.figures, flat.tables
    place = next(index for index, draft in enumerate(drafts) if draft is flat)
    return [*drafts[:place], *cut, *drafts[place + 1 :]]


def _opening_typed(drafts: list[SectionDraft]) -> list[SectionDraft]:
    """The drafts with a first section "Background" as Introduction, where no other section introduces the paper."""
    body = [draft for draft in drafts if draft.kind is not SectionKind.ABSTRACT]
    first = body[0] if len(body) > 1 else None
    if first is None or first.kind is not None or match_key(split_number(first.heading)[1]) != "background":
        return drafts
    if any((draft.kind or section_kind(draft.heading)) is SectionKind.INTRODUCTION for draft in body):
        return drafts
    return [replace(draft, kind=SectionKind.INTRODUCTION) if draft is first else draft for draft in drafts]


class _Layout:
    """Lays drafts out in one string and remembers where everything went."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def write(self, text: str) -> tuple[int, int]:
        if self.parts:
            self.parts.append("\n\n")
            self.length += 2
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start, self.length

    def section(self, draft: SectionDraft, inherited: SectionKind | None) -> Section:
        number, heading = one_line(draft.number), one_line(draft.heading)
        if heading and not number:
            number, heading = split_number(heading)
        kind = draft.kind or nested_kind(heading, inherited)
        printed = f"{number} {heading}".strip()
        before, start = len(self.parts), self.length + (2 if self.parts else 0)
        if printed:
            self.write(printed)
        built = Section(
            start=start,
            heading=heading,
            number=number,
            kind=kind,
            paragraphs=self.paragraphs(draft.paragraphs),
            figures=tuple(
                Figure(label=one_line(f.label), caption=self.paragraphs(f.caption, "caption"), graphic=f.graphic)
                for f in draft.figures
            ),
            tables=tuple(self.table(table) for table in draft.tables),
            sections=tuple(self.section(nested, kind) for nested in draft.sections if _has_content(nested)),
            end=max(start, self.length),
        )
        # A section of floats without captions writes nothing; it stands, empty, where the text has got to.
        return built if len(self.parts) > before else replace(built, start=self.length, end=self.length)

    def table(self, draft: TableDraft) -> Table:
        return Table(
            label=one_line(draft.label),
            caption=self.paragraphs(draft.caption, "caption"),
            rows=tuple(tuple(one_line(cell) for cell in row) for row in draft.rows),
            header_rows=draft.header_rows,
            notes=self.paragraphs(draft.notes, "caption"),
        )

    def paragraphs(self, drafts: Sequence[ParagraphDraft], kind: ParagraphKind | None = None) -> tuple[Paragraph, ...]:
        built = (self.paragraph(draft, kind or draft.kind) for draft in drafts)
        return tuple(paragraph for paragraph in built if paragraph is not None)

    def paragraph(self, draft: ParagraphDraft, kind: ParagraphKind) -> Paragraph | None:
        text = clean_paragraph(draft.text)
        if not text:
            return None
        start, end = self.write(text)
        if not draft.pointers:
            plain = tuple(Sentence(start=start + first, end=start + last) for first, last in sentence_spans(text))
            return Paragraph(start=start, end=end, sentences=plain, kind=kind)
        pointers = _placed(draft.pointers, draft.text, text)
        spans = _without_split_pointers(sentence_spans(text), pointers)
        sentences: list[Sentence] = []
        waiting = deque(pointers)
        for first, last in spans:
            inside: list[Pointer] = []
            while waiting and waiting[0].start < last:
                p = waiting.popleft()
                inside.append(Pointer(start=start + p.start, end=start + p.end, style=p.style, targets=p.targets))
            sentences.append(Sentence(start=start + first, end=start + last, pointers=tuple(inside)))
        return Paragraph(start=start, end=end, sentences=tuple(sentences), kind=kind)


def _placed(drafts: Sequence[PointerDraft], given: str, clean: str) -> list[PointerDraft]:
    """The pointers that point with some text, at offsets of the clean text, without outer white space, in order."""
    placed: list[PointerDraft] = []
    offsets = _CleanOffsets(given) if drafts and given != clean else None
    for draft in drafts:
        start, end = max(draft.start, 0), min(draft.end, len(given))
        if offsets is not None:
            start, end = (min(offsets.at(offset), len(clean)) for offset in (start, end))
        while start < end and clean[start].isspace():
            start += 1
        while start < end and clean[end - 1].isspace():
            end -= 1
        if start < end:
            placed.append(PointerDraft(start, end, draft.style, draft.targets))
    return sorted(placed, key=lambda pointer: (pointer.start, pointer.end))


class _CleanOffsets:
    """Offsets in the clean text of what stands at offsets of the text as given."""

    def __init__(self, given: str) -> None:
        self._given = given
        self._only_space = clean_text(given) == given
        self._runs: list[tuple[int, int, int]] = []
        removed = 0
        for run in _SPACE_RUN.finditer(given) if self._only_space else ():
            self._runs.append((run.start(), run.end(), removed))
            removed += len(run.group()) - (run.start() > 0)

    def at(self, offset: int) -> int:
        if not self._only_space:
            return len(clean_paragraph(self._given[:offset] + "x")) - 1
        # Of each run of white space before the offset one character is left, and none at the very beginning.
        place = bisect_left(self._runs, (offset, 0, 0)) - 1
        if place < 0:
            return offset
        start, end, removed = self._runs[place]
        return offset - removed - max(0, min(offset, end) - start - (start > 0))


def _without_split_pointers(spans: list[tuple[int, int]], pointers: Sequence[PointerDraft]) -> list[tuple[int, int]]:
    """Joins sentences whose boundary falls inside a pointer, so that no pointer is lost."""
    joined: list[tuple[int, int]] = []
    reach, waiting = 0, deque(pointers)
    for first, last in spans:
        while waiting and waiting[0].start < first:
            reach = max(reach, waiting.popleft().end)
        if joined and reach > joined[-1][1]:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined
