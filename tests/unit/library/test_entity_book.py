"""The book of entities: annotations of a version, and a log of decisions of which the latest counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.collection.recovered_decisions import recover_decisions
from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper
from conspectus.domain.scientific_entities import PaperAnnotations
from conspectus.foundation.errors import UsageError
from conspectus.library.entity_book import EntityDecision
from conspectus.library.salvage import DamagedFile
from conspectus.library.store import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = Library(tmp_path, writable=True)
    opened.put(Paper(id="p0", documents=(abstract_document("A bog parser."),)))
    opened.put(Paper(id="p1"))
    return opened


def test_annotations_are_those_of_a_version_and_an_engine(library: Library) -> None:
    with library:
        book = library.entities
        plain = PaperAnnotations(paper="p0", version="v1")
        book.keep_annotations(1, plain, made_by="extractive 1")
        assert book.annotations(1, version="v1", made_by="extractive 1") == plain
        assert book.annotations(1, version="v2", made_by="extractive 1") is None
        assert book.annotations(1, version="v1", made_by="generative 1") is None
        assert book.annotations(2, version="v1", made_by="extractive 1") is None
        newer = PaperAnnotations(paper="p0", version="v2", warnings=("w",))
        book.keep_annotations(1, newer, made_by="extractive 1")
        assert book.annotations(1, version="v1", made_by="extractive 1") is None
        assert book.annotations(1, version="v2", made_by="extractive 1") == newer


def test_annotations_go_with_their_paper(library: Library) -> None:
    with library:
        book = library.entities
        book.keep_annotations(2, PaperAnnotations(paper="p1", version="v1"), made_by="e")
        library.put(Paper(id="p0"), replacing=("p1",))
        assert book.annotations(2, version="v1", made_by="e") is None
        assert library.integrity_problems() == []


def test_what_cannot_be_read_is_made_anew(library: Library) -> None:
    with library:
        library._database.execute("INSERT INTO entity_annotations VALUES (1, 'v1', 'e', '{\"paper\": 3')")
        assert library.entities.annotations(1, version="v1", made_by="e") is None


def test_the_latest_decision_about_a_pair_counts_and_the_log_stays(library: Library) -> None:
    with library:
        book = library.entities
        book.decide("moss", "bog", "merged")
        book.decide("peat", "bog", "merged")
        book.decide("bog", "moss", "split")
        assert [(d.first, d.second, d.state) for d in book.log()] == [
            ("bog", "moss", "merged"), ("bog", "peat", "merged"), ("bog", "moss", "split"),
        ]  # fmt: skip
        assert book.decisions() == (
            EntityDecision(number=2, first="bog", second="peat", state="merged"),
            EntityDecision(number=3, first="bog", second="moss", state="split"),
        )
        with pytest.raises(UsageError, match="one entity already"):
            book.decide("bog", "bog", "merged")


def test_decisions_outlast_the_process(library: Library, tmp_path: Path) -> None:
    with library:
        library.entities.decide("a", "b", "merged")
    with Library(tmp_path) as again:
        assert [d.state for d in again.entities.decisions()] == ["merged"]


def test_decisions_are_saved_from_a_damaged_library(library: Library, tmp_path: Path) -> None:
    with library:
        library.entities.keep_annotations(1, PaperAnnotations(paper="p0", version="v1"), made_by="e")
        library.entities.decide("moss", "bog", "merged")
        library.entities.decide("bog", "peat", "split")
        log = list(library.entities.log())
        ids = {paper.id for paper in library.papers()}
    with DamagedFile(tmp_path / "library.sqlite") as damaged, Library(tmp_path / "new", writable=True) as new:
        assert damaged.entity_decisions() == log
        assert {found.paper.id for found in damaged.papers()} == ids
        assert damaged.known_ids() <= ids
        assert recover_decisions(new, damaged, {}).recovered == 2
        assert list(new.entities.log()) == log
