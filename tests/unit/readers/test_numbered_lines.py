from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.numbered_lines import NumberedLines


@given(st.text(alphabet="ab\n"))
def test_the_lines_are_those_between_line_feeds(text: str) -> None:
    assert list(NumberedLines(text)) == list(enumerate(text.split("\n"), 1))


def test_lines_can_be_skipped() -> None:
    lines = NumberedLines("a\nb\nc\nd")
    told = []
    for number, line in lines:
        told.append((number, line))
        if line == "b":
            lines.skip_to(6)
    assert told == [(1, "a"), (2, "b"), (4, "d")]
