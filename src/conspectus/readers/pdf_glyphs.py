"""The glyphs of a PDF page in the order of its content stream, with place and font, from pdfium's own functions.

Everything that holds for a whole text object (font, size, direction) is asked for once an object, which is what
makes a page cheap.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from conspectus.readers.pdf_signs import CUT, LIGATURES, UNKNOWN, meaning

_BOLD = re.compile(
    r"bold|black|semib|demi|heavy|cmbx|sfbx|cmssbx|nimbus\w*-medi|-b$|\bmedi\b|medi$|-bd|\.b(?:i)?$|advb", re.IGNORECASE
)
_ITALIC = re.compile(r"ital|obli|cmti|cmsl|sfti|-it?$|\.i$|slanted", re.IGNORECASE)
_SUBSET = re.compile(r"[A-Z]{6}\+")
_LAM, _ALEFS = "\u0644", "\u0627\u0622\u0623\u0625"
_MOST_CHARACTERS = 200_000
"""On one page; more is no paper but an attack or a plot of points."""


class Font(NamedTuple):
    """What a glyph is set in; ``size`` in points as printed."""

    name: str
    size: float
    bold: bool
    italic: bool


class Glyph(NamedTuple):
    """A character with its box in points from the page's top left corner; spaces have the box of what is before."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    font: Font


@dataclass(slots=True, kw_only=True)
class PageGlyphs:
    """A page: ``breaks`` are the places among the glyphs where pdfium ends a line.

    ``turned`` counts the glyphs that run across the page, ``turned_text`` holds them, ``outside`` counts those off it.
    """

    number: int
    width: float
    height: float
    glyphs: list[Glyph] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)
    suspect: int = 0
    turned: int = 0
    turned_text: str = ""
    outside: int = 0


@dataclass(frozen=True, slots=True)
class _Frame:
    """From a page's own coordinates to those of its printed form, turned as it is shown."""

    left: float
    bottom: float
    width: float
    height: float
    turn: int

    def place(self, x: float, y: float) -> tuple[float, float]:
        x, y = x - self.left, y - self.bottom
        if self.turn == 1:
            return y, x
        if self.turn == 2:
            return self.width - x, y
        if self.turn == 3:
            return self.height - y, self.width - x
        return x, self.height - y


def page_glyphs(page: Any, number: int) -> PageGlyphs:
    """Gives the glyphs of a page of pypdfium2; glyphs off the page or against its reading direction are only counted.

    Args:
        page: A ``PdfPage``.
        number: Its 1-based number.
    """
    frame = _frame(page)
    text_page = page.get_textpage()
    try:
        raw = text_page.raw
        count = min(pdfium.FPDFText_CountChars(raw), _MOST_CHARACTERS)
        objects = _Objects(raw)
        direction = _direction(raw, count, objects)
        if direction != frame.turn:
            frame = _Frame(frame.left, frame.bottom, frame.width, frame.height, direction)
        shown = frame.turn % 2 == 1
        width, height = (frame.height, frame.width) if shown else (frame.width, frame.height)
        found = PageGlyphs(number=number, width=width, height=height)
        _collect(raw, count, objects, frame, found)
        return found
    finally:
        text_page.close()


def _frame(page: Any) -> _Frame:
    left, bottom, right, top = page.get_cropbox()
    return _Frame(
        min(left, right), min(bottom, top), abs(right - left), abs(top - bottom), page.get_rotation() // 90 % 4
    )


class _Objects:
    """The font, and the direction in quarter turns, of text objects; -1 for a slanting one."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._known: dict[int | None, tuple[Font, int]] = {}
        self._names: dict[int | None, tuple[str, bool, bool]] = {}
        self._buffer = ctypes.create_string_buffer(256)
        self._matrix = pdfium.FS_MATRIX()

    def of(self, at: int) -> tuple[Font, int]:
        """Gives them for the text object of the character at a place."""
        handle = pdfium.FPDFText_GetTextObject(self._raw, at)
        address = ctypes.cast(handle, ctypes.c_void_p).value
        found = self._known.get(address)
        if found is None or address is None:
            found = self._asked(at, handle)
            self._known[address] = found
        return found

    def _asked(self, at: int, handle: Any) -> tuple[Font, int]:
        size = pdfium.FPDFText_GetFontSize(self._raw, at)
        turn = 0
        if pdfium.FPDFText_GetMatrix(self._raw, at, self._matrix):
            m = self._matrix
            size *= math.hypot(m.c, m.d) or 1.0
            angle = math.atan2(m.b, m.a) / (math.pi / 2)
            turn = round(angle) % 4 if abs(angle - round(angle)) < 0.04 else -1
        name, bold, italic = self._named(at, handle)
        return Font(name, round(abs(size), 1), bold, italic), turn

    def _named(self, at: int, handle: Any) -> tuple[str, bool, bool]:
        font = pdfium.FPDFTextObj_GetFont(handle) if handle else None
        address = ctypes.cast(font, ctypes.c_void_p).value if font else None
        if address is not None and address in self._names:
            return self._names[address]
        flags = ctypes.c_int()
        length = pdfium.FPDFText_GetFontInfo(self._raw, at, self._buffer, 256, flags)
        full = self._buffer.raw[: max(0, min(length, 256) - 1)].decode("latin-1") if length else ""
        name = _SUBSET.sub("", full)
        weight = pdfium.FPDFText_GetFontWeight(self._raw, at)
        found = (name, bool(_BOLD.search(name)) or weight >= 600, bool(_ITALIC.search(name)))
        self._names[address] = found
        return found


def _direction(raw: Any, count: int, objects: _Objects) -> int:
    """Gives the quarter turns in which most of a page's text runs; a landscape table makes a page of its own."""
    turns: Counter[int] = Counter()
    for at in range(0, count, 7):
        if pdfium.FPDFText_IsGenerated(raw, at) != 1:
            turns[objects.of(at)[1]] += 1
    turns.pop(-1, None)
    return turns.most_common(1)[0][0] if turns else 0


def _collect(raw: Any, count: int, objects: _Objects, frame: _Frame, found: PageGlyphs) -> None:
    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    glyphs, breaks = found.glyphs, found.breaks
    get_unicode, get_box, get_origin = (
        pdfium.FPDFText_GetUnicode,
        pdfium.FPDFText_GetCharBox,
        pdfium.FPDFText_GetCharOrigin,
    )
    of_object, is_generated = objects.of, pdfium.FPDFText_IsGenerated
    straight = frame.turn == 0
    turned: list[str] = []
    for at in range(count):
        code = get_unicode(raw, at)
        if code in (10, 13) and is_generated(raw, at) == 1:
            breaks.add(len(glyphs))
            continue
        if code in (32, 160) or (9 <= code <= 13):
            if turned and turned[-1] != " ":
                turned.append(" ")
            if glyphs and glyphs[-1].text != " ":
                before = glyphs[-1]
                glyphs.append(
                    Glyph(" ", before.right, before.top, before.right, before.bottom, before.base, before.font)
                )
            continue
        font, turn = of_object(at)
        text = _text(code, font.name)
        if turn != frame.turn:
            found.turned += 1
            turned.append(text)
            continue
        get_box(raw, at, left, right, bottom, top)
        get_origin(raw, at, x, y)
        if straight:
            x0, x1 = left.value - frame.left, right.value - frame.left
            y0, y1 = frame.height - top.value + frame.bottom, frame.height - bottom.value + frame.bottom
            base = frame.height - y.value + frame.bottom
        else:
            (xa, ya), (xb, yb) = frame.place(left.value, top.value), frame.place(right.value, bottom.value)
            x0, x1, y0, y1 = min(xa, xb), max(xa, xb), min(ya, yb), max(ya, yb)
            base = frame.place(x.value, y.value)[1]
        if x0 > found.width or x1 < 0 or y0 > found.height or y1 < 0 or not math.isfinite(x0 + x1 + y0 + y1):
            found.outside += 1
            continue
        if text == UNKNOWN:
            found.suspect += 1
        if text == _LAM and glyphs and glyphs[-1].text in _ALEFS and (glyphs[-1].left, glyphs[-1].right) == (x0, x1):
            # The two letters of this ligature come in the order of the page, not in that of reading.
            text, glyphs[-1] = glyphs[-1].text, glyphs[-1]._replace(text=_LAM)
        if text:
            glyphs.append(Glyph(text, x0, y0, x1, y1, base, font))
    found.turned_text = "".join(turned).strip()


def _text(code: int, font: str) -> str:
    if code in (2, 0xFFFE, 0xAD):
        return CUT
    if 32 < code < 0x7F:
        return chr(code)
    if code < 32 or 0xE000 <= code <= 0xF8FF:
        return meaning(code, font.lower())
    if 0x7F <= code < 0xA0 or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        return UNKNOWN
    char = chr(code)
    return LIGATURES.get(char, char)
