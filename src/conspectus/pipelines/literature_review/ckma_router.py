"""The router: the expert whose review agrees most with the others is chosen (CKMAs, Eq. 4).

e* = argmax_e Σ_{j≠e} rouge1_recall(Y_e, Y_j), where Y_j is the reference and counts are clipped. Ties go to the
first. Recall favours long reviews, since a superset of the others wins; F1 does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conspectus.foundation.text.rouge import rouge1


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How the experts agree: ``matrix[e][j]`` is the score of e against j (0 on the diagonal), ``sums`` its row sums.

    ``chosen`` is the index of the expert with the highest sum.
    """

    matrix: tuple[tuple[float, ...], ...]
    sums: tuple[float, ...]
    chosen: int


def route(reviews: Sequence[str], *, metric: Literal["rouge1_recall", "rouge1_f1"] = "rouge1_recall") -> Agreement:
    """Gives the agreement of the experts' reviews and the chosen one.

    Args:
        reviews: The plain text of each review; an empty one agrees with none.
        metric: ROUGE-1 recall as published, or F1.

    Raises:
        ValueError: There is no review.
    """
    if not reviews:
        raise ValueError("There is no review to choose from.")
    matrix = tuple(
        tuple(0.0 if e == j else _score(mine, other, metric) for j, other in enumerate(reviews))
        for e, mine in enumerate(reviews)
    )
    sums = tuple(sum(row) for row in matrix)
    # Rounded, so that sums which are equal but for the order of addition are ties.
    best = max(range(len(sums)), key=lambda e: (round(sums[e], 9), -e))
    return Agreement(matrix=matrix, sums=sums, chosen=best)


def _score(mine: str, other: str, metric: str) -> float:
    score = rouge1(mine, other)
    return score.recall if metric == "rouge1_recall" else score.f1
