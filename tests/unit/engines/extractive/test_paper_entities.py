from __future__ import annotations

import pytest

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.entity_graph import EntityGraph, EntityKind, EntityRelation
from conspectus.domain.summary_tasks import ExtractEntitiesRequest
from conspectus.engines.extractive.paper_entities import NOT_NAMED, classify_pairs, extract_entities
from conspectus.graphs.entities.building import Extractors, build_entity_graph
from conspectus.graphs.entities.units import text_units


def graph(*paragraphs: str) -> EntityGraph:
    document = build_document([SectionDraft(heading="Part", paragraphs=[ParagraphDraft(p) for p in paragraphs])])
    extractors = Extractors(
        extract_entities=extract_entities, classify_pairs=classify_pairs, abbreviations=lambda _: {}
    )
    return build_entity_graph(document, paper="x", extractors=extractors).graph


def edges(*paragraphs: str) -> list[tuple[str, EntityRelation, str]]:
    made = graph(*paragraphs)
    names = {entity.id: entity.name for entity in made.entities}
    return [(names[e.source], e.kind, names[e.target]) for e in made.relations]


def test_entities_are_named_with_types_and_places() -> None:
    made = graph("The BogTrack model was evaluated on the FenSet data set.")
    kinds = {entity.name: entity.kind for entity in made.entities}
    assert kinds["BogTrack model"] is EntityKind.METHOD
    assert kinds["FenSet data set"] is EntityKind.DATASET


@pytest.mark.parametrize(
    "sentence, relation",
    [
        ("The BogTrack model was evaluated on the FenSet data set.", EntityRelation.EVALUATES_ON),
        ("The BogTrack model uses the RootGraph algorithm.", EntityRelation.USES),
        ("The BogTrack model outperforms the PeatSim model.", EntityRelation.COMPARES_WITH),
    ],
)
def test_what_stands_between_two_entities_relates_them(sentence: str, relation: EntityRelation) -> None:
    assert relation in {kind for _, kind, _ in edges(sentence)}


def test_entities_that_nothing_relates_have_no_edge() -> None:
    assert edges("The BogTrack model is old; the FenSet data set is new.") == []


def test_the_next_unit_is_related_only_where_it_takes_the_method_up() -> None:
    taken = edges("We describe the BogTrack model.", "It was evaluated on the FenSet data set.")
    assert ("BogTrack model", EntityRelation.EVALUATES_ON, "FenSet data set") in taken
    assert edges("We describe the BogTrack model.", "Others looked at the FenSet data set.") == []


def test_a_text_in_another_language_gives_no_entities_and_says_so() -> None:
    document = build_document([SectionDraft(paragraphs=[ParagraphDraft(
        "Moore speichern ein Drittel des Kohlenstoffs und werden in der Regel durch die Entwässerung zerstört."
    )])])  # fmt: skip
    found = extract_entities(ExtractEntitiesRequest(units=text_units(document)))
    assert (found.entities, found.warnings) == ((), (NOT_NAMED,))
