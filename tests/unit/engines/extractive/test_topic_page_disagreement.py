from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.tasks import HandleMark
from conspectus.engines.extractive.topic_page_disagreement import Relation, disagreements, opposed, relation_of
from conspectus.engines.extractive.topic_page_names import TopicalPaper, topic_names
from conspectus.engines.extractive.topic_page_sentences import findings_of

YES = "RESULTS: Velm fever was associated with tick bites in shepherds."
NO = "RESULTS: No significant association was found between velm fever and tick bites in sailors."


def pairs(make_topic_paper: Any, *sentences: str) -> list[tuple[str, str]]:
    names = topic_names(("velm fever",), ())
    papers = [make_topic_paper(chr(ord("a") + i), sentence) for i, sentence in enumerate(sentences)]
    findings = [finding for paper in papers for finding in findings_of(TopicalPaper(paper, names))]
    return [(yes.topical.paper.paper, no.topical.paper.paper) for yes, no in disagreements(findings)]


def test_relations_are_read() -> None:
    ends = frozenset({"velm", "fever"}), frozenset({"tick", "bite"})
    assert relation_of("Velm fever was associated with tick bites in men.") == Relation("link", *ends, False)
    assert relation_of("Velm fever was not associated with tick bites.") == Relation("link", *ends, True)
    assert relation_of("There was no association between velm fever and tick bites.") == Relation("link", *ends, True)
    assert relation_of("Velm fever did not increase tick bites.") == Relation("increase", *ends, True)
    assert relation_of("It rains in the marshes.") is None


def test_a_disagreement_on_the_same_relation_is_found(make_topic_paper: Any) -> None:
    assert pairs(make_topic_paper, YES, NO) == [("a", "b")]
    assert pairs(make_topic_paper, NO, YES) == [("b", "a")]


@pytest.mark.parametrize(
    "other",
    [
        "RESULTS: No significant association was found between velm fever and flea bites in sailors.",
        "RESULTS: Velm fever was associated with tick bites in sailors.",
        "RESULTS: Velm fever was inversely associated with tick bites in sailors.",
        "RESULTS: Velm fever did not increase tick bites in sailors of the north.",
    ],
)
def test_what_differs_in_more_than_the_denial_is_no_disagreement(make_topic_paper: Any, other: str) -> None:
    assert pairs(make_topic_paper, YES, other) == []


def test_both_are_said_in_their_own_words(printed: Any) -> None:
    yes = ("X was linked to Y in men ", HandleMark(("a1",)), ".")
    no = ("No link was found in women ", HandleMark(("b1",)), ".")
    assert printed(opposed(yes, no)) == "X was linked to Y in men [a1], whereas no link was found in women [b1]."
    named = (HandleMark(("b1",), "narrative"), " found no link.")
    assert printed(opposed(yes, named)) == "X was linked to Y in men [a1], whereas [b1] found no link."
