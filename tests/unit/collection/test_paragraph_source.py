from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.collection.paragraph_source import evidence_paragraphs, indexed_paper, paragraph_index
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, TableDraft, build_document
from conspectus.domain.paper import Paper
from conspectus.foundation.events import Events
from conspectus.library.store import Library
from conspectus.library.writer_lock import WriterLock
from conspectus.retrieval.paragraph_index import FOLDER

DOCUMENT = build_document(
    [
        SectionDraft(
            heading="Results",
            paragraphs=[ParagraphDraft("Bees visited the clover twice a day."), ParagraphDraft("Yes.")],
            tables=[
                TableDraft(
                    label="Table 1",
                    caption=[ParagraphDraft("Visits of bees by hour.")],
                    rows=[["hour", "visits"], ["noon", "forty-two"]],
                )
            ],
            sections=[SectionDraft(heading="Weather", paragraphs=[ParagraphDraft("It rained on most of the days.")])],
        ),
        SectionDraft(heading="Acknowledgements", paragraphs=[ParagraphDraft("We thank the bees for their help.")]),
        SectionDraft(
            heading="References",
            sections=[SectionDraft(heading="A", paragraphs=[ParagraphDraft("Smith J. Bees of the world. 1999.")])],
        ),
    ]
)


def a_paper(name: str, text: str) -> Paper:
    document = build_document([SectionDraft(paragraphs=[ParagraphDraft(text)])])
    return Paper(id=name, title=f"On {name}", documents=(document,))


def test_what_may_be_evidence() -> None:
    found = {each.address: each for each in evidence_paragraphs(DOCUMENT)}
    assert list(found) == ["s1.p1", "s1.b1.p1", "s1.1.p1"]
    assert "forty-two" in found["s1.b1.p1"].also
    assert found["s1.b1.p1"].text == "Visits of bees by hour."


def test_a_paper_without_a_text() -> None:
    assert indexed_paper(Paper(id="x", title="On x"), 3).paragraphs == ()


def test_the_index_follows_the_library(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(a_paper("bees", "Bees visited the clover."))
        library.put(a_paper("bogs", "Bogs are old and wet."))
    with Library(tmp_path) as library:
        first = paragraph_index(library)
        state = library.projections.state()
        assert len(first) == 2
        assert (tmp_path / FOLDER).is_dir()
    with Library(tmp_path, writable=True) as library:
        library.put(a_paper("bees", "Bees visited the heather instead."))
        assert library.projections.state() != state
        second = paragraph_index(library)
        assert second.occurrences("heather").keys() == {second.numbers["bees", "s1.p1"]}
        assert second.occurrences("clover") == {}
        assert paragraph_index(library).papers == second.papers


def test_another_writer_does_not_stop_an_answer(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(a_paper("bees", "Bees visited the clover."))
    events = Events()
    lock = WriterLock(tmp_path, "another")
    with Library(tmp_path) as library:
        lock.acquire(5.0)
        try:
            index = paragraph_index(library, events)
        finally:
            lock.release()
    assert len(index) == 1
    assert not (tmp_path / FOLDER).exists()
    assert "was not kept" in events.warnings[0]


def test_a_damaged_index_is_made_again(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        library.put(a_paper("bees", "Bees visited the clover."))
    (tmp_path / FOLDER).mkdir()
    events = Events()
    with Library(tmp_path) as library:
        assert len(paragraph_index(library, events)) == 1
    assert "made again" in events.warnings[0]
    with Library(tmp_path) as library:
        silent = Events()
        paragraph_index(library, silent)
    assert silent.warnings == []


@pytest.mark.parametrize("heading", ["Literaturverzeichnis", "REFERENCES", "Bibliography:", "Funding"])
def test_headings_that_hold_no_evidence(heading: str) -> None:
    section = SectionDraft(heading=heading, paragraphs=[ParagraphDraft("Bees visited the clover twice.")])
    assert list(evidence_paragraphs(build_document([section]))) == []
