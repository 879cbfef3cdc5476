"""More of PubMed than one search gives: ranges of publication dates, and how many hits each year has.

``count`` stands for a search that only counts hits with dates from one to another.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

Count = Callable[[str, str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRange:
    """Dates from ``first`` to ``last`` as PubMed writes them (2020, 2020/03, 2020/03/15), and the hits in them."""

    first: str
    last: str
    count: int


def split_ranges(count: Count, years: tuple[int, int], most: int) -> Iterator[DateRange]:
    """Yields ranges of dates that have hits, newest first, each of at most ``most`` hits where dates allow that.

    Centuries are split into their latest eighth and the rest, fewer years into halves, a year into months and a
    month into days; a day is not split.

    Args:
        count: Counts the hits between two dates.
        years: The first and the last year.
        most: The most hits of a range.
    """
    first, last = years
    found = count(str(first), str(last))
    if not found:
        return
    if found <= most:
        yield DateRange(first=str(first), last=str(last), count=found)
    elif first < last:
        # Most papers are recent: what is old is told apart in few steps.
        span = last - first
        middle = last - max(1, span // 8 if span > 100 else span // 2)
        yield from split_ranges(count, (middle + 1, last), most)
        yield from split_ranges(count, (first, middle), most)
    else:
        yield from _parts_of_year(count, first, most)


def _parts_of_year(count: Count, year: int, most: int) -> Iterator[DateRange]:
    for month in range(12, 0, -1):
        name = f"{year}/{month:02}"
        found = count(name, name)
        if 0 < found <= most:
            yield DateRange(first=name, last=name, count=found)
        elif found:
            for day in range(calendar.monthrange(year, month)[1], 0, -1):
                date = f"{name}/{day:02}"
                if there := count(date, date):
                    yield DateRange(first=date, last=date, count=there)


def merged_by_rank(lists: Sequence[Sequence[str]]) -> list[str]:
    """Gives the ids of several ranked lists in one, by their relative place in their own list.

    Scores of different searches cannot be compared; that an id stands in the first tenth of its list can.
    """
    placed = [
        ((place + 0.5) / len(ranked), number, name)
        for number, ranked in enumerate(lists)
        for place, name in enumerate(ranked)
    ]
    return list(dict.fromkeys(name for _, _, name in sorted(placed)))


def years_backward(count: Count, years: tuple[int, int], total: int, most_counts: int) -> tuple[tuple[int, int], ...]:
    """Gives (year, hits) from the last year backward until every hit has a year or the counts are used up.

    Counted are the hits *up to* each year, so that a paper that came out online in one year and in print in the
    next counts once, in the earlier; the numbers of all years add up to the number of hits.

    Args:
        count: Counts the hits between two dates.
        years: The first and the last year.
        total: The hits in all of them.
        most_counts: The most counts that are asked for.
    """
    first, last = years
    found: list[tuple[int, int]] = []
    upto, year = total, last
    known = {first - 1: 0}
    try:
        while upto > 0 and year >= first:
            latest, before = _latest_change(partial(_known_count, known, count, most_counts, first), upto, year, first)
            found.append((latest, upto - before))
            upto, year = before, latest - 1
    except _UsedUp:
        pass
    return tuple(reversed(found))


class _UsedUp(Exception):
    """No further count may be asked for."""


def _known_count(known: dict[int, int], count: Count, most: int, first: int, year: int) -> int:
    if year not in known:
        if len(known) > most:
            raise _UsedUp
        known[year] = count(str(first), str(year))
    return known[year]


def _latest_change(up_to: Callable[[int], int], hits: int, year: int, first: int) -> tuple[int, int]:
    """Gives the latest year, up to ``year``, after which there are ``hits``, and the hits before it.

    Years without hits are leapt over: in doubling steps back, then by halves of what was leapt.
    """
    high, low, step = year, year - 1, 1
    while low >= first and up_to(low) == hits:
        high, step = low, step * 2
        low = max(first - 1, low - step)
    while high - low > 1:
        middle = (high + low) // 2
        if up_to(middle) == hits:
            high = middle
        else:
            low = middle
    return high, up_to(low)
