"""Whether two names of a journal, in full or abbreviated, are of one journal."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz

_EMPTY = frozenset("the of and in on for a an de der die des la le et und y part section".split())
_PLACE = re.compile(r" (?:conference|annual meeting|abstracts?|supplements?|suppl)\b.*$")
_ALIKE = 90.0


@lru_cache(maxsize=50_000)
def same_venue(first: str, second: str) -> bool:
    """Says whether two venue names in normal form can be of one venue.

    "curr opin lipidol" is "current opinion in lipidology", "pnas" is "proceedings of the national academy of
    sciences", and what follows "conference" is left out.
    """
    mine, theirs = _words(first), _words(second)
    if not mine or not theirs:
        return first == second
    if mine == theirs or fuzz.ratio(" ".join(mine), " ".join(theirs)) >= _ALIKE:
        return True
    shorter, longer = sorted((mine, theirs), key=lambda words: (len(words), sum(map(len, words))))
    return _is_acronym(shorter, longer) or _abbreviates(shorter, longer)


def _words(name: str) -> list[str]:
    words = [word for word in _PLACE.sub("", name).split() if word not in _EMPTY]
    return words or name.split()


def _is_acronym(shorter: list[str], longer: list[str]) -> bool:
    initials = "".join(word[0] for word in longer)
    return len(shorter) == 1 and len(longer) > 1 and len(shorter[0]) > 1 and initials.startswith(shorter[0])


def _abbreviates(shorter: list[str], longer: list[str]) -> bool:
    """Whether each word of the shorter one is an abbreviation of a word of the longer one, in order.

    The longer one may go on with a place or a subtitle, since databases add "(Switzerland)".
    """
    place = 0
    for number, word in enumerate(shorter):
        while place < len(longer) and not _word_for(word, longer[place]):
            # Nothing may be left out at the head: "heart" is not "european heart journal".
            if number == 0:
                return False
            place += 1
        if place == len(longer):
            return False
        place += 1
    return len(shorter) > 1 or len(longer) <= 2


def _word_for(short: str, long: str) -> bool:
    if len(short) > len(long):
        short, long = long, short
    if long.startswith(short):
        return True
    if len(short) < 3 or short[0] != long[0]:
        return False
    letters = iter(long)
    return all(letter in letters for letter in short)
