"""The knowledge minigraph construction agent: chunks of references, and a minigraph that grows over them.

CKMAs, section 3.2: O^1 = G(chunk 1); O^i = G(R(O^(i-1)), chunk i) (Eq. 1).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from conspectus.domain.minigraph import Minigraph, build_minigraph
from conspectus.domain.tasks import (
    ExtractRelations,
    ExtractRelationsRequest,
    ExtractRelationsResult,
    ReferenceAbstract,
    RelationConstraints,
)
from conspectus.foundation.events import Events
from conspectus.foundation.parallel import mapped


@dataclass(frozen=True, slots=True, kw_only=True)
class MinigraphHistory:
    """The minigraph after each chunk; the last one is the result."""

    graphs: tuple[Minigraph, ...]
    warnings: tuple[str, ...] = ()

    @property
    def final(self) -> Minigraph:
        """The minigraph over all chunks, empty if there was none."""
        return self.graphs[-1] if self.graphs else Minigraph()


def partition(
    references: Sequence[ReferenceAbstract], chunk_size: int, draw: random.Random
) -> list[tuple[ReferenceAbstract, ...]]:
    """Gives the references in random chunks of ``chunk_size``; the last holds the remainder.

    Every reference is in exactly one of ceil(T / k) chunks.
    """
    shuffled = list(references)
    draw.shuffle(shuffled)
    return [tuple(shuffled[start : start + chunk_size]) for start in range(0, len(shuffled), chunk_size)]


def construct_minigraph(
    chunks: Sequence[tuple[ReferenceAbstract, ...]],
    extract: ExtractRelations,
    constraints: RelationConstraints,
    *,
    merge: Literal["replace", "union"],
    shape: Literal["chain", "tree"],
    events: Events,
    side_by_side: int = 1,
) -> MinigraphHistory:
    """Gives the minigraph of the chunks with its history.

    Args:
        chunks: The chunks in order.
        extract: The task that extends a minigraph by a chunk.
        constraints: Types and volume that the extractor keeps to.
        merge: ``replace``: each step emits the whole graph anew; ``union``: what the step emits is united with
            the graph before, then cut to the volume.
        shape: ``chain``: chunk after chunk (Eq. 1); ``tree``: a graph for each chunk, then neighbours are
            united and cut, level by level.
        events: Told after each chunk.
        side_by_side: How many chunks of a tree are extracted at a time; a chain is sequential by definition.
    """
    warnings: list[str] = []
    read = 0

    def ask(chunk: tuple[ReferenceAbstract, ...], previous: Minigraph | None = None) -> ExtractRelationsResult:
        return extract(
            ExtractRelationsRequest(abstracts=chunk, previous=previous, constraints=constraints, merge=merge)
        )

    def told(result: ExtractRelationsResult) -> Minigraph:
        nonlocal read
        read += 1
        warnings.extend(f"Minigraph of chunk {read}: {warning}" for warning in result.warnings)
        events.advance("minigraph")
        return result.minigraph

    volume = constraints.volume
    graphs: list[Minigraph] = []
    if shape == "chain":
        for chunk in chunks:
            previous = graphs[-1] if graphs else None
            graph = told(ask(chunk, previous))
            graphs.append(graph if previous is None or merge == "replace" else _unite(previous, graph, volume))
    else:
        level = [told(result) for result in mapped(ask, chunks, workers=side_by_side)]
        graphs.extend(level)
        while len(level) > 1:
            united = [_unite(level[i], level[i + 1], volume) for i in range(0, len(level) - 1, 2)]
            graphs.extend(united)
            level = united + (level[-1:] if len(level) % 2 else [])
    return MinigraphHistory(graphs=tuple(graphs), warnings=tuple(warnings))


def _unite(first: Minigraph, second: Minigraph, volume: int | None) -> Minigraph:
    """The union of two graphs, cut to the volume; what is in both keeps all its support and the heavier weight."""
    heaviest = {relation.key: relation.weight for relation in first.relations}
    united = build_minigraph((), (*first.relations, *second.relations))
    theirs = {relation.key: relation.weight for relation in second.relations}
    relations = [
        replace(relation, weight=max(heaviest.get(relation.key, 0.0), theirs.get(relation.key, 0.0)))
        for relation in united.relations
    ]
    weights = {concept.key: concept.weight for concept in first.concepts}
    for concept in second.concepts:
        weights[concept.key] = max(weights.get(concept.key, 0.0), concept.weight)
    graph = build_minigraph((*first.concepts, *second.concepts), relations, volume=volume)
    concepts = tuple(replace(c, weight=weights.get(c.key, c.weight)) for c in graph.concepts)
    return replace(graph, concepts=concepts)
