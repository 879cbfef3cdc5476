from __future__ import annotations

import pytest

from conspectus.engines.extractive.own_position import closing_sentences


def closing(abstract: str, first: int = 45, words: int = 80) -> list[str]:
    return closing_sentences(abstract, first=first, words=words)


@pytest.mark.parametrize(
    "source, expected",
    [
        ("We propose a warning service for floods.", "In this work, we propose a warning service for floods."),
        ("In this paper, we propose a warning service.", "In this work, we propose a warning service."),
        ("Here, we present a map of all nests.", "In this work, we present a map of all nests."),
        ("This paper presents a map of all nests.", "Our paper presents a map of all nests."),
        ("I describe a beetle from the north.", "In this work, I describe a beetle from the north."),
    ],
)
def test_the_contribution_closes_in_the_first_person(source: str, expected: str) -> None:
    if source.startswith("I "):
        assert closing(source)[0].lower() == expected.lower()
    else:
        assert closing(source) == [expected]


def test_background_and_boilerplate_are_passed_over() -> None:
    assert closing(
        "Floods cost lives every year. We thank the city for its kind help. We propose a new gauge for rivers."
    ) == ["In this work, we propose a new gauge for rivers."]


def test_one_more_sentence_follows_if_it_stands_on_its_own() -> None:
    abstract = (
        "We propose a new gauge for rivers. Gauges are cheap to build these days. This gauge needs no power at all. "
        "We test the gauge in seven rivers. We sell it to everybody in town."
    )
    assert closing(abstract) == [
        "In this work, we propose a new gauge for rivers.",
        "We test the gauge in seven rivers.",
    ]


def test_a_sentence_that_points_back_does_not_follow() -> None:
    assert len(closing("We propose a new gauge for rivers. We test this idea in seven rivers.")) == 1


@pytest.mark.parametrize(
    "promise",
    ["We will test the gauge in seven rivers.", "We test more gauges in the future.", "We plan to test it in rivers."],
)
def test_a_promise_does_not_follow(promise: str) -> None:
    assert len(closing(f"We propose a new gauge for rivers. {promise}")) == 1


def test_budgets_are_kept() -> None:
    abstract = "We propose a new gauge for rivers. We test the gauge in seven rivers."
    assert closing(abstract, first=9) == []  # ten words with the opening
    assert len(closing(abstract, first=10)) == 2
    assert len(closing(abstract, first=10, words=16)) == 1


@pytest.mark.parametrize(
    "abstract", ["", "   ", "Floods cost lives every year.", "Our gauge outperforms all the others."]
)
def test_without_a_stated_contribution_there_is_no_closing(abstract: str) -> None:
    assert closing(abstract) == []
