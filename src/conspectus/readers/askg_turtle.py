"""Turtle in the shape of the published ASKG: papers, sections and paragraphs whose text is their label.

That graph has no sentences; they are split here. Properties and classes are told by their local names, whatever the
namespace, since the published data and later code differ in it. What is no part of a paper's text (excerpts,
entities, keywords of sections) is counted and named, not read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from conspectus.domain.document import Document, Reference, SectionKind
from conspectus.domain.document_building import (
    ParagraphDraft,
    PointerDraft,
    SectionDraft,
    build_document,
    clean_paragraph,
)
from conspectus.domain.identifiers import Identifiers, normal_doi
from conspectus.domain.paper import Paper, unique
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.graph_nodes import GraphNodes, local_name
from conspectus.readers.names import parse_name
from conspectus.readers.partial_dates import parse_date
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.text_pointers import find_pointers

_NAMESPACE = re.compile(r"<https?://(?:www\.anu\.edu\.au/onto/scholarly|w3id\.org/ASKG/(?:data|onto)/?scholarly)[#/]?")
_STATEMENTS = re.compile(r"\s*(?:#|@?prefix\b|@?base\b|<[a-z]+:)", re.IGNORECASE)
_PARAGRAPH_IRI = re.compile(r"(?P<paper>.*\bPaper-[^/#]+?)-(?P<kind>Section|Paragraph)-[^/#]*\Z")
_SECTION_LABEL = re.compile(r".*\|\s*Section-(?P<name>.+)\Z", re.DOTALL)
_PAPER_LABEL = re.compile(r"\[?(?P<title>.+?)\]?-\[?(?P<author>[^\]-]*)\]?-\[?(?P<year>\d{4})\]?\Z", re.DOTALL)
_KINDS = {kind.value.lower(): kind for kind in SectionKind}
_READ = frozenset(
    [
        "paper",
        "document",
        "section",
        "paragraph",
        "sentence",
        "reference",
        "author",
        "keyword",
        "journal",
        "conference",
        *_KINDS,
    ]
)
_DEEPEST = 12


class AskgTurtleReader:
    """Reads the papers of a graph in the published ASKG shape, with their sections, paragraphs and references."""

    name = "askg_turtle"
    label = "ASKG Turtle"

    def recognise(self, head: Head) -> str:
        """Gives why the content is such a graph, or "": statements that use the ASKG's namespace."""
        if _STATEMENTS.match(head.text) and _NAMESPACE.search(head.text):
            return "has statements with names of the ASKG"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields each paper, then what else there is, by how many.

        Raises:
            InputError: The Turtle is broken; the message names the line.
        """
        nodes = GraphNodes.of_turtle(data)
        papers = [iri for iri in nodes if "Paper" in nodes.kinds(iri)]
        tree = _Trees(nodes, papers)
        for record, iri in enumerate(papers, 1):
            yield ReadPaper(paper=tree.paper(iri), record=record)
        others = Counter(min(kinds) for iri in nodes if (kinds := nodes.kinds(iri)) and not _is_read(kinds))
        if not papers:
            yield Skipped(reason="The graph holds no paper.")
        elif others:
            listed = ", ".join(f"{count} {kind}" for kind, count in sorted(others.items()))
            yield Skipped(reason=f"Nodes that are no part of a paper's text are not read: {listed}.")


def _is_read(kinds: frozenset[str]) -> bool:
    return bool({kind.lower() for kind in kinds} & _READ)


class _Trees:
    """The trees of a graph's papers; each section and paragraph is taken once, so that no cycle is endless."""

    def __init__(self, nodes: GraphNodes, papers: list[str]) -> None:
        self._nodes = nodes
        self._taken: set[str] = set()
        self._loose: dict[str, list[str]] = {iri: [] for iri in papers}
        for iri in nodes:
            if (found := _PARAGRAPH_IRI.match(iri)) and found["paper"] in self._loose:
                self._loose[found["paper"]].append(iri)

    def paper(self, iri: str) -> Paper:
        """Gives a paper with its metadata and text."""
        nodes = self._nodes
        label = one_line(nodes.label(iri))
        told = _PAPER_LABEL.match(label)
        title = nodes.text(iri, "title", "name") or (told["title"] if told else label)
        names = nodes.texts(iri, "hasAuthor", "creator", "author") or ([told["author"]] if told else [])
        date = nodes.text(iri, "publicationDate", "publicationYear", "date", "issued", "year")
        doi = normal_doi(nodes.text(iri, "doi"))
        pages = [nodes.text(iri, name) for name in ("startingPage", "endingPage")]
        return Paper(
            id="",
            title=one_line(title),
            authors=tuple(author for name in names if (author := parse_name(one_line(name))) is not None),
            date=parse_date(date or (told["year"] if told else "")),
            venue=one_line(nodes.text(iri, "appearsInJournal", "presentedIn")),
            volume=nodes.text(iri, "volume"),
            issue=nodes.text(iri, "issue"),
            pages="-".join(page for page in pages if page),
            publisher=one_line(nodes.text(iri, "publisher")),
            url=nodes.text(iri, "hasURL", "url"),
            identifiers=Identifiers(doi=doi),
            keywords=unique(one_line(word) for word in nodes.texts(iri, "hasKeyword", "keyword")),
            documents=self._documents(iri),
        )

    def _documents(self, iri: str) -> tuple[Document, ...]:
        sections = self._sections(iri, iri, 0)
        # What no property leads to still belongs to the paper whose name its own begins with.
        loose = [one for one in self._loose[iri] if one not in self._taken]
        sections += [draft for one in loose if self._is_section(one) and (draft := self._section(one, iri, 0))]
        rest = SectionDraft(paragraphs=self._paragraphs([one for one in loose if not self._is_section(one)]))
        references = self._references(iri)
        drafts = [_with_pointers(draft, references) for draft in [*sections, rest]]
        document = build_document(drafts, references=references, origin="ASKG graph")
        return (document,) if document.text or document.references else ()

    def _is_section(self, iri: str) -> bool:
        return bool({kind.lower() for kind in self._nodes.kinds(iri)} & {"section", *_KINDS})

    def _sections(self, iri: str, paper: str, depth: int) -> list[SectionDraft]:
        """The paragraphs right in a node as an untitled section, then its sections."""
        inner = self._in_order(self._nodes.nodes(iri, "hasSection", "contains", "hasParagraph"))
        sections = [one for one in inner if self._is_section(one)]
        drafts = [draft for one in sections if (draft := self._section(one, paper, depth)) is not None]
        paragraphs = self._paragraphs([one for one in inner if not self._is_section(one)])
        return [SectionDraft(paragraphs=paragraphs), *drafts] if paragraphs else drafts

    def _section(self, iri: str, paper: str, depth: int) -> SectionDraft | None:
        if iri in self._taken or depth > _DEEPEST:
            return None
        self._taken.add(iri)
        classes = {kind.lower() for kind in self._nodes.kinds(iri)}
        label = one_line(self._nodes.text(iri, "heading", "title") or self._nodes.label(iri))
        told = _SECTION_LABEL.match(label)
        heading = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", told["name"]) if told else label
        kind = next((kind for name, kind in _KINDS.items() if name in classes), None)
        parts = self._sections(iri, paper, depth + 1)
        own = parts.pop(0).paragraphs if parts and not parts[0].heading and not parts[0].sections else []
        return SectionDraft(heading=heading, kind=kind, paragraphs=own, sections=parts)

    def _paragraphs(self, iris: list[str]) -> list[ParagraphDraft]:
        drafts = []
        for iri in iris:
            kinds = {kind.lower() for kind in self._nodes.kinds(iri)}
            if iri in self._taken or not ("paragraph" in kinds or _PARAGRAPH_IRI.match(iri)):
                continue
            self._taken.add(iri)
            drafts.append(ParagraphDraft(clean_paragraph(self._nodes.text(iri, "hasText", "label"))))
        return drafts

    def _in_order(self, iris: list[str]) -> list[str]:
        """Nodes by their index, where they have one; else as they stand in the file."""

        def index(iri: str) -> int:
            text = self._nodes.text(iri, "index")
            return int(text) if text.isascii() and text.isdecimal() else 0

        return sorted(iris, key=index)

    def _references(self, iri: str) -> list[Reference]:
        """The entries that the paper's paragraphs and sentences refer to, each number once, in their order."""
        nodes, found = self._nodes, dict[str, Reference]()
        holders = [iri, *self._taken]
        for holder in holders:
            if holder != iri and not holder.startswith(iri + "-"):
                continue
            for node in nodes.nodes(holder, "hasReference"):
                number = one_line(nodes.text(node, "description", "label")) or local_name(node).rpartition("-")[2]
                text = one_line(nodes.text(node, "text", "hasText", "citation"))
                found.setdefault(number, Reference(key=f"ref-{number}", label=number, text=text))
        return sorted(found.values(), key=lambda entry: (not entry.label.isdecimal(), entry.label.zfill(6)))


def _with_pointers(draft: SectionDraft, references: list[Reference]) -> SectionDraft:
    for paragraph in draft.paragraphs:
        found = find_pointers(paragraph.text, references)
        paragraph.pointers = [PointerDraft(p.start, p.end, p.style, p.targets) for p in found]
    for nested in draft.sections:
        _with_pointers(nested, references)
    return draft
