from __future__ import annotations

import pytest

from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.table_rows import Columns


def test_how_names_are_parted_is_seen_from_the_whole_column() -> None:
    rows = [["One", "Moor I, Brook A"], ["Two", "Moor, Ida; Brook, Al"]]
    alone, together = Columns(["Title", "Authors"], rows[:1]), Columns(["Title", "Authors"], rows)
    assert len(alone.paper(rows[0]).authors) == 2
    assert len(together.paper(rows[0]).authors) == 1
    assert len(together.paper(rows[1]).authors) == 2


def test_columns_without_a_heading_are_numbered() -> None:
    columns = Columns(["Title", "", "Year"], [])
    assert columns.paper(["Wells", "odd", "2020"]).extra == (("column 2", "odd"),)


def test_empty_cells_too_many_do_no_harm() -> None:
    columns = Columns(["Title", "Year"], [])
    assert columns.paper(["Wells", "2020", "", " "]).year == 2020


def test_cells_too_many_break_a_row_without_a_clue() -> None:
    with pytest.raises(BrokenRecord, match="3 cells under 2 headings"):
        Columns(["Title", "Authors"], []).paper(["Wells", "Moor", "Brook"])


def test_whether_a_row_has_a_title() -> None:
    columns = Columns(["Year", "Title"], [])
    assert columns.has_title(["", "Wells"])
    assert not columns.has_title(["2020"])
