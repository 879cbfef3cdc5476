"""Entities of a library: united surely, judged by people, and nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.scientific_entities import Mention, PaperAnnotations, ScientificEntity, ScientificType
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.graphs.scientific_entities.library_entities import LibraryEntities, library_entities
from conspectus.library.entity_book import DecisionState, EntityDecision

M, T, D = ScientificType.METHOD, ScientificType.TOOL, ScientificType.DATASET


def entity(
    label: str, *aliases: str, kind: ScientificType = M, language: str = "en", mentions: int = 1
) -> ScientificEntity:
    places = tuple(
        Mention(address="s1.p1.t1", start=50 * n, end=50 * n + len(label), surface=label) for n in range(mentions)
    )
    return ScientificEntity(label=label, kind=kind, aliases=aliases, mentions=places, language=language)


def papers(*entities: Sequence[ScientificEntity]) -> list[PaperAnnotations]:
    return [
        PaperAnnotations(paper=f"p{number}", version="v", entities=tuple(given))
        for number, given in enumerate(entities)
    ]


def decided(*pairs: tuple[str, str, DecisionState]) -> tuple[EntityDecision, ...]:
    numbers = count(1)
    return tuple(
        EntityDecision(number=next(numbers), first=min(a, b), second=max(a, b), state=state) for a, b, state in pairs
    )


def groups(found: LibraryEntities) -> set[tuple[str, ...]]:
    return {e.keys for e in found.entities}


def test_spellings_are_one_entity_over_papers() -> None:
    found = library_entities(papers([entity("data set", kind=D)], [entity("Datasets", kind=D, mentions=3)]))
    (one,) = found.entities
    assert (one.label, one.keys, one.papers, one.mentions) == ("Datasets", ("data set", "dataset"), ("p0", "p1"), 4)
    assert one.aliases == ("data set",)


def test_a_type_word_unites_only_what_is_of_one_type() -> None:
    same = library_entities(papers([entity("BERT")], [entity("BERT model")]))
    assert len(same.entities) == 1
    other = library_entities(papers([entity("BERT", kind=T)], [entity("BERT model")]))
    assert len(other.entities) == 2
    assert [(o.first, o.second, o.is_certain) for o in other.offers] == [("bert", "bert model", False)]


def test_an_abbreviation_defined_twice_alike_holds_where_it_is_not_defined() -> None:
    long = entity("convolutional neural network", "CNN")
    sure = library_entities(papers([long], [long], [entity("CNN")]))
    assert groups(sure) == {("cnn", "convolutional neural network")}
    once = library_entities(papers([long], [entity("CNN")]))
    assert len(once.entities) == 2
    assert [o.reason for o in once.offers] == ["abbreviation"]


def test_an_abbreviation_with_two_long_forms_is_only_offered() -> None:
    one, other = entity("convolutional neural network", "CNN"), entity("cellular nonlinear network", "CNN")
    found = library_entities(papers([one], [one], [other], [other], [entity("CNN")]))
    assert len(found.entities) == 3
    assert {(o.first, o.second) for o in found.offers} == {
        ("cnn", "convolutional neural network"), ("cellular nonlinear network", "cnn"),
    }  # fmt: skip
    with pytest.raises(UsageError, match="stands for 2 entities"):
        library_entities(papers([one], [other])).named("CNN")


def test_a_person_merges_and_splits() -> None:
    given = papers([entity("bog parser")], [entity("moor reader")], [entity("data set")], [entity("dataset")])
    merged = library_entities(given, decided(("bog parser", "moor reader", "merged")))
    assert ("bog parser", "moor reader") in groups(merged)
    apart = library_entities(given, decided(("data set", "dataset", "split")))
    assert {("data set",), ("dataset",)} <= groups(apart)
    # What was decided is not offered again.
    assert apart.offers == ()


def test_what_was_split_does_not_come_together_through_a_third() -> None:
    given = papers([entity("a parser")], [entity("b parser")], [entity("c parser")])
    found = library_entities(
        given,
        decided(
            ("a parser", "c parser", "split"), ("a parser", "b parser", "merged"), ("b parser", "c parser", "merged")
        ),
    )
    assert groups(found) == {("a parser", "b parser"), ("c parser",)}


def test_the_label_is_in_the_language_of_the_text() -> None:
    given = papers([entity("BERT model", language="en", mentions=2)], [entity("BERT-Model", language="de")])
    (one,) = library_entities(given).entities
    assert one.label == "BERT model"
    assert one.labels == (("de", "BERT-Model"), ("en", "BERT model"))


def test_entities_are_named_by_label_or_alias() -> None:
    found = library_entities(papers([entity("bog parser", "BP")]))
    assert found.named("Bog-Parsers").label == found.named("BP").label == "bog parser"
    with pytest.raises(NothingFound, match="names 'moss'"):
        found.named("moss")


def test_a_decision_about_what_is_gone_waits() -> None:
    given = papers([entity("bog parser")])
    assert len(library_entities(given, decided(("bog parser", "gone", "merged"))).entities) == 1


LABELS = st.sampled_from(
    ["BERT", "BERT model", "data set", "dataset", "CNN", "convolutional neural network", "bog parser", "moss", "peat"]
)
ENTITIES = st.builds(
    entity, LABELS, st.sampled_from(["CNN", "DS", "net"]), kind=st.sampled_from([M, T]), mentions=st.integers(1, 3)
)
LIBRARIES = st.lists(st.lists(ENTITIES, max_size=4, unique_by=lambda e: e.key), min_size=1, max_size=4)


@settings(max_examples=120, deadline=None)
@given(LIBRARIES, st.lists(st.tuples(LABELS, LABELS, st.sampled_from(["merged", "split"])), max_size=4), st.data())
def test_merge_then_split_gives_the_same_and_nothing_is_ever_lost(
    given: list[list[ScientificEntity]], old: list[tuple[str, str, DecisionState]], data: st.DataObject
) -> None:
    annotations = papers(*given)
    pairs = {(min(a.lower(), b.lower()), max(a.lower(), b.lower())): s for a, b, s in old if a.lower() != b.lower()}
    before = decided(*((a, b, s) for (a, b), s in pairs.items()))
    start = library_entities(annotations, before)
    total = sum(len(e.mentions) for paper in annotations for e in paper.entities)
    members = Counter((m.paper, m.entity) for e in start.entities for m in e.members)
    assert sum(e.mentions for e in start.entities) == total
    keys = [key for e in start.entities for key in e.keys]
    assert len(keys) == len(set(keys))
    if len(start.entities) < 2:
        return
    one, other = data.draw(st.permutations(start.entities))[:2]
    pair = sorted((data.draw(st.sampled_from(one.keys)), data.draw(st.sampled_from(other.keys))))
    rest = tuple(d for d in before if [d.first, d.second] != pair)
    merge = EntityDecision(number=98, first=pair[0], second=pair[1], state="merged")
    merged = library_entities(annotations, (*rest, merge))
    assert Counter((m.paper, m.entity) for e in merged.entities for m in e.members) == members
    split = EntityDecision(number=99, first=pair[0], second=pair[1], state="split")
    assert library_entities(annotations, (*rest, split)).entities == start.entities
