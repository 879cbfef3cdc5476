from __future__ import annotations

from typing import Any

import pytest

from conspectus.engines.extractive.topic_page_definition import define
from conspectus.engines.extractive.topic_page_names import TopicalPaper, topic_names


def defined(*papers: Any) -> list[str]:
    names = topic_names(("velm fever",), papers)
    return [each.text for each in define([TopicalPaper(paper, names) for paper in papers], names)]


@pytest.mark.parametrize(
    "sentence, written",
    [
        ("Velm fever is a tick-borne illness of sheep and shepherds.",) * 2,
        ("Velm fever (VF) is characterised by a rash and swollen joints.",) * 2,
        ("The term velm fever refers to an illness of the marshes and fens.",) * 2,
        ("Velm fever, an illness carried by marsh ticks in spring, frightens shepherds.",
         "Velm fever is an illness carried by marsh ticks in spring."),
        ("Moreover, velm fever is defined as fever with a rash after a tick bite.",
         "Velm fever is defined as fever with a rash after a tick bite."),
        ("Velm fever is associated with a large burden for shepherds.",) * 2,
    ],
)  # fmt: skip
def test_what_a_topic_is(make_topic_paper: Any, sentence: str, written: str) -> None:
    assert defined(make_topic_paper("a", f"BACKGROUND: {sentence}")) == [written]


@pytest.mark.parametrize(
    "sentence",
    [
        "RESULTS: Velm fever is a common illness of sheep and shepherds.",
        "Velm fever was a frequent illness among the shepherds enrolled.",
        "CONCLUSIONS: Velm fever is an independent predictor of swollen joints.",
        "In this study, velm fever is a marker of wet summers in the marshes.",
        "Severe velm fever is an illness of shepherds and of their sheep.",
        "Velm fever is not a disease of the lungs or of the heart.",
        "We think velm fever is an illness of shepherds and of their sheep.",
    ],
)
def test_what_is_no_definition(make_topic_paper: Any, sentence: str) -> None:
    assert defined(make_topic_paper("a", sentence, "It rained for days in the marshes.")) == []


def test_two_at_most_of_different_papers_and_not_the_same_twice(make_topic_paper: Any) -> None:
    found = defined(
        make_topic_paper("a", "Velm fever is a tick-borne illness of sheep and shepherds."),
        make_topic_paper("b", "Velm fever is a tick-borne illness of shepherds and sheep."),
        make_topic_paper("c", "Velm fever is defined as three days of heat with a rash on both arms."),
        make_topic_paper("d", "Velm fever is characterised by swollen joints, thirst and confusion."),
    )
    assert len(found) == 2
    assert found[0].startswith("Velm fever is defined as")


@pytest.mark.parametrize(
    "said, is_definition",
    [
        ("Velm fever is the most common illness of shepherds in Jordan.", False),
        ("Velm fever is the leading cause of death among US shepherds.", False),
        ("Velm fever is an illness of a 40-year-old man with sheep.", False),
        ("Velm fever is the most common illness of shepherds in Velm's disease.", True),
    ],
)
def test_what_holds_for_one_country_or_one_patient_defines_nothing(
    make_topic_paper: Any, said: str, is_definition: bool
) -> None:
    assert bool(defined(make_topic_paper("a", f"BACKGROUND: {said}"))) is is_definition


@pytest.mark.parametrize(
    "sentence, written",
    [
        ("There is increasing recognition that velm fever is an illness of the marshes.",
         "Velm fever is an illness of the marshes."),
        ("It is a plague of shepherds: Velm fever is an illness known from the marshes.",
         "Velm fever is an illness known from the marshes."),
        ("Velm fever is recognised in old books as an illness of the marshes.",) * 2,
        ("Velm fever is the most common illness of shepherds, and the most common one overall in Jordan.",
         "Velm fever is the most common illness of shepherds."),
    ],
)  # fmt: skip
def test_a_definition_is_found_in_what_is_held_to_be_so(make_topic_paper: Any, sentence: str, written: str) -> None:
    assert defined(make_topic_paper("a", f"BACKGROUND: {sentence}")) == [written]


@pytest.mark.parametrize(
    "sentence",
    [
        "Velm fever is analysed within the families of shepherds and of sheep.",
        "Velm fever is one of the illnesses concerning the New Zealand shepherds.",
    ],
)
def test_what_a_study_does_and_one_place_define_nothing(make_topic_paper: Any, sentence: str) -> None:
    assert defined(make_topic_paper("a", f"BACKGROUND: {sentence}")) == []


def test_a_kind_named_in_passing_counts_even_among_results(make_topic_paper: Any) -> None:
    paper = make_topic_paper("a", "RESULTS: Infectious diseases such as velm fever were seen in May.")
    assert defined(paper) == ["Velm fever is an infectious disease."]
