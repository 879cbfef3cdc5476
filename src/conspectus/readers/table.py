"""Tables of papers: CSV, TSV and their like, and Excel workbooks, as databases and programs export them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.decoding import decode
from conspectus.readers.delimited import DELIMITERS, Row, lines_of, rows_of, split_cells
from conspectus.readers.dialects import table_dialect
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.spreadsheet import is_old_workbook, is_workbook, sheets_of
from conspectus.readers.table_headings import field_of, worth
from conspectus.readers.table_rows import Columns

_LINES_BEFORE = 8
_SHORTEST_ROW = 4  # of the headings, one in so many
# XML, JSON, tables in Markdown, BibTeX, comments, PDF.
_OTHER_OPENINGS = tuple("<{[|@%")
_NAMES = {",": "comma-separated", ";": "semicolon-separated", "\t": "tab-separated", "|": "pipe-separated"}
_ADVICE = "papers need a column headed Title and one more, such as Authors, Year or DOI"


@dataclass(frozen=True, slots=True)
class _Headings:
    """The row of headings: the index of its first line, of the line after it, what parts cells, and the cells."""

    place: int
    end: int
    delimiter: str
    cells: tuple[str, ...]


class TableReader:
    """Reads tables with the headings of PubMed, Scopus, Web of Science, Zotero and others, as text or as .xlsx."""

    name = "table"
    label = "CSV, TSV and Excel tables"

    def recognise(self, head: Head) -> str:
        """Gives why the content is a table of papers, or "" if it is not."""
        if is_workbook(head.data) or is_old_workbook(head.data):
            return "an Excel workbook"
        text = head.text.lstrip("\ufeff \t\r\n")
        if text[:1] in _OTHER_OPENINGS:
            return ""
        found = _headings(lines_of(text))
        if found is None:
            return ""
        known = sum(1 for cell in found.cells if field_of(cell))
        return f"a {_NAMES[found.delimiter]} table with {known or len(found.cells)} headings of papers"

    def dialect(self, head: Head) -> str:
        """Gives the program or database that wrote the table, "" if its headings do not tell."""
        found = None if is_workbook(head.data) else _headings(lines_of(head.text.lstrip("\ufeff \t\r\n")))
        return "" if found is None else table_dialect(found.cells)

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers row by row; what is no row of papers is skipped, a row out of shape is broken.

        Raises:
            InputError: A workbook is damaged, hostile, or of Excel 97 to 2003.
        """
        if is_old_workbook(data[:65536]):
            raise InputError(
                "The file is a workbook of Excel 97 to 2003.",
                hint="Open it in a spreadsheet program and save it as .xlsx or as CSV.",
            )
        if is_workbook(data[:65536]):
            yield from _workbook(data)
            return
        lines = lines_of(decode(data).text.lstrip("\ufeff"))
        found = _headings(lines)
        if found is None:
            yield Skipped(reason=f"a table without headings of papers; {_ADVICE}")
            return
        for number, line in enumerate(lines[: found.place], 1):
            if line.strip() and not line.lower().startswith("sep="):
                yield Skipped(reason=f"text above the table, beginning {one_line(line)[:60]!r}", line=number)
        rows = list(rows_of(lines, found.delimiter, start=found.end, width=len(found.cells)))
        yield from _papers(found.cells, rows, 0)


def _headings(lines: Sequence[str]) -> _Headings | None:
    """Gives the row of headings among the first lines, read with the delimiter that makes most sense of it."""
    tried = 0
    for place, line in enumerate(lines):
        if not line.strip():
            continue
        tried += 1
        if tried > _LINES_BEFORE:
            return None
        best: tuple[int, int, _Headings] | None = None
        for delimiter in DELIMITERS:
            cells, end = _heading_cells(lines, place, delimiter)
            known = worth(cells) if cells else 0
            if known and (best is None or (known, len(cells)) > best[:2]):
                best = (known, len(cells), _Headings(place, end, delimiter, cells))
        if best is not None:
            return best[2] if _goes_on(lines, best[2]) else None
    return None


def _heading_cells(lines: Sequence[str], place: int, delimiter: str) -> tuple[tuple[str, ...], int]:
    """Gives the cells of a row of headings, one of which may hold a line break, and the line after it."""
    text = lines[place]
    for end in range(place + 1, min(place + 4, len(lines)) + 1):
        cells = split_cells(text, delimiter)
        if cells is not None:
            return tuple(one_line(cell) for cell in cells), end
        if end < len(lines):
            text = f"{text}\n{lines[end]}"
    return (), place + 1


def _goes_on(lines: Sequence[str], found: _Headings) -> bool:
    """Tells whether a row of about as many cells follows, or nothing at all: prose has commas too."""
    place = next((n for n, line in enumerate(lines) if n >= found.end and line.strip()), len(lines))
    if place == len(lines) or lines[place].lstrip().startswith('"'):
        return True
    width, cells = len(found.cells), lines[place].count(found.delimiter) + 1
    return cells > 1 and cells * _SHORTEST_ROW >= width


def _workbook(data: bytes) -> Iterator[ReadItem]:
    number = 0
    for sheet in sheets_of(data):
        place = next((n for n, row in enumerate(sheet.rows[:_LINES_BEFORE]) if worth(_trimmed(row.cells))), -1)
        if place < 0:
            yield Skipped(reason=f"the sheet {sheet.name!r} is no table of papers; {_ADVICE}")
            continue
        for row in sheet.rows[:place]:
            text = one_line(" ".join(row.cells))
            yield Skipped(reason=f"text above the table, beginning {text[:60]!r}", line=row.line)
        headings = _trimmed(sheet.rows[place].cells)
        for item in _papers(headings, sheet.rows[place + 1 :], number):
            number = max(number, item.record)
            yield item
        if sheet.cut:
            yield Skipped(reason=f"the sheet {sheet.name!r}: {sheet.cut}")


def _trimmed(cells: Sequence[str]) -> tuple[str, ...]:
    """Gives the cells without the empty ones at the end."""
    size = len(cells)
    while size and not cells[size - 1].strip():
        size -= 1
    return tuple(one_line(cell) for cell in cells[:size])


def _papers(headings: Sequence[str], rows: Sequence[Row], number: int) -> Iterator[ReadItem]:
    columns = Columns(headings, [row.cells for row in rows])
    any_row = False
    for row in rows:
        filled = sum(1 for cell in row.cells if cell.strip())
        if not filled:
            continue
        if row.broken:
            number += 1
            hint = "Close the quote on that line, or export the table again."
            yield BrokenRecord(row.broken, record=number, line=row.line, hint=hint)
            continue
        if filled == 1 and not columns.has_title(row.cells):
            text = next(cell for cell in row.cells if cell.strip())
            yield Skipped(reason=f"text in the table, beginning {one_line(text)[:60]!r}", line=row.line)
            continue
        number += 1
        any_row = True
        try:
            yield ReadPaper(paper=columns.paper(row.cells), record=number, line=row.line)
        except BrokenRecord as error:
            yield BrokenRecord(error.message, record=number, line=row.line, hint=error.hint)
    if not any_row and not rows:
        yield Skipped(reason="a table with headings but without rows")
