"""Figures and tables of JATS: labels, captions, cells as plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conspectus.domain.document_building import FigureDraft, ParagraphDraft, TableDraft
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.jats_text import plain_text
from conspectus.readers.xml_hardened import attribute

# A cell that says it spans a million columns is an attack or a slip.
_WIDEST_SPAN = 200

# What may stand in a figure beside its caption and belongs to its words.
_CAPTION = ("caption", "attrib", "p", "list", "def-list", "preformat", "supplementary-material")
_NOTES = ("table-wrap-foot", "attrib", "p", "list")

Paragraphs = Callable[[Any], list[ParagraphDraft]]


def figure(element: Any, paragraphs: Paragraphs) -> FigureDraft | None:
    """Gives the figure of a ``fig``, ``chem-struct-wrap`` or ``graphic`` element, None if it is empty.

    Args:
        element: The element.
        paragraphs: Gives the paragraphs of a block element (a caption).
    """
    graphic = element if element.tag == "graphic" else next(element.iter("graphic", "media"), None)
    href = attribute(graphic, "href") if graphic is not None else ""
    caption = [p for child in element.iterchildren(*_CAPTION) for p in paragraphs(child)]
    if not caption and (alternative := one_line("".join(element.xpath("string(.//alt-text)")))):
        caption = [ParagraphDraft(alternative, "caption")]
    label = plain_text(element.find("label"))
    return FigureDraft(label=label, caption=caption, graphic=href) if label or caption or href else None


def table(element: Any, paragraphs: Paragraphs) -> TableDraft | None:
    """Gives the table of a ``table-wrap`` or bare ``table`` element, None if it is empty.

    Several tables in one wrap follow each other; a table that is only a picture has no rows.
    """
    if element.tag in {"table", "array"}:
        grids = [element]
    else:
        grids = [e for e in element.iter("table", "tgroup") if not any(a.tag == "td" for a in e.iterancestors())]
        grids = [e for e in grids if e.tag == "tgroup" or e.find("tgroup") is None]
    rows: list[list[str]] = []
    heads = 0
    for grid in grids:
        grid_rows, grid_heads = _grid(grid)
        heads = heads or (grid_heads if not rows else 0)
        rows += grid_rows
    draft = TableDraft(
        label=plain_text(element.find("label")),
        caption=[p for child in element.iterchildren("caption") for p in paragraphs(child)],
        rows=rows,
        header_rows=heads,
        notes=[p for child in element.iterchildren(*_NOTES) for p in paragraphs(child)],
    )
    return draft if draft.label or draft.caption or draft.rows or draft.notes else None


def _grid(grid: Any) -> tuple[list[list[str]], int]:
    """Gives rows of equal meaning by column: a spanning cell is repeated in every place it covers."""
    rows: list[list[str]] = []
    heads = 0
    leading = True
    waiting: dict[int, tuple[str, int]] = {}
    for line in grid.iter("tr", "row"):
        if next(line.iterancestors("table", "tgroup", "array")) is not grid:
            continue
        row: list[str] = []
        cells = list(line.iterchildren("td", "th", "entry"))
        for cell in cells:
            _fill(row, waiting)
            text, down = plain_text(cell), _span(cell, "rowspan", "morerows")
            for _ in range(_columns(cell)):
                if down > 1:
                    waiting[len(row)] = (text, down - 1)
                row.append(text)
        _fill(row, waiting)
        rows.append(row)
        parent = line.getparent()
        is_head = parent.tag == "thead" or (parent.tag != "tfoot" and bool(cells) and all(c.tag == "th" for c in cells))
        leading = leading and is_head
        heads += leading
    kept = [row for row in rows if any(row)]
    return kept, sum(1 for row in rows[:heads] if any(row))


def _fill(row: list[str], waiting: dict[int, tuple[str, int]]) -> None:
    while len(row) in waiting:
        place = len(row)
        text, left = waiting.pop(place)
        row.append(text)
        if left > 1:
            waiting[place] = (text, left - 1)


def _columns(cell: Any) -> int:
    first, last = (attribute(cell, name) for name in ("namest", "nameend"))
    numbers = ["".join(filter(str.isdigit, name))[:4] for name in (first, last)]
    if all(numbers):
        return max(1, min(int(numbers[1]) - int(numbers[0]) + 1, _WIDEST_SPAN))
    return _span(cell, "colspan", "")


def _span(cell: Any, name: str, extra: str) -> int:
    value = attribute(cell, name)
    if value.isdecimal() and len(value) < 6:
        return max(1, min(int(value), _WIDEST_SPAN))
    value = attribute(cell, extra) if extra else ""
    return min(int(value) + 1, _WIDEST_SPAN) if value.isdecimal() and len(value) < 6 else 1
