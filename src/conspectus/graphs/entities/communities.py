"""From the entity graph to topical threads: Leiden, small ones out, overlapping ones merged, large ones split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.entity_graph import EntityCommunity, GraphEntity, GraphRelation, TextUnit
from conspectus.graphs.entities.leiden import leiden

VERY_SHORT = 5
"""Units below which a text is one thread (methods 4.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityOptions:
    """How threads are found (methods 4.3; the rules that the paper leaves open are ours).

    ``least`` is the fewest entities of a kept community, ``most`` the largest that is not split, ``overlap`` the
    Jaccard index of supporting units from which two are merged, inclusive. ``comention`` is the weight that naming
    two entities in one unit adds to an edge between them, for finding communities only: with 0 only relations
    count. ``hierarchy`` off gives level 0 alone.
    """

    resolution: float = 1.0
    seed: int = 0
    least: int = 3
    most: int = 10
    overlap: float = 0.5
    comention: float = 0.1
    hierarchy: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thread:
    entities: tuple[str, ...]
    units: tuple[str, ...]
    kept: bool = True


def find_communities(
    units: Sequence[TextUnit],
    entities: Sequence[GraphEntity],
    relations: Sequence[GraphRelation],
    options: CommunityOptions | None = None,
) -> tuple[EntityCommunity, ...]:
    """Gives the communities of all levels, level 0 first; at least one of level 0 is kept where there is a unit.

    A graph without relations has one community for each section, a text of fewer than five units a single one.
    """
    options = options or CommunityOptions()
    if not units:
        return ()
    order = {unit.id: index for index, unit in enumerate(units)}
    if len(units) < VERY_SHORT:
        threads = [_Thread(entities=tuple(entity.id for entity in entities), units=tuple(order))]
    elif not relations:
        threads = _by_section(units, entities)
    else:
        edges = _weighted(entities, relations, options.comention)
        found = [
            _Thread(entities=part, units=_support(part, entities, relations, order), kept=len(part) >= options.least)
            for part in leiden(edges, resolution=options.resolution, seed=options.seed)
        ]
        threads = merge_overlapping(_one_kept(found), options.overlap, order)
    made: list[EntityCommunity] = []
    level = [(thread, "") for thread in threads]
    depth = 0
    while level:
        deeper: list[tuple[_Thread, str]] = []
        for thread, parent in level:
            name = f"c{len(made) + 1}"
            made.append(
                EntityCommunity(
                    id=name,
                    level=depth,
                    entities=thread.entities,
                    units=thread.units,
                    title=_title(thread, entities, relations),
                    parent=parent,
                    kept=thread.kept,
                )
            )
            if options.hierarchy and relations and len(thread.entities) > options.most:
                deeper += ((part, name) for part in _split(thread, entities, relations, order, options))
        level, depth = deeper, depth + 1
    return tuple(made)


def merge_overlapping(threads: Sequence[_Thread], overlap: float, order: dict[str, int] | None = None) -> list[_Thread]:
    """Merges kept threads whose supporting units overlap by a Jaccard index of at least ``overlap``.

    The most overlapping two are merged first, until none are left that overlap enough.
    """
    merged: dict[int, _Thread] = dict(enumerate(threads))
    units = {number: set(thread.units) for number, thread in merged.items() if thread.kept}
    near = {
        (i, j): index
        for i in units
        for j in units
        if i < j and (index := jaccard(units[i], units[j])) >= overlap and index > 0
    }
    while near:
        i, j = max(near, key=lambda pair: (near[pair], -pair[0], -pair[1]))
        left, right = merged[i], merged.pop(j)
        units[i] |= units.pop(j)
        together: Iterable[str] = dict.fromkeys((*left.units, *right.units))
        if order is not None:
            together = sorted(together, key=order.__getitem__)
        members = tuple(dict.fromkeys((*left.entities, *right.entities)))
        merged[i] = _Thread(entities=members, units=tuple(together))
        near = {pair: index for pair, index in near.items() if not {i, j} & set(pair)}
        for other, theirs in units.items():
            index = jaccard(units[i], theirs)
            if other != i and index >= overlap and index > 0:
                near[min(i, other), max(i, other)] = index
    return list(merged.values())


def jaccard(left: Iterable[str], right: Iterable[str]) -> float:
    """Gives the Jaccard index of two sets in [0, 1]; of two empty ones 0."""
    first, second = set(left), set(right)
    return len(first & second) / len(first | second) if first or second else 0.0


def _one_kept(threads: list[_Thread]) -> list[_Thread]:
    if threads and not any(thread.kept for thread in threads):
        largest = max(range(len(threads)), key=lambda i: (len(threads[i].entities), len(threads[i].units), -i))
        threads[largest] = replace(threads[largest], kept=True)
    return threads


def _weighted(
    entities: Sequence[GraphEntity], relations: Sequence[GraphRelation], comention: float
) -> list[tuple[str, str, float]]:
    weights: dict[tuple[str, str], float] = {}
    for relation in relations:
        key = (min(relation.source, relation.target), max(relation.source, relation.target))
        weights[key] = weights.get(key, 0.0) + relation.weight
    if comention > 0:
        by_unit: dict[str, list[str]] = {}
        for entity in entities:
            for unit in entity.units:
                by_unit.setdefault(unit, []).append(entity.id)
        for members in by_unit.values():
            for i, first in enumerate(members):
                for second in members[i + 1 :]:
                    key = (min(first, second), max(first, second))
                    weights[key] = weights.get(key, 0.0) + comention
    return [(source, target, weight) for (source, target), weight in weights.items()]


def _support(
    members: Sequence[str],
    entities: Sequence[GraphEntity],
    relations: Sequence[GraphRelation],
    order: dict[str, int],
) -> tuple[str, ...]:
    """The units that state a relation among the members; where none does, those that name them."""
    inside = set(members)
    stating = {u for r in relations if r.source in inside and r.target in inside for u in r.units}
    if not stating:
        stating = {unit for entity in entities if entity.id in inside for unit in entity.units}
    return tuple(sorted(stating, key=order.__getitem__))


def _split(
    thread: _Thread,
    entities: Sequence[GraphEntity],
    relations: Sequence[GraphRelation],
    order: dict[str, int],
    options: CommunityOptions,
) -> list[_Thread]:
    inside = set(thread.entities)
    edges = _weighted(
        [entity for entity in entities if entity.id in inside],
        [relation for relation in relations if relation.source in inside and relation.target in inside],
        options.comention,
    )
    parts = leiden(edges, resolution=options.resolution, seed=options.seed)
    if len(parts) < 2:
        return []
    return [
        _Thread(entities=part, units=_support(part, entities, relations, order), kept=len(part) >= options.least)
        for part in parts
    ]


def _by_section(units: Sequence[TextUnit], entities: Sequence[GraphEntity]) -> list[_Thread]:
    sections: dict[tuple[str, str], list[str]] = {}
    for unit in units:
        # Sections of one heading in different places are told apart by the head of their address.
        place = unit.sentences[0].partition(".p")[0] if unit.sentences else ""
        sections.setdefault((place, unit.heading), []).append(unit.id)
    return [
        _Thread(
            entities=tuple(entity.id for entity in entities if set(entity.units) & set(members)), units=tuple(members)
        )
        for members in sections.values()
    ]


def _title(thread: _Thread, entities: Sequence[GraphEntity], relations: Sequence[GraphRelation]) -> str:
    """The names of the two members with most relations inside, then most mentions."""
    inside = set(thread.entities)
    degree = dict.fromkeys(inside, 0)
    for relation in relations:
        if relation.source in inside and relation.target in inside:
            degree[relation.source] += relation.weight
            degree[relation.target] += relation.weight
    members = [entity for entity in entities if entity.id in inside]
    ranked = sorted(members, key=lambda entity: (-degree[entity.id], -len(entity.mentions), int(entity.id[1:])))
    return " and ".join(entity.name for entity in ranked[:2])
