"""The path-aware experts: each writes the review from the chunk summaries in an order of its own (CKMAs, Eq. 3)."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

MOST_LISTED = 5040  # 7!: up to here all permutations are listed and sampled without replacement


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpertPath:
    """The order in which an expert reads: chunks by index, and the references inside each by index.

    ``level`` says whether the path differs from others by its chunks or only by the references in them.
    """

    chunks: tuple[int, ...]
    references: tuple[tuple[int, ...], ...]
    level: str


def sample_paths(sizes: Sequence[int], experts: int, draw: random.Random) -> list[ExpertPath]:
    """Gives distinct paths for the experts, at most as many as there are.

    Distinct permutations of the chunks come first; when they run out (I! < E), the references inside the
    chunks are permuted as well; when those run out too, fewer paths than experts are given.

    Args:
        sizes: The number of references in each chunk.
        experts: The number of paths wanted (E).
        draw: The source of randomness.
    """
    straight = tuple(tuple(range(size)) for size in sizes)
    paths = [
        ExpertPath(chunks=order, references=tuple(straight[c] for c in order), level="chunk")
        for order in _distinct(len(sizes), experts, draw)
    ]
    known = {(path.chunks, path.references) for path in paths}
    available = math.factorial(len(sizes)) * math.prod(math.factorial(size) for size in sizes)
    while len(paths) < min(experts, available):
        order = tuple(draw.sample(range(len(sizes)), len(sizes)))
        inside = tuple(tuple(draw.sample(range(sizes[c]), sizes[c])) for c in order)
        if (order, inside) not in known:
            known.add((order, inside))
            paths.append(ExpertPath(chunks=order, references=inside, level="reference"))
    return paths


def in_path_order(chunks: Sequence[Sequence[Item]], path: ExpertPath) -> list[Item]:
    """Gives the items of all chunks in the order of a path."""
    return [
        chunks[chunk][index] for chunk, inside in zip(path.chunks, path.references, strict=True) for index in inside
    ]


def _distinct(count: int, wanted: int, draw: random.Random) -> list[tuple[int, ...]]:
    """Simple random sampling of permutations without replacement, as many as wanted or as there are."""
    total = math.factorial(count)
    if total <= MOST_LISTED:
        return draw.sample(list(itertools.permutations(range(count))), min(wanted, total))
    found: dict[tuple[int, ...], None] = {}
    while len(found) < wanted:
        found.setdefault(tuple(draw.sample(range(count), count)))
    return list(found)
