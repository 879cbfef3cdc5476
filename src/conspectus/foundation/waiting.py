"""When a request is sent, and when it is sent again: a clock, backoff, and the pace of one address for all threads."""

from __future__ import annotations

import email.utils
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol


class Clock(Protocol):
    """Tells the time and lets it pass; tests give one that lets it pass at once."""

    def now(self) -> float:
        """Gives seconds since some fixed moment."""
        ...

    def wait(self, seconds: float, stop: threading.Event, /) -> None:
        """Returns after so many seconds, or as soon as ``stop`` is set."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Gives seconds that only ever go forward."""
        return time.monotonic()

    def wait(self, seconds: float, stop: threading.Event, /) -> None:
        """Returns after so many seconds, or as soon as ``stop`` is set."""
        stop.wait(seconds)


class Stop(Protocol):
    """What ends all waiting: ``event`` is set from then on."""

    event: threading.Event

    def check(self) -> None:
        """Returns if requests may go on, raises what ended them if not."""
        ...


class NeverStop:
    """Waiting that nothing ends early."""

    def __init__(self) -> None:
        self.event = threading.Event()

    def check(self) -> None:
        """Returns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """Waits that double from ``first`` to ``longest`` seconds, of which up to half is left to chance.

    Without the chance, clients that failed together would come back together.
    """

    first: float = 0.5
    longest: float = 15.0
    random: Random = field(default_factory=lambda: Random(0))

    def delay(self, earlier: int) -> float:
        """Gives the seconds to wait after a failure that ``earlier`` others of the same call went before."""
        whole = min(self.first * 2.0 ** min(earlier, 30), self.longest)
        return whole * (1.0 - 0.5 * self.random.random())


# A server that says "wait 0 seconds" again and again is asked less and less often.
_LEAST_WAIT = 0.1
_LEAST_WAIT_DOUBLINGS = 6


def wait_asked_for(retry_after: float | None, earlier: int, backoff: Backoff) -> float:
    """Gives the seconds to wait before a request is sent again: those the server asks for, else those of backoff.

    Args:
        retry_after: Seconds that the server asks for, None if it did not say.
        earlier: How often the same call was told so before.
        backoff: Decides where the server did not.
    """
    if retry_after is None or not math.isfinite(retry_after):
        return backoff.delay(earlier)
    return max(retry_after, _LEAST_WAIT * 2.0 ** min(earlier, _LEAST_WAIT_DOUBLINGS))


def retry_after_of(headers: Mapping[str, str], *, now: float | None = None) -> float | None:
    """Gives the seconds that ``Retry-After`` asks to wait (RFC 9110, 10.2.3: seconds or a date), None if it does not.

    Args:
        headers: The reply's headers by lower-cased name.
        now: Seconds since 1970; the machine's time if None.
    """
    header = headers.get("retry-after", "").strip()
    try:
        seconds = float(header)
    except ValueError:
        seconds = math.nan
    if math.isfinite(seconds):
        return max(0.0, seconds)
    try:
        date = email.utils.parsedate_to_datetime(header).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return max(0.0, date - (time.time() if now is None else now))


class Pace:
    """When requests to one address may be sent, for all threads together.

    Two requests are at least ``60 / per_minute`` seconds apart, and none is sent during a pause.

    Args:
        per_minute: Requests a minute, None for as many as come.
        clock: Tells the time.
    """

    def __init__(self, *, per_minute: float | None, clock: Clock) -> None:
        self._apart = 60.0 / per_minute if per_minute else 0.0
        self._clock = clock
        self._lock = threading.Lock()
        self._next = -math.inf
        self._resumed = -math.inf

    def pause(self, seconds: float) -> None:
        """Lets nothing be sent for so many seconds from now; a longer pause stays as it is."""
        with self._lock:
            self._resumed = max(self._resumed, self._clock.now() + seconds)

    def wait_turn(self, stop: Stop) -> float:
        """Returns when a request may be sent, which takes its turn, and gives the seconds waited.

        Raises:
            ConspectusError: What ended all requests meanwhile.
        """
        begun = self._clock.now()
        while True:
            stop.check()
            with self._lock:
                now = self._clock.now()
                start = max(self._next, self._resumed)
                if start <= now:
                    self._next = now + self._apart
                    return now - begun
            self._clock.wait(start - now, stop.event)
