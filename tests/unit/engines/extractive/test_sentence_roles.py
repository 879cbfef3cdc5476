from __future__ import annotations

import pytest

from conspectus.engines.extractive.sentence_roles import Role, heading_role, roles
from conspectus.engines.extractive.subjects import analyse


def found(*texts: str, headings: tuple[str, ...] = ()) -> list[Role]:
    return roles([analyse(text) for text in texts], list(texts), headings or ("",) * len(texts))


def test_the_roles_of_an_abstract() -> None:
    assert found(
        "Parsing is a central task of linguistics.",
        "Existing parsers are slow.",
        "We propose a fast parser for trees.",
        "We investigate its memory.",
        "The parser reads ten trees in a second.",
        "Our parser outperforms the others by 3 points.",
    ) == [Role.BACKGROUND, Role.BACKGROUND, Role.CONTRIBUTION, Role.AIM, Role.OWN, Role.RESULT]


def test_what_stands_before_the_first_own_sentence_is_background_whatever_it_says() -> None:
    assert found("Sleep improved recall by 12%.", "We propose a new test of sleep.")[0] is Role.BACKGROUND


def test_without_any_own_sentence_a_plain_statement_is_of_unknown_role() -> None:
    assert found("Bees prefer dry places.", "Nests are small.") == [Role.UNKNOWN, Role.UNKNOWN]
    assert found("Parsing has been widely studied in recent years.", "It is hard.")[0] is Role.BACKGROUND


@pytest.mark.parametrize(
    "heading, role",
    [
        ("RESULTS", Role.RESULT),
        ("Methods and findings", Role.METHOD),
        ("Background:", Role.BACKGROUND),
        ("OBJECTIVE", Role.AIM),
        ("Conclusions and relevance", Role.CONCLUSION),
        ("", None),
        ("Funding", None),
    ],
)
def test_headings_name_roles(heading: str, role: Role | None) -> None:
    assert heading_role(heading) is role


def test_headings_decide_for_sentences_of_others() -> None:
    assert found(
        "Bees decline.", "Nests were counted.", "Nests were rare.", "Bees need help.",
        headings=("BACKGROUND", "METHODS", "RESULTS", "CONCLUSION"),
    ) == [Role.BACKGROUND, Role.METHOD, Role.RESULT, Role.CONCLUSION]  # fmt: skip


def test_a_finding_under_results_is_no_contribution() -> None:
    assert found("We develop a rash within a week.", headings=("RESULTS",)) == [Role.RESULT]


def test_an_abstract_that_never_speaks_of_itself_still_has_results_and_conclusions() -> None:
    assert found(
        "Bees prefer dry places.",
        "Nests reduced the loss of bees by 12%.",
        "Old towns should keep their nests.",
        "Nests are small.",
    ) == [Role.UNKNOWN, Role.RESULT, Role.CONCLUSION, Role.UNKNOWN]


@pytest.mark.parametrize(
    "text",
    [
        "Nests were used in seven towns.",
        "Interviews were performed by phone.",
        "Seven towns were included.",
        "A 42-year-old keeper fell ill.",
        "A search identified 412 trials.",
        "The nests were then randomized by town.",
    ],
)
def test_what_was_done_is_method(text: str) -> None:
    assert found("Bees prefer dry places.", text)[1] is Role.METHOD
    assert found("We propose maps.", text)[1] is Role.METHOD


def test_what_was_done_under_results_is_a_result() -> None:
    assert found("Nests were included.", headings=("RESULTS",)) == [Role.RESULT]
