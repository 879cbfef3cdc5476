"""Reads benchmarks of summaries, known by their fields: ACLSum, SciTLDR, LongEval, arXiv and PubMed of Cohan et al."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conspectus.evaluation.benchmarks.data_file import DataFile, files_under
from conspectus.evaluation.summaries.items import SummaryItem, document_of
from conspectus.foundation.errors import BrokenRecord, UnknownFormat, UsageError
from conspectus.foundation.text.sentences import split_sentences

ASPECTS = ("challenge", "approach", "outcome")
_BUDGETS = {"aclsum": 80, "scitldr": 45, "longeval": 200, "scientific_papers": 200}
_SPLIT = {"training": "train", "validation": "val", "development": "dev"}
# Texts that were taken apart into tokens are joined again: most rules read text as people write it.
_JOINED = (
    (re.compile(r" ([,.;:!?)\]%])"), r"\1"),
    (re.compile(r"([(\[]) "), r"\1"),
    (re.compile(r"\bet al\s*\.\s*,"), "et al.,"),
    (re.compile(r"\s+(n't|'s)\b"), r"\1"),
    (re.compile(r"</?[Ss]>"), ""),
)
_ENDS = re.compile(r"(?<= [.?!]) ")
_TOKENISED = re.compile(r"[a-z] [,.](?: |$)")


def load_summaries(data: Path, set_name: str = "") -> tuple[str, list[SummaryItem], list[BrokenRecord]]:
    """Gives the benchmark's name, its items, and the records that could not be read.

    Args:
        data: A file or folder of one benchmark.
        set_name: Which splits, by the beginnings of file names, joined by "+" ("train+val"); all but test if empty.

    Raises:
        UnknownFormat: Nothing under ``data`` is a benchmark of summaries.
        UsageError: There is no such split.
    """
    files = files_under(data)
    papers = _full_papers(files)
    wanted = [_SPLIT.get(name, name) for name in set_name.split("+") if name]
    items: list[SummaryItem] = []
    broken: list[BrokenRecord] = []
    kinds: list[str] = []
    texts: set[str] = set()
    seen: list[str] = []
    for file in files:
        kind = _kind_of(file)
        if not kind:
            continue
        kinds.append(kind)
        name = file.name.split(".")[0]
        seen.append(name)
        if (wanted and not any(name.startswith(split) for split in wanted)) or (not wanted and name.startswith("test")):
            continue
        for position, record in file.records():
            if isinstance(record, BrokenRecord):
                broken.append(record)
                continue
            item = _item(kind, record, f"{name}-{position}", papers)
            if item is not None and item.document.text in texts:
                continue  # the same paper with the outputs of another system
            if item is None:
                broken.append(BrokenRecord(f"{file.name}: record {position} has no text or summary.", record=position))
            else:
                texts.add(item.document.text)
                items.append(item)
    if not kinds:
        raise UnknownFormat(
            f"{data} holds no benchmark of summaries.",
            hint="Known: ACLSum, SciTLDR, LongEval, and the arXiv and PubMed sets of Cohan et al.",
        )
    if not items and not broken:
        raise UsageError(f"There is no split {set_name or 'but test'}.", hint=f"Found: {', '.join(seen)}.")
    return kinds[0], items, broken


def _kind_of(file: DataFile) -> str:
    records = file.first_records(1)
    if not records:
        return ""
    fields = set(records[0])
    if {"sentences", "highlights", "summary"} <= fields:
        return "aclsum"
    if {"source", "target"} <= fields and isinstance(records[0]["source"], list):
        return "scitldr"
    if {"article", "human"} <= fields:
        return "longeval"
    if {"article_text", "abstract_text"} <= fields:
        return "scientific_papers"
    return ""


def _item(kind: str, record: dict[str, Any], name: str, papers: dict[str, Any]) -> SummaryItem | None:
    try:
        made = _MAKERS[kind](record, name, papers)
    except (KeyError, TypeError, AttributeError, IndexError):
        return None
    return made if made.document.sections and any(made.references) else None


def _aclsum(record: dict[str, Any], name: str, papers: dict[str, Any]) -> SummaryItem:
    given = record["sentences"]
    named = {part: [_joined(sentence) for sentence in given[part]] for part in given}
    parts = [("Abstract", named["abstract"]), ("Introduction", named["introduction"])]
    parts += list(_middle(papers.get(record["id"])))
    parts.append(("Conclusion", named["conclusion"]))
    document = document_of(parts)
    places = {}
    for number, section in enumerate(document.sections, 1):
        if section.heading in ("Abstract", "Introduction", "Conclusion"):
            places[section.heading.lower()] = number
    gold = {
        aspect: frozenset(
            f"s{places[part]}.p1.t{place}"
            for part, marks in record["highlights"][aspect].items()
            if part in places
            for place, mark in enumerate(_marks_of_told(given[part], marks), 1)
            if mark
        )
        for aspect in ASPECTS
    }
    summary = " ".join(record["summary"][aspect] for aspect in ASPECTS)
    return SummaryItem(
        id=f"acl-{record['id']}", title=record.get("title", ""), document=document, references=(summary,),
        words=_BUDGETS["aclsum"], gold=gold, set_name="aclsum",
    )  # fmt: skip


def _marks_of_told(sentences: list[str], marks: list[int]) -> list[int]:
    """The marks of the sentences that hold something; empty ones have no place in the document."""
    return [mark for sentence, mark in zip(sentences, marks, strict=False) if sentence.strip()]


def _scitldr(record: dict[str, Any], name: str, papers: dict[str, Any]) -> SummaryItem:
    sentences = [_joined(sentence) for sentence in record["source"]]
    target = record["target"]
    references = tuple(target) if isinstance(target, list) else (target,)
    return SummaryItem(
        id=f"scitldr-{record.get('paper_id') or name}", title=record.get("title", ""),
        document=document_of([("Abstract", sentences)]), references=references,
        words=_BUDGETS["scitldr"], sentences=1, set_name="scitldr",
    )  # fmt: skip


def _longeval(record: dict[str, Any], name: str, papers: dict[str, Any]) -> SummaryItem:
    sentences = _sentences(" ".join(str(record["article"]).split()))
    return SummaryItem(
        id=f"longeval-{name}", title="", document=document_of([("", sentences)]),
        references=(_joined(" ".join(str(record["human"]).split())),), words=_BUDGETS["longeval"], set_name="longeval",
    )  # fmt: skip


def _scientific(record: dict[str, Any], name: str, papers: dict[str, Any]) -> SummaryItem:
    headings, sections = record.get("section_names") or [], record.get("sections") or []
    parts = [
        (str(heading), [_joined(sentence) for sentence in sentences])
        for heading, sentences in zip(headings, sections, strict=False)
    ] or [("", [_joined(sentence) for sentence in record["article_text"]])]
    summary = " ".join(_joined(sentence) for sentence in record["abstract_text"])
    return SummaryItem(
        id=f"scientific-{record.get('article_id') or name}", title="", document=document_of(parts),
        references=(summary,), words=_BUDGETS["scientific_papers"], set_name="scientific_papers",
    )  # fmt: skip


_MAKERS = {"aclsum": _aclsum, "scitldr": _scitldr, "longeval": _longeval, "scientific_papers": _scientific}
_NOT_MIDDLE = re.compile(r"introduction|conclu|acknowledg|abstract", re.IGNORECASE)


def _middle(paper: Any) -> Iterator[tuple[str, list[str]]]:
    """The sections between introduction and conclusion, from the S2ORC form of the paper."""
    parts: list[tuple[str, list[str]]] = []
    for block in (paper or {}).get("pdf_parse", {}).get("body_text", []):
        heading = str(block.get("section") or "")
        if not heading or _NOT_MIDDLE.search(heading):
            continue
        if not parts or parts[-1][0] != heading:
            parts.append((heading, []))
        parts[-1][1].extend(split_sentences(str(block.get("text") or "")))
    yield from parts


def _full_papers(files: list[DataFile]) -> dict[str, Any]:
    """The full papers of ACLSum by their id, where the folder has them."""
    found: dict[str, Any] = {}
    for file in files:
        records = file.first_records(1)
        if records and {"acl_id", "paper"} <= set(records[0]):
            for _, record in file.records():
                if isinstance(record, dict):
                    found[str(record.get("acl_id"))] = record.get("paper")
    return found


def _sentences(text: str) -> list[str]:
    """The sentences of a text; one in small letters throughout was taken apart into tokens, which tell their ends."""
    if any(char.isupper() for char in text[:2000]):
        return split_sentences(_joined(text))
    return [_joined(sentence) for sentence in _ENDS.split(text) if sentence.strip()]


def _joined(text: str) -> str:
    if not _TOKENISED.search(text):
        return text.strip()
    for pattern, instead in _JOINED:
        text = pattern.sub(instead, text)
    return text.strip()
