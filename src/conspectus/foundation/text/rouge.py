"""ROUGE, the one implementation for the router and the evaluation.

Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries". Counts come from
``rouge-score-rs``, which equals Google's rouge-score to the last digit; tokens are lower-cased runs of
ASCII letters and digits, with Porter stems for words longer than three letters when asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from conspectus.foundation.text.tokens import plain_tokens


@dataclass(frozen=True, slots=True)
class RougeScore:
    """Precision, recall and F1 of one ROUGE variant, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def rouge(
    candidate: str,
    reference: str,
    variants: Sequence[str] = ("rouge1", "rouge2", "rougeL"),
    *,
    stemmed: bool = True,
) -> dict[str, RougeScore]:
    """Gives the ROUGE scores of ``candidate`` against ``reference``, by variant.

    Args:
        candidate: The text to judge.
        reference: The text to compare it with.
        variants: Among ``rouge1``, ``rouge2`` and ``rougeL``.
        stemmed: Compare Porter stems rather than words.
    """
    scores = _scorer(tuple(variants), stemmed).score(reference, candidate)
    return {
        name: RougeScore(float(score.precision), float(score.recall), float(score.fmeasure))
        for name, score in scores.items()
    }


def rouge1(candidate: str, reference: str) -> RougeScore:
    """Gives unstemmed ROUGE-1 with clipped counts; an empty text scores 0 (CKMAs, Eq. 4)."""
    mine, theirs = Counter(plain_tokens(candidate)), Counter(plain_tokens(reference))
    shared = sum((mine & theirs).values())
    if not shared:
        return RougeScore(0.0, 0.0, 0.0)
    precision, recall = shared / sum(mine.values()), shared / sum(theirs.values())
    return RougeScore(precision, recall, 2 * precision * recall / (precision + recall))


@lru_cache(maxsize=8)
def _scorer(variants: tuple[str, ...], stemmed: bool) -> Any:
    from rouge_score_rs import rouge_scorer

    return rouge_scorer.RougeScorer(list(variants), use_stemmer=stemmed)  # type: ignore[no-untyped-call]
