"""The account of a run: what models were asked for, task by task, in calls, tokens, seconds and money."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from conspectus.providers.completion import Usage
from conspectus.providers.prices import Price

if TYPE_CHECKING:
    from conspectus.domain.run_record import ModelUsage


@dataclass(slots=True, kw_only=True)
class CallTally:
    """What one call came to, on the way to its answer; used by the one thread that makes the call.

    ``usage`` is that of all its requests together, of which ``requests`` were sent. ``waited`` and ``answered``
    are seconds until requests could be sent, and until they were answered.
    """

    usage: Usage = field(default_factory=Usage)
    requests: int = 0
    retries: int = 0
    asked_again: int = 0
    waited: float = 0.0
    answered: float = 0.0
    reused: bool = False

    def add(self, usage: Usage) -> None:
        """Adds the tokens of one request."""
        self.usage = add_usage(self.usage, usage)


def add_usage(first: Usage, second: Usage) -> Usage:
    """Gives the tokens of two calls together."""
    return Usage(
        input=first.input + second.input,
        output=first.output + second.output,
        cached=first.cached + second.cached,
        estimated=first.estimated or second.estimated,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskUsage:
    """What models were asked for in one task.

    The numbers are those of ``ModelUsage``. ``failed`` counts the calls that gave no answer. ``waited`` is the
    sum of seconds until requests could be sent, ``answered`` until their answers were there; calls side by side
    count each. ``fallbacks`` says why the task went on without a model, with how often.
    """

    task: str
    calls: int = 0
    reused: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = 0.0
    paid: float | None = 0.0
    retries: int = 0
    asked_again: int = 0
    waited: float = 0.0
    answered: float = 0.0
    estimated: bool = False
    fallbacks: tuple[tuple[str, int], ...] = ()


class Ledger:
    """Counts what the calls of a run came to; safe for several threads.

    Money is reckoned from whole tokens at the end, so that it does not depend on the order of the calls.

    Args:
        price_of: The price of a model by its label, None if it is not known.
    """

    def __init__(self, price_of: Callable[[str], Price | None]) -> None:
        self._price_of = price_of
        self._lock = threading.Lock()
        self._counts: dict[str, Counter[str]] = {}
        self._tokens: dict[tuple[str, str, bool], Usage] = {}
        self._seconds: dict[str, tuple[float, float]] = {}
        self._fallbacks: dict[str, Counter[str]] = {}

    def note(self, task: str, label: str, tally: CallTally, *, answered: bool) -> None:
        """Notes one call of a task to a model, with or without an answer in the end."""
        with self._lock:
            counts = self._counts_of(task)
            counts["calls" if answered else "failed"] += 1
            counts["reused"] += tally.reused
            counts["retries"] += tally.retries
            counts["asked_again"] += tally.asked_again
            key = (task, label, tally.reused)
            self._tokens[key] = add_usage(self._tokens.get(key, Usage()), tally.usage)
            waited, seconds = self._seconds.get(task, (0.0, 0.0))
            self._seconds[task] = (waited + tally.waited, seconds + tally.answered)

    def count_fallback(self, task: str, reason: str) -> None:
        """Notes that a task went on without a model."""
        with self._lock:
            self._counts_of(task)["fallbacks"] += 1
            self._fallbacks.setdefault(task, Counter())[reason] += 1

    def count_asked_again(self, task: str) -> None:
        """Notes that a task asked again because an answer was not what it wanted."""
        with self._lock:
            self._counts_of(task)["asked_again"] += 1

    def _counts_of(self, task: str) -> Counter[str]:
        return self._counts.setdefault(task, Counter())

    def by_task(self) -> Mapping[str, TaskUsage]:
        """Gives the account of each task, in alphabetical order."""
        with self._lock:
            return {task: self._of_task(task) for task in sorted(self._counts)}

    def _of_task(self, task: str) -> TaskUsage:
        counts = self._counts[task]
        tokens = {key[1:]: usage for key, usage in sorted(self._tokens.items()) if key[0] == task}
        total = Usage()
        for usage in tokens.values():
            total = add_usage(total, usage)
        waited, answered = self._seconds.get(task, (0.0, 0.0))
        return TaskUsage(
            task=task,
            calls=counts["calls"],
            reused=counts["reused"],
            failed=counts["failed"],
            input_tokens=total.input,
            output_tokens=total.output,
            cached_tokens=total.cached,
            cost=self._money(tokens),
            paid=self._money({key: usage for key, usage in tokens.items() if not key[1]}),
            retries=counts["retries"],
            asked_again=counts["asked_again"],
            waited=waited,
            answered=answered,
            estimated=total.estimated,
            fallbacks=tuple(sorted(self._fallbacks.get(task, {}).items())),
        )

    def _money(self, tokens: Mapping[tuple[str, bool], Usage]) -> float | None:
        dollars = 0.0
        for (label, _), usage in tokens.items():
            if not (usage.input or usage.output):
                continue
            price = self._price_of(label)
            if price is None:
                return None
            dollars += price.cost(usage)
        return dollars

    def usage(self) -> ModelUsage:
        """Gives the account of all tasks together; costs are None where any price is not known."""
        from conspectus.domain.run_record import ModelUsage

        tasks = list(self.by_task().values())
        return ModelUsage(
            calls=sum(task.calls for task in tasks),
            reused=sum(task.reused for task in tasks),
            input_tokens=sum(task.input_tokens for task in tasks),
            output_tokens=sum(task.output_tokens for task in tasks),
            cached_tokens=sum(task.cached_tokens for task in tasks),
            cost=_sum(task.cost for task in tasks),
            paid=_sum(task.paid for task in tasks),
            retries=sum(task.retries for task in tasks),
            asked_again=sum(task.asked_again for task in tasks),
            fallbacks=sum(count for task in tasks for _, count in task.fallbacks),
            estimated=any(task.estimated for task in tasks),
        )


def _sum(values: Iterable[float | None]) -> float | None:
    total = 0.0
    for value in values:
        if value is None:
            return None
        total += value
    return total


USAGE_HEADINGS = (
    "task", "calls", "kept", "tokens in", "of it cached", "tokens out", "cost", "paid now",
    "retries", "asked again", "fallbacks", "waited", "answered in",
)  # fmt: skip
"""The columns of ``usage_rows``."""


def usage_rows(by_task: Mapping[str, TaskUsage]) -> list[tuple[str, ...]]:
    """Gives the account as a table for people: a row for each task and, of several, one for all."""
    tasks = list(by_task.values())
    if len(tasks) > 1:
        tasks.append(_together(tasks))
    return [
        (
            task.task,
            f"{task.calls:,}",
            f"{task.reused:,}",
            f"{'about ' if task.estimated else ''}{task.input_tokens:,}",
            f"{task.cached_tokens:,}",
            f"{task.output_tokens:,}",
            in_dollars(task.cost),
            in_dollars(task.paid),
            f"{task.retries:,}",
            f"{task.asked_again:,}",
            f"{sum(count for _, count in task.fallbacks):,}",
            f"{task.waited:.1f} s",
            f"{task.answered:.1f} s",
        )
        for task in tasks
    ]


def in_dollars(cost: float | None) -> str:
    """Gives a cost in words: "$0.0123", or "unknown"."""
    return "unknown" if cost is None else f"${cost:.4f}"


def _together(tasks: list[TaskUsage]) -> TaskUsage:
    total = TaskUsage(task="all")
    for task in tasks:
        total = replace(
            total,
            calls=total.calls + task.calls,
            reused=total.reused + task.reused,
            failed=total.failed + task.failed,
            input_tokens=total.input_tokens + task.input_tokens,
            output_tokens=total.output_tokens + task.output_tokens,
            cached_tokens=total.cached_tokens + task.cached_tokens,
            cost=_sum((total.cost, task.cost)),
            paid=_sum((total.paid, task.paid)),
            retries=total.retries + task.retries,
            asked_again=total.asked_again + task.asked_again,
            waited=total.waited + task.waited,
            answered=total.answered + task.answered,
            estimated=total.estimated or task.estimated,
            fallbacks=total.fallbacks + task.fallbacks,
        )
    return total
