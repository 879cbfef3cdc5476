from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest

from conspectus.domain.tasks import ReferenceAbstract
from conspectus.engines.extractive.word_rates import (
    COEFFICIENTS,
    FEATURES,
    MOST,
    expected_rates,
    features,
    occurrence_tails,
    review_rates,
)

MakeReference = Callable[..., ReferenceAbstract]


def test_the_table_holds_rates_of_stems() -> None:
    table = review_rates()
    assert len(table) > 1000
    assert all(rate > 0 for rate in table.values())
    assert table["propos"] > 50  # a word that related work uses all the time
    assert "proposes" not in table


def test_there_is_a_coefficient_for_each_feature(make_reference: MakeReference) -> None:
    assert len(FEATURES) == len(COEFFICIENTS)
    values = features([make_reference("a", "Bees nest here.")], "")
    assert {len(row) for row in values.values()} == {len(FEATURES)}


def test_features_of_a_word(make_reference: MakeReference) -> None:
    references = [make_reference("a", "Bees nest. Bees fly."), make_reference("b", "Wasps fly.")]
    row = dict(zip(FEATURES, features(references, "")["bee"], strict=True))
    # titles: "Title of a", "Title of b"; 3 + 4 and 3 + 2 tokens
    assert row["references"] == pytest.approx(math.log(2 / 12 + 2e-4))
    assert row["spread"] == 0.5
    assert row["own"] == row["title"] == row["digit"] == row["stopword"] == 0.0
    assert dict(zip(FEATURES, features(references, "")["of"], strict=True))["stopword"] == 1.0


def test_words_of_the_own_abstract_are_expected_more(make_reference: MakeReference) -> None:
    references = [make_reference("a", "Bees nest. Wasps fly.")]
    rates = expected_rates(references, "Bees are kept.")
    assert rates["bee"] > rates["wasp"]
    assert rates["bee"] > expected_rates(references, "")["bee"]


def test_rates_are_shares(make_reference: MakeReference) -> None:
    rates = expected_rates([make_reference("a", "the the the the bee")], "")
    assert all(0 < rate <= 1 for rate in rates.values())


def test_nothing_has_no_rates() -> None:
    assert expected_rates([], "") == {}


def test_tails_are_the_poisson_probabilities_of_at_least_n() -> None:
    tails = occurrence_tails({"bee": 0.01}, 100)["bee"]  # mean 1
    assert tails[0] == pytest.approx(1 - math.exp(-1))
    assert tails[1] == pytest.approx(1 - 2 * math.exp(-1))
    assert tails[2] == pytest.approx(1 - 2.5 * math.exp(-1))
    assert all(a >= b for a, b in pairwise(tails))
    assert tails[-1] < 1e-4


def test_tails_are_bounded() -> None:
    assert len(occurrence_tails({"the": 1.0}, 10_000)["the"]) == MOST
    assert occurrence_tails({"rare": 0.0}, 100)["rare"] == (0.0,)
