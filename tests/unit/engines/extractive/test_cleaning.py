from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.cleaning import clean_sentence, has_finite_verb, is_usable, shorter_forms


@pytest.mark.parametrize(
    "source, expected",
    [
        ("METHODS: We used PCR.", "We used PCR."),
        ("Results - The alloy is brittle.", "The alloy is brittle."),
        ("Background and aims: Bees decline.", "Bees decline."),
        ("Objective. To measure sleep.", "To measure sleep."),
        ("Results: 5 of 9 died.", "5 of 9 died."),
        ("Objective We present a case.", "We present a case."),
        ("(1) We train a model.", "We train a model."),
        ("ii) We test it.", "We test it."),
        ("We use it [3, 4-6] daily [7].", "We use it daily."),
        ("We use LSTM (Hochreiter and Schmidhuber, 1997) here.", "We use LSTM here."),
        ("It works (Smith et al., 2019; Jones, 2020).", "It works."),
        ("We use trees (e.g., CART) here.", "We use trees here."),
        ("We see it (Fig. 2).", "We see it."),
        ("In order to win, we play in order to learn.", "To win, we play to learn."),
        ("It is, however, slow.", "It is slow."),
        ("It failed due to the fact that rain fell", "It failed because rain fell."),
        ("A  broken \n line , ends ;", "A broken line, ends."),
        ("Does it work?", "Does it work?"),
        ("It beats all baselines.¹", "It beats all baselines."),
        ("Our model,²³ which is new, wins.", "Our model, which is new, wins."),
        ("Finally,we sing.", "Finally, we sing."),
        ("In 2012,bees sang.", "In 2012, bees sang."),
    ],
)
def test_what_belongs_to_the_page_goes(source: str, expected: str) -> None:
    assert clean_sentence(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "Design of bridges is hard.",
        "Results showed that it works.",
        "Results of the trial were bad.",
        "Summary statistics were used.",
        "The rate rose (p < 0.05, n = 30).",
        "We use BERT (Bidirectional Encoder) here.",
        "It worked (2019).",
        "It costs 3.50 a day.",
        "We test 1,2-diols here.",
        "The RMSE² fell to 3 m².",
    ],
)
def test_what_belongs_to_the_claim_stays(source: str) -> None:
    assert clean_sentence(source) == source


@given(st.text(alphabet="abR :.()[]12,;-–?!we", max_size=80))
def test_cleaning_adds_no_words_and_ends_in_a_full_stop(text: str) -> None:
    cleaned = clean_sentence(text)
    assert cleaned[-1] in ".!?"
    words = re.findall(r"\w+", cleaned)
    rest = iter(re.findall(r"\w+", text))
    assert all(word in rest for word in words)  # the same words in the same order, some left out


def test_a_short_sentence_has_one_form() -> None:
    sentence = "We build a probe for lakes, such as Lake Constance."
    assert list(shorter_forms(sentence)) == [sentence]


@pytest.mark.parametrize("tail", ["such as Lake Constance", "which helps fishers", "leading to clean lakes"])
def test_an_example_tail_of_a_long_sentence_may_go(tail: str) -> None:
    claim = "We build a cheap probe that measures the nitrate of all lakes and all rivers in seven countries of Europe"
    assert list(shorter_forms(f"{claim}, {tail}.")) == [f"{claim}, {tail}.", f"{claim}."]
    assert len(list(shorter_forms(f"{claim}, {tail}.", longest=40))) == 1


def test_a_cut_leaves_no_bracket_open() -> None:
    sentence = (
        "We build a cheap probe that measures the nitrate of all lakes and all rivers (of seven countries, such as "
        "Norway and Spain)."
    )
    assert list(shorter_forms(sentence)) == [sentence]


@pytest.mark.parametrize("tail", ["which does not work without rain", "such as those that only swim when it rains"])
def test_a_tail_that_limits_the_claim_stays(tail: str) -> None:
    sentence = (
        f"We build a cheap probe that measures the nitrate of lakes and rivers in seven countries of Europe, {tail}!"
    )
    assert list(shorter_forms(sentence)) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose a parser for long legal texts.",
        "Bees prefer warm and dry places for nests.",
        "The rate rose in all groups (p < 0.05).",
    ],
)
def test_whole_claims_are_usable(sentence: str) -> None:
    assert is_usable(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose a parser.",  # too short to say much
        "A new parser for long and old legal texts.",  # no verb
        "Large cohort of nurses in seven hospitals of Spain.",
        "Do bees prefer warm and dry places for nests?",
        "We propose a parser (for long legal texts of.",
        'We call it "the parser for long legal texts.',
        "The code of the parser is available at https://example.org.",
        "Copyright 2020 by the publisher, all rights reserved, do not copy.",
        "This paper is organized in five sections and ends with limits.",
        "This trial was registered with number NCT01234567 in May 2010.",
        "We thank all of the reviewers for their kind help.",
        "We show the parser of Smith et al.",
        "The bound is $x and holds for all values.",
        "We write \\textbf and show it to the readers.",
        "word " * 80 + "is long.",
    ],
)
def test_fragments_and_boilerplate_are_not(sentence: str) -> None:
    assert not is_usable(sentence)


def test_a_heading_has_no_finite_verb() -> None:
    assert has_finite_verb("Bees prefer dry places.")
    assert has_finite_verb("We overlap seven maps.")  # whatever follows "we" is a verb
    assert not has_finite_verb("Honey of the north.")
