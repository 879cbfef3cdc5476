"""PubMedQA's files (``ori_pqal.json`` and its kin): abstracts with a question, by PubMed id.

Decisions:

- The title of the paper is not in the file. The question is often made from it, but is not it: the title stays
  empty, the question is kept in ``extra``. The PubMed id names the paper, so that a record with the title merges.
- ``CONTEXTS`` are the sections of the abstract, ``LABELS`` their headings. The conclusion of the abstract is the
  long answer and was taken out on purpose: it stays in ``extra`` with the decision, and is no part of the text,
  so that a question is not answered from its own solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.identifiers import Identifiers, normal_pmid
from conspectus.domain.paper import MeshHeading, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.json_fields import list_of, object_of, raw_of, text_of, texts_of, year_of
from conspectus.readers.json_records import json_members, json_text, record_keys
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

_KEY = r"\d{1,9}"
_KEPT = (
    ("QUESTION", "question"),
    ("LONG_ANSWER", "long answer"),
    ("final_decision", "decision"),
    ("reasoning_required_pred", "prediction with reasoning"),
    ("reasoning_free_pred", "prediction without reasoning"),
)


class PubmedqaReader:
    """Reads the papers behind the questions of PubMedQA.

    Example:
        >>> items = list(PubmedqaReader().read(b'{"11": {"QUESTION": "Do bees fly?", "CONTEXTS": ["They do."],'
        ...     b'"LABELS": ["RESULTS"]}}'))
        >>> items[0].paper.identifiers.pmid
        '11'
    """

    name = "pubmedqa"
    label = "PubMedQA JSON"

    def recognise(self, head: Head) -> str:
        """Gives why the content is PubMedQA: PubMed ids as keys, QUESTION and CONTEXTS under them."""
        if not head.text.lstrip().startswith("{"):
            return ""
        outer, inner = record_keys(head.text)
        if {"QUESTION", "CONTEXTS"} <= inner and any(key.isdecimal() for key in outer):
            return "has QUESTION and CONTEXTS by PubMed id"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields a paper for each question; what is broken is yielded as such."""
        for record in json_members(json_text(data), _KEY):
            if isinstance(record, BrokenRecord):
                yield record
                continue
            paper = _paper(record.key, object_of(record.value))
            if paper.documents:
                yield ReadPaper(paper=paper, record=record.record, line=record.line)
            else:
                yield Skipped(reason=f"{record.key[:40]} has no contexts.", record=record.record, line=record.line)


def _paper(key: str, entry: dict[str, Any]) -> Paper:
    year = year_of(entry.get("YEAR"))
    document = _document(entry)
    return Paper(
        id="",
        date=PartialDate(year=year) if year else None,
        kind="article-journal",
        identifiers=Identifiers(pmid=normal_pmid(key)),
        mesh=tuple(MeshHeading(descriptor=name) for name in texts_of(entry.get("MESHES"))),
        documents=(document,) if document else (),
        extra=tuple((shown, value) for name, shown in _KEPT if (value := text_of(entry.get(name)))),
    )


def _document(entry: dict[str, Any]) -> Document | None:
    labels = list_of(entry.get("LABELS"))
    whole = SectionDraft(kind=SectionKind.ABSTRACT)
    for place, context in enumerate(list_of(entry.get("CONTEXTS"))):
        paragraph = ParagraphDraft(raw_of(context))
        label = text_of(labels[place]) if place < len(labels) else ""
        if label and whole.sections and whole.sections[-1].heading == label:
            whole.sections[-1].paragraphs.append(paragraph)
        elif label or whole.sections:
            whole.sections.append(SectionDraft(heading=label, paragraphs=[paragraph]))
        else:
            whole.paragraphs.append(paragraph)
    document = build_document([whole], origin="abstract")
    return document if document.sections else None
