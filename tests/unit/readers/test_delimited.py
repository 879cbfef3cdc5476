from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.delimited import DELIMITERS, lines_of, rows_of, split_cells


def cells_of(text: str, *, width: int, delimiter: str = ",") -> list[tuple[int, tuple[str, ...], bool]]:
    rows = rows_of(lines_of(text), delimiter, start=0, width=width)
    return [(row.line, row.cells, bool(row.broken)) for row in rows]


class TestSplitCells:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("a,b", ("a", "b")),
            ("", ("",)),
            ("a,,", ("a", "", "")),
            ('"a, ""b""",c', ('a, "b"', "c")),
            ('"line\nbreak",c', ("line\nbreak", "c")),
            ('"He said "no" twice",c', ('He said "no" twice', "c")),
            ('5" tall,c', ('5" tall', "c")),
            ('"",""', ("", "")),
            ('"not closed,c', None),
            ('a,"not closed', None),
            ('"one\n"two",c', None),
        ],
    )
    def test_cells(self, text: str, wanted: tuple[str, ...] | None) -> None:
        assert split_cells(text, ",") == wanted


class TestRows:
    def test_lines_are_those_where_rows_begin(self) -> None:
        assert cells_of('a,"b\n\nc"\n\nd,e\r\nf,g\rh,i', width=2) == [
            (1, ("a", "b\n\nc"), False),
            (5, ("d", "e"), False),
            (6, ("f", "g"), False),
            (7, ("h", "i"), False),
        ]

    @pytest.mark.parametrize("following", ['"c","d"', "c,d", '"c, x",d', 'c,"d"', 'c,"d\nd"'])
    def test_a_quote_that_is_not_closed_costs_one_row(self, following: str) -> None:
        found = cells_of(f'a,b\n"broken,x\n{following}\ne,f', width=2)
        assert [line for line, _, broken in found if broken] == [2]
        assert [line for line, _, broken in found if not broken][:2] == [1, 3]
        assert found[-1][1] == ("e", "f")

    def test_quotes_that_mean_nothing_in_tab_separated_text(self) -> None:
        found = cells_of('"Wells" of\tx\n"Open\ty\nc\td', width=2, delimiter="\t")
        assert [cells for _, cells, _ in found] == [('Wells" of', "x"), ('"Open', "y"), ("c", "d")]
        assert not any(broken for *_, broken in found)

    def test_a_quote_open_to_the_end(self) -> None:
        found = cells_of('a,b\n"x,y', width=2)
        assert [broken for *_, broken in found] == [False, True]


cell = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from('",;|\n'), max_size=12)


@given(
    st.sampled_from(DELIMITERS),
    st.lists(st.lists(cell, min_size=3, max_size=3), min_size=1, max_size=6),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_what_a_program_writes_is_read_to_the_letter(delimiter: str, rows: list[list[str]], quoting: int) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)  # type: ignore[arg-type]
    found = cells_of(out.getvalue(), width=3, delimiter=delimiter)
    wanted = [tuple(row) for row in rows if quoting == csv.QUOTE_ALL or any(map(str.strip, [delimiter.join(row)]))]
    assert [cells for _, cells, _ in found] == wanted
    assert not any(broken for *_, broken in found)


@given(st.text(st.sampled_from('a",\n\r '), max_size=60))
def test_any_text_ends_in_rows_that_go_forward(text: str) -> None:
    lines = [line for line, _, _ in cells_of(text, width=2)]
    assert lines == sorted(set(lines))
