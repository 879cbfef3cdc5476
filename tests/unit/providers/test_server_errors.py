# ruff: noqa: E501 - servers are quoted to the letter.
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from conspectus.providers.keys import Key
from conspectus.providers.server_errors import Asked, ErrorAnswer, model_error, retry_after, shown

KEY = Key("sk-made-up-0123456789")
ASKED = Asked(
    provider="openai",
    address="https://host/v1",
    model="m",
    key=KEY,
    key_place="the environment variable OPENAI_API_KEY",
)


def error(status: int, body: Any = "", *, rung: Rung | None = None, **headers: str) -> ModelError:
    text = body if isinstance(body, str) else json.dumps(body)
    asked = Asked(
        provider="openai", address="https://host/v1", model="m", rung=rung, key=KEY, key_place=ASKED.key_place
    )
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return model_error(ErrorAnswer(status=status, headers=named, body=text), asked)


def openai(message: str, code: str | None = None, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code, **more}}


# The wordings are those that the servers' own sources and pages give.
CONTEXT = [
    (400, openai("This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", "context_length_exceeded"), 8192),
    (400, openai("Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens."), 272000),
    (400, {"object": "error", "message": "You passed 5000 input tokens and requested 100 output tokens. However, the model's context length is only 4096 tokens.", "code": 400}, 4096),
    (400, {"object": "error", "message": "The decoder prompt (length 5000) is longer than the maximum model length of 4096."}, 4096),
    (400, {"error": {"code": 400, "message": "the request exceeds the available context size, try increasing it", "type": "exceed_context_size_error", "n_prompt_tokens": 5000, "n_ctx": 2048}}, 2048),
    (400, {"error": {"code": 400, "message": "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it"}}, 4096),
    (500, {"error": {"message": "Requested tokens (600) exceed context window of 512", "type": "internal_server_error"}}, 512),
    (400, {"error": "the input length exceeds the context length"}, None),
    (400, {"error": "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}, 4096),
    (400, {"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long: 210000 tokens > 200000 maximum"}}, 200000),
    (400, {"type": "error", "error": {"type": "invalid_request_error", "message": "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"}}, 200000),
    (400, [{"error": {"code": 400, "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", "status": "INVALID_ARGUMENT"}}], 1048576),
    (400, {"object": "error", "message": "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}, 32768),
    (422, openai("Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens"), 4097),
    (413, "Payload Too Large", None),
    (429, openai("Request too large for m on tokens per min (TPM): Limit 30000, Requested 40000.", "rate_limit_exceeded"), 30000),
]  # fmt: skip


@pytest.mark.parametrize("status, body, limit", CONTEXT)
def test_a_request_that_is_too_long(status: int, body: Any, limit: int | None) -> None:
    found = error(status, body, rung=Rung.JSON_SCHEMA)
    assert type(found) is ContextTooLong
    assert found.limit == limit


OTHERS: list[tuple[type[ModelError], int, Any, Rung | None]] = [
    (RateLimited, 429, openai("Rate limit reached for m", "rate_limit_exceeded"), None),
    (RateLimited, 429, [{"error": {"message": "You exceeded your current quota, please check your plan.", "status": "RESOURCE_EXHAUSTED"}}], None),
    (ModelStopped, 429, openai("You exceeded your current quota", "insufficient_quota"), None),
    (ModelStopped, 402, openai("Insufficient Balance"), None),
    (ModelStopped, 400, {"type": "error", "error": {"type": "invalid_request_error", "message": "Your credit balance is too low to access the API."}}, None),
    (ModelStopped, 308, "", None),
    (AuthenticationFailed, 401, openai("Incorrect API key provided", "invalid_api_key"), None),
    (AuthenticationFailed, 403, openai("Country not supported"), None),
    (AuthenticationFailed, 400, [{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}], None),
    (ModelUnknown, 404, openai("The model `m` does not exist", "model_not_found"), None),
    (ModelUnknown, 404, "<html><body>nginx</body></html>", Rung.TOOL),
    (ModelUnknown, 400, {"object": "error", "message": "Invalid model: m", "code": "1500"}, None),
    (ModelUnknown, 400, openai("m is not a valid model ID"), None),
    (RungUnsupported, 400, openai("This response_format type is unavailable now"), Rung.JSON_SCHEMA),
    (RungUnsupported, 400, openai("'json_object' is not supported", param="response_format"), Rung.JSON_OBJECT),
    (RungUnsupported, 500, {"error": {"message": "Failed to parse grammar"}}, Rung.JSON_SCHEMA),
    (RungUnsupported, 400, {"error": "registry.ollama.ai/library/m does not support tools"}, Rung.TOOL),
    (RungUnsupported, 404, openai("No endpoints found that support the provided 'tool_choice' value."), Rung.TOOL),
    (RungUnsupported, 422, {"detail": [{"loc": ["body", "response_format"], "msg": "extra fields not permitted", "input": "x"}]}, Rung.JSON_OBJECT),
    (ServerFailed, 400, openai("This response_format type is unavailable now"), Rung.PROMPT),
    (ServerFailed, 400, openai("Failed to generate JSON for the json_schema", "json_validate_failed"), Rung.JSON_SCHEMA),
    (ServerFailed, 500, {"error": {"message": "Internal Server Error"}}, Rung.JSON_SCHEMA),
    (ServerFailed, 503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}, None),
    (ServerFailed, 529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, None),
    (ServerFailed, 422, {"detail": [{"loc": ["body", "seed"], "msg": "bad", "input": {"tools": "response_format"}}]}, Rung.TOOL),
    (ModelRefused, 400, openai("The response was filtered", "content_filter"), None),
    (ModelRefused, 403, openai("Your input was flagged as harmful"), None),
]  # fmt: skip


@pytest.mark.parametrize("kind, status, body, rung", OTHERS)
def test_what_error_answers_mean(kind: type[ModelError], status: int, body: Any, rung: Rung | None) -> None:
    found = error(status, body, rung=rung)
    assert type(found) is kind
    assert str(found).strip()
    assert found.hint or kind is ModelRefused


def test_a_wrong_key_names_the_place_to_mend_and_no_key() -> None:
    found = error(401, openai(f"Incorrect API key provided: sk-made*****6789. {KEY.reveal()}"))
    assert "OPENAI_API_KEY" in str(found)
    assert "OPENAI_API_KEY" in found.hint
    assert "sk-made" not in str(found)
    assert "6789" not in str(found)


def test_a_key_that_was_not_sent_is_not_called_wrong() -> None:
    asked = Asked(provider="vllm", address="http://host", model="m", key_place="the environment variable VLLM_API_KEY")
    found = model_error(ErrorAnswer(status=401), asked)
    assert "none was sent" in str(found)
    assert "VLLM_API_KEY" in found.hint


def test_a_web_page_is_not_quoted() -> None:
    assert str(error(502, "<html><h1>Bad Gateway</h1></html>")).endswith("HTTP 502: an HTML page.")


@given(
    st.integers(300, 599), st.text() | st.binary().map(lambda b: b.decode("latin-1")), st.sampled_from([None, *Rung])
)
def test_every_error_answer_is_an_error_of_ours(status: int, body: str, rung: Rung | None) -> None:
    found = error(status, body, rung=rung)
    assert isinstance(found, ModelError)
    assert "\n" not in str(found)
    assert len(str(found)) < 500


@pytest.mark.parametrize(
    "headers, body, seconds",
    [
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, "", 1.5),
        ({"retry-after": "Thu, 01 Jan 1970 00:16:45 GMT"}, "", 5.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"}, "", 0.0),
        ({"retry-after": "soon"}, "", None),
        ({"retry-after": "-3"}, "", None),
        ({}, openai("Rate limit reached. Please try again in 1m2.5s."), 62.5),
        ({}, openai("Please try again in 259ms."), 0.259),
        ({}, [{"error": {"message": "x", "details": [{"retryDelay": "34s"}]}}], 34.0),
        ({}, "", None),
    ],
)
def test_how_long_a_server_asks_to_wait(headers: dict[str, str], body: Any, seconds: float | None) -> None:
    answer = ErrorAnswer(status=429, headers=headers, body=json.dumps(body) if body else "")
    assert retry_after(answer, now=1000.0) == pytest.approx(seconds)


def test_what_is_shown_is_one_short_line() -> None:
    assert shown(" a\n b ", None) == "a b"
    long = shown("word " * 200, KEY)
    assert len(long) <= 300
    assert long.endswith("…")


@pytest.mark.parametrize(
    ("status", "body", "permanent"),
    [
        (400, "Something is odd.", "request"),
        (418, "", "request"),
        (400, "<html>The plain HTTP request was sent to HTTPS port</html>", "address"),
        (408, "Too slow.", ""),
        (409, "", ""),
        (502, "<html>Bad Gateway</html>", ""),
        (503, "", ""),
    ],
)
def test_which_failures_stay(status: int, body: str, permanent: str) -> None:
    found = error(status, body)
    assert isinstance(found, ServerFailed)
    assert found.permanent == permanent
    assert found.turned_down
    assert ("/v1" in found.hint) == bool(permanent)


def test_a_page_instead_of_the_api_points_at_the_address() -> None:
    found = error(404, "  <!doctype html><html>Not found</html>")
    assert isinstance(found, ModelUnknown)
    assert "/v1" in found.hint
