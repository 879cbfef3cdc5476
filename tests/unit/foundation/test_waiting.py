from __future__ import annotations

import threading
from random import Random

import pytest

from conspectus.foundation.waiting import Backoff, NeverStop, Pace, retry_after_of, wait_asked_for


class MadeClock:
    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float, stop: threading.Event, /) -> None:
        self.time += seconds


def test_backoff_doubles_up_to_the_longest_and_leaves_half_to_chance() -> None:
    backoff = Backoff(first=1.0, longest=6.0, random=Random(1))
    for earlier, whole in enumerate((1.0, 2.0, 4.0, 6.0, 6.0)):
        assert whole / 2 <= backoff.delay(earlier) <= whole


def test_what_the_server_asks_for_comes_before_backoff() -> None:
    assert wait_asked_for(7.0, 0, Backoff()) == 7.0
    # "0 seconds" again and again is taken for less and less.
    assert [wait_asked_for(0.0, earlier, Backoff()) for earlier in (0, 1, 2)] == [0.1, 0.2, 0.4]
    assert 0.25 <= wait_asked_for(None, 0, Backoff(first=0.5)) <= 0.5


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("Thu, 01 Jan 1970 00:01:40 GMT", 60.0),
        ("Thu, 01 Jan 1970 00:00:10 GMT", 0.0),
        ("soon", None),
        ("", None),
        ("inf", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str, seconds: float | None) -> None:
    assert retry_after_of({"retry-after": header}, now=40.0) == seconds


def test_a_pace_keeps_requests_apart_and_pauses_all() -> None:
    clock = MadeClock()
    pace = Pace(per_minute=180, clock=clock)
    waited = [pace.wait_turn(NeverStop()) for _ in range(4)]
    assert waited == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])
    pace.pause(10)
    assert pace.wait_turn(NeverStop()) == pytest.approx(10)
