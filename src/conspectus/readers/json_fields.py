"""Values out of JSON that strangers wrote: each is given in the type that is wanted, or as nothing."""

from __future__ import annotations

from typing import Any

from conspectus.foundation.text.normalise import one_line
from conspectus.readers.partial_dates import is_year


def text_of(value: Any) -> str:
    """Gives a string or a number as one line of text; the first of a list; "" for all else."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    return ""


def raw_of(value: Any) -> str:
    """Gives a string as it is, "" for all else."""
    return value if isinstance(value, str) else ""


def list_of(value: Any) -> list[Any]:
    """Gives a list as it is, an empty one for all else."""
    return value if isinstance(value, list) else []


def object_of(value: Any) -> dict[str, Any]:
    """Gives an object as it is, an empty one for all else."""
    return value if isinstance(value, dict) else {}


def objects_of(value: Any) -> list[dict[str, Any]]:
    """Gives the objects in a list, what is none left out."""
    return [entry for entry in list_of(value) if isinstance(entry, dict)]


def texts_of(value: Any) -> list[str]:
    """Gives the texts in a list, empty ones left out."""
    return [text for entry in list_of(value) if (text := text_of(entry))]


def year_of(value: Any) -> int | None:
    """Gives a year that ``partial_dates`` takes for one, written as a number or at the head of a text, or None."""
    head = text_of(value)[:4]
    return int(head) if head.isascii() and head.isdecimal() and is_year(int(head)) else None
