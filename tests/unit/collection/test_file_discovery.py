"""Paths become files in a fixed order, each once, and everything unreadable is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conspectus.collection.file_discovery import FoundFile, discover_files
from conspectus.collection.report import FailedItem, SkippedItem


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    return path


def sources(items: object) -> list[str]:
    return [item.source for item in items if isinstance(item, FoundFile)]  # type: ignore[attr-defined]


def test_folders_are_searched_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.ris", "a/z.ris", "a/b/c.ris", "ü ☃.ris", ".hidden", ".git/x", "c"):
        touch(tmp_path / name)
    assert sources(discover_files([tmp_path])) == ["a/b/c.ris", "a/z.ris", "b.ris", "c", "ü ☃.ris"]


def test_named_files_come_in_the_order_given_even_if_hidden(tmp_path: Path) -> None:
    paths = [touch(tmp_path / name) for name in ("b", ".a")]
    found = list(discover_files(paths))
    assert sources(found) == ["b", ".a"]
    assert all(isinstance(item, FoundFile) and item.named for item in found)


def test_each_file_comes_once(tmp_path: Path) -> None:
    path = touch(tmp_path / "a")
    assert sources(discover_files([path, tmp_path, path, tmp_path])) == ["a"]


@pytest.mark.parametrize("paths", [(".", "a"), ("a", "."), (".", "."), ("a", "a", "."), (".", "a", ".")], ids=" ".join)
def test_a_folder_whose_only_file_was_met_before_is_not_called_empty(tmp_path: Path, paths: tuple[str, ...]) -> None:
    touch(tmp_path / "a")
    (found,) = discover_files([tmp_path / path for path in paths])
    assert isinstance(found, FoundFile)
    assert found.source == "a"
    assert found.named is ("a" in paths)


@pytest.mark.parametrize("paths", [(".", "in"), ("in", "."), ("in/a", ".", "in", "in/deep")], ids=" ".join)
def test_a_folder_within_another_is_not_called_empty(tmp_path: Path, paths: tuple[str, ...]) -> None:
    touch(tmp_path / "in" / "a")
    touch(tmp_path / "in" / "deep" / "b")
    found = list(discover_files([tmp_path / path for path in paths]))
    assert sorted(Path(source).name for source in sources(found)) == ["a", "b"]
    assert len(found) == 2


def test_an_empty_folder_is_called_empty_however_often_it_is_met(tmp_path: Path) -> None:
    touch(tmp_path / "a")
    (tmp_path / "in" / "deep").mkdir(parents=True)
    found = list(discover_files([tmp_path, tmp_path / "in"]))
    assert sources(found) == ["a"]
    assert [item.source for item in found if isinstance(item, FailedItem)] == [str(tmp_path / "in")]


def test_the_library_is_left_out(tmp_path: Path) -> None:
    touch(tmp_path / "lib" / "library.sqlite")
    touch(tmp_path / "a")
    assert sources(discover_files([tmp_path], leave_out=tmp_path / "lib")) == ["a"]
    (failed,) = discover_files([tmp_path / "lib"], leave_out=tmp_path / "lib")
    assert isinstance(failed, FailedItem)
    assert "library folder" in failed.reason


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
def test_loops_of_links_end_and_dangling_links_are_named(tmp_path: Path) -> None:
    touch(tmp_path / "a" / "x")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    items = list(discover_files([tmp_path]))
    assert sources(items) == ["a/x"]
    assert sorted(Path(item.source).name for item in items if isinstance(item, FailedItem)) == ["nowhere", "self"]


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
def test_a_folder_that_holds_only_itself_is_empty(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path)
    (failed,) = discover_files([tmp_path])
    assert isinstance(failed, FailedItem)
    assert failed.reason == "holds no files"


@pytest.mark.parametrize("name", ["missing", "a\x00b"])
def test_a_path_that_is_not_there(tmp_path: Path, name: str) -> None:
    (failed,) = discover_files([tmp_path / name])
    assert isinstance(failed, FailedItem)
    assert failed.reason in ("does not exist", "is no path")
    assert failed.hint


def test_an_empty_folder(tmp_path: Path) -> None:
    (failed,) = discover_files([tmp_path])
    assert isinstance(failed, FailedItem)
    assert failed.reason == "holds no files"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (skipped,) = discover_files([tmp_path])
    assert isinstance(skipped, SkippedItem)
    (failed,) = discover_files([tmp_path / "pipe"])
    assert isinstance(failed, FailedItem)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    (failed,) = discover_files([tmp_path])
    assert isinstance(failed, FailedItem)
    assert failed.reason == "may not be read"


@pytest.mark.skipif(os.name == "nt", reason="names are text on Windows")
def test_names_that_are_no_utf8_are_shown_as_text(tmp_path: Path) -> None:
    try:
        touch(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.ris")))
    except OSError:
        pytest.skip("the file system takes only UTF-8 names")
    (found,) = discover_files([tmp_path])
    assert found.source == "caf\ufffd.ris"
