"""Lead: the first sentence of every reference, then the second ones, as far as the budget goes."""

from __future__ import annotations

from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.evaluation.methods.sentence_pool import output_of, pack, reference_sentences


def write(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
    """Gives the leading sentences of the references in turn; ``seed`` is of no consequence."""
    ranked = sorted(reference_sentences(item), key=lambda sentence: sentence.place)
    return output_of(pack(ranked, words))
