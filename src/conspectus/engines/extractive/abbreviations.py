"""Long forms and their abbreviations.

Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation definitions in biomedical text":
the characters of the short form are sought from right to left in the words before the bracket, the first
one at the beginning of a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_LONGEST_SHORT_FORM = 12
# Characters; what stands further before the bracket is not looked at.
_LONGEST_LONG_FORM = 300
# One level of brackets, round or as treebanks write them.
_BRACKETED = re.compile(r"(?:\(|-LRB-)\s*(?P<inside>[^()]{1,60}?)\s*(?:\)|-RRB-)")
_FIRST_PART = re.compile(r"[;,]\s|\s(?:or|and)\s")
_WORD = re.compile(r"\S+")
# A Greek letter stands for the first letter of its name ("factor-alpha", "TNF-α").
_GREEK = str.maketrans("αβγδεκλμσω", "abgdeklmso")
_PLURAL = re.compile(r"(?<=[A-Z\d])s$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Abbreviation:
    """A short form and the long form that the text gives for it."""

    short: str
    long: str


def find_abbreviations(sentences: Iterable[str]) -> Mapping[str, Abbreviation]:
    """Gives the abbreviations that sentences define, by short form; the first definition of each stays.

    Finds ``long form (SF)`` and ``SF (long form)``.
    """
    found: dict[str, Abbreviation] = {}
    for sentence in sentences:
        for match in _BRACKETED.finditer(sentence):
            before = sentence[max(0, match.start() - _LONGEST_LONG_FORM) : match.start()]
            pair = _defined(before.rpartition(")")[2].strip(), match.group("inside").strip())
            if pair:
                found.setdefault(pair.short, pair)
    return found


def long_form(short: str, before: str) -> str | None:
    """Gives the shortest end of ``before`` that ``short`` abbreviates, or None.

    The long form has at most min(n + 5, 2n) words for a short form of n characters, and is longer than it.
    """
    core = _PLURAL.sub("", short)
    if not _is_short_form(core):
        return None
    words = list(_WORD.finditer(before, max(0, len(before) - _LONGEST_LONG_FORM)))
    characters = [char for char in core.lower().translate(_GREEK) if char.isalnum()]
    window = min(len(characters) + 5, len(characters) * 2)
    if not words:
        return None
    begin = words[max(0, len(words) - window)].start()
    text = before[begin:].rstrip()
    start = _align(characters, text)
    if start is None:
        return None
    # A long form begins with a whole word even where its first letter stands behind a hyphen.
    start = text.rfind(" ", 0, start) + 1 if start else 0
    long = text[start:]
    bare = long.lower()
    return long if len(long) > len(short) and core.lower() not in bare.split() else None


def _defined(before: str, inside: str) -> Abbreviation | None:
    short = _FIRST_PART.split(inside)[0].strip()
    long = long_form(short, before)
    if long:
        return Abbreviation(short=short, long=long)
    last = before.rsplit(None, 1)[-1] if before else ""
    if " " in inside and sum(char.isupper() for char in last) >= 2 and long_form(last, inside) == inside:
        return Abbreviation(short=last, long=inside)
    return None


def _is_short_form(short: str) -> bool:
    return (
        2 <= len(short) <= _LONGEST_SHORT_FORM
        and " " not in short
        and short[0].isalnum()
        and any(char.isalpha() for char in short)
        and (any(char.isupper() for char in short))
    )


def _align(characters: list[str], text: str) -> int | None:
    """Where the alignment of the characters with ``text``, made from the right, begins."""
    lower = text.lower()
    position = len(lower)
    for number, char in reversed(list(enumerate(characters))):
        position -= 1
        while position >= 0 and (
            lower[position] != char or (number == 0 and position > 0 and lower[position - 1].isalnum())
        ):
            position -= 1
        if position < 0:
            return None
    return position
