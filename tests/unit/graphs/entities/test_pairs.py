from __future__ import annotations

from conspectus.domain.entity_graph import EntityKind, EntityMention, GraphEntity, TextUnit
from conspectus.graphs.entities.pairs import entity_pairs

UNITS = tuple(TextUnit(id=f"u{n}", start=n * 10, end=n * 10 + 9, text="", sentences=()) for n in range(1, 5))


def entity(name: str, *units: str) -> GraphEntity:
    mentions = tuple(EntityMention(unit=unit, start=0, end=1, surface=name) for unit in units)
    return GraphEntity(id=name, name=name, kind=EntityKind.METHOD, mentions=mentions)


def pairs(*entities: GraphEntity, window: int = 1) -> list[tuple[str, str, str]]:
    return [(pair.first, pair.second, pair.unit) for pair in entity_pairs(UNITS, entities, window=window)]


def test_pairs_stand_in_one_unit_or_in_adjacent_ones() -> None:
    assert pairs(entity("e1", "u1"), entity("e2", "u1")) == [("e1", "e2", "u1")]
    assert pairs(entity("e1", "u1"), entity("e2", "u2")) == [("e1", "e2", "u1")]


def test_there_is_no_pair_at_distance_two() -> None:
    assert pairs(entity("e1", "u1"), entity("e2", "u3")) == []
    assert pairs(entity("e1", "u1"), entity("e2", "u3"), window=2) == [("e1", "e2", "u1")]


def test_a_pair_of_one_unit_is_not_named_again_for_its_neighbour() -> None:
    assert pairs(entity("e1", "u1"), entity("e2", "u1", "u2")) == [("e1", "e2", "u1")]


def test_an_entity_is_never_paired_with_itself() -> None:
    assert pairs(entity("e1", "u1", "u2")) == []
