"""How common a word is in academic English, from a packaged table of our own making.

The table, ``word_lists/word_frequencies.tsv``, was made by ``tools/make_word_frequencies.py`` by counting
words in three fields: abstracts of the ACL Anthology 2019-2024 (CC BY 4.0), abstracts of PubMed records with
the contexts of PubMedQA (MIT), and articles of open-access journals under CC BY. It holds counts only: word stems
with log10 of their occurrences per million words, averaged over the fields and rounded to halves. Because of
the average, a word of one field alone counts as rare, which is what tells a paper's subject from its talk.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import stem

# The class of words that the table lacks: one step below its smallest.
UNSEEN_CLASS = 0.5


@lru_cache(maxsize=50_000)
def inverse_frequency(word: str) -> float:
    """Gives a weight like an inverse document frequency: 0 for "the", the maximum for words never seen.

    Case, accents and inflection do not matter. A hyphenated word weighs as much as its rarest part.

    Args:
        word: One word; text without letters or digits has weight 0.
    """
    parts = match_key(word).split()
    return max((_weight(part) for part in parts), default=0.0)


def maximum_inverse_frequency() -> float:
    """Gives the weight of a word that the table does not have."""
    return _commonest_class() - UNSEEN_CLASS


def _weight(part: str) -> float:
    return _commonest_class() - frequency_table().get(stem(part), UNSEEN_CLASS)


@cache
def frequency_table() -> dict[str, float]:
    """Gives log10 of the occurrences per million words, rounded to halves, by Porter stem."""
    folder = resources.files("conspectus.engines.extractive") / "word_lists"
    lines = (folder / "word_frequencies.tsv").read_text("utf-8").splitlines()
    entries = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {word: float(frequency) for word, frequency in entries}


@cache
def _commonest_class() -> float:
    return max(frequency_table().values())
