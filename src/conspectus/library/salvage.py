"""What can still be read of a damaged library file: papers, files, decisions about duplicates and about entities.

Rows tell by themselves which table they are of, since the page that says so may be lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from conspectus.domain.document import Document
from conspectus.domain.duplicate_traits import Traits
from conspectus.domain.json_form import document_from_json, paper_from_json
from conspectus.domain.paper import Paper
from conspectus.library.duplicate_book import STATES, DuplicatePair, Merge, merge_of_row, pair_of_row
from conspectus.library.entity_book import EntityDecision
from conspectus.library.records import FileRecord
from conspectus.library.sqlite_pages import Cell, Row, SqlitePages

_SHA256 = 64
_SMALL = 1 << 31
"""Positions and numbers of merges are smaller; keys of blocks, which are 64-bit hashes, hardly ever are."""
_FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the row of a paper stands, and at which revision."""

    cell: Cell
    revision: int


@dataclass(slots=True)
class _Found:
    papers: dict[int, _Place] = field(default_factory=dict)
    documents: dict[int, dict[int, Cell]] = field(default_factory=dict)
    files: list[FileRecord] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    traits: dict[int, list[Cell]] = field(default_factory=dict)
    pairs: dict[tuple[str, str], DuplicatePair] = field(default_factory=dict)
    lost_pairs: int = 0
    merges: dict[int, Cell] = field(default_factory=dict)
    logs: dict[int, set[int]] = field(default_factory=dict)
    """Position → numbers of merges, as far as the log itself or its index tells."""
    entity_decisions: dict[int, EntityDecision] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvagedPaper:
    """A paper that could be read, its position in the damaged file, and whether a text of it is lost."""

    paper: Paper
    position: int
    text_lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvagedLog:
    """The log of merges of one paper: the entries that could be read, oldest first, and the numbers of the others."""

    entries: tuple[Merge, ...]
    lost: frozenset[int]


class DamagedFile:
    """What can still be read of a library file.

    Args:
        path: The file, which nobody writes to.
    """

    def __init__(self, path: Path) -> None:
        self._pages = SqlitePages(path)
        self._found = _Found()
        for cell in self._pages.cells():
            try:
                row = self._pages.row(cell)
            except ValueError:
                continue
            if cell.in_table:
                self._note_table_row(cell, row)
            else:
                self._note_index_row(cell, row)

    def papers(self) -> Iterator[SalvagedPaper]:
        """Yields the papers that can be read, in library order."""
        for position in sorted(self._found.papers):
            row = self._pages.row(self._found.papers[position].cell)
            try:
                paper = paper_from_json(str(row[6]))
            except _FAULTS:
                continue
            held = replace(paper, documents=self._documents(position))
            wanted = (bool(row[4]), bool(row[5]))
            given = (bool(held.abstract), any(document.is_full_text for document in held.documents))
            yield SalvagedPaper(paper=held, position=position, text_lost=wanted != given)

    def files(self) -> list[FileRecord]:
        """Gives the files that are on record."""
        return self._found.files

    def known_ids(self) -> set[str]:
        """Gives the ids of papers that were in the library, as far as the book of its index can be read."""
        return self._found.ids

    def traits(self, position: int) -> tuple[Traits, ...]:
        """Gives the traits of the records in the paper at a position."""
        found: list[Traits] = []
        for cell in self._found.traits.get(position, ()):
            try:
                found.append(Traits.from_json(str(self._pages.row(cell)[1])))
            except _FAULTS:
                continue
        return tuple(found)

    def pairs(self) -> list[DuplicatePair]:
        """Gives the pairs that are on record; one whose reasons cannot be read has none."""
        return list(self._found.pairs.values())

    def lost_pairs(self) -> int:
        """Gives how many pairs are there of which it cannot be read what became of them."""
        return self._found.lost_pairs

    def entity_decisions(self) -> list[EntityDecision]:
        """Gives what was decided about entities, oldest first, as far as it can be read."""
        return [decision for _, decision in sorted(self._found.entity_decisions.items())]

    def logged(self) -> list[int]:
        """Gives the positions of the papers that have a log of merges, whether or not the papers can be read."""
        return sorted(self._found.logs)

    def log(self, position: int) -> SalvagedLog:
        """Gives the log of merges of the paper at a position."""
        entries: list[Merge] = []
        lost: set[int] = set()
        for number in sorted(self._found.logs.get(position, ())):
            cell = self._found.merges.get(number)
            try:
                entry = None if cell is None else merge_of_row([number, *self._pages.row(cell)[2:]])
            except _FAULTS:
                entry = None
            if entry is None or len(entry.parts) < (2 if entry.kind == "joined" else 1):
                lost.add(number)
            else:
                entries.append(entry)
        return SalvagedLog(entries=tuple(entries), lost=frozenset(lost))

    def close(self) -> None:
        """Closes the file."""
        self._pages.close()

    def __enter__(self) -> DamagedFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _documents(self, position: int) -> tuple[Document, ...]:
        found: list[Document] = []
        for _, cell in sorted(self._found.documents.get(position, {}).items()):
            try:
                found.append(document_from_json(str(self._pages.row(cell)[3])))
            except _FAULTS:
                continue
        return tuple(found)

    def _note_index_row(self, cell: Cell, row: Row) -> None:
        found = self._found
        match row:
            case [str(), str(paper), int(revision)] if revision > 0:
                found.ids.add(paper)
            case [str(source), str(sha256), str(reader), str(outcome), str(counts)] if len(sha256) == _SHA256:
                found.files.append(
                    FileRecord(source=source, sha256=sha256, reader=reader, outcome=outcome, counts=_counted(counts))
                )
            case [str(first), str(second), str(state), int() | float() as score, str(reasons)]:
                if state in STATES:
                    found.pairs[first, second] = _pair(first, second, state, score, reasons)
                else:
                    found.lost_pairs += 1
            case [int(paper_position), str(traits)] if traits.startswith("{"):
                found.traits.setdefault(paper_position, []).append(cell)
            case [int(paper_position), int(number)] if 0 < paper_position < _SMALL and 0 < number < _SMALL:
                found.logs.setdefault(paper_position, set()).add(number)

    def _note_table_row(self, cell: Cell, row: Row) -> None:
        found = self._found
        match row:
            case [None, str(), str(), int() | None, int(), int(), str(metadata), *more] if metadata.startswith("{"):
                position = self._pages.key(cell)
                revision = more[1] if len(more) > 1 and isinstance(more[1], int) else 1
                held = found.papers.get(position)
                if held is None or held.revision <= revision:
                    found.papers[position] = _Place(cell, revision)
            case [int(paper_position), int(ordinal), str(), str(content)] if content.startswith("{"):
                found.documents.setdefault(paper_position, {})[ordinal] = cell
            case [None, int(paper_position), "joined" | "enriched", str(), str(), str(), str()]:
                number = self._pages.key(cell)
                found.merges[number] = cell
                found.logs.setdefault(paper_position, set()).add(number)
            case [None, str(first), str(second), ("merged" | "split") as state]:
                number = self._pages.key(cell)
                found.entity_decisions[number] = EntityDecision(
                    number=number, first=first, second=second, state="merged" if state == "merged" else "split"
                )


def _pair(first: str, second: str, state: str, score: float, reasons: str) -> DuplicatePair:
    try:
        return pair_of_row((first, second, state, score, reasons))
    except _FAULTS:
        # What was decided counts for more than why.
        return pair_of_row((first, second, state, score, "[]"))


def _counted(text: str) -> dict[str, int]:
    """Gives the counts of a file, or none if they are damaged."""
    try:
        counts = json.loads(text)
    except ValueError:
        return {}
    return counts if isinstance(counts, dict) else {}
