"""Whether a claim and its evidence are in the language whose rules the verifier has."""

from __future__ import annotations

from collections.abc import Sequence

from conspectus.engines.extractive.word_frequencies import inverse_frequency, maximum_inverse_frequency
from conspectus.engines.generative.language import is_english
from conspectus.foundation.text.tokens import WORD

# Of a terse sentence without function words, so many of its words in small letters are known from English papers.
_LEAST_KNOWN = 0.7
_SHORTEST_WORD = 3


def is_read(claim: str, evidence: Sequence[str]) -> bool:
    """Gives whether claim and evidence are in English, as far as their words tell."""
    return _is_english(claim) and _is_english(" ".join(evidence))


def _is_english(text: str) -> bool:
    if is_english(text):
        return True
    words = [word for word in WORD.findall(text) if word.islower() and len(word) >= _SHORTEST_WORD]
    known = [word for word in words if inverse_frequency(word) < maximum_inverse_frequency()]
    return len(words) > 0 and len(known) >= _LEAST_KNOWN * len(words)
