from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.word_frequencies import (
    frequency_table,
    inverse_frequency,
    maximum_inverse_frequency,
)


def test_the_commonest_word_weighs_nothing_and_unseen_words_the_most() -> None:
    assert inverse_frequency("the") == 0
    assert inverse_frequency("zxqvj") == maximum_inverse_frequency() == 4.0


def test_words_of_one_field_weigh_more_than_general_ones() -> None:
    assert inverse_frequency("results") < inverse_frequency("translation") < inverse_frequency("treebank")
    assert inverse_frequency("method") < inverse_frequency("insulin")


def test_case_inflection_and_accents_do_not_matter() -> None:
    assert inverse_frequency("Results") == inverse_frequency("result") == inverse_frequency("RÉSULT")


def test_a_hyphenated_word_weighs_as_its_rarest_part() -> None:
    assert inverse_frequency("zxqvj-based") == maximum_inverse_frequency()
    assert inverse_frequency("two-step") == max(inverse_frequency("two"), inverse_frequency("step"))


def test_the_table_is_of_useful_size_in_halves_and_sorted_from_the_commonest() -> None:
    values = list(frequency_table().values())
    assert 2000 <= len(values) <= 4000
    assert all(value * 2 == int(value * 2) for value in values)
    assert values == sorted(values, reverse=True)


@given(st.text(max_size=30))
def test_every_weight_lies_between_nothing_and_the_maximum(word: str) -> None:
    assert 0 <= inverse_frequency(word) <= maximum_inverse_frequency()
