from __future__ import annotations

from typing import get_args

import pytest

from conspectus.foundation.errors import Kind, UsageError
from conspectus.pipelines.literature_review.ablations import check_ablations
from conspectus.pipelines.literature_review.request import Ablation, ReviewRequest


def request(*parts: str, **wishes: object) -> ReviewRequest:
    return ReviewRequest.model_validate({"ablate": parts, **wishes})


def test_there_are_eight_switches_of_which_none_is_refused_alone() -> None:
    assert len(get_args(Ablation)) == 8
    for part in get_args(Ablation):
        check_ablations(request(part), references=7)


def test_unknown_parts_are_refused() -> None:
    with pytest.raises(ValueError, match="ablate"):
        request("everything")


@pytest.mark.parametrize(
    "parts",
    [
        ("kmca", "scientific"),
        ("kmca", "volume"),
        ("kmca", "iterative"),
        ("mpsa", "chunk-summary"),
        ("mpsa", "permutation"),
        ("mpsa", "router"),
        ("permutation", "router"),
    ],
)
def test_a_part_of_an_ablated_part_is_refused(parts: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="changes nothing") as caught:
        check_ablations(request(*parts), references=7)
    assert caught.value.hint
    assert caught.value.kind is Kind.USAGE


def test_iterative_needs_more_than_one_chunk() -> None:
    with pytest.raises(UsageError, match="3 references make one chunk") as caught:
        check_ablations(request("iterative"), references=3)
    assert "--chunk-size" in caught.value.hint
    check_ablations(request("iterative"), references=4)
    check_ablations(request("iterative", chunk_size=2), references=3)


@pytest.mark.parametrize("part", ["permutation", "router"])
def test_experts_need_company(part: str) -> None:
    with pytest.raises(UsageError, match="single expert") as caught:
        check_ablations(request(part, experts=1), references=7)
    assert "--experts" in caught.value.hint


def test_both_agents_may_be_ablated_together() -> None:
    check_ablations(request("kmca", "mpsa"), references=7)
    check_ablations(request("scientific", "volume", "chunk-summary"), references=7)


def test_a_router_has_a_choice_among_free_draws_of_one_path() -> None:
    request = ReviewRequest(ablate=frozenset({"permutation", "router"}))
    with pytest.raises(UsageError):
        check_ablations(request, references=9)
    check_ablations(request, references=9, draws_freely=True)
