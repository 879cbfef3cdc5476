"""The abbreviations of a whole paper: where each is defined, and what it stands for at a place of the text.

A paper may define one short form twice. Then a mention means the definition last read before it; before the first
definition it means that one only if the paper never gives another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from conspectus.domain.entity_names import joined_key
from conspectus.engines.extractive.abbreviations import find_abbreviations
from conspectus.foundation.text.tokens import STOPWORDS

_SHORT = re.compile(r"[^\W_]+(?:[-/&.][^\W_]+)*")
_LEADING = re.compile(
    r"^(?:(?:an?|the|of|for|and|our|their|its|this|these|those|using|with|by|as|called|named|termed|novel|new|"
    r"standard|so-called|simple|two|three|both|all|several|each|in|on|to|from|or|i\.e\.|e\.g\.)\s+)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A place where a short form is defined; ``at`` is the offset of its sentence in the document's text.

    ``key`` is what makes two long forms the same; abbreviations inside a long form are written out in it.
    """

    short: str
    long: str
    at: int
    key: str


@dataclass(frozen=True, slots=True)
class PaperAbbreviations:
    """The definitions of a paper by short form, each list in the order of the text."""

    by_short: dict[str, list[Definition]] = field(default_factory=dict)

    def meaning(self, short: str, at: int) -> Definition | None:
        """Gives what a short form stands for at an offset of the text, None if that is not known.

        A plural in small s ("CNNs") has the meaning of its singular, and the other way round.
        """
        given = self.by_short.get(short) or self.by_short.get(_singular(short)) or self.by_short.get(short + "s")
        if not given:
            return None
        before = [definition for definition in given if definition.at <= at]
        if before:
            return before[-1]
        return given[0] if len({definition.key for definition in given}) == 1 else None

    def expanded(self, name: str, at: int) -> str:
        """Gives a name with every short form in it written out as it is meant at an offset of the text."""

        def long(found: re.Match[str]) -> str:
            meant = self.meaning(found.group(), at)
            return meant.long if meant else found.group()

        return _SHORT.sub(long, name)

    def definitions(self) -> Iterator[Definition]:
        """Yields the definitions, by short form."""
        for given in self.by_short.values():
            yield from given

    def __bool__(self) -> bool:
        return bool(self.by_short)


def paper_abbreviations(sentences: Iterable[tuple[int, str]]) -> PaperAbbreviations:
    """Gives the abbreviations that sentences define anywhere in the paper.

    Args:
        sentences: The offset of each and its text, in order.
    """
    found = PaperAbbreviations()
    for at, text in sentences:
        if "(" not in text:
            continue
        for short, pair in find_abbreviations((text,)).items():
            long = _LEADING.sub("", pair.long)
            if not _is_plausible(short, long):
                continue
            known = found.by_short.setdefault(short, [])
            definition = Definition(short=short, long=long, at=at, key=joined_key(found.expanded(long, at)))
            if not known or known[-1].key != definition.key:
                known.append(definition)
    return found


def _is_plausible(short: str, long: str) -> bool:
    if len(short) < 2 or " " in short or len(long) <= len(short) or not long[:1].isalnum():
        return False
    words = long.split()
    if long.count("(") != long.count(")") or any(mark in long for mark in ("[", "]", "=", "%")):
        return False
    if len(words) == 1 and "-" not in long:
        # One word has few letters to choose from: "ecoregion (EE)" is chance.
        letters = [char for char in short.lower() if char.isalpha()]
        return len(set(letters)) == len(letters)
    carrying = [word for word in words if word.lower() not in STOPWORDS]
    return len(carrying) <= len(short) + 1 and ", " not in long


def _singular(short: str) -> str:
    return short[:-1] if len(short) > 2 and short.endswith("s") and not short[:-1].islower() else short
