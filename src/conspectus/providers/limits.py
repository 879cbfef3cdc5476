"""The calls and the money that a user agreed to: never exceeded, however many calls run side by side."""

from __future__ import annotations

import threading
from types import TracebackType

from conspectus.foundation.errors import LimitReached
from conspectus.providers.retrying import StopFlag

# Sums of prices are binary fractions; a billionth of a cent is no overspending.
_TOLERANCE = 1e-11
_LOOK_UP = 0.5


class Limits:
    """Counts what was spent and what calls in flight may cost at worst.

    A request that does not fit beside those in flight waits until they are settled, so that chance does not
    decide which of them is refused.

    Args:
        max_calls: The most requests, None for no limit. Requests that the server turned down do not count.
        max_cost: The most US dollars, None for no limit.
    """

    def __init__(self, *, max_calls: int | None = None, max_cost: float | None = None) -> None:
        self.max_calls = max_calls
        self.max_cost = max_cost
        self._changed = threading.Condition()
        self._calls = 0
        self._cost = 0.0
        self._uncertain = 0.0
        self._calls_reserved = 0
        self._cost_reserved = 0.0

    @property
    def spent(self) -> tuple[int, float]:
        """Requests answered or failed, and US dollars paid, or at most billed for answers that were lost."""
        with self._changed:
            return self._calls, self._cost

    @property
    def committed(self) -> tuple[int, float]:
        """What is spent and reserved together: at no moment more than the limits."""
        with self._changed:
            return self._calls + self._calls_reserved, self._cost + self._cost_reserved

    def reserve(self, worst: float, stop: StopFlag) -> Reservation:
        """Sets aside one call and the most it can cost, for the time of a ``with`` block.

        Args:
            worst: US dollars; 0 where no price is known.
            stop: Ends the waiting.

        Raises:
            LimitReached: The call cannot be afforded, whatever those in flight turn out to cost.
            ModelStopped: The run ended meanwhile.
        """
        with self._changed:
            while True:
                stop.check()
                if self.max_calls is not None and self._calls >= self.max_calls:
                    raise _reached(f"The limit of {self.max_calls} calls is reached.", "--max-calls")
                if self.max_cost is not None and self._cost + worst > self.max_cost + _TOLERANCE:
                    lost = (
                        f" (up to ${self._uncertain:.4f} of it for answers that were lost)" if self._uncertain else ""
                    )
                    raise _reached(
                        f"${self._cost:.4f} of ${self.max_cost:g} are spent{lost}, "
                        f"and the next call can cost ${worst:.4f}.",
                        "--max-cost",
                    )
                if self._fits(worst):
                    self._calls_reserved += 1
                    self._cost_reserved += worst
                    return Reservation(self, worst)
                self._changed.wait(_LOOK_UP)

    def _fits(self, worst: float) -> bool:
        calls, cost = self._calls + self._calls_reserved, self._cost + self._cost_reserved
        return (self.max_calls is None or calls < self.max_calls) and (
            self.max_cost is None or cost + worst <= self.max_cost + _TOLERANCE
        )

    def settle(self, worst: float, *, counts: bool, cost: float, uncertain: bool = False) -> None:
        """Gives back a reservation and notes what became of it; ``uncertain`` says that the cost is the most it was."""
        with self._changed:
            self._calls_reserved -= 1
            self._cost_reserved -= worst
            self._calls += counts
            self._cost += cost
            self._uncertain += cost if uncertain else 0.0
            if not self._calls_reserved:
                self._cost_reserved = 0.0
            self._changed.notify_all()


class Reservation:
    """One call's share of the limits; leaving the ``with`` block settles it.

    ``cost`` is what was paid, 0 until it is known. ``counts`` is whether the request counts as a call, ``lost``
    whether its answer was lost but may be billed, so that it counts with the most it can cost.
    """

    def __init__(self, limits: Limits, worst: float) -> None:
        self._limits = limits
        self._worst = worst
        self.cost = 0.0
        self.counts = True
        self.lost = False

    def __enter__(self) -> Reservation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        cost = self._worst if self.lost else self.cost
        self._limits.settle(self._worst, counts=self.counts, cost=cost, uncertain=self.lost)


def _reached(message: str, option: str) -> LimitReached:
    return LimitReached(message, hint=f"Allow more with {option}; what is finished is kept and costs nothing again.")
