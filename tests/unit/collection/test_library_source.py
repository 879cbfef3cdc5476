from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.collection.fetching import add_fetched
from conspectus.collection.library_source import LibrarySource
from conspectus.domain.paper import MeshHeading
from conspectus.foundation.errors import UsageError
from conspectus.library.store import Library
from conspectus.retrieval.text_index import FOLDER, open_index
from conspectus.sources.searching import Fetched, SearchQuery
from conspectus.testing.topic_papers import topic_paper

PAPERS = (
    topic_paper(1, "Snow fell on the hills. Snow melted.", title="Snow on hills", year=2001),
    topic_paper(2, "Snow fell once on the deep blue sea near hills and lakes and towns.", title="Weather", year=2003),
    topic_paper(3, "The sea was calm.", title="Calm days", year=None),
    topic_paper(4, "", title="Snow without words", year=2002),
    replace(topic_paper(5, "Hail on the sea.", title="Hail", year=2005), mesh=(MeshHeading(descriptor="Blue Sea"),)),
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library", writable=True) as opened:
        add_fetched(opened, "made", Fetched(papers=PAPERS))
        yield opened


@pytest.fixture
def source(library: Library) -> LibrarySource:
    return LibrarySource(library, open_index(library.folder / FOLDER))


def ids(source: LibrarySource, text: str, **more: object) -> list[str]:
    return list(source.search(SearchQuery(text=text, **more)).ids)  # type: ignore[arg-type]


def test_every_word_must_be_there_and_the_best_come_first(source: LibrarySource) -> None:
    assert ids(source, "snow") == ["pmid-1", "pmid-2"]
    assert ids(source, "snow sea") == ["pmid-2"]
    assert ids(source, "snow OR calm") in (["pmid-1", "pmid-2", "pmid-3"], ["pmid-1", "pmid-3", "pmid-2"],
                                           ["pmid-3", "pmid-1", "pmid-2"])  # fmt: skip


def test_phrases_are_sought_to_the_letter_and_in_the_headings(source: LibrarySource) -> None:
    assert ids(source, '"deep blue sea"') == ["pmid-2"]
    assert ids(source, '"sea blue"') == []
    assert ids(source, "snow NOT sea") == ["pmid-1"]


def test_years_and_abstracts_bound_the_hits(source: LibrarySource) -> None:
    assert ids(source, "snow", with_abstract=False) == ["pmid-1", "pmid-4", "pmid-2"] or set(
        ids(source, "snow", with_abstract=False)
    ) == {"pmid-1", "pmid-2", "pmid-4"}
    assert ids(source, "snow", start_year=2002) == ["pmid-2"]
    assert ids(source, "calm") == ["pmid-3"]
    assert ids(source, "calm", end_year=2020) == [], "its year is not known"
    with pytest.raises(UsageError):
        ids(source, "snow", start_year=2005, end_year=2001)


def test_the_limit_bounds_the_ids_and_not_the_total_or_the_years(source: LibrarySource) -> None:
    outcome = source.search(SearchQuery(text="snow", limit=1))
    assert (len(outcome.ids), outcome.total) == (1, 2)
    assert outcome.years == ((2001, 1), (2003, 1))
    assert outcome.years_note == "2 of 2 papers of the library."
    assert outcome.translation == "snow"


def test_nothing_found_gives_a_near_spelling(source: LibrarySource) -> None:
    outcome = source.search(SearchQuery(text="wether"))
    assert (outcome.ids, outcome.total, outcome.spelling) == ((), 0, "weather")
    assert source.search(SearchQuery(text="xylophone")).spelling == ""


def test_papers_come_in_the_order_asked_and_what_is_gone_is_told(source: LibrarySource) -> None:
    fetched = source.fetch(["pmid-3", "pmid-99", "pmid-1"])
    assert [paper.id for paper in fetched.papers] == ["pmid-3", "pmid-1"]
    assert fetched.missing == (("pmid-99", "It is not in the library."),)


def test_meaning_changes_the_order_and_not_the_hits(library: Library) -> None:
    def likeness(text: str, papers: Sequence[str]) -> Mapping[str, float]:
        assert text == "snow"
        return {"pmid-2": 0.9, "pmid-1": 0.8}

    index = open_index(library.folder / FOLDER)
    found = LibrarySource(library, index, likeness).search(SearchQuery(text="snow"))
    # Ranks 1 and 2, and 2 and 1: equal, so that the order of words decides.
    assert list(found.ids) == ["pmid-1", "pmid-2"]
    only = LibrarySource(library, index, lambda text, papers: {"pmid-2": 0.9})
    assert list(only.search(SearchQuery(text="snow")).ids) == ["pmid-2", "pmid-1"]


def test_headings_are_found_without_any_word_of_the_text_and_each_paper_comes_once(source: LibrarySource) -> None:
    assert set(ids(source, "blue sea")) == {"pmid-2", "pmid-5"}
    assert set(ids(source, '"blue sea"')) == {"pmid-2", "pmid-5"}
    assert [paper.id for paper in source.fetch(["pmid-5", "pmid-5"]).papers] == ["pmid-5"]
    with pytest.raises(UsageError, match="At least one paper"):
        source.search(SearchQuery(text="snow", limit=0))
