"""A dry run says what adding would do, and leaves everything as it is."""

from __future__ import annotations

from pathlib import Path

from line_format import Shelf

from conspectus.collection.dry_run import rehearse
from conspectus.collection.report import AddReport
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Paper
from conspectus.library.store import Library

A = {"title": "Apples", "doi": "10.1234/a"}
B = {"title": "Bees", "pmid": "7", "abstract": "Bees hum. They fly."}


def rehearsed(shelf: Shelf, *paths: Path) -> AddReport:
    return rehearse(shelf.home, paths, largest_file=1_000_000)


def state(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_without_a_library_none_is_made(shelf: Shelf) -> None:
    report = rehearsed(shelf, shelf.file("a.txt", A, B, "broken"))
    assert (report.dry_run, report.added, len(report.failed)) == (True, 2, 1)
    assert not shelf.home.exists()


def test_counts_are_against_the_library_and_within_the_run(shelf: Shelf) -> None:
    shelf.add(shelf.file("a.txt", A))
    before = state(shelf.home)
    paths = [shelf.file("a.txt", A), shelf.file("b.txt", {**A, "venue": "Fruit"}, B), shelf.file("c.txt", B)]
    rehearsal = rehearsed(shelf, *paths)
    assert state(shelf.home) == before
    told = rehearsal.to_json()
    done = shelf.add(*paths).to_json()
    assert (told.pop("dry_run"), done.pop("dry_run")) == (True, False)
    assert told == done
    assert (told["added"], told["merged"], told["unchanged"]) == (1, 2, 1)


def test_what_another_process_is_writing_is_seen(shelf: Shelf) -> None:
    shelf.add(shelf.file("a.txt", A))
    with Library(shelf.home, writable=True) as library:
        library.put(Paper(id="pmid-7", title="Bees", identifiers=Identifiers(pmid="7")))
        assert rehearsed(shelf, shelf.file("b.txt", {"title": "Bees", "pmid": "7"})).added == 0


def test_the_library_folder_is_left_out(shelf: Shelf) -> None:
    path = shelf.file("library/inside.txt", A)
    assert path.parent == shelf.home
    report = rehearsed(shelf, shelf.folder)
    assert report.added == 0
