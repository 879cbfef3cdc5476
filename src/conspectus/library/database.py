"""The library's SQLite file: opened, brought up to date, and its errors said in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conspectus.foundation.errors import LibraryError, NothingFound
from conspectus.library.migrations import MIGRATIONS, Migration, current_version, migrate, newest_version

DATABASE_FILE = "library.sqlite"
_BUSY_TIMEOUT = 30.0


def require_library(folder: Path) -> None:
    """Makes sure that there is a library in a folder, without opening it.

    Raises:
        NothingFound: There is none.
    """
    if not (folder / DATABASE_FILE).is_file():
        raise NothingFound(
            f"There is no library in {folder}.",
            hint="Make one with `conspectus add FILE`, or name another folder with --library.",
        )


class Database:
    """An open library file; every SQLite error comes out as a LibraryError with a way forward.

    Args:
        folder: The library folder.
        writable: Open for writing, making and migrating the file if need be; the caller holds the writer lock.
        migrations: The steps that there are.

    Raises:
        NothingFound: Opened for reading, and there is no library.
        LibraryError: The file is damaged, too new, or (for reading) too old.
    """

    def __init__(self, folder: Path, *, writable: bool, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        self.path = folder / DATABASE_FILE
        self.writable = writable
        self._check_presence()
        with self._in_words():
            self._connection = self._connect()
        try:
            self._check_version(migrations)
        except BaseException:
            self._connection.close()
            raise

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Runs one statement."""
        with self._in_words():
            return self._connection.execute(statement, values)

    def execute_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs one statement for each row."""
        with self._in_words():
            self._connection.executemany(statement, rows)

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Gives every row of a query."""
        with self._in_words():
            return self._connection.execute(statement, values).fetchall()

    def value(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Gives the first value of the first row of a query, or None."""
        with self._in_words():
            row = self._connection.execute(statement, values).fetchone()
        return None if row is None else row[0]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Makes the block one transaction: all of it is kept, or none. Inner ones are part of the outer."""
        if self._connection.in_transaction:
            yield
            return
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def _check_presence(self) -> None:
        folder = self.path.parent
        if not self.path.is_file():
            if not self.writable:
                require_library(folder)
        elif self.path.stat().st_size == 0 and (folder / "text").exists():
            # SQLite would take the empty file for a new one and the loss would go unseen.
            raise self._damaged("the file is empty")

    def _connect(self) -> sqlite3.Connection:
        if self.writable:
            connection = sqlite3.connect(self.path, timeout=_BUSY_TIMEOUT, isolation_level=None)
            return _prepared(
                connection, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"
            )
        address = f"{self.path.resolve().as_uri()}?mode=ro"
        look = "SELECT count(*) FROM sqlite_master"
        try:
            connection = sqlite3.connect(
                address, uri=True, timeout=_BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
            )
            return _prepared(connection, look)
        except sqlite3.OperationalError as error:
            # A folder in which nothing may be written: SQLite cannot make its side files there, and nobody writes.
            if "unable to open" not in str(error) and "readonly" not in str(error):
                raise
            return _prepared(
                sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None, check_same_thread=False), look
            )

    def _check_version(self, migrations: Sequence[Migration]) -> None:
        with self._in_words():
            present, newest = current_version(self._connection), newest_version(migrations)
            if present > newest:
                raise LibraryError(
                    f"The library in {self.path.parent} was written by a newer conspectus "
                    f"(version {present} of the file; this program knows {newest}).",
                    hint="Update conspectus, or name another folder with --library.",
                )
            if self.writable:
                migrate(self._connection, migrations)
            elif present == 0:
                raise NothingFound(
                    f"The library in {self.path.parent} holds nothing yet.",
                    hint="Add papers with `conspectus add FILE`.",
                )
            elif present < newest:
                raise LibraryError(
                    f"The library in {self.path.parent} was written by an older conspectus "
                    f"(version {present} of the file; this program needs {newest}).",
                    hint="Run `conspectus reindex` once; it brings the library up to date.",
                )

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise self._unusable(error) from error
        except sqlite3.DatabaseError as error:
            # SQLite tells of damage with this class itself; its other subclasses are faults of the caller.
            if type(error) is not sqlite3.DatabaseError:
                raise
            raise self._damaged(str(error)) from error

    def _unusable(self, error: sqlite3.OperationalError) -> LibraryError:
        text = str(error)
        hints = (
            ("full", "Make room on the disk and run the command again; what was added stays."),
            ("readonly", "Give yourself write permission, or name another folder with --library."),
            ("unable to open", "Check the permissions of the folder, or name another one with --library."),
            ("locked", "Another program has the file open; close it and try again."),
            ("disk I/O", "Check the disk, then run `conspectus doctor`."),
        )
        hint = next(
            (advice for sign, advice in hints if sign in text), "Run `conspectus doctor` to examine the library."
        )
        return LibraryError(f"The library file {self.path} cannot be used: {text}.", hint=hint)

    def _damaged(self, reason: str) -> LibraryError:
        return LibraryError(
            f"The library file {self.path} is damaged: {reason}.",
            hint=f"`conspectus doctor --recover` saves what can be read; or restore {DATABASE_FILE} from a backup.",
        )


def _prepared(connection: sqlite3.Connection, *statements: str) -> sqlite3.Connection:
    try:
        for statement in statements:
            connection.execute(statement).fetchall()
    except BaseException:
        connection.close()
        raise
    return connection
