"""Communities of vectors: groups of papers that are similar to one centre, and the threshold that gives them.

The algorithm is that of ``community_detection`` in sentence-transformers, as TOPICAL uses it, with its result and
in our own code: see ``find_communities``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from conspectus.foundation.errors import UsageError
from conspectus.retrieval.similar_pairs import Matrix, PairFinder, SimilarPairs, ones, unit_rows

LEAST_SIZE = 5
"""The fewest members of a community (TOPICAL)."""
BACK_OFF = 2
"""By how many hundredths the threshold goes down where it gives too few communities (TOPICAL)."""
STEPS = 4
"""How many thresholds are tried: 96, 94, 92 and 90 of SPECTER2, and as many from a quantile."""
LEAST_COMMUNITIES = 2
"""With fewer communities there are none: one group says nothing about the others (TOPICAL)."""
QUANTILE = 0.995
"""The quantile of the similarities that is the first threshold where none is published."""

_PAIRS = 1_000_000
_DECIMALS = 9
_BATCH = 256
_PAIR_BLOCK = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Community:
    """Numbers of vectors: the centre first, the others by decreasing similarity to it, ties by number."""

    members: tuple[int, ...]

    @property
    def centre(self) -> int:
        """The number of the vector that stands for the community."""
        return self.members[0]

    def __len__(self) -> int:
        return len(self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityThreshold:
    """Which similarity the communities rest on; thresholds are in hundredths, so that steps are exact.

    ``used`` is None where no threshold gave enough communities. ``tried`` holds every threshold in turn, the used
    one last. ``source`` is "published" (by ``published_by``), "given" by the user, or "quantile": then the first
    threshold is the ``quantile`` of the similarities of the vectors themselves, over ``pairs`` pairs of them.
    """

    used: int | None
    tried: tuple[int, ...]
    source: str
    published_by: str = ""
    quantile: float | None = None
    pairs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunitySearch:
    """Communities, the largest first, and the threshold that gave them; none if fewer than two were found."""

    communities: tuple[Community, ...]
    threshold: CommunityThreshold


def search_communities(
    vectors: NDArray[np.floating],
    published: int | None,
    *,
    published_by: str = "",
    given: int | None = None,
    least_size: int = LEAST_SIZE,
    steps: int = STEPS,
) -> CommunitySearch:
    """Gives the communities at the first threshold that gives at least two.

    Thresholds go down by 0.02 from the first one (TOPICAL: 0.96, 0.94, 0.92, 0.90). An embedder without a published
    threshold starts at a quantile of the similarities of these vectors, rounded to hundredths.

    Args:
        vectors: One row a paper, in any order that is always the same.
        published: The first threshold in hundredths, None if the embedder has none.
        published_by: Who published it.
        given: A first threshold in hundredths that the user wants instead.
        least_size: The fewest members of a community, at least 1; clipped to the number of vectors.
        steps: How many thresholds are tried at most.

    Raises:
        UsageError: A number is out of range, or the vectors are no matrix of finite numbers.
    """
    if steps < 1:
        raise UsageError(f"At least one threshold is tried, not {steps}.")
    rows = unit_rows(vectors)
    if given is not None:
        first, pairs, source = given, 0, "given"
    elif published is not None:
        first, pairs, source = published, 0, "published"
    else:
        quantile, pairs = similarity_quantile(rows, QUANTILE)
        # The last of the steps must be above 0.
        first, source = min(max(round(100 * quantile), 1 + BACK_OFF * (steps - 1)), 100), "quantile"
    if not 0 < first <= 100:
        raise UsageError(f"A similarity threshold is from 1 to 100 hundredths, not {first}.")
    finder = PairFinder(rows)
    tried: list[int] = []
    found: tuple[Community, ...] = ()
    for threshold in range(first, max(first - BACK_OFF * steps, 0), -BACK_OFF):
        tried.append(threshold)
        found = _communities(rows, finder.at(threshold / 100), least_size)
        if len(found) >= LEAST_COMMUNITIES:
            break
    enough = len(found) >= LEAST_COMMUNITIES
    return CommunitySearch(
        communities=found if enough else (),
        threshold=CommunityThreshold(
            used=tried[-1] if enough else None,
            tried=tuple(tried),
            source=source,
            published_by=published_by if source == "published" else "",
            quantile=QUANTILE if source == "quantile" else None,
            pairs=pairs,
        ),
    )


def find_communities(
    vectors: NDArray[np.floating], threshold: float, *, least_size: int = LEAST_SIZE
) -> tuple[Community, ...]:
    """Gives the communities at one threshold, the largest first.

    Each vector with at least ``least_size`` vectors, itself counted, at a similarity of at least the threshold is
    the centre of a candidate. Candidates are taken by decreasing size, ties by number; of each, what an earlier one
    holds is left out, and it is kept if it still has ``least_size`` members. The centre of a candidate that lost
    members is the member with the largest sum of similarities to the others, ties by number.

    Args:
        vectors: One row each; rows are scaled to length 1. Vectors of zeros are similar to nothing.
        threshold: Inclusive, in (0, 1]; a similarity that rounding to float32 alone keeps below it reaches it.
        least_size: The fewest members of a community; clipped to the number of vectors.

    Raises:
        UsageError: A number is out of range, or the vectors are no matrix of finite numbers.
    """
    rows = unit_rows(vectors)
    return _communities(rows, PairFinder(rows).at(threshold), least_size)


def similarity_quantile(vectors: Matrix, share: float) -> tuple[float, int]:
    """Gives a quantile of the similarities of pairs of different vectors, and how many pairs it rests on.

    All pairs count where there are at most a million, else a million that are drawn with the same seed each time.

    Args:
        vectors: Rows of length 1 or zeros.
        share: The share of the similarities that lie below, in [0, 1].
    """
    count = len(vectors)
    if count < 2:
        return 1.0, 0
    if count * (count - 1) // 2 <= _PAIRS:
        one, other = np.triu_indices(count, 1)
    else:
        draw = np.random.default_rng(0)
        one = draw.integers(0, count, _PAIRS)
        other = (one + draw.integers(1, count, _PAIRS)) % count
    similarities = np.empty(len(one))
    for at in range(0, len(one), _PAIR_BLOCK):
        few = slice(at, at + _PAIR_BLOCK)
        similarities[few] = np.einsum("ij,ij->i", vectors[one[few]], vectors[other[few]], dtype=np.float64)
    return float(np.quantile(similarities, share)), len(one)


def _communities(rows: Matrix, pairs: SimilarPairs, least_size: int) -> tuple[Community, ...]:
    if least_size < 1:
        raise UsageError(f"A community has at least one member, not {least_size}.")
    least = min(least_size, len(rows))
    sizes = pairs.counts()
    candidates = np.lexsort((pairs.order, -sizes))
    candidates = candidates[sizes[candidates] >= least]
    taken: list[Community] = []
    free = ~np.zeros(pairs.bits.shape[1], dtype=np.uint8)
    for start in range(0, len(candidates), _BATCH):
        batch = candidates[start : start + _BATCH]
        # What is too small by now stays so: most candidates are out before they are looked at one by one.
        for candidate in batch[ones(pairs.bits[batch] & free) >= least]:
            left = pairs.bits[candidate] & free
            size = int(ones(left))
            if size < least:
                continue
            free &= ~left
            centre = int(pairs.order[candidate]) if size == sizes[candidate] else None
            taken.append(_arranged(rows, pairs.members(left), centre))
    return tuple(sorted(taken, key=len, reverse=True))


def _arranged(rows: Matrix, members: NDArray[np.intp], centre: int | None) -> Community:
    """Gives the community of some members; without a centre it is their medoid."""
    if centre is None:
        total = np.zeros(rows.shape[1])
        for at in range(0, len(members), _PAIR_BLOCK):
            total += rows[members[at : at + _PAIR_BLOCK]].sum(axis=0, dtype=np.float64)
        centre = int(members[np.argmax(_products(rows, members, total, without_own=True))])
    similarities = _products(rows, members, rows[centre].astype(np.float64))
    order = members[np.lexsort((members, -similarities))]
    return Community(members=(centre, *order[order != centre].tolist()))


def _products(
    rows: Matrix, members: NDArray[np.intp], vector: NDArray[np.float64], *, without_own: bool = False
) -> NDArray[np.float64]:
    """Gives products with a vector, without a row's own share if wished, rounded so that equal vectors tie."""
    products = np.empty(len(members))
    for at in range(0, len(members), _PAIR_BLOCK):
        few = slice(at, at + _PAIR_BLOCK)
        part = rows[members[few]]
        np.einsum("ij,j->i", part, vector, dtype=np.float64, out=products[few])
        if without_own:
            products[few] -= np.einsum("ij,ij->i", part, part, dtype=np.float64)
    return np.round(products, _DECIMALS)
