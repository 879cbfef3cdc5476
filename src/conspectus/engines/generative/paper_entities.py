"""Entities and their relations in the units of a paper with a language model (ScholarSum, stage 1).

What a model names counts only where it stands in a unit, and a relation only for a pair that was asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from conspectus.domain.entity_graph import EntityKind, EntityMention, GraphEntity, TextUnit
from conspectus.domain.summary_tasks import (
    ClassifyPairsRequest,
    ClassifyPairsResult,
    EntityPair,
    ExtractEntitiesRequest,
    ExtractEntitiesResult,
    PairRelation,
)
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import pick_evenly, shrinking_warnings
from conspectus.engines.generative.structure_answers import EntitiesAnswer
from conspectus.engines.generative.summary_answers import AnswerPair, PairsAnswer, entity_kind, entity_relation
from conspectus.engines.generative.summary_asking import Asking, ask_typed, fenced_lines
from conspectus.foundation.errors import ModelCallFailed
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.normalise import match_key
from conspectus.providers.client import ModelClient
from conspectus.providers.completion import Message

ENTITIES, PAIRS = "extract_entities", "classify_pairs"
_LEAST_TOKENS = 512
_TOKENS_FOR_A_UNIT = 200
_TOKENS_FOR_A_PAIR = 24
_LONGEST_NAME = 120
PAIRS_AT_ONCE = 60
"""The most pairs that one question holds."""


def entity_messages(request: ExtractEntitiesRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for the entities of units."""
    return load_prompt(ENTITIES).fill(
        units=fenced_lines("units", (unit.text for unit in pick_evenly(request.units, share)))
    )


def entity_room(request: ExtractEntitiesRequest) -> int:
    """Gives the most tokens that the answer may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_UNIT * len(request.units)


def extract_entities(
    request: ExtractEntitiesRequest, client: ModelClient, fallback: ExtractiveEngine
) -> ExtractEntitiesResult:
    """Gives the entities that a model names and the units have, with every mention; rules stand in where it fails.

    Raises:
        ModelStopped: No further call can succeed.
    """
    if not request.units:
        return ExtractEntitiesResult()
    try:
        fitted = ask_typed(
            Asking(task=ENTITIES, room=entity_room(request)),
            lambda share: entity_messages(request, share),
            EntitiesAnswer,
            client,
        )
    except ModelCallFailed as error:
        return _by_rules(request, client, fallback, error.message)
    shown = pick_evenly(request.units, fitted.share)
    entities: list[GraphEntity] = []
    missing = 0
    for named in fitted.answer.entities:
        mentions = _mentions(named.name, request.units) if 0 < len(named.name) <= _LONGEST_NAME else []
        if not mentions:
            missing += 1
            continue
        entities.append(
            GraphEntity(
                id=f"e{len(entities) + 1}",
                name=mentions[0].surface,
                kind=entity_kind(named.type) or EntityKind.OTHER,
                mentions=tuple(mentions),
            )
        )
    if not entities:
        return _by_rules(request, client, fallback, "the model named nothing that the text has")
    warnings = list(shrinking_warnings(len(shown), len(request.units)))
    if missing:
        warnings.append(f"{counted(missing, 'entity', 'entities')} that the text does not have left out.")
    return ExtractEntitiesResult(entities=tuple(entities), warnings=tuple(warnings))


def pair_parts(request: ClassifyPairsRequest) -> tuple[tuple[EntityPair, ...], ...]:
    """Gives the pairs in parts, each for one question to a model."""
    return tuple(request.pairs[start : start + PAIRS_AT_ONCE] for start in range(0, len(request.pairs), PAIRS_AT_ONCE))


def pair_messages(
    request: ClassifyPairsRequest, pairs: Sequence[EntityPair], share: float = 1.0
) -> tuple[Message, ...]:
    """Gives the messages that ask how the entities of pairs are related, with the units that name them."""
    by_id = {entity.id: entity for entity in request.entities}
    named = {pair.unit for pair in pairs}
    positions = [index for index, unit in enumerate(request.units) if unit.id in named]
    near = sorted({place for index in positions for place in (index, index + 1) if place < len(request.units)})
    units = pick_evenly([request.units[index].text for index in near], share)
    lines = [
        f"{n}. {by_id[pair.first].name} ({by_id[pair.first].kind.value}) | "
        f"{by_id[pair.second].name} ({by_id[pair.second].kind.value})"
        for n, pair in enumerate(pairs, 1)
    ]
    return load_prompt(PAIRS).fill(units=fenced_lines("units", units), pairs=fenced_lines("pairs", lines))


def pair_room(pairs: Sequence[EntityPair]) -> int:
    """Gives the most tokens that the answer may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_PAIR * len(pairs)


def classify_pairs(
    request: ClassifyPairsRequest, client: ModelClient, fallback: ExtractiveEngine
) -> ClassifyPairsResult:
    """Gives the relations that a model states of pairs; where it fails, rules classify them.

    Raises:
        ModelStopped: No further call can succeed.
    """
    relations: list[PairRelation] = []
    warnings: list[str] = []
    for pairs in pair_parts(request):
        try:
            fitted = ask_typed(
                Asking(task=PAIRS, room=pair_room(pairs)),
                lambda share, pairs=pairs: pair_messages(request, pairs, share),  # type: ignore[misc]
                PairsAnswer,
                client,
            )
        except ModelCallFailed as error:
            client.count_fallback(PAIRS, error.message)
            part = ClassifyPairsRequest(
                units=request.units, entities=request.entities, pairs=tuple(pairs), language=request.language
            )
            relations += fallback.classify_pairs(part).relations
            warnings.append(f"{counted(len(pairs), 'pair')} classified by rules: {error.message}")
            continue
        relations += _relations(fitted.answer.relations, pairs, request)
    return ClassifyPairsResult(relations=tuple(relations), warnings=tuple(dict.fromkeys(warnings)))


def _relations(
    answers: Sequence[AnswerPair], pairs: Sequence[EntityPair], request: ClassifyPairsRequest
) -> list[PairRelation]:
    by_id = {entity.id: entity for entity in request.entities}
    units = {unit.id: index for index, unit in enumerate(request.units)}
    found = []
    for answer in answers:
        kind = entity_relation(answer.relation)
        if kind is None or answer.pair is None or not 0 <= answer.pair < len(pairs):
            continue
        pair = pairs[answer.pair]
        one, other = by_id[pair.first], by_id[pair.second]
        if answer.source and match_key(answer.source) == match_key(other.name):
            one, other = other, one
        unit = request.units[units[pair.unit]]
        spans = [m for entity in (one, other) for m in entity.mentions if m.unit == unit.id]
        start = min((m.start for m in spans), default=unit.start)
        end = max((m.end for m in spans), default=unit.end)
        found.append(PairRelation(source=one.id, kind=kind, target=other.id, unit=unit.id, start=start, end=end))
    return found


def _mentions(name: str, units: Sequence[TextUnit]) -> list[EntityMention]:
    words = r"[\s-]+".join(re.escape(word) for word in name.split())
    if not words:
        return []
    pattern = re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)
    return [
        EntityMention(
            unit=unit.id, start=unit.start + match.start(), end=unit.start + match.end(), surface=match.group()
        )
        for unit in units
        for match in pattern.finditer(unit.text)
    ]


def _by_rules(
    request: ExtractEntitiesRequest, client: ModelClient, fallback: ExtractiveEngine, reason: str
) -> ExtractEntitiesResult:
    client.count_fallback(ENTITIES, reason)
    result = fallback.extract_entities(request)
    return ExtractEntitiesResult(
        entities=result.entities, warnings=(f"Entities were named by rules: {reason}", *result.warnings)
    )
