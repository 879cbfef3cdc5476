from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Literal

import pytest
from asked_server import AskedServer, FakeClock, call, models_of, prices_in, said
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import (
    AuthenticationFailed,
    ContextTooLong,
    LimitReached,
    ModelError,
    ModelRefused,
    RateLimited,
    ServerFailed,
    TooManyFailures,
    UnusableAnswer,
)
from conspectus.foundation.events import Events
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Message, Usage

DOWN = ServerFailed("HTTP 502.")
LENGTH = FinishReason.LENGTH


def test_a_call_becomes_a_request_and_its_answer_is_given() -> None:
    server = AskedServer("They do.")
    models = models_of(server)
    client = models.for_task("write_chunk")
    assert client.label == "shop:wise"
    completion = client.ask(call("Do bees dance?", room=50, temperature=0.7, seed=3))
    assert (completion.text, completion.finish) == ("They do.", FinishReason.STOP)
    assert server.requests == [
        CompletionRequest(
            model="wise",
            messages=(Message("user", "Do bees dance?"),),
            max_output_tokens=50,
            temperature=0.7,
            seed=3,
        )
    ]


def test_an_answer_is_paid_for_once_in_this_run_and_the_next(tmp_path: Path) -> None:
    for run, reused in ((1, 1), (2, 2)):
        server = AskedServer("They do.")
        models = models_of(server, cache=Cache(tmp_path / "cache.sqlite"), prices_file=prices_in(tmp_path))
        client = models.for_task("write_chunk")
        assert [client.ask(call()).text for _ in range(2)] == ["They do."] * 2
        assert len(server.requests) == (1 if run == 1 else 0)
        usage = models.usage()
        assert (usage.calls, usage.reused, usage.input_tokens, usage.output_tokens) == (2, reused, 20, 4)
        # 10 tokens in at $1, 2 out at $10, twice.
        assert usage.cost == 60.0
        assert usage.paid == (30.0 if run == 1 else 0.0)


def test_a_seed_sets_calls_apart() -> None:
    server = AskedServer("one", "two")
    client = models_of(server).for_task("t")
    assert [client.ask(call(seed=seed)).text for seed in (1, 2, 1)] == ["one", "two", "one"]


def test_doubles_are_always_asked() -> None:
    server = AskedServer("They do.", is_local_double=True)
    models = models_of(server)
    for _ in range(3):
        models.for_task("t").ask(call())
    assert len(server.requests) == 3
    assert models.usage().reused == 0


def test_several_threads_asking_the_same_send_it_once() -> None:
    gate = threading.Event()

    def slow(request: CompletionRequest) -> str:
        gate.wait(10)
        return "They do."

    server = AskedServer(slow)
    models = models_of(server)
    client = models.for_task("t")
    answers: list[str] = []
    threads = [threading.Thread(target=lambda: answers.append(client.ask(call()).text)) for _ in range(6)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join(10)
    assert answers == ["They do."] * 6
    assert len(server.requests) == 1
    usage = models.usage()
    assert (usage.calls, usage.reused, usage.input_tokens) == (6, 5, 60)


def test_an_answer_cut_off_is_asked_for_with_twice_the_room_and_then_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    server = AskedServer(said("They d", finish=LENGTH), said("They do."))
    models = models_of(server, cache=cache)
    assert models.for_task("t").ask(call(room=50)).text == "They do."
    assert server.rooms == [50, 100]
    assert (models.usage().asked_again, models.usage().input_tokens) == (1, 20)
    # The next run pays for neither, and its account has the same sums.
    later = models_of(AskedServer(DOWN), cache=cache)
    assert later.for_task("t").ask(call(room=50)).text == "They do."
    assert (later.usage().input_tokens, later.usage().calls) == (20, 1)


def test_an_answer_still_cut_off_is_given_as_such_and_not_kept() -> None:
    server = AskedServer(said("They d", finish=LENGTH))
    client = models_of(server).for_task("t")
    for _ in range(2):
        assert client.ask(call()).finish is LENGTH
    assert server.rooms == [50, 100, 50, 100]


@pytest.mark.parametrize("trouble", [ContextTooLong("At most 60."), DOWN, said("", finish=LENGTH), said("")])
def test_half_an_answer_is_better_than_none(trouble: Completion | Exception) -> None:
    server = AskedServer(said("They d", finish=LENGTH), trouble)
    completion = models_of(server, retries=0).for_task("t").ask(call())
    assert (completion.text, completion.finish) == ("They d", LENGTH)


@pytest.mark.parametrize("empty", ["", " \n", "<think>Do they?</think>", "<think>Do they"])
def test_an_empty_answer_is_asked_for_once_more(empty: str) -> None:
    server = AskedServer(empty, "They do.")
    models = models_of(server)
    assert models.for_task("t").ask(call()).text == "They do."
    assert models.usage().asked_again == 1
    with pytest.raises(UnusableAnswer, match="empty answer, twice") as caught:
        models_of(server := AskedServer(empty)).for_task("t").ask(call())
    assert len(server.requests) == 2
    assert caught.value.hint


def test_a_model_that_only_reasons_needs_more_room() -> None:
    server = AskedServer(said("<think>Well", finish=LENGTH))
    with pytest.raises(UnusableAnswer, match="answered nothing within 100 tokens") as caught:
        models_of(server).for_task("t").ask(call(room=50))
    assert "room" in caught.value.hint
    assert server.rooms == [50, 100]


@pytest.mark.parametrize("refusal", [ModelRefused("No."), said("I cannot.", finish=FinishReason.REFUSAL)])
def test_a_refusal_is_not_asked_again_and_ends_nothing(refusal: Exception | Completion) -> None:
    server = AskedServer(refusal)
    client = models_of(server).for_task("t")
    for _ in range(6):
        with pytest.raises(ModelRefused):
            client.ask(call())
    assert len(server.requests) == 6


def test_being_asked_to_wait_is_no_failure_however_often() -> None:
    clock = FakeClock()
    server = AskedServer(*[RateLimited("Slow down.", retry_after=7.0)] * 10, "They do.")
    models = models_of(server, clock=clock, retries=0)
    assert models.for_task("t").ask(call()).text == "They do."
    assert clock.time == 170.0
    usage = models.usage_by_task()["write_chunk"]
    assert (usage.retries, usage.waited, usage.failed) == (10, 70.0, 0)


def test_a_server_that_does_not_say_how_long_is_asked_less_and_less_often() -> None:
    clock = FakeClock()
    server = AskedServer(*[RateLimited("Slow down.")] * 4, "They do.")
    models_of(server, clock=clock).for_task("t").ask(call())
    assert [low <= wait <= 2 * low for low, wait in zip((0.25, 0.5, 1, 2), clock.waits, strict=True)] == [True] * 4


@pytest.mark.parametrize("asked, requests", [(200.0, 1), (50.0, 3), (0.0, 153)])
def test_no_call_waits_longer_than_agreed(asked: float, requests: int) -> None:
    clock = FakeClock()
    server = AskedServer(RateLimited("Slow down.", retry_after=asked))
    with pytest.raises(RateLimited, match=r"Slow down, and .* of at most 120 seconds were waited") as caught:
        models_of(server, clock=clock).for_task("t").ask(call())
    assert clock.time - 100.0 <= 120.0
    assert len(server.requests) == requests
    assert caught.value.hint


def test_a_server_that_fails_is_asked_again_so_often() -> None:
    clock = FakeClock()
    server = AskedServer(DOWN, DOWN, DOWN, "They do.")
    models = models_of(server, clock=clock, retries=3)
    assert models.for_task("t").ask(call()).text == "They do."
    assert models.usage().retries == 3
    assert len(clock.waits) == 3
    with pytest.raises(ServerFailed, match="HTTP 502"):
        models_of(AskedServer(DOWN), retries=2).for_task("t").ask(call())


def test_failed_calls_are_not_kept() -> None:
    server = AskedServer(DOWN, "They do.")
    client = models_of(server, retries=0).for_task("t")
    with pytest.raises(ServerFailed):
        client.ask(call())
    assert client.ask(call()).text == "They do."


def test_five_failed_calls_in_a_row_end_the_run() -> None:
    server = AskedServer(DOWN)
    models = models_of(server, retries=0)
    client = models.for_task("t")
    for number in range(4):
        with pytest.raises(ServerFailed):
            client.ask(call(str(number)))
    with pytest.raises(TooManyFailures) as caught:
        client.ask(call("4"))
    assert "kept" in caught.value.hint
    with pytest.raises(TooManyFailures):
        models.for_task("other").ask(call("5"))
    assert len(server.requests) == 5
    assert models.usage_by_task()["write_chunk"].failed == 6


def test_an_answer_in_between_starts_the_count_anew() -> None:
    steps = [DOWN, DOWN, DOWN, DOWN, "They do."] * 3
    client = models_of(AskedServer(*steps), retries=0).for_task("t")
    for number in range(15):
        try:
            client.ask(call(str(number)))
        except ServerFailed:
            continue
        assert number % 5 == 4


def test_a_wrong_key_stops_every_other_call_at_once() -> None:
    server = AskedServer(AuthenticationFailed("The key is wrong.", hint="Mend SHOP_KEY."), "They do.")
    models = models_of(server)
    with pytest.raises(AuthenticationFailed):
        models.for_task("t").ask(call())
    with pytest.raises(AuthenticationFailed, match="key is wrong") as caught:
        models.for_task("other").ask(call("another"))
    assert caught.value.hint == "Mend SHOP_KEY."
    assert len(server.requests) == 1


def test_a_waiting_call_is_stopped_by_the_failure_of_another() -> None:
    from conspectus.providers.models import ModelOptions, Models

    entered = threading.Event()

    def answer(request: CompletionRequest) -> Exception:
        if request.messages[0].content == "waits":
            entered.set()
            return RateLimited("Slow down.", retry_after=100.0)
        return AuthenticationFailed("The key is wrong.")

    server = AskedServer(answer)
    options = ModelOptions(model="shop:wise")
    # The real clock: the wait of 100 seconds must end with the run.
    models = Models(options, cache=None, events=Events(), makers={"shop": server.make})
    errors: list[str] = []

    def wait() -> None:
        try:
            models.for_task("t").ask(call("waits"))
        except ModelError as error:
            errors.append(error.code)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    assert entered.wait(10)
    models._run.stop.stop(AuthenticationFailed("The key is wrong."))
    thread.join(20)
    assert errors == ["model.stopped.authentication"]


def test_the_worst_price_is_reserved_before_a_call_is_sent(tmp_path: Path) -> None:
    server = AskedServer(said("They do.", usage=Usage(input=10, output=2)))
    # Worst: 1.3 times 11 tokens (3 + 4 + 4) in at $1, and 50 out at $10: $514; it cost $30.
    options = {"prices_file": prices_in(tmp_path)}
    client = models_of(server, max_cost=514.0, **options).for_task("t")
    client.ask(call())
    with pytest.raises(LimitReached, match=r"\$30\.0000 of \$514 are spent, and the next call can cost \$514\.0000"):
        client.ask(call("Do ants dance?"))
    with pytest.raises(LimitReached):
        models_of(server, max_cost=513.9, **options).for_task("t").ask(call())
    # What is kept costs nothing.
    assert client.ask(call()).text == "They do."
    assert len(server.requests) == 1


def test_calls_are_limited_and_those_turned_down_do_not_count() -> None:
    server = AskedServer(RateLimited("Slow down.", retry_after=1.0), "one", "two", "three")
    client = models_of(server, max_calls=2).for_task("t")
    assert [client.ask(call(text)).text for text in "ab"] == ["one", "two"]
    with pytest.raises(LimitReached, match="limit of 2 calls"):
        client.ask(call("c"))
    assert len(server.requests) == 3


@settings(max_examples=15, deadline=None)
@given(
    outcomes=st.lists(st.sampled_from(["ok", "limited", "down", "cut", "empty"]), min_size=4, max_size=24),
    max_calls=st.integers(1, 10),
    max_cost=st.integers(100, 2500),
)
def test_limits_hold_whatever_servers_and_threads_do(outcomes: list[str], max_calls: int, max_cost: int) -> None:
    steps = {
        "ok": said("They do."),
        "limited": RateLimited("Slow down.", retry_after=1.0),
        "down": DOWN,
        "cut": said("They", finish=LENGTH, usage=Usage(input=10, output=50)),
        "empty": said("", usage=Usage(input=10, output=0)),
    }
    answered: list[Usage] = []
    over: list[tuple[int, float]] = []

    def step(outcome: str) -> object:
        def answer(request: CompletionRequest) -> object:
            committed = models.limits.committed
            if committed[0] > max_calls or committed[1] > max_cost + 1e-6:
                over.append(committed)
            found = steps[outcome]
            if isinstance(found, Completion):
                answered.append(found.usage)
            return found

        return answer

    server = AskedServer(*[step(outcome) for outcome in outcomes])  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conspectus.providers.models.load_prices", lambda file: PRICED)
        models = models_of(server, max_calls=max_calls, max_cost=float(max_cost), retries=1)
    client = models.for_task("t")

    def work(thread: int) -> None:
        for number in range(4):
            try:
                client.ask(call(f"{thread} {number}"))
            except ModelError:
                continue

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert over == []
    assert len(answered) <= max_calls
    assert sum(usage.input + 10 * usage.output for usage in answered) <= max_cost + 1e-6
    assert models.usage().paid == pytest.approx(sum(usage.input + 10 * usage.output for usage in answered))


class _Priced:
    noted = ""

    def price_of(self, provider: str, name: str) -> object:
        from conspectus.providers.prices import Price

        return Price(input=1e6, cached_input=1e6, output=1e7)


PRICED = _Priced()


def test_tokens_that_a_server_does_not_tell_are_estimated_as_a_dry_run_would() -> None:
    models = models_of(AskedServer(said("Bees dance.", usage=Usage(input=0, output=0))))
    client = models.for_task("t")
    completion = client.ask(call("Do bees dance?"))
    assert completion.usage.estimated
    assert completion.usage.input == client.count_tokens([Message("user", "Do bees dance?")]) == 3 + 4 + 4
    assert completion.usage.output == 3
    assert models.usage().estimated


def test_a_cache_that_cannot_be_written_is_told_of_once_and_the_answers_are_used(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache._connection.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]  # as on a read-only disk
    events = Events()
    client = models_of(AskedServer("They do."), cache=cache, events=events).for_task("t")
    assert [client.ask(call(text)).text for text in "abc"] == ["They do."] * 3
    assert len(events.warnings) == 1
    assert "readonly" in events.warnings[0]


def test_the_trace_has_a_line_for_each_call_and_no_text(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    server = AskedServer(DOWN, "They do.", ModelRefused("No."))
    models = models_of(server, trace=str(file))
    client = models.for_task("t")
    client.ask(call("Do bees dance?", prompt="write_chunk 1 3fa2b7c1"))
    client.ask(call("Do bees dance?"))
    with pytest.raises(ModelRefused):
        client.ask(call("Do ants?"))
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [(line["attempts"], line["reused"], line["finish"], line["error"]) for line in lines] == [
        (2, False, "stop", ""),
        (0, True, "stop", ""),
        (1, False, "", "model.call.refused"),
    ]
    first = lines[0]
    assert (first["task"], first["label"], first["prompt"]) == ("write_chunk", "shop:wise", "write_chunk 1 3fa2b7c1")
    assert (first["input"], first["output"], first["rung"]) == (10, 2, "")
    assert first["messages"] == lines[1]["messages"] != lines[2]["messages"]
    assert "bees" not in file.read_text("utf-8")
    models.close()
    assert server.closed


def test_the_trace_has_the_text_only_where_it_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    models = models_of(AskedServer("They do."), trace=str(file), trace_text=True)
    models.for_task("t").ask(call("Do bees dance?"))
    line = json.loads(file.read_text("utf-8"))
    assert (line["asked"], line["answered"]) == ([["user", "Do bees dance?"]], "They do.")
    models.close()


def test_tasks_note_what_the_client_cannot_know() -> None:
    models = models_of(AskedServer("They do."))
    client = models.for_task("t")
    client.count_fallback("write_chunk", "another language")
    client.count_asked_again("write_chunk")
    assert (models.usage().fallbacks, models.usage().asked_again) == (1, 1)


def test_a_pause_that_the_server_asks_for_holds_the_other_calls_too() -> None:
    clock = FakeClock()
    server = AskedServer(RateLimited("Slow down.", retry_after=300.0), RateLimited("Slow down.", retry_after=40.0), "a")
    models = models_of(server, clock=clock, longest_wait=60.0)
    with pytest.raises(RateLimited):
        models.for_task("t").ask(call("a"))
    # What nobody waits for is no pause for the others.
    assert clock.time == 100.0
    models._paces[server.address].pause(25.0)
    assert models.for_task("t").ask(call("b")).text == "a"
    assert clock.time == 100.0 + 25.0 + 40.0


@pytest.mark.parametrize("turned_down", [False, True])
def test_a_refusal_within_an_answer_may_be_charged_for(tmp_path: Path, turned_down: bool) -> None:
    refusal = ModelRefused("No.")
    refusal.turned_down = turned_down
    models = models_of(AskedServer(refusal), max_cost=1000.0, prices_file=prices_in(tmp_path))
    with pytest.raises(ModelRefused):
        models.for_task("t").ask(call())
    assert models.limits.spent == (1, 0.0 if turned_down else 514.0)


def test_an_interrupted_call_may_be_charged_for(tmp_path: Path) -> None:
    def interrupt(request: CompletionRequest) -> str:
        raise KeyboardInterrupt

    models = models_of(AskedServer(interrupt), max_cost=1000.0, prices_file=prices_in(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        models.for_task("t").ask(call())
    assert models.limits.spent == (1, 514.0)
    # The bill has only what is known.
    assert models.usage().cost == 0.0


@pytest.mark.parametrize("permanent", ["request", "address"])
def test_what_will_fail_again_is_tried_once(permanent: Literal["request", "address"]) -> None:
    server = AskedServer(ServerFailed("HTTP 400.", permanent=permanent, turned_down=True))
    models = models_of(server, retries=5)
    with pytest.raises(ServerFailed):
        models.for_task("t").ask(call())
    assert len(server.requests) == 1
    assert models.usage().retries == 0


@pytest.mark.parametrize(("permanent", "requests"), [("request", 4), ("address", 1)])
def test_an_unexplained_refusal_may_be_of_the_way_of_asking(
    permanent: Literal["request", "address"], requests: int
) -> None:
    server = AskedServer(ServerFailed("HTTP 400.", permanent=permanent, turned_down=True))
    with pytest.raises(ServerFailed):
        models_of(server).for_task("t").ask_for(call(), Named)
    assert len(server.rungs) == len(set(server.rungs)) == requests


def test_half_a_character_in_any_answer_is_replaced() -> None:
    server = AskedServer('{"nome": "\ud800"}', '{"name": "Bee"}')
    assert models_of(server).for_task("t").ask_for(call(), Named).name == "Bee"
    # The complaint repeats the answer, and can be written as UTF-8.
    assert any("\ufffd" in message.content for message in server.requests[1].messages)
    for request in server.requests:
        json.dumps([message.content for message in request.messages], ensure_ascii=False).encode("utf-8")


class Named(BaseModel):
    name: str
