"""Words of a text, their stems, and the words that carry no content."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Any

from conspectus.foundation.text.normalise import level_text

WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*", re.UNICODE)
PLAIN = re.compile(r"[a-z0-9]+")

STOPWORDS = frozenset(
    """a about above after again against all also although am among an and any are as at be because been before
    being below between both but by can cannot could did do does doing down during each either else ever every
    few for from further had has have having he hence her here hers herself him himself his how however i if in
    into is it its itself just less many may me might more moreover most much must my myself neither no nor not
    now of off often on once only or other our ours ourselves out over own per quite rather same she should
    since so some such than that the their theirs them themselves then there thereby therefore these they this
    those though through thus to too toward towards under until up upon us very via was we were what when where
    whereas whether which while who whom whose why will with within without would yet you your""".split()
)


def words(text: str) -> list[str]:
    """Gives the words of ``text`` as written; hyphenated words and apostrophes stay whole."""
    return WORD.findall(text)


def count_words(text: str) -> int:
    """Gives the number of white-space separated tokens, the unit of every word budget."""
    return len(text.split())


def plain_tokens(text: str) -> list[str]:
    """Gives lower-cased runs of ASCII letters and digits, the tokens of ROUGE."""
    return PLAIN.findall(text.lower())


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Gives the Porter stem of a lower-cased word; words of up to three letters stay."""
    return word if len(word) <= 3 else str(_stemmer().stemWord(word))


def content_stems(text: str) -> list[str]:
    """Gives the stems of the words of ``text`` that carry content, in order, with repetitions."""
    return [stem(token) for token in plain_tokens(level_text(text)) if token not in STOPWORDS]


_own = threading.local()


def _stemmer() -> Any:
    # A stemmer keeps the word in hand, so that each thread needs one of its own.
    if not hasattr(_own, "stemmer"):
        import snowballstemmer

        _own.stemmer = snowballstemmer.stemmer("porter")
    return _own.stemmer
