from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conspectus.foundation.text.sentences import (
    _ends_plainly,
    _is_boundary,
    _is_cut,
    _places,
    _proposed,
    sentence_spans,
    split_sentences,
)

ANY_TEXT = st.text(st.characters(), max_size=200)  # lone surrogates included
SENTENCE_LIKE = st.lists(
    st.sampled_from(
        "We The mRNA p53 α E. coli al. et Fig. 3 (1) 1. a) [3]. .[3] shown.12 etc. e.g. vs. no. 0.05 p < A. B. “Why?” "
        "( ) . ? ! … ... \n \n\n   \t \u2028 \u00a0 \ud800 。 これ http://a.b/c.We U.S. x".split(" ")
    ),
    max_size=25,
).flatmap(lambda words: st.sampled_from([" ", "", "\n", "  "]).map(lambda gap: gap.join(words)))


@given(ANY_TEXT | SENTENCE_LIKE)
@example("\ud800. We")
@example("。")
@example(". . . A")
@example("(1) (2) (3)")
@example("a.\n\n\n\nb")
def test_spans_and_their_separators_give_back_the_text(text: str) -> None:
    spans = sentence_spans(text)
    rebuilt, reached = "", 0
    for start, end in spans:
        assert reached <= start < end
        gap, sentence = text[reached:start], text[start:end]
        assert gap.strip() == ""
        assert sentence == sentence.strip()
        rebuilt += gap + sentence
        reached = end
    tail = text[reached:]
    assert tail.strip() == ""
    assert rebuilt + tail == text
    assert bool(spans) == bool(text.strip())


@example("A. a)")
@given(SENTENCE_LIKE)
def test_outer_white_space_moves_the_spans_and_changes_nothing_else(text: str) -> None:
    moved = sentence_spans(f"  {text.strip()} \n")
    assert moved == [(start + 2, end + 2) for start, end in sentence_spans(text.strip())]


def test_a_blank_line_always_ends_a_sentence() -> None:
    assert split_sentences("Keywords: parsing, e.g.\n\nsyntax and Fig.\n \n3") == [
        "Keywords: parsing, e.g.",
        "syntax and Fig.",
        "3",
    ]


def test_a_missing_space_after_a_full_stop_does_not_hide_a_boundary() -> None:
    assert split_sentences("We train a parser.The gain is large.") == ["We train a parser.", "The gain is large."]
    assert split_sentences("See www.example.The and https://a.org/b.We for it.") == [
        "See www.example.The and https://a.org/b.We for it."
    ]


def test_sentences_without_spaces_between_them_are_found_in_chinese() -> None:
    assert split_sentences("本文提出一种方法。实验表明它有效。") == ["本文提出一种方法。", "实验表明它有效。"]


@pytest.mark.parametrize(
    "unit",
    [
        "We measured 3.5 mg of it, cf. Fig. 3, in E. coli (p < 0.05). The rest, e.g. yeast, was kept [3]. ",
        "?",
        'A."',
        "Fig. ",
        ". ",
        "(1) ",
        "。",
        "x",
        "J. ",
        "\n\n",
    ],
)
def test_a_megabyte_in_one_paragraph_takes_seconds_and_not_minutes(unit: str) -> None:
    size = 1_000_000 if len(unit) > 20 else 200_000
    text = (unit * (size // len(unit) + 1))[:size]
    split_sentences("The model is loaded. We time what follows.")
    begun = time.process_time()
    spans = sentence_spans(text)
    # Quadratic time would take minutes: 80,000 question marks alone took nupunkt five seconds.
    assert time.process_time() - begun < 5
    assert all(end > start for start, end in spans)


_PIECES = st.sampled_from(
    ["We", "word", "Word", "al", "e.g", "U.S", "A", "p", "12", "β", "é", ".", "?", "!", "…", "。", " ", "  ", "\n",
     "\n\n", '"', "”", "’", "»", ")", "]", "}", "*", "(", "[", "-", "--", ",", ":", "\u00a0", "x" * 410]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_no_cut_of_nupunkt_that_could_be_a_boundary_is_missed(text: str) -> None:
    # nupunkt is asked only about the places that are looked at: where it cuts elsewhere, nothing may part there.
    text = text.strip()
    looked_at = {cut for _, cut in _places(text)}
    for cut in _proposed(text) - looked_at:
        assert cut in (0, len(text)) or not _is_boundary(text, 0, cut)


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_a_plain_end_is_one_by_all_rules(text: str) -> None:
    text = text.strip()
    for mark, cut in _places(text):
        if cut < len(text) and _ends_plainly(text, 0, mark, cut):
            assert _is_boundary(text, 0, cut)
            assert _is_cut(text, mark, cut)
