"""Publications by year: from the source's own counts, else from the records that were fetched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.paper import Paper
from conspectus.foundation.text.counting import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class YearCounts:
    """Publications by year up to the end year, and what they leave out.

    ``without_year`` counts fetched records without a year, ``later`` publications after the end year. ``note`` says
    which publications the counts cover.
    """

    per_year: tuple[tuple[int, int], ...]
    without_year: int
    later: int
    note: str


def count_years(told: Sequence[tuple[int, int]], note: str, papers: Iterable[Paper], *, end_year: int) -> YearCounts:
    """Gives the publications by year.

    Args:
        told: The source's own (year, hits), none if it tells none; then the records are counted.
        note: Which hits the source's counts cover.
        papers: The records that were fetched; those without a year are counted, not guessed.
        end_year: The last year that counts.
    """
    years = [paper.year for paper in papers]
    known = Counter(year for year in years if year is not None)
    pairs = dict(told) if told else dict(known)
    return YearCounts(
        per_year=tuple(sorted((year, count) for year, count in pairs.items() if year <= end_year and count > 0)),
        without_year=years.count(None),
        later=sum(count for year, count in pairs.items() if year > end_year),
        note=note if told else f"{counted(known.total(), 'fetched record')} with a year.",
    )
