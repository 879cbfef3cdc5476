from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.pipelines.paper_summary.scoring import Dimensions, decide, sigma

share = st.floats(0, 1)


def dimensions(f: float, c: float, co: float, s: float) -> Dimensions:
    return Dimensions(faithfulness=f, completeness=c, coherence=co, style=s)


@pytest.mark.parametrize(
    "values, score, decision",
    [
        ((0.9, 0.8, 0.9, 0.8), 0.855, "accept"),
        ((0.5, 0.6, 0.8, 0.7), 0.605, "minor"),
        ((0.2, 0.3, 0.5, 0.5), 0.32, "major"),
    ],
)
def test_sigma_by_hand(values: tuple[float, float, float, float], score: float, decision: str) -> None:
    """Appendix B 13."""
    assert sigma(dimensions(*values)) == score
    assert decide(score) == decision


@pytest.mark.parametrize("score, decision", [(0.85, "accept"), (0.8499, "minor"), (0.60, "minor"), (0.5999, "major")])
def test_the_thresholds_are_inclusive(score: float, decision: str) -> None:
    assert decide(score) == decision


def test_a_contradiction_caps_the_score_below_acceptance() -> None:
    assert sigma(dimensions(1, 1, 1, 1), contradicted=True) == 0.84
    assert sigma(dimensions(0.5, 0.6, 0.8, 0.7), contradicted=True) == 0.605


def test_a_dimension_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        sigma(dimensions(1.2, 0, 0, 0))


@given(share, share, share, share)
def test_sigma_is_a_share(f: float, c: float, co: float, s: float) -> None:
    assert 0.0 <= sigma(dimensions(f, c, co, s)) <= 1.0
