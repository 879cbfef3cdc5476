"""How alike titles are, and whether they differ in a slip or in a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.title_likeness import is_generic, title_likeness


@pytest.mark.parametrize(
    "first, second, other_word",
    [
        ("growing apples in winter", "growing aples in winter", False),
        ("growing apples in winter", "growing apples in summer", True),
        ("over expression of genes in apples", "overexpression of genes in apples", False),
        ("back pain in men who pick fruit", "back pain in women who pick fruit", True),
        ("hypertension in orchard workers", "hypotension in orchard workers", True),
        ("apples that are stored in the cold", "apples that are not stored in the cold", True),
        ("apples on light soils", "apples in light soils", False),
        ("growing apples on light clover soils", "growing apples on light soils", True),
        ("the colour of apples", "the color of apples", False),
    ],
)
def test_a_slip_is_no_other_word(first: str, second: str, other_word: bool) -> None:
    assert title_likeness(first, second).other_word is other_word


def test_a_subtitle_that_is_left_out() -> None:
    found = title_likeness(
        "growing apples in cold winters", "growing apples in cold winters light and the harvest of fruit"
    )
    assert found.beginning
    assert found.share >= 0.9
    assert not title_likeness("apples", "apples in cold winters").beginning


def test_spaces_do_not_matter_and_nothing_is_alike_to_nothing() -> None:
    assert title_likeness("apo e knock out", "apoe knockout").share == 1.0
    assert title_likeness("", "").share == title_likeness("a", "").share == 0.0


@pytest.mark.parametrize("title", ["editorial", "in this issue", "the authors reply", "letter to the editor"])
def test_titles_of_many_works(title: str) -> None:
    assert is_generic(title)
    assert not is_generic(f"{title} on apples")
    assert not is_generic("")


WORDS = st.lists(st.sampled_from(["apples", "aples", "winter", "not", "in", "men", "women", "2"]), max_size=6).map(
    " ".join
)


@given(WORDS, WORDS)
def test_the_order_of_the_two_does_not_matter(first: str, second: str) -> None:
    found = title_likeness(first, second)
    assert found == title_likeness(second, first)
    assert 0 <= found.share <= 1
