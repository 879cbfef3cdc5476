"""An index over a label table: names by three keys, and entries by their words, in memory or in one file on disk.

A file is made once for each content of a table and taken again while that stays the same.
"""

from __future__ import annotations

import hashlib
import math
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, Self

from conspectus.domain.entity_names import lemma
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.foundation.text.tokens import STOPWORDS
from conspectus.graphs.scientific_entities.label_tables import LabelEntry, read_label_table

Step = Literal["exact", "stopwords", "lemma"]
STEPS: tuple[Step, ...] = ("exact", "stopwords", "lemma")

_FORMAT = "1"  # of the file; a file of another format is made anew
_AT_ONCE = 5_000
_MOST_HITS = 50
_SCHEMA = """
CREATE TABLE entries (number INTEGER PRIMARY KEY, iri TEXT NOT NULL, label TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE names (
    step INTEGER NOT NULL, key TEXT NOT NULL, entry INTEGER NOT NULL, preferred INTEGER NOT NULL,
    language TEXT NOT NULL, PRIMARY KEY (step, key, entry, language)
) WITHOUT ROWID;
CREATE TABLE words (word TEXT NOT NULL, size INTEGER NOT NULL, entry INTEGER NOT NULL, words TEXT NOT NULL,
    PRIMARY KEY (word, size, entry, words)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelHit:
    """An entry that has a name; ``score`` in [0, 1] is 1 for an equal name, else the cosine of the words."""

    iri: str
    label: str
    kind: str
    score: float = 1.0


class LabelIndex:
    """The names of a label table, for looking up.

    Args:
        path: A file that ``build_index`` has made.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)

    @classmethod
    def of(cls, entries: Iterable[LabelEntry]) -> Self:
        """Gives an index in memory over some entries."""
        made = cls.__new__(cls)
        made._connection = sqlite3.connect(":memory:", check_same_thread=False)
        _fill(made._connection, entries)
        return made

    def __len__(self) -> int:
        """Gives the number of entries."""
        return int(self._connection.execute("SELECT count(*) FROM entries").fetchone()[0])

    def by_step(self, name: str, step: Step, *, language: str = "") -> LabelHit | None:
        """Gives the entry that has a name by one of the three keys; of several the first in the table.

        Entries whose name is preferred, or in the language of the text, come before others.
        """
        key = key_of(name, step)
        if not key:
            return None
        row = self._connection.execute(
            "SELECT iri, label, kind FROM names JOIN entries ON entry = number WHERE step = ? AND key = ?"
            " ORDER BY language NOT IN (?, ''), NOT preferred, entry LIMIT 1",
            (STEPS.index(step), key, language),
        ).fetchone()
        return None if row is None else LabelHit(iri=row[0], label=row[1], kind=row[2])

    def first(self, name: str) -> LabelHit | None:
        """Gives the best-ranked entry with a name that has all words of a name: the shortest, then the first."""
        words = key_of(name, "lemma").split()
        if not words:
            return None
        rarest = min(words, key=self._commonness)
        for size, entry, others in self._connection.execute(
            "SELECT size, entry, words FROM words WHERE word = ? AND size >= ? ORDER BY size, entry, words",
            (rarest, len(set(words))),
        ):
            if set(words) <= set(others.split()):
                iri, label, kind = self._connection.execute(
                    "SELECT iri, label, kind FROM entries WHERE number = ?", (entry,)
                ).fetchone()
                score = len(set(words)) / math.sqrt(len(set(words)) * size)
                return LabelHit(iri=iri, label=label, kind=kind, score=round(score, 4))
        return None

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _commonness(self, word: str) -> int:
        found = self._connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE word = ? LIMIT ?)", (word, _MOST_HITS * 20)
        ).fetchone()
        return int(found[0])


def key_of(name: str, step: Step) -> str:
    """Gives what is compared at a step: the lower-cased name, the name without stop words, its lemmas."""
    if step == "exact":
        return one_line(name).casefold()
    words = _words_of(name)
    return " ".join(words) if step == "stopwords" else " ".join(map(lemma, words))


@lru_cache(maxsize=10_000)
def _words_of(name: str) -> tuple[str, ...]:
    return tuple(word for word in match_key(name).split() if word not in STOPWORDS)


def open_label_index(table: Path, folder: Path | None = None) -> LabelIndex:
    """Gives the index of a label table, in memory or kept in a folder under the hash of the table's content.

    Args:
        table: As for ``read_label_table``.
        folder: Where indexes are kept; made if need be. None keeps nothing.

    Raises:
        InputError: As for ``read_label_table``.
    """
    if folder is None:
        return LabelIndex.of(read_label_table(table))
    entries = read_label_table(table)
    path = folder / f"labels-{_FORMAT}-{_digest(table)}.sqlite"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.part")
        unfinished.unlink(missing_ok=True)
        connection = sqlite3.connect(unfinished)
        try:
            _fill(connection, entries)
            connection.close()
            # Two processes may make the same file; either is whole.
            os.replace(unfinished, path)
        finally:
            connection.close()
            unfinished.unlink(missing_ok=True)
    return LabelIndex(path)


def _fill(connection: sqlite3.Connection, entries: Iterable[LabelEntry]) -> None:
    connection.executescript(_SCHEMA)
    waiting: list[tuple[int, LabelEntry]] = []
    with connection:
        for number, entry in enumerate(entries):
            waiting.append((number, entry))
            if len(waiting) == _AT_ONCE:
                _insert(connection, waiting)
                waiting = []
        _insert(connection, waiting)


def _insert(connection: sqlite3.Connection, entries: list[tuple[int, LabelEntry]]) -> None:
    connection.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?)", [(n, entry.iri, entry.label, entry.kind) for n, entry in entries]
    )
    connection.executemany(
        "INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?, ?)", [row for n, entry in entries for row in _names(n, entry)]
    )
    connection.executemany(
        "INSERT OR IGNORE INTO words VALUES (?, ?, ?, ?)", [row for n, entry in entries for row in _words(n, entry)]
    )


def _names(number: int, entry: LabelEntry) -> Iterator[tuple[int, str, int, int, str]]:
    for place, (name, language) in enumerate(entry.names):
        words = _words_of(name)
        keys = (one_line(name).casefold(), " ".join(words), " ".join(map(lemma, words)))
        for index, key in enumerate(keys):
            if key:
                yield index, key, number, int(place == 0), language


def _words(number: int, entry: LabelEntry) -> Iterator[tuple[str, int, int, str]]:
    for name, _ in entry.names:
        words = sorted(set(map(lemma, _words_of(name))))
        for word in words:
            yield word, len(words), number, " ".join(words)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
