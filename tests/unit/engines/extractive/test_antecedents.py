from __future__ import annotations

import pytest

from conspectus.engines.extractive.antecedents import coined_names, definite_things, points_back
from conspectus.engines.extractive.subjects import analyse


@pytest.mark.parametrize(
    "source, expected",
    [
        ("We address this issue by adding noise.", True),
        ("We prove such a bound.", True),
        ("We use the latter for parsing.", True),
        ("We compare both in mice.", True),
        ("We test each method in mice.", True),
        ("In maps it shows seven bees.", True),
        ("We ask whether they sing.", True),
        ("We show that we can sing.", False),  # they: the authors
        ("We address the issue of noise.", False),
        ("We present a survey.", False),
        ("We use devices such as phones.", False),
        ("We show that this is so.", True),
        ("Our model improves the songs on both data sets.", True),
        ("We count the bees of the north as well.", True),
        ("We count bees as well as nests.", False),
        ("Our method then counts the bees.", True),
    ],
)
def test_words_that_point_at_something_said_before(source: str, expected: bool) -> None:
    assert points_back(analyse(source)) is expected


@pytest.mark.parametrize(
    "source, expected",
    [
        ("We train the model on maps.", {"model"}),
        ("We train a model and test the model.", set()),  # named before in the same words
        ("We test the proposed framework and the two data sets.", {"frame", "datas"}),
        ("We train the model of Smith on maps.", set()),  # said which
        ("We train the model called Marlin.", set()),
        ("We count the bees.", set()),
        ("Our model is fast.", set()),
    ],
)
def test_things_spoken_of_as_known(source: str, expected: set[str]) -> None:
    assert definite_things(analyse(source)) == expected


def test_names_that_an_earlier_sentence_brought_in_are_presumed() -> None:
    texts = ["We propose MapNet, a map of nests.", "MapNet beats BeeNet2 in BLEU.", "BeeNet2 and MapNet are fast."]
    assert coined_names(texts, "On nests") == [frozenset(), {"mapnet"}, {"mapnet", "beenet2"}]


def test_names_of_the_title_and_names_that_everybody_knows_are_not() -> None:
    texts = ["We propose MapNet for DNA and the HIV.", "MapNet reads DNA of HIV by LSTM.", "MapNet reads DNA."]
    assert coined_names(texts, "MapNet: a map of nests") == [frozenset()] * 3


def test_plain_words_and_numbers_are_no_names() -> None:
    assert coined_names(["Bees sing in 2012 in Town.", "Bees sing in 2012 in Town."], "") == [frozenset()] * 2
    assert coined_names([], "MapNet") == []
