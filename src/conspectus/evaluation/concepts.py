"""How well an extractor finds the concepts and relations that people marked.

Five measures, each as precision, recall and F1 over all abstracts (micro-averaged): ``span`` (exact
characters), ``span_overlap`` (any shared character, matched one to one), ``typed_span`` (exact characters
and kind), ``relation`` (exact arguments, kind and, but for Compare and Conjunction, direction) and
``relation_overlap`` (the same with overlapping arguments). Intervals are percentile bootstrap over abstracts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from conspectus.engines.extractive.extract import Extraction, Mention, RelationMention, extract_abstract
from conspectus.evaluation.benchmarks.scierc import AnnotatedAbstract, load_scierc
from conspectus.evaluation.comparison import CONFIDENCE, DRAWS, Interval
from conspectus.evaluation.concept_baselines import Extractor, neighbours_used_for, phrases_all_pairs
from conspectus.foundation.errors import UnknownName

MEASURES = ("span", "span_overlap", "typed_span", "relation", "relation_overlap")
METHODS: dict[str, Extractor] = {
    "conspectus": extract_abstract,
    "phrases": phrases_all_pairs,
    "neighbours": neighbours_used_for(extract_abstract),
}

Scores = Mapping[str, Interval]
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items agree, how many were found, and how many people marked."""

    agreed: int = 0
    found: int = 0
    marked: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.agreed + other.agreed, self.found + other.found, self.marked + other.marked)


def evaluate_concepts(
    documents: Sequence[AnnotatedAbstract], extractor: Extractor = extract_abstract, *, seed: int = 0
) -> dict[str, Scores]:
    """Gives the scores of an extractor as "conspectus", and of two baselines as "phrases" and "neighbours".

    "phrases" are runs without stopwords, all pairs related; "neighbours" are the extractor's own concepts,
    each used for the next.

    Args:
        documents: At least one annotated abstract.
        extractor: What is judged.
        seed: Fixes the bootstrap draws.
    """
    extractors = {
        "conspectus": extractor,
        "phrases": phrases_all_pairs,
        "neighbours": neighbours_used_for(extractor),
    }
    return {name: score_extractor(documents, judged, seed=seed) for name, judged in extractors.items()}


def score_extractor(documents: Sequence[AnnotatedAbstract], extractor: Extractor, *, seed: int = 0) -> Scores:
    """Gives precision, recall and F1 of each measure, by names such as ``span_f1``, in [0, 1].

    Args:
        documents: At least one annotated abstract.
        extractor: What is judged.
        seed: Fixes the bootstrap draws.

    Raises:
        ValueError: There are no documents.
    """
    if not documents:
        raise ValueError("there are no documents to score")
    counted = [count_abstract(document.gold, extractor(document.sentences)) for document in documents]
    size = len(documents)
    draws = np.random.default_rng(seed).multinomial(size, np.full(size, 1.0 / size), size=DRAWS)
    scores: dict[str, Interval] = {}
    for measure in MEASURES:
        table = np.array([_row(counts[measure]) for counts in counted], dtype=np.int64)
        points = _precision_recall_f1(table.sum(axis=0, keepdims=True))
        resampled = _precision_recall_f1(draws @ table)
        for name, point, values in zip(("precision", "recall", "f1"), points, resampled, strict=True):
            tail = (1.0 - CONFIDENCE) / 2
            low, high = np.quantile(values, (tail, 1.0 - tail))
            scores[f"{measure}_{name}"] = Interval(mean=float(point[0]), low=float(low), high=float(high))
    return scores


def count_abstract(gold: Extraction, found: Extraction) -> dict[str, Counts]:
    """Gives the counts of one abstract by measure; what is found or marked twice counts once."""
    mentions, marked = found.mentions, gold.mentions
    relations, related = found.relations, gold.relations
    return {
        "span": _exact(map(_place, mentions), map(_place, marked)),
        "typed_span": _exact(map(_typed_place, mentions), map(_typed_place, marked)),
        "relation": _exact(map(_relation_key, relations), map(_relation_key, related)),
        "span_overlap": _one_to_one(_unique(mentions, _place), _unique(marked, _place), _overlap),
        "relation_overlap": _one_to_one(
            _unique(relations, _relation_key), _unique(related, _relation_key), _relation_overlap
        ),
    }


def run(
    data: Path, split: str = "test", methods: Sequence[str] | None = None, limit: int | None = None
) -> list[dict[str, Any]]:
    """Gives one JSON-ready result for each method on SciERC.

    Args:
        data: SciERC's document form: a file, or a folder that holds it.
        split: "train", "dev" or "test".
        methods: Among "conspectus", "phrases" and "neighbours"; all if None.
        limit: The most abstracts, all if None.

    Raises:
        UnknownName: There is no such method.
        UnreadableFile: The data cannot be read.
        NothingFound: There are no abstracts of that split.
    """
    names = list(METHODS) if methods is None else list(methods)
    for name in names:
        if name not in METHODS:
            raise UnknownName(f"There is no method called {name!r}.", hint=f"Known: {', '.join(METHODS)}.")
    loaded = load_scierc(data, split, limit=limit)
    results = []
    for name in names:
        began = time.perf_counter()
        scores = score_extractor(loaded.documents, METHODS[name])
        results.append(
            {
                "benchmark": "concepts",
                "method": name,
                "n": len(loaded.documents),
                "scores": {key: asdict(value) for key, value in scores.items()},
                "seconds": round(time.perf_counter() - began, 3),
                "broken": [str(failure) for failure in loaded.broken],
            }
        )
    return results


def _row(counts: Counts) -> tuple[int, int, int]:
    """Agreed, found, marked."""
    return counts.agreed, counts.found, counts.marked


def _precision_recall_f1(
    sums: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    agreed, found, marked = (sums[:, column].astype(np.float64) for column in range(3))
    return _ratio(agreed, found), _ratio(agreed, marked), _ratio(2 * agreed, found + marked)


def _ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """Part by whole, 0 where there is nothing."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _place(mention: Mention) -> tuple[int, int, int]:
    return mention.sentence, mention.start, mention.end


def _typed_place(mention: Mention) -> tuple[int, int, int, str]:
    return (*_place(mention), mention.kind.value)


def _relation_key(relation: RelationMention) -> tuple[str, tuple[int, int, int], tuple[int, int, int]]:
    head, tail = _place(relation.head), _place(relation.tail)
    if relation.kind.is_symmetric:
        head, tail = min(head, tail), max(head, tail)
    return relation.kind.value, head, tail


def _exact(found: Iterable[Hashable], marked: Iterable[Hashable]) -> Counts:
    found_set, marked_set = set(found), set(marked)
    return Counts(len(found_set & marked_set), len(found_set), len(marked_set))


def _unique(items: Iterable[_Item], key: Callable[[_Item], Hashable]) -> list[_Item]:
    return list({key(item): item for item in items}.values())


def _one_to_one(found: Sequence[_Item], marked: Sequence[_Item], likeness: Callable[[_Item, _Item], float]) -> Counts:
    """Matches the likest pairs first; each item is matched at most once."""
    pairs = [
        (-likeness(one, other), i, j)
        for i, one in enumerate(found)
        for j, other in enumerate(marked)
        if likeness(one, other) > 0
    ]
    used_found: set[int] = set()
    used_marked: set[int] = set()
    for _, i, j in sorted(pairs):
        if i not in used_found and j not in used_marked:
            used_found.add(i)
            used_marked.add(j)
    return Counts(len(used_found), len(found), len(marked))


def _overlap(one: Mention, other: Mention) -> float:
    """The shared characters by all characters of two mentions."""
    if one.sentence != other.sentence:
        return 0.0
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared / (max(one.end, other.end) - min(one.start, other.start)) if shared > 0 else 0.0


def _relation_overlap(one: RelationMention, other: RelationMention) -> float:
    if one.kind is not other.kind:
        return 0.0
    likeness = _overlap(one.head, other.head) * _overlap(one.tail, other.tail)
    if one.kind.is_symmetric:
        likeness = max(likeness, _overlap(one.head, other.tail) * _overlap(one.tail, other.head))
    return likeness
