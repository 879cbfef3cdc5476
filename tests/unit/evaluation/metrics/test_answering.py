from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.evaluation.metrics.answering import (
    answer_f1,
    answer_recall,
    cosine_similarity,
    jaccard_distance,
    macro_f1,
    overlap_ratio,
    recall_at,
    reciprocal_rank,
    source_diversity,
)

# Sizes of the entity sets of the five published questions, as (one, other, shared): methods 3.7, with the ratios that
# the paper prints. Its fifth overlap counts near matches, which the definition here does not.
PUBLISHED = (
    (12, 11, 1, 0.0833, 0.9545),
    (16, 12, 1, 0.0625, 0.9630),
    (23, 9, 3, 0.1304, 0.8966),
    (16, 11, 3, 0.1875, 0.8750),
)


@pytest.mark.parametrize("one, other, shared, overlap, distance", PUBLISHED)
def test_the_published_overlaps(one: int, other: int, shared: int, overlap: float, distance: float) -> None:
    first = [f"Entity {n}" for n in range(one)]
    second = [f"entity {n}" for n in range(shared)] + [f"other {n}" for n in range(other - shared)]
    assert overlap_ratio(first, second) == pytest.approx(overlap, abs=5e-5)
    assert jaccard_distance(first, second) == pytest.approx(distance, abs=5e-5)


def test_the_fifth_published_distance() -> None:
    """|A| = 17, |B| = 12 and 6 shared make 0.7391; the printed overlap of 0.3478 is 8 / 23 and counts near matches."""
    first = [f"e{n}" for n in range(17)]
    second = [f"e{n}" for n in range(6)] + [f"o{n}" for n in range(6)]
    assert jaccard_distance(first, second) == pytest.approx(0.7391, abs=5e-5)


def test_ranks_by_hand() -> None:
    ranked = ["c", "a", "d", "b"]
    assert recall_at(ranked, {"a", "b"}, 2) == 0.5
    assert recall_at(ranked, {"a", "b"}, 4) == 1.0
    assert recall_at(ranked, set(), 4) == 0.0
    assert reciprocal_rank(ranked, {"a", "b"}) == 0.5
    assert reciprocal_rank(ranked, {"z"}) == 0.0


def test_answers_by_hand() -> None:
    assert answer_f1("The two bees.", ["two bees"]) == 1.0
    assert answer_f1("two bees fly", ["three wasps", "two bees"]) == pytest.approx(0.8)
    assert answer_f1("", ["bees"]) == 0.0 == answer_f1("wasps", ["bees"])
    assert answer_recall("two bees fly far", ["two bees"]) == 1.0


def test_classes_by_hand() -> None:
    """yes: 2 * 1 / (2 + 1); no: 2 * 1 / (1 + 2); maybe is never gold."""
    assert macro_f1(["yes", "yes", "no"], ["yes", "no", "no"]) == pytest.approx(2 / 3)
    assert macro_f1([], []) == 0.0
    with pytest.raises(ValueError, match="zip"):
        macro_f1(["yes"], [])


def test_diversity_and_similarity() -> None:
    assert source_diversity(["a", "a", "b", "c"]) == 0.75
    assert source_diversity([]) == 0.0
    assert cosine_similarity([1, 0], [1, 1]) == pytest.approx(2**-0.5)
    assert cosine_similarity([0, 0], [1, 1]) == 0.0


@given(st.sets(st.sampled_from("abcdefgh")), st.sets(st.sampled_from("abcdefgh")))
def test_overlap_and_distance_are_bounded_and_symmetric(one: set[str], other: set[str]) -> None:
    assert overlap_ratio(one, other) == overlap_ratio(other, one)
    assert 0.0 <= jaccard_distance(one, other) == jaccard_distance(other, one) <= 1.0
    assert overlap_ratio(one, one) == (1.0 if one else 0.0)
    assert jaccard_distance(one, one) == 0.0
