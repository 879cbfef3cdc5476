"""The two formats that the local model server speaks: OpenAI's chat completions and Anthropic's messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from conspectus.providers.completion import CompletionRequest, Message, Rung
from conspectus.providers.schema_instruction import schema_in_words

_TOKEN = re.compile(r"[^\W\d_]+|\d{1,3}|[^\w\s]|_")
_LETTERS_A_TOKEN = 7
_PIECE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a server answers, before it is put into a format."""

    text: str | int | None
    model: str
    finish: str | None = "stop"
    refusal: str | None = None
    tool: str = ""
    input: int = 0
    output: int = 0
    cached: int = 0
    with_usage: bool = True


class Wire(Protocol):
    """One format: how a request is read, and how answers and errors are written."""

    def read(self, body: Mapping[str, Any]) -> CompletionRequest:
        """Gives the request that a body holds."""
        ...

    def whole(self, reply: Reply) -> dict[str, Any]:
        """Gives a whole answer."""
        ...

    def events(self, reply: Reply) -> Iterator[str]:
        """Yields the events of a streamed answer, each with its empty line."""
        ...

    def error(self, status: int, code: str, message: str, param: str | None = None) -> dict[str, Any]:
        """Gives the body of an error."""
        ...


def count_tokens(text: str) -> int:
    """Gives the tokens of a text: marks one each, digits three a token, words one for every seven letters."""
    return sum(-(-len(word) // _LETTERS_A_TOKEN) for word in _TOKEN.findall(text))


def request_tokens(request: CompletionRequest) -> int:
    """Gives the tokens of a request: its messages with four each for what stands around them, and its schema."""
    schema = json.dumps(request.schema) if request.schema is not None and request.rung is Rung.TOOL else ""
    return sum(count_tokens(message.content) + 4 for message in request.messages) + count_tokens(schema)


class ChatWire:
    """OpenAI's chat completions."""

    def read(self, body: Mapping[str, Any]) -> CompletionRequest:
        """Gives the request that a body holds."""
        messages = tuple(Message(item["role"], str(item["content"])) for item in body.get("messages", ()))
        schema, name, rung = _chat_schema(body)
        if schema is None:
            schema = schema_in_words(messages)
            if schema is not None and rung is None:
                rung = Rung.PROMPT
        return CompletionRequest(
            model=str(body.get("model", "")),
            messages=messages,
            max_output_tokens=int(body.get("max_tokens") or body.get("max_completion_tokens") or 4096),
            temperature=float(body.get("temperature", 1.0)),
            seed=body.get("seed"),
            schema=schema,
            schema_name=name,
            rung=rung,
        )

    def whole(self, reply: Reply) -> dict[str, Any]:
        """Gives a whole answer."""
        message: dict[str, Any] = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
        finish = reply.finish
        if reply.tool:
            call = {"name": reply.tool, "arguments": reply.text}
            message.update(content=None, tool_calls=[{"id": "call_1", "type": "function", "function": call}])
            finish = "tool_calls" if finish == "stop" else finish
        body: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": reply.model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        }
        if reply.with_usage:
            body["usage"] = _chat_usage(reply)
        return body

    def events(self, reply: Reply) -> Iterator[str]:
        """Yields the events of a streamed answer."""
        yield _event(_chunk(reply, {"role": "assistant", "content": None if reply.tool else ""}))
        if reply.refusal:
            yield _event(_chunk(reply, {"refusal": reply.refusal}))
        for piece in _pieces(reply.text):
            if reply.tool:
                call = {"index": 0, "function": {"name": reply.tool, "arguments": piece}}
                yield _event(_chunk(reply, {"tool_calls": [call]}))
            else:
                yield _event(_chunk(reply, {"content": piece}))
        yield _event(_chunk(reply, {}, finish=reply.finish))
        if reply.with_usage:
            yield _event({**_chunk(reply, {}), "choices": [], "usage": _chat_usage(reply)})
        yield "data: [DONE]\n\n"

    def error(self, status: int, code: str, message: str, param: str | None = None) -> dict[str, Any]:
        """Gives the body of an error."""
        kind = "invalid_request_error" if status < 500 else "server_error"
        return {"error": {"message": message, "type": kind, "param": param, "code": code or None}}


class MessagesWire:
    """Anthropic's messages."""

    _KINDS: Mapping[int, str] = {
        400: "invalid_request_error",
        401: "authentication_error",
        404: "not_found_error",
        429: "rate_limit_error",
    }
    _REASONS: Mapping[str | None, str | None] = {
        "stop": "end_turn",
        "length": "max_tokens",
        "content_filter": "refusal",
        None: None,
    }

    def read(self, body: Mapping[str, Any]) -> CompletionRequest:
        """Gives the request that a body holds."""
        given = [("system", body["system"])] if body.get("system") else []
        given += [(item["role"], item["content"]) for item in body.get("messages", ())]
        messages = tuple(Message(cast(Any, role), str(content)) for role, content in given)
        tools = body.get("tools") or ()
        schema = tools[0]["input_schema"] if tools else schema_in_words(messages)
        return CompletionRequest(
            model=str(body.get("model", "")),
            messages=messages,
            max_output_tokens=int(body.get("max_tokens", 4096)),
            temperature=float(body.get("temperature", 1.0)),
            schema=schema,
            schema_name=tools[0]["name"] if tools else "answer",
            rung=Rung.TOOL if tools else Rung.PROMPT if schema is not None else None,
        )

    def whole(self, reply: Reply) -> dict[str, Any]:
        """Gives a whole answer."""
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": reply.model,
            "content": [self._block(reply)] if reply.text not in ("", None) else [],
            "stop_reason": self._reason(reply),
            "stop_sequence": None,
            "usage": self._usage(reply),
        }

    def events(self, reply: Reply) -> Iterator[str]:
        """Yields the events of a streamed answer."""
        start = {**self.whole(reply), "content": [], "stop_reason": None}
        yield self._event("message_start", {"message": start})
        kind, field = ("input_json_delta", "partial_json") if reply.tool else ("text_delta", "text")
        block = {"type": "tool_use", "id": "toolu_1", "name": reply.tool, "input": {}} if reply.tool else None
        yield self._event("content_block_start", {"index": 0, "content_block": block or {"type": "text", "text": ""}})
        for piece in _pieces(reply.text):
            yield self._event("content_block_delta", {"index": 0, "delta": {"type": kind, field: piece}})
        yield self._event("content_block_stop", {"index": 0})
        usage = {"output_tokens": reply.output} if reply.with_usage else {}
        yield self._event("message_delta", {"delta": {"stop_reason": self._reason(reply)}, "usage": usage})
        yield self._event("message_stop", {})

    def error(self, status: int, code: str, message: str, param: str | None = None) -> dict[str, Any]:
        """Gives the body of an error."""
        kind = self._KINDS.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}

    def _block(self, reply: Reply) -> dict[str, Any]:
        if not reply.tool:
            return {"type": "text", "text": reply.text}
        try:
            arguments = json.loads(str(reply.text))
        except ValueError:
            arguments = {}
        return {"type": "tool_use", "id": "toolu_1", "name": reply.tool, "input": arguments}

    def _reason(self, reply: Reply) -> str | None:
        if reply.refusal:
            return "refusal"
        return "tool_use" if reply.tool and reply.finish == "stop" else self._REASONS.get(reply.finish, "end_turn")

    def _usage(self, reply: Reply) -> dict[str, int]:
        if not reply.with_usage:
            return {}
        return {
            "input_tokens": reply.input - reply.cached,
            "cache_read_input_tokens": reply.cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": reply.output,
        }

    def _event(self, name: str, values: Mapping[str, Any]) -> str:
        return f"event: {name}\ndata: {json.dumps({'type': name, **values}, ensure_ascii=False)}\n\n"


def _chat_schema(body: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, str, Rung | None]:
    wanted = body.get("response_format") or {}
    if wanted.get("type") == "json_schema":
        return wanted["json_schema"]["schema"], wanted["json_schema"]["name"], Rung.JSON_SCHEMA
    if wanted.get("type") == "json_object":
        return None, "answer", Rung.JSON_OBJECT
    tools = body.get("tools") or ()
    if tools:
        function = tools[0]["function"]
        return function["parameters"], function["name"], Rung.TOOL
    return None, "answer", None


def _chat_usage(reply: Reply) -> dict[str, Any]:
    return {
        "prompt_tokens": reply.input,
        "completion_tokens": reply.output,
        "total_tokens": reply.input + reply.output,
        "prompt_tokens_details": {"cached_tokens": reply.cached},
    }


def _chunk(reply: Reply, delta: Mapping[str, Any], *, finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": reply.model, "choices": [choice]}


def _event(values: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(values, ensure_ascii=False)}\n\n"


def _pieces(text: str | int | None) -> Iterator[Any]:
    if isinstance(text, str):
        for start in range(0, len(text), _PIECE):
            yield text[start : start + _PIECE]
    elif text is not None:
        yield text
