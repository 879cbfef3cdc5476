"""Duplicates in a library: joined when sure, offered when not, and taken apart again as they were."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from line_format import make_paper

from conspectus.collection.duplicates import find_duplicates, listed_pairs, merge_papers_of, reject_pair
from conspectus.collection.matching import settle
from conspectus.collection.splitting import split_paper
from conspectus.domain.paper import Author, Paper, Provenance, with_id
from conspectus.foundation.errors import InputError, NothingFound, UsageError
from conspectus.library.store import Library

LONG = "We pruned forty orchards over three winters and weighed what they bore, and found that light explains the gain."
OTHER = (
    "Hedgehogs cross roads at night; we counted the crossings under nine bridges and on the road beside each of them."
)


def record(
    number: int = 1, *, volume: str = "", pages: str = "", more: tuple[str, ...] = (), **values: object
) -> Paper:
    paper = make_paper(**values)  # type: ignore[arg-type]
    authors = (*paper.authors, *(Author(family=name) for name in more))
    stamp = Provenance(source="x", sha256="0", reader="lines", record=number)
    return with_id(replace(paper, volume=volume, pages=pages, authors=authors, provenance=(stamp,)))


JOURNAL = record(
    1, title="Pruning apple orchards in winter", author="Lindqvist", year=2014, venue="Fruit", volume="3", pages="1-9",
    doi="10.5555/fruit", key="journal", abstract=LONG,
)  # fmt: skip
PREPRINT = record(
    2, title="Pruning apple orchards in winter", author="Lindqvist", year=2012, doi="10.1101/2012.01.02.123456",
    venue="bioRxiv: the preprint server for biology", pages="2012.01.02.123456", key="preprint",
    abstract=f"{LONG} It is a first version.",
)  # fmt: skip
BARE = record(3, title="Pruning apple orchards in winter", author="Lindqvist", year=2014, key="bare")
MEETING = record(
    4, title="Pruning apple orchards in winter", author="Lindqvist", year=2014, venue="Pomology", volume="8",
    pages="S14", key="meeting", abstract=OTHER,
)  # fmt: skip


def library_of(folder: Path, *records: Paper) -> Library:
    library = Library(folder, writable=True)
    for one in records:
        settle(library, one)
    return library


def contents(library: Library) -> list[Paper]:
    assert library.integrity_problems() == []
    return list(library.papers())


@pytest.mark.parametrize("order", list(itertools.permutations((JOURNAL, PREPRINT))))
def test_a_preprint_and_its_journal_version_are_one_paper_with_two_texts(
    tmp_path: Path, order: tuple[Paper, ...]
) -> None:
    with library_of(tmp_path, *order) as library:
        (paper,) = contents(library)
        assert paper.id == "doi-10.5555_fruit"
        assert (paper.venue, paper.volume, paper.pages, paper.year) == ("Fruit", "3", "1-9", 2014)
        assert len(paper.documents) == 2
        assert set(paper.keys) == {"journal", "preprint"}
        assert ("other doi", "10.1101/2012.01.02.123456") in paper.extra
        assert ("other venue", PREPRINT.venue) in paper.extra
        for name in ("10.1101/2012.01.02.123456", "10.5555/fruit", PREPRINT.id, "preprint"):
            assert library.resolve(name) == paper
        assert [settle(library, one).outcome for one in (PREPRINT, JOURNAL)] == ["unchanged"] * 2


def test_an_uncertain_pair_is_offered_and_not_merged(tmp_path: Path) -> None:
    with library_of(tmp_path, JOURNAL, MEETING) as library:
        assert library.count() == 2
        (listed,) = listed_pairs(library, "offered")
        assert {listed.pair.first, listed.pair.second} == {JOURNAL.id, MEETING.id}
        assert 0.5 <= listed.pair.score < 0.9
        assert "venue" in listed.pair.reasons[0]
        assert listed.to_json()["first"]["title"] == JOURNAL.title
        assert settle(library, MEETING).outcome == "unchanged"
        assert len(list(listed_pairs(library))) == 1


def test_works_of_one_description_are_two_papers_with_two_ids(tmp_path: Path) -> None:
    twin = replace(with_id(replace(MEETING, venue="Growers", volume="12", pages="77")), keys=("twin",))
    assert twin.id == MEETING.id
    with library_of(tmp_path, MEETING, twin) as library:
        first, second = contents(library)
        assert first.id == MEETING.id != second.id
        assert second.id.startswith("hash-")
        assert [settle(library, one).outcome for one in (twin, MEETING, twin)] == ["unchanged"] * 3
        assert [paper.keys for paper in contents(library)] == [("meeting",), ("twin",)]


def test_abstracts_of_a_meeting_under_one_doi_are_papers_of_their_own(tmp_path: Path) -> None:
    one = record(1, title="Growing apples in the cold", author="Berg", year=2001, pages="10", doi="10.5555/m", key="a")
    two = record(2, title="Keeping bees warm", author="Moreau", year=2001, pages="17", doi="10.5555/m", key="b")
    richer = record(
        3, title="Keeping bees warm", author="Moreau", year=2001, pages="17", doi="10.5555/m", abstract=LONG
    )
    with library_of(tmp_path, one, two, richer) as library:
        first, second = contents(library)
        assert (first.id, first.keys) == ("doi-10.5555_m", ("a",))
        assert (second.keys, second.abstract) == (("b",), LONG)
        assert [settle(library, each).outcome for each in (one, two, richer)] == ["unchanged"] * 3


def test_splitting_gives_the_parts_back_exactly(tmp_path: Path) -> None:
    with library_of(tmp_path, JOURNAL, BARE) as library:
        (merged,) = contents(library)
        assert set(merged.keys) == {"journal", "bare"}
        assert split_paper(library, "bare") == (JOURNAL, BARE)
        assert contents(library) == [JOURNAL, BARE]
        assert library.get("bare") == BARE
        assert library.get(BARE.id) == BARE
        (listed,) = listed_pairs(library)
        assert listed.pair.state == "split"
        # Never again by itself: not when the records come again, and not when they come changed.
        assert [settle(library, one).outcome for one in (BARE, JOURNAL)] == ["unchanged"] * 2
        changed = replace(BARE, venue="Fruit", provenance=JOURNAL.provenance)
        assert settle(library, changed).paper == BARE.id
        assert find_duplicates(library).merged == 0
        assert library.count() == 2


def test_merging_by_hand_and_splitting_again(tmp_path: Path) -> None:
    with library_of(tmp_path, JOURNAL, MEETING) as library:
        merged = merge_papers_of(library, "journal", MEETING.id)
        assert contents(library) == [merged]
        assert merged.id == JOURNAL.id
        assert set(merged.keys) == {"journal", "meeting"}
        assert len(merged.documents) == 2
        assert [pair.pair.state for pair in listed_pairs(library)] == ["merged"]
        assert list(listed_pairs(library, "offered")) == []
        assert settle(library, MEETING).outcome == "unchanged"
        assert split_paper(library, merged.id) == (JOURNAL, MEETING)
        assert contents(library) == [JOURNAL, MEETING]
        with pytest.raises(UsageError, match="was not merged"):
            split_paper(library, JOURNAL.id)
        # What a person split a person can merge.
        assert merge_papers_of(library, JOURNAL.id, MEETING.id) == merged


def test_two_dois_are_merged_by_hand_and_both_are_found(tmp_path: Path) -> None:
    other = record(5, title="Keeping bees", author="Moreau", doi="10.5555/bees")
    with library_of(tmp_path, JOURNAL, other) as library:
        merged = merge_papers_of(library, "10.5555/fruit", "10.5555/bees")
        assert library.resolve("10.5555/bees") == library.get("doi-10.5555_bees") == merged
        assert split_paper(library, "10.5555/bees") == (JOURNAL, other)
        assert library.resolve("10.5555/bees") == other


def test_merges_are_undone_one_by_one_the_last_first(tmp_path: Path) -> None:
    with library_of(tmp_path, JOURNAL, BARE) as library:
        (united,) = contents(library)
        settle(library, PREPRINT)
        assert library.count() == 1
        assert split_paper(library, JOURNAL.id) == (united, PREPRINT)
        assert split_paper(library, JOURNAL.id) == (JOURNAL, BARE)
        assert contents(library) == [JOURNAL, PREPRINT, BARE]


def test_what_came_after_a_merge_stays_after_the_split(tmp_path: Path) -> None:
    later = replace(JOURNAL, keys=("later",), keywords=("fruit",))
    richer = record(6, title=JOURNAL.title, author="Lindqvist", year=2014, doi="10.5555/fruit", key="richer")
    with library_of(tmp_path, JOURNAL, BARE) as library:
        assert [settle(library, one).outcome for one in (later, richer)] == ["merged"] * 2
        journal, bare = split_paper(library, JOURNAL.id)
        assert bare == BARE
        assert journal.keys == ("journal", "later", "richer")
        assert journal.provenance == (*JOURNAL.provenance, *richer.provenance)
        assert replace(journal, keys=JOURNAL.keys, provenance=JOURNAL.provenance, keywords=()) == JOURNAL
        assert [settle(library, one).outcome for one in (richer, later, BARE)] == ["unchanged"] * 3


def test_a_bare_record_never_bridges_two_that_contradict_each_other(tmp_path: Path) -> None:
    for number, order in enumerate(itertools.permutations((JOURNAL, MEETING, replace(BARE, id="x")))):
        with library_of(tmp_path / str(number), *order) as library:
            together = [paper for paper in contents(library) if {"journal", "meeting"} <= set(paper.keys)]
            assert not together


def test_a_wrong_doi_is_split_off_under_an_id_of_its_own(tmp_path: Path) -> None:
    right = record(1, title="Growing apples", doi="10.5555/a", key="right")
    wrong = record(2, title="Keeping bees", doi="10.5555/a", key="wrong")
    with library_of(tmp_path, right, wrong) as library:
        assert library.count() == 1
        first, second = split_paper(library, "wrong")
        assert first == right
        assert replace(second, id=wrong.id) == wrong
        assert second.id.startswith("hash-")
        assert [settle(library, one).outcome for one in (right, wrong)] == ["unchanged"] * 2
        assert contents(library) == [first, second]


def test_a_link_between_three_is_split_into_what_was_there(tmp_path: Path) -> None:
    pmid = record(1, title="By PMID", pmid="7", key="p", abstract="One.")
    doi = record(2, title="By DOI", doi="10.1234/a", key="d", abstract="Two.")
    link = record(3, title="Link", doi="10.1234/a", pmid="7", key="l")
    with library_of(tmp_path, pmid, doi, link) as library:
        assert library.count() == 1
        first, second = split_paper(library, "l")
        assert first == pmid
        assert set(second.keys) == {"d", "l"}
        assert library.count() == 2
        assert settle(library, link).outcome == "unchanged"
        assert library.count() == 2


def test_rejected_pairs_are_not_offered_again(tmp_path: Path) -> None:
    with library_of(tmp_path, JOURNAL, MEETING) as library:
        assert reject_pair(library, "meeting", "journal").state == "rejected"
        assert list(listed_pairs(library, "offered")) == []
        assert find_duplicates(library).offered == 0
        assert [pair.pair.state for pair in listed_pairs(library)] == ["rejected"]
        assert library.count() == 2


def test_names_that_are_wrong_are_said(tmp_path: Path) -> None:
    with library_of(tmp_path, JOURNAL, BARE) as library:
        with pytest.raises(NothingFound, match="no paper 'nobody'"):
            merge_papers_of(library, "journal", "nobody")
        with pytest.raises(UsageError, match="are both"):
            merge_papers_of(library, "journal", "bare")
        with pytest.raises(UsageError, match="are both") as caught:
            reject_pair(library, "journal", "bare")
        assert "split" in caught.value.hint


def test_papers_that_were_never_judged_are_found(tmp_path: Path) -> None:
    """As those of a library that an older version wrote."""
    with Library(tmp_path, writable=True) as library:
        for paper in (JOURNAL, MEETING, PREPRINT):
            library.put(paper)
        only_offered = find_duplicates(library, merge=False)
        assert (only_offered.merged, library.count()) == (0, 3)
        assert only_offered.offered >= 2
        report = find_duplicates(library)
        assert report.papers + report.merged == 3
        assert report.merged == 1
        assert {paper.id for paper in contents(library)} == {JOURNAL.id, MEETING.id}
        again = find_duplicates(library)
        assert (again.merged, again.offered) == (0, 0)


WORKS = [
    [
        record(1, title="Growing apples in cold winters", author="Berg", year=2001, doi="10.5555/a", key="a1"),
        record(2, title="GROWING APPLES IN COLD WINTERS", author="Berg", year=2001, key="a2", venue="Fruit"),
        record(3, title="Growing apples in cold winters.", author="Berg", year=2001, doi="10.5555/a", pmid="7"),
        record(4, title="Growing apples in cold winters", author="Berg", year=2000, doi="10.1101/2000.01.02.123456"),
    ],
    [
        record(5, title="Growing apples in cold winters. Part II", author="Berg", year=2001, pmid="8", key="b1"),
        record(6, title="Growing apples in cold winters: part 2", author="Berg", year=2002, venue="Fruit"),
    ],
    [record(7, title="Erratum to: Growing apples in cold winters", author="Berg", year=2001, venue="Fruit")],
    [
        record(8, title="Keeping bees warm", author="Moreau", year=2010, volume="3", pages="17-19", venue="Bees"),
        record(9, title="Keeping bees warn", author="Moreau", year=2010, volume="3", pages="17-9", venue="Bees"),
        record(10, title="Keeping bees warm", author="Moreau", year=2010, key="d3", abstract=LONG),
    ],
]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(order=st.permutations([one for work in WORKS for one in work]))
def test_the_works_are_the_same_in_any_order_of_arrival(
    tmp_path_factory: pytest.TempPathFactory, order: list[Paper]
) -> None:
    with library_of(tmp_path_factory.mktemp("library"), *order) as library:
        papers = contents(library)
        of_paper = {stamp.record: paper.id for paper in papers for stamp in paper.provenance}
        assert set(of_paper) == set(range(1, 11))
        found = {frozenset(n for n, name in of_paper.items() if name == paper.id) for paper in papers}
        assert found == {frozenset(one.provenance[0].record for one in work) for work in WORKS}
        assert {settle(library, one).outcome for one in order} == {"unchanged"}
        assert contents(library) == papers
        assert {paper.id for paper in papers} >= {"doi-10.5555_a", "pmid-8"}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(pair=st.permutations([JOURNAL, PREPRINT, BARE, MEETING, *WORKS[0], *WORKS[3]]).map(lambda found: found[:2]))
def test_merging_any_two_and_splitting_gives_the_two_back(
    tmp_path_factory: pytest.TempPathFactory, pair: list[Paper]
) -> None:
    with library_of(tmp_path_factory.mktemp("library"), *pair) as library:
        if library.count() == 2:
            before = contents(library)
            merge_papers_of(library, before[0].id, before[1].id)
            assert library.count() == 1
            assert list(split_paper(library, before[0].id)) == contents(library) == before


def test_a_refused_record_leaves_the_book_whole(tmp_path: Path) -> None:
    """What is noted of papers on the way to a refusal is not lost with it."""
    with Library(tmp_path, writable=True) as library:
        library.put(JOURNAL)
        with pytest.raises(InputError):
            settle(library, record(9, abstract="Only text."))
        library.put(MEETING)
        assert settle(library, replace(PREPRINT, keys=("again",))).paper == JOURNAL.id
        assert settle(library, MEETING).outcome == "unchanged"
        assert find_duplicates(library).merged == 0
