"""Entities and their relations in the units of a paper, offline (ScholarSum, stage 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from conspectus.domain.entity_graph import (
    EntityKind,
    EntityMention,
    EntityRelation,
    GraphEntity,
    TextUnit,
)
from conspectus.domain.minigraph import ConceptKind, RelationKind
from conspectus.domain.summary_tasks import (
    ClassifyPairsRequest,
    ClassifyPairsResult,
    EntityPair,
    ExtractEntitiesRequest,
    ExtractEntitiesResult,
    PairRelation,
)
from conspectus.engines.extractive.extract import Extraction, Mention, extract_abstract
from conspectus.engines.extractive.summary_languages import is_foreign
from conspectus.foundation.text.sentences import sentence_spans

_KINDS = {
    ConceptKind.TASK: EntityKind.TASK,
    ConceptKind.METHOD: EntityKind.METHOD,
    ConceptKind.MATERIAL: EntityKind.DATASET,
    ConceptKind.METRIC: EntityKind.METRIC,
    ConceptKind.OTHER: EntityKind.OTHER,
}
_WITH_ABBREVIATION = re.compile(r"(?P<long>.+?)\s*\((?P<short>[^()\s]{2,12})\)\Z")
_LONGEST_NAME = 8
NOT_NAMED = "Entities are named without a language model in English only: the threads are the paper's sections."
# What stands between two entities of one sentence, by the types of their ends, the first one first.
_CUES: tuple[tuple[EntityKind, EntityKind, re.Pattern[str], EntityRelation, bool], ...] = tuple(
    (first, second, re.compile(pattern, re.IGNORECASE), relation, forward)
    for first, second, pattern, relation, forward in (
        (
            EntityKind.METHOD,
            EntityKind.DATASET,
            r"\b(?:evaluat|test|experiment|appl|train|validat|perform|achiev|outperform|result)\w*\b.*\b(?:on|over|with|using)\b",
            EntityRelation.EVALUATES_ON,
            True,
        ),
        (
            EntityKind.METHOD,
            EntityKind.METRIC,
            r"\b(?:achiev|reach|obtain|yield|give|report|attain|improv|increas|reduc|show|ha[sd]|have|with)\w*\b",
            EntityRelation.REPORTS,
            True,
        ),
        (EntityKind.METRIC, EntityKind.METHOD, r"^\s*(?:of|for|by|achieved by)\b", EntityRelation.REPORTS, False),
        (
            EntityKind.METHOD,
            EntityKind.TASK,
            r"\b(?:for|to|address\w*|solv\w*|tackl\w*|perform\w*|in)\b",
            EntityRelation.ADDRESSES,
            True,
        ),
        (
            EntityKind.TASK,
            EntityKind.METHOD,
            r"\b(?:using|use|uses|used|via|through|with|by|by means of|based on)\b",
            EntityRelation.ADDRESSES,
            False,
        ),
        (
            EntityKind.METHOD,
            EntityKind.METHOD,
            r"\b(?:us(?:es|ed|ing)|built on|based on|with|via|by means of|incorporat\w*|extend\w*|combin\w*)\b",
            EntityRelation.USES,
            True,
        ),
        (EntityKind.METHOD, EntityKind.DATASET, r"\b(?:us(?:es|ed|ing)|from|train\w* on)\b", EntityRelation.USES, True),
    )
)
_COMPARING = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:with|to)|in comparison (?:with|to)|outperform\w*|relative to|"
    r"as opposed to|in contrast to|rather than|superior to|inferior to)(?=\W|\Z)",
    re.IGNORECASE,
)
_TAKEN_UP = re.compile(
    r"^(?:it|they|this|these|the (?:proposed |resulting )?(?:method|model|approach|system|algorithm|framework))\b",
    re.IGNORECASE,
)
# Words between two entities beyond which nothing is said of the one about the other.
_FARTHEST = 12


_Named = tuple[EntityMention, GraphEntity]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """A mention with its offsets in the unit's text, and the sentence it stands in."""

    start: int
    end: int
    sentence: int
    kind: EntityKind
    name: str
    alias: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What was found in a unit: its sentences' spans, its mentions and the relations between them by index."""

    sentences: tuple[tuple[int, int], ...]
    mentions: tuple[_Placed, ...]
    relations: tuple[tuple[int, RelationKind, int], ...]


def extract_entities(request: ExtractEntitiesRequest) -> ExtractEntitiesResult:
    """Gives one entity for each mention in the units, to be united by whoever builds the graph.

    Generic words (model, method, it) are no entities. A long form with its abbreviation in brackets is one entity
    that has the abbreviation as an alias. In other languages than English nothing is named, and that is told.
    """
    if is_foreign([unit.text for unit in request.units]):
        return ExtractEntitiesResult(warnings=(NOT_NAMED,))
    entities: list[GraphEntity] = []
    for unit in request.units:
        for placed in _read(unit.text).mentions:
            start, end = unit.start + placed.start, unit.start + placed.end
            entities.append(
                GraphEntity(
                    id=f"e{len(entities) + 1}",
                    name=placed.name,
                    kind=placed.kind,
                    aliases=(placed.alias,) if placed.alias else (),
                    mentions=(
                        EntityMention(unit=unit.id, start=start, end=end, surface=unit.text[placed.start : placed.end]),
                    ),
                )
            )
    return ExtractEntitiesResult(entities=tuple(entities))


def classify_pairs(request: ClassifyPairsRequest) -> ClassifyPairsResult:
    """Gives the relations of pairs: those that rules find in a sentence, and those that a cue between two types states.

    A pair across adjacent units is related only where the second unit takes up the first entity ("The method is
    evaluated on …").
    """
    units = {unit.id: unit for unit in request.units}
    following = {one.id: two for one, two in pairwise(request.units)}
    by_id = {entity.id: entity for entity in request.entities}
    places = {entity.id: _by_unit(entity) for entity in request.entities}
    named = _named_in(request.entities)
    stated = {unit.id: _stated(unit, named.get(unit.id, ())) for unit in request.units}
    last_method = {unit.id: _last_method(named.get(unit.id, ())) for unit in request.units}
    relations: list[PairRelation] = []
    for pair in request.pairs:
        unit = units.get(pair.unit)
        if unit is None:
            continue
        found = stated[unit.id].get(frozenset((pair.first, pair.second)))
        if found is None and unit.id in places[pair.first] and unit.id in places[pair.second]:
            found = _by_cue(unit, by_id[pair.first], by_id[pair.second], places)
        if found is None and (after := following.get(unit.id)) is not None:
            found = _taken_up(pair, after, by_id, places) if last_method.get(unit.id) == pair.first else None
        if found is not None:
            relations.append(found)
    return ClassifyPairsResult(relations=tuple(relations))


@lru_cache(maxsize=4096)
def _read(text: str) -> _Read:
    spans = tuple(sentence_spans(text))
    sentences = [text[start:end] for start, end in spans]
    extraction: Extraction = extract_abstract(sentences)
    mentions: list[_Placed] = []
    index: dict[Mention, int] = {}
    for mention in extraction.mentions:
        placed = _placed(mention, spans)
        if placed is not None:
            index[mention] = len(mentions)
            mentions.append(placed)
    relations = tuple(
        (index[relation.head], relation.kind, index[relation.tail])
        for relation in extraction.relations
        if relation.head in index and relation.tail in index
    )
    return _Read(sentences=spans, mentions=tuple(mentions), relations=relations)


def _placed(mention: Mention, spans: Sequence[tuple[int, int]]) -> _Placed | None:
    kind = _KINDS.get(mention.kind)
    name, alias = mention.text, ""
    bracketed = _WITH_ABBREVIATION.match(mention.text)
    if bracketed:
        name, alias = bracketed.group("long"), bracketed.group("short")
    if kind is None or len(name.split()) > _LONGEST_NAME or not re.search(r"[^\W\d_]{2}", name):
        return None
    base = spans[mention.sentence][0]
    return _Placed(
        start=base + mention.start,
        end=base + mention.end,
        sentence=mention.sentence,
        kind=kind,
        name=" ".join(name.split()),
        alias=alias,
    )


def _by_unit(entity: GraphEntity) -> Mapping[str, list[EntityMention]]:
    found: dict[str, list[EntityMention]] = {}
    for mention in entity.mentions:
        found.setdefault(mention.unit, []).append(mention)
    return found


def _named_in(entities: Sequence[GraphEntity]) -> dict[str, list[_Named]]:
    """The mentions in each unit with their entities, in order of the entities."""
    found: dict[str, list[_Named]] = {}
    for entity in entities:
        for mention in entity.mentions:
            found.setdefault(mention.unit, []).append((mention, entity))
    return found


def _stated(unit: TextUnit, named: Sequence[_Named]) -> dict[frozenset[str], PairRelation]:
    """The relations that the rules for sentences find in a unit, by their ends."""
    at = {(mention.start, mention.end): entity for mention, entity in named}
    read = _read(unit.text)
    found: dict[frozenset[str], PairRelation] = {}
    for head_index, kind, tail_index in read.relations:
        head_place, tail_place = read.mentions[head_index], read.mentions[tail_index]
        head = at.get((unit.start + head_place.start, unit.start + head_place.end))
        tail = at.get((unit.start + tail_place.start, unit.start + tail_place.end))
        if head is None or tail is None or head.id == tail.id:
            continue
        related = _as_entity_relation(head, kind, tail)
        if related is None:
            continue
        source, relation, target = related
        found.setdefault(
            frozenset((head.id, tail.id)),
            PairRelation(
                source=source.id,
                kind=relation,
                target=target.id,
                unit=unit.id,
                start=unit.start + min(head_place.start, tail_place.start),
                end=unit.start + max(head_place.end, tail_place.end),
            ),
        )
    return found


def _as_entity_relation(
    head: GraphEntity, kind: RelationKind, tail: GraphEntity
) -> tuple[GraphEntity, EntityRelation, GraphEntity] | None:
    """What a relation of SciERC says in the five relations of the entity graph, given the types; None if nothing."""
    if kind is RelationKind.COMPARE:
        return head, EntityRelation.COMPARES_WITH, tail
    if kind is RelationKind.EVALUATE_FOR:
        if head.kind is EntityKind.METRIC:
            return tail, EntityRelation.REPORTS, head
        return tail, EntityRelation.EVALUATES_ON, head
    if kind is RelationKind.USED_FOR:
        if tail.kind is EntityKind.TASK or (head.kind is EntityKind.METHOD and tail.kind is EntityKind.OTHER):
            return head, EntityRelation.ADDRESSES, tail
        return tail, EntityRelation.USES, head
    if kind is RelationKind.PART_OF:
        return tail, EntityRelation.USES, head
    return None


def _by_cue(
    unit: TextUnit, one: GraphEntity, other: GraphEntity, places: Mapping[str, Mapping[str, list[EntityMention]]]
) -> PairRelation | None:
    read = _read(unit.text)
    for first, second, begin, end in _close_mentions(unit, read, one, other, places):
        between = unit.text[begin.end - unit.start : end.start - unit.start]
        if len(between.split()) > _FARTHEST or ";" in between:
            continue
        found = _between(first, second, between)
        if found is not None:
            source, kind, target = found
            return PairRelation(
                source=source.id, kind=kind, target=target.id, unit=unit.id, start=begin.start, end=end.end
            )
    return None


def _between(
    first: GraphEntity, second: GraphEntity, between: str
) -> tuple[GraphEntity, EntityRelation, GraphEntity] | None:
    if first.kind is second.kind and _COMPARING.search(between):
        return first, EntityRelation.COMPARES_WITH, second
    for left, right, pattern, kind, forward in _CUES:
        if (first.kind, second.kind) == (left, right) and pattern.search(between):
            return (first, kind, second) if forward else (second, kind, first)
    return None


def _close_mentions(
    unit: TextUnit,
    read: _Read,
    one: GraphEntity,
    other: GraphEntity,
    places: Mapping[str, Mapping[str, list[EntityMention]]],
) -> Iterator[tuple[GraphEntity, GraphEntity, EntityMention, EntityMention]]:
    """The neighbouring mentions of two entities in one sentence, in order of the text."""
    marked = [(m, one) for m in places[one.id][unit.id]] + [(m, other) for m in places[other.id][unit.id]]
    marked.sort(key=lambda pair: pair[0].start)
    for (left, first), (right, second) in pairwise(marked):
        if first is not second and left.end <= right.start and _same_sentence(read, unit, left, right):
            yield first, second, left, right


def _same_sentence(read: _Read, unit: TextUnit, left: EntityMention, right: EntityMention) -> bool:
    begin, end = left.start - unit.start, right.end - unit.start
    return any(start <= begin and end <= stop for start, stop in read.sentences)


def _taken_up(
    pair: EntityPair,
    after: TextUnit,
    by_id: Mapping[str, GraphEntity],
    places: Mapping[str, Mapping[str, list[EntityMention]]],
) -> PairRelation | None:
    """A relation of a method of one unit with what the next unit says of "it" or "the method"."""
    one, other = by_id[pair.first], by_id[pair.second]
    there = places[other.id].get(after.id)
    opening = _TAKEN_UP.match(after.text)
    if not there or opening is None:
        return None
    mention = there[0]
    read = _read(after.text)
    if not read.sentences or mention.end - after.start > read.sentences[0][1]:
        return None
    between = after.text[opening.end() : mention.start - after.start]
    if len(between.split()) > _FARTHEST:
        return None
    found = _between(one, other, between)
    if found is None:
        return None
    source, kind, target = found
    return PairRelation(
        source=source.id, kind=kind, target=target.id, unit=after.id, start=after.start, end=mention.end
    )


def _last_method(named: Sequence[_Named]) -> str:
    """The method that the unit names last, which "the method" in the next one is."""
    methods = [(mention.start, entity.id) for mention, entity in named if entity.kind is EntityKind.METHOD]
    return max(methods)[1] if methods else ""
