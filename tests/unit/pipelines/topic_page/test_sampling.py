from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.pipelines.topic_page.sampling import Sample, sample_clusters, sample_without_clusters


def sampled(clusters: list[list[int]], costs: list[int], budget: int, seed: int = 0, heading: int = 0) -> Sample:
    return sample_clusters(clusters, costs, [heading] * len(clusters), budget=budget, draw=random.Random(seed))


def numbered(sizes: list[int]) -> list[list[int]]:
    clusters, first = [], 0
    for size in sizes:
        clusters.append(list(range(first, first + size)))
        first += size
    return clusters


def price(sample: Sample, costs: list[int], headings: list[int]) -> int:
    return sum(
        headings[number] + sum(costs[paper] for paper in group) for number, group in enumerate(sample.groups) if group
    )


SIZES = st.lists(st.integers(1, 9), min_size=1, max_size=6).map(lambda sizes: sorted(sizes, reverse=True))


@given(SIZES, st.data(), st.sampled_from(["uniform", "similarity"]))
def test_the_budget_holds_headings_and_nothing_is_drawn_twice(
    sizes: list[int], data: st.DataObject, within: str
) -> None:
    clusters = numbered(sizes)
    total = sum(sizes)
    costs = data.draw(st.lists(st.integers(0, 50), min_size=total, max_size=total))
    headings = data.draw(st.lists(st.integers(0, 9), min_size=len(sizes), max_size=len(sizes)))
    budget = data.draw(st.integers(-5, 400))
    seed = data.draw(st.integers(0, 9))
    sample = sample_clusters(
        clusters, costs, headings, budget=budget, draw=random.Random(seed), within=within,  # type: ignore[arg-type]
    )  # fmt: skip
    assert sample.tokens == price(sample, costs, headings)
    assert sample.tokens <= max(budget, 0)
    assert len(set(sample.papers)) == len(sample.papers)
    for cluster, group in zip(clusters, sample.groups, strict=True):
        assert set(group) <= set(cluster)
    # Whatever is left out would not have fitted, unless it was passed over when more was left.
    again = sample_clusters(
        clusters, costs, headings, budget=budget, draw=random.Random(seed), within=within,  # type: ignore[arg-type]
    )  # fmt: skip
    assert again == sample


def test_all_centres_come_before_any_other_paper() -> None:
    clusters = numbered([9, 6, 5])
    sample = sampled(clusters, [10] * 20, budget=30)
    assert sample.groups == ((0,), (9,), (15,))
    more = sampled(clusters, [10] * 20, budget=40)
    assert [group[0] for group in more.groups] == [0, 9, 15]
    assert len(more.papers) == 4


def test_a_centre_that_does_not_fit_is_passed_over_and_the_next_ones_come() -> None:
    """The published code stops at the first one (methods 2.5, 6)."""
    costs = [5, 5, 100, 5, 5, 5]
    sample = sampled([[0, 1], [2, 3], [4, 5]], costs, budget=10)
    assert sample.groups == ((0,), (), (4,))


def test_a_paper_that_does_not_fit_stops_nothing() -> None:
    """Algorithm 1 as printed could draw it for ever; the published code stops at it."""
    sample = sampled([[0, 1, 2], [3, 4]], [5, 1000, 5, 5, 5], budget=20)
    assert sorted(sample.papers) == [0, 2, 3, 4]


def test_headings_are_paid_for() -> None:
    """The published code does not count them, so that the prompt gets too long (methods 2.5, 7)."""
    assert sampled([[0], [1]], [10, 10], budget=25, heading=5).groups == ((0,), ())
    assert sampled([[0], [1]], [10, 10], budget=30, heading=5).groups == ((0,), (1,))


def test_nothing_fits_or_nothing_is_there() -> None:
    assert sampled([[0, 1], [2, 3]], [9] * 4, budget=8) == Sample(groups=((), ()), tokens=0)
    assert sampled([], [], budget=8) == Sample(groups=(), tokens=0)


def test_exhausted_clusters_leave() -> None:
    assert sorted(sampled(numbered([3, 2]), [1] * 5, budget=99).papers) == [0, 1, 2, 3, 4]


def test_extras_are_drawn_in_proportion_to_the_square_root_of_the_size() -> None:
    """Chi-square over one extra draw from each of 6,000 seeds; 13.82 is the 0.1 % bound for 2 degrees of freedom."""
    sizes = [400, 100, 25]
    clusters = numbered(sizes)
    drawn: Counter[int] = Counter()
    for seed in range(6000):
        groups = sampled(clusters, [1] * sum(sizes), budget=4, seed=seed).groups
        drawn[next(number for number, group in enumerate(groups) if len(group) == 2)] += 1
    roots = [math.sqrt(size) for size in sizes]
    expected = [6000 * root / sum(roots) for root in roots]
    assert [round(value) for value in expected] == [3429, 1714, 857]
    chi_square = sum((drawn[number] - value) ** 2 / value for number, value in enumerate(expected))
    assert chi_square < 13.82, (drawn, expected)
    by_size = [6000 * size / sum(sizes) for size in sizes]
    assert sum((drawn[number] - value) ** 2 / value for number, value in enumerate(by_size)) > 13.82


def test_the_choice_inside_a_cluster_is_uniform_or_the_nearest() -> None:
    """Chi-square over 9 papers beside the centre; 26.12 is the 0.1 % bound for 8 degrees of freedom."""
    cluster = list(range(10))
    drawn = Counter(sampled([cluster], [1] * 10, budget=2, seed=seed).groups[0][1] for seed in range(3600))
    assert sum((drawn[paper] - 400) ** 2 / 400 for paper in range(1, 10)) < 26.12
    nearest = sample_clusters([cluster], [1] * 10, [0], budget=4, draw=random.Random(1), within="similarity")
    assert nearest.groups == ((0, 1, 2, 3),)


@pytest.mark.parametrize("strategy", ["random", "relevance"])
@given(costs=st.lists(st.integers(0, 30), max_size=30), budget=st.integers(-3, 200), seed=st.integers(0, 5))
def test_without_clusters_the_budget_is_kept_and_used(strategy: str, costs: list[int], budget: int, seed: int) -> None:
    sample = sample_without_clusters(costs, budget=budget, draw=random.Random(seed), strategy=strategy)  # type: ignore[arg-type]
    (group,) = sample.groups
    assert sample.tokens == sum(costs[paper] for paper in group) <= max(budget, 0)
    left = [cost for paper, cost in enumerate(costs) if paper not in group]
    assert all(cost > budget - sample.tokens for cost in left)


def test_relevance_keeps_the_order_and_chance_does_not() -> None:
    costs = [1] * 50
    assert sample_without_clusters(costs, budget=5, draw=random.Random(1), strategy="relevance").papers == (
        0,
        1,
        2,
        3,
        4,
    )
    one = sample_without_clusters(costs, budget=5, draw=random.Random(1)).papers
    assert one == sample_without_clusters(costs, budget=5, draw=random.Random(1)).papers
    assert one != sample_without_clusters(costs, budget=5, draw=random.Random(2)).papers
