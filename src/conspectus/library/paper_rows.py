"""A paper as rows of the library file, and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace

from conspectus.domain.identifiers import Identifiers, paper_id
from conspectus.domain.json_form import document_from_json, document_to_json, paper_from_json, paper_to_json
from conspectus.domain.paper import Paper, unique
from conspectus.foundation.errors import LibraryError
from conspectus.library.database import Database
from conspectus.library.records import PaperSummary

OTHER_IDENTIFIER = "other "
"""Prefix of ``Paper.extra`` names under which further identifiers of a paper are kept ("other pmid")."""

_SCHEMES = ("doi", "pmid", "pmcid", "arxiv")
_COLUMNS = ("id", "title", "year", "has_abstract", "has_full_text", "metadata", "description")


def description_of(paper: Paper) -> str:
    """Gives the id that a paper has or would have without identifiers: equal for equal title, year, first author."""
    first = paper.authors[0].short if paper.authors else ""
    return paper_id(Identifiers(), title=paper.title, year=paper.year, first_author=first)


def load_paper(database: Database, position: int) -> Paper:
    """Gives the paper at a position, with all its texts."""
    metadata = database.value("SELECT metadata FROM papers WHERE position = ?", (position,))
    texts = database.rows("SELECT content FROM documents WHERE paper = ? ORDER BY ordinal", (position,))
    return replace(paper_from_json(metadata), documents=tuple(document_from_json(row[0]) for row in texts))


def load_summary(metadata: str, *, has_abstract: bool, has_full_text: bool) -> PaperSummary:
    """Gives what a list shows of a paper, from its columns."""
    paper = paper_from_json(metadata)
    return PaperSummary(
        id=paper.id,
        title=paper.title,
        year=paper.year,
        authors=tuple(author.full for author in paper.authors),
        identifiers=paper.identifiers,
        keys=paper.keys,
        has_abstract=has_abstract,
        has_full_text=has_full_text,
        retracted=paper.is_retracted,
    )


def write_paper(database: Database, paper: Paper, position: int | None) -> None:
    """Writes a paper at a position, or at a new one behind all others; the caller holds a transaction.

    Raises:
        LibraryError: Another position has the paper's id.
    """
    position = _write_row(database, paper, position)
    database.execute("DELETE FROM documents WHERE paper = ?", (position,))
    database.execute_many(
        "INSERT INTO documents VALUES (?, ?, ?, ?)",
        [(position, n, d.version, document_to_json(d).decode()) for n, d in enumerate(paper.documents)],
    )
    # An identifier stays with the paper that had it first, and no name is taken away.
    _insert_names(database, "identifiers", _identifier_names(paper), position)
    _insert_names(database, "keys", paper.keys, position)
    _insert_names(database, "aliases", paper.aliases, position)
    database.execute("DELETE FROM aliases WHERE name = ?", (paper.id,))


def storable(text: str) -> str:
    """Gives text that SQLite can take: a lone surrogate has no UTF-8 form."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _write_row(database: Database, paper: Paper, position: int | None) -> int:
    values = (
        paper.id,
        storable(paper.title),
        paper.year,
        bool(paper.abstract),
        any(document.is_full_text for document in paper.documents),
        paper_to_json(replace(paper, documents=())).decode(),
        description_of(paper),
    )
    try:
        if position is None:
            places = ", ".join("?" for _ in _COLUMNS)
            cursor = database.execute(f"INSERT INTO papers ({', '.join(_COLUMNS)}) VALUES ({places})", values)
            return int(cursor.lastrowid or 0)
        assigned = ", ".join(f"{column} = ?" for column in _COLUMNS)
        database.execute(
            f"UPDATE papers SET {assigned}, revision = revision + 1 WHERE position = ?", (*values, position)
        )
    except sqlite3.IntegrityError as error:
        raise LibraryError(f"The id {paper.id} belongs to another paper ({error}).") from error
    return position


def _identifier_names(paper: Paper) -> tuple[str, ...]:
    kept = (
        f"{name.removeprefix(OTHER_IDENTIFIER)}:{value}"
        for name, value in paper.extra
        if name.startswith(OTHER_IDENTIFIER) and name.removeprefix(OTHER_IDENTIFIER) in _SCHEMES
    )
    return unique((*paper.identifiers.strong(), *kept))


def _insert_names(database: Database, table: str, names: Iterable[str], position: int) -> None:
    database.execute_many(
        f"INSERT OR IGNORE INTO {table} (name, paper) VALUES (?, ?)", [(name, position) for name in names]
    )
