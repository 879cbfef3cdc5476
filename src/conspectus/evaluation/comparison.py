"""Means with their uncertainty, and whether one method differs from another.

Percentile bootstrap over items (Efron and Tibshirani 1993, chapter 13). Methods are compared on the same
items, so differences are paired: what is resampled is the difference of each item, which takes away how
hard an item is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWS = 1000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean and the ends of its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


class Bootstrap:
    """Resamples of ``size`` items, drawn once, so that every figure of a run rests on the same draws.

    Args:
        size: The number of items, at least 1.
        seed: Fixes the draws.
        draws: How many resamples.

    Raises:
        ValueError: ``size`` or ``draws`` is below 1.
    """

    def __init__(self, size: int, *, seed: int, draws: int = DRAWS) -> None:
        if size < 1 or draws < 1:
            raise ValueError("size and draws must be at least 1")
        chance = random.Random(seed)
        picked = [chance.randrange(size) for _ in range(size * draws)]
        self._picked: NDArray[np.int64] = np.asarray(picked, dtype=np.int64).reshape(draws, size)

    def interval(self, values: Sequence[float]) -> Interval:
        """Gives the mean of ``values``, one for each item, with its interval."""
        array = np.asarray(values, dtype=np.float64)
        means = array[self._picked].mean(axis=1)
        tail = (1.0 - CONFIDENCE) / 2
        low, high = np.quantile(means, (tail, 1.0 - tail))
        return Interval(mean=float(array.mean()), low=float(low), high=float(high))

    def difference(self, mine: Sequence[float], theirs: Sequence[float]) -> Interval:
        """Gives the mean paired difference ``mine - theirs`` with its interval.

        Raises:
            ValueError: The two do not hold one value for each item.
        """
        return self.interval([one - other for one, other in zip(mine, theirs, strict=True)])
