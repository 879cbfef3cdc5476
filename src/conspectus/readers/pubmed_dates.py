"""Dates as PubMed writes them: in separate elements, or as one text with ranges, seasons and quarters."""

from __future__ import annotations

import re

from conspectus.domain.paper import PartialDate
from conspectus.foundation.text.normalise import one_line
from conspectus.readers import partial_dates
from conspectus.readers.date_words import month_named


def parse_date(text: str) -> PartialDate | None:
    """Gives the date that ``text`` states, or None if it states no year; see ``partial_dates.parse_date``.

    Args:
        text: As in ``MedlineDate``, ``DP``, ``DEP`` or ``PHST``: "2000", "2000 Dec 23", "2000/12/23 06:00",
            "20001223", "23 December 2000", "2000 Spring-Summer", "2000 Jul-Aug", "1st Quart 1976".
    """
    return partial_dates.parse_date(text)


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
    number = month_number(parts[1])
    if number is None or parts[3] or not re.fullmatch(r"[12]\d{3}", parts[0]):
        return parse_date(whole)
    date = parse_date(f"{parts[0]}-{number:02}-{parts[2]}".rstrip("-"))
    if date is not None and not date.text:
        return date
    # A range of days, or a day that cannot be: the first of the range counts.
    first = re.match(r"\d{1,2}", parts[2])
    date = parse_date(f"{parts[0]}-{number:02}-{first.group() if first else ''}".rstrip("-"))
    return date and PartialDate(year=date.year, month=date.month, day=date.day, text=whole)


def month_number(text: str) -> int | None:
    """Gives the number of a month given as "3", "03", "Mar" or "March"; None for anything else."""
    text = text.strip().rstrip(".")
    if text.isdecimal():
        return int(text) if 1 <= int(text) <= 12 else None
    return month_named(text)
