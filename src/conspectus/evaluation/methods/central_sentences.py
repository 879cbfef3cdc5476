"""Baselines that choose the most central sentences of all references: LexRank and TextRank.

Sentences are taken in the order of their scores and printed in the order of the references. LexRank
leaves out what repeats a sentence already taken (Erkan and Radev 2004, section 5: reranking by
cross-sentence informational subsumption); TextRank only what is the same to the letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from conspectus.engines.extractive.centrality import idf_cosine, lexrank_scores, textrank_scores
from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.evaluation.methods.sentence_pool import (
    PoolSentence,
    output_of,
    own_sentences,
    pack,
    reference_sentences,
)
from conspectus.foundation.text.tokens import count_words

# Two sentences whose idf-modified cosine is at least this say the same.
REPEATS = 0.5


def lexrank(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
    """Gives the sentences of highest continuous LexRank; ``seed`` is of no consequence."""
    pool = reference_sentences(item)
    return output_of(_in_source_order(pack(_by_lexrank(pool), words), pool))


def textrank(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
    """Gives the sentences of highest TextRank; ``seed`` is of no consequence."""
    pool = reference_sentences(item)
    scores = textrank_scores([sentence.text for sentence in pool])
    once = {pool[at].text: pool[at] for at in reversed(_best_first(scores))}
    ranked = [pool[at] for at in _best_first(scores) if once[pool[at].text] is pool[at]]
    return output_of(_in_source_order(pack(ranked, words), pool))


def abstract_then_lexrank(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
    """Gives the citing paper's own abstract, then LexRank over the references in what is left.

    The abstract is pasted sentence by sentence as far as it fits. It cites nothing, so this baseline shows
    how much of a score comes from talking about the citing paper. ``seed`` is of no consequence.
    """
    own = own_sentences(item)
    pasted = pack(own, words) if own else []
    left = words - sum(count_words(sentence.shown) for sentence in pasted)
    pool = reference_sentences(item)
    ranked = [sentence for sentence in _by_lexrank(pool) if count_words(sentence.shown) <= left]
    return output_of([*pasted, *_in_source_order(pack(ranked, left), pool)])


def _by_lexrank(pool: Sequence[PoolSentence]) -> list[PoolSentence]:
    """Gives the sentences by falling LexRank, without those that repeat a better one."""
    texts = [sentence.text for sentence in pool]
    alike = idf_cosine(texts)
    kept: list[int] = []
    for at in _best_first(lexrank_scores(texts)):
        if not kept or alike[at, kept].max() < REPEATS:
            kept.append(at)
    return [pool[at] for at in kept]


def _best_first(scores: NDArray[Any]) -> list[int]:
    # Rounded, so that equal scores fall to the earlier sentence whatever the last bits are.
    return sorted(range(len(scores)), key=lambda at: (-round(float(scores[at]), 12), at))


def _in_source_order(chosen: Sequence[PoolSentence], pool: Sequence[PoolSentence]) -> list[PoolSentence]:
    place = {(s.reference.id if s.reference else "", s.place): at for at, s in enumerate(pool)}
    return sorted(chosen, key=lambda s: place[(s.reference.id if s.reference else "", s.place)])
