from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from conspectus.sources.pubmed_ranges import DateRange, merged_by_rank, split_ranges, years_backward


class Hits:
    """Counts dates, written as numbers year * 10000 + month * 100 + day, and the counts asked for."""

    def __init__(self, dates: list[int]) -> None:
        self.dates = dates
        self.asked = 0

    def __call__(self, first: str, last: str) -> int:
        self.asked += 1
        return sum(_bound(first, "0101") <= date <= _bound(last, "1231") for date in self.dates)


def _bound(text: str, rest: str) -> int:
    digits = text.replace("/", "")
    return int((digits + (rest if len(digits) == 4 else rest[2:] if len(digits) == 6 else ""))[:8])


def test_a_range_is_split_only_where_it_has_too_many() -> None:
    assert list(split_ranges(Hits([20200101]), (1000, 2025), 1)) == [DateRange(first="1000", last="2025", count=1)]
    assert list(split_ranges(Hits([]), (1000, 2025), 1)) == []
    # Three in one year, of which two are in one month, of which each day has one.
    dates = [20200305, 20200309, 20200611]
    assert [(part.first, part.count) for part in split_ranges(Hits(dates), (2020, 2020), 1)] == [
        ("2020/06", 1),
        ("2020/03/09", 1),
        ("2020/03/05", 1),
    ]


def test_a_day_with_too_many_is_given_as_it_is() -> None:
    parts = list(split_ranges(Hits([20200101] * 5), (2019, 2021), 3))
    assert parts == [DateRange(first="2020/01/01", last="2020/01/01", count=5)]


DATES = st.builds(
    lambda year, month, day: year * 10000 + month * 100 + day,
    st.integers(1950, 2024),
    st.integers(1, 12),
    st.integers(1, 28),
)


@given(st.lists(DATES, max_size=40), st.integers(1, 10))
def test_the_parts_have_every_hit_once(dates: list[int], most: int) -> None:
    parts = list(split_ranges(Hits(dates), (1000, 2025), most))
    assert sum(part.count for part in parts) == len(dates)
    assert all(0 < part.count <= most or len(part.first) == 10 for part in parts)
    assert [part.first for part in parts] == sorted((part.first for part in parts), reverse=True)


@given(st.lists(st.integers(1000, 2025), max_size=60))
def test_the_years_of_all_hits_add_up(years: list[int]) -> None:
    hits = Hits([year * 10000 + 101 for year in years])
    found = years_backward(hits, (1000, 2025), len(years), 10_000)
    assert dict(found) == Counter(years)
    assert [year for year, _ in found] == sorted(set(years))
    # A year of its own costs one count or leaps of about twice the logarithm of the gap.
    assert hits.asked <= 24 * len(set(years)) + 1


def test_counts_that_are_used_up_leave_the_latest_years() -> None:
    hits = Hits([year * 10000 + 101 for year in range(1990, 2025)])
    found = years_backward(hits, (1000, 2024), 35, 5)
    assert found == tuple((year, 1) for year in range(2020, 2025))
    assert hits.asked == 5


def test_ranked_lists_are_merged_by_relative_place() -> None:
    # Places: a 1/8, b 3/8, c 5/8, d 7/8; x 1/4, y 3/4.
    assert merged_by_rank([["a", "b", "c", "d"], ["x", "y"]]) == ["a", "x", "b", "c", "y", "d"]
    assert merged_by_rank([["a", "b"], ["b"], []]) == ["a", "b"]
