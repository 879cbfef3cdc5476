"""What the local model server answers to a request, as its plan and the fault of the moment say."""

from __future__ import annotations

import email.utils
import json
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from conspectus.providers.completion import CompletionRequest, Rung
from conspectus.testing.model_wires import Reply, count_tokens, request_tokens
from conspectus.testing.server_plan import Fault, ServerPlan
from conspectus.testing.spoilt_answers import (
    BROKEN_JSON,
    REFUSAL,
    WRAPPINGS,
    in_german,
    invented_handles,
    least_instance,
    wrong_types,
)

KEY_HEADERS = ("authorization", "api-key", "x-api-key")
"""The headers in which keys come."""

_CODES = {400: "invalid_request", 500: "server_error", 502: "bad_gateway", 503: "service_unavailable"}
_REFUSALS = {
    "rate_limited": (429, "rate_limit_exceeded", "Rate limit reached for requests."),
    "quota": (
        429,
        "insufficient_quota",
        "You exceeded your current quota, please check your plan: your credit balance is too low.",
    ),
    "context_length": (
        400,
        "context_length_exceeded",
        "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
    ),
    "expired_key": (401, "invalid_api_key", "Your API key has expired: sk-ma*********key."),
    "unknown_model": (404, "model_not_found", "The model `any` does not exist or you do not have access to it."),
    "unsupported_rung": (400, "invalid_request", "response_format and tools are not supported by this model."),
    "content_filter": (400, "content_filter", "The response was filtered by the content management policy."),
}


class Refusal(Exception):
    """The request is answered with an error status.

    Args:
        status: The HTTP status.
        code: The error's code in OpenAI's format.
        message: What the error says.
        param: The parameter concerned.
        headers: Further headers.
    """

    def __init__(
        self, status: int, code: str, message: str, *, param: str | None = None, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.param = param
        self.headers = headers or {}


def key_of(headers: Mapping[str, str]) -> str:
    """Gives the key that came with a request, "" if none did; names of headers are in small letters."""
    return next((headers[name] for name in KEY_HEADERS if name in headers), "").removeprefix("Bearer ")


def refuse_by_fault(fault: Fault | None) -> None:
    """Refuses where the fault is an error answer; the other faults spoil the answer itself, or the connection.

    Raises:
        Refusal: The server answers with an error status.
    """
    if fault is None:
        return
    if fault.kind in _REFUSALS:
        status, code, message = _REFUSALS[fault.kind]
        raise Refusal(status, code, fault.message or message, headers=_retry_header(fault))
    if fault.kind == "server_error":
        message = fault.message or "The server had an error while processing your request."
        code = _CODES.get(fault.status, "server_error")
        raise Refusal(fault.status, code, message, headers=_retry_header(fault))


def refuse_by_plan(plan: ServerPlan, body: Mapping[str, Any], request: CompletionRequest, key: str) -> None:
    """Refuses what the plan says that the server does not know.

    Raises:
        Refusal: The server answers with an error status.
    """
    if plan.key and plan.key != key:
        raise Refusal(401, "invalid_api_key", "Incorrect API key provided.")
    if plan.models and request.model not in plan.models:
        raise Refusal(404, "model_not_found", f"The model `{request.model}` does not exist.")
    for field in ("max_tokens", "max_completion_tokens"):
        if plan.limit_field and field != plan.limit_field and field in body:
            message = f"Unsupported parameter: '{field}' is not supported with this model. "
            raise Refusal(400, "unsupported_parameter", f"{message}Use '{plan.limit_field}' instead.", param=field)
    if not plan.temperature and body.get("temperature", 1) != 1:
        message = "Unsupported value: 'temperature' does not support this value. Only the default (1) is supported."
        raise Refusal(400, "unsupported_value", message, param="temperature")
    tokens = request_tokens(request)
    if plan.context_counts_answer:
        tokens += request.max_output_tokens
    if plan.context_tokens is not None and tokens > plan.context_tokens:
        raise _context_error(plan.context_tokens, tokens)
    if request.rung is not None and request.rung.value not in plan.rungs and plan.rung_refusal != "ignore":
        raise _rung_error(request.rung, int(plan.rung_refusal))


def reply_to(plan: ServerPlan, request: CompletionRequest, fault: Fault | None) -> Reply:
    """The answer as the plan says, spoilt as the fault says."""
    answer = _answer_text(plan, request)
    text: str | int | None = answer
    finish: str | None = "stop" if plan.finish else None
    refusal = None
    if fault is not None:
        text = _spoilt(answer, fault, is_json=request.schema is not None)
        finish = "length" if fault.kind == "truncated" else finish
        if fault.kind == "refusal_field":
            text, refusal = None, REFUSAL
    given = request_tokens(request)
    return Reply(
        text=text,
        model=request.model,
        finish=finish,
        refusal=refusal,
        tool=request.schema_name if request.rung is Rung.TOOL and isinstance(text, str) else "",
        input=given,
        output=count_tokens(str(text or "")),
        cached=min(plan.cached_tokens, given),
        with_usage=plan.usage,
    )


def _answer_text(plan: ServerPlan, request: CompletionRequest) -> str:
    if plan.answers == "scholar":
        return cast("str", import_module("conspectus.providers.made_answers").answer(request))
    if plan.answers != "echo":
        return plan.answers
    if request.schema is not None:
        return json.dumps(least_instance(request.schema), ensure_ascii=False)
    return f"Echo: {request.messages[-1].content[:200] if request.messages else ''}"


def _spoilt(text: str, fault: Fault, *, is_json: bool) -> str | int | None:
    kind = fault.kind
    if kind == "empty":
        return ""
    if kind == "truncated":
        return text[: len(text) // 2]
    if kind == "broken_json":
        return BROKEN_JSON[fault.how or "trailing_comma"](text) if is_json else text
    if kind == "wrapped":
        return WRAPPINGS[fault.how or "fence"](text)
    if kind == "wrong_types":
        return wrong_types(text) if is_json else 7
    if kind == "invented_handles":
        return invented_handles(text, fault.share)
    if kind == "refusal_text":
        return REFUSAL
    return in_german(text) if kind == "other_language" and not is_json else text


def _retry_header(fault: Fault) -> dict[str, str]:
    wait = fault.retry_after
    if wait is None:
        return {}
    if isinstance(wait, str) and wait.startswith("date:"):
        return {"Retry-After": email.utils.formatdate(time.time() + float(wait[5:]), usegmt=True)}
    return {"Retry-After": str(wait)}


def _context_error(limit: int, tokens: int) -> Refusal:
    message = (
        f"This model's maximum context length is {limit} tokens. However, your messages resulted in {tokens} tokens."
    )
    return Refusal(400, "context_length_exceeded", message, param="messages")


def _rung_error(rung: Rung, status: int) -> Refusal:
    # llama-cpp-python answers json_schema with status 500 and no reason.
    if status == 500:
        return Refusal(500, "server_error", "Internal Server Error")
    param = "tools" if rung is Rung.TOOL else "response_format"
    return Refusal(400, "invalid_request", f"{param} of type {rung.value} is not supported.", param=param)
