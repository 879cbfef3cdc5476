"""Files for people who judge topic pages, and how far two of them agree (TOPICAL; methods 2.6).

Task 1 asks of each section whether it is relevant and accurate, and of the page whether it is coherent; task 2 asks
whether one citation of each page, drawn by lot, supports its sentence.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from conspectus.domain.paper import Paper
from conspectus.evaluation.topic_pages.written import WrittenPage
from conspectus.foundation.errors import UnreadableFile, UsageError
from conspectus.foundation.text.normalise import one_line
from conspectus.pipelines.topic_page.page import DEFINITION, FUTURE, MAIN

LABELS = ("missing/invalid", "not", "somewhat", "yes")
"""What task 1 is answered with, and nothing else."""
CITATION_LABELS = ("correct", "incorrect-relevant", "incorrect-irrelevant", "invalid")
"""What task 2 is answered with."""
_SECTIONS = {"definition": DEFINITION, "main": MAIN, "future": FUTURE}
TASK_1_JUDGED = (*(f"{name}_{what}" for name in _SECTIONS for what in ("relevance", "accuracy")), "coherence")
TASK_1 = ("mesh_id", "entity", *_SECTIONS, "query_link", "mesh_link", *TASK_1_JUDGED)
TASK_2 = (
    "mesh_id",
    "entity",
    "pmid",
    "paper_link",
    "title",
    "abstract",
    "context",
    "query_link",
    "mesh_link",
    "citation",
)
_JUDGED = (*TASK_1_JUDGED, "citation")
_KEYS = ("mesh_id", "entity")
_PUBMED = "https://pubmed.ncbi.nlm.nih.gov/"
_MESH = "https://meshb.nlm.nih.gov/record/ui?ui="


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How often two people gave the same answer to one question: ``agreed`` of ``both`` rows that both answered."""

    question: str
    agreed: int
    both: int

    @property
    def percent(self) -> float | None:
        """The percent agreement, None where there is no row that both answered."""
        return 100 * self.agreed / self.both if self.both else None


def task_1_rows(pages: Iterable[WrittenPage], mesh_ids: Mapping[str, str]) -> list[dict[str, str]]:
    """Gives a row for each page, sorted by MeSH id (by topic where none is known), the answers left empty."""
    rows = []
    for page in pages:
        texts = {
            name: " ".join(sentence.text for sentence in page.sections.get(heading, ()))
            for name, heading in _SECTIONS.items()
        }
        rows.append({**_head(page, mesh_ids), **texts, **dict.fromkeys(TASK_1_JUDGED, "")})
    return sorted(rows, key=_by_id)


def task_2_rows(
    pages: Iterable[WrittenPage], papers: Mapping[str, Paper], mesh_ids: Mapping[str, str], *, seed: int = 0
) -> list[dict[str, str]]:
    """Gives a row for each page with one citation drawn by lot; ``context`` is the sentence that cites, no more.

    Citations of the definition are not printed and so are not drawn. A page without any other has no row.
    """
    rows = []
    for page in sorted(pages, key=lambda page: _by_id(_head(page, mesh_ids))):
        cited = [
            (sentence.text, paper)
            for heading, sentences in page.sections.items()
            if heading != DEFINITION
            for sentence in sentences
            for paper in dict.fromkeys(paper for paper, _ in sentence.cited)
        ]
        if not cited:
            continue
        context, name = random.Random(f"{seed} {page.topic}").choice(cited)
        paper = papers[name]
        pmid = paper.identifiers.pmid
        rows.append(
            {
                **_head(page, mesh_ids),
                "pmid": pmid,
                "paper_link": f"{_PUBMED}{pmid}/" if pmid else paper.url,
                "title": one_line(paper.title),
                "abstract": one_line(paper.abstract),
                "context": context,
                "citation": "",
            }
        )
    return rows


def table_text(rows: Iterable[Mapping[str, str]], columns: Sequence[str], *, delimiter: str = ",") -> str:
    """Gives rows as CSV, or as TSV with a tab for delimiter, with a head line."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def agreement(one: Path, other: Path) -> tuple[Agreement, ...]:
    """Gives the percent agreement of two annotated files, for each question that both have.

    Rows are matched by MeSH id and entity; those that only one file has, and empty answers, do not count.

    Raises:
        UnreadableFile: A file cannot be read.
        UsageError: A file is no annotated table, has a row twice or an unknown answer, or nothing can be compared.
    """
    (heads, mine), (others_heads, theirs) = _read(one), _read(other)
    questions = [name for name in _JUDGED if name in heads and name in others_heads]
    if not questions or not mine.keys() & theirs.keys():
        raise UsageError(
            f"{one.name} and {other.name} have no question or no page in common.",
            hint="Name two annotated files of the same task.",
        )
    found = []
    for question in questions:
        pairs = [(mine[key][question], theirs[key][question]) for key in mine.keys() & theirs.keys()]
        answered = [(a, b) for a, b in pairs if a and b]
        found.append(Agreement(question=question, agreed=sum(a == b for a, b in answered), both=len(answered)))
    return tuple(found)


def _read(path: Path) -> tuple[Sequence[str], dict[tuple[str, ...], dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(f"{path} cannot be read: {error}.", hint="Save it as CSV or TSV in UTF-8.") from None
    delimiter = "\t" if "\t" in text.partition("\n")[0] else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    heads = list(reader.fieldnames or ())
    if not set(_KEYS) <= set(heads):
        raise UsageError(f"{path.name} has no columns {' and '.join(_KEYS)}.", hint="Keep the head line of the export.")
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for number, row in enumerate(reader, 2):
        key = tuple((row[name] or "").strip() for name in _KEYS)
        if key in rows:
            raise UsageError(f"{path.name} has {key[1]!r} twice.", hint="Keep one row for each page.")
        rows[key] = {name: _answer(name, row.get(name), path, number) for name in _JUDGED if name in heads}
    return heads, rows


def _answer(question: str, given: str | None, path: Path, row: int) -> str:
    answer = (given or "").strip().lower()
    labels = CITATION_LABELS if question == "citation" else LABELS
    if answer and answer not in labels:
        raise UsageError(
            f"{path.name}, row {row}: {answer!r} is no answer to {question}.", hint=f"Answers are {', '.join(labels)}."
        )
    return answer


def _head(page: WrittenPage, mesh_ids: Mapping[str, str]) -> dict[str, str]:
    mesh_id = mesh_ids.get(page.topic, "")
    return {
        "mesh_id": mesh_id,
        "entity": page.topic,
        "query_link": page.link,
        "mesh_link": f"{_MESH}{mesh_id}" if mesh_id else "",
    }


def _by_id(row: Mapping[str, str]) -> tuple[bool, str, str]:
    return not row["mesh_id"], row["mesh_id"], row["entity"]
