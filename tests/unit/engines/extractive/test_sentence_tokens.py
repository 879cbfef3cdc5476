from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.sentence_tokens import tokenise


def test_spaced_out_and_natural_text_have_the_same_words() -> None:
    natural = tokenise("The parser's recall (0.81) isn't low, e.g. for F-measure/BLEU.")
    spaced = tokenise("The parser 's recall -LRB- 0.81 -RRB- isn't low , e.g. for F-measure/BLEU .")
    assert natural.words == spaced.words
    assert natural.words == (
        ("The", "parser", "'s", "recall", "(", "0.81", ")", "isn't", "low", ",", "e.g.", "for", "F-measure/BLEU", ".")
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("IL-6 and CD4+ cells", ["IL-6", "and", "CD4+", "cells"]),
        ("grown in vitro from E. coli.", ["grown", "in vitro", "from", "E. coli", "."]),
        ("Smith et al. (2019)", ["Smith", "et al.", "(", "2019", ")"]),
        ("See https://example.org/a(b) now", ["See", "https://example.org/a", "(", "b", ")", "now"]),
        ("The end.We go on", ["The", "end", ".", "We", "go", "on"]),
        ("3.02M pairs of 3D shapes", ["3.02M", "pairs", "of", "3D", "shapes"]),
        ("", []),
    ],
)
def test_words_of_science_stay_whole(text: str, words: list[str]) -> None:
    assert list(tokenise(text).words) == words


@given(st.text(max_size=120))
def test_offsets_are_increasing_and_cover_everything_but_space(text: str) -> None:
    tokens = tokenise(text)
    at = 0
    for start, end in zip(tokens.starts, tokens.ends, strict=True):
        assert at <= start < end <= len(text)
        assert not text[at:start].strip()
        at = end
    assert not text[at:].strip()
