"""Steps that bring an older library file up to date, in order; each has a number and a name and runs once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conspectus.library.migrations import (
    step_0001_papers,
    step_0002_projections,
    step_0003_duplicates,
    step_0004_entities,
)


@dataclass(frozen=True, slots=True)
class Migration:
    """A step from version ``version - 1`` to ``version``."""

    version: int
    name: str
    apply: Callable[[sqlite3.Connection], None]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, "papers", step_0001_papers.apply),
    Migration(2, "projections", step_0002_projections.apply),
    Migration(3, "duplicates", step_0003_duplicates.apply),
    Migration(4, "entities", step_0004_entities.apply),
)

_TABLE = "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL)"


def newest_version(migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Gives the version of the library file that this program writes."""
    return migrations[-1].version


def current_version(connection: sqlite3.Connection) -> int:
    """Gives the version of an open library file, 0 if it is new."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").fetchone()
    if found is None:
        return 0
    return int(connection.execute("SELECT coalesce(max(version), 0) FROM migrations").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> list[str]:
    """Brings an open library file up to date and gives the names of the steps that were needed.

    Each step is one transaction: a step that is cut off leaves the file at the version before it.

    Args:
        connection: In autocommit mode; the caller holds the writer lock.
        migrations: The steps that there are, in order.
    """
    done: list[str] = []
    present = current_version(connection)
    for step in migrations:
        if step.version <= present:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(_TABLE)
            step.apply(connection)
            connection.execute("INSERT INTO migrations VALUES (?, ?)", (step.version, step.name))
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
        done.append(step.name)
    return done
