from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from asked_server import AskedServer, FakeClock, call, models_of, said
from pydantic import BaseModel, Field
from test_answer_text import MENDED, REPORTED, WANTED

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import (
    AuthenticationFailed,
    ModelRefused,
    RateLimited,
    RungUnsupported,
    ServerFailed,
    UnusableAnswer,
)
from conspectus.providers.completion import CompletionRequest, FinishReason, Rung
from conspectus.providers.structured_output import LADDER, read_answer, schema_of

UNSUPPORTED = RungUnsupported("response_format is not supported.")
FAILED = ServerFailed("HTTP 500.")
LENGTH = FinishReason.LENGTH


class Relation(BaseModel):
    head: str
    tail: str


class Found(BaseModel):
    relations: list[Relation]
    done: bool
    note: str = Field(default="", max_length=20)


class Score(BaseModel):
    score: int = Field(ge=0, le=10)


GOOD = json.dumps(WANTED)
BAD = '{"relations": "none"}'


def knowing(*rungs: Rung, answer: str = GOOD, other: Exception = UNSUPPORTED) -> AskedServer:
    """A server that knows some ways of asking for JSON, and gives an error at the others."""
    return AskedServer(lambda request: answer if request.rung in rungs else other)


def test_the_ladder_goes_from_the_surest_way_to_the_last_resort() -> None:
    assert set(LADDER) == set(Rung)
    assert [rung.value for rung in LADDER] == ["json_schema", "json_object", "tool", "prompt"]


def test_the_request_has_the_schema_and_its_name() -> None:
    server = knowing(*Rung)
    models_of(server).for_task("t").ask_for(call(), Found)
    (request,) = server.requests
    assert (request.schema, request.schema_name) == (schema_of(Found), "Found")
    assert request.messages == call().messages


@pytest.mark.parametrize("place", range(4))
def test_the_way_is_found_out_once_and_remembered_for_the_next_run(place: int, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    server = knowing(LADDER[place])
    client = models_of(server, cache=cache).for_task("t")
    for text in "ab":
        found = client.ask_for(call(text), Found)
        assert found.model_dump() == WANTED
    names = [rung.value for rung in LADDER]
    assert server.rungs == [*names[: place + 1], names[place]]
    assert client.rung is LADDER[place]
    later = knowing(LADDER[place])
    models_of(later, cache=cache).for_task("t").ask_for(call("c"), Found)
    assert later.rungs == [names[place]]
    # Another server is another matter.
    elsewhere = knowing(*Rung)
    elsewhere.address = "http://elsewhere/v1"
    models_of(elsewhere, cache=cache).for_task("t").ask_for(call("c"), Found)
    assert elsewhere.rungs == ["json_schema"]


def test_a_server_that_fails_at_a_schema_at_once_and_again_does_not_know_it(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    server = knowing(Rung.JSON_OBJECT, other=FAILED)
    models = models_of(server, cache=cache, retries=0)
    models.for_task("t").ask_for(call(), Found)
    assert server.rungs == ["json_schema", "json_schema", "json_object"]
    assert models.usage_by_task()["write_chunk"].failed == 0
    later = knowing(Rung.JSON_OBJECT, other=FAILED)
    models_of(later, cache=cache).for_task("t").ask_for(call("b"), Found)
    assert later.rungs == ["json_object"]


def test_what_a_server_in_trouble_seems_to_know_is_not_remembered_for_later(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    server = AskedServer(FAILED, FAILED, FAILED, GOOD)
    client = models_of(server, cache=cache).for_task("t")
    client.ask_for(call(), Found)
    assert server.rungs == ["json_schema", "json_schema", "json_object", "json_object"]
    later = knowing(*Rung)
    models_of(later, cache=cache).for_task("t").ask_for(call("b"), Found)
    assert later.rungs == ["json_schema"]


def test_a_server_that_fails_slowly_fails_for_another_reason() -> None:
    clock = FakeClock()

    def slow(request: CompletionRequest) -> Exception:
        clock.time += 60.0
        return FAILED

    server = AskedServer(slow)
    with pytest.raises(ServerFailed):
        models_of(server, clock=clock, retries=2).for_task("t").ask_for(call(), Found)
    assert server.rungs == ["json_schema"] * 3


def test_a_server_that_is_down_is_one_failed_call() -> None:
    server = AskedServer(FAILED)
    models = models_of(server, retries=1)
    with pytest.raises(ServerFailed):
        models.for_task("t").ask_for(call(), Found)
    assert server.rungs == ["json_schema"] * 2 + ["json_object"] * 2 + ["tool"] * 2 + ["prompt"] * 2
    assert models.usage_by_task()["write_chunk"].failed == 1


def test_a_way_that_is_no_longer_known_is_left_for_those_below() -> None:
    server = knowing(Rung.JSON_SCHEMA)
    client = models_of(server).for_task("t")
    client.ask_for(call("a"), Found)
    server.steps = [lambda request: GOOD if request.rung is Rung.TOOL else UNSUPPORTED]
    client.ask_for(call("b"), Found)
    client.ask_for(call("c"), Found)
    assert server.rungs == ["json_schema", "json_schema", "json_object", "tool", "tool"]


def test_a_schema_that_is_not_kept_to_is_said_in_words_the_next_time() -> None:
    chatter = "Bees visit flowers."
    server = AskedServer(lambda request: chatter if request.rung is Rung.JSON_SCHEMA else GOOD)
    models = models_of(server)
    client = models.for_task("t")
    client.ask_for(call("a"), Found)
    client.ask_for(call("b"), Found)
    assert server.rungs == ["json_schema", "json_object", "json_object"]
    assert models.usage().asked_again == 1


def test_an_object_that_does_not_keep_to_the_schema_is_asked_for_as_a_tool() -> None:
    answers = {Rung.JSON_SCHEMA: UNSUPPORTED, Rung.JSON_OBJECT: "{}", Rung.TOOL: GOOD}
    server = AskedServer(lambda request: answers[request.rung])
    models = models_of(server)
    client = models.for_task("t")
    client.ask_for(call("a"), Found)
    client.ask_for(call("b"), Found)
    assert server.rungs == ["json_schema", "json_object", "tool", "tool"]
    assert models.usage().asked_again == 1


def test_several_threads_find_the_way_out_together() -> None:
    def answer(request: CompletionRequest) -> str | Exception:
        time.sleep(0.005)
        return GOOD if request.rung is Rung.TOOL else UNSUPPORTED

    server = AskedServer(answer)
    client = models_of(server).for_task("t")
    threads = [threading.Thread(target=client.ask_for, args=(call(str(number)), Found)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(server.rungs) == sorted(["json_schema", "json_object", *["tool"] * 6])


def test_an_invalid_answer_is_shown_to_the_model_with_what_is_wrong() -> None:
    server = knowing(Rung.PROMPT)
    models = models_of(server)
    client = models.for_task("t")
    client.ask_for(call("warm up"), Found)
    server.steps = [BAD, GOOD]
    assert client.ask_for(call("a"), Found).done
    asked = server.requests[-1].messages
    assert [message.role for message in asked] == ["user", "assistant", "user"]
    assert asked[1].content == BAD
    assert "relations: Input should be a valid array" in asked[2].content
    assert "done: Field required" in asked[2].content
    assert models.usage().asked_again == 1


def test_an_answer_invalid_twice_is_given_up_and_not_kept() -> None:
    server = AskedServer('{"score": 11}')
    client = models_of(server).for_task("t")
    for _ in range(2):
        with pytest.raises(UnusableAnswer, match="score: Input should be less than or equal to 10") as caught:
            client.ask_for(call(), Score)
        assert caught.value.hint
    assert len(server.requests) == 4
    assert client.rung is None


def test_the_object_that_came_in_the_end_is_kept_under_the_question_asked_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    models = models_of(AskedServer(BAD, GOOD), cache=cache)
    models.for_task("t").ask_for(call(), Found)
    first = models.usage()
    assert (first.calls, first.input_tokens, first.asked_again) == (1, 20, 1)
    later = models_of(AskedServer(FAILED), cache=cache)
    assert later.for_task("t").ask_for(call(), Found).model_dump() == WANTED
    again = later.usage()
    assert (again.calls, again.reused, again.input_tokens, again.output_tokens) == (1, 1, 20, 4)


def test_a_kept_answer_that_no_longer_fits_is_asked_for_anew(tmp_path: Path) -> None:
    from conspectus.providers.completion import Usage
    from conspectus.providers.kept_answers import KeptAnswer, KeptAnswers, answer_key

    cache = Cache(tmp_path / "cache.sqlite")
    server = knowing(*Rung)
    client = models_of(server, cache=cache).for_task("t")
    client.ask_for(call(), Found)
    key = answer_key(server.name, server.address, server.requests[0])
    kept = KeptAnswers(cache, lambda message, hint: None)
    assert kept.find(key) is not None
    kept.keep(key, KeptAnswer(completion=said(BAD), spent=Usage()))
    assert client.ask_for(call(), Found).done
    assert len(server.requests) == 2


def test_json_cut_off_is_asked_for_with_twice_the_room_once() -> None:
    server = AskedServer(said(GOOD[:20], finish=LENGTH), said(GOOD))
    models_of(server).for_task("t").ask_for(call(room=50), Found)
    assert server.rooms == [50, 100]
    server = AskedServer(said(GOOD[:20], finish=LENGTH))
    with pytest.raises(UnusableAnswer, match="broke off") as caught:
        models_of(server).for_task("t").ask_for(call(room=50), Found)
    assert server.rooms == [50, 100]
    assert "longer" in caught.value.hint


def test_json_that_breaks_off_unsaid_is_noticed() -> None:
    server = AskedServer(said(GOOD[:20], finish=FinishReason.UNKNOWN), said(GOOD, finish=FinishReason.UNKNOWN))
    models_of(server).for_task("t").ask_for(call(room=50), Found)
    assert server.rooms == [50, 100]


def test_a_whole_object_is_enough_even_if_the_chatter_behind_it_is_cut_off() -> None:
    server = AskedServer(said(f"{GOOD} I hope this hel", finish=LENGTH))
    assert models_of(server).for_task("t").ask_for(call(), Found).done
    assert len(server.requests) == 1


@pytest.mark.parametrize("error", [ModelRefused("No."), AuthenticationFailed("The key is wrong.")])
def test_errors_that_are_not_about_json_come_through(error: Exception) -> None:
    server = AskedServer(error)
    with pytest.raises(type(error)):
        models_of(server).for_task("t").ask_for(call(), Found)
    assert len(server.requests) == 1


def test_waiting_out_a_busy_server_says_nothing_of_the_way() -> None:
    server = AskedServer(*[RateLimited("Slow down.", retry_after=1.0)] * 4, GOOD)
    client = models_of(server).for_task("t")
    client.ask_for(call(), Found)
    assert server.rungs == ["json_schema"] * 5
    assert client.rung is Rung.JSON_SCHEMA


@pytest.mark.parametrize("kind", MENDED)
def test_broken_json_that_can_be_mended_takes_one_request(kind: str) -> None:
    server = AskedServer(MENDED[kind])
    assert models_of(server).for_task("t").ask_for(call(), Found).model_dump() == WANTED
    assert len(server.requests) == 1


@pytest.mark.parametrize("kind", [kind for kind in REPORTED if kind not in ("nothing", "only reasoning")])
def test_broken_json_that_cannot_is_asked_for_again(kind: str) -> None:
    server = AskedServer(REPORTED[kind][0], GOOD)
    assert models_of(server).for_task("t").ask_for(call(), Found).model_dump() == WANTED
    assert len(server.requests) == 2
    assert REPORTED[kind][1] in server.requests[1].messages[-1].content


def test_wrong_types_are_put_right_where_it_is_certain_and_said_otherwise() -> None:
    assert read_answer('{"score": "7"}', Score).value == Score(score=7)
    assert read_answer('{"score": "seven"}', Score).problem == (
        "The JSON object does not keep to the schema: score: Input should be a valid integer, unable to parse string "
        "as an integer."
    )
    assert read_answer('{"score": 7.5}', Score).value is None


def test_a_long_list_of_complaints_is_short_and_says_so() -> None:
    many = json.dumps({"relations": [{"head": 1, "tail": 2}] * 5, "done": True})
    problem = read_answer(many, Found).problem
    assert problem.count("Input should be a valid string") == 6
    assert problem.endswith("and 4 more.")
