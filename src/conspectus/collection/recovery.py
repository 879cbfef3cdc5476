"""A damaged library made whole as far as it can be read; the damaged file is kept beside the new one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from conspectus.collection.recovered_decisions import recover_decisions
from conspectus.collection.reindex import rebuild_text_index
from conspectus.foundation.errors import LibraryError, NothingFound, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.text.counting import counted
from conspectus.library.database import DATABASE_FILE, require_library
from conspectus.library.salvage import DamagedFile
from conspectus.library.store import Library
from conspectus.library.writer_lock import WriterLock

_BATCH = 500
_JOURNAL = f"{DATABASE_FILE}-wal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What was saved: the number of papers, those without all their texts, ids known to be lost, and the old file.

    ``decisions`` counts the merges and pairs of the book of duplicates that were saved, ``decisions_lost`` those
    that are known to have been there; a page that left no trace cannot be counted.
    """

    papers: int
    incomplete: tuple[str, ...]
    lost: tuple[str, ...]
    files: tuple[str, ...]
    backup: str
    decisions: int
    decisions_lost: int

    @property
    def decisions_told(self) -> str:
        """Says in words what became of the decisions about duplicates."""
        saved = counted(self.decisions, "decision about duplicates", "decisions about duplicates")
        return f"{saved} recovered, {self.decisions_lost} could not be read"


def recover(folder: Path, *, lock_timeout: float = 30.0, events: Events | None = None) -> Recovery:
    """Puts a new library file with everything that can be read in place of a damaged one.

    That is every paper, and what was decided about duplicates as far as it holds together; see
    ``recover_decisions``. The index is made anew.

    Args:
        folder: The library folder.
        lock_timeout: Seconds to wait for another writer.
        events: Told of the progress of the index.

    Raises:
        NothingFound: There is no library.
        UsageError: The library is sound.
        LibraryError: Nothing can be read, or there is no room for the new file; then nothing was changed.
    """
    require_library(folder)
    with _locked(folder, lock_timeout):
        if _is_sound(folder):
            raise UsageError(f"The library in {folder} is sound.", hint="There is nothing to recover.")
        try:
            with TemporaryDirectory(prefix="recovery-", dir=folder) as place:
                recovery = _rescued(folder, Path(place))
        except (OSError, sqlite3.Error) as error:
            raise LibraryError(
                f"The library in {folder} cannot be recovered: {error}.",
                hint="Make room on the disk and check the permissions of the folder; nothing was lost by trying.",
            ) from None
    with Library(folder, writable=True, command="conspectus doctor --recover", lock_timeout=lock_timeout) as library:
        rebuild_text_index(library, events)
    return recovery


@contextmanager
def _locked(folder: Path, timeout: float) -> Iterator[None]:
    lock = WriterLock(folder, "conspectus doctor --recover")
    lock.acquire(timeout)
    try:
        yield
    finally:
        lock.release()


def _is_sound(folder: Path) -> bool:
    try:
        with Library(folder) as library:
            problems = library.integrity_problems()
            for _ in library.papers():
                pass
            return not problems
    except NothingFound:
        return False
    except LibraryError as error:
        if "damaged" not in error.message:
            raise
        return False


def _rescued(folder: Path, place: Path) -> Recovery:
    shutil.copyfile(folder / DATABASE_FILE, place / DATABASE_FILE)
    if (folder / _JOURNAL).is_file():
        shutil.copyfile(folder / _JOURNAL, place / _JOURNAL)
        _take_in_journal(place / DATABASE_FILE)
    new = place / "new"
    incomplete: list[str] = []
    with DamagedFile(place / DATABASE_FILE) as damaged, Library(new, writable=True) as library:
        places = _fill(library, damaged, incomplete)
        decisions = recover_decisions(library, damaged, places)
        files = damaged.files()
        lost = sorted(name for name in damaged.known_ids() if not library.current_id(name))
    if not places:
        raise LibraryError(
            f"No paper can be read from {folder / DATABASE_FILE}.",
            hint="Restore it from a backup; or move the folder away and add your files again.",
        )
    backup = _replace(folder, new / DATABASE_FILE)
    return Recovery(
        papers=len(places),
        incomplete=tuple(incomplete),
        lost=tuple(lost),
        files=tuple(sorted({record.source for record in files})),
        backup=str(backup),
        decisions=decisions.recovered,
        decisions_lost=decisions.lost,
    )


def _fill(library: Library, damaged: DamagedFile, incomplete: list[str]) -> dict[int, int]:
    """Stores the papers and files that can be read; gives the old position of each paper with its new one."""
    places: dict[int, int] = {}
    papers = damaged.papers()
    while True:
        before = len(places)
        with library.transaction():
            for salvaged in papers:
                if library.current_id(salvaged.paper.id):
                    continue
                library.put(salvaged.paper)
                place = library.position(salvaged.paper.id)
                assert place is not None
                places[salvaged.position] = place
                if salvaged.text_lost:
                    incomplete.append(salvaged.paper.id)
                if len(places) % _BATCH == 0:
                    break
        if len(places) == before:
            break
    with library.transaction():
        for record in damaged.files():
            library.record_file(record)
    return places


def _take_in_journal(path: Path) -> None:
    """Brings what SQLite has not yet moved from its journal into the copy, as far as it can."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.DatabaseError:
        # The journal is of no use then; the file itself is still read page by page.
        return


def _replace(folder: Path, new: Path) -> Path:
    """Puts the new file in place of the damaged one, which gets another name; gives that."""
    number = 1
    while (backup := folder / f"library.damaged-{number}.sqlite").exists():
        number += 1
    old = folder / DATABASE_FILE
    shutil.copyfile(old, backup)
    journal = folder / _JOURNAL
    if journal.exists():
        # SQLite must not take it for the journal of the new file.
        os.replace(journal, backup.with_name(f"{backup.name}-wal"))
    (folder / f"{DATABASE_FILE}-shm").unlink(missing_ok=True)
    os.replace(new, old)
    return backup
