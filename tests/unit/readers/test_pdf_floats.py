"""Figures, tables and footnotes apart from the running text."""

from __future__ import annotations

import pytest

from conspectus.readers.pdf_floats import (
    CAPTION,
    CELL,
    LABEL,
    NOTE_OF_TABLE,
    FloatLines,
    find_captions,
    give_content,
    header_rows,
    table_rows,
)
from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_glyphs import Font
from conspectus.readers.pdf_lines import PrintedLine, Run
from conspectus.readers.pdf_notes import FOOTNOTE, mark_footnotes
from conspectus.readers.pdf_style import BodyStyle, Edges

TEXT, SMALL = Font("Serif", 10.0, False, False), Font("Serif", 8.0, False, False)
LABELS = Font("Sans", 6.0, False, False)
STYLE = BodyStyle("Serif", 10.0, 12.0)
PROSE = "and so the water of all the wells that we had seen fell"


def line(
    text: str, base: float, *, font: Font = TEXT, left: float = 50, right: float = 300, row: int | None = None
) -> PrintedLine:
    return PrintedLine(
        page=1, text=text, left=left, top=base - 0.7 * font.size, right=right, bottom=base + 2, base=base, font=font,
        share=1.0, letters=len(text.replace(" ", "")), runs=[Run(0, len(text), font)],
        row=round(base) if row is None else row,
    )  # fmt: skip


def cells(base: float, *texts: str) -> list[PrintedLine]:
    return [line(text, base, font=SMALL, left=50 + 80 * at, right=90 + 80 * at) for at, text in enumerate(texts)]


def floats_of(lines: list[PrintedLine]) -> list[FloatLines]:
    found = find_captions(lines, STYLE)
    give_content(lines, found, STYLE, Edges([PrintedPage(number=1, width=350, height=800, lines=lines)]))
    return found


def roles(lines: list[PrintedLine]) -> list[str]:
    return [each.role for each in lines]


def test_a_table_has_its_caption_cells_and_notes() -> None:
    lines = [line(PROSE, 100), line(PROSE + ".", 112), line("Table 2: Levels of the wells", 140, font=SMALL)]
    lines += [
        *cells(152, "Well", "Level", "Error"),
        *cells(162, "North", "3.5", "0.1"),
        *cells(172, "South", "4.1", "0.2"),
    ]
    lines += [line("All of the levels are given in metres below the ground.", 184, font=SMALL), line(PROSE, 210)]
    (table,) = floats_of(lines)
    assert (table.kind, table.label) == ("table", "Table 2")
    assert table_rows(table.cells) == [["Well", "Level", "Error"], ["North", "3.5", "0.1"], ["South", "4.1", "0.2"]]
    assert [each.text for each in table.notes] == ["All of the levels are given in metres below the ground."]
    assert roles(lines) == ["", "", CAPTION, *[CELL] * 9, NOTE_OF_TABLE, ""]


def test_cells_above_their_caption_are_found_too() -> None:
    lines = [line(PROSE, 100), *cells(130, "Well", "Level"), *cells(140, "North", "3.5"), *cells(150, "South", "4.1")]
    lines += [line("Table 1: Levels", 164, font=SMALL), line(PROSE, 190), line(PROSE, 202)]
    (table,) = floats_of(lines)
    assert table_rows(table.cells) == [["Well", "Level"], ["North", "3.5"], ["South", "4.1"]]
    assert roles(lines)[-2:] == ["", ""]


def test_a_missing_cell_leaves_its_column_empty() -> None:
    row = cells(162, "North", "3.5", "0.1")
    assert table_rows([*cells(150, "Well", "Level", "Error"), row[0], row[2]])[1] == ["North", "", "0.1"]


def test_words_above_numbers_and_bold_rows_are_heads() -> None:
    numbers = [*cells(150, "Well", "Level"), *cells(160, "North", "3.5"), *cells(170, "South", "4.1")]
    assert header_rows(numbers, table_rows(numbers)) == 1
    words = [*cells(150, "Well", "Colour"), *cells(160, "North", "red")]
    assert header_rows(words, table_rows(words)) == 0
    for each in words[:2]:
        each.font = Font("Serif-Bold", 8.0, True, False)
    assert header_rows(words, table_rows(words)) == 1


def test_labels_inside_a_figure_are_no_text() -> None:
    lines = [line(PROSE, 100), line("depth", 130, font=LABELS, right=80), line("time", 180, font=LABELS, right=80)]
    lines += [line("Figure 1: How the wells fell.", 200, font=SMALL), line(PROSE, 230)]
    (figure,) = floats_of(lines)
    assert (figure.kind, figure.label) == ("figure", "Figure 1")
    assert roles(lines) == ["", LABEL, LABEL, CAPTION, ""]


def test_a_caption_goes_on_over_its_lines() -> None:
    lines = [
        line("Figure 1: How the wells of the north and of the", 200, font=SMALL),
        line("south fell.", 210, font=SMALL),
    ]
    lines.append(line(PROSE, 240))
    (figure,) = floats_of(lines)
    assert [each.text for each in figure.captions] == [each.text for each in lines[:2]]


@pytest.mark.parametrize(
    "text", ["Figure 2 shows that the wells fell", "Table 1, which we made, shows it", "Fig. 3) and in the south"]
)
def test_a_sentence_that_begins_with_a_figure_is_no_caption(text: str) -> None:
    assert floats_of([line(PROSE, 100), line(text, 112), line(PROSE, 124)]) == []


def test_a_line_in_the_middle_of_a_sentence_is_no_caption() -> None:
    assert (
        floats_of([line(PROSE + " in", 100), line("Table 2. The wells of the north fell", 112), line(PROSE, 124)]) == []
    )


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Fig. 3. Wells", "Fig. 3"), ("TABLE IV: Wells", "TABLE IV"),
        ("Supplementary Figure S2 | Wells", "Supplementary Figure S2"),
        ("Algorithm 1", "Algorithm 1"), ("Figure 2.1: Wells", "Figure 2.1"), ("Figure A1. Wells", "Figure A1"),
    ],
)  # fmt: skip
def test_labels(text: str, label: str) -> None:
    assert [each.label for each in floats_of([line(text, 300)])] == [label]


def noted(*lines: PrintedLine) -> list[str]:
    mark_footnotes(
        [PrintedPage(number=1, width=350, height=800, lines=list(lines))], STYLE, {id(each) for each in lines}
    )
    return [each.role for each in lines]


def test_small_print_with_a_mark_at_the_foot_is_a_footnote() -> None:
    found = noted(
        line(PROSE, 650), line("¹ See the maps of the north.", 700, font=SMALL), line("They are old.", 710, font=SMALL)
    )
    assert found == ["", FOOTNOTE, FOOTNOTE]


def test_small_print_above_running_text_is_none() -> None:
    assert noted(line("¹ A remark in small print.", 500, font=SMALL), line(PROSE, 600)) == ["", ""]


def test_notes_of_the_left_column_stand_before_the_text_of_the_right_one() -> None:
    found = noted(
        line(PROSE, 600, right=170), line("* Both did the same.", 700, font=SMALL, right=170), line(PROSE, 80, left=180)
    )
    assert found == ["", FOOTNOTE, ""]


def test_small_print_without_a_mark_needs_a_gap_above() -> None:
    assert noted(line(PROSE, 650), line("Edited by B. Brook and others", 700, font=SMALL)) == ["", FOOTNOTE]
    assert noted(line(PROSE, 690), line("and others of the same kind", 702, font=SMALL)) == ["", ""]
