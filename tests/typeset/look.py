"""How a typeset paper looks: pages, columns, type, heads, and what a printer adds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

Stream = Literal["natural", "rows", "floats first", "floats last"]


@dataclass(frozen=True, slots=True)
class Type:
    """A font at a size; ``capitals`` prints in capitals, ``spaced`` with a space between letters."""

    font: str
    size: float
    capitals: bool = False
    spaced: bool = False


TIMES = ("Times-Roman", "Times-Bold", "Times-Italic")
HELVETICA = ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique")
VERA = ("Vera", "VeraBd", "VeraIt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Lengths are points. ``heads`` are the types of section heads by level, by default bold of falling size."""

    width: float = 595.0
    height: float = 842.0
    margin: float = 60.0
    columns: int = 1
    gap: float = 20.0
    family: tuple[str, str, str] = TIMES
    size: float = 10.0
    leading: float = 12.0
    heads: tuple[Type, ...] = ()
    numbers: Literal["", "1", "1.", "I."] = "1"
    run_in_level: int = 9
    wide_front: bool = False
    abstract: Literal["head", "run-in", "spaced"] = "head"
    justified: bool = True
    indent: float = 12.0
    paragraph_gap: float = 0.0
    hyphen: str = ""
    ligatures: bool = False
    line_numbers: bool = False
    running_head: str = ""
    page_numbers: bool = True
    stream: Stream = "natural"
    stamp: str = ""
    letter_by_letter: bool = False

    def head(self, level: int) -> Type:
        """Gives the type of a section head."""
        if self.heads:
            return self.heads[min(level, len(self.heads)) - 1]
        return Type(self.family[1], self.size + (3.0, 1.5, 0.0)[min(level, 3) - 1])


@lru_cache(maxsize=1)
def register_fonts() -> None:
    """Makes the fonts that come with reportlab known to it."""
    for name in VERA:
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))


def width_of(text: str, font: str, size: float) -> float:
    """Gives the width of a text in points."""
    return float(pdfmetrics.stringWidth(text, font, size))
