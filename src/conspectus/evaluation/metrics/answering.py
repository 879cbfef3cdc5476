"""How well a method finds evidence and answers: recall, reciprocal rank, overlap of words, agreement, diversity."""

from __future__ import annotations

import math
import string
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence

from conspectus.foundation.text.normalise import match_key

_ARTICLES = frozenset(("a", "an", "the"))


def recall_at(ranked: Sequence[Hashable], gold: Collection[Hashable], depth: int) -> float:
    """Gives the share of the gold paragraphs among the first ``depth`` of a ranking, in [0, 1]; 0 without gold."""
    return len(set(ranked[:depth]) & set(gold)) / len(gold) if gold else 0.0


def reciprocal_rank(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float:
    """Gives 1 / the place of the first gold paragraph, 0 if none is in the ranking."""
    wanted = set(gold)
    return next((1.0 / place for place, each in enumerate(ranked, 1) if each in wanted), 0.0)


def answer_f1(given: str, answers: Iterable[str]) -> float:
    """Gives the best F1 of words between a text and one of several answers, as SQuAD and QASPER have it.

    Case, punctuation and articles do not count.
    """
    return max((_word_f1(given, answer) for answer in answers), default=0.0)


def answer_recall(given: str, answers: Iterable[str]) -> float:
    """Gives the best share of an answer's words that a text holds."""
    return max((_shared(given, answer) / max(len(_words(answer)), 1) for answer in answers), default=0.0)


def macro_f1(given: Sequence[str], gold: Sequence[str]) -> float:
    """Gives the mean over the gold classes of the F1 of each.

    Raises:
        ValueError: There are not as many given as gold.
    """
    scores = []
    pairs = list(zip(given, gold, strict=True))
    for label in sorted(set(gold)):
        right = sum(one == label == other for one, other in pairs)
        said = sum(one == label for one in given)
        there = sum(other == label for other in gold)
        scores.append(2 * right / (said + there) if said + there else 0.0)
    return sum(scores) / len(scores) if scores else 0.0


def source_diversity(papers: Sequence[str]) -> float:
    """Gives how many different papers there are among those of a list of paragraphs, as a share of the list."""
    return len(set(papers)) / len(papers) if papers else 0.0


def overlap_ratio(one: Iterable[str], other: Iterable[str]) -> float:
    """Gives |A ∩ B| / max(|A|, |B|) of two sets of strings, exact after case and accents are set aside; 0 if empty."""
    first, second = _keys(one), _keys(other)
    larger = max(len(first), len(second))
    return len(first & second) / larger if larger else 0.0


def jaccard_distance(one: Iterable[str], other: Iterable[str]) -> float:
    """Gives 1 - |A ∩ B| / |A ∪ B| of two sets of strings, exact after normalisation; 0 for two empty sets."""
    first, second = _keys(one), _keys(other)
    union = first | second
    return 1 - len(first & second) / len(union) if union else 0.0


def cosine_similarity(one: Sequence[float], other: Sequence[float]) -> float:
    """Gives the cosine of two vectors in [-1, 1], 0 if one is zero.

    Raises:
        ValueError: The vectors have not the same length.
    """
    product = math.fsum(a * b for a, b in zip(one, other, strict=True))
    norms = math.sqrt(math.fsum(a * a for a in one)) * math.sqrt(math.fsum(b * b for b in other))
    return product / norms if norms else 0.0


def _keys(texts: Iterable[str]) -> set[str]:
    return {key for key in map(match_key, texts) if key}


def _word_f1(given: str, answer: str) -> float:
    said, wanted = _words(given), _words(answer)
    if not said or not wanted:
        return float(said == wanted)
    shared = _shared(given, answer)
    if not shared:
        return 0.0
    precision, recall = shared / len(said), shared / len(wanted)
    return 2 * precision * recall / (precision + recall)


def _shared(given: str, answer: str) -> int:
    return (Counter(_words(given)) & Counter(_words(answer))).total()


def _words(text: str) -> list[str]:
    bare = "".join(" " if char in string.punctuation else char for char in text.lower())
    return [word for word in bare.split() if word not in _ARTICLES]
