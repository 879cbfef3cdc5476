"""JATS 1.x and NLM DTD 2 and 3: the XML of PubMed Central, PLOS, eLife and most publishers' archives.

Decisions on what is one paper:

- A sub-article or response with a title or identifiers of its own (a commentary) is a paper of its own, after
  its article, with ("part-of", "doi:…") in ``extra``; one without becomes a section of its article, and so do
  decision letters, referees' reports and the authors' replies. A translation without identifiers of its own is skipped.
- In a file with several articles each is a record; one that is broken is reported, the others are read.
  A file with one article that is not well-formed is refused, since half a paper would pass for a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.jats_body import BodyReader
from conspectus.readers.jats_metadata import metadata
from conspectus.readers.jats_references import references
from conspectus.readers.jats_text import CitationKeys, plain_text
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.xml_hardened import attribute, parse_records

_WRAPPERS = frozenset(["articles", "pmc-articleset", "OAI-PMH", "records", "ListRecords", "GetRecord", "record"])
_PARTS = ("<front", "<article-meta", "<front-stub", ":front", ":article-meta")
_SUB_TITLES = {
    "decision-letter": "Decision letter", "reply": "Author response", "article-commentary": "Commentary",
    "ref-report": "Referee report", "response": "Response", "discussion": "Discussion", "addendum": "Addendum",
}  # fmt: skip


class JatsReader:
    """Reads JATS articles with their full text, floats and references.

    Example:
        >>> items = list(JatsReader().read(b"<article><front><article-meta><title-group><article-title>On "
        ...     b"bees</article-title></title-group></article-meta></front></article>"))
        >>> items[0].paper.title
        'On bees'
    """

    name = "jats"
    label = "JATS XML"

    def recognise(self, head: Head) -> str:
        """Gives why the content is JATS, or "": the root or a wrapped element is an ``article`` with a ``front``."""
        if head.root == "article":
            if any(part in head.text for part in _PARTS) or "article-type=" in head.text[:4000]:
                return "has an <article> root with JATS front matter"
            if "//NLM//DTD" in head.text[:4000] or "JATS" in head.text[:4000]:
                return "declares a JATS or NLM document type"
        elif head.root in _WRAPPERS and "article-meta" in head.text:
            return f"has JATS articles inside <{head.root}>"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields each article, followed by its sub-articles that are papers of their own.

        Raises:
            InputError: The file is not well-formed, hostile, or too large.
        """
        number = 0
        for record in parse_records(data, ("article",)):
            number += 1
            if isinstance(record, BrokenRecord):
                yield record
                continue
            yield from _article(record.element, record=record.record, line=record.line)
            record.element.clear()
        if number == 0:
            yield Skipped(reason="The XML holds no article.")


@dataclass(frozen=True, slots=True)
class _Part:
    """A sub-article or response, and whether it is a paper of its own."""

    element: Any
    is_paper: bool
    reason: str = ""


def _article(element: Any, *, record: int, line: int) -> Iterator[ReadItem]:
    if element.find("front") is None and element.find("body") is None and element.find("back") is None:
        yield Skipped(reason="The article element has neither front matter nor text.", record=record, line=line)
        return
    paper = metadata(element)
    parts = [_part(part, paper) for part in element.iterchildren("sub-article", "response")]
    document = _document(element, [p.element for p in parts if not p.is_paper and not p.reason])
    if not paper.title and document is None:
        yield Skipped(reason="The article has neither a title nor text.", record=record, line=line)
        return
    paper = replace(paper, documents=(document,) if document else ())
    yield ReadPaper(paper=paper, record=record, line=line)
    # Line numbers of the tree count from where the record was cut out, if it was.
    yield from _parts_of(parts, paper, record=record, offset=line - (element.sourceline or line))


def _parts_of(parts: list[_Part], paper: Paper, *, record: int, offset: int) -> Iterator[ReadItem]:
    for part in parts:
        if part.reason:
            line = (part.element.sourceline or 0) + offset
            yield Skipped(reason=part.reason, record=record, line=line)
        elif part.is_paper:
            yield from _sub_article(part.element, paper, record=record, offset=offset)


def _sub_article(element: Any, parent: Paper, *, record: int, offset: int) -> Iterator[ReadItem]:
    paper = metadata(element, parent=parent)
    title = paper.title or _part_title(element)
    inner = [_part(part, paper) for part in element.iterchildren("sub-article", "response")]
    document = _document(element, [p.element for p in inner if not p.is_paper and not p.reason], parent=parent.document)
    whole = next(iter(parent.identifiers.strong()), parent.title)
    paper = replace(
        paper,
        title=title,
        documents=(document,) if document else (),
        extra=(*paper.extra, ("part-of", whole)),
    )
    yield ReadPaper(paper=paper, record=record, line=(element.sourceline or 0) + offset)
    yield from _parts_of(inner, paper, record=record, offset=offset)


# What editors, referees and authors wrote to each other is part of the record of a paper, and no paper.
_CORRESPONDENCE = frozenset(
    {
        "decision-letter",
        "reply",
        "ref-report",
        "referee-report",
        "reviewer-report",
        "editor-report",
        "author-comment",
        "author-response",
        "aggregated-review-documents",
        "peer-review",
    }
)


def _part(element: Any, parent: Paper) -> _Part:
    own = metadata(element, parent=parent)
    named = own.identifiers.strong()
    new = [identifier for identifier in named if identifier not in parent.identifiers.strong()]
    if attribute(element, "article-type") == "translation" and not new:
        return _Part(element, False, "A translation of the article before it, without identifiers of its own.")
    if attribute(element, "article-type") in _CORRESPONDENCE:
        return _Part(element, False)
    return _Part(element, bool(new) or (not named and bool(own.title) and own.title != parent.title))


def _part_title(element: Any) -> str:
    kind = attribute(element, "article-type") or attribute(element, "response-type")
    return _SUB_TITLES.get(kind, kind.replace("-", " ").capitalize())


def _document(element: Any, inside: list[Any], *, parent: Document | None = None) -> Document | None:
    """Gives the text of an article with the sub-articles that are part of it, or None if it has none.

    A sub-article may point into the list of its article; it then keeps the references it points at.
    """
    listed, keys = references(element)
    borrowed = parent.references if parent is not None and not listed else ()
    if borrowed:
        keys = CitationKeys(
            keys={reference.key: (reference.key,) for reference in borrowed},
            order=tuple(reference.key for reference in borrowed),
        )
    reader = BodyReader(keys)
    front = next((e for e in (element.find("front"), element.find("front-stub")) if e is not None), None)
    meta = front.find("article-meta") if front is not None and front.find("article-meta") is not None else front
    sections: list[SectionDraft] = []
    if meta is not None:
        sections += reader.abstracts(list(meta.iterchildren("abstract")))
    for body in element.iterchildren("body"):
        sections += reader.body(body)
    for back in element.iterchildren("back"):
        sections += reader.back(back)
    if front is not None:
        for notes in front.iterchildren("notes"):
            sections.append(reader.section(notes, kind=SectionKind.COMMON, heading="Notes"))
        sections += _statements(front)
    for group in element.iterchildren("floats-group", "floats-wrap"):
        sections += reader.floats(group)
    sections += [_section_of(part, reader) for part in inside]
    is_full = any(True for _ in element.iterchildren("body"))
    document = build_document(sections, references=listed, origin="JATS full text" if is_full else "abstract")
    if borrowed:
        used = {key for p in document.places() if p.sentence for q in p.sentence.pointers for key in q.targets}
        document = replace(document, references=tuple(r for r in borrowed if r.key in used))
    return document if document.sections or document.references else None


def _section_of(part: Any, reader: BodyReader) -> SectionDraft:
    """Gives a part of an article as a section: its text, back matter and floats, then the answers nested in it."""
    title = plain_text(part.find("front-stub//article-title")) or _part_title(part)
    sections: list[SectionDraft] = []
    for body in part.iterchildren("body"):
        sections += reader.body(body)
    for back in part.iterchildren("back"):
        sections += reader.back(back)
    for group in part.iterchildren("floats-group", "floats-wrap"):
        sections += reader.floats(group)
    sections += [_section_of(inner, reader) for inner in part.iterchildren("sub-article", "response")]
    return SectionDraft(heading=title, kind=SectionKind.COMMON, sections=sections)


def _statements(front: Any) -> list[SectionDraft]:
    """Gives the statements on funding and on data that stand in the front matter as sections."""
    statements = [("Funding", plain_text(e)) for e in front.iter("funding-statement")]
    for meta in front.iter("custom-meta"):
        if plain_text(meta.find("meta-name")).lower() == "data availability":
            statements.append(("Data availability", plain_text(meta.find("meta-value"))))
    return [
        SectionDraft(heading=heading, kind=SectionKind.COMMON, paragraphs=[ParagraphDraft(text)])
        for heading, text in statements
        if text
    ]
