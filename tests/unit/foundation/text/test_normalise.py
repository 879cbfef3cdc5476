from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.text.normalise import clean_text, level_text, match_key, one_line, slug

ANY_TEXT = st.text(
    st.characters() | st.sampled_from("\r\n\x85\u2028\u0301\u00ad\ud800㎆™ﬁİß \t\u3000\u200b"), max_size=60
)


@given(ANY_TEXT)
def test_normal_forms_are_fixed_points(text: str) -> None:
    for form in (clean_text, one_line, match_key, slug):
        once = form(text)
        assert form(once) == once


@given(ANY_TEXT)
def test_clean_text_is_safe_to_store_and_to_show(text: str) -> None:
    clean = clean_text(text)
    clean.encode("utf-8")
    assert unicodedata.is_normalized("NFC", clean)
    assert not [c for c in clean if unicodedata.category(c) in ("Cc", "Cs") and c not in "\t\n"]


@given(ANY_TEXT)
def test_a_line_is_one_line(text: str) -> None:
    line = one_line(text)
    assert line.split() == line.split(" ") or line == ""
    assert len(line.splitlines()) <= 1


@given(ANY_TEXT)
def test_keys_do_not_see_case(text: str) -> None:
    assert match_key(text.upper().lower()) == match_key(text.upper())


@given(ANY_TEXT)
def test_slugs_are_safe_in_file_names_and_addresses(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?", slug(text))


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x85b\u2028c\x0bd\x0ce", "a\nb\nc\nd\ne"),
        ("soft\u00adhyphen zero\u200bwidth \ufeffmark", "softhyphen zerowidth mark"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("tab\tstays", "tab\tstays"),
        ("bad\ud800half", "bad\ufffdhalf"),
        ("hid\u202eden\U000e0041", "hidden"),
        ("nul\x00 bell\x07", "nul bell"),
    ],
)
def test_clean_text(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


def test_one_line_takes_every_kind_of_white_space() -> None:
    assert one_line("  a\u00a0b\u2003c\r\n\r\n d\t") == "a b c d"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Graph-based  Models!", "graph based models"),
        ("Élan: naïve", "ELAN naive"),
        ("Straße", "STRASSE"),
        ("ﬁnd 5 ㎆™", "FIND 5 MBtm"),
        ("snake_case", "snake case"),
        ("H₂O", "h2o"),
    ],
)
def test_keys_that_are_one(first: str, second: str) -> None:
    assert match_key(first) == match_key(second) != ""


def test_keys_that_are_two() -> None:
    assert len({match_key(text) for text in ("graph", "graphs", "граф", "图", "graph 2")}) == 5


def test_slug() -> None:
    assert slug("Über Graphs & E. coli (2nd ed.)") == "uber-graphs-e-coli-2nd-ed"
    assert slug("图") == slug("...") == "untitled"
    assert slug("aaaa bbbb cccc", longest=10) == "aaaa-bbbb"


def test_scripts_come_down_to_the_line() -> None:
    assert level_text("CO₂ at 10⁻³ m², é") == "CO2 at 10−3 m2, é"
