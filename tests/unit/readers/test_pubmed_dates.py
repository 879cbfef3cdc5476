from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import PartialDate
from conspectus.readers.pubmed_dates import date_of_parts, month_number, parse_date


@pytest.mark.parametrize(
    "text, year, month, day, kept",
    [
        ("2000", 2000, None, None, ""),
        ("2000 Dec", 2000, 12, None, ""),
        ("2000 Dec 3", 2000, 12, 3, ""),
        ("1999 Dec-2000 Jan", 2000, 1, None, "1999 Dec-2000 Jan"),
        ("1998 Dec 30-1999 Jan 5", 1999, 1, 5, "1998 Dec 30-1999 Jan 5"),
        ("2000 Spring-Summer", 2000, None, None, "2000 Spring-Summer"),
        ("2000 Spring", 2000, None, None, "2000 Spring"),
        ("2000 Dec 23- 30", 2000, 12, 23, "2000 Dec 23- 30"),
        ("2000 Jul-Aug", 2000, 7, None, "2000 Jul-Aug"),
        ("1st Quart 1976", 1976, None, None, "1st Quart 1976"),
        ("1976-1977", 1977, None, None, "1976-1977"),
        ("23 December 2000", 2000, 12, 23, ""),
        ("2000/12/23 06:00", 2000, 12, 23, ""),
        ("2000-02", 2000, 2, None, ""),
        ("20001223", 2000, 12, 23, ""),
        ("2000 Feb 31", 2000, 2, None, "2000 Feb 31"),
        ("2000-13", 2000, None, None, "2000-13"),
        ("2004 Feb 29", 2004, 2, 29, ""),
        ("c2004", 2004, None, None, "c2004"),
    ],
)
def test_every_form_of_date(text: str, year: int, month: int | None, day: int | None, kept: str) -> None:
    assert parse_date(text) == PartialDate(year=year, month=month, day=day, text=kept)


@pytest.mark.parametrize("text", ["", "   ", "in press", "Dec", "12345", "99"])
def test_without_a_year_there_is_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_separate_elements() -> None:
    assert date_of_parts("2000", "Dec", "03") == PartialDate(year=2000, month=12, day=3)
    assert date_of_parts("2000", "12") == PartialDate(year=2000, month=12)
    assert date_of_parts("2000", season="Spring") == PartialDate(year=2000, text="2000 Spring")
    assert date_of_parts("2000", "Jan-Feb") == PartialDate(year=2000, month=1, text="2000 Jan-Feb")
    assert date_of_parts("1999-2000") == PartialDate(year=2000, text="1999-2000")
    assert date_of_parts("", "Dec", "3") is None


def test_months_by_name_and_number() -> None:
    assert [month_number(text) for text in ("3", "03", "Mar", "March", "sept", "DEC.")] == [3, 3, 3, 3, 9, 12]
    assert [month_number(text) for text in ("", "0", "13", "Marching", "Spring")] == [None] * 5


@given(st.text(alphabet="0129 -/JanDecSpring", max_size=30))
def test_any_text_gives_a_possible_date_or_none(text: str) -> None:
    date = parse_date(text)
    if date is not None:
        assert 1000 <= date.year <= 2999
        assert date.month is None or 1 <= date.month <= 12
        assert date.day is None or (date.month is not None and 1 <= date.day <= 31)
