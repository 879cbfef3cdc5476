"""Our own questions over open-access articles in JATS: each with the address and hash of the paragraph that answers it.

The questions are in this package, the articles are not: name a folder that holds them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files
from typing import Any

from conspectus.domain.paper import Paper, with_id
from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.question_answering.item import QaData, QaItem
from conspectus.foundation.errors import BrokenRecord, ConspectusError
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.jats import JatsReader
from conspectus.readers.reading import ReadPaper

_JATS = ("<article", "<pmc-articleset")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenQuestion:
    """A question as it is kept: the paper, the paragraph's address and hash, and an answer in our own words."""

    id: str
    question: str
    paper: str
    address: str
    sha256: str
    answer: str
    paraphrased: bool


class JatsQuestions:
    """Our own questions over JATS articles, half of them put so that no rare word is shared with the paragraph."""

    label = "our own questions over JATS articles"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether the file is an article in JATS."""
        return file.path.suffix.lower() in (".xml", ".nxml") and any(mark in file.head[:4000] for mark in _JATS)

    def load(self, files: Sequence[DataFile]) -> tuple[QaData, list[BrokenRecord]]:
        """Gives the articles, and those questions whose paragraph is there, word for word."""
        papers: dict[str, Paper] = {}
        broken: list[BrokenRecord] = []
        for file in files:
            try:
                for item in JatsReader().read(file.path.read_bytes()):
                    if isinstance(item, ReadPaper) and item.paper.documents:
                        paper = with_id(item.paper)
                        papers.setdefault(paper.id, paper)
            except (ConspectusError, OSError) as error:
                broken.append(BrokenRecord(f"{file.name}: {error}"))
        items = []
        for each in written_questions():
            paper = papers.get(each.paper)  # type: ignore[assignment]
            gold = frozenset({(each.paper, each.address)} if _is_there(paper, each) else ())
            items.append(
                QaItem(
                    id=each.id,
                    question=each.question,
                    gold=gold,
                    answers=(each.answer,),
                    paper=each.paper,
                    group="paraphrased" if each.paraphrased else "plain",
                )
            )
        return QaData(papers=tuple(papers.values()), items=tuple(items)), broken


@cache
def written_questions() -> tuple[WrittenQuestion, ...]:
    """Gives the questions of this package."""
    path = package_files("conspectus.evaluation.question_answering") / "questions" / "jats_questions.jsonl"
    records: list[dict[str, Any]] = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return tuple(WrittenQuestion(**record) for record in records)


def paragraph_hash(text: str) -> str:
    """Gives the first 16 hex digits of the SHA-256 of a paragraph on one line."""
    return hashlib.sha256(one_line(text).encode("utf-8", "replace")).hexdigest()[:16]


def _is_there(paper: Paper | None, question: WrittenQuestion) -> bool:
    document = None if paper is None else paper.document
    if document is None:
        return False
    try:
        place = document.at(question.address)
    except KeyError:
        return False
    return paragraph_hash(document.text[place.start : place.end]) == question.sha256
