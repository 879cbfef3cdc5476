"""The teacher's four dimensions, their score σ, and what follows from it (methods 4.5; the weights are ours)."""

from __future__ import annotations

from dataclasses import dataclass

from conspectus.domain.summary_tasks import Decision

ACCEPT, MINOR = 0.85, 0.60
"""The published thresholds: accept from the first, minor revision from the second, both inclusive."""
WEIGHTS = (0.40, 0.30, 0.15, 0.15)
CONTRADICTED_CAP = 0.84
"""The most that a draft with a contradicted sentence can score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimensions:
    """Faithfulness, completeness, coherence and style, each in [0, 1]."""

    faithfulness: float
    completeness: float
    coherence: float
    style: float


def sigma(dimensions: Dimensions, *, contradicted: bool = False) -> float:
    """Gives σ = 0.40·F + 0.30·C + 0.15·Co + 0.15·St, at most 0.84 where a sentence is contradicted.

    Raises:
        ValueError: A dimension is outside [0, 1].
    """
    values = (dimensions.faithfulness, dimensions.completeness, dimensions.coherence, dimensions.style)
    if not all(0.0 <= value <= 1.0 for value in values):
        raise ValueError(f"each dimension must be in [0, 1], not {values}")
    # Rounded so that 0.85 is 0.85 and not the float beneath it.
    total = round(sum(weight * value for weight, value in zip(WEIGHTS, values, strict=True)), 9)
    return min(total, CONTRADICTED_CAP) if contradicted else total


def decide(score: float, *, accept: float = ACCEPT, minor: float = MINOR) -> Decision:
    """Gives what becomes of a draft: accepted, its flagged sentences revised, or all of it written anew."""
    return "accept" if score >= accept else "minor" if score >= minor else "major"
