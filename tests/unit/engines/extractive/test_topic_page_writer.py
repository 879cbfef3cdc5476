from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.tasks import TopicPaper
from conspectus.engines.extractive.topic_page_writer import NO_FINDING, NO_ROOM, OFF_TOPIC, write_topic_page

ENDINGS = (
    "is milder in shepherds who sleep indoors", "increases the price of wool in dry summers",
    "is cured by a broth of marsh herbs", "is carried by ticks of the genus Marula",
    "reduces the hearing of lambs at birth", "causes a loss of smell in goats",
    "is confused with measles by village doctors", "improves after ten hours of rest",
    "affects the growth of horns and hooves", "requires quarantine on northern islands",
)  # fmt: skip


def papers(make: Any, count: int) -> tuple[TopicPaper, ...]:
    return tuple(
        make(chr(ord("a") + i), f"CONCLUSIONS: Velm fever {ENDINGS[i]}.", title=f"Velm fever, part {i}", year=2010 + i)
        for i in range(count)
    )


def test_the_whole_page(make_topic_paper: Any, make_page: Any, printed: Any) -> None:
    first = make_topic_paper(
        "x", "BACKGROUND: Velm fever (VF) is a tick-borne illness of sheep and shepherds.",
        "CONCLUSIONS: VF is milder in shepherds who sleep indoors.",
        "CONCLUSIONS: Further studies are needed to determine whether VF persists in marsh ticks over winter.",
    )  # fmt: skip
    second = make_topic_paper("y", "RESULTS: We found that velm fever was longer in wet summers.", year=2023)
    page = write_topic_page(make_page((first, second), sentences=(1, 8)))
    assert printed(page.definition) == "Velm fever (VF) is a tick-borne illness of sheep and shepherds [x1]."
    assert printed(page.main) == (
        "Velm fever was longer in wet summers [y1]. VF is milder in shepherds who sleep indoors [x2]."
    )
    assert printed(page.future) == (
        "Further studies are needed to determine whether VF persists in marsh ticks over winter [x3]."
    )
    assert (page.definition_status, page.future_status) == ("found", "found")


def test_what_no_paper_says_is_not_found(make_topic_paper: Any, make_page: Any) -> None:
    page = write_topic_page(make_page(papers(make_topic_paper, 2)))
    assert (page.definition_status, page.future_status) == ("not_found", "not_found")
    assert (page.definition.sentences, page.future.sentences) == ((), ())
    empty = write_topic_page(make_page())
    assert (empty.main.sentences, empty.definition_status) == ((), "not_found")


def test_the_biggest_cluster_first_and_within_it_the_newest(make_topic_paper: Any, make_page: Any) -> None:
    a, b, c, d, e = papers(make_topic_paper, 5)
    page = write_topic_page(make_page((a, b, c), (e, d)))
    assert [sentence.handles for sentence in page.main.sentences] == [("c1",), ("b1",), ("a1",), ("e1",), ("d1",)]


@given(count=st.integers(0, 10), least=st.integers(1, 5), more=st.integers(0, 4))
def test_bounds_and_one_sentence_for_each_paper(
    make_topic_paper: Any, make_page: Any, count: int, least: int, more: int
) -> None:
    page = write_topic_page(make_page(papers(make_topic_paper, count), sentences=(least, least + more)))
    handles = [handle for sentence in page.main.sentences for handle in sentence.handles]
    assert len(handles) == len(set(handles))
    assert min(count, least) <= len(handles) <= min(count, least + more)


def test_a_paper_speaks_twice_only_where_papers_are_too_few(make_topic_paper: Any, make_page: Any) -> None:
    said = [f"CONCLUSIONS: Velm fever {ending}." for ending in ENDINGS[:3]]
    one = make_topic_paper("a", *said)
    assert len(write_topic_page(make_page((one,), sentences=(2, 3))).main.sentences) == 2
    others = papers(make_topic_paper, 10)[4:7]
    page = write_topic_page(make_page((one, *others), sentences=(3, 8)))
    assert sum(handle.startswith("a") for s in page.main.sentences for handle in s.handles if len(handle) == 2) <= 2


def test_sources_that_disagree_are_set_against_each_other(make_topic_paper: Any, make_page: Any, printed: Any) -> None:
    yes = make_topic_paper("a", "RESULTS: Velm fever was associated with tick bites in shepherds.")
    no = make_topic_paper("b", "RESULTS: No association was found between velm fever and tick bites in sailors.")
    page = write_topic_page(make_page((yes, no), sentences=(1, 5)))
    assert printed(page.main) == (
        "Velm fever was associated with tick bites in shepherds [a1], whereas no association was found between velm "
        "fever and tick bites in sailors [b1]."
    )


@pytest.mark.parametrize("bounds", [(1, 1)])
def test_who_is_left_out_is_listed_with_a_reason(
    make_topic_paper: Any, make_page: Any, bounds: tuple[int, int]
) -> None:
    good, spare = papers(make_topic_paper, 2)
    off = make_topic_paper("x", "CONCLUSIONS: Wool is dear in summer.")
    mute = make_topic_paper("y", "METHODS: We asked shepherds about velm fever.")
    page = write_topic_page(make_page((good, spare, off, mute), sentences=bounds))
    reasons = dict(page.main.left_out)
    assert (reasons["x"], reasons["y"]) == (OFF_TOPIC, NO_FINDING)
    assert {reasons.get("a"), reasons.get("b")} == {None, NO_ROOM}


def test_a_page_is_rather_short_than_filled_with_what_is_beside_its_topic(
    make_topic_paper: Any, make_page: Any
) -> None:
    about = papers(make_topic_paper, 2)
    beside = make_topic_paper(
        "x",
        "BACKGROUND: Velm fever is rare in the hills.",
        "CONCLUSIONS: Goats eat more clover than barley in dry summers.",
        title="Feeding habits on northern islands",
    )
    handles = [s.handles for s in write_topic_page(make_page((*about, beside), sentences=(5, 8))).main.sentences]
    assert handles == [("b1",), ("a1",)]
    alone = write_topic_page(make_page((beside,), sentences=(5, 8)))
    assert [s.handles for s in alone.main.sentences] == [("x2",)]
