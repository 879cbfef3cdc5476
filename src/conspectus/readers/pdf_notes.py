"""Footnotes: small print at the foot of a column, with a mark or far below the running text."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_style import BodyStyle

FOOTNOTE = "footnote"
_MARK = re.compile(r"(?:[¹²³⁰⁴-⁹]+|[*∗†‡§¶#]+|\^\([^)]{1,4}\)|\d{1,3}(?=[^\d.,%\s])|[ᵃ-ᶻ])\s?\S")
_SAYS_SO = re.compile(
    r"(?:\*?\s?correspond|e-?mail|address(?:es)? for|©|\(?c\)? ?(?:19|20)\d\d|copyright|"
    r"this (?:work|article|is an open)|"
    r"permission to|doi:|https?:|issn|isbn|received|accepted|published|full list of author|edited by|"
    r"competing interests|academic editor|citation:)",
    re.IGNORECASE,
)


def mark_footnotes(
    pages: Sequence[PrintedPage], style: BodyStyle, among: Container[int], *, marked: bool = False
) -> None:
    """Gives footnotes the role "footnote".

    Notes are runs of smaller print below which no running text of their column stands, that begin with a raised mark,
    say what only notes say, or stand in the lowest third of the page behind a gap.

    Args:
        pages: The pages with their lines in reading order.
        style: The look of running text.
        marked: Whether to take only those that begin with a mark.
        among: The ``id`` of the lines that may be notes: small print in a reference list is that list.
    """
    for page in pages:
        lines = [line for line in page.lines if not line.role and id(line) in among]
        at = 0
        while at < len(lines):
            end = at
            while (
                end < len(lines)
                and _is_small(lines[end], style)
                and (end == at or _goes_on(lines[end - 1], lines[end]))
            ):
                end += 1
            if end > at and _are_notes(page, lines, at, end, style) and (opens_note(lines[at]) or not marked):
                for line in lines[at:end]:
                    line.role = FOOTNOTE
            at = max(end, at + 1)


def opens_note(line: PrintedLine) -> bool:
    """Whether a line begins with the mark of a note."""
    return _MARK.match(line.text) is not None


def _is_small(line: PrintedLine, style: BodyStyle) -> bool:
    return line.size <= 0.94 * style.size


def _goes_on(before: PrintedLine, line: PrintedLine) -> bool:
    return before.row == line.row or (0 < line.base - before.base < 2.2 * line.size and line.left < before.right)


def _are_notes(page: PrintedPage, lines: Sequence[PrintedLine], at: int, end: int, style: BodyStyle) -> bool:
    first, last = lines[at], lines[end - 1]
    left, right = min(line.left for line in lines[at:end]), max(line.right for line in lines[at:end])
    below = [
        line
        for line in lines
        if line.base > last.base + 2 and line.left < right - 5 and line.right > left + 5 and not _is_small(line, style)
    ]
    if below:
        return False
    is_low = first.base > 0.6 * page.height
    if opens_note(first):
        return first.base > 0.35 * page.height or is_low
    if _SAYS_SO.match(first.text):
        return is_low
    above = [line.base for line in lines if line.base < first.base - 1 and line.left < right and line.right > left]
    gap = first.base - max(above, default=0.0)
    return first.base > 0.68 * page.height and gap > 1.25 * style.leading and last.letters > 3
