from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.openers import leans_backward, may_open, strip_lead_ins


@pytest.mark.parametrize(
    "lead",
    [
        "In this paper, ",
        "In the present study, ",
        "Within this work ",
        "In the study, ",
        "Specifically, ",
        "Herein, ",
        "To this end, ",
        "To address this problem, ",
        "Motivated by this gap, ",
        "Based on these findings, ",
        "Interestingly, ",
        "Overall, ",
        "Therefore, in this paper, ",
        "Thus in this paper, ",
    ],
)
def test_what_ties_a_sentence_to_its_page_is_taken_off(lead: str) -> None:
    text, found, additive = strip_lead_ins(f"{lead}bees prefer dry places.")
    assert text == "Bees prefer dry places."
    assert found
    assert lead.startswith(found)
    assert not additive


@pytest.mark.parametrize(
    "lead",
    ["Additionally, ", "Moreover, ", "Furthermore, ", "In addition, ", "Also, ", "Then, ", "Finally, ", "Second, ",
     "In this paper, additionally, ", "Moreover, in this paper, "],
)  # fmt: skip
def test_a_lead_in_that_goes_on_from_something_is_additive(lead: str) -> None:
    text, _, additive = strip_lead_ins(f"{lead}bees prefer dry places.")
    assert (text, additive) == ("Bees prefer dry places.", True)


@pytest.mark.parametrize(
    "sentence",
    [
        "Bees prefer dry places.",
        "In this town, bees prefer dry places.",
        "To reduce cost, bees share nests.",
        "Thus far bees sing.",
        "Then bees sing.",
        "However, bees sing.",
    ],
)
def test_anything_else_stays(sentence: str) -> None:
    assert strip_lead_ins(sentence) == (sentence, "", False)


@pytest.mark.parametrize(
    "sentence, expected, additive",
    [
        ("Here a map is drawn.", "A map is drawn.", False),
        ("Thus we draw maps.", "We draw maps.", False),
        ("Moreover the bees sing.", "The bees sing.", True),
        ("Additionally it is shown.", "It is shown.", True),
        ("Additionally marked bees sing.", "Additionally marked bees sing.", False),  # the adverb of "marked"
    ],
)
def test_a_lead_in_without_its_comma(sentence: str, expected: str, additive: bool) -> None:
    text, _, found = strip_lead_ins(sentence)
    assert (text, found) == (expected, additive)


@given(st.text(max_size=80))
def test_only_the_head_is_taken_off(sentence: str) -> None:
    text, lead, additive = strip_lead_ins(sentence)
    assert sentence.strip()[::-1].startswith(text[1:][::-1])
    assert lead or (text[1:] == sentence.strip()[1:] and not additive)


@pytest.mark.parametrize(
    "text, leans",
    [
        ("This helps.", True),
        ("However, bees sing.", True),
        ("The latter is rare.", True),
        ("Under these rules, bees sing.", True),
        ("Similarly, bees sing.", True),
        ("The late bees sing.", False),
        ("Itself a bee, it sings.", False),
        ("Buttercups sing.", False),
        ("Bees sing.", False),
    ],
)
def test_sentences_that_lean_on_the_one_before(text: str, leans: bool) -> None:
    assert leans_backward(text) is leans


@pytest.mark.parametrize(
    "before, may",
    [
        ("", True),
        ("  ", True),
        ("Using 14 maps, ", True),
        ("To reduce cost, ", True),
        ("Under these rules, ", False),  # leans on the sentence before
        ("However, ", False),
        ("Bees sing; ", False),  # a clause, no phrase
        ("Bees say that ", False),
        ("“Bees sing,” ", False),  # the words of somebody else
        (f"Using {'many ' * 30}maps, ", False),
    ],
)
def test_phrases_that_may_stand_before_the_authors(before: str, may: bool) -> None:
    assert may_open(before) is may
