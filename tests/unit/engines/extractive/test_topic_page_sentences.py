from __future__ import annotations

from typing import Any

import pytest

from conspectus.engines.extractive.topic_page_names import TopicalPaper, topic_names
from conspectus.engines.extractive.topic_page_sentences import findings_of


def found(paper: Any, printed: Any) -> list[str]:
    return [printed(each.parts) for each in findings_of(TopicalPaper(paper, topic_names(("velm fever",), (paper,))))]


@pytest.mark.parametrize(
    "block, written",
    [
        ("RESULTS: We found that velm fever was milder in shepherds who slept indoors.",
         "Velm fever was milder in shepherds who slept indoors [a1]."),
        ("CONCLUSIONS: Our results suggest that velm fever spares shepherds who sleep indoors.",
         "[a1] suggest that velm fever spares shepherds who sleep indoors."),
        ("RESULTS: In addition, velm fever was milder in shepherds who slept indoors (P < 0.01).",
         "Velm fever was milder in shepherds who slept indoors [a1]."),
        ("CONCLUSIONS: CONCLUSIONS: Velm fever also spares shepherds who sleep indoors.",
         "Velm fever spares shepherds who sleep indoors [a1]."),
    ],
)  # fmt: skip
def test_a_finding_loses_its_frame_or_is_attributed(
    make_topic_paper: Any, printed: Any, block: str, written: str
) -> None:
    assert found(make_topic_paper("a", block), printed) == [written]


@pytest.mark.parametrize(
    "block",
    [
        "METHODS: We searched MEDLINE for trials of velm fever in shepherds.",
        "RESULTS: A total of 212 shepherds with velm fever were enrolled.",
        "RESULTS: Velm fever was milder in the intervention group after a week.",
        "RESULTS: This was milder in shepherds with velm fever who slept indoors.",
        "OBJECTIVE: To find out whether velm fever is milder in shepherds.",
        "CONCLUSIONS: Further studies of velm fever in shepherds are needed.",
        "BACKGROUND: Velm fever frightens the shepherds of the marshes.",
    ],
)
def test_what_is_no_finding(make_topic_paper: Any, printed: Any, block: str) -> None:
    assert found(make_topic_paper("a", block), printed) == []


def test_authors_without_a_name_are_not_attributed_to(make_topic_paper: Any, printed: Any) -> None:
    block = "CONCLUSIONS: Our results suggest that velm fever spares shepherds who sleep indoors."
    assert found(make_topic_paper("a", block, label=""), printed) == []


def test_conclusions_about_the_topic_come_first(make_topic_paper: Any, printed: Any) -> None:
    paper = make_topic_paper(
        "a", "RESULTS: Sleep indoors was rare in summer among shepherds of the hills.",
        "CONCLUSIONS: Velm fever spares shepherds who sleep indoors.", title="Velm fever in shepherds",
    )  # fmt: skip
    assert found(paper, printed)[0] == "Velm fever spares shepherds who sleep indoors [a2]."
