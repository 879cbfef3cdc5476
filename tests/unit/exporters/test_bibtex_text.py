from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conspectus.exporters.bibtex_text import address, escaped, escaped_lines
from conspectus.exporters.marked_text import unmarked
from conspectus.readers.latex_text import latex_to_text


@given(st.text(alphabet="ab {}%$\\\"'`&#_~^-–?!@é", max_size=40))
def test_what_is_escaped_is_read_back_and_has_balanced_braces(text: str) -> None:
    made = escaped(text)
    assert latex_to_text(made) == unmarked(text)
    depth = 0
    for char in made:
        depth += (char == "{") - (char == "}")
        assert depth >= 0
    assert depth == 0


def test_line_ends_and_blank_lines_stay() -> None:
    assert escaped_lines("50%\nof\n\n{all") == "50\\%\nof\n\n\\textbraceleft{}all"


def test_addresses_keep_their_signs() -> None:
    assert address("https://e.org/a_b?c=%7E&d#{e}") == "https://e.org/a_b?c=\\%7E&d#\\%7Be\\%7D"
