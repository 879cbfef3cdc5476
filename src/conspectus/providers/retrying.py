"""The stop for all calls to models; clock, backoff and shared pace are those of ``foundation/waiting.py``."""

from __future__ import annotations

import copy
import threading

from conspectus.foundation.errors import ModelStopped, RateLimited, ServerFailed, TooManyFailures
from conspectus.foundation.waiting import Backoff, Clock, Pace, SystemClock, wait_asked_for

__all__ = ["MOST_FAILURES", "Backoff", "Clock", "Pace", "StopFlag", "SystemClock", "wait_asked_for"]

MOST_FAILURES = 5
"""So many calls in a row that came to nothing end the run."""


class StopFlag:
    """The end of all calls of a run, once one of them has shown that no other can succeed.

    ``event`` is set from then on. Failures are counted by address, since one server says nothing of another.
    """

    def __init__(self, *, most_failures: int = MOST_FAILURES) -> None:
        self.event = threading.Event()
        self._most = most_failures
        self._lock = threading.Lock()
        self._in_a_row: dict[str, int] = {}
        self._error: ModelStopped | None = None

    def check(self) -> None:
        """Returns if calls may go on.

        Raises:
            ModelStopped: The error that ended the run, in a copy for each caller.
        """
        if self.event.is_set() and self._error is not None:
            raise copy.copy(self._error)

    def stop(self, error: ModelStopped) -> None:
        """Ends all calls with an error; the first one counts."""
        with self._lock:
            if self._error is None:
                self._error = copy.copy(error)
                self.event.set()

    def succeeded(self, address: str) -> None:
        """Notes that a server gave an answer."""
        with self._lock:
            self._in_a_row[address] = 0

    def failed(self, address: str, error: RateLimited | ServerFailed) -> None:
        """Notes a call that failed after its retries.

        Raises:
            TooManyFailures: It was one too many in a row.
        """
        with self._lock:
            self._in_a_row[address] = in_a_row = self._in_a_row.get(address, 0) + 1
        if in_a_row < self._most:
            return
        self.stop(
            TooManyFailures(
                f"{in_a_row} calls in a row to {address} came to nothing; the last: {error.message}",
                hint=f"{error.hint or 'Look whether the server is well.'} "
                "Then run the same command again: what is finished is kept.",
            )
        )
        self.check()
