"""What a server's error answer means, in our own errors; the wordings are those of the servers named beside them."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from conspectus.foundation.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ModelError,
    ModelRefused,
    ModelStopped,
    ModelUnknown,
    RateLimited,
    RungUnsupported,
    ServerFailed,
)
from conspectus.providers.completion import Rung
from conspectus.providers.keys import Key, harmless_text, scrub_masked

ADDRESS_HINT = "Check that the base URL is that of the API, often ending in /v1."
"""The way forward where something else than a model's server answers."""

_LONGEST_QUOTE = 300
# Too slow, in conflict with another request, too early (RFC 9110, RFC 8470).
_PASSING = frozenset((408, 409, 425))

_CONTEXT = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|maximum model length|maximum prompt length"
    r"|context (?:length|window|size|limit)\b.{0,60}(?:only|exceed|not enough)|exceed\w*.{0,40}context"
    r"|input tokens exceed|input token count|prompt is too long|too large for model with|context the overflows"
    r"|initial prompt is greater|reduce the length of the (?:messages|prompt)|request too large for|request_too_large"
    r"|`?inputs`? tokens \+ `?max_new_tokens`? must be"
)
# In this order: the first that is found tells the most tokens that the model takes.
_LIMITS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:maximum (?:context|prompt|model) length|context length) (?:is|of)(?: only)? (\d[\d,]*)",  # OpenAI, vLLM
        r"configured limit of (\d[\d,]*)",  # OpenAI, newer
        r"> (\d[\d,]*)(?: maximum)?",  # Anthropic
        r"(?:context size|context window) (?:of |\()?(\d[\d,]*)",  # llama.cpp, llama-cpp-python
        r"\"?n_ctx\"?[:=] ?(\d+)",  # llama.cpp
        r"tokens allowed \((\d[\d,]*)\)",  # Gemini
        r"with (\d[\d,]*) maximum context",  # Mistral
        r"must be <= (\d[\d,]*)",  # Together
        r"\(tpm\): limit (\d[\d,]*)",  # OpenAI, Groq: a request above the tokens of a whole minute
    )
)
_BILLING = re.compile(
    r"insufficient_quota|insufficient[ _](?:balance|credits|funds)|credit balance is too low|billing_hard_limit"
    r"|requires more credits|billing_not_active"
)
_REFUSED = re.compile(
    r"content_filter|content_policy|content management policy|responsibleai|moderation|flagged as|prohibited_content"
)
_KEY = re.compile(
    r"api[ _]?key (?:not valid|is invalid|invalid|expired)|invalid[ _]api[ _]key|incorrect api key|api_key_invalid"
)
_MODEL = re.compile(
    r"model_not_found|model\b.{0,120}(?:not found|not exist|not a valid model|not available|not supported for)"
    r"|invalid model\b|unknown model\b|no models? loaded|not a valid model id"
)
_JSON_WAYS = re.compile(
    r"response_format|json_schema|json_object|json mode|json schema|structured output|grammar|guided_"
    r"|unsupported schema|invalid schema"
)
_TOOL_WAYS = re.compile(r"\btools?\b|tool_choice|tool use|\bfunctions?\b|function.calling")
_SOON = re.compile(r"(?:try again in|retry in|retrydelay\W+) ?(?:(\d+)m)?(\d+(?:\.\d+)?)(ms|s)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorAnswer:
    """An error as a server sent it: the HTTP status, the headers with names in small letters, and the body."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""

    @property
    def is_page(self) -> bool:
        """Whether it is a page for people rather than an answer of an API."""
        return self.body.lstrip("\ufeff \t\r\n")[:1] == "<"

    @property
    def message(self) -> str:
        """What the server says to people, "" if it says nothing readable."""
        said = _message(_parsed(self.body))
        if said:
            return said
        text = self.body.strip()
        if text[:1] in ("{", "["):
            return ""
        return "an HTML page" if self.is_page else text

    @property
    def words(self) -> str:
        """Everything that tells one error from another, in small letters: message, code, type, parameter."""
        parsed = _parsed(self.body)
        return " ".join(_leaves(parsed)).lower() if parsed is not None else self.body.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked of whom, for messages: the provider, its address, the model, the rung, and where the key is.

    ``model_hint`` says how to get at a model of this provider; ``key_place`` follows "the key in".
    """

    provider: str
    address: str
    model: str
    rung: Rung | None = None
    key: Key | None = None
    key_place: str = ""
    model_hint: str = ""


def model_error(answer: ErrorAnswer, asked: Asked) -> ModelError:
    """Gives the error of ours that an error answer means; its message never shows a key."""
    for recognise in _RECOGNISERS:
        error = recognise(answer, asked)
        if error is not None:
            return error
    passes = answer.status >= 500 or answer.status in _PASSING
    if passes:
        hint = "Try again later."
    else:
        hint = ADDRESS_HINT if answer.is_page else f"The server does not take this request. {ADDRESS_HINT}"
    return ServerFailed(
        f"{_who(asked)} answered with HTTP {answer.status}{_quoted(answer, asked)}",
        retry_after=retry_after(answer),
        hint=hint,
        turned_down=True,
        permanent="" if passes else "address" if answer.is_page else "request",
    )


def retry_after(answer: ErrorAnswer, *, now: float | None = None) -> float | None:
    """Gives the seconds that a server asks to wait, None if it does not say.

    Read are ``retry-after-ms``, ``Retry-After`` (RFC 9110, 10.2.3: seconds or a date), and what OpenAI, Groq and
    Gemini write into the message ("try again in 1m2.5s"). ``now`` is the time in seconds since 1970.
    """
    milliseconds = _number(answer.headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    header = answer.headers.get("retry-after", "").strip()
    seconds = _number(header)
    if seconds is not None:
        return seconds
    if header:
        try:
            date = email.utils.parsedate_to_datetime(header).timestamp()
        except (ValueError, TypeError, OverflowError):
            return None
        return max(0.0, date - (time.time() if now is None else now))
    soon = _SOON.search(answer.words)
    if soon is None:
        return None
    minutes, amount, unit = soon.groups()
    return int(minutes or 0) * 60 + float(amount) / (1000 if unit == "ms" else 1)


def context_limit(words: str) -> int | None:
    """Gives the most tokens that a model takes, as an error says, None if it does not."""
    for pattern in _LIMITS:
        found = pattern.search(words)
        if found:
            return int(found.group(1).replace(",", ""))
    return None


def shown(text: str, key: Key | None) -> str:
    """Gives a server's words as they may be shown: on one line, not too long, without any key."""
    text = harmless_text(text, None)
    scrubbed = key.scrub(text) if key is not None else scrub_masked(text)
    line = " ".join(scrubbed.split())
    return line if len(line) <= _LONGEST_QUOTE else line[: _LONGEST_QUOTE - 1].rstrip() + "…"


def _who(asked: Asked) -> str:
    return f"{asked.provider} ({asked.address})"


def _quoted(answer: ErrorAnswer, asked: Asked) -> str:
    text = shown(answer.message, asked.key).rstrip(".")
    return f": {text}." if text else "."


def _context(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if answer.status not in (400, 413, 422, 429, 500):
        return None
    if answer.status == 429 and "request too large" not in answer.words:
        return None
    if answer.status != 413 and not _CONTEXT.search(answer.words):
        return None
    return ContextTooLong(
        f"The request is too long for {asked.model!r}{_quoted(answer, asked)}",
        limit=context_limit(answer.words),
        hint="Give fewer references per chunk, or name a model with a larger context.",
    )


def _billing(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if answer.status != 402 and not (answer.status in (400, 403, 429) and _BILLING.search(answer.words)):
        return None
    return ModelStopped(
        f"The account at {asked.provider} has no credit left{_quoted(answer, asked)}",
        hint="Add credit or raise the limit in the provider's billing settings, then run again.",
    )


def _rate(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if answer.status != 429:
        return None
    return RateLimited(
        f"{_who(asked)} asks for fewer requests{_quoted(answer, asked)}",
        retry_after=retry_after(answer),
        hint="Ask for fewer calls side by side or per minute.",
    )


def _refused(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if answer.status not in (400, 403, 422, 451) or not _REFUSED.search(answer.words):
        return None
    return ModelRefused(f"{asked.provider} refused to answer this request{_quoted(answer, asked)}")


def _authentication(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if answer.status not in (401, 403) and not (answer.status == 400 and _KEY.search(answer.words)):
        return None
    place = asked.key_place or "the environment"
    if asked.key is None:
        return AuthenticationFailed(
            f"{_who(asked)} wants a key, and none was sent{_quoted(answer, asked)}", hint=f"Put the key into {place}."
        )
    return AuthenticationFailed(
        f"{_who(asked)} does not accept the key in {place}{_quoted(answer, asked)}",
        hint=f"Check that the key in {place} is right, not expired, and may use {asked.model!r}.",
    )


def _rung(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if asked.rung in (None, Rung.PROMPT) or answer.status not in (400, 404, 422, 500, 501):
        return None
    ways = _TOOL_WAYS if asked.rung is Rung.TOOL else _JSON_WAYS
    # A server that generated and then found its own answer broken knows the way; the answer was bad luck.
    if not ways.search(answer.words) or "json_validate_failed" in answer.words:
        return None
    if answer.status == 404 and not re.search(r"tool_choice|tool use|response_format|structured", answer.words):
        return None
    return RungUnsupported(
        f"{_who(asked)} does not answer by way of {asked.rung.value}{_quoted(answer, asked)}" if asked.rung else "",
        hint="Another way of asking for JSON may work.",
    )


def _model(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if answer.status not in (404, 405) and not (answer.status in (400, 403, 422) and _MODEL.search(answer.words)):
        return None
    return ModelUnknown(
        f"{_who(asked)} has no model {asked.model!r}, or the address is wrong{_quoted(answer, asked)}",
        hint=ADDRESS_HINT if answer.is_page else asked.model_hint or "Check the model's name and the base URL.",
    )


def _elsewhere(answer: ErrorAnswer, asked: Asked) -> ModelError | None:
    if not 300 <= answer.status < 400:
        return None
    place = shown(answer.headers.get("location", "").partition("?")[0], asked.key)
    return ModelStopped(
        f"{_who(asked)} answered that it is elsewhere (HTTP {answer.status}{', ' + place if place else ''}).",
        hint="Name the new address as the base URL; a key is never sent on to another address by itself.",
    )


_RECOGNISERS: tuple[Callable[[ErrorAnswer, Asked], ModelError | None], ...] = (
    _context,
    _billing,
    _rate,
    _refused,
    _rung,
    _model,
    _authentication,
    _elsewhere,
)


def _parsed(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _message(node: Any) -> str:
    """The words for people in an error body: OpenAI ``error.message``, FastAPI ``detail``, Ollama ``error``."""
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        return "; ".join(filter(None, (_message(child) for child in node[:3])))
    if isinstance(node, dict):
        for name in ("error", "message", "detail", "msg"):
            said = _message(node.get(name))
            if said:
                return said
    return ""


def _leaves(node: Any, depth: int = 0) -> list[str]:
    # What FastAPI echoes of the request as "input" says nothing about the error.
    if depth > 8:
        return []
    if isinstance(node, dict):
        return [
            word
            for name, child in node.items()
            if name != "input"
            for word in ([f"{name}: {child}"] if isinstance(child, str | int) else _leaves(child, depth + 1))
        ]
    if isinstance(node, list):
        return [word for child in node for word in _leaves(child, depth + 1)]
    return [str(node)] if isinstance(node, str) else []


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < 1e9 else None
