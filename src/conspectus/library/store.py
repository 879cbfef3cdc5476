"""The library: papers on disk, found by id, former id, citation key or identifier.

``library.sqlite`` in the library folder is the truth. Everything else in the folder can be made from it
again or is a run's own bundle.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Paper, unique
from conspectus.foundation.errors import LibraryError, UsageError
from conspectus.library.database import Database
from conspectus.library.duplicate_book import DuplicateBook
from conspectus.library.entity_book import EntityBook
from conspectus.library.paper_rows import load_paper, load_summary, storable, write_paper
from conspectus.library.projections import Projections, Stamp
from conspectus.library.records import FileRecord, PaperSummary
from conspectus.library.writer_lock import Holder, WriterLock

TEXT_PROJECTION = "text"
VECTOR_PROJECTION = "vectors"
GRAPH_PROJECTION = "graph"
PROJECTIONS = (TEXT_PROJECTION, VECTOR_PROJECTION, GRAPH_PROJECTION)
_NAMES = ("identifiers", "keys", "aliases")
_MOVED = (*_NAMES, "traits", "blocks", "merges")
_PAGE = 100


class Library:
    """The papers in one folder, for one process to read or to write.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, Library(Path(folder), writable=True) as library:
        ...     library.put(Paper(id="doi-10.1_x", title="On tests"))
        ...     library.count()
        1

    Args:
        folder: The library folder; made if it is opened for writing.
        writable: Open for writing, under the writer lock, which is held until ``close``.
        command: What is being done, for other writers that have to wait.
        lock_timeout: Seconds to wait for another writer.
        on_wait: Called with the holder of the lock when there is someone to wait for.

    Raises:
        NothingFound: Opened for reading, and there is no library.
        LibraryLocked: Another process was writing all the time.
        LibraryError: The folder or file cannot be used; the hint says what to do.
    """

    def __init__(
        self,
        folder: Path,
        *,
        writable: bool = False,
        command: str = "",
        lock_timeout: float = 30.0,
        on_wait: Callable[[Holder | None], None] | None = None,
    ) -> None:
        self.folder = folder
        self.writable = writable
        self._lock = WriterLock(folder, command)
        if writable:
            _make_folder(folder)
            self._lock.acquire(lock_timeout, on_wait)
        try:
            self._database = Database(folder, writable=writable)
        except BaseException:
            self._lock.release()
            raise
        self.projections = Projections(self._database)
        self.duplicates = DuplicateBook(self._database)
        self.entities = EntityBook(self._database)

    def get(self, name: str) -> Paper | None:
        """Gives the paper with an id, a former id or a citation key, or None.

        Raises:
            UsageError: The citation key names several papers.
        """
        position = self._position(name)
        return None if position is None else load_paper(self._database, position)

    def resolve(self, text: str) -> Paper | None:
        """Gives the paper that a person means: what ``get`` takes, or a DOI, PMID, PMCID or arXiv id, bare or as URL.

        Raises:
            UsageError: The citation key names several papers.
        """
        found = self.get(text)
        if found is not None:
            return found
        bare = text.strip()
        for identifiers in (
            Identifiers(doi=normal_doi(bare)),
            Identifiers(pmcid=normal_pmcid(bare) if bare[:1].isalpha() or "/" in bare else ""),
            Identifiers(arxiv=normal_arxiv(bare)),
            Identifiers(pmid=normal_pmid(bare)),
        ):
            if ids := self.find_by_identifiers(identifiers):
                return self.get(ids[0])
        return None

    def find_by_identifiers(self, identifiers: Identifiers) -> tuple[str, ...]:
        """Gives the ids of the papers that share a DOI, PMID, PMCID or arXiv id, in that order, each once."""
        found = (
            self._database.value(
                "SELECT papers.id FROM identifiers JOIN papers ON papers.position = identifiers.paper"
                " WHERE identifiers.name = ?",
                (name,),
            )
            for name in identifiers.strong()
        )
        return unique(found)

    def find_by_description(self, description: str) -> tuple[str, ...]:
        """Gives the ids of the papers with a description (see ``paper_rows.description_of``), in library order."""
        rows = self._database.rows("SELECT id FROM papers WHERE description = ? ORDER BY position", (description,))
        return tuple(row[0] for row in rows)

    def current_id(self, name: str) -> str:
        """Gives the present id of a paper from its id or a former one, or ""."""
        position = self._position(name, keys=False)
        return "" if position is None else self._database.value("SELECT id FROM papers WHERE position = ?", (position,))

    def position(self, name: str) -> int | None:
        """Gives the place of a paper in the order of first arrival, from its id or a former one, or None."""
        return self._position(name, keys=False)

    def id_at(self, position: int) -> str:
        """Gives the id of the paper at a place, or ""."""
        found = self._database.value("SELECT id FROM papers WHERE position = ?", (position,))
        return str(found or "")

    def in_order(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Gives those of the ids that papers have, in library order."""
        places = ((self._exact_position(name), name) for name in unique(ids))
        return tuple(name for _, name in sorted((place, name) for place, name in places if place is not None))

    def papers(self) -> Iterator[Paper]:
        """Yields every paper in the order of first arrival, holding a few at a time."""
        last = -1
        while rows := self._database.rows(
            "SELECT position FROM papers WHERE position > ? ORDER BY position LIMIT ?", (last, _PAGE)
        ):
            for (position,) in rows:
                yield load_paper(self._database, position)
            last = rows[-1][0]

    def notifiers(self) -> Iterator[Paper]:
        """Yields the papers that are notices about others (retractions, corrections), in the order of first arrival."""
        for (position,) in self._database.rows(
            "SELECT position FROM papers WHERE instr(metadata, '\"issued\"') ORDER BY position"
        ):
            paper = load_paper(self._database, position)
            if any(notice.direction == "issued" for notice in paper.notices):
                yield paper

    def summaries(self) -> Iterator[PaperSummary]:
        """Yields what a list shows of every paper, in the order of first arrival, without reading any text."""
        last = -1
        while rows := self._database.rows(
            "SELECT position, has_abstract, has_full_text, metadata FROM papers WHERE position > ?"
            " ORDER BY position LIMIT ?",
            (last, _PAGE),
        ):
            for _, has_abstract, has_full_text, metadata in rows:
                yield load_summary(metadata, has_abstract=bool(has_abstract), has_full_text=bool(has_full_text))
            last = rows[-1][0]

    def count(self) -> int:
        """Gives how many papers there are."""
        return int(self._database.value("SELECT count(*) FROM papers"))

    def names(self) -> Iterator[str]:
        """Yields every id and citation key, for suggestions."""
        for (name,) in self._database.execute("SELECT id FROM papers UNION SELECT name FROM keys"):
            yield name

    def find_by_title(self, text: str, limit: int = 5) -> list[tuple[str, str]]:
        """Gives (id, title) of papers whose title contains ``text``, in library order."""
        pattern = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        return self._database.rows(
            "SELECT id, title FROM papers WHERE title LIKE ? ESCAPE '\\' ORDER BY position LIMIT ?", (pattern, limit)
        )

    def transaction(self) -> AbstractContextManager[None]:
        """Makes the block one transaction: all of it is kept, or none."""
        return self._database.transaction()

    def put(self, paper: Paper, *, replacing: Sequence[str] = ()) -> None:
        """Stores a paper in place of what has its id, and of the papers it was merged from.

        It takes the earliest place among them; their ids become aliases and their identifiers and keys its own.

        Args:
            paper: With its id.
            replacing: Ids of stored papers that are in it.

        Raises:
            LibraryError: The library is open for reading only, or the id belongs to a paper not replaced.
        """
        if not self.writable:
            raise LibraryError("The library is open for reading only.", hint="Open it with writable=True.")
        if not paper.id:
            raise LibraryError("A paper without an id cannot be stored.", hint="Give it one with domain.paper.with_id.")
        retired = tuple(name for name in unique(replacing) if name != paper.id)
        paper = replace(paper, aliases=tuple(a for a in unique((*paper.aliases, *retired)) if a != paper.id))
        with self.transaction():
            parts = [p for p in map(self._exact_position, (paper.id, *retired)) if p is not None]
            keep = min(parts, default=None)
            others = [position for position in parts if position != keep]
            for name in retired:
                self.projections.retire(PROJECTIONS, name)
            for position in others:
                for table in _MOVED:
                    self._database.execute(f"UPDATE OR IGNORE {table} SET paper = ? WHERE paper = ?", (keep, position))
                self._database.execute("DELETE FROM papers WHERE position = ?", (position,))
            write_paper(self._database, paper, keep)

    def put_apart(self, name: str, parts: Sequence[Paper]) -> None:
        """Stores papers in place of one that was made of them; the first takes its place, the others come last.

        Args:
            name: Id of the stored paper.
            parts: At least one, with ids that no other paper has.

        Raises:
            LibraryError: The library is open for reading only, there is no such paper, or an id is taken.
        """
        position = self.position(name)
        if not self.writable or position is None:
            raise LibraryError(f"{name} cannot be stored apart.", hint="Open the library for writing.")
        with self.transaction():
            for table in (*_NAMES, "traits", "blocks"):
                self._database.execute(f"DELETE FROM {table} WHERE paper = ?", (position,))
            if name not in {paper.id for paper in parts}:
                self.projections.retire(PROJECTIONS, name)
            for number, paper in enumerate(parts):
                write_paper(self._database, paper, None if number else position)
                for projection in PROJECTIONS:
                    self.projections.mark(projection, [Stamp(paper.id, 0)])

    def record_file(self, record: FileRecord) -> None:
        """Keeps what became of a file."""
        counts = json.dumps(dict(record.counts), sort_keys=True)
        self._database.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)",
            (record.source, record.sha256, record.reader, record.outcome, counts),
        )

    def files(self) -> Iterator[FileRecord]:
        """Yields the files that were read, by name."""
        for source, sha256, reader, outcome, counts in self._database.rows(
            "SELECT source, sha256, reader, outcome, counts FROM files ORDER BY source, sha256"
        ):
            yield FileRecord(source=source, sha256=sha256, reader=reader, outcome=outcome, counts=json.loads(counts))

    def integrity_problems(self) -> list[str]:
        """Gives what SQLite finds wrong with the file, [] if nothing."""
        found = [row[0] for row in self._database.rows("PRAGMA integrity_check(20)")]
        dangling = self._database.rows("PRAGMA foreign_key_check")
        return [line for line in found if line != "ok"] + [f"{row[0]} names a missing paper" for row in dangling]

    def close(self) -> None:
        """Closes the file and gives back the writer lock."""
        self._database.close()
        self._lock.release()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exact_position(self, name: str) -> int | None:
        found = self._database.value("SELECT position FROM papers WHERE id = ?", (name,))
        return None if found is None else int(found)

    def _position(self, name: str, *, keys: bool = True) -> int | None:
        name = storable(name)
        position = self._exact_position(name)
        if position is None:
            position = self._database.value("SELECT paper FROM aliases WHERE name = ?", (name,))
        if position is not None or not keys:
            return position
        named = self._database.rows("SELECT paper FROM keys WHERE name = ? ORDER BY paper", (name,))
        if len(named) > 1:
            ids = ", ".join(load_paper(self._database, row[0]).id for row in named)
            raise UsageError(f"The key {name!r} names {len(named)} papers.", hint=f"Name one by its id: {ids}.")
        return int(named[0][0]) if named else None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryError(
            f"The library folder {folder} cannot be made: {error.strerror or error}.",
            hint="Name another folder with --library.",
        ) from None
