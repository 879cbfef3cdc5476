"""The student's plan (methods 4.4a): which threads are told, in which order, with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conspectus.domain.document import SectionKind
from conspectus.domain.entity_graph import EntityCommunity, EntityGraph, EntityKind, GraphRelation, TextUnit
from conspectus.domain.summary_tasks import DiscourseRole, PlannedThread
from conspectus.domain.tasks import EvidenceItem

ROLES: tuple[DiscourseRole, ...] = ("motivation", "method", "findings", "implication")
_BY_SECTION: dict[SectionKind, DiscourseRole] = {
    SectionKind.INTRODUCTION: "motivation",
    SectionKind.RELATED_WORK: "motivation",
    SectionKind.METHODOLOGY: "method",
    SectionKind.EXPERIMENT: "findings",
    SectionKind.DISCUSSION: "implication",
}
_BY_KIND: dict[EntityKind, DiscourseRole] = {
    EntityKind.TASK: "motivation",
    EntityKind.METHOD: "method",
    EntityKind.DATASET: "findings",
    EntityKind.METRIC: "findings",
}
# The share of a text before which each role is told, where its sections do not say: abstracts and flat texts.
_BY_POSITION: tuple[tuple[float, DiscourseRole], ...] = (
    (0.3, "motivation"),
    (0.6, "method"),
    (0.85, "findings"),
    (1.0, "implication"),
)
_KIND_WEIGHT = 0.25
TRIPLES = 5
ENTITIES = 5
_WORDS_A_THREAD = 25


def make_plan(
    graph: EntityGraph, evidence: Sequence[EvidenceItem], *, words: int, sections: bool = True
) -> tuple[PlannedThread, ...]:
    """Gives the threads in the order in which they are told: by discourse role, then by mean position.

    The kept communities of level 0 are threads; where there are more than the length has room for (one for each 25
    words, at least 3), the most salient stay.

    Args:
        graph: The paper's graph.
        evidence: All sentences of the paper under handles.
        words: The most words wanted.
        sections: Whether the paper's sections tell roles; without, position does.
    """
    salience = edge_salience(graph)
    by_address = {item.passage.address: item for item in evidence}
    units = {unit.id: unit for unit in graph.units}
    position = {unit.id: (unit.start + unit.end) / 2 for unit in graph.units}
    length = max((unit.end for unit in graph.units), default=1)
    kept = [community for community in graph.communities if community.level == 0 and community.kept]
    worth = {community.id: thread_salience(community, graph, salience) for community in kept}
    room = max(3, words // _WORDS_A_THREAD)
    order = sorted(kept, key=lambda c: (-worth[c.id], int(c.id[1:])))[:room]
    planned = []
    for community in order:
        role = _role(community, graph, units, length, sections=sections)
        mean = sum(position[unit] for unit in community.units) / max(1, len(community.units))
        planned.append((ROLES.index(role), mean, community, role))
    planned.sort(key=lambda entry: (entry[0], entry[1], int(entry[2].id[1:])))
    return tuple(
        PlannedThread(
            community=community,
            role=role,
            title=community.title,
            entities=_entities(community, graph),
            triples=_triples(community, graph, salience),
            evidence=tuple(
                by_address[address]
                for unit in community.units
                for address in units[unit].sentences
                if address in by_address
            ),
        )
        for _, _, community, role in planned
    )


def edge_salience(graph: EntityGraph) -> dict[int, float]:
    """Gives weight · PageRank of each relation by its index: the mean PageRank of its ends (methods 4.4e)."""
    if not graph.relations:
        return {}
    import networkx

    net = networkx.Graph()
    for relation in graph.relations:
        known = net.get_edge_data(relation.source, relation.target, {"weight": 0})["weight"]
        net.add_edge(relation.source, relation.target, weight=known + relation.weight)
    rank = networkx.pagerank(net, weight="weight")
    return {
        index: relation.weight * (rank[relation.source] + rank[relation.target]) / 2
        for index, relation in enumerate(graph.relations)
    }


def thread_salience(community: EntityCommunity, graph: EntityGraph, salience: Mapping[int, float]) -> float:
    """Gives how much of the graph's salience is inside a community; without relations, its share of the units."""
    if not salience:
        return len(community.units) / max(1, len(graph.units))
    inside = set(community.entities)
    return sum(
        value
        for index, value in salience.items()
        if graph.relations[index].source in inside and graph.relations[index].target in inside
    )


def triple_text(relation: GraphRelation, names: Mapping[str, str]) -> str:
    """Gives a relation in words: "head relation tail"."""
    return f"{names[relation.source]} {relation.kind.value} {names[relation.target]}"


def _entities(community: EntityCommunity, graph: EntityGraph) -> tuple[str, ...]:
    inside = set(community.entities)
    members = sorted(
        (entity for entity in graph.entities if entity.id in inside),
        key=lambda entity: (-len(entity.mentions), int(entity.id[1:])),
    )
    return tuple(entity.name for entity in members[:ENTITIES])


def _triples(community: EntityCommunity, graph: EntityGraph, salience: Mapping[int, float]) -> tuple[str, ...]:
    inside = set(community.entities)
    names = {entity.id: entity.name for entity in graph.entities}
    mine = [
        (index, relation)
        for index, relation in enumerate(graph.relations)
        if relation.source in inside and relation.target in inside
    ]
    mine.sort(key=lambda pair: (-salience[pair[0]], pair[0]))
    return tuple(triple_text(relation, names) for _, relation in mine[:TRIPLES])


def _role(
    community: EntityCommunity,
    graph: EntityGraph,
    units: Mapping[str, TextUnit],
    length: int,
    *,
    sections: bool,
) -> DiscourseRole:
    votes = dict.fromkeys(ROLES, 0.0)
    for name in community.units:
        unit = units[name]
        role = _BY_SECTION.get(unit.section) if sections else None
        votes[role or _by_position((unit.start + unit.end) / 2 / length)] += 1.0 if role or not sections else 0.5
    inside = set(community.entities)
    for entity in graph.entities:
        kind_role = _BY_KIND.get(entity.kind)
        if entity.id in inside and kind_role is not None:
            votes[kind_role] += _KIND_WEIGHT / max(1, len(inside)) * len(community.units)
    return max(ROLES, key=lambda role: (votes[role], -ROLES.index(role)))


def _by_position(share: float) -> DiscourseRole:
    return next((role for until, role in _BY_POSITION if share <= until), "implication")
