from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from conspectus.foundation.errors import (
    AuthenticationFailed,
    ModelError,
    ModelRefused,
    RateLimited,
    RungUnsupported,
    ServerFailed,
    UsageError,
)
from conspectus.providers import anthropic_messages
from conspectus.providers.anthropic_messages import Complained, GatheredMessage, anthropic, messages_body
from conspectus.providers.completion import CompletionRequest, FinishReason, Message, ProviderOptions, Rung, Usage
from conspectus.testing.server_handle import ServerHandle, running_server
from conspectus.testing.server_plan import Fault, ServerPlan

pytest.importorskip("anthropic", reason="the extra anthropic is not installed")

ASKED = CompletionRequest(
    model="m",
    messages=(Message("system", "S"), Message("user", "How do bees dance?"), Message("system", "T")),
    max_output_tokens=50,
    seed=3,
)
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerHandle]:
    kinds = ("stall", "reset", "cut", "error_in_stream", "wrong_types", "refusal_field", "truncated", "rate_limited")
    faults = tuple(Fault(kind=kind, contains=f"[{kind}]") for kind in kinds)
    with running_server(ServerPlan(faults=faults, cached_tokens=4, temperature=False)) as handle:
        yield handle


@pytest.mark.parametrize("stream", [False, True])
def test_the_life_of_a_provider(server: ServerHandle, stream: bool) -> None:
    provider = anthropic(ProviderOptions(base_url=server.base_url, environment={}, timeout=60, stream=stream))
    before = len(server.completions())
    completion = provider.complete(ASKED)
    assert completion.text == "Echo: How do bees dance?"
    assert completion.finish is FinishReason.STOP
    assert completion.usage.cached == 4
    assert completion.usage.input > 4
    assert not completion.usage.estimated
    provider.complete(ASKED)
    # The model takes no temperature, which is learnt once.
    assert ["temperature" in r.body for r in server.completions()[before:]] == [True, False, False]
    assert server.completions()[-1].path == "/v1/messages"
    assert json.loads(provider.complete(replace(ASKED, schema=SCHEMA, rung=Rung.TOOL)).text) == {"name": "made"}
    assert json.loads(provider.complete(replace(ASKED, schema=SCHEMA, rung=Rung.PROMPT)).text) == {"name": "made"}
    for rung in (Rung.JSON_SCHEMA, Rung.JSON_OBJECT):
        with pytest.raises(RungUnsupported):
            provider.complete(replace(ASKED, schema=SCHEMA, rung=rung))
    provider.close()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "kind, error",
    [
        ("reset", ServerFailed),
        ("cut", ServerFailed),
        ("error_in_stream", ServerFailed),
        ("wrong_types", ServerFailed),
        ("refusal_field", ModelRefused),
        ("rate_limited", RateLimited),
    ],
)
def test_faults(server: ServerHandle, kind: str, error: type[ModelError], stream: bool) -> None:
    provider = anthropic(ProviderOptions(base_url=server.base_url, environment={}, timeout=60, stream=stream))
    with pytest.raises(error):
        provider.complete(replace(ASKED, messages=(Message("user", f"[{kind}]"),)))
    provider.close()


def test_a_stalled_call_ends_in_time(server: ServerHandle) -> None:
    provider = anthropic(ProviderOptions(base_url=server.base_url, environment={}, timeout=0.4, stream=True))
    with pytest.raises(ServerFailed, match=r"within 0\.4 s"):
        provider.complete(replace(ASKED, messages=(Message("user", "[stall]"),), temperature=1.0))
    provider.close()


def test_the_body_of_a_request() -> None:
    body = messages_body(ASKED, stream=False, left_out=frozenset())
    assert body == {
        "model": "m",
        "messages": [{"role": "user", "content": "How do bees dance?"}],
        "max_tokens": 50,
        "temperature": 0.0,
        "system": "S\n\nT",
    }
    by_tool = messages_body(
        replace(ASKED, schema=SCHEMA, rung=Rung.TOOL), stream=True, left_out=frozenset(["temperature"])
    )
    assert by_tool["tool_choice"] == {"type": "tool", "name": "answer"}
    assert by_tool["tools"][0]["input_schema"] == SCHEMA
    assert by_tool["stream"] is True
    assert "temperature" not in by_tool
    assert "JSON Schema" not in by_tool["system"]
    assert "JSON Schema" in messages_body(replace(ASKED, schema=SCHEMA), stream=False, left_out=frozenset())["system"]


def message(*content: Any, stop: Any = "end_turn", **usage: Any) -> dict[str, Any]:
    return {"type": "message", "model": "m-1", "content": list(content), "stop_reason": stop, "usage": usage}


@pytest.mark.parametrize(
    "stop, finish",
    [
        ("end_turn", FinishReason.STOP),
        ("tool_use", FinishReason.STOP),
        ("stop_sequence", FinishReason.STOP),
        ("max_tokens", FinishReason.LENGTH),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("pause_turn", FinishReason.UNKNOWN),
        (None, FinishReason.UNKNOWN),
    ],
)
def test_why_a_model_stopped(stop: Any, finish: FinishReason) -> None:
    gathered = GatheredMessage(ASKED)
    gathered.add_whole(message({"type": "text", "text": "a"}, stop=stop))
    assert gathered.completion().finish is finish


def test_tokens_of_the_cache_are_part_of_the_input() -> None:
    gathered = GatheredMessage(ASKED)
    usage = {"input_tokens": 5, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 10, "output_tokens": 2}
    thinking = {"type": "thinking", "thinking": "hm"}
    gathered.add_whole(message(thinking, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}, **usage))
    completion = gathered.completion()
    assert completion.usage == Usage(input=35, output=2, cached=20)
    assert (completion.text, completion.model) == ("ab", "m-1")


def test_usage_that_is_not_told_is_estimated() -> None:
    gathered = GatheredMessage(ASKED)
    gathered.add_whole(message({"type": "text", "text": "a"}))
    assert gathered.completion().usage.estimated


@pytest.mark.parametrize("body", [None, [], {}, {"content": 3}, message(3), message({"type": "text", "text": 7})])
def test_what_is_no_message(body: Any) -> None:
    with pytest.raises(ServerFailed):
        GatheredMessage(ASKED).add_whole(body)


@pytest.mark.parametrize("kind, status", [("overloaded_error", 529), ("rate_limit_error", 429), ("new_error", 500)])
def test_an_error_in_a_stream_has_the_status_of_its_kind(kind: str, status: int) -> None:
    with pytest.raises(Complained) as caught:
        GatheredMessage(ASKED).add_event({"type": "error", "error": {"type": kind, "message": "x"}})
    assert caught.value.answer.status == status


def test_a_key_is_needed_elsewhere() -> None:
    with pytest.raises(AuthenticationFailed, match="ANTHROPIC_API_KEY"):
        anthropic(ProviderOptions(environment={"OPENAI_API_KEY": "k"}))
    assert anthropic(ProviderOptions(environment={"ANTHROPIC_API_KEY": "k"})).address == "https://api.anthropic.com"


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anthropic_messages, "find_spec", lambda name: None)
    with pytest.raises(UsageError) as caught:
        anthropic(ProviderOptions(environment={"ANTHROPIC_API_KEY": "k"}))
    assert "pip install 'conspectus[anthropic]'" in caught.value.hint
    assert importlib.util.find_spec("anthropic") is not None
