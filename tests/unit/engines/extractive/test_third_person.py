from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.third_person import speaks_of_people_in_general, third_person_words


@pytest.mark.parametrize(
    "source, expected",
    [
        ("we test our maps", "they test their maps"),
        ("We trust us and ourselves", "They trust them and themselves"),
        ("the maps are ours", "the maps are theirs"),
        ("We're fast and we're new", "They are fast and they are new"),
        ("My map and my bees", "Their map and their bees"),
        ("It shows that I draw maps", "It shows that they draw maps"),
        ("a trial of phase I drugs", "a trial of phase I drugs"),
        ("this paper and the present study", "the paper and the study"),
        ("This systematic review was long", "The systematic review was long"),
        ("maps drawn in this study, and bees", "maps drawn and bees"),
        ("this idea", "this idea"),
        ("The US and us", "The US and them"),
    ],
)
def test_what_authors_say_of_themselves(source: str, expected: str) -> None:
    assert third_person_words(source) == expected


@pytest.mark.parametrize(
    "source, expected",
    [
        ("it extends our understanding of bees", "it extends the understanding of bees"),
        ("Our current knowledge of bees is poor", "The current knowledge of bees is poor"),
        ("it limits our ability to see", "it limits the ability to see"),
        ("To our knowledge, bees sing", "To their knowledge, bees sing"),
        ("To the best of our knowledge, bees sing", "To the best of their knowledge, bees sing"),
        ("our understandable maps", "their understandable maps"),
    ],
)
def test_the_understanding_is_that_of_the_field_and_the_hedge_that_of_the_authors(source: str, expected: str) -> None:
    assert third_person_words(source) == expected


@pytest.mark.parametrize("quoted", ["“we the people”", '"our bees"', "‘we are bees’", "'what we saw'"])
def test_the_words_of_somebody_else_stay_to_the_letter(quoted: str) -> None:
    assert third_person_words(f"We say {quoted} of our bees") == f"They say {quoted} of their bees"


@given(st.lists(st.sampled_from("we our us bees test that , . 12 map of".split()), max_size=20).map(" ".join))
def test_no_word_comes_or_goes(text: str) -> None:
    instead = {"we": "they", "our": "their", "us": "them"}
    assert third_person_words(text).split() == [instead.get(word, word) for word in text.split()]


@pytest.mark.parametrize(
    "sentence",
    [
        "We are witnessing a crisis of bees.",
        "In old towns, we live with many bees.",
        "All of us need bees.",
        "Bees matter to us all.",
        "Bees pollinate most of our planet.",
        "We do not know why bees sing.",
    ],
)
@pytest.mark.parametrize("of_authors", [False, True])
def test_people_in_general(sentence: str, of_authors: bool) -> None:
    assert speaks_of_people_in_general(sentence, of_authors=of_authors)


@pytest.mark.parametrize(
    "sentence", ["We rely on seven maps.", "We still find bees.", "Our future is warm.", "Lucretius taught us to see."]
)
def test_what_authors_say_as_well_is_of_people_only_where_the_subject_is_another(sentence: str) -> None:
    assert speaks_of_people_in_general(sentence)
    assert not speaks_of_people_in_general(sentence, of_authors=True)


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose a map of nests.",
        "We live-imaged bees in seven towns.",
        "We know of no other map.",
        "In mice, our drug halved the tumour in our sample.",
        "Cells confirm the results of our experiments.",
        "They call it “all of us” in town.",
        "Bees extend our understanding of towns.",
        "Bees prefer dry places.",
    ],
)
def test_authors_are_not_people_in_general(sentence: str) -> None:
    assert not speaks_of_people_in_general(sentence)
