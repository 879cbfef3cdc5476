"""Figures and tables of printed pages: captions, the cells and notes of tables, the labels inside of drawings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_style import BodyStyle, Edges, ends_sentence, is_prose

CAPTION, CELL, NOTE_OF_TABLE, LABEL = "caption", "cell", "table note", "label in a figure"
_NUMBER = r"(?:[A-Z]{0,2}\.?\d{1,3}(?:[.-]\d{1,2})?[A-Za-z]?|[IVX]{1,5}|[A-Z])"
_CAPTION = re.compile(
    r"(?P<label>(?P<before>(?:supplement(?:ary|al)|supporting|extended data|additional|online)\s+)?"
    r"(?P<kind>figures?|figs?\.?|table|tab\.?|scheme|chart|plate|algorithm|listing|box|map|video|movie|abbildung|abb\.|tabelle)"
    rf"\s*(?P<number>{_NUMBER}))"
    r"(?P<sign>\s?[.:|–—-](?=\s|\Z)|\s?[.:|]|\s*\Z|(?=\s))",
    re.IGNORECASE,
)
_TABLES = ("tab", "box", "listing", "algorithm")
_LONGEST_CAPTION = 40
_LONGEST_TABLE = 160
_REACH = 30.0
"""How far a drawing may go beyond its caption on each side, in points."""


@dataclass(slots=True)
class FloatLines:
    """A figure or table as printed: ``captions`` are its lines, ``first`` the place of the first one in the paper."""

    kind: Literal["figure", "table"]
    label: str
    captions: list[PrintedLine]
    first: int
    label_length: int
    cells: list[PrintedLine] = field(default_factory=list)
    notes: list[PrintedLine] = field(default_factory=list)


def find_captions(lines: Sequence[PrintedLine], style: BodyStyle) -> list[FloatLines]:
    """Gives the floats of a paper in the order of their captions; the lines of these get the role "caption".

    Args:
        lines: The lines of the paper in reading order; those with a role already are passed over.
        style: The look of the running text.
    """
    floats: list[FloatLines] = []
    rows = _row_sizes(lines)
    for at, line in enumerate(lines):
        if line.role or (found := _CAPTION.match(line.text)) is None or not _opens_caption(lines, at, found, style):
            continue
        kind: Literal["figure", "table"] = "table" if found["kind"].lower().startswith(_TABLES) else "figure"
        captions = _caption_lines(lines, at, style, rows)
        for each in captions:
            each.role = CAPTION
        label = " ".join(found["label"].split())
        floats.append(FloatLines(kind, label, captions, at, len(line.text[: found.end()])))
    return floats


def give_content(lines: Sequence[PrintedLine], floats: Sequence[FloatLines], style: BodyStyle, edges: Edges) -> None:
    """Gives tables their cells and notes, and the labels inside figures a role of their own.

    Args:
        lines: The lines of the paper in reading order; those with a role already are passed over.
        floats: What ``find_captions`` found among them.
        style: The look of the running text.
        edges: The columns.
    """
    _give_content(_Print(lines, style, edges, _row_sizes(lines)), floats)


@dataclass(frozen=True, slots=True)
class _Print:
    """The lines of a paper, their look, and how many parts stand on the row of each."""

    lines: Sequence[PrintedLine]
    style: BodyStyle
    edges: Edges
    rows: dict[tuple[int, int], int]

    def parts(self, line: PrintedLine) -> int:
        return self.rows[line.page, line.row]


def _opens_caption(lines: Sequence[PrintedLine], at: int, found: re.Match[str], style: BodyStyle) -> bool:
    """Whether a line that begins like a caption is one, and no sentence that begins with "Figure 2"."""
    line = lines[at]
    sign = found["sign"].strip()
    is_own_style = not style.is_body(line) and line.size < 1.15 * style.size
    first = line.runs[0] if line.runs else None
    is_marked = first is not None and first.end <= found.end() + 1 and len(line.runs) > 1 and (
        first.font.bold or first.font.italic or first.font.name != line.font.name
    )  # fmt: skip
    rest = line.text[found.end() :].lstrip()
    if not sign and rest and not (is_marked and rest[:1].isupper()) and not (is_own_style and rest[:1].isupper()):
        return False
    if rest.startswith((",", ";", ")")) or (sign in "-–—" and sign and rest[:1].islower()):
        return False
    before = _before(lines, at)
    if before is not None and not before.role and before.font == line.font and not is_marked:
        step = line.base - before.base
        goes_on = 0 < step < 1.35 * style.leading and abs(before.left - line.left) < 3 * line.size
        if goes_on and style.is_body(line) and not ends_sentence(before.text):
            return False
        if goes_on and not sign:
            return False
    return True


def _before(lines: Sequence[PrintedLine], at: int) -> PrintedLine | None:
    before = lines[at - 1] if at else None
    return before if before is not None and before.page == lines[at].page else None


def _caption_lines(
    lines: Sequence[PrintedLine], at: int, style: BodyStyle, rows: dict[tuple[int, int], int]
) -> list[PrintedLine]:
    found = [lines[at]]
    step: float | None = None
    for line in lines[at + 1 : at + _LONGEST_CAPTION]:
        before = found[-1]
        if line.role or line.page != before.page:
            break
        if line.row == before.row and line.left >= before.right:
            found.append(line)
            continue
        down = line.base - before.base
        bare_label = len(found) == 1 and len(before.text) < 14
        if not 0 < down < (2.6 if bare_label else 1.62) * max(before.size, line.size) or _CAPTION.match(line.text):
            break
        if step is not None and down > step * 1.25 + 0.6:
            break
        if abs(line.size - before.size) > 0.06 * before.size + 0.1 and not bare_label:
            break
        overlap = min(line.right, max(each.right for each in found)) - max(line.left, min(each.left for each in found))
        if overlap < 0.5 * min(line.width, before.width):
            break
        limit = max(each.right for each in found)
        is_full = before.right > limit - 2.5 * before.size
        if not bare_label and ends_sentence(before.text) and (style.is_body(line) and not is_full):
            break
        if not bare_label and rows[line.page, line.row] > 1 and not is_prose(line):
            break
        if not bare_label and line.font.name != before.font.name and line.share > 0.9 < before.share and len(found) > 1:
            break
        step = down if not bare_label and step is None else step
        found.append(line)
    return found


def _give_content(paper: _Print, floats: Sequence[FloatLines]) -> None:
    """Gives tables their cells and marks the labels inside figures.

    Whether what belongs to a caption stands above or below it is asked of those with something on one side only.
    """
    sides: dict[str, int] = {"figure": -1, "table": 1}
    runs: list[tuple[FloatLines, list[PrintedLine], list[PrintedLine]]] = []
    count = len(paper.lines)
    for each in floats:
        first, last = each.first, each.first + len(each.captions) - 1
        below = _content(paper, range(last + 1, min(count, last + _LONGEST_TABLE)), each)
        above = _content(paper, range(first - 1, max(-1, first - _LONGEST_TABLE), -1), each)
        runs.append((each, above, below))
        if bool(above) != bool(below) and max(len(above), len(below)) > 2:
            sides[each.kind] += 2 if below else -2
    for each, above, below in runs:
        below = [line for line in below if not line.role]
        above = [line for line in above if not line.role]
        wanted, other = (below, above) if sides[each.kind] > 0 else (above, below)
        content = wanted if len(wanted) > 1 or len(other) < 3 else other
        if each.kind == "table":
            _split_table(each, sorted(content, key=lambda line: (line.base, line.left)), paper.rows)
        else:
            for line in [*content, *_inside(paper, each)]:
                line.role = LABEL


def _inside(paper: _Print, figure: FloatLines) -> list[PrintedLine]:
    """Gives the labels that stand above a figure's caption, up to running text, wherever the stream has them."""
    first = figure.captions[0]
    left = min(line.left for line in figure.captions) - _REACH
    right = max(line.right for line in figure.captions) + _REACH
    on_page = [line for line in _page_around(paper.lines, figure.first) if line.base < first.top and line.left < right]
    on_page = [line for line in on_page if line.right > left]
    stops = [line.base for line in on_page if line.role or (paper.style.is_body(line) and is_prose(line))]
    top = max((base for base in stops), default=0.0)
    found = [line for line in on_page if not line.role and line.base > top]
    return [
        line for line in found if not paper.style.is_body(line) and not is_prose(line, fewest=9) and line.letters < 60
    ]


def _page_around(lines: Sequence[PrintedLine], at: int) -> Sequence[PrintedLine]:
    start = end = at
    while start and lines[start - 1].page == lines[at].page:
        start -= 1
    while end < len(lines) and lines[end].page == lines[at].page:
        end += 1
    return lines[start:end]


def _row_sizes(lines: Sequence[PrintedLine]) -> dict[tuple[int, int], int]:
    sizes: dict[tuple[int, int], int] = {}
    for line in lines:
        sizes[line.page, line.row] = sizes.get((line.page, line.row), 0) + 1
    return sizes


def _content(paper: _Print, places: range, near: FloatLines) -> list[PrintedLine]:
    """Gives the lines next to a caption, in one direction, that are no running text."""
    content: list[PrintedLine] = []
    last = near.captions[-1] if places.step > 0 else near.captions[0]
    leading = paper.style.leading
    for at in places:
        line = paper.lines[at]
        if line.page != last.page or line.role:
            break
        gap = (line.base - last.base) * places.step
        is_beside = gap > -0.6 * leading or line.row == last.row or near.kind == "figure" or _is_near(line, content)
        if not is_beside or gap > (4.5 if near.kind == "table" else 14) * leading:
            break
        if not _is_content(paper, line, near.kind):
            break
        content.append(line)
        last = line
    return content


def _is_near(line: PrintedLine, content: Sequence[PrintedLine]) -> bool:
    return any(each.top - 2 <= line.base <= each.bottom + 2 for each in content)


def _is_content(paper: _Print, line: PrintedLine, kind: str) -> bool:
    style = paper.style
    is_body = style.is_body(line)
    if paper.parts(line) > 1 and (line.letters < 60 or not is_body):
        return True
    if kind == "table" and line.size < 0.96 * style.size:
        return True
    if is_prose(line, fewest=5 if is_body else 7) or (line.size > 1.1 * style.size and kind == "table"):
        return False
    if not is_body:
        return line.letters < 50 and (kind == "figure" or not line.font.bold)
    indent = line.left - paper.edges.left(line)
    return line.letters < 60 and (_numbers(line) >= 0.35 or indent > 1.6 * line.size) and line.text[:1] not in "•◦–-"


def _numbers(line: PrintedLine) -> float:
    """The share of a line's words that are numbers."""
    words = line.text.split()
    return sum(1 for word in words if word[:1].isdigit() or word[:2].lstrip("-−+.±(").isdigit()) / max(1, len(words))


def _split_table(table: FloatLines, content: list[PrintedLine], rows: dict[tuple[int, int], int]) -> None:
    """Tells the notes below a table from its cells."""
    end = len(content)
    while end:
        line = content[end - 1]
        is_wide = rows[line.page, line.row] == 1 and (is_prose(line, fewest=6) or line.text[:1] in "*†‡§¹ᵃ")
        if not is_wide:
            break
        end -= 1
    start = next((at for at in range(end, 0, -1) if rows[content[at - 1].page, content[at - 1].row] > 1), 0)
    # Wide lines right below the last row are notes, also when a short line ends them.
    if end == len(content) and start and start < end and any(is_prose(line, fewest=8) for line in content[start:end]):
        end = start
    table.cells, table.notes = content[:end], content[end:]
    for line in table.cells:
        line.role = CELL
    for line in table.notes:
        line.role = NOTE_OF_TABLE


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    left: float
    right: float
    base: float
    size: float


def table_rows(lines: Sequence[PrintedLine]) -> list[list[str]]:
    """Gives the cells of a table row by row, "" where a row has none in a column.

    Columns are the stripes that the cells of all rows leave free between them.
    """
    cells = [cell for line in lines for cell in _cells(line)]
    if not cells:
        return []
    first, last = min(cell.left for cell in cells), max(cell.right for cell in cells)
    stripes: list[list[float]] = []
    for cell in sorted(cells, key=lambda cell: cell.left):
        if cell.right - cell.left > 0.5 * (last - first):
            continue
        if stripes and cell.left < stripes[-1][1] - 0.5:
            stripes[-1][1] = max(stripes[-1][1], cell.right)
        else:
            stripes.append([cell.left, cell.right])
    rows: list[list[str]] = []
    base: float | None = None
    for cell in sorted(cells, key=lambda cell: cell.base):
        if base is None or abs(cell.base - base) > 0.45 * cell.size:
            rows.append([""] * max(1, len(stripes)))
            base = cell.base
        middle = (cell.left + min(cell.right, cell.left + 40)) / 2
        column = min(
            range(len(stripes)), key=lambda at: max(stripes[at][0] - middle, middle - stripes[at][1], 0.0), default=0
        )
        rows[-1][column] = f"{rows[-1][column]} {cell.text}".strip()
    return rows


def _cells(line: PrintedLine) -> list[_Cell]:
    """Gives the cells that stand on a line, parted by its wide spaces."""
    found: list[_Cell] = []
    start, left = 0, line.left
    for at, begins, ends in [*line.gaps, (len(line.text), line.right, line.right)]:
        text = line.text[start:at].strip()
        if text:
            found.append(_Cell(text, left, begins, line.base, line.size))
        start, left = at, ends
    return found


def header_rows(lines: Sequence[PrintedLine], rows: Sequence[Sequence[str]]) -> int:
    """Gives how many rows at the top of a table are heads: bold ones, or words above columns of numbers."""
    if len(rows) < 2:
        return 0
    ordered = sorted(lines, key=lambda line: line.base)
    bold = next((at for at, line in enumerate(ordered) if not line.font.bold), len(ordered))
    if 0 < bold < len(ordered):
        return max(0, len(table_rows(ordered[:bold])))
    has_digits = [any(char.isdigit() for cell in row[1:] for char in cell) for row in rows]
    return 1 if not has_digits[0] and all(has_digits[1:]) else 0
