"""Builds the hierarchical entity graph of a paper (ScholarSum, stage 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from conspectus.domain.document import Document
from conspectus.domain.entity_graph import EntityGraph, EntityKind, EntityRelation, GraphEntity, GraphRelation, TextUnit
from conspectus.domain.summary_tasks import (
    ClassifyPairs,
    ClassifyPairsRequest,
    EntityPair,
    ExtractEntities,
    ExtractEntitiesRequest,
    PairRelation,
)
from conspectus.foundation.parallel import mapped
from conspectus.foundation.text.sentences import split_sentences
from conspectus.graphs.entities.communities import CommunityOptions, find_communities
from conspectus.graphs.entities.pairs import ADJACENCY, entity_pairs
from conspectus.graphs.entities.units import LONGEST_UNIT, text_units
from conspectus.graphs.entities.variants import Likeness, letter_likeness, unite_variants

_M, _T, _D, _METRIC = EntityKind.METHOD, EntityKind.TASK, EntityKind.DATASET, EntityKind.METRIC
SIGNATURES: dict[EntityRelation, frozenset[tuple[EntityKind, EntityKind]]] = {
    EntityRelation.ADDRESSES: frozenset({(_M, _T)}),
    EntityRelation.USES: frozenset({(_M, _M), (_M, _D)}),
    EntityRelation.EVALUATES_ON: frozenset({(_M, _D)}),
    EntityRelation.REPORTS: frozenset({(_M, _METRIC)}),
    EntityRelation.COMPARES_WITH: frozenset({(_M, _M)}),
}
"""The types of source and target that fit each relation (methods 4.3)."""
# Words of text that are given to one call of a task.
_AT_A_TIME = 1200
Abbreviations = Callable[[Sequence[str]], dict[str, str]]
"""Gives long forms by short form from the sentences of a text."""
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphOptions:
    """How the graph is built; see ``text_units`` and ``CommunityOptions``.

    ``only`` are the addresses of the sentences that are read, None for all of the running text.
    """

    unit: Literal["sentence", "paragraph"] = "paragraph"
    longest: int = LONGEST_UNIT
    window: int = ADJACENCY
    communities: CommunityOptions = field(default_factory=CommunityOptions)
    only: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltGraph:
    """The graph, and what went wrong on the way."""

    graph: EntityGraph
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extractors:
    """Who performs the tasks of the stage: entities, relations of pairs, abbreviations; ``side_by_side`` at a time."""

    extract_entities: ExtractEntities
    classify_pairs: ClassifyPairs
    abbreviations: Abbreviations
    likeness: Likeness | None = letter_likeness
    side_by_side: int = 1


def build_entity_graph(
    document: Document, *, paper: str, extractors: Extractors, options: GraphOptions | None = None, language: str = ""
) -> BuiltGraph:
    """Gives the entity graph of one version of a paper's text.

    Every node and edge has the ids of its units and offsets in the document's text. Entities and relations that name
    a unit, or a span, that is not there are left out and told.

    Args:
        document: The text.
        paper: The id of the paper.
        extractors: Who performs the tasks.
        options: How the graph is built.
        language: Of the text, as an ISO 639-1 code, "" if unknown.
    """
    options = options or GraphOptions()
    units = text_units(document, mode=options.unit, longest=options.longest)
    if options.only is not None:
        units = tuple(unit for unit in units if options.only.issuperset(unit.sentences))
    warnings: list[str] = []
    found: list[GraphEntity] = []
    requests = [ExtractEntitiesRequest(units=batch, language=language) for batch in _batches(units)]
    for extracted in mapped(extractors.extract_entities, requests, workers=extractors.side_by_side):
        found += extracted.entities
        warnings += extracted.warnings
    sentences = [sentence for unit in units for sentence in split_sentences(unit.text)]
    found, lost = _in_place(found, units, document)
    entities = unite_variants(found, extractors.abbreviations(sentences), likeness=extractors.likeness)
    relations: list[PairRelation] = []
    asked = _pair_requests(units, entities, options.window, language)
    for classified in mapped(extractors.classify_pairs, asked, workers=extractors.side_by_side):
        relations += classified.relations
        warnings += classified.warnings
    edges, strays = _edges(relations, units, entities, document)
    if lost + strays:
        warnings.append(f"{lost + strays} entities or relations were left out: they are not in the text.")
    communities = find_communities(units, entities, edges, options.communities)
    graph = EntityGraph(
        paper=paper,
        version=document.version,
        units=units,
        entities=entities,
        relations=edges,
        communities=communities,
    )
    return BuiltGraph(graph=graph, warnings=tuple(dict.fromkeys(warnings)))


def _batches(units: Sequence[TextUnit]) -> Iterator[tuple[TextUnit, ...]]:
    batch: list[TextUnit] = []
    words = 0
    for unit in units:
        size = len(unit.text.split())
        if batch and words + size > _AT_A_TIME:
            yield tuple(batch)
            batch, words = [], 0
        batch.append(unit)
        words += size
    if batch:
        yield tuple(batch)


def _in_place(
    found: Sequence[GraphEntity], units: Sequence[TextUnit], document: Document
) -> tuple[list[GraphEntity], int]:
    """The entities with the mentions whose words really stand where they say; how many mentions do not."""
    by_id = {unit.id: unit for unit in units}
    kept: list[GraphEntity] = []
    lost = 0
    for entity in found:
        mentions = tuple(
            mention
            for mention in entity.mentions
            if (unit := by_id.get(mention.unit)) is not None
            and unit.start <= mention.start < mention.end <= unit.end
            and document.text[mention.start : mention.end] == mention.surface
        )
        lost += len(entity.mentions) - len(mentions)
        if mentions:
            kept.append(
                GraphEntity(id=entity.id, name=entity.name, kind=entity.kind, aliases=entity.aliases, mentions=mentions)
            )
    return kept, lost


def _pair_requests(
    units: Sequence[TextUnit], entities: Sequence[GraphEntity], window: int, language: str
) -> Iterator[ClassifyPairsRequest]:
    """One request for the pairs of each batch of units; a batch sees the units next to its last one."""
    pairs: dict[str, list[EntityPair]] = {}
    for pair in entity_pairs(units, entities, window=window):
        pairs.setdefault(pair.unit, []).append(pair)
    by_id = {entity.id: entity for entity in entities}
    position = 0
    for batch in _batches(units):
        mine = tuple(pair for unit in batch for pair in pairs.get(unit.id, ()))
        seen = tuple(units[position : position + len(batch) + window])
        position += len(batch)
        if mine:
            named = dict.fromkeys(end for pair in mine for end in (pair.first, pair.second))
            yield ClassifyPairsRequest(
                units=seen, entities=tuple(by_id[name] for name in named), pairs=mine, language=language
            )


def _edges(
    relations: Sequence[PairRelation],
    units: Sequence[TextUnit],
    entities: Sequence[GraphEntity],
    document: Document,
) -> tuple[tuple[GraphRelation, ...], int]:
    kinds = {entity.id: entity.kind for entity in entities}
    order = {unit.id: index for index, unit in enumerate(units)}
    grouped: dict[tuple[str, EntityRelation, str], dict[str, tuple[int, int]]] = {}
    strays = 0
    for relation in relations:
        source, target = relation.source, relation.target
        if relation.kind is EntityRelation.COMPARES_WITH and int(target[1:] or 0) < int(source[1:] or 0):
            source, target = target, source
        if (
            source == target
            or source not in kinds
            or target not in kinds
            or relation.unit not in order
            or not 0 <= relation.start < relation.end <= len(document.text)
        ):
            strays += 1
            continue
        grouped.setdefault((source, relation.kind, target), {}).setdefault(
            relation.unit, (relation.start, relation.end)
        )
    edges = []
    for (source, kind, target), places in grouped.items():
        where = sorted(places, key=order.__getitem__)
        ends = (kinds[source], kinds[target])
        edges.append(
            GraphRelation(
                source=source,
                kind=kind,
                target=target,
                units=tuple(where),
                spans=tuple(places[unit] for unit in where),
                fits=ends in SIGNATURES[kind],
            )
        )
    edges.sort(key=lambda edge: (int(edge.source[1:]), int(edge.target[1:]), edge.kind.value))
    return tuple(edges), strays
