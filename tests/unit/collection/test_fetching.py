from __future__ import annotations

from pathlib import Path

from conspectus.collection.fetching import add_fetched
from conspectus.domain.paper import Paper
from conspectus.library.store import Library
from conspectus.retrieval.text_index import FOLDER, open_index
from conspectus.sources.searching import Fetched, SearchOutcome
from conspectus.testing.topic_papers import made_topic_papers


def test_papers_are_added_once_and_found_by_text(tmp_path: Path) -> None:
    papers = made_topic_papers(4)
    outcome = SearchOutcome(ids=tuple(p.id for p in papers), total=9, translation="made", warnings=("Odd.",))
    fetched = Fetched(papers=papers, missing=(("7", "gone"),), notes=("1 of them is a book.",))
    with Library(tmp_path, writable=True) as library:
        report = add_fetched(library, "pubmed", fetched, outcome=outcome)
        assert (report.found, report.added, report.missing) == (9, 4, [("7", "gone")])
        assert report.warnings == ["Odd.", "1 of them is a book."]
        assert report.papers == [paper.id for paper in papers]
        assert report.in_part
        again = add_fetched(library, "pubmed", Fetched(papers=papers))
        assert (again.added, again.unchanged) == (0, 4)
        assert not again.in_part
        assert library.count() == open_index(tmp_path / FOLDER).count() == 4
    assert report.to_json()["missing"] == [{"id": "7", "reason": "gone"}]


def test_a_record_that_names_nothing_stops_nothing(tmp_path: Path) -> None:
    with Library(tmp_path, writable=True) as library:
        report = add_fetched(library, "pubmed", Fetched(papers=(Paper(id=""), *made_topic_papers(1)), complete=False))
    assert report.added == 1
    assert [item.record for item in report.failed] == [1]
    assert report.in_part
    assert report.found == 2
