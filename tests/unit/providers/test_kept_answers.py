from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import LibraryError, ModelStopped, ServerFailed
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Message, Rung, Usage
from conspectus.providers.kept_answers import KeptAnswer, KeptAnswers, SingleFlight, answer_key
from conspectus.providers.retrying import StopFlag

ANSWER = KeptAnswer(
    completion=Completion(text="Bees — dance.", usage=Usage(input=5, output=3, cached=2), model="wise-1"),
    spent=Usage(input=15, output=9, cached=2, estimated=True),
    rung=Rung.TOOL,
)
REQUEST = CompletionRequest(model="wise", messages=(Message("user", "Bees?"),), max_output_tokens=9)


def refuse(message: str, hint: str) -> None:
    raise AssertionError(message)


def test_an_answer_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    first = Cache(tmp_path / "cache.sqlite")
    KeptAnswers(first, refuse).keep("k", ANSWER)
    first.close()
    second = KeptAnswers(Cache(tmp_path / "cache.sqlite"), refuse)
    assert second.find("k") == ANSWER
    assert second.find("other") is None


def test_without_a_cache_the_run_remembers() -> None:
    kept = KeptAnswers(None, refuse)
    kept.keep("k", ANSWER)
    kept.keep_rung("shop", "http://a", "wise", Rung.PROMPT)
    assert kept.find("k") == ANSWER
    assert kept.find_rung("shop", "http://a", "wise") is Rung.PROMPT
    assert kept.find_rung("shop", "http://b", "wise") is None


def test_what_another_version_kept_is_asked_for_anew(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    kept = KeptAnswers(cache, refuse)
    for value in (b"no json", b"{}", b'{"text": "a", "finish": "whatever"}', b"[1]", b"\xff"):
        cache.put("k", "model answer/1", value)
        assert kept.find("k") is None


@pytest.mark.parametrize(
    "change",
    [
        {"model": "wiser"},
        {"messages": (Message("system", "Bees?"),)},
        {"messages": (Message("user", "Bees"), Message("user", "?"))},
        {"max_output_tokens": 10},
        {"temperature": 0.7},
        {"seed": 1},
        {"schema": {"type": "object"}},
    ],
)
def test_whatever_decides_the_answer_is_part_of_its_key(change: dict[str, object]) -> None:
    assert answer_key("p", "a", replace(REQUEST, **change)) != answer_key("p", "a", REQUEST)  # type: ignore[arg-type]


def test_the_rung_and_the_name_of_the_schema_are_not_part_of_the_key_but_the_server_is() -> None:
    key = answer_key("p", "a", REQUEST)
    assert answer_key("p", "a", replace(REQUEST, rung=Rung.TOOL, schema_name="x", temperature=0)) == key
    assert answer_key("q", "a", REQUEST) != key
    assert answer_key("p", "b", REQUEST) != key


def test_a_full_disk_is_told_of_once_and_the_run_goes_on_from_memory(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache._connection.execute("PRAGMA max_page_count = 1")  # type: ignore[union-attr]  # SQLite then reports a full disk
    told: list[tuple[str, str]] = []
    kept = KeptAnswers(cache, lambda message, hint: told.append((message, hint)))
    long = replace(ANSWER, completion=replace(ANSWER.completion, text="x" * 100_000))
    for number in range(3):
        kept.keep(f"k{number}", long)
        assert kept.find(f"k{number}") == long
    assert len(told) == 1
    assert "Answers are not kept for later runs" in told[0][0]
    assert "full" in told[0][0]
    assert "--cache" in told[0][1]


def test_several_who_want_the_same_have_it_made_once() -> None:
    flights: SingleFlight[int] = SingleFlight()
    made: list[int] = []
    gate = threading.Event()

    def make() -> int:
        made.append(1)
        gate.wait(10)
        return 7

    outcomes: list[tuple[int, bool]] = []
    threads = [threading.Thread(target=lambda: outcomes.append(flights.once("k", make, StopFlag()))) for _ in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    gate.set()
    for thread in threads:
        thread.join(10)
    assert len(made) == 1
    assert sorted(outcomes) == [(7, False)] * 7 + [(7, True)]
    assert flights.once("k", lambda: 8, StopFlag()) == (8, True)


def test_an_error_is_everyones_and_an_interrupt_is_not() -> None:
    flights: SingleFlight[int] = SingleFlight()
    for error, others in ((ServerFailed("Down.", hint="Wait."), "ServerFailed"), (KeyboardInterrupt(), "7")):
        begun, gate = threading.Event(), threading.Event()

        def fail(error: BaseException = error, begun: threading.Event = begun, gate: threading.Event = gate) -> int:
            begun.set()
            gate.wait(10)
            raise error

        seen: list[str] = []

        def lead(fail: object = fail, seen: list[str] = seen) -> None:
            try:
                flights.once("k", fail, StopFlag())  # type: ignore[arg-type]
            except BaseException as raised:
                seen.append(type(raised).__name__)

        def follow(seen: list[str] = seen) -> None:
            try:
                seen.append(str(flights.once("k", lambda: 7, StopFlag())[0]))
            except ServerFailed as raised:
                seen.append(type(raised).__name__)

        leader, follower = threading.Thread(target=lead), threading.Thread(target=follow)
        leader.start()
        assert begun.wait(10)
        follower.start()
        time.sleep(0.02)
        gate.set()
        leader.join(10)
        follower.join(10)
        assert sorted(seen) == sorted([type(error).__name__, others])


def test_the_end_of_the_run_ends_the_waiting_for_another() -> None:
    flights: SingleFlight[int] = SingleFlight()
    begun, gate, stop = threading.Event(), threading.Event(), StopFlag()

    def hang() -> int:
        begun.set()
        gate.wait(10)
        return 1

    thread = threading.Thread(target=lambda: flights.once("k", hang, stop))
    thread.start()
    assert begun.wait(10)
    stop.stop(ModelStopped("Over."))
    with pytest.raises(ModelStopped, match="Over"):
        flights.once("k", lambda: 2, stop)
    gate.set()
    thread.join(10)


def test_finish_reasons_travel() -> None:
    kept = KeptAnswers(None, refuse)
    for finish in FinishReason:
        answer = replace(ANSWER, completion=replace(ANSWER.completion, finish=finish), rung=None)
        kept.keep(finish.value, answer)
        assert kept.find(finish.value) == answer


def test_half_a_character_that_an_earlier_version_kept_is_replaced() -> None:
    kept = KeptAnswers(None, refuse)
    kept.keep("k", replace(ANSWER, completion=Completion(text="Bees \ud800", usage=Usage())))
    found = kept.find("k")
    assert found is not None
    assert found.completion.text == "Bees \ufffd"


def test_a_cache_is_opened_when_it_is_first_needed_and_once(tmp_path: Path) -> None:
    opened: list[Cache] = []

    def open_it() -> Cache:
        opened.append(Cache(tmp_path / "cache.sqlite"))
        return opened[-1]

    kept = KeptAnswers(open_it, refuse)
    assert not opened
    kept.keep("k", ANSWER)
    assert kept.find("k") == ANSWER
    assert len(opened) == 1
    assert opened[0].get("k") is not None


def test_a_damaged_cache_is_told_of_once_and_the_run_remembers(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite"
    file.write_bytes(b"This is no SQLite file. " * 100)
    with pytest.raises(LibraryError):
        Cache(file)
    told: list[tuple[str, str]] = []
    kept = KeptAnswers(lambda: Cache(file), lambda message, hint: told.append((message, hint)))
    for key in ("k", "l"):
        assert kept.find(key) is None
        kept.keep(key, ANSWER)
        assert kept.find(key) == ANSWER
    assert len(told) == 1
    assert "cache.sqlite cannot be used" in told[0][0]
    assert "Delete the file" in told[0][1]
