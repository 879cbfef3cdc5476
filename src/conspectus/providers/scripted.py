"""A double that answers by rules, so that everything above a model can be tried without one.

A file of rules is JSON::

    {"rules": [
        {"when": "RELATIONS", "answer": {"concepts": [], "relations": []}},
        {"when": {"matches": "merge .* chunks"}, "answer": "Bees dance [p1].", "finish": "length"},
        {"when": {"schema_name": "scores"}, "error": "rate_limited", "retry_after": 2, "times": 1},
        {"answer": "I do not know."}
    ]}

``when`` is a text that the last user message contains, or an object whose conditions must all hold:
``contains``, ``matches`` (a regular expression), ``system`` (a text that a system message contains),
``schema_name``, ``model`` and ``rung``; without it a rule always holds. The first rule that holds is used,
``times`` times at most where that is given. ``answer`` is a text, or a value that is sent as its JSON;
``error`` is one of ``rate_limited``, ``server_failed``, ``context_too_long``, ``rung_unsupported``,
``refused``, ``authentication``, ``unknown_model`` and ``stopped``.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
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
    UsageError,
)
from conspectus.providers.chat_wire import estimated_usage
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, ProviderOptions

SCHOLAR = "scholar"
"""The name of the rules that answer the prompts of conspectus itself."""

_ERRORS: Mapping[str, Callable[[str, float | None], ModelError]] = {
    "rate_limited": lambda message, seconds: RateLimited(message, retry_after=seconds),
    "server_failed": lambda message, seconds: ServerFailed(message, retry_after=seconds),
    "context_too_long": lambda message, _: ContextTooLong(message),
    "rung_unsupported": lambda message, _: RungUnsupported(message),
    "refused": lambda message, _: ModelRefused(message),
    "authentication": lambda message, _: AuthenticationFailed(message, hint="Change the rule."),
    "unknown_model": lambda message, _: ModelUnknown(message, hint="Change the rule."),
    "stopped": lambda message, _: ModelStopped(message, hint="Change the rule."),
}
_CONDITIONS = ("contains", "matches", "system", "schema_name", "model", "rung")
_FIELDS = ("when", "answer", "error", "message", "retry_after", "finish", "times")

Answerer = Callable[[CompletionRequest], "str | Completion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """An answer or an error, and when it is given; see the module for what each field means."""

    when: tuple[tuple[str, str], ...] = ()
    answer: str = ""
    error: str = ""
    message: str = ""
    retry_after: float | None = None
    finish: FinishReason = FinishReason.STOP
    times: int | None = None

    def holds(self, request: CompletionRequest) -> bool:
        """Whether every condition holds for a request."""
        return all(_holds(condition, wanted, request) for condition, wanted in self.when)


class ScriptedProvider:
    """Answers by rules, or by a function that gives the text or the completion for a request.

    Example:
        >>> from conspectus.providers.completion import Message
        >>> provider = ScriptedProvider([Rule(when=(("contains", "bees"),), answer="They dance.")])
        >>> request = CompletionRequest(model="any", messages=(Message("user", "And bees?"),), max_output_tokens=9)
        >>> provider.complete(request).text
        'They dance.'

    Args:
        rules: The rules in the order in which they are tried, or a function, which may raise model errors.
        address: What kept answers are known by, such as the path of the file of rules.
    """

    name = "scripted"
    is_local_double = True

    def __init__(self, rules: Sequence[Rule] | Answerer, *, address: str = "rules") -> None:
        self.address = address
        self._answerer = rules if callable(rules) else None
        self._rules = () if callable(rules) else tuple(rules)
        self._used = [0] * len(self._rules)
        self._lock = threading.Lock()

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the answer of the first rule that holds.

        Raises:
            ModelError: The rule says so, or no rule holds.
        """
        if self._answerer is not None:
            answer = self._answerer(request)
            return answer if isinstance(answer, Completion) else _completion(request, answer, FinishReason.STOP)
        rule = self._chosen(request)
        if rule is None:
            raise ModelStopped(
                f"No rule of {self.address} answers this request: {_excerpt(request)}",
                hint="Add a rule for it, or one without `when` at the end.",
            )
        if rule.error:
            raise _ERRORS[rule.error](rule.message or f"The rules say {rule.error}.", rule.retry_after)
        return _completion(request, rule.answer, rule.finish)

    def close(self) -> None:
        """Does nothing; there is nothing to let go of."""

    def _chosen(self, request: CompletionRequest) -> Rule | None:
        with self._lock:
            for position, rule in enumerate(self._rules):
                if (rule.times is None or self._used[position] < rule.times) and rule.holds(request):
                    self._used[position] += 1
                    return rule
        return None


class _NamedScripts:
    """The provider ``scripted``: its rules are those of the path in the options, or else named as the model."""

    name = "scripted"
    is_local_double = True

    def __init__(self, path: str) -> None:
        self.address = path or "rules"
        self._path = path
        self._lock = threading.Lock()
        self._loaded: dict[str, ScriptedProvider] = {}
        if path:
            self._of(path)

    def complete(self, request: CompletionRequest, /) -> Completion:
        """Gives the answer of the first rule that holds."""
        return self._of(self._path or request.model).complete(request)

    def close(self) -> None:
        """Does nothing; there is nothing to let go of."""

    def _of(self, path: str) -> ScriptedProvider:
        with self._lock:
            if path not in self._loaded:
                rules = _scholar() if path == SCHOLAR else read_rules(path)
                self._loaded[path] = ScriptedProvider(rules, address=path)
            return self._loaded[path]


def scripted(options: ProviderOptions) -> _NamedScripts:
    """Gives a double that answers by the rules of a file, or by those called ``scholar``.

    Raises:
        UsageError: The file cannot be read or holds no rules.
    """
    return _NamedScripts(options.path)


def read_rules(path: str) -> tuple[Rule, ...]:
    """Gives the rules of a JSON file.

    Raises:
        UsageError: The file cannot be read, or a rule is not as described in this module.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(
            f"The rules {path} cannot be read: {error.strerror or type(error).__name__}.",
            hint=f"Name a JSON file of rules, or {SCHOLAR} for the answers that come with conspectus.",
        ) from None
    except ValueError as error:
        raise UsageError(f"The rules {path} are no JSON: {error}.", hint="Correct the file.") from None
    rules = content.get("rules") if isinstance(content, dict) else content
    if not isinstance(rules, list):
        raise UsageError(f"{path} holds no rules.", hint='It looks like {"rules": [{"when": "bees", "answer": "…"}]}.')
    return tuple(_rule(rule, f"Rule {number} of {path}") for number, rule in enumerate(rules, 1))


def _scholar() -> Answerer:
    answerer: Answerer = import_module("conspectus.providers.made_answers").answer
    return answerer


def _rule(value: Any, place: str) -> Rule:
    if not isinstance(value, dict):
        raise UsageError(f"{place} is no object.", hint='A rule looks like {"when": "bees", "answer": "…"}.')
    for name in value:
        if name not in _FIELDS:
            raise UsageError(f"{place} has the unknown field {name!r}.", hint=f"Known: {', '.join(_FIELDS)}.")
    error, answer = value.get("error", ""), value.get("answer", "")
    if ("error" in value) == ("answer" in value):
        raise UsageError(f"{place} must have an answer or an error, and not both.", hint="Correct the rule.")
    if error and error not in _ERRORS:
        raise UsageError(f"{place} has the unknown error {error!r}.", hint=f"Known: {', '.join(_ERRORS)}.")
    times, seconds = value.get("times"), value.get("retry_after")
    if not (times is None or type(times) is int) or not (seconds is None or type(seconds) in (int, float)):
        raise UsageError(f"{place} has a number that is none.", hint="times and retry_after are numbers.")
    try:
        finish = FinishReason(value.get("finish", "stop"))
    except ValueError:
        known = ", ".join(reason.value for reason in FinishReason)
        raise UsageError(f"{place} has the unknown finish {value['finish']!r}.", hint=f"Known: {known}.") from None
    return Rule(
        when=_conditions(value.get("when"), place),
        answer=answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False),
        error=error,
        message=str(value.get("message", "")),
        retry_after=seconds,
        finish=finish,
        times=times,
    )


def _conditions(when: Any, place: str) -> tuple[tuple[str, str], ...]:
    if when is None:
        return ()
    if isinstance(when, str):
        return (("contains", when),)
    if not isinstance(when, dict) or not all(name in _CONDITIONS and isinstance(when[name], str) for name in when):
        raise UsageError(
            f"{place} has a `when` that cannot be read.", hint=f"It is a text, or texts for {', '.join(_CONDITIONS)}."
        )
    if "matches" in when:
        try:
            re.compile(when["matches"])
        except re.error as error:
            raise UsageError(f"{place} has a broken regular expression: {error}.", hint="Correct the rule.") from None
    return tuple(when.items())


def _holds(condition: str, wanted: str, request: CompletionRequest) -> bool:
    if condition == "schema_name":
        return request.schema is not None and request.schema_name == wanted
    if condition == "model":
        return request.model == wanted
    if condition == "rung":
        return request.rung is not None and request.rung.value == wanted
    if condition == "system":
        return any(wanted in message.content for message in request.messages if message.role == "system")
    last = next((message.content for message in reversed(request.messages) if message.role == "user"), "")
    return wanted in last if condition == "contains" else re.search(wanted, last, re.DOTALL) is not None


def _completion(request: CompletionRequest, text: str, finish: FinishReason) -> Completion:
    return Completion(text=text, usage=estimated_usage(request, text), finish=finish, model=request.model)


def _excerpt(request: CompletionRequest) -> str:
    last = " ".join(request.messages[-1].content.split()) if request.messages else ""
    return f"“{last[:80]}…”" if len(last) > 80 else f"“{last}”"
