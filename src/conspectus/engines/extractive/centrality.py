"""Which sentences stand in the middle of a set: LexRank and TextRank.

Erkan and Radev (2004), "LexRank: Graph-based Lexical Centrality as Salience in Text Summarization";
Mihalcea and Tarau (2004), "TextRank: Bringing Order into Texts".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from conspectus.foundation.text.tokens import content_stems, plain_tokens, stem

Matrix = NDArray[np.float64]

DAMPING = 0.85
_TOLERANCE = 1e-10
_MOST_ROUNDS = 1000


def lexrank_scores(sentences: Sequence[str], *, damping: float = DAMPING, threshold: float | None = None) -> Matrix:
    """Gives the LexRank of each sentence; the scores are positive and sum to 1.

    As in the paper, every sentence has an edge to itself, so that one which is like no other ranks as average.

    Args:
        sentences: The sentences of all documents.
        damping: The chance to follow an edge rather than to jump anywhere, in [0, 1) (1 - d in the paper).
        threshold: None for continuous LexRank, whose edges weigh as much as the sentences are similar
            (section 3.3); else edges of weight 1 where the similarity is above it (section 3.2).
    """
    similarity = idf_cosine(sentences)
    if threshold is not None:
        similarity = (similarity > threshold).astype(np.float64)
    return stationary(similarity, damping=damping)


def textrank_scores(sentences: Sequence[str], *, damping: float = DAMPING) -> Matrix:
    """Gives the TextRank of each sentence; the scores are positive and sum to 1.

    Args:
        sentences: The sentences of all documents.
        damping: The chance to follow an edge, in [0, 1).
    """
    return stationary(word_overlap(sentences), damping=damping)


def idf_cosine(sentences: Sequence[str]) -> Matrix:
    """Gives the idf-modified cosine of each two sentences (Erkan and Radev, Eq. 1), in [0, 1].

    Every word counts, as in the paper; its idf is log((N + 1) / n) over the sentences themselves. The one
    that is added leaves some weight to words that all sentences share, so that even two equal sentences
    alone are alike. A sentence without words is similar to none, itself included.
    """
    bags = [Counter(map(stem, plain_tokens(sentence))) for sentence in sentences]
    weights = _count_matrix(bags)
    if not weights.size:
        return np.zeros((len(bags), len(bags)))
    weights *= np.log((len(bags) + 1) / (weights > 0).sum(axis=0))
    norms = np.linalg.norm(weights, axis=1, keepdims=True)
    weights /= np.where(norms > 0, norms, 1.0)
    cosine: Matrix = np.clip(weights @ weights.T, 0.0, 1.0)
    return cosine


def word_overlap(sentences: Sequence[str]) -> Matrix:
    """Gives the words shared by each two sentences over the sum of the logs of their lengths.

    This is the similarity of Mihalcea and Tarau, section 4.1, over content stems. A sentence has no edge
    to itself, and two sentences of one word each, for which the measure is undefined, none either.
    """
    bags = [Counter(set(content_stems(sentence))) for sentence in sentences]
    present = _count_matrix(bags)
    shared = present @ present.T
    np.fill_diagonal(shared, 0.0)
    lengths = np.log(np.maximum(1, [len(bag) for bag in bags])) if bags else np.zeros(0)
    scale = lengths[:, None] + lengths[None, :]
    overlap: Matrix = np.divide(shared, scale, out=np.zeros_like(shared), where=scale > 0)
    return overlap


def stationary(weights: Matrix, *, damping: float = DAMPING) -> Matrix:
    """Gives where a random walk over weighted edges stands in the long run, by power iteration.

    From a node without edges the walk jumps anywhere. The result is positive and sums to 1.

    Args:
        weights: Square matrix of edges that are not negative.
        damping: The chance to follow an edge rather than to jump, in [0, 1).

    Raises:
        ValueError: ``damping`` is outside [0, 1).
    """
    if not 0.0 <= damping < 1.0:
        raise ValueError("damping must be at least 0 and below 1")
    size = len(weights)
    if not size:
        return np.zeros(0)
    totals = weights.sum(axis=1, keepdims=True)
    steps = np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), 1.0 / size)
    scores = np.full(size, 1.0 / size)
    for _ in range(_MOST_ROUNDS):
        after = (1.0 - damping) / size + damping * (scores @ steps)
        after /= after.sum()
        if np.abs(after - scores).sum() < _TOLERANCE:
            return after
        scores = after
    return scores


def _count_matrix(bags: Sequence[Counter[str]]) -> Matrix:
    columns = {word: column for column, word in enumerate(sorted(set().union(*bags)))}
    counts = np.zeros((len(bags), len(columns)))
    for row, bag in enumerate(bags):
        for word, count in bag.items():
            counts[row, columns[word]] = count
    return counts
