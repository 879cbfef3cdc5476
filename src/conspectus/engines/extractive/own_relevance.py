"""How near a sentence is to the paper under review: what a review says of a reference serves that paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from conspectus.engines.extractive.word_rates import review_rates, stopword_stems
from conspectus.foundation.text.tokens import plain_tokens, stem


class OwnRelevance:
    """Gives for the stems of a sentence their cosine with the own abstract.

    Each different content stem counts once, weighted by its rarity in related-work prose, so that words which every
    review uses bring no sentence nearer.
    """

    def __init__(self, own_abstract: str) -> None:
        self._own = _weights(stem(token) for token in plain_tokens(own_abstract))
        self._norm = _norm(self._own)

    def __call__(self, stems: Iterable[str]) -> float:
        """Gives the cosine, from 0 (nothing in common, or no own abstract) to 1."""
        if not self._own:
            return 0.0
        mine = _weights(stems)
        shared = sum(weight * self._own[word] for word, weight in mine.items() if word in self._own)
        return shared / (_norm(mine) * self._norm) if shared else 0.0


def _weights(stems: Iterable[str]) -> dict[str, float]:
    rates, stops = review_rates(), stopword_stems()
    return {word: math.log(1e5 / (rates.get(word, 1.0) + 1.0)) for word in sorted(set(stems)) if word not in stops}


def _norm(weights: Mapping[str, float]) -> float:
    return math.sqrt(sum(weight * weight for weight in weights.values()))
