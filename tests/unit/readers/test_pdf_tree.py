"""The tree of a printed paper and the places of its text."""

from __future__ import annotations

from conspectus.domain.document import Document, Reference
from conspectus.readers.pdf_floats import FloatLines
from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_glyphs import Font
from conspectus.readers.pdf_heading_depths import PrintedHeading
from conspectus.readers.pdf_headings import HEADING
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_notes import FOOTNOTE
from conspectus.readers.pdf_paragraphs import Words
from conspectus.readers.pdf_style import BodyStyle, Edges
from conspectus.readers.pdf_tree import ABSTRACT, KEPT_APART, TreeBuilder

FONT = Font("Serif", 10.0, False, False)
STYLE = BodyStyle("Serif", 10.0, 12.0)


def line(
    text: str, base: float, role: str = "", *, page: int = 1, raised: list[tuple[int, int]] | None = None
) -> PrintedLine:
    return PrintedLine(
        page=page, text=text, left=50, top=base - 7, right=300, bottom=base + 2, base=base, font=FONT, share=1.0,
        letters=len(text.replace(" ", "")), row=round(base), role=role, raised=raised or [],
    )  # fmt: skip


def head(lines: list[PrintedLine], at: int, depth: int, number: str = "", *, run_in: int = 0) -> PrintedHeading:
    text = lines[at].text[:run_in].rstrip(". ") if run_in else lines[at].text
    if not run_in:
        lines[at].role = HEADING
    title = text.removeprefix(f"{number} ")
    return PrintedHeading([lines[at]], text, at, depth, run_in=run_in, number=number, title=title)


def built(
    lines: list[PrintedLine],
    headings: list[PrintedHeading],
    floats: list[FloatLines] | None = None,
    references: tuple[Reference, ...] = (),
) -> Document:
    edges = Edges([PrintedPage(number=1, width=350, height=800, lines=lines)])
    return TreeBuilder(lines, headings, floats or [], references, STYLE, edges, Words(lines)).document("Abstract")


def addresses(document: Document, kind: str = "section") -> dict[str, str]:
    return {place.address: document.text[place.start : place.end] for place in document.places() if place.kind == kind}


def test_sections_are_nested_by_depth_and_the_abstract_comes_first() -> None:
    lines = [line("We walked.", 60, ABSTRACT), line("1 Walks", 90), line("They were long.", 110)]
    lines += [line("1.1 Hills", 140), line("They were high.", 160), line("2 End", 190), line("We slept.", 210)]
    document = built(lines, [head(lines, 1, 1, "1"), head(lines, 3, 2, "1.1"), head(lines, 5, 1, "2")])
    assert [place.section.heading for place in document.places() if place.kind == "section"] == [
        "Abstract", "Walks", "Hills", "End",
    ]  # fmt: skip
    assert list(addresses(document)) == ["s1", "s2", "s2.1", "s3"]
    assert document.abstract_text() == "We walked."


def test_a_run_in_heading_leaves_the_rest_of_its_line_to_the_text() -> None:
    lines = [line("1 Walks", 60), line("Hills. They were high.", 80)]
    document = built(lines, [head(lines, 0, 1, "1"), head(lines, 1, 9, run_in=7)])
    assert document.sections[0].sections[0].heading == "Hills"
    assert list(addresses(document, "paragraph").values()) == ["They were high."]


def test_a_heading_without_content_stays_as_text() -> None:
    lines = [line("1 Walks", 60), line("They were long.", 80), line("2 Hills", 110)]
    document = built(lines, [head(lines, 0, 1, "1"), head(lines, 2, 1, "2")])
    start = document.text.index("2 Hills")
    assert [box.box[1] for box in document.boxes_of(start, start + 7)] == [103]


def test_a_float_stands_in_its_section_and_does_not_cut_the_sentence() -> None:
    lines = [line("They were so long that", 60), line("Figure 1: A hill.", 80, "caption"), line("we slept.", 100)]
    document = built(lines, [], [FloatLines("figure", "Figure 1", [lines[1]], 1, 10)])
    assert addresses(document, "paragraph") == {
        "s1.p1": "They were so long that we slept.", "s1.f1.p1": "A hill.",
    }  # fmt: skip
    assert document.sections[0].figures[0].label == "Figure 1"


def test_footnotes_and_what_is_left_of_the_front_are_notes() -> None:
    lines = [line("Institute of Hills", 40, KEPT_APART), line("They were long.", 60)]
    lines += [line("¹ See the map.", 700, FOOTNOTE), line("² It is old.", 712, FOOTNOTE)]
    document = built(lines, [])
    notes = document.sections[-1]
    assert notes.heading == "Notes"
    assert [document.text[each.start : each.end] for each in notes.paragraphs] == [
        "Institute of Hills", "¹ See the map.", "² It is old.",
    ]  # fmt: skip


def test_raised_numbers_point_at_references_where_no_brackets_do() -> None:
    cited = line("They were long.¹", 60, raised=[(15, 16)])
    document = built([cited], [], references=(Reference(key="b0", label="1", text="Hills"),))
    (pointer,) = [each for place in document.places() if place.sentence for each in place.sentence.pointers]
    assert (document.text[pointer.start : pointer.end], pointer.targets) == ("¹", ("b0",))


def test_each_line_of_headings_paragraphs_and_captions_has_its_place() -> None:
    lines = [line("1 Walks", 60), line("They were so long that", 80), line("we slept.", 92, page=2)]
    document = built(lines, [head(lines, 0, 1, "1")])
    assert [(document.text[each.start : each.end], each.page, each.box) for each in document.layout] == [
        ("1 Walks", 1, (50, 53, 300, 62)),
        ("They were so long that", 1, (50, 73, 300, 82)),
        ("we slept.", 2, (50, 85, 300, 94)),
    ]
