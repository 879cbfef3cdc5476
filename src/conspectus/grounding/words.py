"""A text as the checks of the verifier see it: words with their stems, negated forms written out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from conspectus.engines.extractive.word_frequencies import inverse_frequency
from conspectus.foundation.text.normalise import level_text
from conspectus.foundation.text.tokens import STOPWORDS, stem

WordWeight = Callable[[str], float]
"""Gives how much a word tells: 0 for "the", most for a rare one."""

_GREEK = {
    letter: unicodedata.name(letter).rsplit(" ", 1)[-1].lower().replace("lamda", "lambda")
    for letter in "αβγδεζηθικλμνξοπρστυφχψω"
}
_SIGNS = str.maketrans({
    **dict.fromkeys("‐‑‒–—−﹣－", "-"), **dict.fromkeys("’‘`´ʼ", "'"), "µ": "u", "×": "x", "“": '"', "”": '"',
})  # fmt: skip
_SPACE_IN_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_SHORTENED = (
    (re.compile(r"\bcan ?n[o']t\b|\bca n't\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwo ?n't\b", re.IGNORECASE), "will not"),
    (re.compile(r" ?n't\b", re.IGNORECASE), " not"),
)
# A word that the end of a line parted: "method- ology" is left, "pre- trained" and "state- of-the-art" are joined.
_PARTED = re.compile(r"(?<=[a-z])- (?=[a-z])(?!- (?:and|or|to)\b)")
# The marks of citations by number: no part of what is said.
_CITATION_NUMBERS = re.compile(r"\s*\[\s*\d{1,3}(?:\s*[,;-]\s*\d{1,3})*\s*\]")
_WORD = re.compile(r"[^\W_](?:[\w.'/+-]*[\w+])?")
_BRITISH = (("isation", "ization"), ("ising", "izing"), ("ised", "ized"), ("ise", "ize"), ("ises", "izes"),
            ("yse", "yze"), ("ysed", "yzed"), ("ysing", "yzing"), ("our", "or"), ("ours", "ors"), ("oured", "ored"),
            ("avioural", "avioral"), ("elling", "eling"), ("elled", "eled"), ("alling", "aling"))  # fmt: skip
# What the talk of a paper about itself, or of others about it, consists of: it tells nothing about the subject.
TALK = frozenset(
    stem(word)
    for word in """author authors paper papers study studies article work report reports reported show shows showed
    shown find finds found finding findings propose proposes proposed present presents presented introduce introduces
    introduced describe describes described demonstrate demonstrates demonstrated investigate investigates investigated
    examine examines examined explore explores explored suggest suggests suggested conclude concludes concluded observe
    observes observed argue argues argued note notes noted use uses used using utilize employ based approach method
    methods result results experiment experiments experimental aim aims address addresses addressed provide provides
    provided develop develops developed et al i.e e.g fig figure table section recently previous previously new
    novel two one first second well via including include includes according state states
    stated given make makes made""".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written in the normal form, in small letters, its stem, and where it begins and ends there."""

    text: str
    lower: str
    stem: str
    start: int
    end: int

    @property
    def carries_content(self) -> bool:
        """Whether it says something by itself."""
        return self.lower not in STOPWORDS and (len(self.lower) > 1 or self.lower.isdigit())


@dataclass(frozen=True, slots=True)
class Reading:
    """A text in its normal form with its words; ``content`` are the stems of those that carry content."""

    text: str
    words: tuple[Word, ...]
    content: frozenset[str]


@lru_cache(maxsize=8192)
def read(text: str) -> Reading:
    """Gives the reading of a text: dashes and quotes of one kind, Greek letters named, "n't" written "not"."""
    normal = normal_form(text)
    words = tuple(
        Word(found.group(), lower := found.group().lower(), stem_of(lower), found.start(), found.end())
        for found in _WORD.finditer(normal)
    )
    content: set[str] = set()
    for word in words:
        content.update(content_stems_of(word))
    return Reading(normal, words, frozenset(content))


@lru_cache(maxsize=8192)
def normal_form(text: str) -> str:
    """Gives a text with one kind of dash, quote and space; citations by number are taken out."""
    text = _SPACE_IN_THOUSANDS.sub(",", text)
    text = level_text(text).translate(_SIGNS)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", "".join(_GREEK.get(char, char) for char in text))
    for pattern, written_out in _SHORTENED:
        text = pattern.sub(written_out, text)
    return " ".join(_PARTED.sub("-", _CITATION_NUMBERS.sub("", text)).split())


@lru_cache(maxsize=100_000)
def stem_of(lower: str) -> str:
    """Gives the Porter stem of a word in small letters, British spelling as American."""
    lower = lower.removesuffix("'s").removesuffix("'")
    if len(lower) > 5:
        for british, american in _BRITISH:
            if lower.endswith(british) and len(lower) > len(british) + 2:
                lower = lower.removesuffix(british) + american
                break
    return stem(lower)


def content_stems_of(word: Word) -> tuple[str, ...]:
    """Gives the stems by which a word is compared: of its parts if it is hyphenated, and of the parts run together."""
    if "-" not in word.lower and "/" not in word.lower:
        return (word.stem,) if word.carries_content else ()
    parts = [part for part in re.split(r"[-/]", word.lower) if part and part not in STOPWORDS]
    return (*(stem_of(part) for part in parts if len(part) > 1 or part.isdigit()), stem_of("".join(parts)))


def usual_weight(word: str) -> float:
    """Gives the weight of a word by a packaged table of how common words are in papers."""
    return inverse_frequency(word)


def around(words: Sequence[Word], place: int, *, before: int, after: int, skip: frozenset[str]) -> frozenset[str]:
    """Gives the stems of the content words nearest to a place.

    Args:
        words: The words of a text.
        place: Which of them stands in the middle, and is not counted.
        before: How many content words in front of it, within twice as many words and three more.
        after: How many behind it.
        skip: Words in small letters that are passed over.
    """
    found: list[str] = []
    for step, wanted in ((-1, before), (1, after)):
        taken = 0
        at = place + step
        last = place + step * (2 * wanted + 3)
        while 0 <= at < len(words) and at != last and taken < wanted:
            if words[at].carries_content and words[at].lower not in skip:
                found.extend(content_stems_of(words[at]))
                taken += 1
            at += step
    return frozenset(found)
