"""Dates as reference managers, databases and people write them, read as far as they say something.

One module for every reader, so that the same text is the same date everywhere. What the numbers do not say
(a season, a quarter, a range, "c.", "in press") stays in ``PartialDate.text``; a month or day that cannot be
is left out, and the text is kept.
"""

from __future__ import annotations

import calendar
import re

from conspectus.domain.paper import PartialDate
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.date_words import month_named

FIRST_YEAR, LAST_YEAR = 1000, 2100
"""The years that are taken for years; other numbers of four digits are not."""

_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")
_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d\d|2100)(?!\d|0?s\b)")
_SHORT_YEAR = re.compile(r"(?<![^\W_])['’‘](\d\d)(?!\d|s\b)")
# Years of two digits behind an apostrophe: up to 29 they are of this century.
_PIVOT = 30
_EAST_ASIAN = re.compile(r"(?<!\d)(\d{4})\s*[年년](?:\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日号號일])?)?", re.UNICODE)
_COMPACT = re.compile(r"(?<!\d)((?:1[4-9]|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
_TIME = r"(?:[T\s]+\d{1,2}:\d{2}\S*(?:\s*(?:[AP]M|UTC|GMT|Z))?)?"
_YEAR_FIRST = re.compile(
    rf"(\d{{4}})\s*(?P<sep>[-./])\s*(\d{{1,2}})(?:\s*(?P=sep)\s*(\d{{1,2}}))?(?P<doubt>[~?%]*){_TIME}\Z", re.IGNORECASE
)
_SLASHED = re.compile(r"(\d{4})/\s*(\d{0,2})\s*/\s*(\d{0,2})\s*(?:/(.*))?\Z", re.DOTALL)
_DAY_OR_MONTH_FIRST = re.compile(rf"(\d{{1,2}})\s*(?P<sep>[-./])\s*(\d{{1,2}})\s*(?P=sep)\s*(\d{{4}}){_TIME}\Z")
_MONTH_FIRST = re.compile(r"(\d{1,2})\s*[-./]\s*(\d{4})\Z")
_END = r"\d{4}(?:-\d{2}){0,2}[~?%]*"
_INTERVAL = re.compile(
    rf"(?P<first>{_END})\s*(?:/|--)\s*(?:{_END}|(?<=-\d\d[/-])\d{{2}}|\.\.)?\Z|(?:\.\.)?/(?P<last>{_END})\Z"
)
_DOUBLE_YEAR = re.compile(r"(\d\d)(\d\d)\s*[-–—]\s*(\d\d)\Z")
_DASH = re.compile(r"[-–—‒−]|\b(?:to|until|bis|through)\b")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DAY_ENDING = r"(?:\s*(?:st|nd|rd|th|er|[.ºª°])(?![^\W\d_]))?"
_DAY_BEFORE = re.compile(
    rf"(?<![\w.:])(\d{{1,2}}){_DAY_ENDING}(?:\s*(?:[-–—/&,]|and|to|bis|und|et|y)\s*\d{{1,2}}{_DAY_ENDING})*"
    r"[\s,.-]*(?:(?:of|de|di|do|da|del|den)\s+)?\Z",
    re.IGNORECASE,
)
_DAY_BEHIND = re.compile(rf"\.?[\s,-]*(?:the\s+)?(\d{{1,2}}){_DAY_ENDING}(?![\d:])", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:no|nr|num|number|vol|volume|iss|issue|heft|pp?)\.?\s*\Z|n°\s*\Z", re.IGNORECASE)
_NOTHING_MORE = re.compile(
    r"(?:[\s.,;:()/-]|\b(?:of|de|del|di|do|da|the|le|den|el|undefined|null|none|nan|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day|(?:mon|tue|wed|thu|fri|sat|sun)\b)\b)*\Z",
    re.IGNORECASE,
)


def is_year(number: int) -> bool:
    """Gives whether a number is taken for a year: 1000 to 2100."""
    return FIRST_YEAR <= number <= LAST_YEAR


def parse_date(text: str, *, year: int | None = None) -> PartialDate | None:
    """Gives the date that ``text`` tells, or None if it tells no year from 1000 to 2100.

    Reads numbers ("2020-03-15", "2020/03/15/", "20200315", "15.3.2020", "3/15/2020"), months by name in nine
    languages ("4-8 Aug. 2020", "15 de marzo de 2020"), ranges, EDTF ("2020~", "2020-03/2020-04"), "2020年3月15日"
    and "'98". Where day and month cannot be told apart ("05/06/2020") the year is all. Of a range within a year
    and of an interval with a slash the first date counts; of a range with a dash over two years the later one,
    since only then is the whole issue out ("1999 Dec-2000 Jan" is January 2000). Seasons and quarters give the
    year alone. Bare numbers that a spreadsheet may mean as a date are none.

    Args:
        text: The date as written.
        year: The year where another field gives it and ``text`` may only have the rest ("Mar 15").
    """
    text = one_line(text).translate(_FULL_WIDTH).strip(" ,;")
    if found := _EAST_ASIAN.search(text):
        return _date(found.groups(), text, plain=found.group() == text)
    if found := _INTERVAL.match(text):
        parts = [*re.split(r"-", (found.group("first") or found.group("last")).rstrip("~?%")), None, None]
        return _date((parts[0], parts[1], parts[2]), text, plain=False)
    if found := _YEAR_FIRST.match(text):
        numbers = found.group(1), found.group(3), found.group(4)
        if not (double := _double_year(text)):
            return _date(numbers, text, plain=not found.group("doubt"))
        return _date((double, None, None), text, plain=False)
    if found := _SLASHED.match(text):
        return _slashed(found)
    if (found := _DAY_OR_MONTH_FIRST.match(text)) or (found := _MONTH_FIRST.match(text)):
        return _year_last(found, text)
    if found := _COMPACT.search(text):
        return _date(found.groups(), text, plain=found.group() == text)
    return _from_words(text, year)


def month_number(text: str) -> int | None:
    """Gives the number (1 to 12) of a month written as a name, an abbreviation or a number, or None.

    Of several months ("Jan-Feb") the first counts.
    """
    text = one_line(text).strip(" .,")
    if text.isdecimal():
        return int(text) if 1 <= int(text) <= 12 else None
    return next((number for word in _WORD.findall(text) if (number := month_named(word))), None)


def _double_year(text: str) -> str:
    """Gives the later year of "1976-77", or ""; up to 41 the second number may be a month, a season or a quarter."""
    found = _DOUBLE_YEAR.match(text)
    if not found or int(found.group(3)) <= 41 or int(found.group(3)) != int(found.group(2)) + 1:
        return ""
    return found.group(1) + found.group(3)


def _slashed(found: re.Match[str]) -> PartialDate | None:
    """Reads RIS dates: year/month/day/other, each but the year perhaps empty."""
    year, month, day, rest = found.groups()
    date = _date((year, month, day), found.group(), plain=True)
    rest = one_line(rest or "").strip("/ ")
    if date is None or not rest or _NOTHING_MORE.match(rest):
        return date
    told = None if date.month else _from_words(rest, date.year)
    if told is None or told.year != date.year:
        return PartialDate(year=date.year, month=date.month, day=date.day, text=rest)
    return PartialDate(year=date.year, month=told.month, day=told.day, text=rest)


def _year_last(found: re.Match[str], text: str) -> PartialDate | None:
    if found.re is _MONTH_FIRST:
        return _date((found.group(2), found.group(1), None), text, plain=True)
    first, second, year = found.group(1), found.group(3), found.group(4)
    # With full stops the day is first; else 05/06/2020 is May or June.
    if found.group("sep") != "." and int(first) <= 12 and int(second) <= 12 and int(first) != int(second):
        return _date((year, None, None), text, plain=False)
    if found.group("sep") == "." or int(first) > 12:
        return _date((year, second, first), text, plain=True)
    return _date((year, first, second), text, plain=True)


def _from_words(text: str, year: int | None) -> PartialDate | None:
    years = [found for found in _YEAR.finditer(text) if is_year(int(found.group()))]
    if not years:
        short = _SHORT_YEAR.search(text)
        if short and year is None:
            two = int(short.group(1))
            rest = text[: short.start()] + " " + text[short.end() :]
            return _within(rest, (2000 if two < _PIVOT else 1900) + two, text, plain=False)
        return None if year is None else _within(text, year, text, plain=True)
    first, last = years[0], years[-1]
    between = text[first.end() : last.start()] if len(years) > 1 else ""
    dashes = list(_DASH.finditer(between))
    if dashes and int(last.group()) > int(first.group()):
        # The part behind the last dash is the later date, its year taken out.
        start = first.end() + dashes[-1].end()
        rest = text[start : last.start()] + " " + text[last.end() :]
        return _within(rest, int(last.group()), text, plain=False)
    rest = text[: first.start()] + " " + text[first.end() :]
    return _within(rest, int(first.group()), text, plain=len(years) == 1)


def _within(rest: str, year: int, text: str, *, plain: bool) -> PartialDate | None:
    """Reads month and day from what stands beside the year."""
    named = next((found for found in _WORD.finditer(rest) if month_named(found.group())), None)
    if named is None:
        return _date((str(year), None, None), text, plain=plain and bool(_NOTHING_MORE.match(rest)))
    before, behind = rest[: named.start()], rest[named.end() :]
    day = None
    if (found := _DAY_BEFORE.search(before)) and not _NUMBERED.search(before[: found.start()]):
        day, left = found.group(1), before[: found.start()] + " " + found.group()[len(found.group(1)) :] + " " + behind
    elif found := _DAY_BEHIND.match(behind):
        day, left = found.group(1), before + " " + behind[found.end() :]
    else:
        left = before + " " + behind
    left = (
        re.sub(rf"(?<![^\W\d_]){_DAY_ENDING}", "", left)
        if day is None
        else re.sub(r"\b(?:st|nd|rd|th|er)\b|[ºª°]", "", left)
    )
    month = month_named(named.group())
    return _date((str(year), str(month), day), text, plain=plain and bool(_NOTHING_MORE.match(left)))


def _date(parts: tuple[str | None, ...], text: str, *, plain: bool) -> PartialDate | None:
    """Makes the date; ``text`` is kept if it is not plain, or if it has a month or day that cannot be."""
    year, month, day = (int(part) if part else 0 for part in parts)
    if not is_year(year):
        return None
    if month > 12:  # seasons and quarters have numbers from 21 on; a month there is none
        month, day, plain = 0, 0, False
    if day and not (month and day <= calendar.monthrange(year, month)[1]):
        day, plain = 0, False
    return PartialDate(year=year, month=month or None, day=day or None, text="" if plain else text)
