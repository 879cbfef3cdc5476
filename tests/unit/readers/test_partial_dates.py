from __future__ import annotations

import calendar
import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conspectus.domain.paper import PartialDate
from conspectus.readers.partial_dates import month_number, parse_date

# The date that each text tells: all of it is in the numbers, and no text is kept.
TOLD = [
    # ISO and its relatives
    ("2020", 2020, None, None),
    (" 2020 ", 2020, None, None),
    ("2020.", 2020, None, None),
    ("(2020)", 2020, None, None),
    ("2020-03", 2020, 3, None),
    ("2020-3", 2020, 3, None),
    ("2020-03-15", 2020, 3, 15),
    ("2020-3-5", 2020, 3, 5),
    ("2020.03.15", 2020, 3, 15),
    ("2020/03/15", 2020, 3, 15),
    ("2020 / 03 / 15", 2020, 3, 15),
    ("2020-03-15T12:30:00Z", 2020, 3, 15),
    ("2020-03-15 12:30", 2020, 3, 15),
    ("2020/12/23 06:00", 2020, 12, 23),
    ("20200315", 2020, 3, 15),
    ("20170812", 2017, 8, 12),
    ("2020-00-00", 2020, None, None),
    ("2020-03-00", 2020, 3, None),
    ("2020.0", 2020, None, None),
    ("1665", 1665, None, None),
    ("2018/04", 2018, 4, None),
    ("2020-02-29", 2020, 2, 29),
    # RIS
    ("2020///", 2020, None, None),
    ("2020/03//", 2020, 3, None),
    ("2020/03/15/", 2020, 3, 15),
    ("2005/01//undefined", 2005, 1, None),
    ("2020/3/5/", 2020, 3, 5),
    ("2020/00/00/", 2020, None, None),
    # day and month first
    ("15.3.2020", 2020, 3, 15),
    ("15. 3. 2020", 2020, 3, 15),
    ("05.06.2020", 2020, 6, 5),
    ("15/03/2020", 2020, 3, 15),
    ("03/15/2020", 2020, 3, 15),
    ("3/15/2020", 2020, 3, 15),
    ("5/5/2020", 2020, 5, 5),
    ("15-03-2020", 2020, 3, 15),
    ("03/2020", 2020, 3, None),
    ("3.2020", 2020, 3, None),
    ("15/03/2020 10:00:00", 2020, 3, 15),
    # names of months in English
    ("March 2020", 2020, 3, None),
    ("Mar. 2017", 2017, 3, None),
    ("Mar 2020", 2020, 3, None),
    ("2020 Mar", 2020, 3, None),
    ("2020 Mar 15", 2020, 3, 15),
    ("2020, March 15", 2020, 3, 15),
    ("March 15, 2020", 2020, 3, 15),
    ("Mar 15 2020", 2020, 3, 15),
    ("15 March 2020", 2020, 3, 15),
    ("15-Mar-2020", 2020, 3, 15),
    ("15MAR2020", 2020, 3, 15),
    ("15th March 2020", 2020, 3, 15),
    ("March 1st, 2020", 2020, 3, 1),
    ("the 3rd of May, 2020", 2020, 5, 3),
    ("Sunday, 15 March 2020", 2020, 3, 15),
    ("Sun, 15 Mar 2020", 2020, 3, 15),
    ("SEPT 2020", 2020, 9, None),
    ("Sept. 3, 2020", 2020, 9, 3),
    ("may 2020", 2020, 5, None),
    ("2000 Dec 3", 2000, 12, 3),
    ("Dec-2019", 2019, 12, None),
    ("February (2019)", 2019, 2, None),
    # other languages
    ("15. März 2020", 2020, 3, 15),
    ("Mär. 2020", 2020, 3, None),
    ("Mrz 2020", 2020, 3, None),
    ("1. Dezember 1999", 1999, 12, 1),
    ("Jänner 2001", 2001, 1, None),
    ("Okt. 2003", 2003, 10, None),
    ("15 mars 2020", 2020, 3, 15),
    ("1er janvier 2020", 2020, 1, 1),
    ("août 2019", 2019, 8, None),
    ("févr. 2019", 2019, 2, None),
    ("14 décembre 2004", 2004, 12, 14),
    ("juillet 1789", 1789, 7, None),
    ("15 de marzo de 2020", 2020, 3, 15),
    ("enero 2020", 2020, 1, None),
    ("dic. 2018", 2018, 12, None),
    ("setiembre 2018", 2018, 9, None),
    ("15 marzo 2020", 2020, 3, 15),
    ("gennaio 2020", 2020, 1, None),
    ("giu 2011", 2011, 6, None),
    ("ottobre 1988", 1988, 10, None),
    ("15 de março de 2020", 2020, 3, 15),
    ("fevereiro 2020", 2020, 2, None),
    ("out. 2015", 2015, 10, None),
    ("dezembro de 2015", 2015, 12, None),
    ("15 maart 2020", 2020, 3, 15),
    ("mei 2020", 2020, 5, None),
    ("augustus 1950", 1950, 8, None),
    ("15 marca 2020", 2020, 3, 15),
    ("styczeń 2020", 2020, 1, None),
    ("1 października 2020", 2020, 10, 1),
    ("paź 2020", 2020, 10, None),
    ("lipiec 2020", 2020, 7, None),
    ("15 Mart 2020", 2020, 3, 15),
    ("Şubat 2020", 2020, 2, None),
    ("Ağustos 2020", 2020, 8, None),
    ("3 Kasım 2020", 2020, 11, 3),
    ("ARALIK 2020", 2020, 12, None),
    ("Ekim 2020", 2020, 10, None),
    # East Asia
    ("2020年3月15日", 2020, 3, 15),
    ("2020年3月", 2020, 3, None),
    ("2020年", 2020, None, None),
    ("２０２０年３月", 2020, 3, None),
    ("2020년 3월 15일", 2020, 3, 15),
]

# What is kept in the text because year, month and day do not say it.
KEPT = [
    # uncertain
    ("2020~", 2020, None, None),
    ("2020?", 2020, None, None),
    ("2020-03~", 2020, 3, None),
    ("2020%", 2020, None, None),
    ("1994~", 1994, None, None),
    ("c. 1990", 1990, None, None),
    ("ca. 1990", 1990, None, None),
    ("circa 1990", 1990, None, None),
    ("c1990", 1990, None, None),
    ("[1998]", 1998, None, None),
    ("[1998?]", 1998, None, None),
    ("©2003", 2003, None, None),
    ("c2004", 2004, None, None),
    ("before 1850", 1850, None, None),
    ("2020-XX", 2020, None, None),
    ("2020 (in press)", 2020, None, None),
    ("forthcoming 2021", 2021, None, None),
    ("2001 [reprint 2010]", 2001, None, None),
    ("2020, online", 2020, None, None),
    # ranges
    ("2020-03/2020-04", 2020, 3, None),
    ("2020-03-01/2020-03-05", 2020, 3, 1),
    ("2020-03/..", 2020, 3, None),
    ("../2020-03", 2020, 3, None),
    ("2020-03/04", 2020, 3, None),
    ("2019/2020", 2019, None, None),
    ("2019-2020", 2020, None, None),
    ("2019–2020", 2020, None, None),
    ("1976-77", 1977, None, None),
    ("2019/20", 2019, None, None),
    ("1999 Dec-2000 Jan", 2000, 1, None),
    ("Dec 1999-Jan 2000", 2000, 1, None),
    ("1998 Dec 30-1999 Jan 5", 1999, 1, 5),
    ("30 Dec 1998 – 5 Jan 1999", 1999, 1, 5),
    ("1998 Dec-1999", 1999, None, None),
    ("2000 Dec 23- 30", 2000, 12, 23),
    ("4-8 Aug. 2020", 2020, 8, 4),
    ("August 4–8, 2020", 2020, 8, 4),
    ("28 Mar-2 Apr 2020", 2020, 3, 28),
    ("JAN-FEB 2019", 2019, 1, None),
    ("2000 Jul-Aug", 2000, 7, None),
    ("May/June 1999", 1999, 5, None),
    ("2017 Apr 15 and 16", 2017, 4, 15),
    # seasons and quarters
    ("Winter 2003", 2003, None, None),
    ("2020 Spring", 2020, None, None),
    ("2020 Spring-Summer", 2020, None, None),
    ("Frühjahr 2001", 2001, None, None),
    ("printemps 2012", 2012, None, None),
    ("otoño de 1999", 1999, None, None),
    ("estate 2005", 2005, None, None),
    ("verão 2005", 2005, None, None),
    ("herfst 2009", 2009, None, None),
    ("jesień 2009", 2009, None, None),
    ("ilkbahar 2014", 2014, None, None),
    ("Q3 2020", 2020, None, None),
    ("2020 Q3", 2020, None, None),
    ("1st Quart 1976", 1976, None, None),
    ("3rd quarter 2011", 2011, None, None),
    ("2003-21", 2003, None, None),
    ("2020-W12", 2020, None, None),
    ("1976-1977", 1977, None, None),
    # what cannot be, and what cannot be told apart
    ("2020-02-30", 2020, 2, None),
    ("30 Feb 2020", 2020, 2, None),
    ("2000 Feb 31", 2000, 2, None),
    ("2019-02-29", 2019, 2, None),
    ("2020-13", 2020, None, None),
    ("2020-13-01", 2020, None, None),
    ("31.4.2020", 2020, 4, None),
    ("31.13.2020", 2020, None, None),
    ("05/06/2020", 2020, None, None),
    ("05-06-2020", 2020, None, None),
    ("2020-03-45", 2020, 3, None),
    ("45 March 2020", 2020, 3, None),
    ("Vol. 3, March 2020", 2020, 3, None),
    # years of two digits, behind an apostrophe only
    ("'98", 1998, None, None),
    ("’05", 2005, None, None),
    ("Mar '98", 1998, 3, None),
    # other words
    ("Augsburg 2019", 2019, None, None),
    ("Marching on, 2019", 2019, None, None),
    ("发表于2020年3月", 2020, 3, None),
]

NO_DATE = [
    "",
    "  ",
    "in press",
    "In Press, Corrected Proof",
    "forthcoming",
    "to appear",
    "submitted",
    "n.d.",
    "s.a.",
    "0000",
    "9999",
    "12345",
    "43905",
    "99",
    "98",
    "199X",
    "19XX",
    "1990s",
    "the 1960s",
    "Spring",
    "Dec",
    "March 15",
    "2.3",
    "0999",
    "2101",
    "-0044",
    "令和2年",
    "undefined",
    "'90s",
    "202003",
]


@pytest.mark.parametrize("text, year, month, day", TOLD)
def test_dates_that_numbers_tell_whole(text: str, year: int, month: int | None, day: int | None) -> None:
    assert parse_date(text) == PartialDate(year=year, month=month, day=day)


@pytest.mark.parametrize("text, year, month, day", KEPT)
def test_dates_of_which_the_text_says_more(text: str, year: int, month: int | None, day: int | None) -> None:
    assert parse_date(text) == PartialDate(year=year, month=month, day=day, text=text)


@pytest.mark.parametrize("text", NO_DATE)
def test_text_without_a_year_is_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_the_tables_are_large_and_say_each_thing_once() -> None:
    texts = [row[0] for row in (*TOLD, *KEPT)] + NO_DATE
    assert len(texts) == len(set(texts)) >= 120


def test_what_follows_the_last_slash_of_ris_is_kept() -> None:
    assert parse_date("2020///Spring") == PartialDate(year=2020, text="Spring")
    assert parse_date("2020///Mar 15") == PartialDate(year=2020, month=3, day=15, text="Mar 15")
    assert parse_date("2020/03//online") == PartialDate(year=2020, month=3, text="online")


def test_the_year_may_come_from_elsewhere() -> None:
    assert parse_date("Mar 15", year=2020) == PartialDate(year=2020, month=3, day=15)
    assert parse_date("15 March", year=2020) == PartialDate(year=2020, month=3, day=15)
    assert parse_date("Spring", year=2020) == PartialDate(year=2020, text="Spring")
    assert parse_date("2019 Mar", year=2020) == PartialDate(year=2019, month=3)


def test_months_in_several_languages() -> None:
    names = ("März", "août", "dic", "Okt.", "7", "Jan-Feb", "13", "x", "Marching", "decision")
    assert [month_number(name) for name in names] == [3, 8, 12, 10, 7, 1, None, None, None, None]


@given(st.text(st.sampled_from("0123456789/-. JanMrc~?'年月T:–"), max_size=24) | st.text(max_size=30))
@example("20200230")
@example("2020年13月40日")
def test_what_is_read_is_a_possible_date(text: str) -> None:
    date = parse_date(text)
    if date is not None:
        assert 1000 <= date.year <= 2100
        assert date.month is None or 1 <= date.month <= 12
        assert date.day is None or (date.month and 1 <= date.day <= calendar.monthrange(date.year, date.month)[1])


@given(st.dates())
def test_every_way_to_write_a_day_is_the_same_day(day: datetime.date) -> None:
    if not 1000 <= day.year <= 2100:
        assert parse_date(day.isoformat()) is None
        return
    wanted = PartialDate(year=day.year, month=day.month, day=day.day)
    month = calendar.month_name[day.month]
    for text in (
        day.isoformat(), f"{day.year}/{day.month:02}/{day.day:02}/", f"{day.day}. {day.month}. {day.year}",
        f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", f"{day.year} {month[:3]} {day.day}",
        f"{day.year}年{day.month}月{day.day}日",
    ):  # fmt: skip
        assert parse_date(text) == wanted, text
