"""Judges' ratings: the mean of each criterion by judge and over all, and how far judges agree (methods 3.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, variance

CRITERIA = ("relevance", "accuracy", "completeness", "readability")
"""What answers are rated for, each from 1 to 5."""
LEAST, MOST = 1, 5


def cronbach_alpha(ratings: Sequence[Sequence[float]]) -> float:
    """Gives Cronbach's alpha of judges who rated the same things: k / (k - 1) * (1 - Σ var(judge) / var(sum)).

    Variances are those of samples. 0 where the sums do not vary.

    Args:
        ratings: A row for each judge, at least two, with at least two ratings each.

    Raises:
        ValueError: There are too few judges or ratings, or rows of different length.
    """
    judges = len(ratings)
    if judges < 2 or any(len(row) != len(ratings[0]) for row in ratings) or len(ratings[0]) < 2:
        raise ValueError("alpha needs two judges or more, with two ratings or more of the same things")
    whole = variance([sum(column) for column in zip(*ratings, strict=True)])
    if whole == 0:
        return 0.0
    return float(judges / (judges - 1) * (1 - sum(variance(row) for row in ratings) / whole))


def judge_means(ratings: Mapping[str, Mapping[str, Sequence[float]]]) -> dict[str, dict[str, float]]:
    """Gives the mean of each criterion by judge, and under "mean" that of the judges' means.

    Args:
        ratings: By judge and criterion, a rating for each answer.

    Raises:
        ValueError: A rating is not from 1 to 5, or a judge left a criterion out.
    """
    means: dict[str, dict[str, float]] = {}
    for judge, by_criterion in ratings.items():
        if set(by_criterion) != set(CRITERIA):
            raise ValueError(f"{judge} has not rated all of {', '.join(CRITERIA)}")
        for criterion, given in by_criterion.items():
            if not given or any(not LEAST <= rating <= MOST for rating in given):
                raise ValueError(f"a rating of {judge} for {criterion} is not from {LEAST} to {MOST}")
        means[judge] = {criterion: fmean(by_criterion[criterion]) for criterion in CRITERIA}
    if means:
        means["mean"] = {criterion: fmean(of_judge[criterion] for of_judge in means.values()) for criterion in CRITERIA}
    return means
