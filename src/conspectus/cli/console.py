"""What a command prints: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from conspectus.foundation.events import Event, Events, StageAdvanced, StageFinished, StageStarted, Warned


class Console:
    """The two streams of one command.

    Args:
        quiet: Neither progress nor remarks.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet

    def result(self, line: str = "") -> None:
        """Prints a line of the result."""
        sys.stdout.write(f"{line}\n")

    def result_json(self, value: Any) -> None:
        """Prints the result as indented JSON."""
        self.result(json.dumps(value, ensure_ascii=False, indent=2))

    def remark(self, line: str) -> None:
        """Prints a line that is not part of the result, unless the command is quiet."""
        if not self.quiet:
            sys.stderr.write(f"{line}\n")

    def problem(self, line: str) -> None:
        """Prints a line about something that went wrong, even if the command is quiet."""
        sys.stderr.write(f"{line}\n")

    @contextmanager
    def watching(self) -> Iterator[Events]:
        """Gives events whose warnings are printed and whose progress is shown, on a terminal only."""
        events = Events()
        if self.quiet or not sys.stderr.isatty():
            events.listeners.append(self._warn)
            yield events
            return
        from rich.console import Console as RichConsole
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        detail = TextColumn("{task.fields[detail]}", markup=False)
        with Progress(*columns, detail, console=RichConsole(stderr=True), transient=True) as progress:
            events.listeners.append(_ProgressListener(progress))
            yield events

    def _warn(self, event: Event) -> None:
        if isinstance(event, Warned):
            self.problem(f"warning: {event.message}")
            if event.hint:
                self.problem(f"hint: {event.hint}")


class _ProgressListener:
    """Shows stages as bars."""

    def __init__(self, progress: Any) -> None:
        self._progress = progress
        self._tasks: dict[str, Any] = {}

    def __call__(self, event: Event) -> None:
        if isinstance(event, StageStarted):
            self._tasks[event.stage] = self._progress.add_task(event.stage, total=event.total, detail="")
        elif isinstance(event, StageAdvanced):
            if event.stage in self._tasks:
                self._progress.update(self._tasks[event.stage], advance=event.steps, detail=event.detail[-60:])
        elif isinstance(event, StageFinished):
            self._progress.update(self._tasks[event.stage], detail="")
        else:
            self._progress.console.print(f"warning: {event.message}", markup=False, highlight=False)
            if event.hint:
                self._progress.console.print(f"hint: {event.hint}", markup=False, highlight=False)
