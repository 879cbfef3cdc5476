"""Tables in plain text, readable in a terminal and in a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Gives lines with columns of even width, the first flush left, the others flush right.

    Args:
        heads: The names of the columns.
        rows: As many cells each as there are columns.
    """
    lines = [list(heads), *map(list, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    rest = [[cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)] for line in lines]
    return ["  ".join([line[0].ljust(widths[0]), *cells]).rstrip() for line, cells in zip(lines, rest, strict=True)]
