"""Sets of questions with known evidence: QASPER, PubMedQA, ScholarQABench, and our own over JATS articles.

Each set is a class without arguments that follows ``AnswerSet``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from conspectus.domain.paper import Paper
from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.question_answering.item import Decision, QaData, QaItem, paper_of_paragraphs
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.registry import Registry
from conspectus.foundation.text.normalise import one_line

ANSWER_SETS = Registry(
    "question set",
    {
        "qasper_sample": "conspectus.evaluation.benchmarks.answers:FlatQasper",
        "pubmedqa": "conspectus.evaluation.benchmarks.answers:PubMedQa",
        "scholarqa_multi": "conspectus.evaluation.benchmarks.answers:ScholarQaMulti",
        "scholarqa_single": "conspectus.evaluation.benchmarks.answers:ScholarQaSingle",
        "jats_questions": "conspectus.evaluation.benchmarks.jats_questions:JatsQuestions",
    },
    group="conspectus.answer_sets",
)
_MARK = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")
_DECISIONS: dict[str, Decision] = {"yes": "yes", "no": "no", "maybe": "maybe", "true": "yes", "false": "no"}


class AnswerSet(Protocol):
    """Reads one layout of questions with their papers."""

    label: str

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a file is of this layout, by its content."""
        ...

    def load(self, files: Sequence[DataFile]) -> tuple[QaData, list[BrokenRecord]]:
        """Gives the papers and questions of the files that were recognised, and what is broken in them."""
        ...


class FlatQasper:
    """QASPER as rows of a paper with its questions, answers and evidence paragraphs (P. Dasigi et al. 2021)."""

    label = "QASPER, evidence paragraphs"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether rows hold a title and questions with evidence."""
        return any(
            "qas" in record and "full_text" not in record and isinstance(record["qas"], list)
            for record in file.first_records(2)
        )

    def load(self, files: Sequence[DataFile]) -> tuple[QaData, list[BrokenRecord]]:
        """Gives every paper with the paragraphs that are evidence of a question."""
        papers: list[Paper] = []
        items: list[QaItem] = []
        broken: list[BrokenRecord] = []
        for position, record in (pair for file in files for pair in file.records()):
            if isinstance(record, BrokenRecord):
                broken.append(record)
                continue
            asked = [each for each in record.get("qas") or [] if isinstance(each, dict)]
            name = f"qasper-{record.get('paper_index', position)}"
            texts = [text for each in asked for text in _strings(each.get("evidence"))]
            paper, addresses = paper_of_paragraphs(name, one_line(str(record.get("title", ""))), texts)
            papers.append(paper)
            for number, each in enumerate(asked, 1):
                gold = {addresses[text] for text in _strings(each.get("evidence")) if text in addresses}
                items.append(
                    QaItem(
                        id=f"{name}.{number}",
                        question=one_line(str(each.get("question", ""))),
                        gold=frozenset((name, address) for address in gold),
                        answers=tuple(_strings(each.get("answer"))),
                        decision=_decision_of(list(_strings(each.get("answer")))),
                        paper=name,
                    )
                )
        return QaData(papers=tuple(papers), items=tuple(items)), broken


class PubMedQa:
    """PubMedQA: a question, an abstract without its conclusion, and yes, no or maybe (Q. Jin et al. 2019).

    The title of the paper is the question itself, so that papers are given no title.
    """

    label = "PubMedQA, labelled"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether the file holds questions with contexts and decisions by PubMed id."""
        return '"CONTEXTS"' in file.head and '"final_decision"' in file.head

    def load(self, files: Sequence[DataFile]) -> tuple[QaData, list[BrokenRecord]]:
        """Gives every abstract with its question; all its paragraphs are evidence."""
        papers: list[Paper] = []
        items: list[QaItem] = []
        broken: list[BrokenRecord] = []
        for position, (key, record) in enumerate(((k, v) for file in files for k, v in _members(file)), 1):
            if not isinstance(record, dict) or not record.get("CONTEXTS"):
                broken.append(BrokenRecord(f"Record {position} ({key[:40]}) has no contexts.", record=position))
                continue
            name = f"pmid-{key}"
            paper, addresses = paper_of_paragraphs(name, "", [str(text) for text in record["CONTEXTS"]])
            papers.append(paper)
            items.append(
                QaItem(
                    id=name,
                    question=one_line(str(record.get("QUESTION", ""))),
                    gold=frozenset((name, address) for address in addresses.values()),
                    answers=(str(record["LONG_ANSWER"]),) if record.get("LONG_ANSWER") else (),
                    decision=_DECISIONS.get(str(record.get("final_decision", "")).lower()),
                    paper=name,
                )
            )
        return QaData(papers=tuple(papers), items=tuple(items)), broken


class ScholarQaMulti:
    """ScholarQABench, several papers: answers of experts that cite passages (A. Asai et al. 2024)."""

    label = "ScholarQABench, several papers"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether rows hold passages with titles and an answer."""
        return any({"input", "ctxs", "output"} <= record.keys() for record in file.first_records(1))

    def load(self, files: Sequence[DataFile]) -> tuple[QaData, list[BrokenRecord]]:
        """Gives every passage as a paper of one paragraph; evidence are those that the expert's answer cites."""
        papers: dict[tuple[str, str], Paper] = {}
        items: list[QaItem] = []
        broken: list[BrokenRecord] = []
        for position, record in (pair for file in files for pair in file.records()):
            if isinstance(record, BrokenRecord):
                broken.append(record)
                continue
            names = []
            for passage in record.get("ctxs") or []:
                key = (one_line(str(passage.get("title", ""))), one_line(str(passage.get("text", ""))))
                if key not in papers:
                    papers[key], _ = paper_of_paragraphs(f"passage-{len(papers) + 1}", key[0], [key[1]])
                names.append(papers[key].id)
            output = str(record.get("output", ""))
            cited = {int(n) for group in _MARK.findall(output) for n in re.findall(r"\d+", group)}
            gold = {(names[n], "s1.p1") for n in cited if 0 <= n < len(names)}
            items.append(
                QaItem(
                    id=f"multi-{record.get('id', position)}",
                    question=one_line(str(record.get("input", ""))),
                    gold=frozenset(gold),
                    answers=(_MARK.sub("", output),) if output else (),
                )
            )
        return QaData(papers=tuple(papers.values()), items=tuple(items)), broken


class ScholarQaSingle:
    """ScholarQABench, one paper: questions or claims with the abstract that decides them."""

    label = "ScholarQABench, one paper"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether rows hold a question with its gold abstract and a decision."""
        return any({"input", "gold_ctx", "answer"} <= record.keys() for record in file.first_records(1))

    def load(self, files: Sequence[DataFile]) -> tuple[QaData, list[BrokenRecord]]:
        """Gives every gold abstract as a paper, its paragraphs as evidence."""
        papers: dict[tuple[str, ...], Paper] = {}
        items: list[QaItem] = []
        broken: list[BrokenRecord] = []
        for position, record in (pair for file in files for pair in file.records()):
            if isinstance(record, BrokenRecord):
                broken.append(record)
                continue
            given = record.get("gold_ctx")
            contexts = [each for each in (given if isinstance(given, list) else [given]) if isinstance(each, dict)]
            texts = tuple(one_line(str(each.get("text", ""))) for each in contexts)
            if texts not in papers:
                title = one_line(str(contexts[0].get("title", ""))) if contexts else ""
                papers[texts], _ = paper_of_paragraphs(f"single-{len(papers) + 1}", title, texts)
            paper = papers[texts]
            document = paper.document
            addresses = [p.address for p in document.places() if p.kind == "paragraph"] if document else []
            items.append(
                QaItem(
                    id=f"single-{position}-{len(items) + 1}",
                    question=_as_question(one_line(str(record.get("input", "")))),
                    gold=frozenset((paper.id, address) for address in addresses),
                    decision=_DECISIONS.get(str(record.get("answer", "")).strip().lower()),
                    paper=paper.id,
                )
            )
        return QaData(papers=tuple(papers.values()), items=tuple(items)), broken


def _strings(value: Any) -> Iterator[str]:
    """The strings in nested lists, trimmed, without empty ones."""
    if isinstance(value, str):
        if value.strip():
            yield value.strip()
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _as_question(text: str) -> str:
    """A claim as the question whether it is true; a question stays."""
    return text if text.endswith("?") or not text else f"Is it true that {text.rstrip('. ')}?"


def _decision_of(answers: Sequence[str]) -> Decision | None:
    """The decision of a question whose answers are nothing but yes or no."""
    found = {_DECISIONS.get(re.sub(r"[^a-z]", "", answer.lower())) for answer in answers}
    return next(iter(found)) if len(found) == 1 else None


def _members(file: DataFile) -> Iterator[tuple[str, Any]]:
    try:
        value = json.loads(file.text())
    except ValueError:
        return
    if isinstance(value, dict):
        yield from value.items()
