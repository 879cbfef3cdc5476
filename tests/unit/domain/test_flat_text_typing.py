from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.domain.flat_text_typing import flat_text_kinds

C, A, I, R = SectionKind.COMMON, SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.RELATED_WORK  # noqa: E741
M, E, D = SectionKind.METHODOLOGY, SectionKind.EXPERIMENT, SectionKind.DISCUSSION


def test_the_first_keyword_that_stands_as_a_head_fixes_where_a_kind_begins() -> None:
    paragraphs = ["A title", "Introduction We ask.", "Why?", "2 Related work. Some.", "Methods: We dug.", "Results"]
    paragraphs += ["Deep.", "Discussion We find.", "Methods matter."]
    assert flat_text_kinds(paragraphs) == [C, I, I, R, M, E, E, D, D]


def test_missing_boundaries_are_interpolated_linearly() -> None:
    # Three kinds lie between Introduction at 1 and Discussion at 9: they begin at 3, 5 and 7.
    paragraphs = ["x", "Introduction We ask.", *["y"] * 7, "Discussion We find.", "z"]
    assert flat_text_kinds(paragraphs) == [C, I, I, R, R, M, M, E, E, D, D]


def test_what_is_out_of_order_is_no_boundary() -> None:
    paragraphs = ["Introduction We ask.", "Discussion We find.", "y", "Methods We dug.", "y", "Results We saw."]
    # Introduction, Methods and Results are in order; Discussion is not. Related work would begin at 1.5, so at 2.
    assert flat_text_kinds(paragraphs) == [I, I, R, M, M, E]


def test_words_that_are_no_heads_tell_nothing() -> None:
    paragraphs = [
        "Results show that wells fall.",
        "Methods were sound, and the introduction short.",
        "Discussion of it ended.",
    ]
    assert flat_text_kinds(paragraphs) == [C, C, C]


def test_one_boundary_is_too_little() -> None:
    assert flat_text_kinds(["Introduction We ask.", "We dug.", "They fell."]) == [C, C, C]
    assert flat_text_kinds([]) == []


def test_a_head_within_a_paragraph_counts_where_none_opens_one() -> None:
    assert flat_text_kinds(["Abstract. We ask. Introduction We know.", "y", "Conclusions. It is so."])[0] is A
    assert flat_text_kinds(["So it was. Methods We dug.", "y", "Results We saw."]) == [M, M, E]


PIECES = st.sampled_from(
    ["Introduction We ask.", "Methods: We dug.", "Results We saw.", "Discussion. So.", "Text.", ""]
)


@given(st.lists(PIECES, max_size=20))
def test_kinds_come_in_the_order_of_a_paper(paragraphs: list[str]) -> None:
    kinds = flat_text_kinds(paragraphs)
    order = [C, A, I, R, M, E, D]
    assert len(kinds) == len(paragraphs)
    assert [order.index(kind) for kind in kinds] == sorted(order.index(kind) for kind in kinds)
