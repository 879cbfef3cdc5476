"""The sheets of an Excel workbook as rows of text, within bounds; formulas are never evaluated."""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import ParseError

from conspectus.foundation.errors import InputError
from conspectus.readers.delimited import Row

MAX_UNPACKED = 256 * 1024 * 1024
MAX_PARTS = 5000
MAX_ROWS = 200_000
MAX_COLUMNS = 500
MAX_CELL = 200_000
_MOST_BLANK_ROWS = 1_100_000
_PROLOGUE = 65536
_HINT = "Open it in a spreadsheet program and save it again as .xlsx or as CSV."
# What openpyxl, and zipfile and the XML parser under it, raise on broken and hostile workbooks.
_FAULTS = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, ParseError, KeyError, ValueError, TypeError, AttributeError,
    IndexError, OSError, EOFError, NotImplementedError, RuntimeError, OverflowError, AssertionError, SyntaxError,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet with its rows; the line of a row is its number in the sheet. ``cut`` says what was left unread."""

    name: str
    rows: tuple[Row, ...]
    cut: str = ""


def is_workbook(beginning: bytes) -> bool:
    """Tells whether a file begins as an Excel workbook (.xlsx, .xlsm)."""
    return beginning.startswith(b"PK\x03\x04") and b"xl/" in beginning and b"word/" not in beginning


def is_old_workbook(beginning: bytes) -> bool:
    """Tells whether a file begins as a workbook of Excel 97 to 2003 (.xls)."""
    return beginning.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") and "Workbook".encode("utf-16-le") in beginning


def sheets_of(data: bytes) -> Iterator[Sheet]:
    """Yields the sheets of a workbook in order, cells as text: dates as ISO, whole numbers without a point.

    Args:
        data: The whole file.

    Raises:
        InputError: The file is damaged, declares XML entities, or unpacks to more than ``MAX_UNPACKED`` bytes.
    """
    try:
        _refuse_hostile(data)
        # A large dependency that only workbooks need.
        import openpyxl

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            try:
                found = [_sheet(sheet) for sheet in book.worksheets]
            finally:
                book.close()
    except InputError:
        raise
    except _FAULTS as error:
        told = " ".join(str(error).split())[:120] or type(error).__name__
        raise InputError(f"The Excel workbook cannot be read: {told}.", hint=_HINT) from None
    yield from found


def _refuse_hostile(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        parts = packed.infolist()
        # zipfile never unpacks more of a part than its directory says.
        size = sum(part.file_size for part in parts)
        if size > MAX_UNPACKED or len(parts) > MAX_PARTS:
            raise InputError(
                f"The Excel workbook unpacks to {size:,} bytes in {len(parts):,} parts; the most are "
                f"{MAX_UNPACKED:,} bytes in {MAX_PARTS:,} parts.",
                hint="Save the sheet with the papers as CSV.",
            )
        for part in parts:
            if part.filename.lower().endswith((".xml", ".rels")):
                with packed.open(part) as file:
                    beginning = file.read(_PROLOGUE).replace(b"\0", b"")
                if b"<!DOCTYPE" in beginning or b"<!ENTITY" in beginning:
                    raise InputError(
                        f"The Excel workbook declares XML entities in {part.filename}.",
                        hint="No spreadsheet program does: check where the file comes from.",
                    )


def _sheet(sheet: Any) -> Sheet:
    rows: list[Row] = []
    cut = ""
    if hasattr(sheet, "reset_dimensions"):
        sheet.reset_dimensions()
    # One column more than is read shows whether there are more.
    for number, values in enumerate(sheet.iter_rows(values_only=True, max_col=MAX_COLUMNS + 1), 1):
        if number > _MOST_BLANK_ROWS or len(rows) >= MAX_ROWS:
            cut = f"rows from {number:,} on are not read, as the sheet is too long"
            break
        cells = [_text(value) for value in values]
        if not any(cells):
            continue
        if len(cells) > MAX_COLUMNS and cells.pop():
            cut = cut or f"columns after the first {MAX_COLUMNS} are not read"
        while not cells[-1]:
            cells.pop()
        too_long = any(len(cell) > MAX_CELL for cell in cells)
        broken = f"A cell of row {number} has more than {MAX_CELL:,} characters." if too_long else ""
        rows.append(Row(line=number, cells=tuple(cells), broken=broken))
    return Sheet(name=str(sheet.title), rows=tuple(rows), cut=cut)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return str(value)
