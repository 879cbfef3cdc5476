from __future__ import annotations

from conspectus.domain.entity_graph import EntityKind, EntityMention, EntityRelation, GraphEntity, GraphRelation


def test_the_units_of_an_entity_are_named_once_in_order() -> None:
    mentions = tuple(
        EntityMention(unit=unit, start=at, end=at + 3, surface="CNN")
        for unit, at in (("u2", 9), ("u2", 20), ("u5", 70))
    )
    entity = GraphEntity(id="e1", name="CNN", kind=EntityKind.METHOD, mentions=mentions)
    assert entity.units == ("u2", "u5")


def test_the_weight_of_a_relation_is_the_number_of_its_units() -> None:
    relation = GraphRelation(source="e1", kind=EntityRelation.USES, target="e2", units=("u2", "u5", "u6"))
    assert relation.weight == 3
    assert relation.fits
