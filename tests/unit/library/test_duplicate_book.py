"""The book of duplicates: what is put in comes out, and decisions outlast offers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.domain.duplicate_blocking import LARGEST_BLOCK
from conspectus.domain.duplicate_traits import Traits, traits_of
from conspectus.domain.paper import Paper
from conspectus.library.duplicate_book import DuplicatePair, Merge, MergedPart, PairState
from conspectus.library.store import Library

PAPERS = [Paper(id=f"p{n}", title=title) for n, title in enumerate(("Growing apples", "Growing apples", "Bees"))]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = Library(tmp_path, writable=True)
    for paper in PAPERS:
        opened.put(paper)
    return opened


def pair(state: PairState, score: float = 0.6, names: tuple[str, str] = ("p1", "p0")) -> DuplicatePair:
    return DuplicatePair(first=names[0], second=names[1], state=state, score=score, reasons=("so", "and so"))


def test_traits_are_kept_once_and_found_by_their_keys(library: Library) -> None:
    with library:
        book = library.duplicates
        assert book.without_traits(2) == [1, 2]
        one = traits_of(PAPERS[0])
        for position in (1, 2):
            book.add_traits(position, (one, one))
        assert book.without_traits(2) == [3]
        book.add_traits(3, (traits_of(PAPERS[2]),))
        assert book.without_traits(2) == []
        assert book.traits(1) == (one,)
        assert book.candidates(one) == [1, 2]
        assert book.candidates(one, behind=1) == [2]
        book.forget_traits(2)
        assert (book.traits(2), book.candidates(one)) == ((), [1])


def test_the_traits_of_many_papers_are_those_of_each(library: Library) -> None:
    with library:
        book = library.duplicates
        other = Traits(title="growing pears")
        book.add_traits(1, (traits_of(PAPERS[0]), other))
        book.add_traits(3, (traits_of(PAPERS[2]),))
        assert book.traits_at([3, 1, 2]) == {1: book.traits(1), 3: book.traits(3)}
        assert len(book.traits(1)) == 2
        assert book.traits_at([]) == {}
        # More than one query may name.
        assert book.traits_at([1, *range(4, 2000), 3]) == {1: book.traits(1), 3: book.traits(3)}


def test_a_key_of_very_many_is_not_followed(library: Library) -> None:
    with library:
        many = Traits(title="editorial")
        for number in range(LARGEST_BLOCK):
            library.put(Paper(id=f"e{number}"))
            library.duplicates.add_traits(number + 4, (many,))
        assert len(library.duplicates.candidates(many)) == LARGEST_BLOCK
        library.duplicates.add_traits(1, (many, Traits(pmid="7")))
        assert library.duplicates.candidates(many) == []
        assert library.duplicates.candidates(Traits(title="editorial", pmid="7")) == [1]


def test_an_offer_never_takes_the_place_of_a_decision(library: Library) -> None:
    with library:
        book = library.duplicates
        book.record_pair(pair("offered"))
        assert book.pair("p0", "p1") == book.pair("p1", "p0") == replace(pair("offered"), first="p0", second="p1")
        book.record_pair(pair("rejected", 0.7))
        book.record_pair(pair("offered", 0.8))
        (kept,) = book.pairs()
        assert (kept.state, kept.score, kept.is_apart) == ("rejected", 0.7, True)
        book.record_pair(pair("merged"))
        assert [one.state for one in book.pairs("merged")] == ["merged"]
        assert list(book.pairs("offered", "split")) == []
        book.record_pair(pair("offered", names=("p0", "p0")))
        assert len(list(book.pairs())) == 1


def test_pairs_are_apart_under_any_of_their_names(library: Library) -> None:
    with library:
        library.duplicates.record_pair(pair("split"))
        renamed = replace(PAPERS[0], id="new", aliases=("p0",))
        assert library.duplicates.are_apart(renamed, PAPERS[1])
        assert not library.duplicates.are_apart(renamed, PAPERS[2])


def test_the_log_gives_parts_back_exactly_and_follows_the_paper(library: Library) -> None:
    with library:
        book = library.duplicates
        part = MergedPart(paper=PAPERS[1], traits=(traits_of(PAPERS[1]),))
        merge = Merge(number=0, kind="enriched", result="p1", decided_by="person", reasons=("é",), parts=(part, part))
        book.log_merge(2, merge)
        (kept,) = book.merges(2)
        assert replace(kept, number=0) == merge
        assert not book.is_joined(2)
        library.put(PAPERS[0], replacing=("p1",))
        assert book.merges(1) == (kept,)
        assert book.merges(2) == ()
        book.move_merges([kept.number], 3)
        assert book.merges(3) == (kept,)
        book.drop_merge(kept.number)
        assert book.merges(3) == ()
        assert library.integrity_problems() == []
