"""Dates as PubMed writes them: elements and numbers, months by name, seasons, quarters and ranges."""

from __future__ import annotations

import calendar
import re

from conspectus.domain.paper import PartialDate
from conspectus.foundation.text.normalise import one_line

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
_SEASONS = frozenset({"spring", "summer", "autumn", "fall", "winter"})
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_COMPACT = re.compile(r"(?<!\d)([12]\d{3})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
_NUMBERS = re.compile(r"([12]\d{3})\s*[-/.]\s*(\d{1,2})(?:\s*[-/.]\s*(\d{1,2}))?(?:[T\s]+\d{1,2}:\d{2}\S*)?\Z")
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_PLAIN = re.compile(r"\d{4}(?: [A-Z][a-z]{2}(?: \d{1,2})?)?\Z")


def parse_date(text: str) -> PartialDate | None:
    """Gives the date that ``text`` states, or None if it states no year.

    The year of a range is the later one, since only then is the whole issue out: "1999 Dec-2000 Jan" is
    January 2000; of a range within a year the first month and day count: "2000 Dec 23- 30" is 23 December.
    Seasons and quarters give the year alone. ``PartialDate.text`` keeps the source's form when it says more
    than year, month and day do. A month or day that cannot be is left out.

    Args:
        text: As in ``MedlineDate``, ``DP``, ``DEP`` or ``PHST``: "2000", "2000 Dec 23", "2000/12/23 06:00",
            "20001223", "23 December 2000", "2000 Spring-Summer", "2000 Jul-Aug", "1st Quart 1976".
    """
    text = one_line(text)
    if compact := _COMPACT.search(text):
        date = int(compact.group(1)), int(compact.group(2)), int(compact.group(3))
        return _date(date, text, plain=compact.group() == text)
    if numbers := _NUMBERS.match(text):
        year, month, day = numbers.groups()
        if int(month) <= 12:
            return _date((int(year), int(month), int(day) if day else None), text, plain=True)
    found = list(_YEAR.finditer(text))
    if not found:
        return None
    latest = max(found, key=lambda match: int(match.group()))
    behind = text[latest.end() : _end_of_year(found, latest.end(), len(text))]
    in_year = _month_and_day(behind)
    if in_year[0] is None and len(found) == 1:
        in_year = _month_and_day(text[: latest.start()])
    return _date((int(latest.group()), *in_year), text, plain=bool(_PLAIN.match(text)))


def date_of_parts(year: str, month: str = "", day: str = "", *, season: str = "") -> PartialDate | None:
    """Gives the date of separate elements, or None without a year.

    Args:
        year: Four digits; a range or a longer text is read as ``parse_date`` does.
        month: A number or a name, in full or short; a season or a range ("Jan-Feb") is kept in ``text``.
        day: A number, or a range.
        season: As printed ("Spring").
    """
    parts = [one_line(part) for part in (year, month, day, season)]
    whole = " ".join(part for part in parts if part)
    year_found = _YEAR.search(parts[0])
    if not re.fullmatch(r"[12]\d{3}", parts[0]) or year_found is None:
        return parse_date(whole)
    number = month_number(parts[1])
    first_day = re.match(r"\d{1,2}", parts[2])
    plain = not parts[3] and (not parts[1] or number is not None) and re.fullmatch(r"\d{0,2}", parts[2])
    if number is None and parts[1]:
        number, _ = _month_and_day(parts[1])
    date = int(parts[0]), number, int(first_day.group()) if first_day else None
    return _date(date, whole, plain=bool(plain))


def month_number(text: str) -> int | None:
    """Gives the number of a month given as "3", "03", "Mar" or "March"; None for anything else."""
    text = text.strip().rstrip(".")
    if text.isdecimal():
        return int(text) if 1 <= int(text) <= 12 else None
    number = _MONTHS.get(text[:3].lower())
    full = calendar.month_name[number].lower() if number else ""
    return number if full and (full.startswith(text.lower()) or text.lower() == "sept") else None


def _month_and_day(text: str) -> tuple[int | None, int | None]:
    tokens = _TOKEN.findall(text)
    for place, token in enumerate(tokens):
        if not token.isdecimal() and (month := month_number(token)) is not None:
            behind = tokens[place + 1] if place + 1 < len(tokens) else ""
            before = tokens[place - 1] if place else ""
            for near in (behind, before):
                if near.isdecimal() and len(near) <= 2:
                    return month, int(near)
            return month, None
        if token.lower() in _SEASONS:
            return None, None
    return None, None


def _end_of_year(found: list[re.Match[str]], start: int, end: int) -> int:
    return min((match.start() for match in found if match.start() >= start), default=end)


def _date(parts: tuple[int, int | None, int | None], text: str, *, plain: bool) -> PartialDate:
    """Makes the date; ``text`` is kept if it is not plain, or if it has a month or day that cannot be."""
    year, month, day = parts
    if month is not None and not 1 <= month <= 12:
        month, plain = None, False
    if day is not None and (month is None or not 1 <= day <= calendar.monthrange(year, month)[1]):
        day, plain = None, False
    return PartialDate(year=year, month=month, day=day, text="" if plain else text)
