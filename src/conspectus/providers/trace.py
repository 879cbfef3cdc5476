"""A trace of every call to a model, as JSON lines: who was asked, and what it took; no text of papers by default."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from conspectus.foundation.errors import UsageError
from conspectus.providers.completion import Message


class Trace:
    """A file to which one line is added for each call, at once and whole, from any thread.

    Args:
        path: The file; lines are added to what it holds.
        with_text: Write the messages and the answers, too, which hold text of papers.
        warn: Told once when the file can no longer be written to; the calls go on.

    Raises:
        UsageError: The file cannot be opened.
    """

    def __init__(
        self, path: str, *, with_text: bool = False, warn: Callable[[str], None] = lambda message: None
    ) -> None:
        self.with_text = with_text
        self._path = path
        self._warn = warn
        self._lock = threading.Lock()
        try:
            place = Path(path).expanduser()
            place.parent.mkdir(parents=True, exist_ok=True)
            self._file: TextIO | None = place.open("a", encoding="utf-8", errors="backslashreplace", newline="\n")
        except OSError as error:
            raise UsageError(
                f"The trace {path} cannot be written: {error.strerror or error}.", hint="Name another file."
            ) from None

    def write(self, **fields: Any) -> None:
        """Adds a line with the time and these fields, in this order."""
        line = json.dumps({"at": datetime.now(UTC).isoformat(timespec="milliseconds"), **fields}, ensure_ascii=False)
        trouble = ""
        with self._lock:
            if self._file is None:
                return
            try:
                self._file.write(line + "\n")
                self._file.flush()
            except OSError as error:
                trouble = str(error.strerror or error)
                self._drop()
        if trouble:
            self._warn(f"The trace {self._path} can no longer be written to: {trouble}.")

    def close(self) -> None:
        """Closes the file; later calls leave no trace."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            except OSError:
                # Closing writes what could not be written before; that has been told.
                return


def messages_hash(messages: Sequence[Message]) -> str:
    """Gives the SHA-256 of messages, in 16 hex digits: equal for calls that were asked the same."""
    import hashlib

    written = json.dumps([[message.role, message.content] for message in messages], ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]
