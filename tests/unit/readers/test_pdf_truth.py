"""PDFs that we typeset ourselves are read back, word for word, as they were written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import pytest

from conspectus.domain.document import Document, Reference
from conspectus.domain.paper import Paper
from conspectus.evaluation.metrics.document_structure import (
    comparable_words,
    inversions,
    paragraph_matches,
    reference_matches,
    running_paragraphs,
    running_text,
    section_titles,
    title_matches,
    words_in_order,
)
from conspectus.readers import READERS
from conspectus.readers.reading import ReadPaper, read_bytes
from typeset.papers import NAMES, typeset_paper
from typeset.truth import Truth

pytestmark = pytest.mark.skipif("pdf" not in READERS, reason="no reader of PDF is registered")
each = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True, slots=True)
class Read:
    """A typeset paper as it was read, beside its truth."""

    paper: Paper
    document: Document
    truth: Truth


@cache
def read(name: str) -> Read:
    made = typeset_paper(name)
    (item,) = read_bytes(made.data, source=f"{name}.pdf").items
    assert isinstance(item, ReadPaper)
    assert item.paper.document is not None
    return Read(item.paper, item.paper.document, made.truth)


def key_of(text: str) -> str:
    return " ".join(comparable_words(text))


def sentences_of(document: Document) -> dict[str, list[tuple[int, int]]]:
    """The places of each sentence; some stand more than once in a paper."""
    placed: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place in document.sentences():
        placed[key_of(document.text[place.start : place.end])].append((place.start, place.end))
    return placed


@each
def test_of_the_words_99_in_100_are_there_in_order(name: str) -> None:
    found = read(name)
    order = words_in_order(
        comparable_words(running_text(found.document)), comparable_words(" ".join(found.truth.words))
    )
    assert order.recall >= 0.99


@each
def test_nothing_that_is_no_running_text_gets_into_it(name: str) -> None:
    """Notes and affiliations may stand in sections of their own; running heads, numbers and cells may not."""
    found = read(name)
    truth = found.truth
    words = comparable_words(running_text(found.document))
    order = words_in_order(words, comparable_words(" ".join(truth.words)))
    allowed = len(comparable_words(" ".join([*truth.notes, *truth.affiliations, *truth.formulas])))
    assert order.found - order.matched <= allowed + 0.01 * order.expected


@each
def test_of_the_headings_95_in_100_are_found_and_hardly_any_is_made_up(name: str) -> None:
    found = read(name)
    titles = [title for title in section_titles(found.document) if title.casefold() not in {"abstract", "notes"}]
    matches = title_matches(titles, [heading.text for heading in found.truth.headings])
    assert matches.recall >= 0.95
    assert matches.precision >= 0.9


@each
def test_paragraphs_stand_in_their_order(name: str) -> None:
    found = read(name)
    assert inversions(comparable_words(running_text(found.document)), found.truth.paragraphs) == 0


@each
def test_sentences_know_their_page(name: str) -> None:
    found = read(name)
    placed = sentences_of(found.document)
    pages: list[tuple[int, int]] = []
    for sentence in found.truth.sentences:
        if spans := placed[key_of(sentence.text)]:
            boxes = found.document.boxes_of(*spans.pop(0))
            pages.append((sentence.page, boxes[0].page if boxes else 0))
    assert len(pages) >= 0.9 * len(found.truth.sentences)
    assert sum(page == read_page for page, read_page in pages) >= 0.99 * len(pages)


@each
def test_the_front_page_gives_title_and_authors(name: str) -> None:
    found = read(name)
    assert found.paper.title.casefold() == found.truth.title.casefold()
    assert [author.family for author in found.paper.authors] == [name.split()[-1] for name in found.truth.authors]


@each
def test_entries_of_the_reference_list_are_found(name: str) -> None:
    found = read(name)
    expected = [
        Reference(key="", title=entry.title, year=entry.year, doi=entry.doi) for entry in found.truth.references
    ]
    assert reference_matches(found.document.references, expected).f1 >= 0.95


@each
def test_little_is_lost(name: str) -> None:
    loss = read(name).document.loss
    assert loss is not None
    assert loss.lost <= 0.03
    assert loss.suspect <= 0.001


def test_a_sentence_that_a_float_column_or_page_interrupts_is_one_sentence() -> None:
    whole = interrupted = 0
    for name in NAMES:
        found = read(name)
        placed = sentences_of(found.document)
        for sentence in found.truth.sentences:
            if sentence.is_interrupted:
                interrupted += 1
                whole += key_of(sentence.text) in placed
    assert interrupted > 80
    assert whole >= 0.95 * interrupted


def test_paragraphs_over_columns_and_pages_are_joined_again() -> None:
    matches = [
        paragraph_matches(running_paragraphs(read(name).document), read(name).truth.paragraphs) for name in NAMES
    ]
    assert sum(one.matched for one in matches) >= 0.95 * sum(one.expected for one in matches)


def test_numbered_heads_are_nested_by_their_numbers() -> None:
    found = read("one_column")
    depths = {place.section.heading: place.address.count(".") + 1 for place in found.document.places()
              if place.kind == "section"}  # fmt: skip
    assert {heading.text: depths.get(heading.text) for heading in found.truth.headings} == {
        heading.text: heading.level for heading in found.truth.headings
    }


@pytest.mark.parametrize(
    ("name", "wanted"), [("superscripts", "IFN-β"), ("superscripts", "TNF-α"), ("everything", "β")]
)
def test_greek_is_kept(name: str, wanted: str) -> None:
    assert wanted in read(name).document.text


def test_powers_are_not_run_into_their_base() -> None:
    text = read("superscripts").document.text
    assert "10^3 cells" in text or "10³ cells" in text
    assert "103 cells" not in text


def test_ligatures_are_taken_apart() -> None:
    text = read("ligatures").document.text
    assert "\ufb01" not in text
    assert "\ufb02" not in text
    assert "significant" in text


def test_identifiers_of_the_first_page_are_found() -> None:
    assert read("superscripts").paper.identifiers.doi == read("superscripts").truth.doi


def test_captions_and_cells_are_apart_from_the_running_text() -> None:
    found = read("tables")
    tables = [table for place in found.document.places() if place.kind == "section" for table in place.section.tables]
    captions = " ".join(key_of(found.document.text[p.start : p.end]) for table in tables for p in table.caption)
    assert len(tables) == len(found.truth.tables) == 7
    for caption in found.truth.captions:
        assert key_of(caption.partition(": ")[2]) in captions
    assert [list(map(list, table.rows)) for table in tables] == found.truth.tables
    assert all(table.header_rows == 1 for table in tables)
