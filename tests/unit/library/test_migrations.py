"""Older library files are brought up to date step by step; newer ones are refused."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.collection.duplicates import find_duplicates
from conspectus.collection.splitting import split_paper
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.json_form import paper_to_json
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.foundation.errors import LibraryError
from conspectus.library.database import Database
from conspectus.library.migrations import MIGRATIONS, Migration, current_version, migrate, newest_version
from conspectus.library.paper_rows import description_of
from conspectus.library.store import Library

PAPER = Paper(
    id="doi-10.1234_a",
    title="On old files",
    authors=(Author(family="Berg", particle="van den", given="Anna"),),
    date=PartialDate(year=2001),
    identifiers=Identifiers(doi="10.1234/a"),
    keys=("berg2001",),
)


def version_1(folder: Path) -> None:
    """A library file as the first version wrote it."""
    connection = sqlite3.connect(folder / "library.sqlite", isolation_level=None)
    migrate(connection, MIGRATIONS[:1])
    connection.execute(
        "INSERT INTO papers (position, id, title, year, has_abstract, has_full_text, metadata) VALUES (7,?,?,?,0,0,?)",
        (PAPER.id, PAPER.title, PAPER.year, paper_to_json(PAPER).decode()),
    )
    connection.execute("INSERT INTO identifiers VALUES ('doi:10.1234/a', 7)")
    connection.execute("INSERT INTO keys VALUES ('berg2001', 7)")
    connection.close()


def test_version_1_is_brought_up_to_date_and_loses_nothing(tmp_path: Path) -> None:
    version_1(tmp_path)
    with Library(tmp_path, writable=True) as library:
        assert library.get("berg2001") == PAPER
        assert library.find_by_identifiers(PAPER.identifiers) == (PAPER.id,)
        assert library.find_by_description(description_of(PAPER)) == (PAPER.id,)
        assert [stamp.paper for stamp in library.projections.missing("text")] == [PAPER.id]
    with Library(tmp_path) as library:
        assert list(library.papers()) == [PAPER]


def test_version_2_is_brought_up_to_date_and_its_duplicates_are_found(tmp_path: Path) -> None:
    """The library as it was before duplicates were judged: nothing changes until someone asks."""
    connection = sqlite3.connect(tmp_path / "library.sqlite", isolation_level=None)
    migrate(connection, MIGRATIONS[:2])
    bare = replace(PAPER, id="hash-0123456789ab", identifiers=Identifiers(), keys=("bare",), aliases=())
    for position, paper in enumerate((PAPER, bare), 1):
        connection.execute(
            "INSERT INTO papers (position, id, title, year, has_abstract, has_full_text, metadata, description)"
            " VALUES (?, ?, ?, ?, 0, 0, ?, ?)",
            (position, paper.id, paper.title, paper.year, paper_to_json(paper).decode(), description_of(paper)),
        )
        connection.execute("INSERT INTO keys VALUES (?, ?)", (paper.keys[0], position))
    connection.execute("INSERT INTO identifiers VALUES ('doi:10.1234/a', 1)")
    connection.close()
    with Library(tmp_path, writable=True) as library:
        assert list(library.papers()) == [PAPER, bare]
        assert list(library.duplicates.pairs()) == []
        assert find_duplicates(library).merged == 1
        (united,) = library.papers()
        assert united.keys == ("berg2001", "bare")
        assert split_paper(library, "bare") == (PAPER, bare)
        assert list(library.papers()) == [PAPER, bare]


def test_reading_never_migrates(tmp_path: Path) -> None:
    version_1(tmp_path)
    before = (tmp_path / "library.sqlite").read_bytes()
    with pytest.raises(LibraryError, match="older") as caught:
        Library(tmp_path)
    assert "conspectus reindex" in caught.value.hint
    assert (tmp_path / "library.sqlite").read_bytes() == before


@pytest.mark.parametrize("writable", [True, False])
def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path, writable: bool) -> None:
    with Library(tmp_path, writable=True):
        pass
    connection = sqlite3.connect(tmp_path / "library.sqlite")
    connection.execute("INSERT INTO migrations VALUES (999, 'from the future')")
    connection.commit()
    connection.close()
    with pytest.raises(LibraryError, match="newer conspectus") as caught:
        Library(tmp_path, writable=writable)
    assert "Update conspectus" in caught.value.hint


def test_a_failing_step_leaves_the_version_before_it(tmp_path: Path) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (x)")
        raise RuntimeError("cut off")

    broken = (*MIGRATIONS, Migration(newest_version() + 1, "broken", fail))
    with pytest.raises(RuntimeError, match="cut off"):
        Database(tmp_path, writable=True, migrations=broken)
    connection = sqlite3.connect(tmp_path / "library.sqlite")
    assert current_version(connection) == newest_version()
    assert connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone() is None
    connection.close()


def test_steps_are_numbered_without_gaps_and_run_once(tmp_path: Path) -> None:
    assert [step.version for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    connection = sqlite3.connect(tmp_path / "x.sqlite", isolation_level=None)
    assert migrate(connection) == [step.name for step in MIGRATIONS]
    assert migrate(connection) == []
    connection.close()
