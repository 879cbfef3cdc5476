from __future__ import annotations

import json
from dataclasses import replace

import pytest

from conspectus.providers.anthropic_messages import GatheredMessage, messages_body
from conspectus.providers.chat_wire import Gathered, Habits, chat_body, read_completion
from conspectus.providers.completion import CompletionRequest, FinishReason, Message, Rung, Usage
from conspectus.providers.event_stream import payloads
from conspectus.testing.model_wires import ChatWire, MessagesWire, Reply, count_tokens, request_tokens

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ASKED = CompletionRequest(
    model="m", messages=(Message("system", "S"), Message("user", "U")), max_output_tokens=7, temperature=0.5
)
REPLY = Reply(text='{"name": "a rather long name"}', model="m-1", input=20, output=9, cached=5)


@pytest.mark.parametrize("rung", [None, *Rung])
def test_a_chat_request_is_read_as_it_was_meant(rung: Rung | None) -> None:
    request = replace(ASKED, schema=SCHEMA if rung else None, rung=rung)
    found = ChatWire().read(chat_body(request, Habits(), stream=False))
    assert (found.model, found.max_output_tokens, found.temperature, found.rung) == ("m", 7, 0.5, rung)
    assert (found.schema is not None) is (rung is not None)
    assert found.messages[-1] == Message("user", "U")


@pytest.mark.parametrize("rung", [None, Rung.TOOL, Rung.PROMPT])
def test_a_message_request_is_read_as_it_was_meant(rung: Rung | None) -> None:
    request = replace(ASKED, schema=SCHEMA if rung else None, rung=rung)
    found = MessagesWire().read(messages_body(request, stream=False, left_out=frozenset()))
    assert (found.model, found.max_output_tokens, found.rung) == ("m", 7, rung)
    assert found.schema == request.schema
    assert found.messages[0].role == "system"


@pytest.mark.parametrize("tool", ["", "dance"])
def test_chat_answers_are_what_the_provider_reads(tool: str) -> None:
    reply = replace(REPLY, tool=tool, finish="length")
    whole = read_completion(json.loads(json.dumps(ChatWire().whole(reply))), ASKED)
    gathered = Gathered(ASKED)
    for payload in payloads(event.encode() for event in ChatWire().events(reply)):
        if payload != "[DONE]":
            gathered.add(json.loads(payload))
    assert whole == gathered.completion()
    assert whole.text == REPLY.text
    assert whole.usage == Usage(input=20, output=9, cached=5)
    assert whole.finish is FinishReason.LENGTH


@pytest.mark.parametrize("tool", ["", "dance"])
def test_message_answers_are_what_the_provider_reads(tool: str) -> None:
    reply = replace(REPLY, tool=tool)
    whole, streamed = GatheredMessage(ASKED), GatheredMessage(ASKED)
    whole.add_whole(MessagesWire().whole(reply))
    for payload in payloads(event.encode() for event in MessagesWire().events(reply)):
        streamed.add_event(json.loads(payload))
    assert whole.completion() == streamed.completion()
    assert streamed.is_ended
    assert whole.completion().text == REPLY.text
    assert whole.completion().usage == Usage(input=20, output=9, cached=5)


def test_tokens_are_counted() -> None:
    # bees 1, dance 1, "," 1, retrieval (9 letters) 2, 2024 is 202 and 4: 2, "." 1.
    assert count_tokens("bees dance, retrieval 2024.") == 8
    assert count_tokens("") == 0
    assert request_tokens(ASKED) == 10
