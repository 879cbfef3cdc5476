"""Version 3: what is compared of each record, which papers may be one work, and what was merged from what."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    # A paper has one row for each record that is in it, so that a record is judged by records, in whatever order
    # they came. Papers of older libraries get theirs when records are next judged.
    """CREATE TABLE traits (
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE,
        traits TEXT NOT NULL,
        PRIMARY KEY (paper, traits)
    ) WITHOUT ROWID""",
    """CREATE TABLE blocks (
        block INTEGER NOT NULL,
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE,
        PRIMARY KEY (block, paper)
    ) WITHOUT ROWID""",
    "CREATE INDEX blocks_of_paper ON blocks (paper)",
    # Named by the ids at the time, the lesser first; an id that was merged away is followed through its alias.
    """CREATE TABLE duplicate_pairs (
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('offered', 'merged', 'split', 'rejected')),
        score REAL NOT NULL,
        reasons TEXT NOT NULL,
        PRIMARY KEY (first, second)
    ) WITHOUT ROWID""",
    # `parts` is a JSON list of {"paper": …, "traits": […]}: what was merged, whole, so that it can be split again.
    """CREATE TABLE merges (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        paper INTEGER NOT NULL REFERENCES papers(position) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('joined', 'enriched')),
        result TEXT NOT NULL,
        decided_by TEXT NOT NULL,
        reasons TEXT NOT NULL,
        parts TEXT NOT NULL
    )""",
    "CREATE INDEX merges_of_paper ON merges (paper)",
)


def apply(connection: sqlite3.Connection) -> None:
    """Adds the tables, empty."""
    for statement in STATEMENTS:
        connection.execute(statement)
