"""A content-addressed cache on disk for results that are costly to make again.

One SQLite file holds bytes under the hash of what they were made from: the operation, its
arguments and the version of what made them. Failed work is never stored.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conspectus.foundation.errors import LibraryError

SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    key TEXT PRIMARY KEY, operation TEXT NOT NULL, value BLOB NOT NULL, stored REAL NOT NULL
) WITHOUT ROWID
"""


def content_key(operation: str, **arguments: Any) -> str:
    """Gives the hex SHA-256 that addresses a result; the order of the arguments does not matter.

    Args:
        operation: What is done, with the version of what does it.
        arguments: JSON-serialisable values that decide the result.
    """
    canonical = json.dumps([operation, arguments], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


class Cache:
    """Bytes on disk by content key; safe for several processes and threads at a time.

    A file that cannot be made or written to (no permission, no space) is no obstacle to opening: ``get`` gives
    what there is, and ``put`` says what is wrong.

    Args:
        path: The SQLite file; it and its folder are made on first use.

    Raises:
        LibraryError: The file is damaged, or is no SQLite file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._trouble = ""
        self._connection: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _connected(path)
        except (OSError, sqlite3.OperationalError) as error:
            self._trouble = str(error)
            self._connection = _connected_for_reading(path)
        except sqlite3.DatabaseError as error:
            raise LibraryError(
                f"The cache {path} cannot be used: {error}.", hint="Delete the file; it is made anew when needed."
            ) from error

    def get(self, key: str) -> bytes | None:
        """Gives the bytes stored under ``key``, or None.

        Raises:
            LibraryError: The file cannot be read.
        """
        with self._lock:
            if self._connection is None:
                return None
            try:
                row = self._connection.execute("SELECT value FROM entries WHERE key = ?", (key,)).fetchone()
            except sqlite3.Error as error:
                raise LibraryError(
                    f"The cache {self._path} cannot be read: {error}.",
                    hint="Delete the file; it is made anew when needed.",
                ) from error
        return None if row is None else bytes(row[0])

    def put(self, key: str, operation: str, value: bytes) -> None:
        """Stores bytes under ``key``; the last writer wins.

        Raises:
            LibraryError: The file cannot be written to: no space, no permission, or another fault of the disk.
        """
        with self._lock:
            if self._connection is None or self._trouble:
                raise self._not_written(self._trouble)
            try:
                self._connection.execute(
                    "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", (key, operation, value, time.time())
                )
            except sqlite3.Error as error:
                raise self._not_written(str(error)) from error

    def remember(self, operation: str, make: Callable[[], bytes], **arguments: Any) -> bytes:
        """Gives the stored result of an operation, making and storing it if there is none.

        An exception raised by ``make`` passes through and nothing is stored.

        Raises:
            LibraryError: As for ``get`` and ``put``.
        """
        key = content_key(operation, **arguments)
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, operation, found)
        return found

    def close(self) -> None:
        """Closes the file; the cache cannot be used afterwards."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection, self._trouble = None, "it is closed"

    def _not_written(self, trouble: str) -> LibraryError:
        return LibraryError(
            f"The cache {self._path} cannot be written to: {trouble}.",
            hint="Make room or give yourself write permission, or name another folder with --cache.",
        )


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        # With a write-ahead log, what was written outlives a killed program all the same.
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(SCHEMA)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _connected_for_reading(path: Path) -> sqlite3.Connection | None:
    """A connection to what can be read; on a disk without write permission a log cannot be shared, so none is."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=30, check_same_thread=False, isolation_level=None
            )
        except (OSError, sqlite3.Error):
            continue
        try:
            connection.execute("SELECT 1 FROM entries LIMIT 1").fetchone()
        except sqlite3.Error:
            connection.close()
        else:
            return connection
    return None
