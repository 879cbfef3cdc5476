"""Which snapshots of a graph are in use: readers hold a shared lock, and the writer removes what nobody holds.

A store that is open for reading opens its files when it needs them. Were they removed under it, a query would fail, or
worse: a count over missing files takes memory without end (seen with pyoxigraph 0.5).
"""

from __future__ import annotations

import shutil
import weakref
from pathlib import Path
from typing import IO

_LOCK = ".lock"


class Hold:
    """Keeps a snapshot from being removed until it is let go, or forgotten.

    Args:
        file: Open, with a shared lock.
    """

    def __init__(self, file: IO[str]) -> None:
        self._close = weakref.finalize(self, file.close)

    def let_go(self) -> None:
        """Lets the snapshot be removed."""
        self._close()


def hold(snapshot: Path) -> Hold | None:
    """Gives what keeps a snapshot from being removed.

    None where no lock can be had because the folder cannot be written to; nobody removes anything from it then.

    Raises:
        FileNotFoundError: The snapshot is gone, or is being removed.
    """
    import portalocker

    try:
        file = open(_lock_of(snapshot), "a+", encoding="utf-8")  # noqa: SIM115 - the open file is the lock
    except PermissionError:
        return None
    try:
        portalocker.lock(file, portalocker.LockFlags.SHARED | portalocker.LockFlags.NON_BLOCKING)
        if not snapshot.is_dir():
            raise FileNotFoundError(f"{snapshot} is gone")
    except portalocker.LockException:
        file.close()
        raise FileNotFoundError(f"{snapshot} is being removed") from None
    except FileNotFoundError:
        file.close()
        _lock_of(snapshot).unlink(missing_ok=True)
        raise
    return Hold(file)


def remove_unused(snapshot: Path) -> bool:
    """Removes a snapshot unless a reader holds it; gives whether it is gone."""
    import portalocker

    with open(_lock_of(snapshot), "a+", encoding="utf-8") as file:
        try:
            portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
        except portalocker.LockException:
            return False
        # The folder goes first: who has opened the lock meanwhile sees that it is gone.
        shutil.rmtree(snapshot, ignore_errors=True)
        _lock_of(snapshot).unlink(missing_ok=True)
    return True


def _lock_of(snapshot: Path) -> Path:
    return snapshot.with_name(snapshot.name + _LOCK)
