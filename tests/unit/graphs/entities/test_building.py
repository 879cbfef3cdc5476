from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.entity_graph import EntityKind, EntityMention, EntityRelation, GraphEntity
from conspectus.domain.summary_tasks import (
    ClassifyPairsRequest,
    ClassifyPairsResult,
    ExtractEntitiesRequest,
    ExtractEntitiesResult,
    PairRelation,
)
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.graphs.entities.building import SIGNATURES, BuiltGraph, Extractors, GraphOptions, build_entity_graph
from conspectus.testing.full_paper import made_full_paper

TEXT = ("Alpha is used here.", "Beta is used there.", "Gamma is used nowhere.", "Alpha meets Gamma.")
DOCUMENT = build_document([SectionDraft(heading="Part", paragraphs=[ParagraphDraft(text) for text in TEXT])])
KINDS = {"Alpha": EntityKind.METHOD, "Beta": EntityKind.METHOD, "Gamma": EntityKind.DATASET}


class Named:
    """Names Alpha, Beta and Gamma, and relates every pair it is asked about in one way."""

    def __init__(self, relation: EntityRelation | None = EntityRelation.USES, **stray: int) -> None:
        self.relation, self.stray = relation, stray
        self.pairs: list[tuple[str, str, str]] = []

    def entities(self, request: ExtractEntitiesRequest) -> ExtractEntitiesResult:
        found: list[GraphEntity] = []
        for unit in request.units:
            for name, kind in KINDS.items():
                at = unit.text.find(name)
                if at >= 0:
                    start = unit.start + at + self.stray.get("shift", 0)
                    mention = EntityMention(unit=unit.id, start=start, end=start + len(name), surface=name)
                    found.append(GraphEntity(id=f"x{len(found)}", name=name, kind=kind, mentions=(mention,)))
        return ExtractEntitiesResult(entities=tuple(found), warnings=("told",))

    def classify(self, request: ClassifyPairsRequest) -> ClassifyPairsResult:
        names = {entity.id: entity.name for entity in request.entities}
        made = []
        for pair in request.pairs:
            self.pairs.append((names[pair.first], names[pair.second], pair.unit))
            if self.relation is not None:
                unit = next(unit for unit in request.units if unit.id == pair.unit)
                made.append(
                    PairRelation(
                        source=pair.first, kind=self.relation, target=pair.second, unit=unit.id,
                        start=unit.start, end=unit.end,
                    )
                )  # fmt: skip
        extra = [PairRelation(source="e1", kind=EntityRelation.USES, target="e9", unit="u1", start=0, end=5)]
        return ClassifyPairsResult(relations=tuple(made + extra[: self.stray.get("extra", 0)]))


def built(by: Any, **options: Any) -> BuiltGraph:
    extractors = Extractors(
        extract_entities=by.entities, classify_pairs=by.classify, abbreviations=lambda _: {}, likeness=None
    )
    return build_entity_graph(DOCUMENT, paper="x", extractors=extractors, options=GraphOptions(**options))


def test_only_entities_of_the_same_or_the_next_unit_are_looked_at_together() -> None:
    """Alpha is in u1 and u4, Beta in u2, Gamma in u3 and u4: no pair of u1 and u3, or of u2 and u4."""
    by = Named()
    built(by)
    assert by.pairs == [("Alpha", "Beta", "u1"), ("Beta", "Gamma", "u2"), ("Alpha", "Gamma", "u4")]


def test_every_node_and_edge_says_where_it_stands() -> None:
    made = built(Named())
    units = {unit.id: unit for unit in made.graph.units}
    for entity in made.graph.entities:
        assert entity.mentions
        for mention in entity.mentions:
            assert DOCUMENT.text[mention.start : mention.end] == mention.surface == entity.name
            assert units[mention.unit].start <= mention.start < mention.end <= units[mention.unit].end
    for relation in made.graph.relations:
        assert len(relation.units) == len(relation.spans) == relation.weight >= 1
        for unit, (start, end) in zip(relation.units, relation.spans, strict=True):
            assert DOCUMENT.text[start:end] == units[unit].text
    assert made.warnings == ("told",)


def test_provenance_holds_in_a_whole_paper() -> None:
    paper = made_full_paper(5)
    document: Any = paper.document
    engine = ExtractiveEngine()
    extractors = Extractors(
        extract_entities=engine.extract_entities, classify_pairs=engine.classify_pairs, abbreviations=lambda _: {}
    )
    graph = build_entity_graph(document, paper=paper.id, extractors=extractors).graph
    units = {unit.id: unit for unit in graph.units}
    names = {entity.id: {mention.surface for mention in entity.mentions} for entity in graph.entities}
    assert len(graph.entities) > 20
    assert len(graph.relations) > 20
    for entity in graph.entities:
        assert all(document.text[m.start : m.end] == m.surface for m in entity.mentions)
    for relation in graph.relations:
        for start, end in relation.spans:
            words = document.text[start:end]
            assert any(name in words for name in names[relation.source] | names[relation.target])
    assert all(set(relation.units) <= set(units) for relation in graph.relations)


@pytest.mark.parametrize("relation", list(EntityRelation))
def test_types_that_do_not_fit_a_relation_are_kept_with_a_flag(relation: EntityRelation) -> None:
    """Alpha-Beta is Method to Method, Alpha-Gamma and Beta-Gamma are Method to Dataset."""
    graph = built(Named(relation)).graph
    kinds = {entity.id: entity.kind for entity in graph.entities}
    assert len(graph.relations) == 3
    for edge in graph.relations:
        assert edge.fits is ((kinds[edge.source], kinds[edge.target]) in SIGNATURES[relation])
    fitting = sum(edge.fits for edge in graph.relations)
    assert fitting == {"addresses": 0, "uses": 3, "evaluates-on": 2, "reports": 0, "compares-with": 1}[relation.value]


def test_none_is_no_edge() -> None:
    assert built(Named(None)).graph.relations == ()


def test_what_is_not_in_the_text_is_left_out_and_told() -> None:
    moved = built(Named(shift=1))
    assert (moved.graph.entities, moved.graph.relations) == ((), ())
    assert "5 entities or relations were left out: they are not in the text." in moved.warnings
    strays = built(Named(extra=1))
    assert len(strays.graph.relations) == 3
    assert "1 entities or relations were left out: they are not in the text." in strays.warnings


def test_a_comparison_has_no_direction_and_supports_add_up() -> None:
    class Twice(Named):
        def classify(self, request: ClassifyPairsRequest) -> ClassifyPairsResult:
            first, last = request.units[0], request.units[-1]
            made = [
                PairRelation(source=s, kind=EntityRelation.COMPARES_WITH, target=t, unit=u.id, start=u.start, end=u.end)
                for s, t, u in (("e1", "e2", last), ("e2", "e1", first))
            ]
            return ClassifyPairsResult(relations=tuple(made))

    (edge,) = built(Twice()).graph.relations
    assert (edge.source, edge.target, edge.units, edge.weight) == ("e1", "e2", ("u1", "u4"), 2)


def test_only_what_is_wanted_is_read() -> None:
    made = built(Named(), only=frozenset({"s1.p1.t1", "s1.p2.t1"}))
    assert [unit.id for unit in made.graph.units] == ["u1", "u2"]
    assert [entity.name for entity in made.graph.entities] == ["Alpha", "Beta"]
