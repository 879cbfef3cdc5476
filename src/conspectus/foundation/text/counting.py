"""Counts in words for people: "1 paper", "2 papers"."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Gives a number with its noun.

    Args:
        number: At least 0.
        one: The noun for one of it, with what belongs to it.
        many: The same for none or several, by default ``one`` with an "s".
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"
