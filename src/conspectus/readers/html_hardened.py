"""HTML from strangers as a tree, and the cells of its tables; nothing is fetched and no script is run."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from conspectus.foundation.text.normalise import one_line

MOST_COLUMNS = 200
MOST_ROWS = 5000
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")


def parse_html(text: str) -> Any:
    """Gives the root element of HTML, however broken it is, or None if there is no element in it.

    Comments and processing instructions are left out; nesting beyond the parser's limit is flattened by it.

    Args:
        text: The page as text; what it says of its own encoding is not heeded.
    """
    clean = _DECLARATION.sub("", _ILLEGAL.sub("", text))
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True, recover=True
    )
    try:
        return etree.fromstring(clean.encode("utf-8", "ignore"), parser)
    except etree.XMLSyntaxError:
        return None


def table_rows(table: Any) -> tuple[list[list[str]], int]:
    """Gives the cells of a table row by row as plain text, and how many of its first rows are heads.

    A cell over several columns or rows stands in the first and is empty in the others. Rows of a table
    inside a cell are part of that cell. Beyond 5,000 rows and 200 columns nothing is read.
    """
    rows: list[list[str]] = []
    heads, still_head = 0, True
    waiting: dict[int, int] = {}
    for row in (r for r in table.iter("tr") if _owner(r) is table):
        if len(rows) >= MOST_ROWS:
            break
        cells: list[str] = []
        found = [cell for cell in row if cell.tag in {"td", "th"}]
        for cell in found:
            _skip_taken(cells, waiting)
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            if height > 1:
                waiting.update({len(cells) + place: height - 1 for place in range(width)})
            cells += [one_line(" ".join(cell.itertext())), *[""] * (width - 1)]
            if len(cells) > MOST_COLUMNS:
                break
        _skip_taken(cells, waiting)
        if not found:
            continue
        rows.append(cells[:MOST_COLUMNS])
        in_head = row.getparent() is not None and row.getparent().tag == "thead"
        still_head = still_head and (in_head or all(cell.tag == "th" for cell in found))
        heads += still_head
    return rows, heads


def table_rows_of(text: str) -> tuple[list[list[str]], int]:
    """Gives the cells and the number of heads of the first table in HTML text; none if there is no table."""
    root = parse_html(text) if "<" in text else None
    table = next(root.iter("table"), None) if root is not None else None
    return table_rows(table) if table is not None else ([], 0)


def _owner(row: Any) -> Any:
    return next(row.iterancestors("table"), None)


def _span(cell: Any, name: str) -> int:
    value = (cell.get(name) or "").strip()
    return min(max(int(value), 1), MOST_COLUMNS) if value.isascii() and value.isdecimal() and len(value) < 6 else 1


def _skip_taken(cells: list[str], waiting: dict[int, int]) -> None:
    """Puts empty cells where a cell of an earlier row reaches down."""
    while waiting.get(len(cells), 0):
        place = len(cells)
        waiting[place] -= 1
        cells.append("")
