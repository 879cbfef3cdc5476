from __future__ import annotations

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.foundation.errors import LimitReached, ModelStopped
from conspectus.providers.limits import Limits
from conspectus.providers.retrying import StopFlag


def test_what_is_spent_and_reserved_together_keeps_to_the_limit() -> None:
    limits, stop = Limits(max_cost=1.0), StopFlag()
    with limits.reserve(0.6, stop) as first:
        assert limits.committed == (1, 0.6)
        first.cost = 0.25
    assert limits.spent == (1, 0.25)
    with limits.reserve(0.75, stop) as second:
        second.cost = 0.75
    with pytest.raises(
        LimitReached, match=r"\$1\.0000 of \$1 are spent, and the next call can cost \$0\.0100"
    ) as caught:
        limits.reserve(0.01, stop)
    assert "--max-cost" in caught.value.hint
    # What costs nothing can still be afforded.
    with limits.reserve(0.0, stop):
        pass


def test_requests_that_were_turned_down_do_not_count() -> None:
    limits, stop = Limits(max_calls=1), StopFlag()
    with limits.reserve(0.0, stop) as turned_down:
        turned_down.counts = False
    with limits.reserve(0.0, stop):
        pass
    with pytest.raises(LimitReached, match="limit of 1 calls is reached"):
        limits.reserve(0.0, stop)
    assert limits.spent == (1, 0.0)


def test_a_failed_request_gives_its_money_back_and_counts_as_a_call() -> None:
    limits, stop = Limits(max_calls=2, max_cost=1.0), StopFlag()
    with pytest.raises(OSError, match="broken"), limits.reserve(1.0, stop):
        raise OSError("broken")
    assert limits.committed == limits.spent == (1, 0.0)


def test_a_call_waits_for_those_in_flight_rather_than_be_refused_by_chance() -> None:
    limits, stop = Limits(max_cost=1.0), StopFlag()
    first = limits.reserve(0.7, stop)
    got: list[float] = []

    def second() -> None:
        with limits.reserve(0.7, stop):
            got.append(limits.committed[1])

    thread = threading.Thread(target=second)
    thread.start()
    time.sleep(0.02)
    assert got == []
    with first:
        first.cost = 0.2
    thread.join(10)
    assert got == [pytest.approx(0.9)]


def test_the_end_of_the_run_ends_the_waiting() -> None:
    limits, stop = Limits(max_calls=1), StopFlag()
    limits.reserve(0.0, stop)
    threading.Timer(0.02, lambda: stop.stop(ModelStopped("Over."))).start()
    with pytest.raises(ModelStopped, match="Over"):
        limits.reserve(0.0, stop)


@settings(max_examples=25, deadline=None)
@given(
    worsts=st.lists(st.integers(1, 60), min_size=2, max_size=16),
    shares=st.lists(st.integers(0, 100), min_size=1, max_size=5),
    max_cost=st.integers(20, 200),
    max_calls=st.integers(1, 12),
)
def test_limits_hold_whatever_the_interleaving(
    worsts: list[int], shares: list[int], max_cost: int, max_calls: int
) -> None:
    limits, stop = Limits(max_calls=max_calls, max_cost=max_cost / 100), StopFlag()
    seen: list[tuple[int, float]] = []
    served: list[int] = []
    refused: list[int] = []

    def work(position: int) -> None:
        worst = worsts[position] / 100
        try:
            with limits.reserve(worst, stop) as reservation:
                seen.append(limits.committed)
                reservation.counts = position % 5 != 4
                time.sleep(0.0002 * (position % 3))
                reservation.cost = worst * shares[position % len(shares)] / 100 if reservation.counts else 0.0
            seen.append(limits.committed)
            served.append(position)
        except LimitReached:
            refused.append(position)

    threads = [threading.Thread(target=work, args=(position,)) for position in range(len(worsts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(served + refused) == list(range(len(worsts)))
    assert all(calls <= max_calls and cost <= max_cost / 100 + 1e-9 for calls, cost in seen)
    assert limits.committed == pytest.approx(limits.spent)


def test_a_lost_answer_counts_with_the_most_it_can_cost_and_the_limit_says_so() -> None:
    limits, stop = Limits(max_cost=1.0), StopFlag()
    with limits.reserve(0.7, stop) as reservation:
        reservation.lost = True
    assert limits.committed == limits.spent == (1, 0.7)
    with pytest.raises(
        LimitReached, match=r"\$0\.7000 of \$1 are spent \(up to \$0\.7000 of it for answers that were lost\)"
    ):
        limits.reserve(0.5, stop)
