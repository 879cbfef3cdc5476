from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.own_relevance import OwnRelevance

STEMS = st.lists(st.sampled_from(["whale", "nest", "the", "of", "model", "cricket"]), max_size=8)


def test_the_same_content_is_as_near_as_can_be_whatever_its_function_words() -> None:
    assert OwnRelevance("Nests of the whale.")(["whale", "with", "nest", "nest"]) == pytest.approx(1.0)


def test_a_rare_shared_word_brings_nearer_than_a_common_one() -> None:
    relevance = OwnRelevance("A model whale.")
    assert relevance(["whale", "nest"]) > relevance(["model", "nest"]) > 0.0


@pytest.mark.parametrize("own", ["", "   ", "of the", "Cricket is played."])
def test_nothing_in_common_is_zero(own: str) -> None:
    assert OwnRelevance(own)(["whale", "of", "the"]) == 0.0
    assert OwnRelevance(own)([]) == 0.0


@given(STEMS, STEMS)
def test_it_is_a_cosine(own: list[str], stems: list[str]) -> None:
    there, back = OwnRelevance(" ".join(own))(stems), OwnRelevance(" ".join(stems))(own)
    assert 0.0 <= there <= 1.0 + 1e-9
    assert there == pytest.approx(back)
