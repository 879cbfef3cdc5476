"""In-text references of every printed form, linked to a list of our own; and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import Reference
from conspectus.readers.text_pointers import find_pointers

NUMBERED = tuple(Reference(key=f"b{number - 1}", label=str(number)) for number in range(1, 10))
NAMED = (
    Reference(key="a", authors=("Moor, Ada", "Hill, Ben", "Dam, Carla"), year=2019, text="… 2019a. Wings."),
    Reference(key="b", authors=("Moor, Ada", "Hill, Ben", "Frost, Dan"), year=2019, text="… 2019b. Roofs."),
    Reference(key="c", authors=("Lee, Kim", "Kim, Pat"), year=2020, text="Lee and Kim. 2020. Frosts."),
    Reference(key="d", authors=("van der Berg, Laurens",), year=2018, text="van der Berg. 2018. Hives."),
    Reference(key="e", authors=("World Bee Organization",), year=2015, text="World Bee Organization. 2015."),
    Reference(key="f", authors=("Ørsted-Müller, Åse",), year=1999, text="Ørsted-Müller. 1999."),
    Reference(key="g", authors=("Hill, Ben",), year=2001, text="Hill. 2001. One."),
    Reference(key="h", authors=("Hill, Ben", "Dam, Carla"), year=2001, text="Hill and Dam. 2001. Two."),
)


def shown(text: str, references: tuple[Reference, ...], **options: object) -> list[tuple[str, str, tuple[str, ...]]]:
    found = find_pointers(text, references, **options)  # type: ignore[arg-type]
    return [(text[pointer.start : pointer.end], pointer.style, pointer.targets) for pointer in found]


def test_numbers_in_square_brackets() -> None:
    text = "Bees fly [1], dance [2,3] and rest [4–6]; see [7, 9] and [ 8 ]."
    assert shown(text, NUMBERED) == [
        ("[1]", "single", ("b0",)),
        ("[2,3]", "list", ("b1", "b2")),
        ("[4–6]", "range", ("b3", "b4", "b5")),
        ("[7, 9]", "list", ("b6", "b8")),
        ("[ 8 ]", "single", ("b7",)),
    ]


def test_brackets_with_a_dash_between_are_one_range() -> None:
    assert shown("Bees fly [1]–[3], [5].", NUMBERED) == [
        ("[1]–[3]", "range", ("b0", "b1", "b2")),
        ("[5]", "single", ("b4",)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "It began in [2019].",
        "A share within [0, 1] is kept.",
        "Values in the interval [1, 5] are kept.",
        "We take x[1] and A [2, 3] apart, as in eq. (3) and equation (4).",
        "Ten of them [10] were there.",
        "The range [9-2] goes down, which no list of references does.",
        "See (3) for the bound and [see below].",
    ],
)
def test_other_brackets_point_nowhere(text: str) -> None:
    kept = [pointer for pointer in shown(text, NUMBERED) if pointer[0] != "[2, 3]"]
    assert kept == []


def test_numbers_point_nowhere_where_the_list_has_none() -> None:
    assert shown("Bees fly [1].", NAMED) == []


def test_round_and_raised_numbers_only_when_asked_for() -> None:
    text = "Bees fly (1, 2) and dance3,5–7 at 10 °C."
    assert shown(text, NUMBERED) == []
    assert shown(text, NUMBERED, round_numbers=True) == [("(1, 2)", "list", ("b0", "b1"))]
    start = text.index("3,5")
    assert shown(text, NUMBERED, raised=[(start, start + 5)]) == [("3,5–7", "range", ("b2", "b4", "b5", "b6"))]
    assert shown(text, NUMBERED, raised=[(text.index("10"), text.index("10") + 2)]) == []


def test_names_and_years_in_parentheses() -> None:
    text = (
        "Bees fly (Moor et al., 2019a; Lee and Kim 2020; e.g. van der Berg, 2018) and rest (see Moor et al., 2019a,b)."
    )
    assert shown(text, NAMED) == [
        ("Moor et al., 2019a", "author-year", ("a",)),
        ("Lee and Kim 2020", "author-year", ("c",)),
        ("van der Berg, 2018", "author-year", ("d",)),
        ("Moor et al., 2019a,b", "author-year", ("a", "b")),
    ]


def test_names_before_the_year() -> None:
    text = "Recently Moor et al. (2019b) and Lee & Kim (2020, p. 3) agree with Van der Berg's (2018) hives."
    assert shown(text, NAMED) == [
        ("Moor et al. (2019b)", "author-year", ("b",)),
        ("Lee & Kim (2020, p. 3)", "author-year", ("c",)),
        ("Van der Berg's (2018)", "author-year", ("d",)),
    ]


def test_bodies_by_name_and_by_letters_and_names_with_accents() -> None:
    text = "As counted (World Bee Organization, 2015; WBO, 2015) by Ørsted-Müller (1999)."
    assert [targets for _, _, targets in shown(text, NAMED)] == [("e",), ("e",), ("f",)]


def test_number_of_names_tells_works_of_one_year_apart() -> None:
    text = "So say Hill (2001) and Hill and Dam (2001)."
    assert [targets for _, _, targets in shown(text, NAMED)] == [("g",), ("h",)]


def test_letters_behind_years_go_by_the_order_of_a_list_without_letters() -> None:
    references = tuple(Reference(key=key, authors=("Moor, Ada", "Hill, Ben"), year=2019) for key in "xyz")
    assert shown("So (Moor and Hill, 2019b; Moor and Hill 2019d) and Moor and Hill (2019a, c).", references) == [
        ("Moor and Hill, 2019b", "author-year", ("y",)),
        ("Moor and Hill 2019d", "author-year", ()),
        ("Moor and Hill (2019a, c)", "author-year", ("x", "z")),
    ]


def test_pages_and_figures_within_a_bracket_belong_to_the_pointer() -> None:
    assert shown("So [2, p. 7] and [3: fig. 1.2].", NUMBERED) == [
        ("[2, p. 7]", "single", ("b1",)),
        ("[3: fig. 1.2]", "single", ("b2",)),
    ]


def test_ambiguous_and_unknown_works_are_pointers_without_targets() -> None:
    text = "So say Moor et al. (2019) and Doe et al. (1980)."
    assert shown(text, NAMED) == [
        ("Moor et al. (2019)", "author-year", ()),
        ("Doe et al. (1980)", "author-year", ()),
    ]


@pytest.mark.parametrize(
    "text", ["In May (2019) it began.", "(n = 2019)", "by (January 2019) or (in 2001)", "Fig. 2 (2001)"]
)
def test_dates_and_numbers_are_no_names(text: str) -> None:
    assert shown(text, NAMED) == []


def test_labels_of_letters() -> None:
    references = (Reference(key="x", label="MH19"), Reference(key="y", label="[Hil07]"))
    assert shown("So [MH19, Hil07] and [MH20] and [Hil07].", references) == [
        ("[MH19, Hil07]", "list", ("x", "y")),
        ("[Hil07]", "single", ("y",)),
    ]


PIECES = st.sampled_from(
    "[1] [2,3] [4–6] [ ( ) ] ; , – - Moor et al. (2019a) Hill (2001) and & Lee Kim 2020 2019a van der ’s é 7".split()
)


@given(
    st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=30), st.sampled_from([NUMBERED, NAMED, ()]), st.booleans()
)
def test_pointers_lie_within_the_text_and_do_not_overlap(
    pieces: list[str], references: tuple[Reference, ...], round_numbers: bool
) -> None:
    text = " ".join(pieces)
    found = find_pointers(text, references, raised=[(0, 1), (3, 9)], round_numbers=round_numbers)
    reached = 0
    keys = {reference.key for reference in references}
    for pointer in found:
        assert reached <= pointer.start < pointer.end <= len(text)
        assert set(pointer.targets) <= keys
        assert len(set(pointer.targets)) == len(pointer.targets)
        reached = pointer.end
