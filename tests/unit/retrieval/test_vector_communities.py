"""Communities of vectors: the published algorithm, its thresholds, and its hard cases."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from conspectus.foundation.errors import UsageError
from conspectus.retrieval.similar_pairs import unit_rows
from conspectus.retrieval.vector_communities import (
    QUANTILE,
    find_communities,
    search_communities,
    similarity_quantile,
)

Floats = NDArray[np.float64]


def published(vectors: Floats, threshold: float, least: int) -> list[tuple[int, list[int], bool]]:
    """The algorithm of sentence_transformers.util.community_detection, plainly: centre, members, lost any."""
    rows = [row / np.linalg.norm(row) if row.any() else row for row in vectors.astype(float)]
    least = min(least, len(rows))
    candidates = []
    for number, row in enumerate(rows):
        near = [other for other, vector in enumerate(rows) if float(row @ vector) >= threshold - 2.0**-22]
        if len(near) >= least:
            candidates.append((number, near))
    candidates.sort(key=lambda candidate: len(candidate[1]), reverse=True)
    taken: set[int] = set()
    kept = []
    for number, near in candidates:
        left = [member for member in near if member not in taken]
        if len(left) >= least:
            kept.append((number, left, len(left) < len(near)))
            taken.update(left)
    return sorted(kept, key=lambda community: len(community[1]), reverse=True)


def medoid(vectors: Floats, members: list[int]) -> int:
    rows = [vectors[member] / np.linalg.norm(vectors[member]) for member in members]
    sums = [round(sum(float(row @ other) for other in rows), 6) for row in rows]
    return members[sums.index(max(sums))]


def at_angles(*degrees: float) -> Floats:
    """Vectors of length 1 in a plane: similarities are the cosines of the angles between them."""
    return np.array([[np.cos(np.radians(angle)), np.sin(np.radians(angle))] for angle in degrees])


def shown(vectors: Floats, threshold: float, least: int) -> list[list[int]]:
    return [list(community.members) for community in find_communities(vectors, threshold, least_size=least)]


def test_the_centre_comes_first_and_the_nearest_next() -> None:
    # cos 10° = 0.985, cos 20° = 0.940, cos 25° = 0.906: only vector 1 reaches all four at 0.95.
    assert shown(at_angles(0, 10, 20, 25, 90), 0.95, 4) == [[1, 0, 2, 3]]


def test_of_two_that_overlap_the_larger_keeps_the_members() -> None:
    # Around 0°: 0, 5, 10; around 15°: 5, 10, 15, 20, 25 (10° apart is in). Then 0 alone is too few.
    assert shown(at_angles(0, 5, 10, 15, 20, 25), 0.984, 3) == [[2, 1, 3, 0, 4]]
    # With one more at -5° the rest is a community of two.
    assert shown(at_angles(-5, 0, 5, 10, 15, 20, 25), 0.984, 2) == [[2, 1, 3, 0, 4], [5, 6]]


def test_a_community_that_lost_its_centre_gets_the_medoid() -> None:
    # Four around 4° (0, 4, 4, 8) lie in the larger candidate of 8°; of what is left of 16..24 the middle one is nearest
    # to the others.
    vectors = at_angles(0, 4, 8, 12, 16, 20, 24, 28)
    for community, (_, members, lost) in zip(
        find_communities(vectors, 0.99, least_size=2), published(vectors, 0.99, 2), strict=True
    ):
        assert sorted(community.members) == members
        assert not lost or community.centre == medoid(vectors, members)


def test_the_threshold_is_inclusive() -> None:
    """0.96 in float32 is 0.9599999785: a plain comparison with 0.96 would leave it out."""
    vectors = np.array([[1.0, 0.0], [0.96, 0.28]], dtype=np.float32)
    assert shown(vectors, 0.96, 2) == [[0, 1]]
    assert shown(vectors, 0.9601, 2) == []


def test_the_least_size_is_clipped_to_the_number_of_vectors() -> None:
    assert shown(at_angles(0, 1, 2), 0.99, 5) == [[0, 1, 2]]
    assert shown(at_angles(0), 0.99, 5) == [[0]]
    assert shown(np.zeros((0, 4)), 0.99, 5) == []


def test_duplicates_are_one_community_in_order() -> None:
    assert shown(np.ones((100, 3)), 1.0, 5) == [list(range(100))]


def test_vectors_of_zeros_are_similar_to_nothing() -> None:
    vectors = np.vstack([at_angles(0, 1), np.zeros((3, 2)), at_angles(2)])
    assert shown(vectors, 0.99, 2) == [[0, 1, 5]]
    assert shown(np.zeros((3, 2)), 0.5, 1) == []


@pytest.mark.parametrize("threshold, least", [(0.0, 2), (1.01, 2), (0.9, 0)])
def test_numbers_out_of_range_are_refused(threshold: float, least: int) -> None:
    with pytest.raises(UsageError):
        find_communities(at_angles(0, 1), threshold, least_size=least)


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(UsageError, match="Vector 1 "):
        find_communities(np.array([[1.0, 0.0], [np.nan, 0.0]]), 0.9)
    with pytest.raises(UsageError, match="1 axes"):
        find_communities(np.ones(3), 0.9)


@st.composite
def small_sets(draw: st.DrawFn) -> Floats:
    """A few directions, each with copies and near copies, and vectors of zeros in between."""
    width = draw(st.integers(2, 5))
    seed = np.random.default_rng(draw(st.integers(0, 2**32)))
    directions = seed.standard_normal((draw(st.integers(1, 4)), width))
    count = draw(st.integers(1, 40))
    spread = draw(st.sampled_from([0.0, 0.05, 0.3]))
    vectors = directions[seed.integers(0, len(directions), count)] + spread * seed.standard_normal((count, width))
    vectors[seed.random(count) < draw(st.sampled_from([0.0, 0.2]))] = 0.0
    return unit_rows(vectors).astype(np.float64)


@settings(deadline=None)
@given(small_sets(), st.sampled_from([0.5, 0.9, 0.96, 0.99, 1.0]), st.integers(1, 6))
def test_small_sets_give_what_the_published_algorithm_gives(vectors: Floats, threshold: float, least: int) -> None:
    # What is a few units of float32 short of the threshold may be rounded to either side of it; ties are none of these.
    short = threshold - vectors @ vectors.T
    assume(not ((short > 1e-7) & (short < 1e-6)).any())
    found = find_communities(vectors, threshold, least_size=least)
    expected = published(vectors, threshold, least)
    assert [sorted(community.members) for community in found] == [members for _, members, _ in expected]
    for community, (centre, members, lost) in zip(found, expected, strict=True):
        if not lost:
            assert community.centre == centre
        near = [round(float(vectors[community.centre] @ vectors[member]), 6) for member in community.members[1:]]
        assert near == sorted(near, reverse=True)
        if lost:
            sums = {member: float(vectors[member] @ vectors[members].sum(axis=0)) for member in members}
            assert sums[community.centre] >= max(sums.values()) - 1e-6


@settings(deadline=None, max_examples=25)
@given(small_sets(), st.integers(1, 6))
def test_communities_are_apart_and_large_enough(vectors: Floats, least: int) -> None:
    found = find_communities(vectors, 0.9, least_size=least)
    assert all(len(community) >= min(least, len(vectors)) for community in found)
    assert not any(set(one.members) & set(other.members) for one, other in combinations(found, 2))
    sizes = [len(community) for community in found]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("count", [255, 256, 257, 2049, 3000])
def test_large_sets_give_what_a_plain_computation_gives(count: int) -> None:
    """Several blocks, with the bounds of leading directions in use from 2048 vectors on."""
    draw = np.random.default_rng(count)
    centres = draw.standard_normal((12, 64))
    vectors = centres[draw.integers(0, 12, count)] + draw.uniform(0.05, 0.35, (count, 1)) * draw.standard_normal(
        (count, 64)
    )
    vectors[::97] = 0.0
    rows = unit_rows(vectors).astype(np.float64)
    found = find_communities(vectors, 0.93)
    assert [sorted(community.members) for community in found] == [
        members for _, members, _ in _published_by_matrix(rows, 0.93, 5)
    ]
    assert len(found) > 1


def _published_by_matrix(rows: Floats, threshold: float, least: int) -> list[tuple[int, list[int], bool]]:
    near = rows @ rows.T >= threshold - 2.0**-22
    sizes = near.sum(axis=1)
    order = sorted((number for number in range(len(rows)) if sizes[number] >= least), key=lambda number: -sizes[number])
    free = np.ones(len(rows), dtype=bool)
    kept = []
    for number in order:
        left = np.flatnonzero(near[number] & free)
        if len(left) >= least:
            free[left] = False
            kept.append((number, left.tolist(), len(left) < sizes[number]))
    return sorted(kept, key=lambda community: len(community[1]), reverse=True)


def test_the_threshold_goes_down_in_exact_hundredths() -> None:
    """0.96 - 0.02 - 0.02 - 0.02 is 0.8999… in floating point, and 0.90 would be missed."""
    # One pair at exactly 0.90 and another far away: only the last threshold finds two.
    step = np.degrees(np.arccos(0.9))
    found = search_communities(at_angles(0, step, 90, 90 + step), 96, published_by="TOPICAL", least_size=2)
    assert found.threshold.tried == (96, 94, 92, 90)
    assert found.threshold.used == 90
    assert found.threshold.source == "published"
    assert found.threshold.published_by == "TOPICAL"
    assert [community.members for community in found.communities] == [(0, 1), (2, 3)]


def test_the_first_threshold_that_gives_two_is_taken() -> None:
    found = search_communities(at_angles(0, 1, 90, 91), 96, least_size=2)
    assert found.threshold.tried == (96,)
    assert found.threshold.used == 96


def test_one_community_at_the_lowest_threshold_is_none() -> None:
    found = search_communities(at_angles(0, 1, 2, 90), 96, least_size=2)
    assert found.communities == ()
    assert found.threshold.tried == (96, 94, 92, 90)
    assert found.threshold.used is None


def test_without_a_published_threshold_it_is_a_quantile_of_the_similarities() -> None:
    draw = np.random.default_rng(5)
    centres = draw.standard_normal((10, 20))
    vectors = centres[np.arange(150) % 10] + 0.8 * draw.standard_normal((150, 20))
    rows = unit_rows(vectors)
    upper = (rows.astype(float) @ rows.T.astype(float))[np.triu_indices(150, 1)]
    found = search_communities(vectors, None, least_size=3)
    assert found.threshold.source == "quantile"
    assert found.threshold.quantile == QUANTILE
    assert found.threshold.pairs == 150 * 149 // 2
    assert found.threshold.tried[0] == round(100 * np.quantile(upper, QUANTILE))
    assert found == search_communities(vectors, None, least_size=3)


def test_a_quantile_of_many_pairs_is_drawn_alike_each_time() -> None:
    rows = unit_rows(np.random.default_rng(3).standard_normal((1500, 8)))
    value, pairs = similarity_quantile(rows, 0.9)
    assert pairs == 1_000_000
    assert similarity_quantile(rows, 0.9) == (value, pairs)
    upper = (rows.astype(float) @ rows.T.astype(float))[np.triu_indices(1500, 1)]
    assert value == pytest.approx(np.quantile(upper, 0.9), abs=0.005)


def test_a_quantile_near_zero_leaves_room_for_the_steps() -> None:
    found = search_communities(np.eye(30), None)
    assert found.threshold.tried == (7, 5, 3, 1)
    assert found.communities == ()


@pytest.mark.parametrize("vectors", [np.zeros((0, 3)), np.ones((1, 3)), np.ones((100, 3))])
def test_nothing_one_and_all_the_same_have_no_communities(vectors: Floats) -> None:
    assert search_communities(vectors, None).communities == ()
    assert search_communities(vectors, 96).communities == ()


def test_a_threshold_of_the_user_goes_before_the_published_one() -> None:
    found = search_communities(at_angles(0, 20, 90, 110), 96, published_by="TOPICAL", given=93, least_size=2)
    assert found.threshold.source == "given"
    assert found.threshold.tried == (93,)
    assert found.threshold.published_by == ""
    with pytest.raises(UsageError):
        search_communities(at_angles(0, 20), 96, given=101)
    with pytest.raises(UsageError):
        search_communities(at_angles(0, 20), 96, steps=0)
