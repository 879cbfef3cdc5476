"""The reading order of a page: that of its content stream, unless that jumps to and fro between columns."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_lines import PrintedLine

_MOST_JUMPS = 0.16
_FEWEST_LINES = 10
_PROSE = 18
_ENDS = ".!?:;"


def put_in_order(page: PrintedPage) -> bool:
    """Sorts the lines of a page into columns if its stream order is proved wrong; gives whether it was.

    The proof: the stream often jumps between columns or upwards, and sorted lines go on from one to the next more
    often (a word cut at the end, a small letter at the beginning) than those of the stream.
    """
    lines = page.lines
    prose = [line for line in lines if line.letters >= _PROSE and not line.role]
    if len(prose) < _FEWEST_LINES or _jumps(prose) <= max(2.0, _MOST_JUMPS * len(prose)):
        return False
    ordered = sorted_into_columns(lines)
    if continuity([line for line in ordered if line.letters >= _PROSE and not line.role]) <= continuity(prose):
        return False
    page.lines = ordered
    return True


def continuity(lines: Sequence[PrintedLine]) -> float:
    """Gives the share of lines that go on from the one before, less that of lines that cannot, in [-1, 1]."""
    good = 0
    for before, after in itertools.pairwise(lines):
        is_open = before.text[-1] not in _ENDS
        first = next((char for char in after.text if char.isalnum()), "")
        if is_open and first.islower():
            good += 1
        elif not is_open and first.islower():
            good -= 1
    return good / max(1, len(lines) - 1)


def _jumps(lines: Sequence[PrintedLine]) -> float:
    jumps = 0
    for before, after in itertools.pairwise(lines):
        beside = after.left > before.right or after.right < before.left
        jumps += beside or after.base < before.base - 3
    return float(jumps)


def sorted_into_columns(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Gives lines from top to bottom, column by column between the lines that cross the gutter."""
    gutter = _gutter(lines)
    if gutter is None:
        return sorted(lines, key=lambda line: (round(line.base / 2), line.left))
    ordered: list[PrintedLine] = []
    band: list[PrintedLine] = []
    for line in sorted(lines, key=lambda line: (line.base, line.left)):
        if line.left < gutter - 2 and line.right > gutter + 2:
            ordered += _columns(band, gutter)
            band = []
            ordered.append(line)
        else:
            band.append(line)
    return ordered + _columns(band, gutter)


def _columns(band: Sequence[PrintedLine], gutter: float) -> list[PrintedLine]:
    left = [line for line in band if line.right <= gutter + 2]
    right = [line for line in band if line.right > gutter + 2]
    return sorted_into_columns(left) + sorted_into_columns(right) if left and right else list(left or right)


def _gutter(lines: Sequence[PrintedLine]) -> float | None:
    """Gives the middle of the white stripe that the fewest letters cross, None if there is one column only."""
    body = [line for line in lines if line.letters >= _PROSE]
    if len(body) < 6:
        return None
    first, last = min(line.left for line in body), max(line.right for line in body)
    total = sum(line.letters for line in body)
    best: list[int] = []
    fewest = total
    for place in range(int(first + 0.2 * (last - first)), int(first + 0.8 * (last - first)) + 1):
        crossing = left = right = 0
        for line in body:
            if line.right <= place + 1:
                left += line.letters
            elif line.left >= place - 1:
                right += line.letters
            else:
                crossing += line.letters
        if min(left, right) < 0.12 * total:
            continue
        if crossing < fewest:
            fewest, best = crossing, [place]
        elif crossing == fewest:
            best.append(place)
    if not best or fewest > 0.55 * total:
        return None
    return best[len(best) // 2]
