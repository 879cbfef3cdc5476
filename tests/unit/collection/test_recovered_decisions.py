"""What was decided about duplicates outlasts damage, and what does not hold together is left and counted."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from line_format import make_paper

from conspectus.collection.duplicates import listed_pairs, merge_papers_of, reject_pair
from conspectus.collection.matching import settle
from conspectus.collection.recovery import Recovery, recover
from conspectus.collection.splitting import split_paper
from conspectus.domain.duplicate_traits import Traits
from conspectus.domain.paper import Paper, Provenance, with_id
from conspectus.library.duplicate_book import DuplicatePair, Merge
from conspectus.library.store import Library

PAGE = 4096
BIRDS = "auk bee cow dove elk fox gnu hen ibis jay kite lark mole newt owl pika quail rook".split()


def record(number: int, **values: object) -> Paper:
    paper = make_paper(**values)  # type: ignore[arg-type]
    return with_id(replace(paper, provenance=(Provenance(source="x", sha256="0", reader="lines", record=number),)))


def about(number: int) -> Paper:
    """A paper with an abstract that fills pages of its own, about a bird that no other paper is about."""
    text = f"We count every {BIRDS[number]}. It is there again. " * 400
    return record(number, title=f"On the {BIRDS[number]}", author=BIRDS[number], year=2001, doi=f"10.5555/{number}",
                  key=BIRDS[number], abstract=text.strip())  # fmt: skip


Decide = Callable[[Library], object]


def built(folder: Path, *decisions: Decide) -> Path:
    """A library of all birds, with decisions made one after the other."""
    with Library(folder, writable=True) as library:
        for number in range(len(BIRDS)):
            settle(library, about(number))
        for decide in decisions:
            decide(library)
    return folder


def merged(first: str, second: str) -> Decide:
    return lambda library: merge_papers_of(library, first, second)


def rejected(first: str, second: str) -> Decide:
    return lambda library: reject_pair(library, first, second)


def split(name: str) -> Decide:
    return lambda library: split_paper(library, name)


def offered(first: str, second: str) -> Decide:
    def decide(library: Library) -> None:
        one, other = sorted(paper.id for name in (first, second) if (paper := library.get(name)))
        library.duplicates.record_pair(DuplicatePair(first=one, second=other, state="offered", score=0.6))

    return decide


def enriched(key: str, number: int) -> Decide:
    """The record of a bird once more, from elsewhere and with a key of its own."""
    stamp = Provenance(source="y", sha256="1", reader="lines", record=number)
    richer = replace(about(BIRDS.index(key)), keys=(f"{key}-{number}",), provenance=(stamp,))
    return lambda library: settle(library, richer)


def sql(statement: str, *values: object) -> Decide:
    def decide(library: Library) -> None:
        with closing(sqlite3.connect(library.folder / "library.sqlite")) as connection, connection:
            connection.execute(statement, values)

    return decide


def overwrite(folder: Path, *places: int) -> None:
    """Overwrites the first page, which no reader of SQLite can do without, and the pages at some places."""
    path = folder / "library.sqlite"
    data = bytearray(path.read_bytes())
    for place in (0, *places):
        start = place // PAGE * PAGE
        data[start : start + PAGE] = b"\xff" * PAGE
    path.write_bytes(data)


def book(folder: Path) -> tuple[list[DuplicatePair], dict[str, list[Merge]], dict[str, tuple[Traits, ...]]]:
    with Library(folder) as library:
        duplicates = library.duplicates
        ids = {library.id_at(position): position for position in duplicates.positions(-1, 1000)}
        logs = {name: [replace(one, number=0) for one in duplicates.merges(place)] for name, place in ids.items()}
        return list(duplicates.pairs()), logs, {name: duplicates.traits(place) for name, place in ids.items()}


def recovered(folder: Path) -> Recovery:
    recovery = recover(folder)
    with Library(folder) as library:
        assert library.integrity_problems() == []
    return recovery


DECISIONS = (
    merged("auk", "bee"), merged("auk", "cow"), enriched("auk", 30), merged("dove", "elk"), merged("auk", "dove"),
    merged("fox", "gnu"), split("fox"), rejected("hen", "ibis"), offered("jay", "kite"), rejected("auk", "lark"),
)  # fmt: skip


def test_of_a_readable_book_everything_is_recovered(tmp_path: Path) -> None:
    folder = built(tmp_path, *DECISIONS)
    before = book(folder)
    overwrite(folder)
    recovery = recovered(folder)
    assert (recovery.decisions, recovery.decisions_lost) == (8, 0)
    assert recovery.decisions_told == "8 decisions about duplicates recovered, 0 could not be read"
    assert book(folder) == before


def test_listing_and_splitting_go_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    sound = built(tmp_path / "sound", *DECISIONS)
    shutil.copytree(sound, tmp_path / "damaged")
    overwrite(tmp_path / "damaged")
    recovered(tmp_path / "damaged")

    def goes_on(folder: Path) -> list[object]:
        with Library(folder, writable=True) as library:
            seen: list[object] = [[pair.to_json() for pair in listed_pairs(library)]]
            for name in ("auk", "auk", "dove", "auk"):
                seen.append(split_paper(library, name))
            seen.append([settle(library, about(number)).outcome for number in range(len(BIRDS))])
            seen.append([pair.to_json() for pair in listed_pairs(library)])
            return seen

    assert goes_on(tmp_path / "damaged") == goes_on(sound)


def test_one_decision_is_told_of_as_one(tmp_path: Path) -> None:
    folder = built(tmp_path, rejected("hen", "ibis"))
    overwrite(folder)
    assert recovered(folder).decisions_told == "1 decision about duplicates recovered, 0 could not be read"


def damage_merge(number: int) -> Decide:
    """Makes the parts of a merge unreadable; its row stays."""
    return sql("UPDATE merges SET parts = '[{\"paper\": ' || substr(parts, 200) WHERE number = ?", number)


def test_a_merge_whose_parts_are_lost_leaves_nothing_dangling(tmp_path: Path) -> None:
    folder = built(tmp_path, merged("auk", "bee"), merged("fox", "gnu"), damage_merge(1))
    overwrite(folder)
    recovery = recovered(folder)
    assert (recovery.decisions, recovery.decisions_lost) == (1, 1)
    with Library(folder, writable=True) as library:
        assert [(pair.pair.state, pair.papers[0].keys) for pair in listed_pairs(library)] == [
            ("merged", ("fox", "gnu"))
        ]
        auk, fox = (library.position(f"doi-10.5555_{number}") for number in (0, 5))
        assert auk is not None
        assert fox is not None
        assert not library.duplicates.is_joined(auk)
        assert library.duplicates.is_joined(fox)
        assert split_paper(library, "fox") == (about(5), about(6))


@pytest.mark.parametrize("number, lost", [(2, 2), (3, 3)])
def test_a_merge_is_not_undone_past_an_entry_that_is_lost(tmp_path: Path, number: int, lost: int) -> None:
    """Else splitting would give back what was first, and lose what came by the lost entry."""
    folder = built(tmp_path, merged("auk", "bee"), merged("auk", "cow"), enriched("auk", 30), damage_merge(number))
    overwrite(folder)
    recovery = recovered(folder)
    assert (recovery.decisions, recovery.decisions_lost) == (0, lost)
    assert book(folder)[0] == []


def test_a_newer_merge_is_undone_though_an_older_one_is_lost(tmp_path: Path) -> None:
    folder = built(tmp_path, merged("auk", "bee"), merged("auk", "cow"), damage_merge(1))
    overwrite(folder)
    recovery = recovered(folder)
    assert (recovery.decisions, recovery.decisions_lost) == (1, 1)
    with Library(folder, writable=True) as library:
        both, cow = split_paper(library, "auk")
        assert (both.keys, cow) == (("auk", "bee"), about(2))
        position = library.position(both.id)
        assert position is not None
        assert not library.duplicates.is_joined(position)


def test_a_merge_that_is_gone_without_a_trace_is_missed_by_what_it_brought(tmp_path: Path) -> None:
    folder = built(
        tmp_path, merged("auk", "bee"), merged("auk", "cow"), sql("DELETE FROM merges WHERE number = 2")
    )  # fmt: skip
    overwrite(folder)
    recovery = recovered(folder)
    # Of the second merge the pair is left, and undoing the first would lose the second's paper.
    assert (recovery.decisions, recovery.decisions_lost) == (0, 2)
    with Library(folder) as library:
        paper = library.get("auk")
        assert paper is not None
        assert paper.keys == ("auk", "bee", "cow")
        assert list(library.duplicates.pairs()) == []


def test_a_pair_of_a_merge_that_can_be_undone_is_listed_though_it_is_lost(tmp_path: Path) -> None:
    folder = built(tmp_path, merged("auk", "bee"), sql("DELETE FROM duplicate_pairs"))
    overwrite(folder)
    assert recovered(folder).decisions == 1
    with Library(folder) as library:
        (listed,) = listed_pairs(library)
        assert (listed.pair.first, listed.pair.second) == (about(0).id, about(1).id)
        assert listed.pair.state == "merged"
        assert 0.0 <= listed.pair.score <= 1.0


def test_a_merge_that_was_undone_does_not_come_back_from_old_rows(tmp_path: Path) -> None:
    keep = sql("CREATE TABLE kept AS SELECT * FROM merges")
    put_back = sql("INSERT INTO merges SELECT * FROM kept")
    folder = built(tmp_path, merged("auk", "bee"), keep, split("auk"), put_back, sql("DROP TABLE kept"))
    overwrite(folder)
    recovery = recovered(folder)
    assert recovery.decisions == 1
    (pair,) = book(folder)[0]
    assert pair.state == "split"
    assert not any(book(folder)[1].values())


def test_what_was_decided_about_a_lost_paper_holds_when_it_comes_back(tmp_path: Path) -> None:
    lose = sql("UPDATE papers SET metadata = '{' WHERE id = ?", about(7).id)
    folder = built(tmp_path, rejected("hen", "ibis"), lose)
    overwrite(folder)
    recovery = recovered(folder)
    assert (recovery.papers, recovery.decisions) == (len(BIRDS) - 1, 1)
    with Library(folder, writable=True) as library:
        assert list(listed_pairs(library)) == []
        assert settle(library, about(7)).outcome == "added"
        assert [pair.pair.state for pair in listed_pairs(library)] == ["rejected"]


def test_a_merge_of_a_lost_paper_is_counted(tmp_path: Path) -> None:
    lose = sql("UPDATE papers SET metadata = '{' WHERE id = ?", about(0).id)
    folder = built(tmp_path, merged("auk", "bee"), lose)
    overwrite(folder)
    recovery = recovered(folder)
    assert (recovery.papers, recovery.decisions, recovery.decisions_lost) == (len(BIRDS) - 2, 0, 1)
    assert book(folder)[0] == []


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("sound"), *DECISIONS)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shares=st.lists(st.floats(0, 0.999), min_size=1, max_size=12))
def test_whatever_the_damage_splitting_loses_no_record(
    sound: Path, tmp_path_factory: pytest.TempPathFactory, shares: list[float]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    shutil.copyfile(sound / "library.sqlite", folder / "library.sqlite")
    size = (folder / "library.sqlite").stat().st_size
    overwrite(folder, *(int(share * size) for share in shares))
    recovery = recovered(folder)
    assert recovery.decisions <= 8
    with Library(folder, writable=True) as library:
        held = {stamp.record for paper in library.papers() for stamp in paper.provenance}
        joined = list(listed_pairs(library, "merged"))
        assert all(pair.papers[0] == pair.papers[1] for pair in joined)
        while joined:
            split_paper(library, joined[0].papers[0].id)
            joined = list(listed_pairs(library, "merged"))
        assert {stamp.record for paper in library.papers() for stamp in paper.provenance} >= held
        assert library.integrity_problems() == []
