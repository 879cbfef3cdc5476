"""Reading order, and what belongs to pages and not to the text."""

from __future__ import annotations

from conspectus.readers.pdf_furniture import FURNITURE, PrintedPage, mark_furniture
from conspectus.readers.pdf_glyphs import Font
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_order import continuity, put_in_order, sorted_into_columns

FONT = Font("Serif", 10.0, False, False)
WORDS = "so that every line of the text goes on in the next".split()


def line(text: str, base: float, *, left: float = 50, right: float = 290, page: int = 1, row: int = 0) -> PrintedLine:
    return PrintedLine(
        page=page, text=text, left=left, top=base - 7, right=right, bottom=base + 2, base=base, font=FONT, share=1.0,
        letters=len(text.replace(" ", "")), row=row or round(base),
    )  # fmt: skip


def column(name: str, count: int, *, left: float = 50, right: float = 290) -> list[PrintedLine]:
    return [
        line(f"{'A' if at == 0 else 'a'}nd {name} number {at} of the running text" + ("." if at == count - 1 else ""),
             100 + 12 * at, left=left, right=right)
        for at in range(count)
    ]  # fmt: skip


def sheet(lines: list[PrintedLine], number: int = 1) -> PrintedPage:
    for each in lines:
        each.page = number
    return PrintedPage(number=number, width=600, height=800, lines=lines)


def test_lines_by_turns_from_two_columns_are_sorted() -> None:
    left, right = column("left", 12), column("right", 12, left=310, right=550)
    page = sheet([each for pair in zip(left, right, strict=True) for each in pair])
    assert put_in_order(page)
    assert page.lines == left + right


def test_the_order_of_the_stream_is_trusted_without_proof() -> None:
    floats_last = [*column("left", 12), *column("right", 12, left=310, right=550), line("Figure 1: wells", 60)]
    page = sheet(list(floats_last))
    assert not put_in_order(page)
    assert page.lines == floats_last


def test_a_line_over_both_columns_parts_them_into_bands() -> None:
    upper = [line(f"upper left line {at} of the text", 100 + 12 * at) for at in range(4)]
    upper_right = [line(f"upper right line {at} of the text", 100 + 12 * at, left=310, right=550) for at in range(4)]
    wide = line("a title that runs over both of the columns", 160, right=550)
    lower = [line(f"lower left line {at} of the text", 180 + 12 * at) for at in range(4)]
    lower_right = [line(f"lower right line {at} of the text", 180 + 12 * at, left=310, right=550) for at in range(4)]
    shuffled = sorted([*upper, *upper_right, wide, *lower, *lower_right], key=lambda each: (each.base, -each.left))
    assert sorted_into_columns(shuffled) == [*upper, *upper_right, wide, *lower, *lower_right]


def test_continuity_counts_what_goes_on_and_what_cannot() -> None:
    assert continuity([line("The wells", 1), line("fell dry.", 2), line("Then", 3)]) == 0.5
    assert continuity([line("They fell.", 1), line("and then", 2)]) == -1.0


def test_running_heads_and_page_numbers_are_furniture() -> None:
    pages = [
        sheet([line(f"Moor et al., page {n}", 30), *column(WORDS[n], 20), line(f"{n}", 770, left=298)], n)
        for n in range(1, 5)
    ]
    mark_furniture(pages)
    for page in pages:
        assert [each.role for each in page.lines] == [FURNITURE, *[""] * 20, FURNITURE]


def test_a_line_in_the_margin_that_does_not_come_again_is_text() -> None:
    pages = [
        sheet([line(f"{word} it ends up here.", 60), *column(WORDS[n], 20)], n) for n, word in enumerate(WORDS[:4], 1)
    ]
    mark_furniture(pages)
    assert all(each.role == "" for page in pages for each in page.lines)


def test_numbers_of_lines_are_furniture_and_cells_of_a_table_are_not() -> None:
    numbered = [line(str(at + 1), 100 + 12 * at, left=30, right=36) for at in range(12)]
    years = [line(str(1990 + 7 * at), 400 + 12 * at, left=100, right=120) for at in range(9)]
    page = sheet([*numbered, *column("text", 12), *years])
    mark_furniture([page])
    assert [each.role for each in numbered] == [FURNITURE] * 12
    assert [each.role for each in years] == [""] * 9
