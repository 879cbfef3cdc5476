from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.text.rouge import RougeScore, rouge, rouge1

PROSE = st.lists(
    st.sampled_from("the cat cats sat Sat on mat naïve E. coli F1-score 0.85 don’t ; СЛОВО K \u212a İ".split()),
    max_size=12,
).map(" ".join)


def test_hand_computed_values() -> None:
    # Candidate 5 words, reference 6; shared: the, cat, on, mat (the second "the" of the reference is not met).
    scores = rouge("the cat lay on mat", "the cat sat on the mat", stemmed=False)
    assert scores["rouge1"].precision == pytest.approx(4 / 5)
    assert scores["rouge1"].recall == pytest.approx(4 / 6)
    assert scores["rouge1"].f1 == pytest.approx(8 / 11)
    # Bigrams: 4 against 5; only "the cat" is shared.
    assert scores["rouge2"].precision == pytest.approx(1 / 4)
    assert scores["rouge2"].recall == pytest.approx(1 / 5)
    # Longest common subsequence: the cat on mat.
    assert scores["rougeL"].precision == pytest.approx(4 / 5)
    assert scores["rougeL"].recall == pytest.approx(4 / 6)


def test_the_longest_subsequence_keeps_the_order() -> None:
    score = rouge("d c b a", "a b c d", ("rougeL",), stemmed=False)["rougeL"]
    assert (score.precision, score.recall) == (0.25, 0.25)


def test_counts_are_clipped() -> None:
    score = rouge1("the the the the", "the cat")
    assert (score.precision, score.recall, score.f1) == pytest.approx((0.25, 0.5, 1 / 3))


def test_stems_count_only_when_asked_for() -> None:
    assert rouge("graphs models", "graph model", ("rouge1",), stemmed=True)["rouge1"].f1 == 1.0
    assert rouge("graphs models", "graph model", ("rouge1",), stemmed=False)["rouge1"].f1 == 0.0


def test_case_and_punctuation_do_not_count() -> None:
    assert rouge1("State-of-the-art, F1!", "state of the art f1").f1 == 1.0


@pytest.mark.parametrize(
    ("candidate", "reference"), [("", ""), ("", "a b"), ("a b", ""), ("...", "—"), ("слово", "слово")]
)
def test_texts_without_tokens_score_nothing(candidate: str, reference: str) -> None:
    nothing = RougeScore(0.0, 0.0, 0.0)
    assert rouge1(candidate, reference) == nothing
    assert set(rouge(candidate, reference).values()) == {nothing}


@given(PROSE, PROSE)
def test_the_router_and_the_evaluation_count_alike(candidate: str, reference: str) -> None:
    ours, theirs = rouge1(candidate, reference), rouge(candidate, reference, ("rouge1",), stemmed=False)["rouge1"]
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx((theirs.precision, theirs.recall, theirs.f1))


@given(PROSE, PROSE)
def test_swapping_the_texts_swaps_precision_and_recall(first: str, second: str) -> None:
    forth, back = rouge1(first, second), rouge1(second, first)
    assert (forth.precision, forth.recall, forth.f1) == pytest.approx((back.recall, back.precision, back.f1))


@given(PROSE)
def test_a_text_agrees_wholly_with_itself(text: str) -> None:
    assert rouge1(text, text).f1 in (0.0, 1.0)
    assert set(rouge(text + " cat", text + " cat", ("rouge1", "rougeL")).values()) == {RougeScore(1.0, 1.0, 1.0)}
