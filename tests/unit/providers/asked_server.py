"""A provider for the tests of the client: it answers from a list or by a function, and notes what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from conspectus.foundation.cache import Cache
from conspectus.foundation.events import Events
from conspectus.providers.client import ModelCall
from conspectus.providers.completion import (
    Completion,
    CompletionRequest,
    FinishReason,
    Message,
    ProviderOptions,
    Usage,
)
from conspectus.providers.models import ModelOptions, Models

Step = str | Completion | Exception | Callable[[CompletionRequest], Any]
LABEL = "shop:wise"
PRICES = "[shop]\nwise = {input = 1000000.0, cached = 100000.0, output = 10000000.0}\n"
"""A dollar a token in, ten cents a kept one, ten dollars a token out: sums that can be reckoned in the head."""


def said(text: str, *, finish: FinishReason = FinishReason.STOP, usage: Usage | None = None) -> Completion:
    return Completion(text=text, usage=usage or Usage(input=10, output=2), finish=finish)


class FakeClock:
    """Lets time pass at once, and notes each wait."""

    def __init__(self) -> None:
        self.time = 100.0
        self.waits: list[float] = []
        self._lock = threading.Lock()

    def now(self) -> float:
        with self._lock:
            return self.time

    def wait(self, seconds: float, stop: threading.Event, /) -> None:
        with self._lock:
            self.waits.append(round(seconds, 6))
            self.time += seconds


class AskedServer:
    """Answers with each step in turn, the last one again and again."""

    name = "shop"

    def __init__(self, *steps: Step, is_local_double: bool = False, address: str = "http://shop/v1") -> None:
        self.steps = list(steps)
        self.address = address
        self.is_local_double = is_local_double
        self.requests: list[CompletionRequest] = []
        self.made_with: list[ProviderOptions] = []
        self.closed = False
        self._lock = threading.Lock()

    def complete(self, request: CompletionRequest, /) -> Completion:
        with self._lock:
            self.requests.append(request)
            step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        answer = step(request) if callable(step) else step
        if isinstance(answer, Exception):
            raise answer
        return said(answer) if isinstance(answer, str) else answer

    def close(self) -> None:
        self.closed = True

    def make(self, options: ProviderOptions) -> AskedServer:
        self.made_with.append(options)
        return self

    @property
    def rungs(self) -> list[str]:
        return [request.rung.value if request.rung else "" for request in self.requests]

    @property
    def rooms(self) -> list[int]:
        return [request.max_output_tokens for request in self.requests]


def models_of(
    server: AskedServer,
    *,
    cache: Cache | None = None,
    events: Events | None = None,
    clock: FakeClock | None = None,
    others: Mapping[str, AskedServer] | None = None,
    **options: Any,
) -> Models:
    makers = {name: asked.make for name, asked in {"shop": server, **(others or {})}.items()}
    return Models(
        ModelOptions(**{"model": LABEL, **options}),
        cache=cache,
        events=events or Events(),
        clock=clock or FakeClock(),
        makers=makers,
    )


def call(text: str = "Do bees dance?", *, task: str = "write_chunk", room: int = 50, **fields: Any) -> ModelCall:
    return ModelCall(task=task, messages=(Message("user", text),), max_output_tokens=room, **fields)


def prices_in(folder: Path) -> str:
    file = folder / "prices.toml"
    file.write_text(PRICES, "utf-8")
    return str(file)
