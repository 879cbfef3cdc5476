from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.pipelines.literature_review.ckma_router import route

CANDIDATES = (
    "graph neural model",
    "graph neural model for text",
    "graph model",
    "graph neural model for text and images with extra words here",
)
texts = st.lists(st.sampled_from(("graph", "model", "text", "and", "a", "b", "!")), max_size=8).map(" ".join)


def test_recall_prefers_the_review_that_contains_the_others() -> None:
    agreement = route(CANDIDATES)
    assert [round(total, 4) for total in agreement.sums] == [1.8727, 2.4545, 1.2485, 3.0]
    assert agreement.chosen == 3


def test_f1_does_not_reward_length() -> None:
    agreement = route(CANDIDATES, metric="rouge1_f1")
    assert [round(total, 4) for total in agreement.sums] == [1.9786, 1.9464, 1.6791, 1.3613]
    assert agreement.chosen == 0


def test_a_tie_goes_to_the_first() -> None:
    agreement = route(["a b c d", "a b x y z w", "a b c e"])
    assert [round(total, 4) for total in agreement.sums] == [1.0833, 1.0, 1.0833]
    assert agreement.chosen == 0


def test_recall_is_measured_against_the_other_review_with_clipped_counts() -> None:
    agreement = route(["a a a b", "a a c d e"])
    # shared: a twice; 2 of the 5 words of the second, 2 of the 4 words of the first
    assert agreement.matrix == ((0.0, 2 / 5), (2 / 4, 0.0))
    assert agreement.chosen == 1


def test_a_single_expert_is_chosen() -> None:
    agreement = route(["anything"])
    assert (agreement.matrix, agreement.sums, agreement.chosen) == (((0.0,),), (0.0,), 0)


def test_an_empty_review_agrees_with_none() -> None:
    agreement = route(["", "a b", "a c"])
    assert agreement.sums[0] == 0.0
    assert agreement.chosen == 1
    assert route(["", ""]).chosen == 0


def test_no_review_is_an_error() -> None:
    with pytest.raises(ValueError, match="no review"):
        route([])


@given(st.lists(texts, min_size=1, max_size=5), st.sampled_from(("rouge1_recall", "rouge1_f1")))
def test_the_chosen_one_has_the_highest_sum_and_scores_are_shares(reviews: list[str], metric: str) -> None:
    agreement = route(reviews, metric=metric)  # type: ignore[arg-type]
    assert agreement.sums[agreement.chosen] == pytest.approx(max(agreement.sums))
    assert all(total < agreement.sums[agreement.chosen] for total in agreement.sums[: agreement.chosen])
    assert all(0.0 <= score <= 1.0 for row in agreement.matrix for score in row)
    assert all(agreement.matrix[e][e] == 0.0 for e in range(len(reviews)))
