"""The words of a question that carry content, weighted, and how much of them a text says."""

from __future__ import annotations

import re
from collections.abc import Iterable

from conspectus.domain.question_language import ENGLISH, function_words, question_language
from conspectus.engines.extractive.word_frequencies import inverse_frequency
from conspectus.foundation.text.normalise import level_text, match_key
from conspectus.foundation.text.tokens import STOPWORDS, stem

_ABOUT = frozenset(
    """paper papers author authors propose proposed study studies work use used using approach approaches kind kinds
    type types difference different perform performed make made show shown main many much true""".split()
)
# The share of the question's content, by how many words there are, that a paragraph must hold.
_LEAST_COVERED = {1: 0.99, 2: 0.99, 3: 0.6, 4: 0.5, 5: 0.5, 6: 0.5}
_LEAST_OF_MANY = 0.4
_NAME = re.compile(r"(?<=[\w,)] )(?:[A-Z][\w-]*|\w*\d[\w-]*)|\b\w+[A-Z][\w-]*|\b[A-Z]{2,}\w*")


class QuestionContent:
    """The words of a question that carry content, each with its weight: the rarer in science, the heavier.

    Args:
        question: As asked.
    """

    def __init__(self, question: str) -> None:
        self.question = question
        language = question_language(question)
        empty = STOPWORDS if language in ("", ENGLISH) else function_words(language)
        self.weights: dict[str, float] = {}
        for word in match_key(level_text(question)).split():
            if word in empty or (word in _ABOUT and language in ("", ENGLISH)):
                continue
            self.weights.setdefault(_stem(word), inverse_frequency(word))
        self.total = sum(self.weights.values())
        self.names = frozenset(stems_of(" ".join(_NAME.findall(question)))) & self.weights.keys()
        self.least = _LEAST_COVERED.get(len(self.weights), _LEAST_OF_MANY)

    def covered(self, stems: Iterable[str]) -> float:
        """Gives the share of the content that a set of stems holds, by weight, in [0, 1]."""
        if not self.total:
            return 0.0
        return sum(self.weights[found] for found in self.weights.keys() & set(stems)) / self.total


def stems_of(text: str) -> frozenset[str]:
    """Gives the stems of all words of a text."""
    return frozenset(map(_stem, match_key(level_text(text)).split()))


def _stem(word: str) -> str:
    return stem(word) if word.isascii() else word
