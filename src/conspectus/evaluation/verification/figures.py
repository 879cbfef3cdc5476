"""Figures of a verifier: AUROC, balanced accuracy, and rank correlation with people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def auroc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """Gives the chance in [0, 1] that a true item scores above a false one, ties as a half.

    Raises:
        ValueError: The labels are all the same, or their number is not that of the scores.
    """
    if len(scores) != len(labels) or len(set(labels)) != 2:
        raise ValueError("AUROC needs one label for each score, and items of both kinds")
    ranks = _ranks(scores)
    true = np.asarray(labels, dtype=bool)
    positive, negative = int(true.sum()), int((~true).sum())
    return float((ranks[true].sum() - positive * (positive + 1) / 2) / (positive * negative))


def balanced_accuracy(given: Sequence[bool], labels: Sequence[bool]) -> float:
    """Gives the mean of the shares of true items called true and of false items called false.

    Raises:
        ValueError: The labels are all the same, or their number is not that of the answers.
    """
    if len(given) != len(labels) or len(set(labels)) != 2:
        raise ValueError("balanced accuracy needs one label for each answer, and items of both kinds")
    answers, true = np.asarray(given, dtype=bool), np.asarray(labels, dtype=bool)
    return float((answers[true].mean() + (~answers[~true]).mean()) / 2)


def best_threshold(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """Gives the threshold from which calling an item true has the best balanced accuracy; the least among equals."""
    candidates = sorted(set(scores))
    if len(candidates) > _MOST_THRESHOLDS:
        candidates = [candidates[round(at)] for at in np.linspace(0, len(candidates) - 1, _MOST_THRESHOLDS)]
    return max(candidates, key=lambda least: (balanced_accuracy([s >= least for s in scores], labels), -least))


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Gives the rank correlation in [-1, 1], ties sharing their rank; None if one side is all the same.

    Raises:
        ValueError: The two are not of one length.
    """
    if len(one) != len(other):
        raise ValueError("rank correlation needs pairs")
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


_MOST_THRESHOLDS = 200


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """The 1-based ranks, the mean of them for ties."""
    array = np.asarray(values, dtype=np.float64)
    _, inverse, counts = np.unique(array, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)
