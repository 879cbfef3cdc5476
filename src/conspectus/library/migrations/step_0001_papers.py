"""Version 1: papers with their texts, what they are called, and the files they came from."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    # `position` is the order of first arrival, and what the other tables name a paper by, so that a
    # paper can change its id in one row. `metadata` is the paper's JSON without its documents.
    """CREATE TABLE papers (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        year INTEGER,
        has_abstract INTEGER NOT NULL,
        has_full_text INTEGER NOT NULL,
        metadata TEXT NOT NULL
    )""",
    """CREATE TABLE documents (
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL,
        version TEXT NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (paper, ordinal)
    )""",
    """CREATE TABLE identifiers (
        name TEXT PRIMARY KEY,
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    "CREATE INDEX identifiers_of_paper ON identifiers (paper)",
    """CREATE TABLE keys (
        name TEXT NOT NULL,
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE,
        PRIMARY KEY (name, paper)
    ) WITHOUT ROWID""",
    "CREATE INDEX keys_of_paper ON keys (paper)",
    """CREATE TABLE aliases (
        name TEXT PRIMARY KEY,
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    "CREATE INDEX aliases_of_paper ON aliases (paper)",
    """CREATE TABLE files (
        source TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        reader TEXT NOT NULL,
        outcome TEXT NOT NULL,
        counts TEXT NOT NULL,
        PRIMARY KEY (source, sha256)
    ) WITHOUT ROWID""",
)


def apply(connection: sqlite3.Connection) -> None:
    """Makes the tables of a new library."""
    for statement in STATEMENTS:
        connection.execute(statement)
