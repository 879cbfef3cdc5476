"""The library's book of duplicates: traits of records, pairs that may be one work, and what was merged from what."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from conspectus.domain.duplicate_blocking import LARGEST_BLOCK, blocking_keys, identifier_keys
from conspectus.domain.duplicate_traits import Traits
from conspectus.domain.json_form import paper_from_json, paper_to_json
from conspectus.domain.paper import Paper
from conspectus.library.database import Database
from conspectus.library.paper_rows import storable

PairState = Literal["offered", "merged", "split", "rejected"]
MergeKind = Literal["joined", "enriched"]
STATES: tuple[PairState, ...] = get_args(PairState)
_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePair:
    """Two papers by the ids that they had, the lesser first, what became of the pair, and what the judge said."""

    first: str
    second: str
    state: PairState
    score: float
    reasons: tuple[str, ...] = ()

    @property
    def is_apart(self) -> bool:
        """Whether a person has said that the two are different works."""
        return self.state in ("split", "rejected")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedPart:
    """A paper as it was before a merge, whole, with the traits of the records that were in it."""

    paper: Paper
    traits: tuple[Traits, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """An entry of the log of merges.

    ``kind`` is "joined" if papers or records that went by different names became one, and "enriched" if a record
    of the paper itself brought something new; ``result`` is the id that came of it; ``decided_by`` is
    "conspectus" or "person".
    """

    number: int
    kind: MergeKind
    result: str
    decided_by: str
    reasons: tuple[str, ...]
    parts: tuple[MergedPart, ...]


class DuplicateBook:
    """The book of duplicates of one library; papers are named by position, pairs by id."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._looked_at = -1

    def traits(self, position: int) -> tuple[Traits, ...]:
        """Gives the traits of the records that are in a paper, in a fixed order."""
        rows = self._database.rows("SELECT traits FROM traits WHERE paper = ? ORDER BY traits", (position,))
        return tuple(Traits.from_json(row[0]) for row in rows)

    def traits_at(self, positions: Sequence[int]) -> dict[int, tuple[Traits, ...]]:
        """Gives what ``traits`` gives for each of many papers; those of which nothing is known are not in it."""
        found: dict[int, tuple[Traits, ...]] = {}
        for start in range(0, len(positions), _AT_ONCE):
            some = positions[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            for position, traits in self._database.rows(
                f"SELECT paper, traits FROM traits WHERE paper IN ({marks}) ORDER BY paper, traits", some
            ):
                found[position] = (*found.get(position, ()), Traits.from_json(traits))
        return found

    def add_traits(self, position: int, traits: Iterable[Traits]) -> None:
        """Notes records that are in a paper, and what they can be found by."""
        for one in traits:
            self._database.execute("INSERT OR IGNORE INTO traits VALUES (?, ?)", (position, storable(one.to_json())))
            self._database.execute_many(
                "INSERT OR IGNORE INTO blocks VALUES (?, ?)", [(key, position) for key in blocking_keys(one)]
            )

    def forget_traits(self, position: int) -> None:
        """Takes a paper's traits out of the book."""
        for table in ("traits", "blocks"):
            self._database.execute(f"DELETE FROM {table} WHERE paper = ?", (position,))

    def without_traits(self, limit: int) -> list[int]:
        """Gives the positions of papers whose traits are not in the book, as those of an older library.

        Papers that were looked at before are not looked at again, so that asking often costs nothing.

        Args:
            limit: At most so many; what is given must be put into the book before the next are asked for.
        """
        rows = self._database.rows(
            "SELECT position FROM papers WHERE position > ? AND NOT EXISTS"
            " (SELECT 1 FROM traits WHERE paper = position) ORDER BY position LIMIT ?",
            (self._looked_at, limit),
        )
        last = self._database.value("SELECT max(position) FROM papers")
        if len(rows) == limit:
            self._looked_at = rows[-1][0]
        elif last is not None:
            self._looked_at = last
        return [row[0] for row in rows]

    def candidates(self, traits: Traits, *, behind: int = -1) -> list[int]:
        """Gives the positions of papers that share a blocking key with a record, in library order.

        Args:
            traits: Of the record.
            behind: Only papers at greater positions.
        """
        identifiers = set(identifier_keys(traits))
        found: set[int] = set()
        for key in blocking_keys(traits):
            rows = self._database.rows(
                "SELECT paper FROM blocks WHERE block = ? LIMIT ?",
                (key, -1 if key in identifiers else LARGEST_BLOCK + 1),
            )
            if key in identifiers or len(rows) <= LARGEST_BLOCK:
                found.update(row[0] for row in rows if row[0] > behind)
        return sorted(found)

    def positions(self, behind: int, limit: int) -> list[int]:
        """Gives the positions of papers in library order: at most ``limit`` of those behind a position."""
        rows = self._database.rows(
            "SELECT position FROM papers WHERE position > ? ORDER BY position LIMIT ?", (behind, limit)
        )
        return [row[0] for row in rows]

    def are_apart(self, first: Paper, second: Paper) -> bool:
        """Says whether a person has said of two papers, under any of their ids, that they are different works."""
        pairs = (
            self.pair(one, other)
            for one in (first.id, *first.aliases)
            for other in (second.id, *second.aliases)
            if one != other
        )
        return any(pair is not None and pair.is_apart for pair in pairs)

    def pair(self, first: str, second: str) -> DuplicatePair | None:
        """Gives the entry of two ids, or None."""
        one, other = sorted((first, second))
        rows = self._database.rows("SELECT * FROM duplicate_pairs WHERE first = ? AND second = ?", (one, other))
        return pair_of_row(rows[0]) if rows else None

    def pairs(self, *states: PairState) -> Iterator[DuplicatePair]:
        """Yields the entries in some states, or all of them, the surest first."""
        for row in self._database.rows("SELECT * FROM duplicate_pairs ORDER BY score DESC, first, second"):
            pair = pair_of_row(row)
            if not states or pair.state in states:
                yield pair

    def record_pair(self, pair: DuplicatePair) -> None:
        """Keeps an entry; an offer never takes the place of what was decided before."""
        one, other = sorted((pair.first, pair.second))
        if one == other:
            return
        keep = "IGNORE" if pair.state == "offered" else "REPLACE"
        self._database.execute(
            f"INSERT OR {keep} INTO duplicate_pairs VALUES (?, ?, ?, ?, ?)",
            (one, other, pair.state, pair.score, json.dumps(pair.reasons, ensure_ascii=False)),
        )

    def log_merge(self, position: int, merge: Merge) -> None:
        """Adds an entry to the log of a paper; its ``number`` is given here."""
        parts = [
            {"paper": json.loads(paper_to_json(part.paper)), "traits": [one.to_json() for one in part.traits]}
            for part in merge.parts
        ]
        self._database.execute(
            "INSERT INTO merges (paper, kind, result, decided_by, reasons, parts) VALUES (?, ?, ?, ?, ?, ?)",
            (
                position,
                merge.kind,
                merge.result,
                merge.decided_by,
                json.dumps(merge.reasons, ensure_ascii=False),
                json.dumps(parts, ensure_ascii=False),
            ),
        )

    def merges(self, position: int) -> tuple[Merge, ...]:
        """Gives the log of a paper, oldest first."""
        rows = self._database.rows(
            "SELECT number, kind, result, decided_by, reasons, parts FROM merges WHERE paper = ? ORDER BY number",
            (position,),
        )
        return tuple(merge_of_row(row) for row in rows)

    def is_joined(self, position: int) -> bool:
        """Says whether a paper was joined from several, so that it can be split."""
        return bool(
            self._database.value("SELECT 1 FROM merges WHERE paper = ? AND kind = 'joined' LIMIT 1", (position,))
        )

    def move_merges(self, numbers: Sequence[int], position: int) -> None:
        """Gives entries of the log to another paper."""
        self._database.execute_many(
            "UPDATE merges SET paper = ? WHERE number = ?", [(position, number) for number in numbers]
        )

    def drop_merge(self, number: int) -> None:
        """Takes an entry out of the log: it was undone."""
        self._database.execute("DELETE FROM merges WHERE number = ?", (number,))


def pair_of_row(row: Sequence[Any]) -> DuplicatePair:
    """Gives the pair of a row (first, second, state, score, reasons).

    Raises:
        ValueError: The reasons are no JSON list.
    """
    first, second, state, score, reasons = row
    return DuplicatePair(first=first, second=second, state=state, score=score, reasons=_reasons(reasons))


def merge_of_row(row: Sequence[Any]) -> Merge:
    """Gives the merge of a row (number, kind, result, decided by, reasons, parts).

    Raises:
        ValueError, TypeError, KeyError, IndexError, AttributeError: A part of the row is not what was written.
    """
    number, kind, result, decided_by, reasons, parts = row
    return Merge(
        number=number,
        kind=kind,
        result=result,
        decided_by=decided_by,
        reasons=_reasons(reasons),
        parts=tuple(
            MergedPart(
                paper=paper_from_json(json.dumps(part["paper"])),
                traits=tuple(Traits.from_json(one) for one in part["traits"]),
            )
            for part in json.loads(parts)
        ),
    )


def _reasons(text: str) -> tuple[str, ...]:
    reasons = json.loads(text)
    if not isinstance(reasons, list):
        raise ValueError("no list of reasons")
    return tuple(reasons)
