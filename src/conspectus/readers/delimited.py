"""Rows of delimited text, whose quoted cells may hold line breaks, with the line where each row begins.

A quote that is never closed would swallow the rest of the file: such a row is given as broken, and reading goes on at
the next line that is a whole row again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

DELIMITERS = (",", ";", "\t", "|")
_MOST_LINES = 500
_MOST_LINES_TRIED = 50
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The cells of a row and the line where it begins; ``broken`` says what is wrong with it, "" if nothing is."""

    line: int
    cells: tuple[str, ...]
    broken: str = ""


def lines_of(text: str) -> list[str]:
    """Gives the lines of a text, parted by any of the three line ends and by nothing else."""
    return _LINE_END.split(text)


def split_cells(text: str, delimiter: str) -> tuple[str, ...] | None:
    """Gives the cells of one row, or None if a quote is not closed or closes in the middle of a cell.

    Example:
        >>> split_cells('a,"b, c"', ",")
        ('a', 'b, c')
    """
    quoted, bare = _patterns(delimiter)
    cells: list[str] = []
    place = 0
    while True:
        found = quoted.match(text, place)
        if found:
            value, rest = found.group("value").replace('""', '"'), found.group("rest")
            if rest.strip():
                if "\n" in value or "\n" in rest:
                    return None
                # An inner quote that was not doubled: "He said "no" twice".
                value = f'{value}"{rest.rstrip().removesuffix(chr(34))}'
            cells.append(value)
        else:
            found = bare.match(text, place)
            if found is None or found.group().lstrip()[:1] == '"' or "\n" in found.group():
                return None
            cells.append(found.group())
        place = found.end()
        if place >= len(text):
            return tuple(cells)
        place += len(delimiter)


def rows_of(lines: Sequence[str], delimiter: str, *, start: int, width: int) -> Iterator[Row]:
    """Yields the rows from the line with the index ``start`` on; blank lines are passed over.

    Args:
        lines: The lines of the whole file.
        delimiter: What parts the cells.
        start: The index of the first line, from 0.
        width: How many cells a whole row has.
    """
    place, counts = start, {width}
    while place < len(lines):
        if not lines[place].strip():
            place += 1
            continue
        cells, end = _row(lines, place, delimiter)
        if cells is not None:
            counts = {width, len(cells)}
            yield Row(line=place + 1, cells=cells)
            place = end
            continue
        plain = tuple(lines[place].split(delimiter))
        if delimiter == "\t" and len(plain) == width:
            # Quotes mean nothing in some tab-delimited files.
            yield Row(line=place + 1, cells=plain)
            place += 1
            continue
        last = min(len(lines), place + _MOST_LINES)
        following = next((n for n in range(place + 1, last) if _is_whole(lines, n, delimiter, counts)), last)
        until = f" to {following}" if following > place + 1 else ""
        yield Row(
            line=place + 1,
            cells=plain,
            broken=f"A quoted cell of the row on line {place + 1}{until} is not closed.",
        )
        place = following


def _row(
    lines: Sequence[str], place: int, delimiter: str, *, most: int = _MOST_LINES
) -> tuple[tuple[str, ...] | None, int]:
    """Gives the cells of the row that begins on a line, None if it has no proper end, and the line after it."""
    text = lines[place]
    cells = split_cells(text, delimiter)
    end = place + 1
    while cells is None and end < min(len(lines), place + most):
        text = f"{text}\n{lines[end]}"
        if '"' in lines[end]:
            cells = split_cells(text, delimiter)
            if cells is None and _closes(text, delimiter):
                break
        end += 1
    return cells, end


def _closes(text: str, delimiter: str) -> bool:
    """Tells whether all quotes are closed, so that more lines cannot mend what is wrong."""
    return text.count('"') % 2 == 0 and not text.rstrip().endswith(delimiter + '"')


def _is_whole(lines: Sequence[str], place: int, delimiter: str, counts: set[int]) -> bool:
    if not lines[place].strip():
        return False
    cells, _ = _row(lines, place, delimiter, most=_MOST_LINES_TRIED)
    return cells is not None and len(cells) in counts


@cache
def _patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    mark = re.escape(delimiter)
    space = " *" if delimiter != "\t" else ""
    return (
        re.compile(rf'{space}"(?P<value>(?:[^"]|"")*+)"(?!")(?P<rest>[^{mark}]*)'),
        re.compile(rf"[^{mark}]*"),
    )
