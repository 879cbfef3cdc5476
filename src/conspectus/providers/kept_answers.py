"""Answers that are paid for once: kept on disk by what was asked, and asked for once by all who ask the same."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from conspectus.foundation.errors import LibraryError
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Rung, Usage
from conspectus.providers.keys import harmless_text
from conspectus.providers.retrying import StopFlag

if TYPE_CHECKING:
    from conspectus.foundation.cache import Cache

ANSWER = "model answer/1"
RUNG = "rung"
_LOOK_UP = 0.5
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """An answer with the tokens that were spent on it, those of requests whose answers were unusable included."""

    completion: Completion
    spent: Usage
    rung: Rung | None = None


class KeptAnswers:
    """The answers of earlier runs and of this one, and the rung of each server.

    A cache that cannot be read or written is told of once; the answers of this run are then kept in memory.

    Args:
        cache: Where they are kept, or what opens it when it is first needed; None for this run's memory only.
        warn: Told of a fault of the cache in words, with a hint.
    """

    def __init__(self, cache: Callable[[], Cache] | Cache | None, warn: Callable[[str, str], None]) -> None:
        self._cache: Cache | None = None if callable(cache) else cache
        self._open: Callable[[], Cache] | None = cache if callable(cache) else None
        self._opening = threading.Lock()
        self._warn = warn
        self._warned = False
        self._lock = threading.Lock()
        self._memory: dict[str, bytes] = {}

    def find(self, key: str) -> KeptAnswer | None:
        """Gives the answer kept under a key, None if there is none that can be read."""
        stored = self._get(key)
        if stored is None:
            return None
        try:
            return _decoded(json.loads(stored))
        except (ValueError, KeyError, TypeError):
            # Written by another version, or damaged: asking again gives it anew.
            return None

    def keep(self, key: str, answer: KeptAnswer) -> None:
        """Keeps an answer under a key."""
        self._put(key, ANSWER, json.dumps(_encoded(answer), ensure_ascii=True).encode("ascii"))

    def find_rung(self, provider: str, address: str, model: str) -> Rung | None:
        """Gives the way of asking for JSON that was found out for a server's model."""
        stored = self._get(_rung_key(provider, address, model))
        try:
            return None if stored is None else Rung(stored.decode("ascii", "replace"))
        except ValueError:
            return None

    def keep_rung(self, provider: str, address: str, model: str, rung: Rung) -> None:
        """Keeps the way of asking for JSON for later runs."""
        self._put(_rung_key(provider, address, model), RUNG, rung.value.encode("ascii"))

    def _get(self, key: str) -> bytes | None:
        with self._lock:
            held = self._memory.get(key)
        cache = None if held is not None else self._opened()
        if cache is None:
            return held
        try:
            return cache.get(key)
        except LibraryError as error:
            self._tell(error)
            return None

    def _put(self, key: str, operation: str, value: bytes) -> None:
        cache = self._opened()
        if cache is not None:
            try:
                cache.put(key, operation, value)
                return
            except LibraryError as error:
                self._tell(error)
        with self._lock:
            self._memory[key] = value

    def _opened(self) -> Cache | None:
        with self._opening:
            opening, self._open = self._open, None
            if opening is not None:
                try:
                    self._cache = opening()
                except LibraryError as error:
                    self._tell(error)
            return self._cache

    def _tell(self, error: LibraryError) -> None:
        with self._lock:
            first, self._warned = not self._warned, True
        if first:
            self._warn(f"Answers are not kept for later runs: {error.message}", error.hint)


def _rung_key(provider: str, address: str, model: str) -> str:
    from conspectus.foundation.cache import content_key

    return content_key(RUNG, provider=provider, address=address, model=model)


def answer_key(provider: str, address: str, request: CompletionRequest) -> str:
    """Gives the content key of a request: whatever decides the answer, and not the way of asking for JSON."""
    from conspectus.foundation.cache import content_key

    return content_key(
        ANSWER,
        provider=provider,
        address=address,
        model=request.model,
        messages=[[message.role, message.content] for message in request.messages],
        temperature=float(request.temperature),
        max_output_tokens=request.max_output_tokens,
        seed=request.seed,
        schema=request.schema,
    )


def _encoded(answer: KeptAnswer) -> dict[str, Any]:
    completion = answer.completion
    return {
        "text": completion.text,
        "finish": completion.finish.value,
        "model": completion.model,
        "usage": asdict(completion.usage),
        "spent": asdict(answer.spent),
        "rung": answer.rung.value if answer.rung else "",
    }


def _decoded(stored: Mapping[str, Any]) -> KeptAnswer:
    return KeptAnswer(
        completion=Completion(
            text=harmless_text(stored["text"], None),
            usage=Usage(**stored["usage"]),
            finish=FinishReason(stored["finish"]),
            model=stored["model"],
        ),
        spent=Usage(**stored["spent"]),
        rung=Rung(stored["rung"]) if stored["rung"] else None,
    )


def _copied(error: Exception) -> Exception:
    """The error for another thread, whose traceback does not mix with that of the first."""
    try:
        return copy.copy(error)
    except TypeError:
        # The error of some package whose arguments cannot be guessed.
        return error


class _Flight(Generic[T]):
    def __init__(self) -> None:
        self.landed = threading.Event()
        self.value: T | None = None
        self.error: Exception | None = None
        self.interrupted = True


class SingleFlight(Generic[T]):
    """Lets one thread do what several want done at the same moment, and gives all of them the outcome."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flights: dict[str, _Flight[T]] = {}

    def once(self, key: str, make: Callable[[], T], stop: StopFlag) -> tuple[T, bool]:
        """Gives what ``make`` gives, and whether it was this thread that called it.

        Raises:
            Exception: What ``make`` raised, for each of the threads in a copy.
            ModelStopped: The run ended while another thread made it.
        """
        while True:
            with self._lock:
                flight = self._flights.get(key)
                if flight is None:
                    mine = self._flights[key] = _Flight()
            if flight is None:
                return self._fly(key, mine, make), True
            while not flight.landed.wait(_LOOK_UP):
                stop.check()
            if flight.error is not None:
                raise _copied(flight.error)
            if not flight.interrupted:
                return flight.value, False  # type: ignore[return-value]  # it landed, so it has a value

    def _fly(self, key: str, flight: _Flight[T], make: Callable[[], T]) -> T:
        try:
            flight.value = make()
            flight.interrupted = False
            return flight.value
        except Exception as error:
            flight.error = error
            raise
        finally:
            with self._lock:
                del self._flights[key]
            flight.landed.set()
