"""What headings of papers say: their numbers, and the words that papers use for their parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

USUAL = re.compile(
    r"(?:abstract|summary|introduction|background|related works?|(?:literature|systematic) review|motivation|"
    r"preliminar(?:y|ies)|"
    r"(?:materials?|patients|subjects|participants|data)(?: and |[ ,&]+)methods?|"
    r"methods?(?: and (?:materials?|data))?|methodology|"
    r"(?:experimental )?(?:results?|findings|experiments?|evaluation|setup|settings?)"
    r"(?: and (?:discussions?|analysis|evaluation|results?))?|"
    r"discussions?(?: and conclusions?)?|"
    r"(?:general )?conclusions?(?: and (?:future work|outlook|perspectives|discussion|recommendations))?|"
    r"concluding remarks|future (?:work|directions)|limitations?|acknowledg(?:e?ments?)?|references|bibliography|"
    r"appendix|appendices|"
    r"supplementary (?:material|materials|information|data)|supporting information|funding(?: sources?| information)?|"
    r"(?:declaration of )?(?:competing|conflicts? of) interests?|(?:author|authors['’]?) contributions?|contributors|"
    r"data (?:and code )?availability(?: statement)?|code availability|keywords|"
    r"ethics(?: statement| approval)?|abbreviations|"
    r"threats to validity|broader impact|statistical analys[ei]s|study design|case reports?|consent|additional files?|"
    r"disclosures?|author details|"
    r"publisher['’]s note|open access|"
    r"einleitung|zusammenfassung|schluss|methoden|ergebnisse|diskussion|literaturverzeichnis)",
    re.IGNORECASE,
)
TOP = re.compile(
    r"(?:introduction|background|(?:materials?|patients|subjects) and methods?|methods?|results?(?: and discussions?)?|"
    r"discussions?(?: and conclusions?)?|conclusions?|related work|acknowledg(?:e?ments?)?|references|bibliography)",
    re.IGNORECASE,
)
NUMBER = re.compile(
    r"(?:(?P<arabic>\d{1,2}(?:\.\d{1,2}){0,4})(?P<stop>[.)]?)|(?P<roman>[IVX]{1,5})\.|(?P<letter>[A-K](?:\.\d{1,2}){0,3})\.?|"
    r"(?P<appendix>(?:Appendix|Annex)\s+[A-Z0-9]{1,2})[.:]?)\s+(?=[^\W\d_]|[“\"‘(])"
)


def bare(text: str) -> str:
    """Gives a heading without its number and the sign at its end."""
    number = NUMBER.match(text)
    title = text[number.end() :] if number else text
    return title.strip().rstrip(".:").strip()


class _Numbered(Protocol):
    @property
    def number(self) -> str: ...


_N = TypeVar("_N", bound=_Numbered)


def in_sequence(taken: Sequence[_N]) -> list[_N]:
    """Leaves out numbered lines that do not fit the numbers around them: items of lists, rows of tables."""
    kept: list[_N] = []
    counted: tuple[int, ...] = ()
    for each in taken:
        if not re.fullmatch(r"\d{1,2}(?:\.\d{1,2})*", each.number):
            kept.append(each)
            continue
        parts = tuple(int(part) for part in each.number.split("."))
        if not _fits(counted, parts) if counted else parts[0] > 2:
            continue
        counted = parts
        kept.append(each)
    return kept


def _fits(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether a number may follow another: the next of the same or of an outer depth, or the first below it."""
    if after == before:
        return True
    depth = len(after)
    if depth > 1 and after[0] == before[0] + 1 and all(part == 1 for part in after[1:]):
        return True
    if depth > len(before):
        return after[: len(before)] == before and all(part <= 2 for part in after[len(before) :])
    head = after[:-1] == before[: depth - 1]
    return head and 1 <= after[-1] - before[depth - 1] <= 2
