"""Lines of print from glyphs, and what the codes of fonts mean."""

from __future__ import annotations

import pytest

from conspectus.readers.pdf_glyphs import Font, Glyph, PageGlyphs
from conspectus.readers.pdf_lines import PrintedLine, page_lines
from conspectus.readers.pdf_signs import CUT, UNKNOWN, closed_up, meaning, mended_signs

TEXT = Font("Serif", 10.0, False, False)
BOLD = Font("Serif-Bold", 10.0, True, False)
SMALL = Font("Serif", 6.5, False, False)


def set_in(text: str, left: float, base: float, font: Font = TEXT) -> list[Glyph]:
    """Glyphs of half the font's size in width, spaces with the box of what is before them."""
    glyphs: list[Glyph] = []
    step = font.size / 2
    for at, char in enumerate(text):
        x = left + at * step
        if char == " ":
            last = glyphs[-1]
            glyphs.append(Glyph(" ", last.right, last.top, last.right, last.bottom, last.base, last.font))
        else:
            glyphs.append(Glyph(char, x, base - font.size * 0.7, x + step, base, base, font))
    return glyphs


def read(*rows: list[Glyph]) -> list[PrintedLine]:
    page = PageGlyphs(number=1, width=595, height=842)
    for row in rows:
        page.glyphs += row
        page.breaks.add(len(page.glyphs))
    return page_lines(page)


def test_a_line_has_its_text_and_its_place() -> None:
    (line,) = read(set_in("Nine springs", 50, 100))
    assert (line.text, line.left, line.right, line.base, line.size, line.letters) == (
        "Nine springs", 50.0, 110.0, 100.0, 10.0, 11,
    )  # fmt: skip


def test_a_gutter_parts_a_row_and_a_space_does_not() -> None:
    lines = read(set_in("left column", 50, 100) + set_in("right column", 130, 100))
    assert [line.text for line in lines] == ["left column", "right column"]
    assert lines[0].row == lines[1].row


def test_a_justified_line_with_a_wide_space_stays_whole() -> None:
    above = set_in("the line above it fills all of the column", 50, 88)
    stretched = set_in("A wide gap ", 50, 100) + set_in("in this very long line.", 140, 100)
    assert [line.text for line in read(above, stretched)] == [
        "the line above it fills all of the column",
        "A wide gap in this very long line.",
    ]
    assert len(read(stretched)) == 2


@pytest.mark.parametrize(
    ("up", "text"),
    [("3", "10³ cells"), ("−5", "10⁻⁵ cells"), ("n+1", "10ⁿ⁺¹ cells")],
)
def test_raised_signs_are_superscripts(up: str, text: str) -> None:
    row = set_in("10", 50, 100) + set_in(up, 60, 96.0, SMALL)
    row += set_in(" cells"[1:], 60 + 3.25 * len(up) + 4, 100)
    row.insert(2 + len(up), Glyph(" ", 70, 95, 70, 96, 96, SMALL))
    assert [line.text for line in read(row)] == [text]


def test_the_places_of_raised_signs_are_kept() -> None:
    (line,) = read(set_in("fell", 50, 100) + set_in("12", 70, 96, SMALL))
    assert line.text == "fell¹²"
    assert [line.text[start:end] for start, end in line.raised] == ["¹²"]


def test_a_lowered_sign_is_a_subscript() -> None:
    (line,) = read(set_in("CO", 50, 100) + set_in("2", 60, 102, SMALL))
    assert line.text == "CO₂"


def test_a_raised_sign_that_pdfium_put_on_a_line_of_its_own_comes_back() -> None:
    (line,) = read(set_in("Ada Moor", 50, 100), set_in("1", 90.5, 96, SMALL))
    assert line.text == "Ada Moor¹"


def test_a_soft_hyphen_ends_a_line_though_pdfium_does_not() -> None:
    lines = read(set_in("obser" + CUT, 50, 100) + set_in("vation", 50, 112))
    assert [line.text for line in lines] == ["obser" + CUT, "vation"]


def test_fonts_are_told_apart_within_a_line() -> None:
    (line,) = read(set_in("Data. ", 50, 100, BOLD) + set_in("We took nine maps", 80, 100))
    assert [(line.text[run.start : run.end].strip(), run.font.bold) for run in line.runs] == [
        ("Data.", True), ("We took nine maps", False),
    ]  # fmt: skip
    assert line.font == TEXT


def test_an_accent_printed_over_its_letter_is_put_on_it() -> None:
    row = set_in("Erdos", 50, 100)
    row.append(Glyph("˝", 65.5, 92, 69.5, 94, 100, TEXT))
    assert [line.text for line in read(row)] == ["Erdős"]


@pytest.mark.parametrize(
    ("code", "font", "text"),
    [
        (0xFB01, "serif", "fi"), (0xFB04, "serif", "ffl"),
        (0xF062, "symbolmt", "β"), (0xF0B7, "symbol", "•"), (0xF041, "wingdings", UNKNOWN),
        (0x00, "cmsy10", "−"), (0x0B, "cmr10", "ff"), (0x0B, "cmmi10", "α"), (0x03, "arial", UNKNOWN),
        (0xE123, "arial", UNKNOWN),
    ],
)  # fmt: skip
def test_codes_that_are_known_get_their_meaning(code: int, font: str, text: str) -> None:
    assert meaning(code, font) == text


def test_spaced_accents_and_letters_are_mended() -> None:
    assert mended_signs("M¨uller and Garc´ıa") == "Müller and García"
    assert mended_signs("5´ end") == "5´ end"
    assert mended_signs("Python\u0645\u0646") == "Python \u0645\u0646"
    assert closed_up("A B S T R A C T") == "ABSTRACT"
    assert closed_up("a b test of I and J") == "a b test of I and J"
