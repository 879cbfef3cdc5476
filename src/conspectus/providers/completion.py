"""The nouns and the protocol of language models: a request in messages, a completion with its usage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, Protocol


class Rung(Enum):
    """How a server is made to answer in JSON, from the surest way to the last resort."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TOOL = "tool"
    PROMPT = "prompt"


class FinishReason(Enum):
    """Why a model stopped: it was done, it reached a limit of tokens, it refused, or the server did not say."""

    STOP = "stop"
    LENGTH = "length"
    REFUSAL = "refusal"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionRequest:
    """What a model is asked.

    ``schema`` is a JSON Schema of the object wanted, None where text is wanted; ``rung`` says how the server is
    made to keep to it. ``max_output_tokens`` bounds the answer. ``temperature`` 0 asks for the likeliest answer.
    ``seed`` goes to servers that take one, and sets apart calls that are meant to differ.
    """

    model: str
    messages: tuple[Message, ...]
    max_output_tokens: int
    temperature: float = 0.0
    seed: int | None = None
    schema: Mapping[str, Any] | None = None
    schema_name: str = "answer"
    rung: Rung | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call. ``cached`` is the part of ``input`` that the server had kept from an earlier call.

    ``estimated`` says that the server did not tell and the numbers are ours.
    """

    input: int = 0
    output: int = 0
    cached: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model answered; ``model`` is the name that the server gave, which may be longer than the one asked."""

    text: str
    usage: Usage
    finish: FinishReason = FinishReason.STOP
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderOptions:
    """What a provider is made from.

    ``base_url`` is "" for the provider's own address. ``key_file`` is a file that holds nothing but the key, ""
    for the provider's environment variable. ``environment`` holds the variables to look in. ``timeout`` is the
    most seconds from the start of a call to the end of its answer, ``connect_timeout`` to a connection.
    ``stream`` asks for the answer in pieces, so that a server that falls silent is noticed early.
    ``path`` is the file of rules or recorded answers of the doubles.
    """

    base_url: str = ""
    key_file: str = ""
    environment: Mapping[str, str] = field(repr=False)
    timeout: float = 120.0
    connect_timeout: float = 10.0
    stream: bool = False
    path: str = ""


class Provider(Protocol):
    """Answers completion requests; safe to be called from several threads at a time.

    ``name`` is the provider's ("openai"); ``address`` says which server answers ("https://api…/v1"), without any
    key, and is part of what a kept answer is known by; ``is_local_double`` is True where an answer costs nothing
    and is always the same, so that nothing need be kept.
    """

    name: str
    address: str
    is_local_double: bool

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the answer to one request, asked once: who calls it decides on asking again.

        Raises:
            AuthenticationFailed: The key is missing, wrong or expired; asking again will not help.
            ModelUnknown: The server has no such model.
            ContextTooLong: The request has more tokens than the model takes.
            RungUnsupported: The server does not know this way of asking for JSON.
            RateLimited: Too many requests; ``retry_after`` says how long to wait, if the server told.
            ServerFailed: The server failed, cannot be reached, or did not answer in time.
            ModelRefused: The provider refused to answer this request.
        """
        ...

    def close(self) -> None:
        """Lets go of connections; calls in flight may fail."""
        ...
