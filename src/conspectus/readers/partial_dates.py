"""Dates as reference managers and databases write them, read as far as they say something."""

from __future__ import annotations

import re

from conspectus.domain.paper import PartialDate
from conspectus.foundation.text.normalise import one_line

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan ene gen styc",
            "feb fev fév",
            "mar mär mrz mars",
            "apr abr avr",
            "may mai mag maj",
            "jun juin giu",
            "jul juil lug",
            "aug ago aoû aou",
            "sep set",
            "oct okt ott out",
            "nov",
            "dec dez dic déc",
        ),
        1,
    )
    for name in names.split()
}
_YEAR = re.compile(r"(?<!\d)(1[0-9]\d\d|20\d\d)(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
_SLASHED = re.compile(r"(\d{4})(?:/(\d{0,2}))?(?:/(\d{0,2}))?(?:/(.*))?\Z", re.DOTALL)
_ISO = re.compile(r"(\d{4})[-.](\d{1,2})(?:[-.](\d{1,2}))?(?:T.*)?\Z")
_DAY_FIRST = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})\Z")
_RANGE = re.compile(r"(?P<first>\d{4}(?:-\d{2}){0,2})\s*(?:/|--|–|—|\s-\s)\s*(?:\d{4}(?:-\d{2}){0,2}|\.\.)\Z")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DAY = re.compile(r"(?<![\d.])(\d{1,2})(?:st|nd|rd|th)?(?![\d:])")
_EMPTY_REST = frozenset({"", "undefined", "null", "none"})


def parse_date(text: str, *, year: int | None = None) -> PartialDate | None:
    """Gives the date that ``text`` tells, or None if it tells no year.

    Reads "2020", "2020/03/15/", "2020///Spring", "2020-03", "20200315", "15/03/2020", "Mar. 2017",
    "4-8 Aug. 2020", "2019/2020", "c. 1990". Of a range the first date is taken. What the numbers do not
    say (a season, a range, "c.") is kept in ``text``.

    Args:
        text: The date as written.
        year: The year where another field gives it and ``text`` may only have the rest ("Mar 15").
    """
    text = one_line(text).strip(" ,;")
    if found := _RANGE.match(text):
        parts = [*found.group("first").split("-"), "", ""]
        return _date(parts[0], parts[1], parts[2], text)
    if found := _SLASHED.match(text):
        rest = one_line(found.group(4) or "").strip("/ ")
        return _date(found.group(1), found.group(2), found.group(3), "" if rest.lower() in _EMPTY_REST else rest)
    if found := _ISO.match(text):
        return _date(found.group(1), found.group(2), found.group(3), "")
    if found := _DAY_FIRST.match(text):
        first, second, last = found.groups()
        if int(first) <= 12 and int(second) <= 12 and first != second:
            return _date(last, None, None, text)  # 05/06/2020 is May or June
        day, month = (second, first) if int(second) > 12 else (first, second)
        return _date(last, month, day, "")
    if found := _COMPACT.search(text):
        return _date(found.group(1), found.group(2), found.group(3), "" if found.group() == text else text)
    return _from_words(text, year)


def month_number(text: str) -> int | None:
    """Gives the number (1 to 12) of a month written as a name, an abbreviation or a number, or None."""
    text = one_line(text).strip(" .,")
    if text.isdecimal():
        return int(text) if 1 <= int(text) <= 12 else None
    for word in _WORD.findall(text.lower()):
        if number := _MONTHS.get(word[:4]) or _MONTHS.get(word[:3]):
            return number
    return None


def _from_words(text: str, year: int | None) -> PartialDate | None:
    found = _YEAR.search(text)
    if found:
        year = int(found.group())
        rest = text[: found.start()] + " " + text[found.end() :]
    else:
        rest = text
    if year is None:
        return None
    month = month_number(rest) if _WORD.search(rest) else None
    days = [int(day) for day in _DAY.findall(rest) if 1 <= int(day) <= 31]
    day = days[0] if month and len(days) == 1 else None
    words = [word for word in _WORD.findall(rest.lower()) if not month_number(word)]
    says_more = bool(words) or len(days) > 1 or bool(re.search(r"\?|~|\bca?\.|\[", text)) or _months(rest) > 1
    return PartialDate(year=year, month=month, day=day, text=text if says_more else "")


def _months(text: str) -> int:
    return sum(1 for word in _WORD.findall(text.lower()) if month_number(word))


def _date(year: str, month: str | None, day: str | None, text: str) -> PartialDate | None:
    if not 1000 <= int(year) <= 2999:
        return None
    first = int(month) if month else 0
    # Some exports write season numbers (21 to 24) or nonsense as a month: only a month counts as one.
    number = first if 1 <= first <= 12 else None
    last = int(day) if day else 0
    return PartialDate(
        year=int(year),
        month=number or (month_number(text) if text else None),
        day=last if number and 1 <= last <= 31 else None,
        text=text,
    )
