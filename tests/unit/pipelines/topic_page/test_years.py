from __future__ import annotations

from conspectus.pipelines.topic_page.years import count_years
from conspectus.testing.topic_papers import topic_paper


def test_records_are_counted_by_year_up_to_the_end_year() -> None:
    """A record without a year crashes the published code (methods 2.5, 5)."""
    papers = [topic_paper(number, "", year=year) for number, year in enumerate((2020, None, 2019, 2020, 2022))]
    years = count_years((), "", papers, end_year=2021)
    assert years.per_year == ((2019, 1), (2020, 2))
    assert (years.without_year, years.later) == (1, 1)
    assert years.note == "4 fetched records with a year."


def test_what_the_source_tells_comes_first_with_its_note() -> None:
    """The total is of all hits and the histogram may not be: the note says so (methods 2.5, 17)."""
    years = count_years(
        [(2022, 5), (2019, 0), (2018, 7)], "12 of 40 hits.", [topic_paper(1, "", year=2001)], end_year=2021
    )
    assert years.per_year == ((2018, 7),)
    assert years.later == 5
    assert years.note == "12 of 40 hits."


def test_no_years_are_no_years() -> None:
    assert count_years((), "", [topic_paper(1, "", year=None)], end_year=2021).per_year == ()
