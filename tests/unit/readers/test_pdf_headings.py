"""Headings by number, word and look."""

from __future__ import annotations

import pytest

from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_glyphs import Font
from conspectus.readers.pdf_heading_depths import PrintedHeading
from conspectus.readers.pdf_heading_words import USUAL, bare, in_sequence
from conspectus.readers.pdf_headings import HEADING, HeadingFinder
from conspectus.readers.pdf_lines import PrintedLine, Run
from conspectus.readers.pdf_style import BodyStyle, Edges

TEXT = Font("Serif", 10.0, False, False)
BOLD = Font("Serif-Bold", 10.0, True, False)
LARGE = Font("Serif-Bold", 13.0, True, False)
ITALIC = Font("Serif-Italic", 10.0, False, True)
STYLE = BodyStyle("Serif", 10.0, 12.0)
PROSE = "and so the water of all the wells that we had seen fell"


class Sheet:
    """Lines set one below the other."""

    def __init__(self) -> None:
        self.lines: list[PrintedLine] = []
        self.base = 50.0

    def add(self, text: str, font: Font = TEXT, *, gap: float = 12.0, lead: str = "", left: float = 50) -> Sheet:
        self.base += gap
        whole = f"{lead} {text}" if lead else text
        runs = (
            [Run(0, len(lead) + 1, BOLD), Run(len(lead) + 1, len(whole), font)] if lead else [Run(0, len(text), font)]
        )
        self.lines.append(
            PrintedLine(
                page=1, text=whole, left=left, top=self.base - 7, right=left + 4.5 * len(whole), bottom=self.base + 2,
                base=self.base, font=font, share=len(text) / len(whole), letters=len(whole.replace(" ", "")), runs=runs,
                row=len(self.lines),
            )
        )  # fmt: skip
        return self

    def prose(self, count: int = 4) -> Sheet:
        for at in range(count):
            self.add(PROSE.capitalize() if at == 0 else PROSE + ("." if at == count - 1 else ""))
        return self

    def headings(self, outline: dict[str, int] | None = None, stop: int | None = None) -> list[PrintedHeading]:
        edges = Edges([PrintedPage(number=1, width=600, height=800, lines=self.lines)])
        end = len(self.lines) if stop is None else stop
        return HeadingFinder(self.lines, STYLE, edges, outline or {}, end).find()


def told(headings: list[PrintedHeading]) -> list[tuple[str, str, int]]:
    return [(each.number, each.title, each.depth) for each in headings]


def test_numbered_headings_are_nested_by_their_numbers() -> None:
    sheet = Sheet().add("1 Introduction", LARGE).prose().add("2 Field work", LARGE, gap=24).prose()
    sheet.add("2.1 Wells", BOLD, gap=20).prose().add("3 Discussion", LARGE, gap=24).prose()
    assert told(sheet.headings()) == [
        ("1", "Introduction", 1), ("2", "Field work", 1), ("2.1", "Wells", 2), ("3", "Discussion", 1),
    ]  # fmt: skip


def test_headings_without_numbers_are_nested_by_their_look() -> None:
    sheet = Sheet().add("Introduction", LARGE).prose().add("Methods", LARGE, gap=24).prose()
    sheet.add("Wells of the north", BOLD, gap=20).prose().add("Wells of the south", BOLD, gap=20).prose()
    sheet.add("Results", LARGE, gap=24).prose()
    assert [depth for _, _, depth in told(sheet.headings())] == [1, 1, 2, 2, 1]


def test_a_heading_of_two_lines_is_one() -> None:
    sheet = Sheet().prose().add("1 Introduction", LARGE, gap=24).prose()
    sheet.add("2 Levels of the wells of the north and of", LARGE, gap=24).add(
        "the south over ten years", LARGE, gap=15
    ).prose()
    assert told(sheet.headings())[-1] == ("2", "Levels of the wells of the north and of the south over ten years", 1)


def test_usual_headings_in_the_print_of_the_text_are_found_when_they_stand_apart() -> None:
    sheet = Sheet().add("Introduction").prose().add("Results", gap=24).prose()
    assert [title for _, title, _ in told(sheet.headings())] == ["Introduction", "Results"]


def test_items_of_a_numbered_list_are_no_headings() -> None:
    sheet = Sheet().add("1 Introduction", LARGE).prose()
    sheet.add("1. we took all the maps of the north that we had", gap=16)
    sheet.add("2. we measured every well that was on one of them", gap=16)
    sheet.prose().add("2 Methods", LARGE, gap=24).prose()
    assert [title for _, title, _ in told(sheet.headings())] == ["Introduction", "Methods"]


def test_a_bold_sentence_and_a_formula_are_no_headings() -> None:
    sheet = (
        Sheet()
        .add("1 Introduction", LARGE)
        .prose()
        .add("We claim that all of the wells of the north fell dry.", BOLD, gap=20)
    )
    sheet.prose().add("Q = k (h1 - h2)", BOLD, gap=20).prose()
    assert [title for _, title, _ in told(sheet.headings())] == ["Introduction"]


def test_a_run_in_heading_ends_where_its_print_does() -> None:
    sheet = Sheet().add("1 Introduction", LARGE).prose()
    sheet.add("We used nine maps of the north.", lead="Data.", gap=18).prose()
    found = sheet.headings()
    assert [(each.title, each.lines[-1].text[each.run_in :]) for each in found][1:] == [
        ("Data", "We used nine maps of the north."),
    ]
    assert found[1].depth > found[0].depth


def test_lines_of_a_reference_list_are_no_headings_and_an_appendix_is_one() -> None:
    sheet = Sheet().add("1 Introduction", LARGE).prose().add("References", LARGE, gap=24)
    stop = len(sheet.lines) - 1
    sheet.add("Springs of the North", BOLD, gap=20).prose().add("A Maps", LARGE, gap=24).prose()
    assert told(sheet.headings(stop=stop))[1:] == [("", "References", 1), ("A", "Maps", 1)]


def test_the_table_of_contents_of_the_file_names_headings_and_depths() -> None:
    sheet = Sheet().add("Introduction", LARGE).prose().add("Springs", ITALIC, gap=24).prose()
    found = sheet.headings({"introduction": 1, "springs": 2})
    assert told(found) == [("", "Introduction", 1), ("", "Springs", 2)]


def test_a_heading_right_below_another_look_is_nested_in_it() -> None:
    sheet = Sheet().add("Methods", LARGE).prose().add("Collection", BOLD, gap=24)
    sheet.add("Maps", ITALIC, gap=18).prose().add("Wells", ITALIC, gap=20).prose().add("Analysis", BOLD, gap=20).prose()
    depths = {title: depth for _, title, depth in told(sheet.headings())}
    assert depths["Maps"] == depths["Wells"] == depths["Collection"] + 1
    assert depths["Analysis"] == depths["Collection"]


def test_lines_of_headings_get_their_role() -> None:
    sheet = Sheet().add("1 Introduction", LARGE).prose()
    sheet.headings()
    assert [line.role for line in sheet.lines] == [HEADING, "", "", "", ""]


class Numbered:
    def __init__(self, number: str) -> None:
        self.number = number


@pytest.mark.parametrize(
    ("numbers", "kept"),
    [
        (["1", "2", "2.1", "2.2", "3"], ["1", "2", "2.1", "2.2", "3"]),
        (["1", "7", "2"], ["1", "2"]),
        (["5", "1", "2"], ["1", "2"]),
        (["1", "3", "3.1", "3.1.1", "4"], ["1", "3", "3.1", "3.1.1", "4"]),
        (["2.2", "3.1"], ["2.2", "3.1"]),
        (["1", "", "2"], ["1", "", "2"]),
    ],
)
def test_numbers_out_of_sequence_are_left_out(numbers: list[str], kept: list[str]) -> None:
    assert [each.number for each in in_sequence([Numbered(number) for number in numbers])] == kept


@pytest.mark.parametrize(
    "text", ["3 Results and Discussion", "IV. METHODS", "References:", "Data Availability Statement"]
)
def test_usual_words(text: str) -> None:
    assert USUAL.fullmatch(bare(text))


def test_bold_claims_that_open_paragraphs_are_no_headings() -> None:
    sheet = Sheet().add("1 Introduction", LARGE).prose()
    sheet.add("We found that the wells of the north and of the south,", BOLD, gap=18).prose()
    sheet.add("fell with all the springs.", lead="As we had expected it to be, the water [3]", gap=18).prose()
    assert [title for _, title, _ in told(sheet.headings())] == ["Introduction"]
