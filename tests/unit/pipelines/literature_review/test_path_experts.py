from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.pipelines.literature_review.path_experts import in_path_order, sample_paths


def available(sizes: list[int]) -> int:
    return math.factorial(len(sizes)) * math.prod(math.factorial(size) for size in sizes)


@pytest.mark.parametrize("sizes, permutations", [([3], 1), ([3, 1], 2), ([3, 3, 1], 6)])
def test_chunk_permutations_come_first_and_are_distinct(sizes: list[int], permutations: int) -> None:
    paths = sample_paths(sizes, permutations, random.Random(0))
    assert len({path.chunks for path in paths}) == permutations
    assert {path.level for path in paths} == {"chunk"}
    assert all(
        inside == tuple(range(sizes[c])) for p in paths for c, inside in zip(p.chunks, p.references, strict=True)
    )


def test_references_are_permuted_when_chunk_permutations_run_out() -> None:
    paths = sample_paths([3, 2], 5, random.Random(0))
    assert [path.level for path in paths] == ["chunk", "chunk", "reference", "reference", "reference"]
    assert len({(path.chunks, path.references) for path in paths}) == 5


def test_one_chunk_of_three_still_gives_three_experts() -> None:
    paths = sample_paths([3], 3, random.Random(0))
    assert [path.level for path in paths] == ["chunk", "reference", "reference"]
    assert len({path.references for path in paths}) == 3


@pytest.mark.parametrize("sizes, most", [([1], 1), ([2], 2), ([1, 1], 2), ([3], 6)])
def test_there_are_no_more_experts_than_paths(sizes: list[int], most: int) -> None:
    assert len(sample_paths(sizes, 24, random.Random(1))) == most


def test_the_same_seed_gives_the_same_paths_and_another_seed_others() -> None:
    first, again, other = (sample_paths([3] * 5, 3, random.Random(seed)) for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_chunk_permutations_are_drawn_evenly() -> None:
    draws = Counter(sample_paths([1, 1, 1], 1, random.Random(seed))[0].chunks for seed in range(1200))
    assert len(draws) == 6
    assert all(140 < count < 260 for count in draws.values())  # 200 expected, σ ≈ 13


def test_hundreds_of_chunks_need_no_list_of_all_permutations() -> None:
    paths = sample_paths([3] * 200, 24, random.Random(0))
    assert len({path.chunks for path in paths}) == 24
    assert all(sorted(path.chunks) == list(range(200)) for path in paths)


def test_items_stand_in_the_order_of_the_path() -> None:
    (path,) = sample_paths([1], 1, random.Random(0))
    assert in_path_order([["a"]], path) == ["a"]
    for path in sample_paths([2, 1], 4, random.Random(0)):
        ordered = in_path_order([["a", "b"], ["c"]], path)
        assert sorted(ordered) == ["a", "b", "c"]
        assert ordered.index("c") in (0, 2)  # a chunk stays together


@settings(max_examples=60)
@given(st.lists(st.integers(1, 3), min_size=1, max_size=9), st.integers(1, 24), st.integers(0, 1000))
def test_paths_are_distinct_complete_and_as_many_as_wanted_or_there_are(
    sizes: list[int], experts: int, seed: int
) -> None:
    paths = sample_paths(sizes, experts, random.Random(seed))
    assert len(paths) == min(experts, available(sizes))
    assert len({(path.chunks, path.references) for path in paths}) == len(paths)
    everything = [[(chunk, index) for index in range(size)] for chunk, size in enumerate(sizes)]
    for path in paths:
        assert sorted(in_path_order(everything, path)) == [item for chunk in everything for item in chunk]
