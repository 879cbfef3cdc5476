from __future__ import annotations

import re

import pytest

from conspectus.engines.extractive.statements import WORK, capital, spaced


@pytest.mark.parametrize(
    "text, expected",
    [
        ("grows", " grows"),
        (" grows", " grows"),
        ("  grows \n fast", " grows fast"),
        (", it says, grows", ", it says, grows"),
        (".", "."),
        ("", ""),
    ],
)
def test_words_that_follow_others_have_one_space_before_them(text: str, expected: str) -> None:
    assert spaced(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("bees prefer dry places", "Bees prefer dry places"),
        ("Bees prefer dry places", "Bees prefer dry places"),
        ("mRNA levels fell", "mRNA levels fell"),
        ("p53 was lost", "p53 was lost"),
        ("β-cells died", "β-cells died"),
        ("n-grams help", "n-grams help"),
        ("412 farmers met", "412 farmers met"),
        ("", ""),
    ],
)
def test_a_sentence_begins_with_a_capital_unless_it_begins_with_a_name(text: str, expected: str) -> None:
    assert capital(text) == expected


@pytest.mark.parametrize(
    "word, is_work", [("paper", True), ("meta-analysis", True), ("trial", True), ("parser", False)]
)
def test_what_a_paper_calls_itself(word: str, is_work: bool) -> None:
    assert bool(re.fullmatch(WORK, word)) is is_work
