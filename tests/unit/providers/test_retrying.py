from __future__ import annotations

import math
import threading
from random import Random

import pytest
from asked_server import FakeClock
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.foundation.errors import (
    AuthenticationFailed,
    ModelStopped,
    RateLimited,
    ServerFailed,
    TooManyFailures,
)
from conspectus.providers.retrying import Backoff, Pace, StopFlag, SystemClock, wait_asked_for


class Least(Random):
    """Chance that always takes nothing off."""

    def random(self) -> float:
        return 0.0


class Most(Random):
    def random(self) -> float:
        return 1.0


def test_waits_double_up_to_the_longest_and_chance_takes_off_up_to_half() -> None:
    whole, half = Backoff(first=0.5, longest=15.0, random=Least()), Backoff(first=0.5, longest=15.0, random=Most())
    assert [whole.delay(n) for n in range(7)] == [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0]
    assert [half.delay(n) for n in range(7)] == [0.25, 0.5, 1.0, 2.0, 4.0, 7.5, 7.5]
    assert whole.delay(10**6) == 15.0


def test_what_the_server_asks_for_is_kept_to_and_zero_again_and_again_is_not() -> None:
    backoff = Backoff(random=Least())
    assert wait_asked_for(20.0, 0, backoff) == 20.0
    assert wait_asked_for(None, 2, backoff) == 2.0
    assert wait_asked_for(math.nan, 0, backoff) == 0.5
    assert [wait_asked_for(0.0, n, backoff) for n in range(9)] == pytest.approx(
        [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 6.4, 6.4]
    )
    assert wait_asked_for(-5.0, 0, backoff) == 0.1


def test_requests_are_sixty_seconds_apart_over_their_number_a_minute() -> None:
    clock, stop = FakeClock(), StopFlag()
    pace = Pace(per_minute=20, clock=clock)
    starts = []
    for _ in range(4):
        pace.wait_turn(stop)
        starts.append(clock.time)
    clock.time += 10.0
    pace.wait_turn(stop)
    starts.append(clock.time)
    # 60 / 20 = 3 seconds apart from 100 on; a turn that was not used is not made up for.
    assert starts == [100.0, 103.0, 106.0, 109.0, 119.0]
    assert clock.waits == [3.0, 3.0, 3.0]


def test_a_pause_holds_everyone_and_the_longest_counts() -> None:
    clock, stop = FakeClock(), StopFlag()
    pace = Pace(per_minute=None, clock=clock)
    assert pace.wait_turn(stop) == 0.0
    pace.pause(30.0)
    clock.time += 5.0
    pace.pause(10.0)
    assert pace.wait_turn(stop) == 25.0
    assert clock.time == 130.0


def test_threads_share_the_pace() -> None:
    clock, stop = FakeClock(), StopFlag()
    pace = Pace(per_minute=60, clock=clock)
    threads = [threading.Thread(target=lambda: [pace.wait_turn(stop) for _ in range(5)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Twenty turns, a second apart; the clock of the test adds the waits of all threads up.
    assert clock.time >= 119.0


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["turn", "pause", "pass"]), st.integers(1, 20)), max_size=30))
def test_no_two_turns_are_closer_and_none_is_in_a_pause(steps: list[tuple[str, int]]) -> None:
    clock, stop = FakeClock(), StopFlag()
    pace = Pace(per_minute=12, clock=clock)
    turns: list[float] = []
    resumed = 0.0
    for step, seconds in steps:
        if step == "turn":
            pace.wait_turn(stop)
            assert clock.time >= resumed
            assert not turns or clock.time - turns[-1] >= 5.0
            turns.append(clock.time)
        elif step == "pause":
            pace.pause(seconds)
            resumed = max(resumed, clock.time + seconds)
        else:
            clock.time += seconds


def test_the_first_error_that_ends_a_run_is_that_of_every_later_call() -> None:
    stop = StopFlag()
    stop.check()
    stop.stop(AuthenticationFailed("The key is wrong.", hint="Mend OPENAI_API_KEY."))
    stop.stop(ModelStopped("Something else."))
    raised = []
    for _ in range(2):
        with pytest.raises(AuthenticationFailed, match="key is wrong") as caught:
            stop.check()
        raised.append(caught.value)
    assert raised[0] is not raised[1]
    assert raised[1].hint == "Mend OPENAI_API_KEY."


def test_five_failures_in_a_row_at_one_address_end_the_run() -> None:
    stop = StopFlag()
    down = ServerFailed("HTTP 502.")
    for _ in range(4):
        stop.failed("http://a", down)
    stop.succeeded("http://a")
    for _ in range(4):
        stop.failed("http://a", RateLimited("Slow down."))
        stop.failed("http://b", down)
    with pytest.raises(TooManyFailures, match=r"5 calls in a row to http://a came to nothing; the last: HTTP 502\."):
        stop.failed("http://a", down)
    with pytest.raises(TooManyFailures):
        stop.check()


def test_a_stop_ends_a_wait_on_the_real_clock() -> None:
    clock, stop = SystemClock(), StopFlag()
    begun = clock.now()
    threading.Timer(0.05, lambda: stop.stop(ModelStopped("Over."))).start()
    pace = Pace(per_minute=None, clock=clock)
    pace.pause(60.0)
    with pytest.raises(ModelStopped, match="Over"):
        pace.wait_turn(stop)
    assert clock.now() - begun < 20


def test_the_end_after_many_failures_says_what_the_last_one_advised() -> None:
    stop = StopFlag(most_failures=1)
    with pytest.raises(TooManyFailures) as caught:
        stop.failed("http://a", ServerFailed("A page.", hint="Check the address."))
    assert caught.value.hint == "Check the address. Then run the same command again: what is finished is kept."
