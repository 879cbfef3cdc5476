from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.text import tokens
from conspectus.foundation.text.normalise import level_text
from conspectus.foundation.text.tokens import content_stems, count_words, plain_tokens, stem, words


@pytest.fixture
def busy_threads() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def test_words_keep_hyphens_apostrophes_and_letters_of_any_script() -> None:
    text = "The state-of-the-art β-catenin model (BERT_base) doesn’t use naïve 3-grams — “слово”."
    assert words(text) == [
        "The",
        "state-of-the-art",
        "β-catenin",
        "model",
        "BERT",
        "base",
        "doesn’t",
        "use",
        "naïve",
        "3-grams",
        "слово",
    ]


def test_word_budgets_count_what_stands_between_white_space() -> None:
    assert count_words(" We propose\u00a0a state-of-the-art\nparser (2020). ") == 6
    assert count_words("\n\t ") == 0


def test_plain_tokens_are_runs_of_ascii_letters_and_digits() -> None:
    assert plain_tokens("E. coli’s F1-score: 0.85, naïve") == ["e", "coli", "s", "f1", "score", "0", "85", "na", "ve"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("running", "run"),
        ("relational", "relat"),
        ("conditional", "condit"),
        ("generalizations", "gener"),
        ("ponies", "poni"),
        ("caresses", "caress"),
        ("hopping", "hop"),
        ("sky", "sky"),
        ("was", "was"),
        ("graphs", "graph"),
    ],
)
def test_stems_are_those_of_porter(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_content_stems_leave_out_what_carries_no_content_and_keep_repetitions() -> None:
    assert content_stems("We propose graphs, and the graphs of our models.") == ["propos", "graph", "graph", "model"]


@given(st.text(st.characters(), max_size=60))
def test_content_stems_never_hold_a_stopword_as_written_and_never_crash(text: str) -> None:
    kept = [token for token in plain_tokens(level_text(text)) if token not in tokens.STOPWORDS]
    assert len(content_stems(text)) == len(kept)


@pytest.mark.usefixtures("busy_threads")
def test_threads_that_stem_at_once_get_the_stems_that_one_alone_gets() -> None:
    vocabulary = [
        f"{root}{end}" for root in ("relat", "condit", "hopp", "gener") for end in ("ional", "ing", "izations")
    ]
    alone = [stem.__wrapped__(word) for word in vocabulary]

    def work(_: int) -> list[str]:
        return [stem.__wrapped__(word) for word in vocabulary for _ in range(4)][::4]

    with ThreadPoolExecutor(6) as pool:
        assert all(found == alone for found in pool.map(work, range(24)))
