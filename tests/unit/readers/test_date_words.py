from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.date_words import folded, month_named


@pytest.mark.parametrize(
    "number, words",
    [
        (1, "January Januar janvier enero gennaio janeiro januari styczeń stycznia Ocak Jan Jän Ene"),
        (2, "February Februar février febrero febbraio fevereiro luty Şubat Feb févr"),
        (3, "March März mars marzo março maart marzec Mart Mrz Mar"),
        (5, "May Mai mayo maggio maio mei maja Mayıs mag"),
        (8, "August août agosto augustus sierpień Ağustos Aug ago"),
        (9, "September septembre septiembre setembro wrzesień Eylül Sept. set"),
        (12, "December Dezember décembre diciembre dicembre dezembro grudzień Aralık Dez dic"),
    ],
)
def test_months_have_their_number_in_every_language(number: int, words: str) -> None:
    assert {word: month_named(word.rstrip(".")) for word in words.split()} == dict.fromkeys(words.split(), number)


@pytest.mark.parametrize(
    "word", ["", "Ma", "Marching", "Augsburg", "decision", "Junior", "Spring", "Sommer", "été", "12"]
)
def test_other_words_are_no_months(word: str) -> None:
    assert month_named(word) is None


@given(st.text(max_size=12))
def test_case_and_accents_do_not_matter(word: str) -> None:
    assert folded(folded(word)) == folded(word)
    assert month_named(word) == month_named(folded(word))
