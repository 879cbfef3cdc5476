from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.evaluation.comparison import Bootstrap, Interval

VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another() -> None:
    values = [0.1, 0.5, 0.2, 0.9, 0.4, 0.35]
    assert Bootstrap(6, seed=3).interval(values) == Bootstrap(6, seed=3).interval(values)
    assert Bootstrap(6, seed=3).interval(values) != Bootstrap(6, seed=4).interval(values)


def test_paired_differences_take_away_how_hard_items_are() -> None:
    theirs = [0.1, 0.9, 0.3, 0.7]
    mine = [value + 0.05 for value in theirs]
    found = Bootstrap(4, seed=0).difference(mine, theirs)
    assert found.mean == pytest.approx(0.05)
    assert found.low == pytest.approx(0.05)
    assert found.high == pytest.approx(0.05)


def test_difference_is_arithmetic_on_items() -> None:
    draws = Bootstrap(3, seed=0)
    assert draws.difference([0.5, 0.2, 0.3], [0.1, 0.4, 0.3]).mean == pytest.approx((0.4 - 0.2 + 0.0) / 3)
    assert draws.difference([1.0, 0.0, 0.5], [0.0, 0.0, 0.5]) == draws.interval([1.0, 0.0, 0.0])


@given(VALUES)
def test_intervals_lie_within_the_values_around_the_mean(values: list[float]) -> None:
    found = Bootstrap(len(values), seed=1, draws=200).interval(values)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found.mean == pytest.approx(sum(values) / len(values))


@given(VALUES)
def test_differences_change_sign_with_the_order(values: list[float]) -> None:
    draws, zeros = Bootstrap(len(values), seed=1, draws=200), [0.0] * len(values)
    forth, back = draws.difference(values, zeros), draws.difference(zeros, values)
    assert forth.mean == pytest.approx(-back.mean)
    assert forth.low == pytest.approx(-back.high)


def test_one_item_has_no_spread() -> None:
    assert Bootstrap(1, seed=0).interval([0.25]) == Interval(mean=0.25, low=0.25, high=0.25)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Bootstrap(0, seed=0)
    with pytest.raises(ValueError, match="zip"):
        Bootstrap(2, seed=0).difference([0.1, 0.2], [0.1])
