"""The wire form of drafts, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.draft_text import parse_draft, render_draft
from conspectus.domain.tasks import DraftSentence, HandleMark


def parts(text: str) -> list[tuple[str | HandleMark, ...]]:
    return [found.parts for found in parse_draft(text).sentences]


def test_a_handle_before_the_full_stop() -> None:
    assert parts("It rains [p1].") == [("It rains ", HandleMark(("p1",)), ".")]


@pytest.mark.parametrize("text", ["It rains. [p1]", "It rains.[p1]", "It rains.  [p1] "])
def test_a_handle_after_the_full_stop_belongs_to_the_sentence_before(text: str) -> None:
    assert parts(text) == [("It rains ", HandleMark(("p1",)), ".")]


@pytest.mark.parametrize(
    "text, written",
    [
        ("It rains, say Li et al. [p1].", ("It rains, say Li et al. ", HandleMark(("p1",)), ".")),
        ("It rains (e.g. [p1]).", ("It rains (e.g. ", HandleMark(("p1",)), ").")),
        ("It rains. [p1].", ("It rains ", HandleMark(("p1",)), ".")),
    ],
)
def test_other_full_stops_before_a_handle(text: str, written: tuple[str | HandleMark, ...]) -> None:
    assert parts(text) == [written]


def test_a_handle_after_the_full_stop_does_not_open_the_next_sentence() -> None:
    first, second = parse_draft("It rains a lot. [p1] Snow melts in May. [p2]").sentences
    assert (first.handles, second.handles) == (("p1",), ("p2",))


@pytest.mark.parametrize("text", ["It rains [p1, p3].", "It rains [p1,p3].", "It rains [p1; p3]."])
def test_several_handles_in_one_bracket(text: str) -> None:
    assert parts(text) == [("It rains ", HandleMark(("p1", "p3")), ".")]


def test_neighbouring_brackets_are_neighbouring_marks() -> None:
    (only,) = parse_draft("It rains [p1][p2].").sentences
    assert only.handles == ("p1", "p2")


@pytest.mark.parametrize("text", ["See [12].", "See [P1].", "See [p].", "See p1.", "See (p1).", "A[i]."])
def test_other_brackets_are_no_handles(text: str) -> None:
    (only,) = parse_draft(text).sentences
    assert only.handles == ()
    assert only.parts == (text,)


def test_a_handle_that_opens_a_sentence_before_a_verb_is_narrative() -> None:
    (only,) = parse_draft("[p7] propose a gauge [p9].").sentences
    assert only.parts == (HandleMark(("p7",), "narrative"), " propose a gauge ", HandleMark(("p9",)), ".")


def test_a_narrative_handle_stays_with_its_sentence_behind_another_handle() -> None:
    first, second = parse_draft("It rains [p1]. [p7] propose a gauge.").sentences
    assert first.parts == ("It rains ", HandleMark(("p1",)), ".")
    assert second.parts == (HandleMark(("p7",), "narrative"), " propose a gauge.")


@pytest.mark.parametrize("text", ["It rains. [p1] [p7] Snow melts [p2].", "It rains. [p1][p7]  Snow melts [p2]."])
def test_handles_before_a_capital_belong_to_the_sentence_before(text: str) -> None:
    first, second = parse_draft(text).sentences
    assert (first.handles, second.handles) == (("p1", "p7"), ("p2",))


@pytest.mark.parametrize(
    "group, handles",
    [
        ("[p1-p3]", ("p1", "p2", "p3")),
        ("[p1–p3]", ("p1", "p2", "p3")),
        ("[p1-3]", ("p1", "p2", "p3")),
        ("[p1-p2, p4]", ("p1", "p2", "p4")),
        ("[p1, p2 and p3]", ("p1", "p2", "p3")),
        ("[p1, p2, and p3]", ("p1", "p2", "p3")),
        ("[p1 & p3]", ("p1", "p3")),
        ("[p3-p1]", ("p3",)),
        ("[p1-p9999]", ("p1",)),
        ("[p2, p1-p3]", ("p2", "p1", "p3")),
    ],
)
def test_ranges_and_lists(group: str, handles: tuple[str, ...]) -> None:
    assert parts(f"It rains {group}.") == [("It rains ", HandleMark(handles), ".")]


@pytest.mark.parametrize(
    "text, words",
    [
        ("They say “it rains.” [p1] Snow melts.", "They say “it rains” "),
        ('They say "it rains." [p1] Snow melts.', 'They say "it rains" '),
        ("It rains (a lot.) [p1] Snow melts.", "It rains (a lot) "),
    ],
)
def test_a_handle_after_a_closing_quote(text: str, words: str) -> None:
    first, second = parse_draft(text).sentences
    assert first.parts == (words, HandleMark(("p1",)), ".")
    assert second.parts == ("Snow melts.",)


@pytest.mark.parametrize("bullet", ["- ", "* ", "• ", "1. ", "2) "])
def test_bullets_are_sentences_of_their_own(bullet: str) -> None:
    found = parse_draft(f"{bullet}Rivers rise [p1]\n{bullet}Snow melts [p2]\n\nIt rains [p3].").sentences
    assert [sentence.handles for sentence in found] == [("p1",), ("p2",), ("p3",)]
    assert [sentence.opens_paragraph for sentence in found] == [True, False, True]
    assert "".join(part for part in found[0].parts if isinstance(part, str)).strip() == "Rivers rise"


def test_a_handle_inside_a_sentence_is_parenthetical() -> None:
    (only,) = parse_draft("Gauges [p1] and radar [p2] report levels.").sentences
    assert only.parts == (
        "Gauges ", HandleMark(("p1",)), " and radar ", HandleMark(("p2",)), " report levels.",
    )  # fmt: skip


def test_blank_lines_open_paragraphs() -> None:
    opens = [found.opens_paragraph for found in parse_draft("One [p1]. Two [p2].\n\n \nThree [p3].").sentences]
    assert opens == [True, False, True]


def test_no_text_is_no_sentence() -> None:
    assert parse_draft("  \n ").sentences == ()


def test_a_number_that_no_run_has_is_no_handle() -> None:
    (only,) = parse_draft(f"It rains [p{'9' * 5000}].").sentences
    assert only.handles == ()


def test_sentences_are_put_together_again() -> None:
    sentences = (
        DraftSentence(parts=(HandleMark(("p7",), "narrative"), " propose a gauge ", HandleMark(("p9", "p2")), "."),
                      opens_paragraph=True),
        DraftSentence(parts=("It rains", HandleMark(("p1",)), ".")),
        DraftSentence(parts=("Snow melts ", HandleMark(("p3",)), "."), opens_paragraph=True),
    )  # fmt: skip
    assert render_draft(sentences) == "[p7] propose a gauge [p9, p2]. It rains [p1].\n\nSnow melts [p3]."
    assert render_draft(()) == ""


clauses = st.sampled_from(["Rivers rise", "Snow melts in May", "Gauges report levels each hour"])
groups = st.lists(st.integers(1, 99), min_size=1, max_size=3, unique=True).map(lambda n: [f"p{i}" for i in n])
written = st.lists(st.tuples(clauses, groups, st.booleans()), min_size=1, max_size=5)


@given(written)
def test_what_is_rendered_is_read_back(items: list[tuple[str, list[str], bool]]) -> None:
    sentences = tuple(
        DraftSentence(parts=(f"{clause} ", HandleMark(tuple(handles)), "."), opens_paragraph=opens or index == 0)
        for index, (clause, handles, opens) in enumerate(items)
    )
    assert parse_draft(render_draft(sentences)).sentences == sentences
