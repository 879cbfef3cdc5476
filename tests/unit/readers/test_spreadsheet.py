from __future__ import annotations

import datetime
import io
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.errors import InputError
from conspectus.readers import spreadsheet
from conspectus.readers.spreadsheet import is_old_workbook, is_workbook, sheets_of


def workbook(*sheets: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
    return out.getvalue()


def test_cells_are_text() -> None:
    when = datetime.datetime(2020, 3, 15, 12, 0)
    (sheet,) = sheets_of(workbook([["a", 1, 2.0, 2.5, True, None, when], [], ["b"]]))
    assert sheet.name == "Sheet 1"
    assert sheet.rows[0].cells == ("a", "1", "2", "2.5", "true", "", "2020-03-15")
    assert [row.line for row in sheet.rows] == [1, 3]


def test_formulas_are_not_evaluated() -> None:
    (sheet,) = sheets_of(workbook([["a", "=1+1"]]))
    assert sheet.rows[0].cells == ("a",)


def test_every_sheet_is_given() -> None:
    assert [sheet.name for sheet in sheets_of(workbook([["a"]], [["b"]]))] == ["Sheet 1", "Sheet 2"]


def test_kinds_of_files_are_told_apart() -> None:
    assert is_workbook(workbook([["a"]]))
    assert not is_workbook(b"PK\x03\x04\x14\x00")
    assert not is_workbook(b"PK\x03\x04 word/document.xml xl/embeddings")
    assert is_old_workbook(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le"))
    assert not is_old_workbook(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"))


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    data = repacked(workbook([["a"]]), "xl/worksheets/sheet1.xml", b" " * 4_000_000)
    assert len(data) < 20_000
    monkeypatch.setattr(spreadsheet, "MAX_UNPACKED", 2_000_000)
    with pytest.raises(InputError, match="unpacks to"):
        list(sheets_of(data))


def test_entities_are_refused() -> None:
    hostile = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'
    with pytest.raises(InputError, match="declares XML entities"):
        list(sheets_of(repacked(workbook([["a"]]), "xl/worksheets/sheet1.xml", hostile)))


def test_a_sheet_that_is_too_long_or_too_wide_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MAX_ROWS", 2)
    monkeypatch.setattr(spreadsheet, "MAX_COLUMNS", 3)
    (long,) = sheets_of(workbook([["a"], ["b"], ["c"]]))
    assert len(long.rows) == 2
    assert "rows from 3 on" in long.cut
    (wide,) = sheets_of(workbook([["a", "b", "c", "d"]]))
    assert wide.rows[0].cells == ("a", "b", "c")
    assert "columns after the first 3" in wide.cut


def test_a_row_with_an_endless_number_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "_MOST_BLANK_ROWS", 1000)
    name = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(workbook([["a"], ["b"]]))) as packed:
        xml = packed.read(name).replace(b'r="2"', b'r="99999999999"').replace(b'r="A2"', b'r="A99999999999"')
    (sheet,) = sheets_of(repacked(workbook([["a"], ["b"]]), name, xml))
    assert [row.cells for row in sheet.rows] == [("a",)]
    assert "too long" in sheet.cut


def test_a_cell_that_is_too_long_breaks_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MAX_CELL", 10)
    (sheet,) = sheets_of(workbook([["a"], ["b" * 11]]))
    assert [bool(row.broken) for row in sheet.rows] == [False, True]


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=8))
def test_damage_is_an_input_error(at: int, noise: bytes) -> None:
    data = bytearray(DAMAGED)
    at %= len(data)
    data[at : at + len(noise)] = noise
    try:
        read = list(sheets_of(bytes(data)))
    except InputError as error:
        read, hint = [], error.hint
    else:
        hint = "none needed"
    assert hint
    assert all(row.line > 0 for sheet in read for row in sheet.rows)


DAMAGED = workbook([["Title", "Year"], ["Wells", 2020]])
