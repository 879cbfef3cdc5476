"""What of the plan a draft covers: the teacher's completeness, and what it finds missing (methods 4.5c)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.domain.entity_graph import EntityGraph, GraphEntity
from conspectus.domain.minigraph import concept_key
from conspectus.domain.summary_tasks import PlannedThread
from conspectus.domain.tasks import DraftSentence
from conspectus.pipelines.paper_summary.plan import edge_salience, thread_salience, triple_text

SALIENT_SHARE = 0.10
"""The share of triples, the most salient first, that a summary should hold (methods 4.4e)."""
MOST_TRIPLES = 10
_TOP_ENTITIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The weighted share of threads and salient triples that are covered, in [0, 1], and those that are not.

    ``missing_triples`` are in words, each with the handles of the sentences that state it.
    """

    completeness: float
    missing_threads: tuple[PlannedThread, ...]
    missing_triples: tuple[tuple[str, tuple[str, ...]], ...]


def coverage_of(
    sentences: Sequence[DraftSentence], plan: Sequence[PlannedThread], graph: EntityGraph, handles: dict[str, str]
) -> Coverage:
    """Gives what a draft covers.

    A thread is covered when a sentence cites evidence of it or names one of its three foremost entities; its weight
    is its salience. A triple is covered when a sentence names both of its ends or cites a sentence that states it.

    Args:
        sentences: Of the draft.
        plan: Its threads.
        graph: The paper's graph.
        handles: Handles of the paper's sentences by address.
    """
    cited = {handle for sentence in sentences for handle in sentence.handles}
    texts = [_key(sentence) for sentence in sentences]
    salience = edge_salience(graph)
    by_id = {entity.id: entity for entity in graph.entities}
    share: list[tuple[float, bool]] = []
    missing_threads = []
    for thread in plan:
        weight = max(thread_salience(thread.community, graph, salience), 1e-6)
        own = {item.handle for item in thread.evidence}
        named = any(_names_one(text, thread.entities[:_TOP_ENTITIES]) for text in texts)
        covered = bool(own & cited) or named
        share.append((weight, covered))
        if not covered:
            missing_threads.append(thread)
    units = {unit.id: unit for unit in graph.units}
    names = {entity.id: entity.name for entity in graph.entities}
    order = sorted(salience, key=lambda index: (-salience[index], index))
    top = order[: min(MOST_TRIPLES, math.ceil(len(order) * SALIENT_SHARE))]
    triples: list[tuple[float, bool]] = []
    missing_triples = []
    for index in top:
        relation = graph.relations[index]
        stating = tuple(
            handles[address] for unit in relation.units for address in units[unit].sentences if address in handles
        )
        both = any(
            _names_entity(text, by_id[relation.source]) and _names_entity(text, by_id[relation.target])
            for text in texts
        )
        covered = both or bool(set(stating) & cited)
        triples.append((salience[index], covered))
        if not covered:
            missing_triples.append((triple_text(relation, names), stating))
    parts = [_weighted(part) for part in (share, triples) if part]
    return Coverage(
        completeness=sum(parts) / len(parts) if parts else 1.0,
        missing_threads=tuple(missing_threads),
        missing_triples=tuple(missing_triples),
    )


def _weighted(part: Sequence[tuple[float, bool]]) -> float:
    total = sum(weight for weight, _ in part)
    return sum(weight for weight, covered in part if covered) / total if total else 1.0


def _key(sentence: DraftSentence) -> str:
    text = "".join(part for part in sentence.parts if isinstance(part, str))
    return f" {' '.join(concept_key(word) for word in concept_key(text).split())} "


def _names_one(text: str, names: Sequence[str]) -> bool:
    return any(_named(text, name) for name in names)


def _names_entity(text: str, entity: GraphEntity) -> bool:
    return _names_one(text, (entity.name, *entity.aliases))


def _named(text: str, name: str) -> bool:
    key = " ".join(concept_key(word) for word in concept_key(name).split())
    return bool(key) and f" {key} " in text
