from __future__ import annotations

import pytest

from conspectus.foundation.events import Event, Events, StageAdvanced, StageFinished, StageStarted, Warned


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the module sees; set its only element."""
    now = [100.0]
    monkeypatch.setattr("conspectus.foundation.events.time.perf_counter", lambda: now[0])
    return now


def test_listeners_hear_everything_in_order(clock: list[float]) -> None:
    heard: list[tuple[str, Event]] = []
    events = Events(listeners=[lambda e: heard.append(("a", e)), lambda e: heard.append(("b", e))])
    with events.stage("reading", total=2):
        events.advance("reading", detail="a.ris")
        events.warn("One record is broken.", hint="See the report.")
        clock[0] += 2.5
    expected: list[Event] = [
        StageStarted(stage="reading", total=2),
        StageAdvanced(stage="reading", steps=1, detail="a.ris"),
        Warned(message="One record is broken.", hint="See the report."),
        StageFinished(stage="reading", seconds=2.5),
    ]
    assert heard == [(name, event) for event in expected for name in ("a", "b")]
    assert events.warnings == ["One record is broken."]


def test_seconds_of_a_stage_that_comes_twice_add_up(clock: list[float]) -> None:
    events = Events()
    for seconds in (1.0, 2.0):
        with events.stage("writing"):
            clock[0] += seconds
    with events.stage("checking"):
        clock[0] += 0.25
    assert events.seconds == {"writing": 3.0, "checking": 0.25}


def test_a_stage_that_fails_is_timed_and_its_error_passes(clock: list[float]) -> None:
    events = Events()

    def fail() -> None:
        with events.stage("writing"):
            clock[0] += 4
            raise KeyError("x")

    with pytest.raises(KeyError):
        fail()
    assert events.seconds == {"writing": 4.0}


def test_a_listener_that_raises_cancels_the_job() -> None:
    class Cancelled(Exception):
        pass

    done: list[int] = []

    def listener(event: Event) -> None:
        if isinstance(event, StageAdvanced) and len(done) == 3:
            raise Cancelled

    events = Events(listeners=[listener])

    def job() -> None:
        with events.stage("reading"):
            for item in range(10):
                done.append(item)
                events.advance("reading")

    with pytest.raises(Cancelled):
        job()
    assert done == [0, 1, 2]
    assert list(events.seconds) == ["reading"]


def test_each_job_has_events_of_its_own() -> None:
    first, second = Events(), Events()
    first.warn("Mind the gap.")
    assert second.warnings == []
