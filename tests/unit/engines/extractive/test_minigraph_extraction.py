from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.minigraph import ConceptKind, Minigraph, RelationKind, concept_key
from conspectus.domain.tasks import ExtractRelationsRequest, ReferenceAbstract, RelationConstraints
from conspectus.engines.extractive.minigraph_extraction import extract_relations, specificity

MakeReference = Callable[..., ReferenceAbstract]

LSTM = "We use a long short-term memory network for flood forecasting."
CRF = "We use conditional random fields for named entity recognition."


def extract(
    *abstracts: ReferenceAbstract, previous: Minigraph | None = None, merge: str = "replace", **constraints: object
) -> Minigraph:
    return extract_relations(
        ExtractRelationsRequest(
            abstracts=abstracts,
            previous=previous,
            constraints=RelationConstraints(**constraints),  # type: ignore[arg-type]
            merge=merge,  # type: ignore[arg-type]
        )
    ).minigraph


def test_a_relation_rests_on_the_sentence_that_states_it(make_reference: MakeReference) -> None:
    reference = make_reference("a", f"Rivers rise. {LSTM}")
    graph = extract(reference)
    (used,) = [r for r in graph.relations if r.kind is RelationKind.USED_FOR]
    assert concept_key(used.tail) == "flood forecasting"
    assert used.support == (reference.evidence[1].passage,)
    assert used.papers == ("a",)


def test_the_graph_before_is_extended(make_reference: MakeReference) -> None:
    first = extract(make_reference("a", LSTM))
    both = extract(make_reference("b", CRF), previous=first)
    assert {r.key for r in first.relations} < {r.key for r in both.relations}
    assert {paper for r in both.relations for paper in r.papers} == {"a", "b"}


def test_support_of_the_same_relation_is_united(make_reference: MakeReference) -> None:
    graph = extract(make_reference("b", LSTM), previous=extract(make_reference("a", LSTM)))
    (used,) = [r for r in graph.relations if r.kind is RelationKind.USED_FOR]
    assert used.papers == ("a", "b")


def test_replace_weighs_old_relations_anew_and_union_does_not(make_reference: MakeReference) -> None:
    first = extract(make_reference("a", LSTM))
    (before,) = first.relations
    more = make_reference("b", "We study flood forecasting in dry towns.")
    anew = next(r for r in extract(more, previous=first).relations if r.key == before.key)
    kept = next(r for r in extract(more, previous=first, merge="union").relations if r.key == before.key)
    assert anew.weight > before.weight  # one more paper names its end
    assert kept.weight == before.weight


def test_without_types_neighbours_are_joined(make_reference: MakeReference) -> None:
    graph = extract(make_reference("a", LSTM), scientific=False)
    assert {c.kind for c in graph.concepts} == {ConceptKind.OTHER}
    assert {r.kind for r in graph.relations} == {RelationKind.CONJUNCTION}


def test_the_volume_keeps_the_heaviest_relations(references: tuple[ReferenceAbstract, ...]) -> None:
    whole = extract(*references, volume=None)
    few = extract(*references, volume=5)
    assert len(few.relations) == 5 < len(whole.relations)
    least = min(r.weight for r in few.relations)
    rest = {r.key for r in whole.relations} - {r.key for r in few.relations}
    assert all(r.weight <= least for r in whole.relations if r.key in rest)
    assert {c.key for c in few.concepts} == {c.key for c in whole.concepts}


def test_every_end_is_a_concept_and_every_paper_is_one_of_those_given(
    references: tuple[ReferenceAbstract, ...],
) -> None:
    graph = extract(*references)
    known = {reference.paper for reference in references}
    named = graph.by_key()
    for relation in graph.relations:
        assert concept_key(relation.head) in named
        assert concept_key(relation.tail) in named
        assert relation.support
        assert set(relation.papers) <= known
    assert all(set(concept.papers) <= known for concept in graph.concepts)
    assert not any(concept.kind is ConceptKind.GENERIC for concept in graph.concepts)


def test_a_long_form_knows_its_abbreviation(make_reference: MakeReference) -> None:
    graph = extract(make_reference("a", "We study named entity recognition (NER) in old letters."))
    (concept,) = [c for c in graph.concepts if "NER" in c.aliases]
    assert concept.name == "named entity recognition"


def test_no_abstract_gives_the_graph_before(make_reference: MakeReference) -> None:
    assert extract() == Minigraph()
    first = extract(make_reference("a", LSTM))
    assert {r.key for r in extract(previous=first).relations} == {r.key for r in first.relations}


def test_rare_words_characterise() -> None:
    assert specificity("isotonic regression") > specificity("new method") >= 0
    assert specificity("") == specificity("…") == 0.0


@settings(max_examples=15, deadline=None)
@given(split=st.integers(0, 14), volume=st.integers(1, 40))
def test_chunking_never_exceeds_the_volume_and_is_repeatable(
    references: tuple[ReferenceAbstract, ...], split: int, volume: int
) -> None:
    def run() -> Minigraph:
        first = extract(*references[:split], volume=volume)
        return extract(*references[split:], previous=first, volume=volume)

    assert len(run().relations) <= volume
    assert run() == run()
