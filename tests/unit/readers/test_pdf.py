"""Papers from typeset PDFs, and files that hold none."""

from __future__ import annotations

import pytest
from pdf_press import Press

from conspectus.domain.document import Document, Section, SectionKind
from conspectus.domain.paper import Paper
from conspectus.readers.pdf import PdfReader
from conspectus.readers.pdf_paper import paper_of
from conspectus.readers.reading import read_bytes
from conspectus.readers.sniffing import Head

INTRODUCTION = [
    "Springs are places where water leaves the ground, and many of them have",
    "moved since the first maps were drawn [1]. We ask how far they went, and",
    "we compare the old maps with the new ones, as Brook did it before us [2].",
    "The question is an old one. It has never been answered for the north of",
    "the country, where winters are long and the springs are hard to obser-",
    "ve, since ice covers them.",
]
METHODS = [
    "We walked to each of the nine springs and noted where the water came",
    "out of the ground. Then we took the oldest maps that could be found and",
    "laid them over our own. Levels fell by 10",
]
RESULTS = [
    "Two of the nine springs had moved down the slope by more than a hundred",
    "steps. The others stayed where they were, and their water was as cold as",
    "the old notes say.",
]


def typeset(**options: object) -> bytes:
    press = Press(**options)
    press.line("Springs of the north", "Times-Bold", 17).line("Ada Moor and Ben Brook", size=11, gap=20)
    press.line("Abstract", "Times-Bold", 12, gap=30).lines(
        ["We mapped nine springs of the north, and we found that two of them had", "moved. The others stayed."]
    )
    press.line("1 Introduction", "Times-Bold", 13, gap=28).lines(INTRODUCTION)
    press.line("2 Methods", "Times-Bold", 13, gap=28).lines(METHODS)
    x = 72 + press.canvas.stringWidth(METHODS[-1], "Times-Roman", 10)
    press.canvas.setFont("Times-Roman", 6.5)
    press.canvas.drawString(x, press.y + 4, "3")
    press.canvas.setFont("Times-Roman", 10)
    press.canvas.drawString(x + 6, press.y, "metres in all, and then")
    press.line("Table 1: Springs and where they went.", size=8.5, gap=40)
    for row in (("Spring", "Moved by"), ("Ashford", "12.5"), ("Fenwick", "80.1")):
        press.line(row[0], size=8.5, gap=11).canvas.drawString(200, press.y, row[1])
    press.line("they rose again.", gap=40)
    press.line("¹ All of them lie in the hills.", size=8, gap=260)
    press.page().line("2.1 Results of the walks", "Times-Bold", 11, gap=28).lines(RESULTS)
    press.line("References", "Times-Bold", 13, gap=28)
    press.line("[1] A. Moor. Old maps of springs. Journal of Wells, 3:1-9, 2001.", gap=16)
    press.line("[2] B. Brook. Water and slopes. Journal of Wells, 4:10-19, 2005.", gap=14)
    return press.done()


@pytest.fixture(scope="module")
def paper() -> Paper:
    return paper_of(typeset())


@pytest.fixture(scope="module")
def document(paper: Paper) -> Document:
    assert paper.document is not None
    return paper.document


def texts(document: Document, section: Section) -> list[str]:
    return [document.text[each.start : each.end] for each in section.paragraphs]


def test_title_and_authors_come_from_the_first_page(paper: Paper) -> None:
    assert paper.title == "Springs of the north"
    assert [author.full for author in paper.authors] == ["Ada Moor", "Ben Brook"]
    assert (
        paper.abstract
        == "We mapped nine springs of the north, and we found that two of them had moved. The others stayed."
    )


def test_sections_are_nested(document: Document) -> None:
    abstract, introduction, methods, notes = document.sections
    assert [(each.number, each.heading) for each in document.sections] == [
        ("", "Abstract"), ("1", "Introduction"), ("2", "Methods"), ("", "Notes"),
    ]  # fmt: skip
    assert (abstract.kind, introduction.kind) == (SectionKind.ABSTRACT, SectionKind.INTRODUCTION)
    assert [(each.number, each.heading) for each in methods.sections] == [("2.1", "Results of the walks")]
    assert texts(document, notes) == ["¹ All of them lie in the hills."]


def test_a_sentence_that_a_table_interrupts_is_one(document: Document) -> None:
    methods = document.sections[2]
    assert texts(document, methods)[-1].endswith("Levels fell by 10³ metres in all, and then they rose again.")
    (table,) = methods.tables
    assert table.label == "Table 1"
    assert table.rows == (("Spring", "Moved by"), ("Ashford", "12.5"), ("Fenwick", "80.1"))


def test_words_cut_at_line_ends_are_whole(document: Document) -> None:
    assert "hard to observe, since ice" in document.text


def test_references_and_pointers_are_linked(document: Document) -> None:
    assert [(each.label.strip("[]"), each.year) for each in document.references] == [("1", 2001), ("2", 2005)]
    pointers = [pointer for place in document.places() if place.sentence for pointer in place.sentence.pointers]
    assert [(document.text[each.start : each.end], each.targets) for each in pointers] == [
        ("[1]", (document.references[0].key,)), ("[2]", (document.references[1].key,)),
    ]  # fmt: skip
    assert "Old maps" not in document.text


def test_every_sentence_has_page_and_box(document: Document) -> None:
    for place in document.places():
        if place.kind in ("sentence", "paragraph"):
            boxes = document.boxes_of(place.start, place.end)
            assert boxes, place.address
            for each in boxes:
                left, top, right, bottom = each.box
                assert 0 <= left < right <= 595
                assert 0 <= top < bottom <= 842
    at = document.text.index("Two of the nine")
    (first,) = {each.page for each in document.boxes_of(at, at + 10)}
    assert first == 2


def test_a_box_is_where_the_words_are_printed(document: Document) -> None:
    start = document.text.index("Springs are places")
    (box,) = document.boxes_of(start, start + 7)
    # 780 - 12 - 20 - 30 - 24 - 28 - 12 = 654 above the foot, so 188 below the head of the page.
    assert box.box[0] == pytest.approx(72, abs=1)
    assert box.box[1] == pytest.approx(188 - 7, abs=1.5)
    assert box.box[3] == pytest.approx(188 + 2, abs=1.5)


def test_nothing_is_lost_of_a_plain_paper(document: Document) -> None:
    assert document.loss is not None
    assert (document.loss.lost, document.loss.suspect) == (0.0, 0.0)
    assert document.loss.characters > 900


def test_text_across_the_page_is_counted_as_lost() -> None:
    def stamped(press: Press) -> None:
        press.canvas.saveState()
        press.canvas.rotate(90)
        press.canvas.setFont("Times-Roman", 20)
        press.canvas.drawString(200, -30, "x" * 100)
        press.canvas.restoreState()

    press = Press()
    stamped(press)
    press.line("Springs of the north", "Times-Bold", 17)
    for _ in range(4):
        press.lines(INTRODUCTION)
    loss = paper_of(press.done()).documents[0].loss
    assert loss is not None
    assert loss.lost == pytest.approx(100 / loss.characters)


def test_a_page_that_is_shown_turned_is_read_as_shown() -> None:
    press = Press()
    press.canvas.setPageRotation(90)
    press.canvas.saveState()
    press.canvas.translate(595, 0)
    press.canvas.rotate(90)
    press.y = 560
    press.line("Springs of the north", "Times-Bold", 17).lines(INTRODUCTION).lines(METHODS)
    press.canvas.restoreState()
    document = paper_of(press.done()).documents[0]
    assert "Springs are places where water leaves the ground, and many of them have moved" in document.text
    box = document.boxes_of(document.text.index("places"), document.text.index("places") + 2)[0].box
    assert box[2] - box[0] > 200 > box[3] - box[1]


def test_the_reader_asks_for_a_process_of_its_own() -> None:
    reading = read_bytes(typeset(), source="springs.pdf")
    assert (reading.reader, reading.child_reader) == ("pdf", PdfReader)


def test_the_mark_may_stand_behind_other_bytes() -> None:
    assert PdfReader().recognise(Head(b"\n" * 100 + b"%PDF-1.4"))
    assert not PdfReader().recognise(Head(b" " * 2000 + b"%PDF-1.4"))


def test_the_stamp_of_arxiv_gives_the_identifier_and_is_no_text() -> None:
    press = Press()
    press.canvas.saveState()
    press.canvas.rotate(90)
    press.canvas.setFont("Times-Roman", 20)
    press.canvas.drawString(200, -30, "arXiv:2101.00001v2 [cs.CL] 3 Jan 2021")
    press.canvas.restoreState()
    press.line("Springs of the north", "Times-Bold", 17).lines(INTRODUCTION).lines(RESULTS)
    paper = paper_of(press.done())
    assert paper.identifiers.arxiv == "2101.00001"
    assert paper.documents[0].loss is not None
    assert paper.documents[0].loss.lost == 0.0
    assert "arXiv" not in paper.documents[0].text


def test_a_title_that_only_the_file_names_is_taken_if_it_is_printed() -> None:
    for named, title in (("Springs and where they went", "Springs and where they went"), ("A quite other title", "")):
        press = Press()
        press.canvas.setTitle(named)
        press.lines([*INTRODUCTION, "which we call Springs and where they went", *INTRODUCTION, *RESULTS])
        assert paper_of(press.done()).title == title
