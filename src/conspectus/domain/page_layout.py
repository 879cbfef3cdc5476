"""Where a text stands in print: pages, boxes, and what of a page did not reach the text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutSpan:
    """The place in print of a stretch of a document's text, at most one printed line.

    ``page`` is 1-based; ``box`` is (left, top, right, bottom) in points (1/72 inch) from the page's top left corner.
    """

    start: int
    end: int
    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBox:
    """A rectangle on a page; units as in ``LayoutSpan``."""

    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLoss:
    """What a reader of printed pages lost: shares in [0, 1] of the ``characters`` (white space not counted).

    ``lost`` did not reach the document though they are no running head, page number or line number: labels inside
    figures, text that runs across the page. ``suspect`` are control, private-use and replacement glyphs whose meaning
    is not known, wherever they went.
    """

    characters: int
    lost: float
    suspect: float


def boxes_between(layout: tuple[LayoutSpan, ...], start: int, end: int) -> tuple[PageBox, ...]:
    """Gives the boxes of the spans that share a character with [start, end), in order of the text."""
    return tuple(PageBox(page=span.page, box=span.box) for span in layout if span.start < end and start < span.end)
