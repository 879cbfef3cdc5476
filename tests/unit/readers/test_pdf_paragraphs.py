"""Where paragraphs of print begin, and how their lines are joined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_glyphs import Font
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_paragraphs import PrintedParagraph, Words, joined, paragraphs_of
from conspectus.readers.pdf_signs import CUT
from conspectus.readers.pdf_style import BodyStyle, Edges, ends_sentence, is_prose

STYLE = BodyStyle("Serif", 10.0, 12.0)
FONT = Font("Serif", 10.0, False, False)


def line(text: str, row: int = 0, *, left: float = 50, right: float = 300, page: int = 1) -> PrintedLine:
    base = 100 + 12.0 * row
    return PrintedLine(
        page=page, text=text, left=left, top=base - 7, right=right, bottom=base + 2, base=base, font=FONT, share=1.0,
        letters=len(text.replace(" ", "")), row=row,
    )  # fmt: skip


FULL = "and this is a line of running text that fills its column"


def flow(*lines: PrintedLine) -> list[PrintedParagraph]:
    pages = {each.page for each in lines}
    edges = Edges(
        [
            PrintedPage(number=n, width=350, height=800, lines=[line(FULL, row, page=n) for row in range(8)])
            for n in pages
        ]
    )
    return paragraphs_of(lines, STYLE, edges, Words(lines))


def test_an_indent_opens_a_paragraph() -> None:
    found = flow(line(FULL), line(FULL + ".", 1), line("Then comes another one, which is set in", 2, left=62))
    assert [len(each.printed) for each in found] == [2, 1]


def test_a_gap_opens_a_paragraph_behind_a_full_stop() -> None:
    found = flow(line(FULL + "."), line("Then comes another one.", 2))
    assert len(found) == 2


def test_a_formula_between_does_not_cut_a_sentence() -> None:
    found = flow(line(FULL), line("a = b + c (1)", 2, left=150, right=210), line("where a is the sum.", 4, right=150))
    assert len(found) == 1


def test_a_formula_behind_a_full_stop_stands_alone() -> None:
    found = flow(line(FULL + "."), line("a = b + c (1)", 2, left=150, right=210), line("Then we sum up.", 4, right=150))
    assert [each.kind for each in found] == ["text", "formula", "text"]


def test_a_paragraph_goes_on_over_a_page() -> None:
    found = flow(line(FULL, 50), line("goes on here.", 0, right=120, page=2))
    assert [each.text for each in found] == [FULL + " goes on here."]
    assert [each.page for each in found[0].printed] == [1, 2]


def test_a_short_line_with_a_full_stop_ends_a_paragraph() -> None:
    found = flow(line(FULL), line("ends here.", 1, right=110), line(FULL, 2), line(FULL, 3))
    assert len(found) == 2


def test_items_of_lists_are_paragraphs_of_their_own() -> None:
    found = flow(
        line("We ask two things:", right=140),
        line("• How deep are the springs that we found in", 1),
        line("the north?", 2, left=60, right=110),
        line("• Where do they go?", 3, right=150),
        line("With these we begin the study of all of our maps", 4),
    )
    assert [each.kind for each in found] == ["text", "list", "list", "text"]


@pytest.mark.parametrize(
    ("first", "second", "known", "text"),
    [
        ("the obser" + CUT, "vation", "", "the observation"),
        ("the obser-", "vation", "", "the observation"),
        ("a well-", "known fact", "a well-known case", "a well-known fact"),
        ("a re-", "port", "the report says", "a report"),
        ("the Navier-", "Stokes model", "", "the Navier-Stokes model"),
        ("the range 10–", "20 m", "", "the range 10–20 m"),
        ("at https://example.org/", "data here", "", "at https://example.org/data here"),
        ("plain words", "go on", "", "plain words go on"),
        ("IFN-", "β rose", "IFN-β fell", "IFN-β rose"),
    ],
)
def test_words_cut_at_the_end_of_a_line_are_whole(first: str, second: str, known: str, text: str) -> None:
    words = Words([line(f"and {known}")] if known else [])
    assert joined([line(first), line(second, 1)], words).text == text


def test_every_line_has_its_stretch_of_the_text() -> None:
    found = joined([line("the obser" + CUT), line("vation of wells", 1)], Words([]))
    assert [found.text[each.start : each.end].strip() for each in found.printed] == ["the obser", "vation of wells"]
    assert [each.box for each in found.printed] == [(50, 93.0, 300, 102.0), (50, 105.0, 300, 114.0)]


def test_a_heading_at_the_head_of_a_line_is_left_out() -> None:
    assert joined([line("Data. We took maps")], Words([]), skip=6).text == "We took maps"


@given(st.lists(st.text(alphabet="abcdefgh -.,\u00ad³", min_size=1, max_size=30), min_size=1, max_size=8))
def test_stretches_lie_in_order_and_cover_all_letters(texts: list[str]) -> None:
    found = joined([line(text, row) for row, text in enumerate(texts)], Words([]))
    ends = 0
    for each in found.printed:
        assert ends <= each.start < each.end <= len(found.text)
        ends = each.end
    letters = [char for text in texts for char in text if char.isalpha()]
    assert [char for char in found.text if char.isalpha()] == letters


@pytest.mark.parametrize(
    ("text", "is_end"),
    [("fell.", True), ("fell.”", True), ("fell. [3]", True), ("fell.12", True), ("fell.¹²", True), ("of 0.05", False),
     ("why?", True), ("of g!", False), ("and", False)],
)  # fmt: skip
def test_ends_of_sentences_at_the_ends_of_lines(text: str, is_end: bool) -> None:
    assert ends_sentence(text) is is_end


def test_prose_is_told_from_rows_of_tables() -> None:
    assert is_prose(line("and the wells of the north fell dry in"))
    assert not is_prose(line("Ashford 3.5 12.1 0.22 9.1 8.8 4.2"))
    assert not is_prose(line("Site Mean Depth Samples Error Rate Total"))
