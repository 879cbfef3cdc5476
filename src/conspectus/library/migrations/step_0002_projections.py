"""Version 2: each paper knows which projections hold it, and can be found by its description."""

from __future__ import annotations

import json
import sqlite3

from conspectus.domain.identifiers import Identifiers, paper_id

STATEMENTS = (
    "ALTER TABLE papers ADD COLUMN description TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX papers_by_description ON papers (description)",
    # `revision` counts how often a paper was written; a projection holds a paper if it holds that revision.
    "ALTER TABLE papers ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
    """CREATE TABLE projections (
        projection TEXT NOT NULL,
        paper TEXT NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (projection, paper)
    ) WITHOUT ROWID""",
)


def apply(connection: sqlite3.Connection) -> None:
    """Adds the columns and the table, and describes the papers that are there."""
    for statement in STATEMENTS:
        connection.execute(statement)
    for position, title, year, metadata in connection.execute("SELECT position, title, year, metadata FROM papers"):
        authors = json.loads(metadata).get("authors") or [{}]
        described = paper_id(Identifiers(), title=title, year=year, first_author=_short(authors[0]))
        connection.execute("UPDATE papers SET description = ? WHERE position = ?", (described, position))


def _short(author: dict[str, str]) -> str:
    """The name in running text as version 1 of the JSON gave it (frozen here: steps do not follow the domain)."""
    name = f"{author.get('particle', '')} {author.get('family', '')}".strip()
    return author.get("literal") or name or author.get("given", "")
