"""The knowledge minigraph construction agent: chunks of references, and a minigraph that grows over them.

CKMAs, section 3.2: O^1 = G(chunk 1); O^i = G(R(O^(i-1)), chunk i) (Eq. 1).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conspectus.domain.minigraph import Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.tasks import ExtractRelations, ExtractRelationsRequest, ReferenceAbstract, RelationConstraints
from conspectus.foundation.events import Events


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
    """
    warnings: list[str] = []

    def step(chunk: tuple[ReferenceAbstract, ...], previous: Minigraph | None) -> Minigraph:
        result = extract(
            ExtractRelationsRequest(abstracts=chunk, previous=previous, constraints=constraints, merge=merge)
        )
        warnings.extend(result.warnings)
        events.advance("minigraph")
        if previous is None or merge == "replace":
            return result.minigraph
        return _unite(previous, result.minigraph, constraints.volume)

    graphs: list[Minigraph] = []
    if shape == "chain":
        for chunk in chunks:
            graphs.append(step(chunk, graphs[-1] if graphs else None))
    else:
        level = [step(chunk, None) for chunk in chunks]
        graphs.extend(level)
        while len(level) > 1:
            level = [
                _unite(level[i], level[i + 1], constraints.volume) if i + 1 < len(level) else level[i]
                for i in range(0, len(level), 2)
            ]
            graphs.extend(level)
    return MinigraphHistory(graphs=tuple(graphs), warnings=tuple(warnings))


def _unite(first: Minigraph, second: Minigraph, volume: int | None) -> Minigraph:
    """The union of two graphs, cut to the volume; a relation in both counts once, with the heavier weight."""
    heaviest: dict[tuple[str, RelationKind, str], Relation] = {}
    for relation in (*first.relations, *second.relations):
        known = heaviest.get(relation.key)
        if known is None or (len(relation.support), relation.weight) > (len(known.support), known.weight):
            heaviest[relation.key] = relation
    papers_known = {concept.key: concept for concept in first.concepts}
    papers_known |= {
        concept.key: concept
        for concept in second.concepts
        if concept.key not in papers_known or len(concept.papers) >= len(papers_known[concept.key].papers)
    }
    return build_minigraph(papers_known.values(), heaviest.values(), volume=volume)
