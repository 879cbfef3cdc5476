"""QASPER's files: full papers of arXiv in NLP, by arXiv id, with questions that are left aside.

- Section names are paths ("Methods ::: Data"). In-text references are printed as ``BIBREF0`` and the like; the
  file has no reference list, so they become pointers without targets.
- Figures and tables stand at the end, where the file has them; ``FLOAT SELECTED`` and questions are no text.
- Read are the published form (an object of papers) and the rows that data libraries make of it, one a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    PointerDraft,
    SectionDraft,
    TableDraft,
    build_document,
)
from conspectus.domain.identifiers import Identifiers, normal_arxiv
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.json_fields import list_of, object_of, objects_of, raw_of, text_of
from conspectus.readers.json_records import JsonRecord, json_members, json_text, json_values, record_keys
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_fields import title_text
from conspectus.readers.section_paths import SectionPaths
from conspectus.readers.sniffing import Head

_KEY = r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}"
_MARK = re.compile(r"BIBREF\d+(?:(?:\s*[,;]\s*|\s+and\s+|\s*[-–]\s*)BIBREF\d+)*")
_LABEL = re.compile(r"\s*(?P<label>(?P<kind>Figure|Fig\.|Table|Algorithm)\s*\d{1,3}[a-z]?)\s*[:.]\s*", re.IGNORECASE)


class QasperReader:
    """Reads the papers of QASPER with their sections.

    Example:
        >>> items = list(QasperReader().read(b'{"1912.00001": {"title": "Bees", "abstract": "They fly.",'
        ...     b'"full_text": [{"section_name": "Wings", "paragraphs": ["Four."]}]}}'))
        >>> items[0].paper.identifiers.arxiv
        '1912.00001'
    """

    name = "qasper"
    label = "QASPER JSON"

    def recognise(self, head: Head) -> str:
        """Gives why the content is QASPER: papers with ``full_text`` by arXiv id, or rows with ``qas``."""
        if not head.text.lstrip().startswith(("{", "[")):
            return ""
        outer, inner = record_keys(head.text)
        if {"title", "full_text"} <= inner and any(re.fullmatch(_KEY, key) for key in outer):
            return "has papers with full_text by arXiv id"
        if {"id", "title", "full_text"} <= outer and outer & {"qas", "figures_and_tables"}:
            return "has rows with full_text and questions"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields each paper; what is broken is yielded as such."""
        text = json_text(data)
        outer, _ = record_keys(text[:65536])
        rows = "full_text" in outer
        for record in json_values(text) if rows else json_members(text, _KEY):
            yield record if isinstance(record, BrokenRecord) else _item(record)


def _item(record: JsonRecord) -> ReadItem:
    entry = object_of(record.value)
    paper = _paper(record.key or text_of(entry.get("id")), entry)
    if not paper.title and not paper.documents:
        return Skipped(reason="The record has neither a title nor text.", record=record.record, line=record.line)
    return ReadPaper(paper=paper, record=record.record, line=record.line)


def _paper(key: str, entry: dict[str, Any]) -> Paper:
    document = _document(entry)
    arxiv = normal_arxiv(key)
    return Paper(
        id="",
        title=title_text(text_of(entry.get("title"))),
        kind="article",
        url=f"https://arxiv.org/abs/{arxiv}" if arxiv else "",
        identifiers=Identifiers(arxiv=arxiv),
        documents=(document,) if document else (),
    )


def _document(entry: dict[str, Any]) -> Document | None:
    sections: list[SectionDraft] = []
    if abstract := raw_of(entry.get("abstract")).strip():
        sections.append(SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=[_paragraph(abstract)]))
    paths = SectionPaths()
    for name, paragraphs in _parts(entry.get("full_text")):
        section = paths.section(name)
        section.paragraphs += [_paragraph(text) for text in paragraphs if text.strip()]
    sections += paths.sections
    floats = _floats(entry.get("figures_and_tables"))
    if floats.figures or floats.tables:
        sections.append(floats)
    is_full = bool(paths.sections)
    document = build_document(sections, origin="QASPER full text" if is_full else "abstract")
    return document if document.sections else None


def _parts(value: Any) -> Iterator[tuple[str, list[str]]]:
    """Yields name and paragraphs of each section, from a list of sections or from two parallel lists."""
    if isinstance(value, dict):
        names, texts = list_of(value.get("section_name")), list_of(value.get("paragraphs"))
        parts = list(zip(names, texts, strict=False))
    else:
        parts = [(part.get("section_name"), part.get("paragraphs")) for part in objects_of(value)]
    for name, paragraphs in parts:
        yield text_of(name), [raw_of(paragraph) for paragraph in list_of(paragraphs)]


def _paragraph(text: str) -> ParagraphDraft:
    pointers = [
        PointerDraft(found.start(), found.end(), "list" if found.group().count("BIBREF") > 1 else "single")
        for found in _MARK.finditer(text)
    ]
    return ParagraphDraft(text, pointers=pointers)


def _floats(value: Any) -> SectionDraft:
    section = SectionDraft()
    if isinstance(value, dict):
        files, captions = list_of(value.get("file")), list_of(value.get("caption"))
        entries = [{"file": file, "caption": caption} for file, caption in zip(files, captions, strict=False)]
    else:
        entries = objects_of(value)
    for entry in entries:
        caption = raw_of(entry.get("caption"))
        found = _LABEL.match(caption)
        label = found.group("label") if found else ""
        drafts = [ParagraphDraft(caption[found.end() :] if found else caption, "caption")]
        file = text_of(entry.get("file"))
        if (found and found.group("kind").lower() == "table") or (not found and "Table" in file):
            section.tables.append(TableDraft(label=label, caption=drafts))
        else:
            section.figures.append(FigureDraft(label=label, caption=drafts, graphic=file))
    return section
