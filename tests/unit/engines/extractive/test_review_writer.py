from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from conspectus.domain.minigraph import Minigraph
from conspectus.domain.tasks import DraftText, ExtractRelationsRequest, HandleMark, ReferenceAbstract
from conspectus.engines.extractive.minigraph_extraction import extract_relations
from conspectus.engines.extractive.review_writer import (
    NO_ROOM,
    NO_SENTENCE,
    REPEATED,
    WORDS_FOR_PARAGRAPHS,
    write_review,
)

MakeReference = Callable[..., ReferenceAbstract]


@pytest.fixture(scope="module")
def graph(references: tuple[ReferenceAbstract, ...]) -> Minigraph:
    return extract_relations(ExtractRelationsRequest(abstracts=references)).minigraph


def handles(draft: DraftText) -> list[str]:
    return [handle for sentence in draft.sentences for handle in sentence.handles]


def bare(draft: DraftText) -> list[str]:
    return ["".join(part for part in s.parts if isinstance(part, str)).strip() for s in draft.sentences]


def printed_words(draft: DraftText, references: tuple[ReferenceAbstract, ...]) -> int:
    """The words in numeric style: authors as label and number where they are named, a number elsewhere."""
    label = {item.handle: reference.label for reference in references for item in reference.evidence}
    text = ""
    for sentence in draft.sentences:
        for part in sentence.parts:
            if not isinstance(part, HandleMark):
                text += part
            elif part.mode == "narrative":
                text += ", ".join(f"{label[handle]} [1]" for handle in part.handles)
            else:
                text += "[" + ", ".join("1" for _ in part.handles) + "]"
        text += " "
    return len(text.split())


@pytest.mark.parametrize("own", ["", "We propose a warning service for floods in small towns. We test it in May."])
def test_the_budget_holds_as_printed(references: tuple[ReferenceAbstract, ...], graph: Minigraph, own: str) -> None:
    long_names = tuple(
        replace(reference, label="Hydrological Office of the Northern Provinces", plural=False)
        for reference in references
    )
    for given in (references, long_names):
        for words in range(30, 420, 13):
            draft = write_review(given, graph, words=words, own_abstract=own)
            assert printed_words(draft, given) <= words


def test_nothing_to_write() -> None:
    assert write_review([], Minigraph(), words=100) == DraftText()


def test_every_reference_is_cited_or_left_out_with_a_reason(
    references: tuple[ReferenceAbstract, ...], graph: Minigraph
) -> None:
    paper_of = {item.handle: reference.paper for reference in references for item in reference.evidence}
    for words in (20, 60, 120, 400):
        draft = write_review(references, graph, words=words)
        cited = {paper_of[handle] for handle in handles(draft)}
        assert cited | {paper for paper, _ in draft.left_out} == set(paper_of.values())


@pytest.mark.parametrize(
    "text, words, reason",
    [
        ("Copyright 2020 by the publisher, all rights reserved, do not copy.", 100, NO_SENTENCE),
        ("It is shown that the map is open to all readers.", 100, NO_SENTENCE),
        ("We propose a new map of all the nests in the dry places of the north.", 5, NO_ROOM),
    ],
)
def test_reasons(make_reference: MakeReference, text: str, words: int, reason: str) -> None:
    draft = write_review([make_reference("a", text)], Minigraph(), words=words)
    assert draft.sentences == ()
    assert draft.left_out == (("a", reason),)


def test_a_repetition_is_a_reason(make_reference: MakeReference) -> None:
    text = "We propose a new map of all the nests in dry places."
    draft = write_review([make_reference("a", text), make_reference("b", text)], Minigraph(), words=100)
    assert [reason for _, reason in draft.left_out] == [REPEATED]


def test_ungrouped_references_stand_in_the_order_given(
    references: tuple[ReferenceAbstract, ...], graph: Minigraph
) -> None:
    paper_of = {item.handle: reference.paper for reference in references for item in reference.evidence}
    draft = write_review(references[::-1], graph, words=600, grouped=False)
    order = list(dict.fromkeys(paper_of[handle] for handle in handles(draft)))
    assert order == [reference.paper for reference in references[::-1]]


def test_grouped_references_stay_with_their_subject(
    references: tuple[ReferenceAbstract, ...], graph: Minigraph
) -> None:
    mixed = [reference for pair in zip(references[:7], references[7:], strict=True) for reference in pair]
    paper_of = {item.handle: reference.paper for reference in references for item in reference.evidence}
    draft = write_review(mixed, graph, words=600)
    subjects = [paper_of[handle].split("-")[0] for handle in handles(draft)]
    changes = sum(a != b for a, b in pairwise(subjects))
    assert changes < 6  # 13 in the order given


def test_the_order_given_decides_where_the_walk_begins(
    references: tuple[ReferenceAbstract, ...], graph: Minigraph
) -> None:
    forward = write_review(references, graph, words=400)
    backward = write_review(references[::-1], graph, words=400)
    assert handles(forward)[0].split("-")[0] == "flood"
    assert handles(backward)[0].split("-")[0] == "minutes"


def test_paragraphs_only_in_long_texts(references: tuple[ReferenceAbstract, ...], graph: Minigraph) -> None:
    short = write_review(references, graph, words=WORDS_FOR_PARAGRAPHS - 1)
    long = write_review(references, graph, words=WORDS_FOR_PARAGRAPHS)
    assert not any(sentence.opens_paragraph for sentence in short.sentences)
    assert long.sentences[0].opens_paragraph
    assert sum(sentence.opens_paragraph for sentence in long.sentences) > 1


def test_the_own_paper_closes_and_takes_its_words_from_the_budget(
    references: tuple[ReferenceAbstract, ...], graph: Minigraph
) -> None:
    own = "We propose a warning service for floods in small towns."
    draft = write_review(references, graph, words=120, own_abstract=own)
    assert bare(draft)[-1] == "In this work, we propose a warning service for floods in small towns."
    assert draft.sentences[-1].handles == ()
    without = write_review(references, graph, words=120)
    assert len(handles(draft)) <= len(handles(without))


def test_an_own_paper_without_references_is_no_review(make_reference: MakeReference) -> None:
    draft = write_review(
        [make_reference("a", "Copyright 2020 by the publisher, all rights reserved, do not copy.")],
        Minigraph(),
        words=100,
        own_abstract="We propose a warning service for floods in small towns.",
    )
    assert draft.sentences == ()


def test_no_sentence_is_written_twice(references: tuple[ReferenceAbstract, ...], graph: Minigraph) -> None:
    found = bare(write_review(references, graph, words=2000))
    assert len(found) == len(set(found))


def test_a_paragraph_has_three_sentences_before_the_next_opens(
    references: tuple[ReferenceAbstract, ...], graph: Minigraph
) -> None:
    for words in (WORDS_FOR_PARAGRAPHS, 400, 600):
        opens = [
            place for place, s in enumerate(write_review(references, graph, words=words).sentences) if s.opens_paragraph
        ]
        assert opens[0] == 0
        assert all(later - earlier >= 3 for earlier, later in pairwise(opens))
