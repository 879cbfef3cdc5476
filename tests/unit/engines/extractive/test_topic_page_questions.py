from __future__ import annotations

from typing import Any

import pytest

from conspectus.engines.extractive.topic_page_names import TopicalPaper, topic_names
from conspectus.engines.extractive.topic_page_questions import open_question

WHY = "CONCLUSIONS: Further studies are needed to determine whether velm fever persists in marsh ticks over winter."


def asked(*papers: Any, end_year: int = 2024) -> str:
    names = topic_names(("velm fever",), ())
    found = open_question([TopicalPaper(paper, names) for paper in papers], end_year=end_year)
    return found.topical.paper.paper if found else ""


def test_the_question_of_the_more_recent_paper_is_taken(make_topic_paper: Any, printed: Any) -> None:
    old, new = (make_topic_paper(name, WHY, year=year) for name, year in (("a", 2015), ("b", 2022)))
    assert asked(old, new) == "b"
    assert asked(make_topic_paper("c", WHY, year=2001), make_topic_paper("d", "It rains.", year=2022)) == ""
    assert asked(make_topic_paper("c", WHY, year=2001)) == "c"


@pytest.mark.parametrize(
    "sentence",
    [
        "CONCLUSIONS: Further studies are needed.",
        "CONCLUSIONS: Larger trials are warranted to confirm these findings.",
        "BACKGROUND: It remains unclear whether velm fever persists in marsh ticks over winter.",
        "CONCLUSIONS: Velm fever persists in marsh ticks over winter.",
        "CONCLUSIONS: Further studies are needed to find out how the two groups differ in winter ticks.",
    ],
)
def test_generic_calls_and_answered_questions_are_none(make_topic_paper: Any, sentence: str) -> None:
    assert asked(make_topic_paper("a", sentence)) == ""


def test_what_a_paper_leaves_unknown_at_its_end_counts(make_topic_paper: Any) -> None:
    last = "CONCLUSIONS: How velm fever persists in marsh ticks over winter remains unknown."
    assert asked(make_topic_paper("a", "RESULTS: Ticks carried it in June.", last)) == "a"
