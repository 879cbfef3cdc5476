"""Version 4: what was found in each paper's text, and what people decided about entities that may be one."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    # `made_by` names the engine with its version, `version` the text; where either is another, it is made anew.
    """CREATE TABLE entity_annotations (
        paper INTEGER PRIMARY KEY REFERENCES papers(position) ON DELETE CASCADE,
        version TEXT NOT NULL,
        made_by TEXT NOT NULL,
        annotations TEXT NOT NULL
    )""",
    # A log: of two entries about one pair the later counts. Entities are named by key, the lesser first.
    """CREATE TABLE entity_decisions (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('merged', 'split'))
    )""",
)


def apply(connection: sqlite3.Connection) -> None:
    """Adds the tables, empty."""
    for statement in STATEMENTS:
        connection.execute(statement)
