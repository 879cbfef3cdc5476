"""The chat completions format: requests as JSON values, answers read from whole bodies and from streams.

The format is OpenAI's ("Chat Completions"); what other servers leave out or add is survived. Nothing here
reads or writes a socket.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from conspectus.foundation.errors import ModelRefused, ServerFailed
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Message, Rung, Usage
from conspectus.providers.schema_instruction import plain_name, strict_schema, with_schema_words
from conspectus.providers.server_errors import ErrorAnswer

_STOPPED = frozenset(("stop", "tool_calls", "function_call", "eos", "eos_token", "end_turn", "stop_sequence"))
_CUT = frozenset(("length", "max_tokens", "model_length", "max_output_tokens"))
_REFUSED = frozenset(("content_filter", "refusal", "safety", "sensitive", "prohibited_content", "recitation"))
_REFUSES_PARAMETER = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra_forbidden|extra inputs|extra fields"
    r"|not permitted|not allowed|not accepted|only the default|deprecated|cannot be set|not compatible"
)
_LIMIT_FIELDS = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_DISPENSABLE = ("temperature", "seed", "random_seed", "stream_options")


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What a server is known to take: the field for the limit of tokens, and the parameters to leave out."""

    limit_field: str = "max_tokens"
    seed_field: str = "seed"
    tool_choice: str = "named"
    left_out: frozenset[str] = frozenset()
    limit_changed: bool = False


def chat_body(request: CompletionRequest, habits: Habits, *, stream: bool) -> dict[str, Any]:
    """Gives the JSON body that asks for a completion in the way that the request's rung says."""
    messages = request.messages
    rung = request.rung if request.schema is not None else None
    if request.schema is not None and rung in (Rung.JSON_OBJECT, Rung.PROMPT, None):
        messages = with_schema_words(messages, request.schema)
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [_message(message) for message in messages],
        habits.limit_field: request.max_output_tokens,
        "temperature": request.temperature,
    }
    if request.seed is not None:
        body[habits.seed_field] = request.seed
    if stream:
        body["stream"] = True
        body["stream_options"] = {"include_usage": True}
    body.update(_way_of(rung, request, habits))
    return {name: value for name, value in body.items() if name not in habits.left_out}


def habits_after(complaint: ErrorAnswer, habits: Habits, sent: Collection[str]) -> Habits | None:
    """Gives the habits to ask again with, where an error names a parameter that was sent; None where it does not."""
    words = complaint.words
    if complaint.status not in (400, 422) or not _REFUSES_PARAMETER.search(words):
        return None
    field = habits.limit_field
    if field in sent and not habits.limit_changed and _names(words, field):
        return replace(habits, limit_field=_LIMIT_FIELDS[field], limit_changed=True)
    for name in _DISPENSABLE:
        if name in sent and name not in habits.left_out and _names(words, name):
            return replace(habits, left_out=habits.left_out | {name})
    return None


def error_in(body: Any) -> ErrorAnswer | None:
    """Gives the error that a server put into an answer with status 200, None if there is none."""
    error = body.get("error") if isinstance(body, dict) else None
    if not error or body.get("choices"):
        return None
    code = error.get("code", error.get("status_code")) if isinstance(error, dict) else None
    status = int(code) if isinstance(code, int | str) and str(code).isdigit() and 400 <= int(code) < 600 else 500
    return ErrorAnswer(status=status, body=json.dumps({"error": error}, ensure_ascii=False))


def read_completion(body: Any, request: CompletionRequest) -> Completion:
    """Gives the completion in a whole answer.

    Raises:
        ModelRefused: The model or a filter refused.
        ServerFailed: The answer has not the form of a completion.
    """
    gathered = Gathered(request)
    if not isinstance(body, dict) or not isinstance(body.get("choices"), list):
        raise ServerFailed("The server's answer is no chat completion.", hint="Check that the address ends in /v1.")
    gathered.add(body, field="message")
    return gathered.completion()


class Gathered:
    """A completion in the making, gathered from the chunks of a stream or from one whole answer.

    Args:
        request: What was asked for; its rung says where the answer stands.
    """

    def __init__(self, request: CompletionRequest) -> None:
        self._request = request
        self._text: list[str] = []
        self._arguments: list[str] = []
        self._refusal: list[str] = []
        self._finish: str | None = None
        self._model = ""
        self._usage: Usage | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the server said why it stopped."""
        return self._finish is not None

    def add(self, chunk: Any, *, field: str = "delta") -> None:
        """Takes in a chunk of a stream, or with the field "message" a whole answer.

        Raises:
            ServerFailed: The chunk has values of wrong types where the answer should be.
        """
        if not isinstance(chunk, dict):
            raise ServerFailed("The server sent a piece of an answer that is no object.")
        if isinstance(chunk.get("model"), str):
            self._model = chunk["model"]
        self._usage = read_usage(chunk.get("usage")) or self._usage
        choices = chunk.get("choices")
        if not choices:
            return
        choice = choices[0] if isinstance(choices, list) else None
        if not isinstance(choice, dict):
            raise ServerFailed("The server sent a piece of an answer that is no object.")
        if isinstance(choice.get("finish_reason"), str):
            self._finish = choice["finish_reason"].lower()
        part = choice.get(field)
        if part is None:
            return
        if not isinstance(part, dict):
            raise ServerFailed("The server sent a message that is no object.")
        if isinstance(part.get("refusal"), str):
            self._refusal.append(part["refusal"])
        self._text.append(_content(part.get("content")))
        self._arguments.append(_arguments(part))

    def completion(self) -> Completion:
        """Gives what was gathered.

        Raises:
            ModelRefused: The model or a filter refused.
        """
        refusal = "".join(self._refusal).strip()
        if refusal or self._finish in _REFUSED:
            said = f": {' '.join(refusal.split())[:200]}" if refusal else "."
            raise ModelRefused(f"{self._model or self._request.model} refused to answer{said}")
        text = "".join(self._arguments) or "".join(self._text)
        return Completion(
            text=text,
            usage=self._usage or estimated_usage(self._request, text),
            finish=_finish(self._finish),
            model=self._model or self._request.model,
        )


def read_usage(usage: Any) -> Usage | None:
    """Gives the tokens that a server counted, None if it did not say or what it said is no count.

    The part that was kept from earlier calls is ``prompt_tokens_details.cached_tokens`` (OpenAI, vLLM) or
    ``prompt_cache_hit_tokens`` (DeepSeek).
    """
    if not isinstance(usage, dict):
        return None
    given, made = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if given is None or made is None:
        return None
    details = usage.get("prompt_tokens_details")
    kept = _count(details.get("cached_tokens")) if isinstance(details, dict) else None
    if kept is None:
        kept = _count(usage.get("prompt_cache_hit_tokens")) or 0
    return Usage(input=given, output=made, cached=min(kept, given))


def estimated_usage(request: CompletionRequest, text: str) -> Usage:
    """Gives a rough count where a server tells none: four characters a token, and four tokens a message."""
    asked = sum(len(message.content) // 4 + 4 for message in request.messages)
    if request.schema is not None:
        asked += len(json.dumps(request.schema)) // 4
    return Usage(input=asked, output=-(-len(text) // 4), estimated=True)


def _message(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": message.content}


def _way_of(rung: Rung | None, request: CompletionRequest, habits: Habits) -> dict[str, Any]:
    if request.schema is None or rung is None or rung is Rung.PROMPT:
        return {}
    if rung is Rung.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    name = plain_name(request.schema_name)
    if rung is Rung.JSON_SCHEMA:
        schema, strict = strict_schema(request.schema)
        wanted = {"name": name, "schema": schema, "strict": strict}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    function = {"name": name, "description": "Gives the answer.", "parameters": dict(request.schema)}
    named = {"type": "function", "function": {"name": name}}
    return {
        "tools": [{"type": "function", "function": function}],
        "tool_choice": named if habits.tool_choice == "named" else habits.tool_choice,
    }


def _names(words: str, parameter: str) -> bool:
    return re.search(rf"\b{parameter}\b", words) is not None


def _content(content: Any) -> str:
    """The text of a message: a string, or parts of which those of type text count (Mistral)."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = (part.get("text") for part in content if isinstance(part, Mapping) and part.get("type") == "text")
        return "".join(text for text in texts if isinstance(text, str))
    raise ServerFailed("The server sent an answer whose content is no text.")


def _arguments(part: Mapping[str, Any]) -> str:
    """The arguments of the first tool call; a few servers give them as an object instead of its JSON."""
    calls = part.get("tool_calls")
    call = calls[0] if isinstance(calls, list) and calls else None
    function = call.get("function") if isinstance(call, Mapping) else part.get("function_call")
    if not isinstance(function, Mapping) or (isinstance(call, Mapping) and call.get("index", 0) not in (0, None)):
        return ""
    arguments = function.get("arguments")
    if isinstance(arguments, Mapping):
        return json.dumps(arguments, ensure_ascii=False)
    return arguments if isinstance(arguments, str) else ""


def _finish(reason: str | None) -> FinishReason:
    if reason in _STOPPED:
        return FinishReason.STOP
    return FinishReason.LENGTH if reason in _CUT else FinishReason.UNKNOWN


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
