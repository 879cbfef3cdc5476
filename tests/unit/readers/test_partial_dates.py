from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import PartialDate
from conspectus.readers.partial_dates import month_number, parse_date


@pytest.mark.parametrize(
    "text, year, month, day, more",
    [
        ("2020", 2020, None, None, ""),
        ("2020/03/15/", 2020, 3, 15, ""),
        ("2020///Spring", 2020, None, None, "Spring"),
        ("2005/01//undefined", 2005, 1, None, ""),
        ("2018/04", 2018, 4, None, ""),
        ("2020-03", 2020, 3, None, ""),
        ("2020-03-15", 2020, 3, 15, ""),
        ("20170812", 2017, 8, 12, ""),
        ("15/03/2020", 2020, 3, 15, ""),
        ("03/15/2020", 2020, 3, 15, ""),
        ("05/06/2020", 2020, None, None, "05/06/2020"),
        ("Mar. 2017", 2017, 3, None, ""),
        ("March 15, 2020", 2020, 3, 15, ""),
        ("2020 Mar 15", 2020, 3, 15, ""),
        ("4-8 Aug. 2020", 2020, 8, None, "4-8 Aug. 2020"),
        ("JAN-FEB 2019", 2019, 1, None, "JAN-FEB 2019"),
        ("Winter 2003", 2003, None, None, "Winter 2003"),
        ("2019/2020", 2019, None, None, "2019/2020"),
        ("2020-03-01/2020-03-05", 2020, 3, 1, "2020-03-01/2020-03-05"),
        ("c. 1990", 1990, None, None, "c. 1990"),
        ("1994~", 1994, None, None, "1994~"),
        ("2003-21", 2003, None, None, ""),
    ],
)
def test_dates(text: str, year: int, month: int | None, day: int | None, more: str) -> None:
    assert parse_date(text) == PartialDate(year=year, month=month, day=day, text=more)


@pytest.mark.parametrize("text", ["", "in press", "forthcoming", "0000", "12345", "n.d."])
def test_text_without_a_year_is_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_the_year_may_come_from_elsewhere() -> None:
    assert parse_date("Mar 15", year=2020) == PartialDate(year=2020, month=3, day=15)


def test_months_in_several_languages() -> None:
    assert [month_number(name) for name in ("März", "août", "dic", "Okt.", "7", "13", "x")] == [
        3,
        8,
        12,
        10,
        7,
        None,
        None,
    ]


@given(st.text(st.sampled_from("0123456789/-. JanMrc~?"), max_size=20))
def test_what_is_read_is_a_possible_date(text: str) -> None:
    date = parse_date(text)
    if date is not None:
        assert 1000 <= date.year <= 2999
        assert date.month is None or 1 <= date.month <= 12
        assert date.day is None or (date.month is not None and 1 <= date.day <= 31)
