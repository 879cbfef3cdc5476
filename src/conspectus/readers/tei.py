"""TEI XML as GROBID writes it: the header's metadata, the text with its divisions, floats and pointers, the references.

A document without title and text is skipped: GROBID gives such a one for a withdrawn article or a scan. Places on the
pages (``coords``) go to the document's layout; where GROBID gives them for whole sentences or paragraphs only, each of
their boxes counts for the whole of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from conspectus.domain.document import Document, Paragraph, Place
from conspectus.domain.document_building import SectionDraft, build_document, clean_paragraph
from conspectus.domain.page_layout import LayoutSpan
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.tei_body import BodyReader, printed_in_order
from conspectus.readers.tei_header import metadata
from conspectus.readers.tei_references import references
from conspectus.readers.xml_hardened import parse_records

_ROOTS = frozenset(["TEI", "TEI.2", "teiCorpus"])


class TeiReader:
    """Reads TEI documents with their full text, floats and references.

    Example:
        >>> items = list(TeiReader().read(b"<TEI><teiHeader><fileDesc><titleStmt><title>On bees</title></titleStmt>"
        ...     b"</fileDesc></teiHeader><text><body><div><head>1. Wings</head><p>They fly.</p></div></body></text>"
        ...     b"</TEI>"))
        >>> items[0].paper.title, items[0].paper.document.sections[0].heading
        ('On bees', 'Wings')
    """

    name = "tei"
    label = "TEI XML"

    def recognise(self, head: Head) -> str:
        """Gives why the content is TEI, or "": the root is ``TEI`` and has a header."""
        if head.root in _ROOTS and "teiHeader" in head.text:
            return f"has a <{head.root}> root with a header"
        return ""

    def dialect(self, head: Head) -> str:
        """Gives the program that wrote it."""
        return "GROBID" if 'ident="GROBID"' in head.text else ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields each document.

        Raises:
            InputError: The file is not well-formed, hostile, or too large.
        """
        number = 0
        for record in parse_records(data, ("TEI", "TEI.2")):
            number += 1
            if isinstance(record, BrokenRecord):
                yield record
                continue
            yield _item(record.element, record=record.record, line=record.line)
            record.element.clear()
        if not number:
            yield Skipped(reason="The XML holds no TEI document.")


def _item(element: Any, *, record: int, line: int) -> ReadItem:
    paper = metadata(element)
    document = _document(element)
    if not paper.title and document is None:
        reason = "The TEI holds neither a title nor text, as GROBID gives for a withdrawn article or a scan."
        return Skipped(reason=reason, record=record, line=line)
    return ReadPaper(paper=replace(paper, documents=(document,) if document else ()), record=record, line=line)


def _document(element: Any) -> Document | None:
    text = element.find("text")
    listed = references(text) if text is not None else ()
    reader = BodyReader(frozenset(reference.key for reference in listed))
    sections: list[SectionDraft] = []
    for abstract in element.iterfind("teiHeader/profileDesc/abstract"):
        sections += reader.abstract(abstract)
    is_full = False
    for part in text if text is not None else ():
        if part.tag == "body":
            found = reader.body(part)
            is_full = is_full or bool(found)
            sections += found
        elif part.tag == "back":
            sections += reader.back(part)
        elif part.tag == "front":
            sections += reader.body(part)
    sections += reader.rest()
    document = build_document(sections, references=listed, origin="TEI full text" if is_full else "abstract")
    document = replace(document, layout=_layout(document, sections, reader))
    return document if document.sections or document.references else None


def _layout(document: Document, sections: Sequence[SectionDraft], reader: BodyReader) -> tuple[LayoutSpan, ...]:
    if not reader.printed:
        return ()
    drafts = [draft for draft in printed_in_order(sections) if clean_paragraph(draft.text)]
    paragraphs = [place.paragraph for place in _in_text_order(document)]
    spans: list[LayoutSpan] = []
    for draft, paragraph in zip(drafts, paragraphs, strict=True):
        assert paragraph is not None
        for span in reader.printed.get(id(draft), ()):
            start, end = paragraph.start + span.start, min(paragraph.start + span.end, paragraph.end)
            spans += [LayoutSpan(start=start, end=end, page=box.page, box=box.box) for box in span.boxes if start < end]
    return tuple(sorted(spans, key=lambda span: (span.start, span.end)))


def _in_text_order(document: Document) -> list[Place]:
    seen: dict[int, Place] = {}
    for place in document.places():
        if place.kind == "paragraph" and isinstance(place.paragraph, Paragraph):
            seen.setdefault(place.paragraph.start, place)
    return [seen[start] for start in sorted(seen)]
