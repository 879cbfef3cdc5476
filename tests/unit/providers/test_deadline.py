from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from conspectus.foundation.errors import ServerFailed, UsageError
from conspectus.providers import deadline as deadlines
from conspectus.providers.deadline import LONGEST, Deadline, checked_timeout, within


def test_gives_what_the_work_gives() -> None:
    assert within(30, lambda deadline: 6 * 7) == 42


def test_raises_what_the_work_raises() -> None:
    def work(deadline: Deadline) -> None:
        raise LookupError("this one")

    with pytest.raises(LookupError, match="this one"):
        within(30, work)


def test_who_waits_is_let_go_while_the_work_hangs() -> None:
    release, broken_off = threading.Event(), threading.Event()

    def work(deadline: Deadline) -> bool:
        deadline.when_abandoned(broken_off.set)
        return release.wait(60)

    started = time.monotonic()
    with pytest.raises(ServerFailed, match=r"within 0\.1 s") as caught:
        within(0.1, work)
    assert time.monotonic() - started < 20
    assert broken_off.wait(20)
    assert caught.value.hint
    release.set()


def test_the_work_runs_on_a_thread_that_is_not_waited_for() -> None:
    assert within(30, lambda deadline: threading.current_thread().daemon)


@pytest.mark.skipif(os.name != "posix", reason="a signal wakes a waiting thread on POSIX only")
def test_an_interrupted_wait_breaks_the_work_off() -> None:
    broken_off, release = threading.Event(), threading.Event()

    def work(deadline: Deadline) -> bool:
        deadline.when_abandoned(broken_off.set)
        os.kill(os.getpid(), signal.SIGINT)
        return release.wait(60)

    with pytest.raises(KeyboardInterrupt):
        within(60, work)
    assert broken_off.is_set()
    release.set()


def test_pieces_are_given_while_there_is_time() -> None:
    assert list(Deadline(60).pieces([b"a", b"b"])) == [b"a", b"b"]
    late = Deadline(60)
    pieces = late.pieces(iter([b"a", b"b"]))
    assert next(pieces) == b"a"
    late.abandon()
    assert late.left() == 0
    with pytest.raises(ServerFailed, match="did not finish"):
        next(pieces)


def test_an_endless_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "LARGEST_ANSWER", 3)
    with pytest.raises(ServerFailed, match="more than any answer"):
        list(Deadline(60).pieces([b"ab", b"cd"]))


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), 0.0, -1.0, 1e300, 2 * LONGEST])
def test_what_is_no_time_to_wait_is_refused(seconds: float) -> None:
    with pytest.raises(UsageError, match="timeout") as caught:
        within(seconds, lambda deadline: 1)
    assert "--timeout" in caught.value.hint


def test_a_week_can_be_waited_for() -> None:
    assert checked_timeout(LONGEST) == LONGEST
    assert within(LONGEST, lambda deadline: 42) == 42
