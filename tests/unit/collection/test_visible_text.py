"""Text that is shown is one line that shows what is in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.collection.visible_text import visible


def test_controls_and_overrides_are_escapes() -> None:
    assert visible("a\nb\x1b[2J\u202e\ufeffc") == "a\\nb\\x1b[2J\\u202e\\ufeffc"
    assert visible("Größe ☃ 水 'x' עברית") == "Größe ☃ 水 'x' עברית"
    assert visible("caf\udce9") == "caf\ufffd"


@given(st.text(st.characters(codec=None)))
def test_it_can_be_printed_on_one_line_and_again(text: str) -> None:
    shown = visible(text)
    assert len(shown.splitlines()) <= 1
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert visible(shown) == shown
