"""What a running job tells whoever watches it: stages, progress, warnings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStarted:
    """A stage begins; ``total`` is the number of its steps, or None if unknown."""

    stage: str
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageAdvanced:
    """A stage went on by ``steps``; ``detail`` names the item in hand."""

    stage: str
    steps: int = 1
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFinished:
    """A stage ended after ``seconds`` of wall time."""

    stage: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """Something the user should know, without ending the job."""

    message: str
    hint: str = ""


Event = StageStarted | StageAdvanced | StageFinished | Warned
Listener = Callable[[Event], None]


@dataclass(slots=True)
class Events:
    """Passes events to listeners and keeps the seconds of each stage and every warning.

    A listener that raises stops the job: use that to cancel it.
    """

    listeners: list[Listener] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        """Passes one event to every listener, in the order in which they were added."""
        if isinstance(event, StageFinished):
            self.seconds[event.stage] = self.seconds.get(event.stage, 0.0) + event.seconds
        elif isinstance(event, Warned):
            self.warnings.append(event.message)
        for listener in self.listeners:
            listener(event)

    def warn(self, message: str, hint: str = "") -> None:
        """Emits a warning."""
        self.emit(Warned(message=message, hint=hint))

    def advance(self, stage: str, steps: int = 1, detail: str = "") -> None:
        """Emits progress of a stage."""
        self.emit(StageAdvanced(stage=stage, steps=steps, detail=detail))

    @contextmanager
    def stage(self, name: str, total: int | None = None) -> Iterator[None]:
        """Marks the block as one stage and times it."""
        self.emit(StageStarted(stage=name, total=total))
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.emit(StageFinished(stage=name, seconds=time.perf_counter() - begun))
