"""Adding takes in what it can, counts it, and names everything else."""

from __future__ import annotations

import gzip
import json
import os
import shutil

import pytest
from line_format import Shelf

from conspectus.collection.report import AddReport
from conspectus.foundation.errors import LibraryError
from conspectus.foundation.events import StageAdvanced
from conspectus.library.store import Library
from conspectus.retrieval.text_index import open_index

A = {"title": "Apples", "doi": "10.1234/a", "key": "apple"}
B = {"title": "Bees", "pmid": "7", "abstract": "Bees hum. They fly."}


def counts(report: AddReport) -> tuple[int, int, int, int, int]:
    return report.added, report.merged, report.unchanged, len(report.skipped), len(report.failed)


def test_a_file_twice_changes_nothing(shelf: Shelf) -> None:
    path = shelf.file("a.txt", A, B)
    assert counts(shelf.add(path)) == (2, 0, 0, 0, 0)
    papers = shelf.papers()
    report = shelf.add(path)
    assert counts(report) == (0, 0, 2, 0, 0)
    assert shelf.papers() == papers
    assert report.papers == ["doi-10.1234_a", "pmid-7"]


def test_a_file_named_and_found_in_its_folder_is_the_same_file(shelf: Shelf) -> None:
    path = shelf.file("in/a.txt", A)
    shelf.add(path)
    assert counts(shelf.add(path.parent)) == (0, 0, 1, 0, 0)


def test_a_copy_elsewhere_is_merged_and_remembered(shelf: Shelf) -> None:
    shelf.add(shelf.file("a.txt", A))
    assert counts(shelf.add(shelf.file("b.txt", A))) == (0, 1, 0, 0, 0)
    (paper,) = shelf.papers()
    assert [stamp.source for stamp in paper.provenance] == ["a.txt", "b.txt"]


def test_broken_and_skipped_records_do_not_stop_the_others(shelf: Shelf) -> None:
    path = shelf.file("a.txt", "broken", A, "skip", {"abstract": "Nameless."}, B)
    report = shelf.add(path)
    assert counts(report) == (2, 0, 0, 1, 2)
    broken, nameless = report.failed
    assert (broken.source, broken.record, broken.line) == (str(path), 1, 2)
    assert (broken.reason, broken.hint) == ("It is broken.", "Mend it.")
    assert (nameless.record, nameless.line) == (4, 5)
    assert "neither a title nor an author nor an identifier" in nameless.reason
    (note,) = report.skipped
    assert (note.reason, note.record, note.line, note.records) == ("is a note", 3, 4, 1)
    (file,) = report.files
    assert (file.label, file.reason, file.outcome) == ("lines", "starts with LINES", "in part")
    assert file.counts() == {"added": 2, "merged": 0, "unchanged": 0, "skipped": 1, "failed": 2}


@pytest.mark.parametrize("word, reason", [("hostile", "The rest is hostile."), ("fault", "ZeroDivisionError")])
def test_what_came_before_a_fatal_fault_is_kept(shelf: Shelf, word: str, reason: str) -> None:
    report = shelf.add(shelf.file("a.txt", A, word, B), shelf.file("b.txt", B))
    assert counts(report) == (2, 0, 0, 0, 1)
    assert reason in report.failed[0].reason


def test_the_json_form(shelf: Shelf) -> None:
    shown = shelf.add(shelf.file("a.txt", A, "broken", "skip"), shelf.folder / "missing").to_json()
    json.dumps(shown)
    assert {name: shown[name] for name in ("added", "merged", "unchanged")} == {"added": 1, "merged": 0, "unchanged": 0}
    assert [set(item) for item in shown["skipped"]] == [{"source", "reason", "record", "line", "records"}]
    assert [set(item) for item in shown["failed"]] == [{"source", "record", "line", "reason", "hint", "records"}] * 2
    # Paths are looked at before files are read, but failures come in the order of the paths.
    assert [item["reason"] for item in shown["failed"]] == ["It is broken.", "does not exist"]


def test_other_things_in_a_folder_are_skipped_but_a_named_one_fails(shelf: Shelf) -> None:
    shelf.file("in/a.txt", A)
    readme = shelf.folder / "in" / "README"
    readme.write_text("Read me.")
    assert counts(shelf.add(shelf.folder / "in")) == (1, 0, 0, 1, 0)
    report = shelf.add(readme)
    assert counts(report) == (0, 0, 0, 0, 1)
    assert "no format" in report.failed[0].reason
    assert "Known formats" in report.failed[0].hint


@pytest.mark.parametrize("order", [("in", "in/a.txt"), ("in/a.txt", "in")], ids=" ".join)
def test_a_file_named_beside_its_folder_is_read_once(shelf: Shelf, order: tuple[str, str]) -> None:
    shelf.file("in/a.txt", A)
    assert counts(shelf.add(*(shelf.folder / name for name in order))) == (1, 0, 0, 0, 0)
    (shelf.folder / "in" / "README").write_text("Read me.")
    assert counts(shelf.add(*(shelf.folder / name for name in order))) == (0, 0, 1, 1, 0)


@pytest.mark.parametrize("order", [("in", "in/README"), ("in/README", "in")], ids=" ".join)
def test_a_file_of_no_known_format_fails_if_named_beside_its_folder(shelf: Shelf, order: tuple[str, str]) -> None:
    shelf.file("in/a.txt", A)
    (shelf.folder / "in" / "README").write_text("Read me.")
    report = shelf.add(*(shelf.folder / name for name in order))
    assert counts(report) == (1, 0, 0, 0, 1)
    assert "no format" in report.failed[0].reason


def test_a_folder_without_anything_readable_fails(shelf: Shelf) -> None:
    (shelf.folder / "in").mkdir()
    (shelf.folder / "in" / "README").write_text("Read me.")
    report = shelf.add(shelf.folder / "in")
    assert counts(report) == (0, 0, 0, 1, 1)
    assert "holds no file in a format that is known" in report.failed[0].reason


@pytest.mark.parametrize("content", [b"", b"  \n ", gzip.compress(b"", mtime=0)])
def test_an_empty_file_fails(shelf: Shelf, content: bytes) -> None:
    path = shelf.folder / "empty.ris"
    path.write_bytes(content)
    report = shelf.add(path)
    assert counts(report) == (0, 0, 0, 0, 1)
    assert "empty" in report.failed[0].reason


def test_a_file_without_records_fails(shelf: Shelf) -> None:
    report = shelf.add(shelf.file("a.txt"))
    assert "No records" in report.failed[0].reason


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_fails(shelf: Shelf) -> None:
    path = shelf.file("a.txt", A)
    path.chmod(0)
    assert "may not be read" in shelf.add(path).failed[0].reason


def test_a_large_file_fails_and_the_others_are_read(shelf: Shelf) -> None:
    report = shelf.add(shelf.file("a.txt", A, B), shelf.file("b.txt", A), largest_file=80)
    assert counts(report) == (1, 0, 0, 0, 1)


def test_packed_files_and_odd_names(shelf: Shelf) -> None:
    plain = shelf.file("sub/ü ☃ 'x'.txt", A)
    packed = plain.with_name("p.gz")
    packed.write_bytes(gzip.compress(b'LINES\n{"title": "Packed", "pmid": "9"}'))
    assert counts(shelf.add(plain.parent)) == (2, 0, 0, 0, 0)


def test_records_are_taken_one_by_one(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    original = Library.put

    def put(library: Library, paper: object, **options: object) -> None:
        original(library, paper, **options)  # type: ignore[arg-type]
        with Library(shelf.home) as reader:
            seen.append(reader.count())

    monkeypatch.setattr(Library, "put", put)
    # Inside the transaction of the second record the first is there for others, the second is not.
    shelf.add(shelf.file("a.txt", A, B))
    assert seen == [0, 1]


def test_a_kept_apart_pair_is_warned_of_once(shelf: Shelf) -> None:
    report = shelf.add(
        shelf.file(
            "a.txt", {"title": "T", "doi": "10.1234/a", "pmid": "7"}, {"title": "T", "doi": "10.1234/b", "pmid": "7"}
        )
    )
    assert report.added == 2
    assert len(report.warnings) == 1


def test_added_papers_can_be_searched(shelf: Shelf) -> None:
    shelf.add(shelf.file("a.txt", A, B))
    assert [name for name, _ in open_index(shelf.home / "text").search("humming bees")] == ["pmid-7"]
    shelf.add(shelf.file("b.txt", {"title": "Bees", "pmid": "7", "doi": "10.1234/bees"}))
    index = open_index(shelf.home / "text")
    assert [name for name, _ in index.search("humming bees")] == ["doi-10.1234_bees"]
    assert index.count() == 2


@pytest.mark.parametrize("damage", ["gone", "broken"])
def test_a_lost_index_is_made_again_when_adding(shelf: Shelf, damage: str) -> None:
    shelf.add(shelf.file("a.txt", A, B))
    if damage == "gone":
        shutil.rmtree(shelf.home / "text")
    else:
        (shelf.home / "text" / "meta.json").write_text("{")
    shelf.add(shelf.file("a.txt", A))
    assert open_index(shelf.home / "text").count() == 2
    assert len(shelf.events.warnings) == (damage == "broken")


def test_an_index_that_fails_is_a_warning_and_the_papers_are_kept(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LibraryError("The index is tired.", hint="Let it rest.")

    with monkeypatch.context() as broken:
        broken.setattr("conspectus.retrieval.text_index.TextIndex.update", fail)
        report = shelf.add(shelf.file("a.txt", A, B))
    assert report.added == 2
    assert report.warnings == ["The index is tired. Let it rest."]
    with Library(shelf.home) as library:
        assert library.projections.count_missing("text") == 2
    shelf.add(shelf.file("a.txt", A))
    with Library(shelf.home) as library:
        assert library.projections.count_missing("text") == 0


def test_files_are_on_record_and_progress_is_told(shelf: Shelf) -> None:
    steps: list[int] = []
    shelf.events.listeners.append(
        lambda event: steps.append(event.steps) if isinstance(event, StageAdvanced) and event.stage == "add" else None
    )
    shelf.add(shelf.file("a.txt", A, "broken"), shelf.file("b.txt", B))
    assert sum(steps) == 2
    with Library(shelf.home) as library:
        assert [(file.source, file.outcome) for file in library.files()] == [("a.txt", "in part"), ("b.txt", "done")]
