from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.parallel import Outcome, bounded_map


class Stubborn(Exception):
    """An error that cannot be unpickled, as those of some parsers."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


def square_of_even(number: int) -> int:
    if number % 2:
        raise BrokenRecord(f"{number} is odd.", record=number, hint="Give even numbers.")
    return number * number


def stubborn(number: int) -> int:
    if number == 1:
        raise Stubborn("syntax", "error")
    return os.getpid()


@settings(max_examples=20, deadline=None)
@given(
    delays=st.lists(st.sampled_from([0.0, 0.001, 0.004]), max_size=12),
    workers=st.integers(1, 4),
    ahead=st.integers(1, 3),
)
def test_the_order_of_outcomes_is_that_of_the_items_whatever_the_timing(
    delays: list[float], workers: int, ahead: int
) -> None:
    items = list(enumerate(delays))

    def slow(item: tuple[int, float]) -> int:
        time.sleep(item[1])
        return item[0]

    outcomes = list(bounded_map(slow, items, workers=workers, ahead=ahead))
    assert outcomes == [Outcome(item, value=item[0]) for item in items]


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("over", ["threads", "processes"])
def test_one_failing_item_does_not_stop_the_others(workers: int, over: str) -> None:
    outcomes = list(bounded_map(square_of_even, range(6), workers=workers, over=over))  # type: ignore[arg-type]
    assert [outcome.item for outcome in outcomes] == list(range(6))
    assert [outcome.value for outcome in outcomes] == [0, None, 4, None, 16, None]
    errors = [outcome.error for outcome in outcomes if outcome.error]
    assert [(str(e), e.record, e.hint) for e in errors if isinstance(e, BrokenRecord)] == [
        ("1 is odd.", 1, "Give even numbers."),
        ("3 is odd.", 3, "Give even numbers."),
        ("5 is odd.", 5, "Give even numbers."),
    ]


def test_processes_are_other_processes_and_an_error_that_cannot_travel_stops_nothing() -> None:
    first, second, third = bounded_map(stubborn, range(3), workers=2, over="processes")
    assert first.value != os.getpid()
    assert third.value != os.getpid()
    assert str(second.error) == "Stubborn: syntax error"


def test_an_endless_stream_is_taken_with_no_more_in_flight_than_allowed() -> None:
    taken, settled, most = 0, 0, 0

    def items() -> Iterator[int]:
        nonlocal taken, most
        for number in count():
            taken += 1
            most = max(most, taken - settled)
            yield number

    for outcome in bounded_map(lambda number: number, items(), workers=3, ahead=2):
        settled += 1
        if outcome.item == 50:
            break
    assert most == 6


def test_no_more_run_side_by_side_than_there_are_workers() -> None:
    running, most, lock = 0, 0, threading.Lock()

    def work(_: int) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.005)
        with lock:
            running -= 1

    assert len(list(bounded_map(work, range(20), workers=4, ahead=3))) == 20
    assert 2 <= most <= 4


def test_closing_early_cancels_what_has_not_begun() -> None:
    begun: list[int] = []
    gate = threading.Event()

    def work(number: int) -> int:
        begun.append(number)
        if number:
            gate.wait(5)
        return number

    outcomes = bounded_map(work, count(), workers=2, ahead=5)
    # The generator hands out item 0 when ten items are in flight, of which two workers hold two.
    assert next(outcomes).item == 0
    threading.Timer(0.05, gate.set).start()
    outcomes.close()
    assert len(begun) <= 3
    assert threading.active_count() < 10


@pytest.mark.parametrize("workers", [1, 3])
def test_items_read_before_a_broken_stream_are_not_lost(workers: int) -> None:
    def items() -> Iterator[int]:
        yield from range(4)
        raise OSError("disk gone")

    outcomes = bounded_map(lambda number: number * 10, items(), workers=workers)
    assert [next(outcomes).value for _ in range(4)] == [0, 10, 20, 30]
    with pytest.raises(OSError, match="disk gone"):
        next(outcomes)


@pytest.mark.parametrize("bad", [{"workers": 0}, {"ahead": 0}, {"workers": -1}])
def test_bounds_below_one_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        list(bounded_map(str, [1], **bad))  # type: ignore[arg-type]


def test_an_interrupt_is_not_taken_for_a_failing_item() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    for workers in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            list(bounded_map(interrupt, [1], workers=workers))


HANGING = """
import sys, time
from conspectus.foundation.parallel import bounded_map

def hang(number):
    if number == 0:
        return number
    time.sleep(600)

try:
    for outcome in bounded_map(hang, range(9), workers=3, ahead=1):
        print("got", outcome.value, flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent in another way")
def test_an_interrupt_ends_the_program_while_calls_hang() -> None:
    child = subprocess.Popen([sys.executable, "-c", HANGING], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == "got 0\n"
        time.sleep(0.1)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        # Two seconds are meant; on a machine that is busy with other things it may be somewhat more.
        code = child.wait(20)
        seconds = time.monotonic() - sent
        rest = child.stdout.read()
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    assert code == 130
    assert rest.endswith("interrupted\n")
    assert seconds < 10


def test_closing_does_not_wait_for_a_call_that_hangs() -> None:
    gate = threading.Event()

    def work(number: int) -> int:
        if number:
            gate.wait(60)
        return number

    outcomes = bounded_map(work, range(8), workers=3, ahead=1)
    assert next(outcomes).value == 0
    begun = time.monotonic()
    outcomes.close()
    assert time.monotonic() - begun < 10
    gate.set()


def test_threads_are_gone_when_their_work_is_done() -> None:
    before = threading.active_count()
    assert [outcome.value for outcome in bounded_map(abs, range(9), workers=4)] == list(range(9))
    for _ in range(200):
        if threading.active_count() <= before:
            break
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_a_timeout_raised_by_a_call_is_its_error() -> None:
    def late(number: int) -> int:
        raise TimeoutError(f"{number} took too long")

    outcomes = list(bounded_map(late, range(2), workers=2))
    assert [str(outcome.error) for outcome in outcomes] == ["0 took too long", "1 took too long"]
