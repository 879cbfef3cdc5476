"""The one writer of a library: an operating-system lock on a file that says who holds it.

The lock is on the open file, not on its existence, so that it falls with the process that holds it,
however that process ends. The file stays; what is written in it is only for people.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from conspectus.foundation.errors import LibraryError, LibraryLocked

LOCK_FILE = "writer.lock"
_POLL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who holds a lock: process id, host name, and the command that was given."""

    pid: int
    host: str
    command: str

    def __str__(self) -> str:
        return f"{self.command or 'a process'} (process {self.pid} on {self.host})"


class WriterLock:
    """The right to write into one library folder.

    Args:
        folder: The library folder; it must exist.
        command: What is being done, for those who have to wait.
    """

    def __init__(self, folder: Path, command: str = "") -> None:
        self._path = folder / LOCK_FILE
        self._command = command
        self._file: IO[str] | None = None

    def acquire(self, timeout: float, on_wait: Callable[[Holder | None], None] | None = None) -> None:
        """Takes the lock, waiting for another writer if need be.

        Args:
            timeout: Seconds to wait at most.
            on_wait: Called once, with the holder if it is known, when there is someone to wait for.

        Raises:
            LibraryLocked: Another writer held the lock all the time; the message says who.
            LibraryError: The lock file cannot be opened.
        """
        if self._file is not None:
            return
        try:
            file = open(self._path, "a+", encoding="utf-8")  # noqa: SIM115 - the open file is the lock
        except OSError as error:
            raise LibraryError(
                f"The library in {self._path.parent} cannot be written to: {error.strerror or error}.",
                hint="Give yourself write permission, or name another folder with --library.",
            ) from None
        deadline = time.monotonic() + timeout
        announced = False
        while not _try_lock(file):
            holder = read_holder(self._path.parent)
            if time.monotonic() >= deadline:
                file.close()
                raise LibraryLocked(
                    f"The library in {self._path.parent} is being written to by {holder or 'another process'}; "
                    f"waited {timeout:g} s.",
                    hint="Wait until it is done, or raise library.lock_timeout (CONSPECTUS_LIBRARY_LOCK_TIMEOUT).",
                )
            if on_wait is not None and not announced:
                announced = True
                on_wait(holder)
            time.sleep(_POLL)
        self._file = file
        _write_holder(file, Holder(pid=os.getpid(), host=socket.gethostname(), command=self._command))

    def release(self) -> None:
        """Gives the lock back; does nothing if it is not held."""
        if self._file is None:
            return
        file, self._file = self._file, None
        file.seek(0)
        file.truncate()
        file.close()


def read_holder(folder: Path) -> Holder | None:
    """Gives who wrote themselves into the lock file of a library, or None if nobody readable did."""
    try:
        return Holder(**json.loads((folder / LOCK_FILE).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def current_holder(folder: Path) -> Holder | None:
    """Gives who holds the lock of a library at this moment, or None if it is free."""
    path = folder / LOCK_FILE
    if not path.is_file():
        return None
    holder = read_holder(folder)
    try:
        with open(path, "r+", encoding="utf-8") as file:
            return None if _try_lock(file) else holder
    except OSError:
        return holder


def _try_lock(file: IO[str]) -> bool:
    import portalocker

    try:
        portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except (portalocker.LockException, portalocker.AlreadyLocked):
        return False
    return True


def _write_holder(file: IO[str], holder: Holder) -> None:
    file.seek(0)
    file.truncate()
    file.write(json.dumps(asdict(holder)))
    file.flush()
