"""A content-addressed cache on disk for results that are costly to make again.

One SQLite file holds bytes under the hash of what they were made from: the operation, its
arguments and the version of what made them. Failed work is never stored.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
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
    """Bytes on disk by content key; safe for several processes at a time.

    Args:
        path: The SQLite file; it and its folder are made on first use.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, timeout=30, check_same_thread=False, isolation_level=None)
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute(SCHEMA)
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise LibraryError(
                f"The cache {path} cannot be used: {error}.", hint="Delete the file; it is made anew when needed."
            ) from error

    def get(self, key: str) -> bytes | None:
        """Gives the bytes stored under ``key``, or None."""
        row = self._connection.execute("SELECT value FROM entries WHERE key = ?", (key,)).fetchone()
        return None if row is None else bytes(row[0])

    def put(self, key: str, operation: str, value: bytes) -> None:
        """Stores bytes under ``key``; the last writer wins."""
        self._connection.execute(
            "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", (key, operation, value, time.time())
        )

    def remember(self, operation: str, make: Callable[[], bytes], **arguments: Any) -> bytes:
        """Gives the stored result of an operation, making and storing it if there is none.

        An exception raised by ``make`` passes through and nothing is stored.
        """
        key = content_key(operation, **arguments)
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, operation, found)
        return found

    def close(self) -> None:
        """Closes the file; the cache cannot be used afterwards."""
        self._connection.close()
