"""Abbreviations on a topic page: spelled out where they are met first, short from then on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from conspectus.domain.tasks import TopicPaper
from conspectus.engines.extractive.abbreviations import find_abbreviations
from conspectus.engines.extractive.attribution import Parts
from conspectus.foundation.text.tokens import content_stems

_SHORT = re.compile(r"(?<![\w/-])(?:delta[A-Z]\w*|[A-Z][A-Za-z]*[A-Z][A-Za-z]*\d*|[A-Z]{2,}\d*)s?(?![\w/])")
_PLURAL = re.compile(r"(?<=[A-Z\d])s\Z")
# What readers of an overview know, or know better by its short form.
KNOWN = frozenset(
    """DNA RNA mRNA miRNA cDNA HIV AIDS PCR MRI CT USA UK US EU WHO COVID SARS ANOVA CI OR HR RR SD IQ UV ATP pH NHS
    II III IV VI VII VIII IX XI XII BMI GPs GP ICU PubMed MEDLINE EMBASE Cochrane FDA TV McGill PhD MD""".split()
)


class Abbreviations:
    """The abbreviations that papers define, and which of them a page has spelled out so far.

    Args:
        papers: Those that the page is written from.
    """

    def __init__(self, papers: Iterable[TopicPaper]) -> None:
        self._of_paper: dict[str, Mapping[str, str]] = {}
        self._said: dict[str, frozenset[str]] = {}
        used: dict[str, dict[str, int]] = {}
        for paper in papers:
            texts = (*(item.passage.quote for item in paper.evidence), paper.title)
            own = {_bare(short): found.long for short, found in find_abbreviations(texts).items()}
            self._of_paper[paper.paper] = own
            self._said[paper.paper] = frozenset(content_stems(" ".join(texts)))
            for short, long in own.items():
                counts = used.setdefault(short, {})
                counts[long.lower()] = counts.get(long.lower(), 0) + 1
        # An abbreviation that a paper does not explain means what several others agree on.
        self._agreed = {s: next(iter(c)) for s, c in used.items() if len(c) == 1 and next(iter(c.values())) > 1}
        self._met: dict[str, str] = {}

    def unexplained(self, text: str, paper: TopicPaper) -> frozenset[str]:
        """Gives the abbreviations of a text that neither it nor its paper explains, nor others in words it has."""
        here = find_abbreviations([text])
        return frozenset(
            short
            for short in map(_bare, _SHORT.findall(text))
            if short not in KNOWN
            and short not in here
            and not self._long(short, paper.paper)
            and not re.fullmatch(r"[A-Z]\d?|[IVX]+", short)
            and short not in _bracketed(text)
        )

    def spelled_out(self, parts: Parts, paper: TopicPaper) -> Parts:
        """Gives a sentence in which abbreviations that the page has not met are spelled out, with the short form."""
        return tuple(self._spelled(part, paper.paper) if isinstance(part, str) else part for part in parts)

    def _long(self, short: str, paper: str) -> str:
        own = self._of_paper.get(paper, {}).get(short)
        agreed = self._agreed.get(short, "")
        # What others call it is written only where the paper itself has the words: a sentence says what it cites.
        return own or (agreed if self._said.get(paper, frozenset()).issuperset(content_stems(agreed)) else "")

    def _spelled(self, text: str, paper: str) -> str:
        text = self._without_repeats(text)
        for short, found in find_abbreviations([text]).items():
            self._met.setdefault(short, found.long.lower())

        def replace(match: re.Match[str]) -> str:
            short = _bare(match.group())
            if text[match.end() :].startswith(" ("):  # another short form explains it
                return match.group()
            plural = match.group() != short
            long = self._long(short, paper)
            if not long or short in KNOWN or _same(self._met.get(short, ""), long) or _in_brackets(text, match.start()):
                return match.group()
            # Where the page has used it in another sense, only the long form is clear.
            clear = self._met.setdefault(short, long.lower()) == long.lower()
            long = _plural(long) if plural else long
            if not text[: match.start()].strip():
                long = long[:1].upper() + long[1:]
            elif long[:1].isupper() and long[1:2].islower() and not _is_name(long):
                long = long[:1].lower() + long[1:]
            return f"{long} ({match.group()})" if clear else long

        return _SHORT.sub(replace, text)

    def _without_repeats(self, text: str) -> str:
        """An abbreviation that was explained before is not explained again."""
        for short, found in find_abbreviations([text]).items():
            if _same(self._met.get(short, ""), found.long):
                text = re.sub(rf"\s*\({re.escape(short)}\)", "", text, count=1)
        return text


def _same(one: str, other: str) -> bool:
    """Whether two long forms are one in two spellings: "di(2-ethylhexyl)phthalate" and "diethylhexyl phthalate"."""
    return _letters(one) == _letters(other)


def _letters(long: str) -> str:
    return "".join(char for char in long.lower() if char.isalpha()).removesuffix("s")


def _bare(short: str) -> str:
    return _PLURAL.sub("", short)


def _plural(long: str) -> str:
    return long if long.endswith("s") else f"{long}s"


def _is_name(long: str) -> bool:
    return all(word[:1].isupper() for word in long.split())


def _bracketed(text: str) -> frozenset[str]:
    """Abbreviations that stand behind their meaning in brackets."""
    return frozenset(map(_bare, re.findall(r"\(([A-Z][\w-]{1,11})\)", text)))


def _in_brackets(text: str, place: int) -> bool:
    before = text[:place]
    return before.count("(") > before.count(")")
