"""What stands on pages without belonging to the text: running heads and feet, page numbers, line numbers."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.readers.pdf_lines import PrintedLine

FURNITURE = "furniture"
_MARGIN = 0.11
_OUTERMOST = 3
_PAGE_NUMBER = re.compile(
    r"(?:page |p\. ?|- ?|– ?|\| ?|s\d{0,2})?(?:\d{1,6}|[ivxlc]{1,7})(?: ?(?:of|/|out of) ?\d{1,5})?(?: ?[-–|])?\Z",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_BARE = re.compile(r"\d{1,4}\Z")
_FEWEST_NUMBERED = 8


@dataclass(slots=True, kw_only=True)
class PrintedPage:
    """A page's size in points, its lines in reading order, and what runs across it."""

    number: int
    width: float
    height: float
    lines: list[PrintedLine]
    turned_text: str = ""


def mark_furniture(pages: Sequence[PrintedPage]) -> None:
    """Gives running heads and feet, page numbers and line numbers the role "furniture".

    A line in the outer tenth of a page is one if it comes again at the same height on other pages, digits apart.
    """
    for page in pages:
        _mark_line_numbers(page)
    seen: dict[str, set[int]] = defaultdict(set)
    heights: dict[tuple[str, int], set[int]] = defaultdict(set)
    outer = [(page, line) for page in pages for line in _outermost(page)]
    for page, line in outer:
        seen[_key(line)].add(page.number)
        for shift in (-1, 0, 1):
            heights[_key(line), round(line.base / 5) + shift].add(page.number)
    often = min(3, max(2, (len(pages) + 1) // 2))
    for page, line in outer:
        key = _key(line)
        again = len(heights[key, round(line.base / 5)])
        is_number = _PAGE_NUMBER.match(line.text) is not None and _is_apart(page, line)
        if again >= often or (again >= 2 and _is_far_out(page, line)) or is_number:
            line.role = FURNITURE
    for page in pages:
        _mark_beside(page)


def _key(line: PrintedLine) -> str:
    return _DIGITS.sub("#", line.text.lower())[:60]


def _outermost(page: PrintedPage) -> list[PrintedLine]:
    """The lines in the margins, and the outermost ones wherever they stand near these."""
    lines = [line for line in page.lines if not line.role]
    rows = sorted({round(line.base) for line in lines})
    first = set(rows[:_OUTERMOST])
    last = set(rows[-_OUTERMOST:])
    return [
        line
        for line in lines
        if line.base < page.height * _MARGIN
        or line.base > page.height * (1 - _MARGIN)
        or (round(line.base) in first and line.base < page.height * 0.16)
        or (round(line.base) in last and line.base > page.height * (0.8 if _BARE.match(line.text) else 0.86))
    ]


def _is_far_out(page: PrintedPage, line: PrintedLine) -> bool:
    """Whether no other line but furniture stands further out."""
    others = [each.base for each in page.lines if not each.role and each is not line and abs(each.base - line.base) > 2]
    return bool(others) and (line.base < min(others) or line.base > max(others))


def _is_apart(page: PrintedPage, line: PrintedLine) -> bool:
    if line.base < page.height * 0.07 or line.base > page.height * 0.93:
        return True
    if not _is_far_out(page, line):
        return False
    gap = min(
        (abs(each.base - line.base) for each in page.lines if each is not line and each.row != line.row), default=99
    )
    return gap > 1.4 * line.size


def _mark_beside(page: PrintedPage) -> None:
    """Marks short texts on the row of a running head: the other half of it, a page number."""
    heads = [line for line in page.lines if line.role == FURNITURE and not _BARE.match(line.text)]
    for line in page.lines:
        beside = any(abs(head.base - line.base) < 2 and line.letters < 60 for head in heads)
        in_margin = line.base < page.height * _MARGIN or line.base > page.height * (1 - _MARGIN)
        if not line.role and beside and in_margin:
            line.role = FURNITURE


def _mark_line_numbers(page: PrintedPage) -> None:
    """Marks the numbers beside the lines of a manuscript: many bare numbers in one column that count upwards."""
    bare = [line for line in page.lines if _BARE.match(line.text)]
    columns: Counter[int] = Counter()
    for line in bare:
        columns[round(line.right / 6)] += 1
    for column, _ in columns.most_common(2):
        inside = sorted((line for line in bare if abs(round(line.right / 6) - column) <= 1), key=lambda line: line.base)
        values = [int(line.text) for line in inside]
        steps = Counter(after - before for before, after in itertools.pairwise(values))
        if len(values) < _FEWEST_NUMBERED or not steps:
            continue
        step, times = steps.most_common(1)[0]
        edge = min((line.left for line in page.lines if line.letters > 20), default=0.0)
        far = max((line.right for line in page.lines if line.letters > 20), default=page.width)
        is_outside = inside[0].right < edge + 2 or inside[0].left > far - 2
        if step in (1, 5) and times >= 0.8 * (len(values) - 1) and is_outside:
            for line in inside:
                line.role = FURNITURE
