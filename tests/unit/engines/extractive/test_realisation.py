from __future__ import annotations

from collections.abc import Callable

import pytest

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import DraftSentence, HandleMark, ReferenceAbstract
from conspectus.engines.extractive.candidates import Parts, candidates
from conspectus.engines.extractive.realisation import lower_first, realise, topic_sentence
from conspectus.engines.extractive.reference_groups import ReferenceGroup

MakeReference = Callable[..., ReferenceAbstract]


def concept(name: str, *papers: str, kind: ConceptKind = ConceptKind.TASK, aliases: tuple[str, ...] = ()) -> Concept:
    return Concept(name=name, kind=kind, papers=papers, aliases=aliases, weight=5.0)


def used_for(head: str, tail: str, paper: str) -> Relation:
    passage = Passage(paper=paper, version="00000000", address="s1.p1.t1", quote="x")
    return Relation(head=head, kind=RelationKind.USED_FOR, tail=tail, support=(passage,))


def words(parts: Parts) -> str:
    """The words with @ for narrative marks and the handles of parenthetical ones."""
    return "".join(
        part if isinstance(part, str) else "@" if part.mode == "narrative" else "[" + ", ".join(part.handles) + "]"
        for part in parts
    )


def written(
    references: list[ReferenceAbstract],
    graph: Minigraph | None = None,
    *,
    shared: Concept | None = None,
    paragraphs: bool = False,
    connectives: int = 9,
) -> list[DraftSentence]:
    """All candidates of the references as one group around the shared concept, or each alone."""
    pool = candidates(references)
    everyone = tuple(range(len(references)))
    groups = (
        [ReferenceGroup(members=everyone, concept=shared, core=everyone)]
        if shared
        else [ReferenceGroup(members=(index,)) for index in everyone]
    )
    return realise(
        groups,
        {index: list(found) for index, found in enumerate(pool) if found},
        references,
        graph or Minigraph(),
        {},
        paragraphs=paragraphs,
        connectives=connectives,
    )


def texts(sentences: list[DraftSentence]) -> list[str]:
    return [words(sentence.parts) for sentence in sentences]


def test_the_first_sentence_names_the_authors_and_the_next_refers_back(make_reference: MakeReference) -> None:
    reference = make_reference("a", "We propose a map of nests in dry places. We record the nests of nine villages.")
    assert texts(written([reference])) == [
        "@ propose a map of nests in dry places.",
        "They record the nests of nine villages [a2].",
    ]


def test_a_sentence_that_cannot_open_waits_for_one_that_can(make_reference: MakeReference) -> None:
    reference = make_reference("a", "Their nests confirm our early guess. We record the nests of nine villages.")
    first, *_ = texts(written([reference]))
    assert first == "@ record the nests of nine villages."


def test_what_leans_on_the_opening_stays_behind_it(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a",
        "Nests have walls of clay and straw. We record the nests of nine villages. This record is lower than expected.",
    )
    assert texts(written([reference]))[:2] == [
        "@ record the nests of nine villages.",
        "This record is lower than expected [a3].",
    ]


@pytest.fixture
def taggers(make_reference: MakeReference) -> list[ReferenceAbstract]:
    return [
        make_reference("a", "We propose a large network for name tagging."),
        make_reference("b", "We propose a random field for name tagging."),
    ]


TAGGING = concept("name tagging", "a", "b")


def test_two_openings_that_name_what_they_share_become_one_sentence(taggers: list[ReferenceAbstract]) -> None:
    assert texts(written(taggers, shared=TAGGING)) == [
        "@ propose a large network for name tagging, and @ propose a random field for name tagging."
    ]


def test_whereas_needs_a_difference_in_the_minigraph(taggers: list[ReferenceAbstract]) -> None:
    methods = [concept("network", "a", kind=ConceptKind.METHOD), concept("field", "b", kind=ConceptKind.METHOD)]
    graph = build_minigraph(
        [TAGGING, *methods], [used_for("network", "name tagging", "a"), used_for("field", "name tagging", "b")]
    )
    (only,) = texts(written(taggers, graph, shared=TAGGING))
    assert ", whereas @ propose" in only


def test_without_a_shared_concept_nothing_is_joined(taggers: list[ReferenceAbstract]) -> None:
    assert len(written(taggers)) == 2
    assert len(written(taggers, shared=concept("star maps", "a", "b"))) == 2


def test_no_more_connectives_than_there_is_room_for(taggers: list[ReferenceAbstract]) -> None:
    assert len(written(taggers, shared=TAGGING, connectives=0)) == 2


def test_every_handle_is_kept(references: tuple[ReferenceAbstract, ...]) -> None:
    sentences = written(list(references), shared=concept("flood forecasting", *(r.paper for r in references)))
    cited = [handle for sentence in sentences for handle in sentence.handles]
    assert sorted(cited) == sorted(candidate.item.handle for found in candidates(references) for candidate in found)


def test_paragraphs_open_with_groups(taggers: list[ReferenceAbstract], make_reference: MakeReference) -> None:
    assert [s.opens_paragraph for s in written(taggers, shared=TAGGING, paragraphs=True)] == [True]
    assert not any(s.opens_paragraph for s in written(taggers, shared=TAGGING))


def topic(references: list[ReferenceAbstract], shared: Concept, number: int = 0) -> str | None:
    everyone = tuple(range(len(references)))
    group = ReferenceGroup(members=everyone, concept=shared, core=everyone)
    found = topic_sentence(group, references, candidates(references), number)
    return None if found is None else words(found.parts)


def test_a_topic_sentence_cites_each_reference_where_it_names_the_topic(taggers: list[ReferenceAbstract]) -> None:
    assert topic(taggers, TAGGING) == "Two studies address name tagging [a1, b1]."
    again = topic(taggers, TAGGING, number=1)
    assert again is not None
    assert again != topic(taggers, TAGGING)


@pytest.mark.parametrize(
    "shared",
    [
        concept("tagging", "a", "b"),  # one word says little
        concept("name tagging", "a", "b", kind=ConceptKind.OTHER),
        concept("name tagging", "a", "b", kind=ConceptKind.METRIC),
        concept("star maps", "a", "b"),  # nobody names it
    ],
)
def test_no_topic_without_a_telling_task_or_method_that_both_name(
    taggers: list[ReferenceAbstract], shared: Concept
) -> None:
    assert topic(taggers, shared) is None


def test_background_does_not_make_a_topic(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "Name tagging has been widely studied for years. We record the bees of nine villages."),
        make_reference("b", "We propose a random field for name tagging."),
    ]
    assert topic(references, TAGGING) is None


def test_the_length_of_a_topic_sentence_is_that_of_its_print(taggers: list[ReferenceAbstract]) -> None:
    found = topic_sentence(
        ReferenceGroup(members=(0, 1), concept=TAGGING, core=(0, 1)), taggers, candidates(taggers), 0
    )
    assert found is not None
    assert found.length == len("Two studies address name tagging [1, 2].".split())
    assert [part.handles for part in found.parts if isinstance(part, HandleMark)] == [("a1", "b1")]


@pytest.mark.parametrize(
    "name, inside",
    [
        ("Machine translation", "machine translation"),
        ("BERT", "BERT"),
        ("LSTM networks", "LSTM networks"),
        ("3D printing", "3D printing"),
        ("Named Entity Recognition", "Named Entity Recognition"),
        ("parsing", "parsing"),
        ("", ""),
    ],
)
def test_names_inside_a_sentence(name: str, inside: str) -> None:
    assert lower_first(name) == inside
