from __future__ import annotations

from collections.abc import Callable

import pytest

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import DraftSentence, HandleMark, ReferenceAbstract
from conspectus.engines.extractive.attribution import Parts
from conspectus.engines.extractive.candidates import candidates
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


def test_a_paragraph_opens_only_after_one_of_three_sentences(make_reference: MakeReference) -> None:
    def opens(*sizes: int) -> list[bool]:
        """Groups of two references each, whose first says as many sentences as asked."""
        references, groups = [], []
        for place, size in enumerate(sizes):
            more = " ".join(
                f"We record the {thing} of nine villages." for thing in ("nests", "songs", "bees")[: size - 2]
            )
            references.append(make_reference(f"a{place}x", f"We propose a map of nests in dry places. {more}"))
            references.append(make_reference(f"b{place}x", "We propose a song of nests in wet places."))
            groups.append(ReferenceGroup(members=(2 * place, 2 * place + 1)))
        chosen = dict(enumerate(candidates(references)))
        sentences = realise(groups, chosen, references, Minigraph(), {}, paragraphs=True, connectives=0)
        assert len(sentences) == sum(sizes)
        return [sentence.opens_paragraph for sentence in sentences]

    assert opens(3, 2) == [True, False, False, True, False]
    assert opens(2, 3, 2) == [True, False, False, False, False, True, False]


def test_they_after_another_subject_are_the_authors(make_reference: MakeReference) -> None:
    reference = make_reference(
        "a",
        "We propose a map of nests in dry places. We record the nests of nine villages. "
        "Bees prefer nests of straw in villages. We count seven songs in nine villages.",
    )
    assert texts(written([reference])) == [
        "@ propose a map of nests in dry places.",
        "They record the nests of nine villages [a2].",
        "Bees prefer nests of straw in villages [a3].",
        "The authors count seven songs in nine villages [a4].",
    ]


def topic(references: list[ReferenceAbstract], shared: Concept) -> str | None:
    everyone = tuple(range(len(references)))
    group = ReferenceGroup(members=everyone, concept=shared, core=everyone)
    found = topic_sentence(group, references, candidates(references))
    return None if found is None else words(found.parts)


def test_a_topic_sentence_cites_each_reference_where_it_names_the_topic(taggers: list[ReferenceAbstract]) -> None:
    assert topic(taggers, TAGGING) == "Two studies address name tagging [a1, b1]."


@pytest.mark.parametrize(
    "shared",
    [
        concept("tagging", "a", "b"),  # one word says little
        concept("name tagging", "a", "b", kind=ConceptKind.OTHER),
        concept("name tagging", "a", "b", kind=ConceptKind.METRIC),
        concept("name tagging", "a", "b", kind=ConceptKind.METHOD),  # "tagging" heads no method
        concept("star mapping", "a", "b"),  # nobody names it
        concept("for name", "a", "b"),  # "name" heads no task
    ],
)
def test_no_topic_without_a_telling_task_or_method_that_both_name(
    taggers: list[ReferenceAbstract], shared: Concept
) -> None:
    assert topic(taggers, shared) is None


@pytest.mark.parametrize("count, expected", [(2, None), (3, "Three studies involve neural networks [a1, b1, c1].")])
def test_a_method_needs_three_references(make_reference: MakeReference, count: int, expected: str | None) -> None:
    references = [
        make_reference(name, f"We propose neural networks for the songs of {bees} bees.")
        for name, bees in zip("abc"[:count], ("old", "red", "tame"), strict=False)
    ]
    found = topic(references, concept("neural networks", *"abc"[:count], kind=ConceptKind.METHOD))
    assert found == expected


def test_what_all_of_more_than_three_share_tells_none_apart(make_reference: MakeReference) -> None:
    texts = [f"We propose a {size} network for name tagging." for size in ("large", "small", "deep", "wide")]
    references = [make_reference(name, text) for name, text in zip("abcd", texts, strict=True)]
    assert topic(references, TAGGING) is None
    assert topic(references[:3], TAGGING) == "Three studies address name tagging [a1, b1, c1]."
    among_others = ReferenceGroup(members=(0, 1), concept=TAGGING, core=(0, 1))
    assert topic_sentence(among_others, references, candidates(references)) is not None


def test_background_does_not_make_a_topic(make_reference: MakeReference) -> None:
    references = [
        make_reference("a", "Name tagging has been widely studied for years. We record the bees of nine villages."),
        make_reference("b", "We propose a random field for name tagging."),
    ]
    assert topic(references, TAGGING) is None


def test_the_title_makes_a_topic_of_what_another_sentence_names(make_reference: MakeReference) -> None:
    text = "Name tagging has been widely studied for years. We record the bees of nine villages."
    references = [
        make_reference("a", text, title="On name tagging of bees"),
        make_reference("b", "We propose a random field for name tagging."),
    ]
    assert topic(references, TAGGING) == "Two studies address name tagging [a1, b1]."


def test_the_length_of_a_topic_sentence_is_that_of_its_print(taggers: list[ReferenceAbstract]) -> None:
    found = topic_sentence(ReferenceGroup(members=(0, 1), concept=TAGGING, core=(0, 1)), taggers, candidates(taggers))
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
