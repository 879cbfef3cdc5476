"""The words by which paragraphs are found, and what kinds of answers a paragraph may hold."""

from __future__ import annotations

import re
from collections import Counter
from enum import IntFlag
from functools import lru_cache
from hashlib import blake2b

from conspectus.foundation.text.normalise import level_text, match_key
from conspectus.foundation.text.tokens import STOPWORDS, stem

_LONGEST = 40
"""Letters of a word; what is longer is a sequence or an address, and nobody asks for it."""
_MARKUP = re.compile(r"\b(?:BIBREF|INLINEFORM|DISPLAYFORM|TABREF|FIGREF|SECREF)\d+\b")


class AnswerKind(IntFlag):
    """What a question asks for beyond its words, and what a paragraph has to offer; kinds may be combined."""

    NONE = 0
    NUMBER = 1
    DATA = 2
    BASELINE = 4
    METRIC = 8
    RESULT = 16
    LANGUAGE = 32
    REASON = 64
    PERSON = 128
    PART = 256


_OFFERED = (
    (
        AnswerKind.NUMBER,
        re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozens?|hundreds?)\b"),
    ),
    (AnswerKind.DATA, re.compile(r"\bdata ?sets?\b|\bcorp(?:us|ora)\b|\btreebanks?\b|\bbenchmarks?\b|\bcohorts?\b")),
    (AnswerKind.BASELINE, re.compile(r"\bbaselines?\b|\bcompar\w+|\boutperform\w*|state-of-the-art|\bcontrols?\b")),
    (
        AnswerKind.METRIC,
        re.compile(r"\baccuracy\b|\bf1\b|\bf-(?:score|measure)\b|\bbleu\b|\brouge\b|\bprecision\b|\brecall\b|"
                   r"\bmetrics?\b|\bevaluat\w+|\bmeasured?\b|\bperplexity\b|\bcorrelation\b"),
    ),
    (AnswerKind.RESULT, re.compile(r"\d+\.\d+|\bimprov\w+|\boutperform\w*|\bresults?\b|\bachiev\w+|\bsignificant\w*")),
    (
        AnswerKind.LANGUAGE,
        re.compile(r"\benglish\b|\bgerman\b|\bfrench\b|\bchinese\b|\bspanish\b|\barabic\b|\bjapanese\b|\bhindi\b|"
                   r"\brussian\b|\bczech\b|\bitalian\b|\bdutch\b|\blanguages?\b"),
    ),
    (
        AnswerKind.REASON,
        re.compile(r"\bbecause\b|\bdue to\b|\breasons?\b|\bsince\b|\bcaus\w+|\bowing to\b|\bso that\b"),
    ),
    (
        AnswerKind.PERSON,
        re.compile(r"\bannotators?\b|\bparticipants?\b|\bexperts?\b|\bpatients?\b|\bvolunteers?\b|\bstudents?\b|"
                   r"\bworkers?\b|\bauthors?\b|\bcrowd\w*"),
    ),
    (
        AnswerKind.PART,
        re.compile(r"\bconsists? of\b|\binclud(?:es?|ing)\b|\bsuch as\b|\bnamely\b|:|\bfirst\b.*\bsecond\b"),
    ),
)  # fmt: skip
_ASKED = (
    (
        AnswerKind.NUMBER,
        re.compile(r"\bhow (?:many|much|big|large|long|often|old|far|high|fast)\b|\bsize\b|"
                   r"\bwhat (?:percent\w*|proportion|share|number|fraction|rate)\b"),
    ),
    (AnswerKind.DATA, re.compile(r"\bdata ?sets?\b|\bcorp(?:us|ora)\b|\bdata\b")),
    (AnswerKind.BASELINE, re.compile(r"\bbaselines?\b|\bcompare\w*\b|\bcomparison")),
    (AnswerKind.METRIC, re.compile(r"\bmetrics?\b|\bevaluat\w+|\bmeasure\w*\b|\bperformance\b")),
    (
        AnswerKind.RESULT,
        re.compile(r"\bresults?\b|\bimprov\w+|\boutperform\w*|\bbetter\b|\bhow well\b|\bperformance\b|\bscores?\b"),
    ),
    (AnswerKind.LANGUAGE, re.compile(r"\blanguages?\b")),
    (AnswerKind.REASON, re.compile(r"^why\b|\bwhat (?:is|was|are|were) the (?:reason|cause)")),
    (AnswerKind.PERSON, re.compile(r"^who\b|\bby whom\b|\bannotators?\b|\bparticipants?\b")),
    (AnswerKind.PART, re.compile(r"\bwhat (?:kinds?|types?|sorts?) of\b|\bwhich \w+s (?:are|were|do|did)\b")),
)  # fmt: skip


def search_terms(text: str) -> list[str]:
    """Gives the stems of the words of a text that carry content, in order, with repetitions.

    Letters of every script count; accents do not. Placeholders of data sets ("BIBREF3") are no words.
    """
    key = match_key(level_text(_MARKUP.sub(" ", text)))
    return [_term(word) for word in key.split() if word not in STOPWORDS and len(word) <= _LONGEST]


def counted_terms(text: str) -> Counter[int]:
    """Gives how often each term is in a text, terms by their number."""
    return Counter(map(term_number, search_terms(text)))


@lru_cache(maxsize=400_000)
def term_number(term: str) -> int:
    """Gives the 64-bit number of a term: the first eight bytes of its BLAKE2b hash."""
    return int.from_bytes(blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def offered_kinds(text: str) -> AnswerKind:
    """Gives the kinds of answers that a paragraph may hold, by its words."""
    lowered = _MARKUP.sub(" ", text).lower()
    found = AnswerKind.NONE
    for kind, pattern in _OFFERED:
        if pattern.search(lowered):
            found |= kind
    return found


def asked_kinds(question: str) -> AnswerKind:
    """Gives the kinds of answers that a question asks for, by its words."""
    lowered = " ".join(question.lower().split())
    found = AnswerKind.NONE
    for kind, pattern in _ASKED:
        if pattern.search(lowered):
            found |= kind
    return found


def _term(word: str) -> str:
    return stem(word) if word.isascii() else word
