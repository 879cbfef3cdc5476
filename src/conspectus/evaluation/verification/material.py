"""What the verifier is tried on, found under a folder by what the files hold."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conspectus.domain.document import SectionKind
from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.foundation.errors import BrokenRecord, ConspectusError
from conspectus.foundation.text.sentences import split_sentences
from conspectus.readers.reading import ReadPaper, read_bytes

_LEAST_WORDS = 7
_JATS = re.compile(r"<article\b[^>]*>|<!DOCTYPE article\b")
_MARK = re.compile(r"<\|[a-z_]*cit\|>")
_LEFT_BRACKETS = re.compile(r"[\[(][\s,;–-]*[\])]?")
_FULL_TEXT_SENTENCES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarisedPaper:
    """A paper's sentences, those of its abstract and conclusion, and people's summaries with their evidence."""

    id: str
    sentences: tuple[str, ...]
    telling: tuple[str, ...]
    summaries: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledClaim:
    """A claim, the texts it cites as sentences, whether they support it, and the documents these are."""

    claim: str
    evidence: tuple[str, ...]
    is_supported: bool
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSummary:
    """A summary with what it is held to, what people gave it, and the text that ROUGE compares it with."""

    sentences: tuple[str, ...]
    evidence: tuple[str, ...]
    rating: float
    reference: str


@dataclass(slots=True)
class Material:
    """All that was found: papers by split, papers with full text, claims and ratings by set, and what was broken."""

    summarised: dict[str, list[SummarisedPaper]] = field(default_factory=lambda: defaultdict(list))
    papers: list[SummarisedPaper] = field(default_factory=list)
    claims: dict[str, list[LabelledClaim]] = field(default_factory=lambda: defaultdict(list))
    ratings: dict[str, list[RatedSummary]] = field(default_factory=lambda: defaultdict(list))
    broken: list[BrokenRecord] = field(default_factory=list)


def load_material(files: Sequence[DataFile], *, papers: int, seed: int) -> Material:
    """Gives what the files hold that the verifier can be tried on.

    Args:
        files: Of any kind; those of no known layout are passed over.
        papers: How many papers with full text are read at most.
        seed: Fixes which of them.
    """
    found = Material()
    corpora: dict[str, dict[str, tuple[str, ...]]] = {}
    claims: list[DataFile] = []
    articles: list[DataFile] = []
    for file in files:
        if _JATS.search(file.head[:4000]):
            articles.append(file)
            continue
        first = file.first_records(1)
        keys = frozenset(first[0]) if first else frozenset()
        if {"sentences", "highlights", "summary"} <= keys:
            found.summarised[file.name.partition(".")[0]] += _summarised(file, found)
        elif {"doc_id", "abstract"} <= keys:
            corpora[str(file.path.parent)] = {
                str(record["doc_id"]): tuple(record["abstract"])
                for record in _records(file, found)
                if "doc_id" in record and isinstance(record.get("abstract"), list)
            }
        elif {"claim", "evidence", "cited_doc_ids"} <= keys:
            claims.append(file)
        elif {"input", "gold_ctx", "answer"} <= keys and first[0].get("answer") in ("true", "false"):
            found.claims[file.name.partition("_")[0]] += _answered(file, found)
        else:
            _ratings(file, keys, found)
    for file in claims:
        corpus = corpora.get(str(file.path.parent))
        if corpus:
            found.claims[file.path.parent.name] += _cited(file, corpus, found)
    random.Random(seed).shuffle(articles)
    for file in articles:
        if len(found.papers) >= papers:
            break
        found.papers += _article(file)
    return found


def _records(file: DataFile, found: Material) -> Iterator[dict[str, Any]]:
    for _, record in file.records():
        if isinstance(record, BrokenRecord):
            found.broken.append(record)
        else:
            yield record


def _summarised(file: DataFile, found: Material) -> Iterator[SummarisedPaper]:
    """Papers whose sentences are marked as evidence of people's summaries (Takeshita et al. 2024, ACLSum)."""
    for record in _records(file, found):
        sections: Mapping[str, list[str]] = record["sentences"]
        summaries = []
        for aspect, summary in record["summary"].items():
            marks = record["highlights"].get(aspect, {})
            evidence = [
                sentence
                for section, flags in marks.items()
                for sentence, flag in zip(sections.get(section, ()), flags, strict=False)
                if flag
            ]
            if evidence and summary.strip():
                summaries.append((summary, tuple(evidence)))
        telling = [*sections.get("abstract", ()), *sections.get("conclusion", ())]
        yield SummarisedPaper(
            id=str(record["id"]),
            sentences=tuple(sentence for section in sections.values() for sentence in section),
            telling=_long_enough(telling),
            summaries=tuple(summaries),
        )


def _article(file: DataFile) -> Iterator[SummarisedPaper]:
    """A paper with full text; one that no reader can read, or without an abstract, gives nothing."""
    try:
        items = list(read_bytes(file.path.read_bytes(), source=file.name).items)
    except (ConspectusError, OSError):
        return
    for item in items:
        document = item.paper.document if isinstance(item, ReadPaper) else None
        if document is None:
            continue
        sentences = tuple(document.text[place.start : place.end] for place in document.sentences())
        abstract = document.sentences(kinds=(SectionKind.ABSTRACT,))
        telling = _long_enough([document.text[place.start : place.end] for place in abstract])
        if len(telling) > 1 and len(sentences) >= _FULL_TEXT_SENTENCES:
            yield SummarisedPaper(id=file.name, sentences=sentences, telling=telling)


def _long_enough(sentences: Sequence[str]) -> tuple[str, ...]:
    return tuple(sentence for sentence in sentences if len(sentence.split()) >= _LEAST_WORDS)


def _cited(file: DataFile, corpus: Mapping[str, tuple[str, ...]], found: Material) -> Iterator[LabelledClaim]:
    """Claims with the documents they cite (the layout of SciFact, Wadden et al. 2020), marks of citations stripped."""
    for record in _records(file, found):
        documents = [str(name) for name in record["cited_doc_ids"]]
        evidence = tuple(sentence for name in documents for sentence in corpus.get(name, ()))
        labels = {part["label"] for parts in record["evidence"].values() for part in parts}
        if evidence:
            yield LabelledClaim(
                claim=_without_marks(record["claim"]),
                evidence=evidence,
                is_supported=labels == {"SUPPORT"},
                documents=tuple(documents),
            )


def _without_marks(claim: str) -> str:
    return " ".join(_LEFT_BRACKETS.sub(" ", _MARK.sub("", claim)).split())


def _answered(file: DataFile, found: Material) -> Iterator[LabelledClaim]:
    """Claims with one abstract each and whether it bears them out."""
    for record in _records(file, found):
        contexts = [context for context in record["gold_ctx"] if context.get("text")]
        if contexts:
            yield LabelledClaim(
                claim=record["input"],
                evidence=tuple(s for c in contexts for s in [c.get("title", ""), *split_sentences(c["text"])] if s),
                is_supported=record["answer"] == "true",
                documents=tuple(context.get("title", "") for context in contexts),
            )


def _ratings(file: DataFile, keys: frozenset[str], found: Material) -> None:
    if {"article", "human", "human_aspect"} <= keys:
        found.ratings["scholarsum"] += _by_facets(file, found)
    elif {"model_summary", "factual_consistency", "dataset_id"} <= keys:
        found.ratings["robust_long_summ"] += _beside_each_other(file, found)
    elif {"article", "summary_sentences"} <= keys:
        found.ratings["qags"] += _by_answers(file, found)
    elif {"transcript", "sentences", "raw_annotations", "reference"} <= keys:
        found.ratings["finesure"] += _by_errors(file, found)


def _by_facets(file: DataFile, found: Material) -> Iterator[RatedSummary]:
    """Summaries of one article by several systems with people's scores (ScholarSum)."""
    for record in _records(file, found):
        evidence = tuple(split_sentences(record["article"]))
        for name, rating in record.items():
            system = name.removesuffix("_human")
            if system != name and isinstance(rating, (int, float)) and isinstance(record.get(system), str):
                yield RatedSummary(
                    sentences=tuple(split_sentences(record[system])), evidence=evidence, rating=float(rating),
                    reference=record["human"],
                )  # fmt: skip


def _beside_each_other(file: DataFile, found: Material) -> Iterator[RatedSummary]:
    """Summaries without their article (Koh et al. 2022): each is held to those by the other systems."""
    by_document: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in _records(file, found):
        by_document[str(record["dataset_id"])].append(record)
    for records in by_document.values():
        for place, record in enumerate(records):
            others = " ".join(other["model_summary"] for at, other in enumerate(records) if at != place)
            if others:
                yield RatedSummary(
                    sentences=tuple(split_sentences(record["model_summary"])),
                    evidence=tuple(split_sentences(others)),
                    rating=float(record["factual_consistency"]),
                    reference=others,
                )


def _by_answers(file: DataFile, found: Material) -> Iterator[RatedSummary]:
    """News summaries whose sentences people called consistent or not (Wang et al. 2020, QAGS)."""
    for record in _records(file, found):
        answers = [r["response"] == "yes" for s in record["summary_sentences"] for r in s["responses"]]
        yield RatedSummary(
            sentences=tuple(sentence["sentence"] for sentence in record["summary_sentences"]),
            evidence=tuple(split_sentences(record["article"])),
            rating=sum(answers) / max(1, len(answers)),
            reference=record["article"],
        )


def _by_errors(file: DataFile, found: Material) -> Iterator[RatedSummary]:
    """News summaries whose sentences people marked as erroneous (Song et al. 2024, FineSurE)."""
    for record in _records(file, found):
        labels = [one for a in record["raw_annotations"].values() for one in a.get("factuality_labels", ())]
        if labels:
            yield RatedSummary(
                sentences=tuple(record["sentences"]),
                evidence=tuple(split_sentences(record["transcript"])),
                rating=1.0 - sum(labels) / len(labels),
                reference=record["transcript"],
            )
