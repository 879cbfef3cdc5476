from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.errors import ModelError, ModelRefused, ServerFailed
from conspectus.providers.chat_wire import (
    Gathered,
    Habits,
    chat_body,
    error_in,
    estimated_usage,
    habits_after,
    read_completion,
    read_usage,
)
from conspectus.providers.completion import CompletionRequest, FinishReason, Message, Rung, Usage
from conspectus.providers.schema_instruction import schema_in_words
from conspectus.providers.server_errors import ErrorAnswer

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
TEXT = CompletionRequest(
    model="m", messages=(Message("system", "S"), Message("user", "U")), max_output_tokens=9, temperature=0.7, seed=3
)
JSON = replace(TEXT, schema=SCHEMA, schema_name="a dance")


def complaint(message: str, *, status: int = 400, param: str | None = None) -> ErrorAnswer:
    return ErrorAnswer(status=status, body=json.dumps({"error": {"message": message, "param": param}}))


def answer(message: Any, finish: Any = "stop", **more: Any) -> dict[str, Any]:
    return {"model": "m-1", "choices": [{"message": message, "finish_reason": finish}], **more}


def test_a_request_for_text() -> None:
    assert chat_body(TEXT, Habits(), stream=False) == {
        "model": "m",
        "messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "U"}],
        "max_tokens": 9,
        "temperature": 0.7,
        "seed": 3,
    }


def test_habits_rename_and_leave_out() -> None:
    habits = Habits(limit_field="max_completion_tokens", seed_field="random_seed", left_out=frozenset(["temperature"]))
    body = chat_body(TEXT, habits, stream=True)
    assert (body["max_completion_tokens"], body["random_seed"]) == (9, 3)
    assert not {"max_tokens", "temperature", "seed"} & set(body)
    assert body["stream_options"] == {"include_usage": True}


def test_the_rungs() -> None:
    by_schema = chat_body(replace(JSON, rung=Rung.JSON_SCHEMA), Habits(), stream=False)["response_format"]
    assert by_schema["json_schema"]["name"] == "a_dance"
    assert by_schema["json_schema"]["strict"] is True
    by_object = chat_body(replace(JSON, rung=Rung.JSON_OBJECT), Habits(), stream=False)
    assert by_object["response_format"] == {"type": "json_object"}
    by_tool = chat_body(replace(JSON, rung=Rung.TOOL), Habits(), stream=False)
    assert by_tool["tools"][0]["function"]["parameters"] == SCHEMA
    assert by_tool["tool_choice"] == {"type": "function", "function": {"name": "a_dance"}}
    required = chat_body(replace(JSON, rung=Rung.TOOL), Habits(tool_choice="required"), stream=False)
    assert required["tool_choice"] == "required"
    by_words = chat_body(replace(JSON, rung=Rung.PROMPT), Habits(), stream=False)
    assert not {"tools", "response_format"} & set(by_words)
    for body, told in ((by_object, True), (by_words, True), (by_tool, False)):
        words = [Message(m["role"], m["content"]) for m in body["messages"]]
        assert (schema_in_words(words) == SCHEMA) is told


def test_a_rung_without_a_schema_is_a_request_for_text() -> None:
    assert chat_body(replace(TEXT, rung=Rung.TOOL), Habits(), stream=False) == chat_body(TEXT, Habits(), stream=False)


@pytest.mark.parametrize(
    "said, param, expected",
    [
        (
            "Unsupported parameter: 'max_tokens' is not supported here. Use 'max_completion_tokens' instead.",
            "max_tokens",
            Habits(limit_field="max_completion_tokens", limit_changed=True),
        ),
        (
            "'temperature' does not support 0 with this model. Only the default (1) value is supported.",
            "temperature",
            Habits(left_out=frozenset(["temperature"])),
        ),
        ("Unknown field: seed", None, Habits(left_out=frozenset(["seed"]))),
        ("max_tokens is too large: this model supports at most 100", "max_tokens", None),
        ("Unsupported parameter: 'max_completion_tokens'", None, None),
        ("Unsupported parameter: 'tools'", None, None),
    ],
)
def test_what_is_learnt_from_a_complaint(said: str, param: str | None, expected: Habits | None) -> None:
    sent = chat_body(TEXT, Habits(), stream=False)
    assert habits_after(complaint(said, param=param), Habits(), sent) == expected


def test_the_limit_is_renamed_once_and_never_dropped() -> None:
    habits = Habits(limit_field="max_completion_tokens", limit_changed=True)
    sent = chat_body(TEXT, habits, stream=False)
    assert habits_after(complaint("Unsupported: max_completion_tokens"), habits, sent) is None


def test_only_complaints_about_the_request_teach() -> None:
    sent = chat_body(TEXT, Habits(), stream=False)
    assert habits_after(complaint("unsupported temperature", status=500), Habits(), sent) is None


def test_learning_ends() -> None:
    habits: Habits | None = Habits()
    everything = complaint("unsupported: max_tokens, max_completion_tokens, temperature, seed, stream_options")
    for _ in range(5):
        assert habits is not None
        habits = habits_after(everything, habits, chat_body(TEXT, habits, stream=True))
    assert habits is None


def test_an_answer_with_usage() -> None:
    usage = {"prompt_tokens": 12, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 8}}
    completion = read_completion(answer({"content": "Bees dance."}, usage=usage), TEXT)
    assert completion.text == "Bees dance."
    assert completion.usage == Usage(input=12, output=3, cached=8)
    assert completion.finish is FinishReason.STOP
    assert completion.model == "m-1"


@pytest.mark.parametrize(
    "message, text",
    [
        ({"content": None}, ""),
        ({}, ""),
        (None, ""),
        ({"content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "a"}]}, "a"),
        ({"content": None, "tool_calls": [{"function": {"name": "x", "arguments": '{"a": 1}'}}]}, '{"a": 1}'),
        ({"content": "", "tool_calls": [{"function": {"name": "x", "arguments": {"a": 1}}}]}, '{"a": 1}'),
        ({"content": "", "function_call": {"arguments": "{}"}}, "{}"),
        ({"content": "no call", "tool_calls": []}, "no call"),
        ({"content": "a", "reasoning_content": "hm"}, "a"),
    ],
)  # fmt: skip
def test_where_the_text_of_an_answer_stands(message: Any, text: str) -> None:
    assert read_completion(answer(message), TEXT).text == text


@pytest.mark.parametrize(
    "reason, finish",
    [
        ("stop", FinishReason.STOP),
        ("tool_calls", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("MAX_TOKENS", FinishReason.LENGTH),
        ("model_length", FinishReason.LENGTH),
        (None, FinishReason.UNKNOWN),
        (7, FinishReason.UNKNOWN),
        ("tired", FinishReason.UNKNOWN),
    ],
)
def test_why_a_model_stopped(reason: Any, finish: FinishReason) -> None:
    assert read_completion(answer({"content": "x"}, reason), TEXT).finish is finish


def test_refusals() -> None:
    with pytest.raises(ModelRefused, match="I cannot"):
        read_completion(answer({"content": None, "refusal": "I cannot."}), TEXT)
    with pytest.raises(ModelRefused):
        read_completion(answer({"content": "half of"}, "content_filter"), TEXT)


@pytest.mark.parametrize(
    "body", [[], {}, "text", None, {"choices": 3}, {"choices": [3]}, answer("text"), answer({"content": 7})]
)
def test_what_is_no_answer(body: Any) -> None:
    with pytest.raises(ServerFailed):
        read_completion(body, TEXT)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                "choices message delta content usage prompt_tokens completion_tokens tool_calls function arguments "
                "finish_reason refusal model index prompt_tokens_details cached_tokens error code".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(values)
def test_any_json_is_an_answer_or_an_error_of_ours(body: Any) -> None:
    try:
        error_in(body)
        read_completion(body, TEXT)
        Gathered(TEXT).add(body)
    except ModelError:
        pass


def test_a_stream_is_gathered() -> None:
    gathered = Gathered(TEXT)
    gathered.add({"model": "m-1", "choices": [{"delta": {"role": "assistant", "content": ""}}]})
    gathered.add({"choices": [{"delta": {"content": "Bees "}}]})
    gathered.add({"choices": [{"delta": {"content": "dance."}, "finish_reason": None}]})
    assert not gathered.is_finished
    gathered.add({"choices": [{"delta": {}, "finish_reason": "length"}]})
    gathered.add({"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}})
    assert gathered.is_finished
    completion = gathered.completion()
    assert completion.text == "Bees dance."
    assert completion.usage == Usage(input=5, output=2)
    assert completion.finish is FinishReason.LENGTH


def test_a_streamed_tool_call_is_gathered_and_a_second_one_is_not_mixed_in() -> None:
    gathered = Gathered(TEXT)
    for index, piece in ((0, '{"a":'), (1, '{"b": 2}'), (0, " 1}")):
        call = {"index": index, "function": {"arguments": piece}}
        gathered.add({"choices": [{"delta": {"tool_calls": [call]}}]})
    assert gathered.completion().text == '{"a": 1}'


@pytest.mark.parametrize(
    "usage, expected",
    [
        ({"prompt_tokens": 9, "completion_tokens": 0, "prompt_cache_hit_tokens": 4}, Usage(input=9, cached=4)),
        ({"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": None}, Usage(input=9, output=1)),
        (
            {"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 99}},
            Usage(input=9, output=1, cached=9),
        ),
        ({"prompt_tokens": "9", "completion_tokens": 1}, None),
        ({"prompt_tokens": True, "completion_tokens": 1}, None),
        ({"prompt_tokens": -1, "completion_tokens": 1}, None),
        ({}, None),
        (None, None),
    ],
)
def test_usage_is_read_or_not_told(usage: Any, expected: Usage | None) -> None:
    assert read_usage(usage) == expected


def test_usage_that_is_not_told_is_estimated() -> None:
    # "S" and "U" have no four letters; four tokens stand around each message. Nine letters are three tokens.
    assert estimated_usage(TEXT, "nine char") == Usage(input=8, output=3, estimated=True)
    assert read_completion(answer({"content": "nine char"}), TEXT).usage.estimated


@pytest.mark.parametrize(
    "body, status",
    [
        ({"error": {"message": "x", "code": 429}}, 429),
        ({"error": {"message": "x", "code": "402"}}, 402),
        ({"error": {"message": "x", "code": "odd"}}, 500),
        ({"error": {"message": "x", "code": 7}}, 500),
        ({"error": "x"}, 500),
        ({"error": None, "choices": []}, None),
        ({"choices": []}, None),
        ([], None),
    ],
)
def test_an_error_behind_status_200(body: Any, status: int | None) -> None:
    found = error_in(body)
    assert (found.status if found else None) == status
