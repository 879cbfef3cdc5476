from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.engines.extractive.abbreviations import find_abbreviations, long_form


@pytest.mark.parametrize(
    ("sentence", "short", "long"),
    [
        ("We train conditional random fields (CRFs) on it.", "CRFs", "conditional random fields"),
        ("Heat shock protein 70 -LRB- HSP70 -RRB- binds.", "HSP70", "Heat shock protein 70"),
        ("Levels of tumour necrosis factor-alpha (TNF-α) rose.", "TNF-α", "tumour necrosis factor-alpha"),
        ("An LSTM (long short-term memory) reads it.", "LSTM", "long short-term memory"),
        ("The Centre for River Studies (CRS; Vienna) was asked.", "CRS", "Centre for River Studies"),
        ("after magnetic resonance imaging (MRI)", "MRI", "magnetic resonance imaging"),
    ],
)
def test_definitions_are_found(sentence: str, short: str, long: str) -> None:
    found = find_abbreviations([sentence])
    assert list(found) == [short]
    assert found[short].long == long


@pytest.mark.parametrize(
    "sentence",
    ["Twenty rats (n = 20) were fed.", "as shown earlier (see Smith)", "the parser (XQZ) is new", "(ABC)", "a (b"],
)
def test_other_brackets_define_nothing(sentence: str) -> None:
    assert find_abbreviations([sentence]) == {}


def test_the_first_definition_stays() -> None:
    found = find_abbreviations(["a chart parser (CP)", "a control point (CP)"])
    assert found["CP"].long == "chart parser"


def test_the_long_form_is_the_shortest_that_fits_and_begins_with_a_word() -> None:
    assert long_form("SVM", "some support vector machine") == "support vector machine"
    assert long_form("SVM", "vector machine") is None
    assert long_form("svm", "support vector machine") is None


@given(st.text(max_size=80), st.text(max_size=12))
def test_a_long_form_ends_the_text_before(before: str, short: str) -> None:
    found = long_form(short, before)
    if found is not None:
        assert before.rstrip().endswith(found)
        assert len(found) > len(short)


@given(st.lists(st.text(max_size=80), max_size=3))
def test_any_text_is_read(sentences: list[str]) -> None:
    for short, pair in find_abbreviations(sentences).items():
        assert pair.short == short
        assert any(short in sentence and pair.long in sentence for sentence in sentences)
