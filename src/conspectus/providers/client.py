"""One model of one provider, asked with care: answers kept, limits held to, everything accounted for and traced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from conspectus.foundation.errors import ModelError, ModelStopped, RateLimited, ServerFailed
from conspectus.providers.asking import Asker, is_cut_text
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Message, Rung
from conspectus.providers.kept_answers import KeptAnswer, KeptAnswers, SingleFlight, answer_key
from conspectus.providers.ledger import CallTally, Ledger
from conspectus.providers.object_asking import ObjectAsker
from conspectus.providers.replay import RecordingProvider
from conspectus.providers.retrying import StopFlag
from conspectus.providers.sending import Sender
from conspectus.providers.structured_output import AnswerModel, RungMemory, read_answer, schema_of
from conspectus.providers.trace import Trace, messages_hash

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """What a task asks of a model.

    ``task`` is the task's name ("extract_relations"), ``prompt`` the name, version and hash of the template that
    the messages were made from, for the trace. ``seed`` also sets apart calls that are meant to differ.
    """

    task: str
    messages: tuple[Message, ...]
    max_output_tokens: int
    temperature: float = 0.0
    seed: int | None = None
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """What the clients of a run share."""

    kept: KeptAnswers
    flights: SingleFlight[Any]
    ledger: Ledger
    stop: StopFlag
    trace: Trace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made(Generic[T]):
    """An answer in the form that the caller wants, with what is kept of it; ``whole`` says that it is to be kept."""

    value: T
    kept: KeptAnswer
    whole: bool


class ModelClient:
    """One model of one provider; threads may share it.

    Made by ``Models.for_task``.

    Args:
        label: The provider and the model's name ("openai:gpt-4o").
        model: The model's name.
        sender: Sends requests to its provider.
        run: What is shared with the other clients of the run.
        keeps: Whether answers are kept: not those of doubles.
    """

    def __init__(self, *, label: str, model: str, sender: Sender, run: RunState, keeps: bool) -> None:
        self.label = label
        self._model = model
        self._sender = sender
        self._run = run
        self._keeps = keeps
        provider = sender.provider
        lasting = not provider.is_local_double
        self._asker = Asker(label=label, sender=sender)
        self._rungs = RungMemory(run.kept, provider.name, provider.address, model, lasting=lasting)
        self._objects = ObjectAsker(label=label, asker=self._asker, rungs=self._rungs, stop=run.stop)

    @property
    def counts_with(self) -> str:
        """How tokens are counted: "estimate", or tiktoken with the name of its table."""
        return self._sender.counter.name

    @property
    def rung(self) -> Rung | None:
        """The way in which this model is asked for JSON, None as long as it is not found out."""
        return self._rungs.known()

    def ask(self, call: ModelCall) -> Completion:
        """Gives what the model answers, from what is kept if the same was answered before.

        An answer that was cut off is asked for once more with twice the room, and given with finish LENGTH if it
        still is; an empty one is asked for once more.

        Raises:
            UnusableAnswer: The answer was empty, twice.
            LimitReached: The calls or the money agreed to are used up.
            ModelCallFailed: Another reason why there is no answer, after all retries.
            ModelStopped: No call can succeed; all later calls of the run raise the same.
        """
        request = self._request(call)

        def make(tally: CallTally) -> _Made[Completion]:
            completion = self._asker.whole(request, tally, is_cut_text)
            whole = completion.finish is not FinishReason.LENGTH
            return _Made(value=completion, kept=KeptAnswer(completion=completion, spent=tally.usage), whole=whole)

        return self._once(call, request, make, lambda kept: kept.completion)

    def ask_for(self, call: ModelCall, answer: type[AnswerModel]) -> AnswerModel:
        """Gives what the model answers as a validated object.

        The surest way of asking for JSON that the server knows is found out once and remembered. An answer that
        does not keep to the schema is shown to the model once, with what is wrong.

        Args:
            call: What is asked.
            answer: The pydantic model of the object wanted.

        Raises:
            UnusableAnswer: There was no valid object, even when asked again.
            ModelError: As for ``ask``.
        """
        request = replace(self._request(call), schema=schema_of(answer), schema_name=answer.__name__)

        def make(tally: CallTally) -> _Made[AnswerModel]:
            value, completion, rung = self._objects.ask(request, answer, tally)
            return _Made(value=value, kept=KeptAnswer(completion=completion, spent=tally.usage, rung=rung), whole=True)

        return self._once(call, request, make, lambda kept: read_answer(kept.completion.text, answer).value)

    def count_tokens(self, messages: Sequence[Message], *, answer: type[BaseModel] | None = None) -> int:
        """Gives about how many tokens a request has, with the schema of the object wanted where there is one."""
        request = CompletionRequest(model=self._model, messages=tuple(messages), max_output_tokens=0)
        if answer is not None:
            request = replace(request, schema=schema_of(answer))
        return self._sender.input_tokens(request)

    def count_fallback(self, task: str, reason: str) -> None:
        """Notes in the account that a task went on without a model."""
        self._run.ledger.count_fallback(task, reason)

    def count_asked_again(self, task: str) -> None:
        """Notes in the account that a task asked again because an answer was not what it wanted."""
        self._run.ledger.count_asked_again(task)

    def _request(self, call: ModelCall) -> CompletionRequest:
        return CompletionRequest(
            model=self._model,
            messages=call.messages,
            max_output_tokens=call.max_output_tokens,
            temperature=call.temperature,
            seed=call.seed,
        )

    # One call: kept, made, accounted for, traced.

    def _once(
        self,
        call: ModelCall,
        request: CompletionRequest,
        make: Callable[[CallTally], _Made[T]],
        read: Callable[[KeptAnswer], T | None],
    ) -> T:
        tally = CallTally()
        made: _Made[T] | None = None
        failure: BaseException | None = None
        try:
            self._run.stop.check()
            made = self._made(request, tally, make, read)
            return made.value
        except ModelStopped as error:
            self._run.stop.stop(error)
            failure = error
            raise
        except BaseException as error:
            failure = error
            raise
        finally:
            self._run.ledger.note(call.task, self.label, tally, answered=made is not None)
            self._leave_trace(call, tally, made.kept if made else None, failure)

    def _made(
        self,
        request: CompletionRequest,
        tally: CallTally,
        make: Callable[[CallTally], _Made[T]],
        read: Callable[[KeptAnswer], T | None],
    ) -> _Made[T]:
        if not self._keeps:
            return self._counted(make, tally)
        provider = self._sender.provider
        key = answer_key(provider.name, provider.address, request)

        def found_or_made() -> _Made[T]:
            kept = self._run.kept.find(key)
            value = read(kept) if kept is not None else None
            if kept is not None and value is not None:
                tally.reused = True
                tally.usage = kept.spent
                if isinstance(provider, RecordingProvider):
                    # With all that was spent on it, so that a replay has the same account.
                    provider.record(request, replace(kept.completion, usage=kept.spent))
                return _Made(value=value, kept=kept, whole=True)
            fresh = self._counted(make, tally)
            if fresh.whole:
                self._run.kept.keep(key, fresh.kept)
            return fresh

        made: _Made[T]
        made, by_this_thread = self._run.flights.once(key, found_or_made, self._run.stop)
        if not by_this_thread:
            tally.reused = True
            tally.usage = made.kept.spent
        return made

    def _counted(self, make: Callable[[CallTally], _Made[T]], tally: CallTally) -> _Made[T]:
        try:
            return make(tally)
        except (RateLimited, ServerFailed) as error:
            self._run.stop.failed(self._sender.provider.address, error)
            raise

    def _leave_trace(
        self, call: ModelCall, tally: CallTally, kept: KeptAnswer | None, failure: BaseException | None
    ) -> None:
        trace = self._run.trace
        if trace is None:
            return
        fields: dict[str, Any] = {
            "task": call.task,
            "label": self.label,
            "prompt": call.prompt,
            "messages": messages_hash(call.messages),
            "rung": kept.rung.value if kept and kept.rung else "",
            "input": tally.usage.input,
            "output": tally.usage.output,
            "cached": tally.usage.cached,
            "estimated": tally.usage.estimated,
            "finish": kept.completion.finish.value if kept else "",
            "waited": round(tally.waited, 3),
            "seconds": round(tally.answered, 3),
            "attempts": tally.requests,
            "reused": tally.reused,
            "error": _code(failure),
        }
        if trace.with_text:
            fields["asked"] = [[message.role, message.content] for message in call.messages]
            fields["answered"] = kept.completion.text if kept else ""
        trace.write(**fields)


def _code(failure: BaseException | None) -> str:
    if failure is None:
        return ""
    return failure.code if isinstance(failure, ModelError) else type(failure).__name__
