"""Made-up vectors of papers: topics of uneven size in a few fields, as encoders of abstracts give them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

_CLEAR = 1e-6
_BLOCK = 1000
# Shares of a vector's squared length: what all papers have in common, the field, the topic; the rest is the paper's.
_ALL, _FIELD, _TOPIC = 0.905, 0.0775, 0.0175
_OWN = (0.014, 0.038)


def made_vectors(count: int, width: int, *, topics: int = 200, fields: int = 8, clear_of: float = 0.0) -> Matrix:
    """Gives unit vectors around so many centres of uneven size.

    Args:
        count: How many.
        width: The numbers of each.
        topics: How many centres.
        fields: How many groups of near centres.
        clear_of: A similarity that no pair comes nearer to than 1e-6, where programs that compute with float32 may
            differ on which side a pair is; 0 for none.
    """
    draw = np.random.default_rng(0)
    field = draw.integers(0, fields, topics)
    shares = 1.0 / np.arange(1, topics + 1) ** 0.7
    topic = draw.choice(topics, count, p=shares / shares.sum())
    centres = _unit(
        np.sqrt(_ALL) * _unit(draw.standard_normal((1, width)))
        + np.sqrt(_FIELD) * _unit(draw.standard_normal((fields, width)))[field]
        + np.sqrt(_TOPIC) * _unit(draw.standard_normal((topics, width)))
    )
    vectors = np.empty((count, width), dtype=np.float32)
    wanted = np.arange(count)
    while len(wanted):
        own = draw.uniform(*_OWN, (len(wanted), 1))
        noise = _unit(draw.standard_normal((len(wanted), width)))
        vectors[wanted] = _unit(np.sqrt(1 - own) * centres[topic[wanted]] + np.sqrt(own) * noise)
        wanted = _too_near(vectors, clear_of) if clear_of else wanted[:0]
    return vectors


def share_near(vectors: Matrix, similarity: float, within: float) -> float:
    """Gives the share of all pairs of different vectors whose similarity is so near to one."""
    near = sum(
        int((np.abs(vectors[start : start + _BLOCK] @ vectors.T - similarity) <= within).sum())
        for start in range(0, len(vectors), _BLOCK)
    )
    return near / max(len(vectors) * (len(vectors) - 1), 1)


def _too_near(vectors: Matrix, similarity: float) -> NDArray[np.intp]:
    """Gives one vector of each pair that is too near to a similarity."""
    found: set[int] = set()
    for start in range(0, len(vectors), _BLOCK):
        near = np.abs(vectors[start : start + _BLOCK] @ vectors[start:].T - similarity) <= 2 * _CLEAR
        one, other = np.nonzero(near)
        found.update((start + other[one < other]).tolist())
    return np.array(sorted(found), dtype=np.intp)


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True))
