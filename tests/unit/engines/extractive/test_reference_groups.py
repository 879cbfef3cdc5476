from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import ExtractRelationsRequest, ReferenceAbstract
from conspectus.engines.extractive.minigraph_extraction import extract_relations
from conspectus.engines.extractive.reference_groups import (
    LARGEST_GROUP,
    contrast,
    group_references,
    reference_similarity,
)

MakeReference = Callable[..., ReferenceAbstract]


def concept(name: str, *papers: str, kind: ConceptKind = ConceptKind.TASK, aliases: tuple[str, ...] = ()) -> Concept:
    return Concept(name=name, kind=kind, papers=papers, weight=5.0 * len(papers), aliases=aliases)


def relation(head: str, kind: RelationKind, tail: str, *papers: str) -> Relation:
    support = tuple(Passage(paper=paper, version="00000000", address="s1.p1.t1", quote="x") for paper in papers)
    return Relation(head=head, kind=kind, tail=tail, support=support)


@pytest.fixture
def unlike(make_reference: MakeReference) -> list[ReferenceAbstract]:
    """Four references without a word in common."""
    texts = {"a": "Bees nest.", "b": "Rivers rise.", "c": "Prices fall.", "d": "Stars glow."}
    return [make_reference(paper, text, title=text) for paper, text in texts.items()]


def members(references: list[ReferenceAbstract], graph: Minigraph) -> list[tuple[int, ...]]:
    return [group.members for group in group_references(references, graph)]


def test_references_that_share_a_concept_stand_together(unlike: list[ReferenceAbstract]) -> None:
    graph = build_minigraph([concept("flood forecasting", "a", "c"), concept("star maps", "b", "d")], ())
    groups = group_references(unlike, graph)
    assert [group.members for group in groups] == [(0, 2), (1, 3)]
    assert [group.concept.name if group.concept else "" for group in groups] == ["flood forecasting", "star maps"]
    assert [group.core for group in groups] == [(0, 2), (1, 3)]


def test_a_concept_of_one_reference_makes_no_group(unlike: list[ReferenceAbstract]) -> None:
    graph = build_minigraph([concept("flood forecasting", "a"), concept("star maps", "b")], ())
    assert members(unlike, graph) == [(0,), (1,), (2,), (3,)]


def test_generic_concepts_bind_nothing(unlike: list[ReferenceAbstract]) -> None:
    graph = build_minigraph([concept("method", "a", "b", kind=ConceptKind.GENERIC)], ())
    assert members(unlike, graph) == [(0,), (1,), (2,), (3,)]


def test_names_that_end_alike_share_the_end(unlike: list[ReferenceAbstract]) -> None:
    graph = build_minigraph([concept("neural flood forecasting", "a"), concept("flood forecasting", "d")], ())
    assert (0, 3) in members(unlike, graph)


def test_an_alias_is_the_concept(unlike: list[ReferenceAbstract]) -> None:
    graph = build_minigraph(
        [concept("word sense disambiguation", "a", "b"), concept("WSD", "c", aliases=("word sense disambiguation",))],
        (),
    )
    assert members(unlike, graph)[0][:2] == (0, 1)


def test_similar_references_join_without_being_core(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "Radar images show rainfall in basins."),
        make_reference("b", "Rivers rise in spring."),
        make_reference("c", "Radar images show rainfall in towns."),
    ]
    graph = build_minigraph([concept("water level", "a", "b")], ())
    (group,) = group_references(references, graph)
    assert group.members == (0, 1, 2)
    assert group.core == (0, 1)


def test_a_group_is_not_larger_than_a_reader_can_follow(make_reference: MakeReference) -> None:
    references = [make_reference(f"r{n}", f"Thing{n} glows.", title=f"Thing{n}") for n in range(16)]
    graph = build_minigraph([concept("star maps", *(r.paper for r in references))], ())
    groups = group_references(references, graph)
    assert [len(group.members) for group in groups] == [LARGEST_GROUP, LARGEST_GROUP, 2]


def test_the_walk_begins_with_the_first_reference_and_goes_to_what_is_near(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "Radar shows rainfall.", title="x"),
        make_reference("b", "Prices fall daily.", title="y"),
        make_reference("c", "Rainfall in radar pictures and maps and models and books.", title="z"),
    ]
    groups = group_references(references, Minigraph(), similarity=0.99)
    assert [group.members for group in groups] == [(0,), (2,), (1,)]
    turned = group_references(references[::-1], Minigraph(), similarity=0.99)
    assert turned[0].members == (0,)


def test_similarity_is_a_cosine(make_reference: MakeReference) -> None:
    same = "Radar shows rainfall."
    alike = reference_similarity(
        [
            make_reference("a", same, title="x"),
            make_reference("b", same, title="x"),
            make_reference("c", "Bees.", title="y"),
        ]
    )
    assert alike[0, 1] == alike[1, 0] == pytest.approx(1.0)
    assert alike[0, 2] == 0.0
    assert reference_similarity([]).shape == (0, 0)
    assert np.isfinite(reference_similarity([make_reference("a", "the of", title="")])).all()


def test_contrast_needs_different_methods_for_one_task(unlike: list[ReferenceAbstract]) -> None:
    first, second, *_ = unlike
    methods = [
        concept("LSTM", "a", kind=ConceptKind.METHOD),
        concept("CRF", "b", kind=ConceptKind.METHOD),
        concept("tagging", "a", "b"),
    ]
    used = RelationKind.USED_FOR
    differ = build_minigraph(methods, [relation("LSTM", used, "tagging", "a"), relation("CRF", used, "tagging", "b")])
    found = contrast(first, second, differ)
    assert found is not None
    assert found.name == "tagging"
    same = build_minigraph(methods, [relation("LSTM", used, "tagging", "a", "b")])
    assert contrast(first, second, same) is None
    other_task = build_minigraph(
        [*methods, concept("parsing", "b")],
        [relation("LSTM", used, "tagging", "a"), relation("CRF", used, "parsing", "b")],
    )
    assert contrast(first, second, other_task) is None
    assert contrast(first, second, Minigraph()) is None


def test_contrast_by_comparison_needs_a_concept_of_each(unlike: list[ReferenceAbstract]) -> None:
    first, second, *_ = unlike
    compare = [relation("LSTM", RelationKind.COMPARE, "CRF", "a")]
    apart = build_minigraph([concept("LSTM", "a"), concept("CRF", "b")], compare)
    assert contrast(first, second, apart) is not None
    assert contrast(second, first, apart) is not None
    shared = build_minigraph([concept("LSTM", "a", "b"), concept("CRF", "b")], compare)
    assert contrast(first, second, shared) is None


@settings(max_examples=25, deadline=None)
@given(order=st.permutations(range(14)), size=st.integers(1, 14))
def test_groups_are_a_partition(references: tuple[ReferenceAbstract, ...], order: list[int], size: int) -> None:
    chosen = [references[index] for index in order[:size]]
    graph = extract_relations(ExtractRelationsRequest(abstracts=tuple(chosen))).minigraph
    groups = group_references(chosen, graph)
    assert sorted(member for group in groups for member in group.members) == list(range(size))
    assert 0 in groups[0].members
    for group in groups:
        assert set(group.core) <= set(group.members)
        assert (group.concept is None) == (not group.core)
    assert groups == group_references(chosen, graph)


def test_the_two_subjects_are_not_mixed(references: tuple[ReferenceAbstract, ...]) -> None:
    graph = extract_relations(ExtractRelationsRequest(abstracts=references)).minigraph
    for group in group_references(references, graph):
        assert len({references[member].paper.split("-")[0] for member in group.members}) == 1
