"""How often a review of given references may be expected to use a word.

The expected number of occurrences of a stem in a review of a given length is modelled as

    log rate = b0 + b · (log review rate, log rate in the references, share of references using it, …)

with the rate of the stem in related-work prose from a packaged table of counts and the rest from the
references at hand. The rates of the table were counted in the training paragraphs of CORWA.
The coefficients were fitted by Poisson regression on development sets
(``tools/fit_word_rates.py``); they are few, and know no word.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from conspectus.domain.tasks import ReferenceAbstract
from conspectus.foundation.text.tokens import STOPWORDS, plain_tokens, stem

UNSEEN = 2.0  # occurrences in 100,000 tokens of a stem that is not in the table
FEATURES = (
    "constant",
    "review",
    "references",
    "spread",
    "own",
    "title",
    "stopword",
    "digit",
    "review_stopword",
    "references_stopword",
    "spread_content",
)
COEFFICIENTS = (-1.451, 0.142, 0.684, -0.560, 0.632, 0.524, -1.144, -0.364, 0.360, -0.563, -0.078)
MOST = 40  # occurrences of one stem that are told apart


@lru_cache(maxsize=1)
def review_rates() -> Mapping[str, float]:
    """Gives the occurrences of stems in 100,000 tokens of related-work prose."""
    table = resources.files("conspectus.engines.extractive") / "word_lists" / "review_word_rates.tsv"
    rates = {}
    for line in table.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            word, _, rate = line.partition("\t")
            rates[word] = float(rate)
    return rates


@lru_cache(maxsize=1)
def stopword_stems() -> frozenset[str]:
    """Gives the stems of the words without content."""
    return frozenset(stem(word) for word in STOPWORDS)


def features(references: Sequence[ReferenceAbstract], own_abstract: str) -> dict[str, tuple[float, ...]]:
    """Gives the features of every stem in the references or the own abstract, in the order of ``FEATURES``."""
    bags = [
        Counter(
            stem(token)
            for text in (reference.title, *(item.passage.quote for item in reference.evidence))
            for token in plain_tokens(text)
        )
        for reference in references
    ]
    titles = [{stem(token) for token in plain_tokens(reference.title)} for reference in references]
    own = Counter(stem(token) for token in plain_tokens(own_abstract))
    total: Counter[str] = Counter()
    for bag in bags:
        total.update(bag)
    size, own_size, count = total.total() or 1, own.total() or 1, max(1, len(references))
    spread = Counter(word for bag in bags for word in bag)
    titled = Counter(word for title in titles for word in title)
    table, stops = review_rates(), stopword_stems()
    found: dict[str, tuple[float, ...]] = {}
    for word in sorted(set(total) | set(own)):
        review = math.log(table.get(word, UNSEEN) / 1e5)
        inside = math.log(total[word] / size + 2e-4)
        share = spread[word] / count
        mine = math.log(own[word] / own_size + 2e-3) - math.log(2e-3) if own else 0.0
        stop = float(word in stops)
        found[word] = (
            1.0,
            review,
            inside,
            share,
            mine,
            titled[word] / count,
            stop,
            float(word.isdigit()),
            review * stop,
            inside * stop,
            share * (1 - stop),
        )
    return found


def expected_rates(references: Sequence[ReferenceAbstract], own_abstract: str) -> dict[str, float]:
    """Gives the expected occurrences of each stem for one word of the review."""
    return {
        word: math.exp(min(0.0, sum(c * v for c, v in zip(COEFFICIENTS, values, strict=True))))
        for word, values in features(references, own_abstract).items()
    }


def occurrence_tails(rates: Mapping[str, float], words: int) -> dict[str, tuple[float, ...]]:
    """Gives for each stem the Poisson probabilities that a text of ``words`` has it at least 1, 2, 3 … times."""
    return {word: _tail(rate * words) for word, rate in rates.items()}


def _tail(mean: float) -> tuple[float, ...]:
    probability = math.exp(-mean)
    below, tails = probability, []
    for count in range(1, MOST + 1):
        left = max(0.0, 1.0 - below)
        tails.append(left)
        if left < 1e-4:
            break
        probability *= mean / count
        below += probability
    return tuple(tails)
