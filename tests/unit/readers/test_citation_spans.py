from __future__ import annotations

import pytest

from conspectus.readers.citation_spans import CitationSpan, number_style, pointers_of


@pytest.mark.parametrize("text, spans, expected", [
    ("a [1, 2] b", [(2, 5, "x"), (6, 8, "y")], [(2, 8, "list", ("x", "y"))]),
    ("a [1-3] b", [(2, 4, "x"), (5, 7, "z")], [(2, 7, "range", ("x", "z"))]),
    ("a [1] [2]", [(2, 5, "x"), (6, 9, "y")], [(2, 5, "single", ("x",)), (6, 9, "single", ("y",))]),
    ("Hill, 2001; Moor, 2002", [(12, 22, "y"), (0, 10, "x")],
     [(0, 10, "author-year", ("x",)), (12, 22, "author-year", ("y",))]),
    ("a [1] b", [(2, 5, "unknown")], [(2, 5, "single", ())]),
    ("a [12] b", [(2, 6, "x"), (3, 5, "y")], [(2, 6, "single", ("x", "y"))]),
])  # fmt: skip
def test_what_stands_in_one_bracket_is_one_pointer(
    text: str, spans: list[tuple[int, int, str]], expected: list[tuple[int, int, str, tuple[str, ...]]]
) -> None:
    drafts = pointers_of(text, [CitationSpan(*span) for span in spans], {"x", "y", "z"})
    assert [(draft.start, draft.end, draft.style, draft.targets) for draft in drafts] == expected


def test_styles_are_told_from_what_is_printed() -> None:
    assert [number_style(shown) for shown in ("[1]", "[1, 2]", "[1–4]")] == ["single", "list", "range"]
