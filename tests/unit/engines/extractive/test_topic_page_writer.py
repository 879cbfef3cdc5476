from __future__ import annotations

from dataclasses import replace
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


def test_all_sentences_of_all_papers_found_are_searched_and_cited_by_their_own_handles(
    make_topic_paper: Any, make_page: Any, printed: Any
) -> None:
    shown = make_topic_paper("a", "CONCLUSIONS: Willow tea shortens velm fever by two days in sheep.")
    whole = replace(
        make_topic_paper("a", "BACKGROUND: Velm fever is a tick-borne illness of shepherds.",
                         "CONCLUSIONS: Willow tea shortens velm fever by two days in sheep."),
    )  # fmt: skip
    other = make_topic_paper("b", "CONCLUSIONS: Milk of goats reduces velm fever in lambs by a third.")
    page = write_topic_page(make_page((shown,), whole=(whole, other), sentences=(2, 3)))
    assert printed(page.definition) == "Velm fever is a tick-borne illness of shepherds [a1]."
    assert {handle for sentence in page.main.sentences for handle in sentence.handles} == {"a2", "b1"}


def test_a_paper_of_which_only_the_naming_sentences_are_at_hand_gives_no_finding(
    make_topic_paper: Any, make_page: Any
) -> None:
    shown = make_topic_paper("a", "CONCLUSIONS: Willow tea shortens velm fever by two days in sheep.")
    part = replace(
        make_topic_paper("b", "CONCLUSIONS: Milk of goats reduces velm fever in lambs by a third."), truncated_after=0
    )
    page = write_topic_page(make_page((shown,), whole=(shown, part), sentences=(2, 3)))
    assert [sentence.handles for sentence in page.main.sentences] == [("a1",)]


def test_a_second_sentence_of_a_near_paper_goes_before_one_of_a_paper_that_has_the_topic_only_as_heading(
    make_topic_paper: Any, make_page: Any
) -> None:
    near = make_topic_paper(
        "a", "RESULTS: Willow tea shortens velm fever by two days in sheep.",
        "RESULTS: Milk of goats reduces velm fever in lambs by a third.",
    )  # fmt: skip
    far = make_topic_paper(
        "b", "CONCLUSIONS: Marsh herbs improve the wool of old rams.", title="Marsh herbs and wool",
        keywords=("velm fever",),
    )  # fmt: skip
    page = write_topic_page(make_page((near, far), sentences=(2, 2)))
    assert {handle for sentence in page.main.sentences for handle in sentence.handles} == {"a1", "a2"}


def test_what_rests_on_headings_alone_is_told(make_topic_paper: Any, make_page: Any) -> None:
    near = make_topic_paper("a", "CONCLUSIONS: Willow tea shortens velm fever by two days in sheep.")
    far = make_topic_paper(
        "b", "CONCLUSIONS: Marsh herbs improve the wool of old rams.", title="Marsh herbs and wool",
        keywords=("velm fever",),
    )  # fmt: skip
    assert write_topic_page(make_page((near,), sentences=(1, 2))).main.warnings == ()
    page = write_topic_page(make_page((near, far), sentences=(2, 2)))
    assert page.main.warnings == ("1 sentence is of papers that name the topic only in their headings or keywords.",)
