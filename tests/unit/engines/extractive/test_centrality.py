from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.centrality import (
    idf_cosine,
    lexrank_scores,
    stationary,
    textrank_scores,
    word_overlap,
)

SENTENCES = st.lists(
    st.lists(st.sampled_from("soil rain probe radar leaf pump the of".split()), max_size=6).map(" ".join), max_size=12
)


def test_a_star_of_three_is_ranked_as_computed_by_hand() -> None:
    # The middle a is joined to b and c. By symmetry b = c, so a = 1 - 2b and b = 0.05 + 0.85 a / 2.
    # Then b (1 + 0.85) = 0.05 + 0.425, b = 19/74, a = 36/74.
    weights = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    assert stationary(weights) == pytest.approx([36 / 74, 19 / 74, 19 / 74], abs=1e-8)


def test_weights_of_edges_count() -> None:
    # Between three nodes with a-b of weight 3 and a-c of weight 1, undamped shares would be 4/8, 3/8, 1/8.
    weights = np.array([[0.0, 3.0, 1.0], [3.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    a, b, c = stationary(weights)
    assert a == pytest.approx(0.05 + 0.85 * (b + c))
    assert b == pytest.approx(0.05 + 0.85 * 0.75 * a)
    assert c == pytest.approx(0.05 + 0.85 * 0.25 * a)


def test_idf_cosine_counted_by_hand() -> None:
    # "soil" is in both of two sentences: idf log(3/2); "rain" and "sun" in one each: idf log(3).
    common, rare = math.log(3 / 2), math.log(3)
    matrix = idf_cosine(["Soil rain.", "soil, sun"])
    assert matrix[0, 1] == pytest.approx(common**2 / (common**2 + rare**2))
    assert np.diag(matrix) == pytest.approx([1.0, 1.0])


def test_two_equal_sentences_are_alike_even_alone() -> None:
    assert idf_cosine(["Rain falls.", "rain falls"])[0, 1] == pytest.approx(1.0)


def test_word_overlap_counted_by_hand() -> None:
    # Stems {soil, rain, probe} and {soil, rain, leaf, pump}: 2 shared, over log 3 + log 4.
    matrix = word_overlap(["soil rain probe", "the soil, rain, leaf and pump"])
    assert matrix[0, 1] == pytest.approx(2 / (math.log(3) + math.log(4)))
    assert matrix[0, 0] == 0.0
    assert word_overlap(["soil", "soil"])[0, 1] == 0.0  # undefined in the paper


SHARING = ("soil probes and radar", "soil probes of copper", "radar images of storms", "a bread recipe")


def test_textrank_puts_the_sentence_that_shares_most_first_and_the_lonely_one_last() -> None:
    scores = textrank_scores(SHARING)
    assert scores.argmax() == 0
    assert scores.argmin() == 3


def test_lexrank_has_self_links_so_that_a_lonely_sentence_ranks_as_average() -> None:
    scores = lexrank_scores(SHARING)
    assert scores[0] == scores.max()
    assert scores[3] == pytest.approx(1 / 4)


def test_a_threshold_gives_the_discrete_lexrank() -> None:
    sentences = ["soil probe", "soil probe rain", "soil probe leaf", "bread"]
    close = lexrank_scores(sentences, threshold=0.1)
    assert close[:3] == pytest.approx([close[0]] * 3)  # all three are joined with weight 1
    assert len(set(lexrank_scores(sentences)[:3].round(6))) > 1


@given(SENTENCES)
def test_scores_are_positive_and_sum_to_one(sentences: list[str]) -> None:
    for rank in (lexrank_scores, textrank_scores):
        scores = rank(sentences)
        assert len(scores) == len(sentences)
        assert (scores > 0).all()
        if sentences:
            assert scores.sum() == pytest.approx(1.0)


@given(SENTENCES)
def test_power_iteration_reaches_a_fixed_point(sentences: list[str]) -> None:
    weights = idf_cosine(sentences)
    scores = stationary(weights)
    totals = weights.sum(axis=1, keepdims=True)
    steps = np.where(totals > 0, weights / np.where(totals > 0, totals, 1), 1 / max(1, len(sentences)))
    assert scores == pytest.approx(0.15 / max(1, len(sentences)) + 0.85 * scores @ steps, abs=1e-8)


@given(SENTENCES, st.randoms(use_true_random=False))
def test_the_order_of_sentences_does_not_matter(sentences: list[str], chance) -> None:  # type: ignore[no-untyped-def]
    order = list(range(len(sentences)))
    chance.shuffle(order)
    for rank in (lexrank_scores, textrank_scores):
        assert rank([sentences[at] for at in order]) == pytest.approx(rank(sentences)[order], abs=1e-8)


def test_damping_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="damping"):
        lexrank_scores(["a b"], damping=1.0)
