"""Step 4 of KGQP: which paragraphs are most likely to hold the answer.

``published`` is the ranking of the paper's own code: how often the question's entities occur in a paragraph as
strings. ``default`` adds up what tells more: BM25, the question's words in the light of the paragraph's paper, the
likeness of the whole paper, the kind of answer that is asked for, and what the graph says of the entities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from conspectus.retrieval.paragraph_index import ParagraphIndex
from conspectus.retrieval.paragraph_terms import AnswerKind, asked_kinds, counted_terms

Floats = NDArray[np.float32]

# Found on the tuning half of QASPER's papers (docs/how-to/ask-a-question.md); BM25 in context has weight 1.
_BM25, _PAPER, _KIND, _GRAPH = 0.5, 0.5, 0.7, 0.5
_MOST_TERMS = 200
"""Of a very long question, so many different terms count, the rarest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedParagraph:
    """A paragraph of the index by its number, its score, and how often each entity occurs in it."""

    number: int
    score: float
    hits: tuple[tuple[str, int], ...] = ()


def keyword_frequency(entities: Iterable[str], text: str) -> int:
    """Gives how often the entities occur in a text, the published score (methods 3.6, step 4).

    Each is counted as a string, case-insensitively, without overlaps of its own occurrences; entities that overlap
    each other all count.
    """
    lowered = text.lower()
    return sum(lowered.count(entity.lower()) for entity in entities if entity.strip())


def published_ranking(
    index: ParagraphIndex, entities: Sequence[str], *, among: Iterable[int] | None = None, most: int | None = None
) -> list[RankedParagraph]:
    """Gives the paragraphs that hold an entity, the highest keyword frequency first.

    Of equals the one with more different entities comes first, then the earlier one.

    Args:
        index: All paragraphs.
        entities: As the question writes them.
        among: Only these paragraphs; all if None.
        most: At most so many.
    """
    allowed = None if among is None else set(among)
    hits: dict[int, list[tuple[str, int]]] = {}
    for entity in dict.fromkeys(entity.lower() for entity in entities):
        for number, count in index.occurrences(entity).items():
            if allowed is None or number in allowed:
                hits.setdefault(number, []).append((entity, count))
    order = sorted(hits, key=lambda number: (-sum(count for _, count in hits[number]), -len(hits[number]), number))
    return [
        RankedParagraph(number=n, score=float(sum(count for _, count in hits[n])), hits=tuple(hits[n]))
        for n in order[:most]
    ]


def default_scores(
    index: ParagraphIndex,
    question: str,
    *,
    linked: Mapping[int, float] | None = None,
    allowed: NDArray[np.bool_] | None = None,
) -> Floats:
    """Gives a score of every paragraph; only differences within one question mean something.

    Each part is made a z-score over the paragraphs that are asked about, so that parts of different sizes add up.

    Args:
        index: All paragraphs.
        question: In words.
        linked: What the graph says of paragraphs by number: the weight of the entities that they are linked to.
        allowed: Which paragraphs are asked about; all if None. The others score minus infinity.
    """
    weights = question_weights(index, question)
    scores = _standard(index.in_context(weights), allowed)
    scores += _BM25 * _standard(index.bm25(weights), allowed)
    scores += _PAPER * _standard(index.paper_likeness(weights)[index.paper_of], allowed)
    scores += _KIND * kind_matches(index, question)
    for number, weight in (linked or {}).items():
        scores[number] += _GRAPH * weight
    if allowed is not None:
        scores[~allowed] = -np.inf
    return scores


def bm25_scores(index: ParagraphIndex, question: str, allowed: NDArray[np.bool_] | None = None) -> Floats:
    """Gives the BM25 score of every paragraph, minus infinity for those that are not asked about."""
    scores = index.bm25(question_weights(index, question))
    if allowed is not None:
        scores[~allowed] = -np.inf
    return scores


def question_weights(index: ParagraphIndex, question: str) -> dict[int, float]:
    """Gives how much each term of a question counts, by the term's number: how often the question has it."""
    counts = counted_terms(question)
    if len(counts) > _MOST_TERMS:
        rarest = sorted(counts, key=lambda number: (index.frequency(number) or len(index) + 1, number))
        counts = {number: counts[number] for number in rarest[:_MOST_TERMS]}  # type: ignore[assignment]
    return {number: float(count) for number, count in counts.items()}


def kind_matches(index: ParagraphIndex, question: str) -> Floats:
    """Gives for every paragraph how many kinds of answers that are asked for it may hold."""
    found = np.zeros(len(index), dtype=np.float32)
    asked = asked_kinds(question)
    for kind in AnswerKind:
        if kind and kind in asked:
            found += (index.kinds & np.uint16(kind)) > 0
    return found


def best(scores: Floats, most: int) -> list[int]:
    """Gives the numbers of the highest finite scores, the best first, the earlier one of equals."""
    count = min(most, len(scores))
    if count < 1:
        return []
    edge = np.partition(scores, len(scores) - count)[len(scores) - count]
    near = np.flatnonzero(scores >= edge)
    order = near[np.argsort(-scores[near], kind="stable")][:count]
    return [int(number) for number in order if np.isfinite(scores[number])]


def _standard(scores: Floats, allowed: NDArray[np.bool_] | None) -> Floats:
    """The scores as z-scores over the paragraphs asked about, all 0 where they are equal."""
    asked = scores if allowed is None else scores[allowed]
    if not len(asked):
        return np.zeros_like(scores)
    spread = float(asked.std())
    if spread < 1e-6:
        return np.zeros_like(scores)
    standard: Floats = ((scores - asked.mean()) / spread).astype(np.float32)
    return standard
