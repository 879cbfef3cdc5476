"""A call that ends in time, whatever the server does: connects late, trickles its answer, or falls silent."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from conspectus.foundation.errors import ServerFailed, UsageError

T = TypeVar("T")

LARGEST_ANSWER = 64 * 1024 * 1024
"""The most bytes of an answer that are read."""

LONGEST = 7 * 24 * 3600.0
"""The most seconds that a call may take; what waits for sockets and threads takes no endless times."""


def checked_timeout(seconds: float) -> float:
    """Gives a time that a call may take.

    Raises:
        UsageError: It is not above 0, or longer than a week.
    """
    if not 0 < seconds <= LONGEST:
        raise UsageError(
            f"The timeout is {seconds:g} s, but must be above 0 and at most {LONGEST:.0f} s (a week).",
            hint="Give the seconds that one answer may take, such as --timeout 600.",
        )
    return seconds


class Deadline:
    """The time by which a call must have ended, seen from both sides: who waits, and who reads.

    Args:
        seconds: How long from now.

    Raises:
        UsageError: It is no time that can be waited for.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = checked_timeout(seconds)
        self._end = time.monotonic() + seconds
        self._break_off: Callable[[], None] | None = None
        self._abandoned = False

    def left(self) -> float:
        """Gives the seconds left, 0 at least."""
        return 0.0 if self._abandoned else max(0.0, self._end - time.monotonic())

    def when_abandoned(self, break_off: Callable[[], None]) -> None:
        """Says how to end the reading side, once it has a connection that can be broken off."""
        self._break_off = break_off

    def abandon(self) -> None:
        """Ends the reading side; who waits has gone."""
        self._abandoned = True
        if self._break_off is not None:
            self._break_off()

    def error(self) -> ServerFailed:
        """Gives the error that says that the time is over."""
        return ServerFailed(
            f"The server did not finish its answer within {self.seconds:g} s.",
            hint="Try again later, or give the model more time with a longer timeout.",
        )

    def pieces(self, body: Iterable[bytes]) -> Iterator[bytes]:
        """Yields the pieces of a body while there is time.

        Raises:
            ServerFailed: The time is over, or the body is larger than any answer.
        """
        total = 0
        for piece in body:
            if not self.left():
                raise self.error()
            total += len(piece)
            if total > LARGEST_ANSWER:
                raise ServerFailed("The server sent more than any answer can have.", hint="Check the address.")
            yield piece


def within(seconds: float, work: Callable[[Deadline], T]) -> T:
    """Gives what ``work`` gives, or an error as soon as the time is over, even if ``work`` hangs.

    The work is done by a thread of its own that the interpreter does not wait for: a socket's own timeout starts
    anew with every byte, and a thread that waits for an event can be interrupted, one that reads a socket cannot.

    Raises:
        ServerFailed: The time is over.
    """
    deadline = Deadline(seconds)
    done = threading.Event()
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work(deadline))
        except BaseException as error:  # raised again by the thread that waits
            failure.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=run, name="model call", daemon=True).start()
        in_time = done.wait(seconds)
    except BaseException:
        deadline.abandon()
        raise
    if not in_time:
        deadline.abandon()
        raise deadline.error()
    if failure:
        raise failure[0]
    return outcome[0]
