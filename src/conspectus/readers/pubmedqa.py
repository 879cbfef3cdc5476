"""PubMedQA's files (``ori_pqal.json`` and its kin): abstracts with a question, by PubMed id.

Decisions:

- The labelled and the unlabelled set were collected from papers whose title is a question (Q. Jin et al. 2019,
  section 3): there ``QUESTION`` is the title. In the artificial set it was made from a title that states something,
  and is not it: the title stays empty, the question is kept in ``extra``. An entry is of the artificial set if it has
  a decision and no prediction of an annotator.
- ``CONTEXTS`` are the sections of the abstract, ``LABELS`` their headings. ``LONG_ANSWER`` is the conclusion of the
  same abstract, word for word, and is its last section: a library holds whole abstracts. The decision (yes, no, maybe)
  and the annotators' predictions are no part of the paper: they stay in ``extra``, which nothing reads as text. Who
  evaluates answers to the questions leaves out the section ``CONCLUSIONS``, as PubMedQA does.
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
_CONCLUSION = "CONCLUSIONS"
_PREDICTION = "reasoning_required_pred"
_KEPT = (
    ("final_decision", "decision"),
    (_PREDICTION, "prediction with reasoning"),
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
    question = text_of(entry.get("QUESTION"))
    is_title = "final_decision" not in entry or _PREDICTION in entry
    kept = [(shown, value) for name, shown in _KEPT if (value := text_of(entry.get(name)))]
    return Paper(
        id="",
        title=question if is_title else "",
        date=PartialDate(year=year) if year else None,
        kind="article-journal",
        identifiers=Identifiers(pmid=normal_pmid(key)),
        mesh=tuple(MeshHeading(descriptor=name) for name in texts_of(entry.get("MESHES"))),
        documents=(document,) if document else (),
        extra=(*([("question", question)] if question and not is_title else []), *kept),
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
    if answer := text_of(entry.get("LONG_ANSWER")):
        whole.sections.append(SectionDraft(heading=_CONCLUSION, paragraphs=[ParagraphDraft(answer)]))
    document = build_document([whole], origin="abstract")
    return document if document.sections else None
