"""A damaged library is made whole as far as it goes, and nothing is lost by trying."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conspectus.collection.doctor import examine
from conspectus.collection.recovery import recover
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import LibraryError, NothingFound, UsageError
from conspectus.library.records import FileRecord
from conspectus.library.store import Library


def reed(number: int) -> Paper:
    draft = SectionDraft(heading="Abstract", paragraphs=[ParagraphDraft(text=f"We count reed {number}. It grows.")])
    return Paper(id=f"reed-{number}", title=f"On reed {number} " * 8, documents=(build_document([draft]),))


PAPERS = {paper.id: paper for paper in map(reed, range(150))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library of 150 papers from one file."""
    with Library(tmp_path, writable=True) as library, library.transaction():
        for paper in PAPERS.values():
            library.put(paper)
        library.record_file(FileRecord(source="reeds.ris", sha256="5" * 64, reader="ris", outcome="read", counts={}))
    return tmp_path


def cut(folder: Path, share: float) -> bytes:
    """Cuts the library file off and gives what is left of it."""
    path = folder / "library.sqlite"
    os.truncate(path, int(path.stat().st_size * share))
    return path.read_bytes()


def papers_in(folder: Path) -> dict[str, Paper]:
    with Library(folder) as library:
        return {paper.id: paper for paper in library.papers()}


@pytest.mark.parametrize("share", [0.7, 0.9])
def test_every_paper_is_back_whole_or_named(folder: Path, share: float) -> None:
    left = cut(folder, share)
    recovery = recover(folder)
    after = papers_in(folder)
    assert 0 < recovery.papers == len(after) < len(PAPERS)
    assert all(after[name] == PAPERS[name] for name in after if name not in recovery.incomplete)
    assert set(recovery.incomplete) <= set(after)
    assert set(recovery.lost) <= set(PAPERS) - set(after)
    assert Path(recovery.backup).read_bytes() == left
    assert not list(folder.glob("recovery-*"))


def test_the_new_library_is_sound_and_indexed(folder: Path) -> None:
    cut(folder, 0.8)
    recover(folder)
    assert [check.text for check in examine(folder) if not check.ok] == []


def test_a_lost_first_page_costs_nothing(folder: Path) -> None:
    with (folder / "library.sqlite").open("r+b") as file:
        file.write(b"\xff" * 4096)
    recovery = recover(folder)
    assert (recovery.papers, recovery.incomplete, recovery.lost) == (150, (), ())
    assert recovery.files == ("reeds.ris",)
    assert papers_in(folder) == PAPERS


def test_a_second_recovery_keeps_the_first_backup(folder: Path) -> None:
    first = cut(folder, 0.9)
    backups = [recover(folder).backup]
    second = cut(folder, 0.9)
    backups.append(recover(folder).backup)
    assert [Path(name).name for name in backups] == ["library.damaged-1.sqlite", "library.damaged-2.sqlite"]
    assert [Path(name).read_bytes() for name in backups] == [first, second]


def test_a_sound_library_is_left_alone(folder: Path) -> None:
    before = (folder / "library.sqlite").read_bytes()
    with pytest.raises(UsageError, match="is sound"):
        recover(folder)
    assert (folder / "library.sqlite").read_bytes() == before
    assert not list(folder.glob("library.damaged-*"))


def test_where_nothing_can_be_read_nothing_is_changed(folder: Path) -> None:
    (folder / "library.sqlite").write_bytes(b"\xff" * 50_000)
    with pytest.raises(LibraryError, match="No paper can be read") as caught:
        recover(folder)
    assert "backup" in caught.value.hint
    assert (folder / "library.sqlite").read_bytes() == b"\xff" * 50_000
    assert not list(folder.glob("*damaged*"))
    assert not list(folder.glob("recovery-*"))


def test_no_room_for_the_new_file_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = cut(folder, 0.8)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("conspectus.collection.recovery.shutil.copyfile", full)
    with pytest.raises(LibraryError, match="No space left on device") as caught:
        recover(folder)
    assert "nothing was lost" in caught.value.hint
    assert (folder / "library.sqlite").read_bytes() == left


def test_another_writer_is_waited_for_and_then_named(folder: Path) -> None:
    with Library(folder, writable=True, command="conspectus add more.ris"):
        left = cut(folder, 0.8)
        with pytest.raises(LibraryError, match=r"conspectus add more\.ris"):
            recover(folder, lock_timeout=0.1)
        assert (folder / "library.sqlite").read_bytes() == left


def test_no_library(tmp_path: Path) -> None:
    with pytest.raises(NothingFound):
        recover(tmp_path / "none")
    assert not (tmp_path / "none").exists()
