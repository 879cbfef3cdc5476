"""Anthropic's models through their own format ("Messages API") and the anthropic package, an extra.

JSON is asked for by one forced tool, which every model of this provider knows; the other ways are said to be
unknown, so that the ladder goes on to this one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from conspectus.foundation.errors import ModelError, ModelRefused, RungUnsupported, ServerFailed, UsageError
from conspectus.providers.chat_wire import Habits, estimated_usage, habits_after
from conspectus.providers.completion import (
    Completion,
    CompletionRequest,
    FinishReason,
    ProviderOptions,
    Rung,
    Usage,
)
from conspectus.providers.deadline import Deadline, checked_timeout, within
from conspectus.providers.event_stream import payloads
from conspectus.providers.keys import Key, find_key, harmless_answer, is_loopback, key_place
from conspectus.providers.schema_instruction import plain_name, with_schema_words
from conspectus.providers.sdk_exchange import (
    Complained,
    Connection,
    answer_json,
    checked_address,
    is_event_stream,
    noted,
    parsed_json,
)
from conspectus.providers.server_errors import Asked, ErrorAnswer, model_error

Create = Callable[..., Any]

BASE_URL = "https://api.anthropic.com"
VARIABLE = "ANTHROPIC_API_KEY"

_FINISH = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "tool_use": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
}
# What the types of errors mean where they come in a stream, after status 200 (Anthropic, "Errors").
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "overloaded_error": 529,
}


class AnthropicProvider:
    """Answers from Anthropic's Messages API.

    Args:
        options: How it was asked for.
        key: Its key, None if none is sent.
        address: Its base URL, without ``/v1``.
    """

    name = "anthropic"
    is_local_double = False

    def __init__(self, options: ProviderOptions, *, key: Key | None, address: str) -> None:
        self.address = address
        # The environment holds keys, of others too; what is kept might be shown.
        self._options = replace(options, environment={})
        self._key = key
        self._habits: dict[str, Habits] = {}
        self._connection = Connection(
            "anthropic",
            self._make,
            options=self._options,
            address=address,
            headers=lambda: {} if key is None else {"x-api-key": key.reveal()},
            key=key,
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, address={self.address!r})"

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the answer to one request, asked once; see ``Provider.complete`` for what is raised."""
        if request.schema is not None and request.rung in (Rung.JSON_SCHEMA, Rung.JSON_OBJECT):
            raise RungUnsupported(
                f"anthropic is not asked for JSON by way of {request.rung.value}.", hint="A forced tool works."
            )
        create = self._connection.create  # made outside the time of the call
        completion = within(self._options.timeout, lambda deadline: self._completed(create, request, deadline))
        return harmless_answer(completion, self._key)

    def close(self) -> None:
        """Lets go of connections; calls in flight may fail."""
        self._connection.close()

    def _completed(self, create: Create, request: CompletionRequest, deadline: Deadline) -> Completion:
        with self._opened(create, request, deadline) as response:
            pieces = deadline.pieces(response.iter_bytes())
            if is_event_stream(response):
                return self._streamed(pieces, request)
            gathered = GatheredMessage(request)
            gathered.add_whole(answer_json(b"".join(pieces), self.address))
            return gathered.completion()

    @contextmanager
    def _opened(self, create: Create, request: CompletionRequest, deadline: Deadline) -> Iterator[Any]:
        while True:
            habits = self._habits.get(request.model, Habits(limit_changed=True))
            body = messages_body(request, stream=self._options.stream, left_out=habits.left_out)
            begun = False
            try:
                with self._connection.opened(lambda body=body: _sent(create, body), deadline) as response:  # type: ignore[misc]
                    begun = True
                    yield response
                    return
            except Complained as complaint:
                learnt = None if begun else habits_after(complaint.answer, habits, body)
                if learnt is None:
                    error = model_error(complaint.answer, self._asked(request))
                    noted(error, self._key, begun=begun)
                    raise error from None
                self._habits[request.model] = learnt
            except ModelError as error:
                noted(error, self._key, begun=begun)
                raise

    def _streamed(self, pieces: Iterable[bytes], request: CompletionRequest) -> Completion:
        gathered = GatheredMessage(request)
        for payload in payloads(pieces):
            gathered.add_event(parsed_json(payload))
            if gathered.is_ended:
                break
        if not gathered.is_finished:
            raise ServerFailed(f"{self.address} broke off its answer.", hint="Try again later.")
        return gathered.completion()

    def _make(self, sdk: Any, **arguments: Any) -> Create:
        # The key is put in by the connection, so the SDK never holds it; it insists on having one.
        create: Create = sdk.Anthropic(
            api_key="unused", base_url=self.address, **arguments
        ).messages.with_streaming_response.create
        return create

    def _asked(self, request: CompletionRequest) -> Asked:
        return Asked(
            provider=self.name,
            address=self.address,
            model=request.model,
            rung=request.rung,
            key=self._key,
            key_place=key_place(self._options, VARIABLE),
            model_hint="Check the model's name in Anthropic's list of models, and the base URL.",
        )


class GatheredMessage:
    """A message in the making, gathered from the events of a stream or from one whole answer.

    Args:
        request: What was asked for.
    """

    def __init__(self, request: CompletionRequest) -> None:
        self._request = request
        self._text: list[str] = []
        self._arguments: list[str] = []
        self._stop: str | None = None
        self._model = ""
        self._counts: dict[str, int] = {}
        self.is_ended = False

    @property
    def is_finished(self) -> bool:
        """Whether the server said why it stopped."""
        return self._stop is not None

    def add_whole(self, body: Any) -> None:
        """Takes in a whole answer.

        Raises:
            ServerFailed: It has not the form of a message.
        """
        _check(body)
        if not isinstance(body, dict) or not isinstance(body.get("content"), list):
            raise ServerFailed("The server's answer is no message of the Messages API.", hint="Check the address.")
        self._add_head(body)
        for block in body["content"]:
            if not isinstance(block, dict):
                raise ServerFailed("The server sent a block that is no object.")
            if block.get("type") == "text":
                self._text.append(_text(block.get("text")))
            elif block.get("type") == "tool_use" and not self._arguments:
                self._arguments.append(json.dumps(block.get("input"), ensure_ascii=False))

    def add_event(self, event: Any) -> None:
        """Takes in an event of a stream.

        Raises:
            ServerFailed: The event is no object.
        """
        _check(event)
        if not isinstance(event, dict):
            raise ServerFailed("The server sent a piece of an answer that is no object.")
        kind = event.get("type")
        delta = event.get("delta")
        if kind == "message_start":
            self._add_head(event.get("message"))
        elif kind == "message_stop":
            self.is_ended = True
        elif kind == "message_delta":
            self._add_head(event)
            self._add_head(delta)
        elif kind == "content_block_delta" and isinstance(delta, dict):
            for field, pieces in (("text", self._text), ("partial_json", self._arguments)):
                if field in delta:
                    pieces.append(_text(delta[field]))

    def completion(self) -> Completion:
        """Gives what was gathered.

        Raises:
            ModelRefused: The model refused.
        """
        if self._stop == "refusal":
            raise ModelRefused(f"{self._model or self._request.model} refused to answer.")
        text = "".join(self._arguments) or "".join(self._text)
        return Completion(
            text=text,
            usage=self._usage(text),
            finish=_FINISH.get(self._stop or "", FinishReason.UNKNOWN),
            model=self._model or self._request.model,
        )

    def _usage(self, text: str) -> Usage:
        """Tokens that were read from and written to the server's cache are not part of its ``input_tokens``."""
        if "input_tokens" not in self._counts or "output_tokens" not in self._counts:
            return estimated_usage(self._request, text)
        kept = self._counts.get("cache_read_input_tokens", 0)
        given = self._counts["input_tokens"] + kept + self._counts.get("cache_creation_input_tokens", 0)
        return Usage(input=given, output=self._counts["output_tokens"], cached=kept)

    def _add_head(self, head: Any) -> None:
        if not isinstance(head, dict):
            return
        if isinstance(head.get("model"), str):
            self._model = head["model"]
        if isinstance(head.get("stop_reason"), str):
            self._stop = head["stop_reason"]
        usage = head.get("usage")
        if isinstance(usage, dict):
            self._counts.update({k: v for k, v in usage.items() if type(v) is int and v >= 0})


def messages_body(request: CompletionRequest, *, stream: bool, left_out: frozenset[str]) -> dict[str, Any]:
    """Gives the JSON body of a request in the format of the Messages API."""
    messages = request.messages
    if request.schema is not None and request.rung is not Rung.TOOL:
        messages = with_schema_words(messages, request.schema)
    system = "\n\n".join(message.content for message in messages if message.role == "system")
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": m.role, "content": m.content} for m in messages if m.role != "system"],
        "max_tokens": request.max_output_tokens,
        "temperature": request.temperature,
    }
    if system:
        body["system"] = system
    if request.schema is not None and request.rung is Rung.TOOL:
        name = plain_name(request.schema_name)
        tool = {"name": name, "description": "Gives the answer.", "input_schema": dict(request.schema)}
        body.update(tools=[tool], tool_choice={"type": "tool", "name": name})
    if stream:
        body["stream"] = True
    return {name: value for name, value in body.items() if name not in left_out}


def anthropic(options: ProviderOptions) -> AnthropicProvider:
    """Gives Anthropic's models.

    Raises:
        UsageError: The anthropic package is not installed.
    """
    if find_spec("anthropic") is None:
        raise UsageError(
            "Anthropic's models need the package anthropic.", hint="Install it: pip install 'conspectus[anthropic]'"
        )
    checked_timeout(options.timeout)
    # The SDK adds /v1 itself; who gives it, as one does with other providers, means the same.
    address = checked_address(options.base_url or BASE_URL).removesuffix("/v1")
    key = find_key(options, VARIABLE, needed=not is_loopback(address))
    return AnthropicProvider(options, key=key, address=address)


def _sent(create: Create, body: dict[str, Any]) -> Any:
    # Only what every version of the SDK knows goes by name; the rest is the body as it stands.
    named = {name: body[name] for name in ("model", "messages", "max_tokens", "stream") if name in body}
    rest = {name: value for name, value in body.items() if name not in named}
    return create(**named, extra_body=rest)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ServerFailed("The server sent an answer whose content is no text.")
    return value


def _check(body: Any) -> None:
    if isinstance(body, dict) and body.get("type") == "error":
        error = body.get("error")
        kind = str(error.get("type")) if isinstance(error, dict) else ""
        raise Complained(ErrorAnswer(status=_STATUS.get(kind, 500), body=json.dumps(body)))
