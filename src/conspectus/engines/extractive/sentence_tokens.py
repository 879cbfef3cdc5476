"""Tokens of a scientific sentence with their character offsets, alike for natural and for spaced-out text.

Data sets often hold sentences whose tokens are joined by spaces and whose brackets are written ``-LRB-``;
papers hold natural text. Both give the same words here, so the rules need to know only one form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_BRACKETS = {
    "-lrb-": "(", "-rrb-": ")", "-lsb-": "(", "-rsb-": ")", "-lcb-": "(", "-rcb-": ")",
    "[": "(", "]": ")", "{": "(", "}": ")",
}  # fmt: skip
_TOKEN = re.compile(
    r"""
      -[LR][RSC]B-                                    # a bracket as treebanks write it
    | (?:https?://|www\.)[^\s()\[\]]+                 # web addresses
    | (?:e\.\ ?g|i\.\ ?e|a\.k\.a|etc|vs|cf|et\ al)\.   # abbreviations with their full stops
    | \b(?:[iI]n\ (?:vitro|vivo|situ|silico)|[eE]x\ vivo|[aA]\ (?:priori|posteriori)|[dD]e\ novo|[aA]d\ hoc)\b
    | \b[A-Z]\.\ [a-z]{4,}\b                            # species: E. coli
    | (?:[A-Za-z]\.){2,}                              # initials: U.S.
    | ['’](?:s|re|ve|ll|d|m|t)\b | n't\b              # clitics
    | [+-]?\d+(?:[.,·]\d+)*(?![\w-]|[.,]\w)          # numbers
    | [^\W_]+(?:(?:[-‐‑–/+&_@~*]|\.(?![A-Z][a-z])|['’](?!(?:s|re|ve|ll|d|m)\b))[^\W_]+)*\+*(?:\(\d{1,3}\))?  # words
    | --+ | \.\.+ | `` | ''
    | [^\s]
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceTokens:
    """The words of a sentence, in parallel tuples.

    ``words`` are as written but for brackets, which are always "(" and ")"; ``lower`` are lower-cased;
    ``starts`` and ``ends`` are offsets into ``text``.
    """

    text: str
    words: tuple[str, ...]
    lower: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)


def tokenise(text: str) -> SentenceTokens:
    """Gives the tokens of one sentence."""
    spans = [match.span() for match in _TOKEN.finditer(text)]
    words = [text[start:end] for start, end in spans]
    lower = [word.lower() for word in words]
    return SentenceTokens(
        text=text,
        words=tuple([_BRACKETS.get(small, word) for small, word in zip(lower, words, strict=True)]),
        lower=tuple([_BRACKETS.get(small, small) for small in lower]),
        starts=tuple([start for start, _ in spans]),
        ends=tuple([end for _, end in spans]),
    )
