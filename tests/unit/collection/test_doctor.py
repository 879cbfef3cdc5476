"""The doctor says in words what is well and what is not."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from conspectus.collection.doctor import Check, examine
from conspectus.collection.paper_vectors import EmbedderChoice
from conspectus.collection.reindex import TextProjection
from conspectus.collection.vector_projection import complete_vectors
from conspectus.domain.paper import Paper
from conspectus.library.store import Library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Library(tmp_path, writable=True) as library:
        for number in range(200):
            library.put(Paper(id=f"p{number}", title=f"Rivers {number} " * 20))
        TextProjection(library).complete()
    return tmp_path


def by_name(folder: Path) -> dict[str, Check]:
    return {check.name: check for check in examine(folder)}


def test_a_sound_library(folder: Path) -> None:
    checks = by_name(folder)
    assert list(checks) == [
        "python", "sqlite", "tantivy", "permission", "lock", "library", "full-text index", "vectors",
    ]  # fmt: skip
    assert all(check.ok for check in checks.values())
    assert checks["library"].text == "200 papers."


def test_no_library_is_no_fault(tmp_path: Path) -> None:
    checks = by_name(tmp_path / "none")
    assert all(check.ok for check in checks.values())
    assert "conspectus add" in checks["library"].hint
    assert not (tmp_path / "none").exists()


def test_a_gap_in_the_index(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        library.put(Paper(id="new", title="New rivers"))
        assert "being written to by" in by_name(folder)["lock"].text
    check = by_name(folder)["full-text index"]
    assert not check.ok
    assert "1 missing" in check.text
    assert "reindex" in check.hint


def test_vectors_that_lack_are_told_and_no_fault(folder: Path) -> None:
    check = by_name(folder)["vectors"]
    assert check.ok
    assert "no vectors" in check.text
    assert "reindex" in check.hint
    with Library(folder, writable=True) as library:
        complete_vectors(library, EmbedderChoice())
        library.put(Paper(id="new", title="New rivers"))
    check = by_name(folder)["vectors"]
    assert check.ok
    assert check.text.startswith("200 papers by offline:")
    assert "1 missing" in check.text
    assert "reindex" in check.hint


def test_damaged_vectors(folder: Path) -> None:
    with Library(folder, writable=True) as library:
        complete_vectors(library, EmbedderChoice())
    (folder / "vectors" / "vectors.f32").write_bytes(b"")
    check = by_name(folder)["vectors"]
    assert not check.ok
    assert "damaged" in check.text


def test_a_lost_index(folder: Path) -> None:
    shutil.rmtree(folder / "text")
    assert not by_name(folder)["full-text index"].ok


@pytest.mark.parametrize("damage", ["cut", "garbled"])
def test_a_damaged_file(folder: Path, damage: str) -> None:
    path = folder / "library.sqlite"
    size = path.stat().st_size
    if damage == "cut":
        os.truncate(path, size // 2)
    else:
        with path.open("r+b") as file:
            file.seek(size // 2)
            file.write(b"\xff" * 20_000)
    check = by_name(folder)["library"]
    assert not check.ok
    assert "damaged" in check.text
    assert "backup" in check.hint
