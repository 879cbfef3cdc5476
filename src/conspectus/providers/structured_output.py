"""Answers as validated objects: which way of asking for JSON a server knows, and what is wrong with an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from conspectus.providers.answer_text import answer_object
from conspectus.providers.completion import CompletionRequest, Message, Rung
from conspectus.providers.kept_answers import KeptAnswers
from conspectus.providers.retrying import StopFlag

if TYPE_CHECKING:
    from pydantic import BaseModel

AnswerModel = TypeVar("AnswerModel", bound="BaseModel")

LADDER = (Rung.JSON_SCHEMA, Rung.JSON_OBJECT, Rung.TOOL, Rung.PROMPT)
"""From the surest way of getting JSON to the last resort."""

_MOST_COMPLAINTS = 6
_MOST_SHOWN = 4000
# Who waits for another to find out the rung goes on alone after so many seconds: that call may hang.
_LONGEST_WAIT_FOR_RUNG = 20.0
_LOOK_UP = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[AnswerModel]):
    """An answer as an object, or what is wrong with it in words; ``unclosed`` says that it broke off."""

    value: AnswerModel | None = None
    problem: str = ""
    unclosed: bool = False


def read_answer(text: str, answer: type[AnswerModel]) -> Reading[AnswerModel]:
    """Gives the first JSON object of what a model wrote as a validated object; never raises for what it wrote."""
    from pydantic import ValidationError

    found = answer_object(text)
    if found.value is None:
        return Reading(problem=found.problem, unclosed=found.unclosed)
    try:
        return Reading(value=answer.model_validate_json(found.text))
    except ValidationError as error:
        return Reading(problem=_complaints(error))


def _complaints(error: Any) -> str:
    complaints = []
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    for one in errors[:_MOST_COMPLAINTS]:
        place = ".".join(str(part) for part in one["loc"])
        complaints.append(f"{place}: {one['msg']}" if place else str(one["msg"]))
    if len(errors) > _MOST_COMPLAINTS:
        complaints.append(f"and {len(errors) - _MOST_COMPLAINTS} more")
    return "The JSON object does not keep to the schema: " + "; ".join(complaints) + "."


def schema_of(answer: type[AnswerModel]) -> dict[str, Any]:
    """Gives the JSON Schema that answers are asked to keep to."""
    return _schema(answer)


@lru_cache(maxsize=64)
def _schema(answer: type[BaseModel]) -> dict[str, Any]:
    return answer.model_json_schema(mode="validation")


def complaint_messages(request: CompletionRequest, text: str, problem: str) -> tuple[Message, ...]:
    """Gives the messages that show a model its own answer and what is wrong with it."""
    shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]} […]"
    complaint = f"That answer cannot be used. {problem} Answer again, with one corrected JSON object and nothing else."
    return (*request.messages, Message("assistant", shown or "(nothing)"), Message("user", complaint))


class RungMemory:
    """The rung of one server's model, found out by the first who asks and remembered for all others.

    Args:
        kept: Where it is remembered for later runs.
        provider: The provider's name.
        address: Its server.
        model: The model's name.
        lasting: Remember it for later runs at all; doubles have nothing to remember.
    """

    def __init__(self, kept: KeptAnswers, provider: str, address: str, model: str, *, lasting: bool) -> None:
        self._kept = kept
        self._place = (provider, address, model)
        self._lasting = lasting
        self._lock = threading.Lock()
        self._found: Rung | None = None
        self._looked = False

    def known(self) -> Rung | None:
        """Gives the rung, None if it has to be found out."""
        if self._found is None and not self._looked:
            if self._lasting:
                self._found = self._kept.find_rung(*self._place)
            self._looked = True
        return self._found

    def remember(self, rung: Rung, *, sure: bool) -> None:
        """Remembers that a rung gave a valid answer; for later runs only if nothing else can have been the reason."""
        if self._found is rung:
            return
        self._found = rung
        if sure and self._lasting:
            self._kept.keep_rung(*self._place, rung)

    @contextmanager
    def finding(self, stop: StopFlag) -> Iterator[Rung | None]:
        """Holds others off while the rung is found out, and gives it if another has found it meanwhile.

        Raises:
            ModelStopped: The run ended meanwhile.
        """
        waited, mine = 0.0, self._lock.acquire(timeout=_LOOK_UP)
        while not mine and waited < _LONGEST_WAIT_FOR_RUNG and self._found is None:
            stop.check()
            mine = self._lock.acquire(timeout=_LOOK_UP)
            waited += _LOOK_UP
        try:
            yield self.known()
        finally:
            if mine:
                self._lock.release()
