"""Runs methods over the items of a benchmark and scores what they write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from conspectus.evaluation.budget import within_budget
from conspectus.evaluation.comparison import Bootstrap, Interval
from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.evaluation.methods import METHODS
from conspectus.evaluation.metrics import METRICS
from conspectus.foundation.errors import ConspectusError, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.parallel import bounded_map

# Ends of the groups into which items fall by the number of references with an abstract.
REFERENCE_GROUPS = ((1, 2, "1-2"), (3, 5, "3-5"), (6, 10, "6-10"), (11, None, ">10"))


class Method(Protocol):
    """Writes a review of at most ``words`` words for an item; the same seed gives the same output."""

    def __call__(self, item: BenchmarkItem, words: int, seed: int, /) -> MethodOutput:
        """Performs the method."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """One output with its figures; ``error`` says why there is none, ``truncated`` whether it was cut."""

    item: str
    references: int
    output: MethodOutput
    scores: Mapping[str, float]
    truncated: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScores:
    """The figures of the ``n`` items of one group."""

    n: int
    scores: Mapping[str, Interval]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodReport:
    """One method over all items: figures, the paired differences to each other method, and by references.

    ``seconds`` is the wall time of writing, without scoring.
    """

    method: str
    results: tuple[ItemResult, ...]
    scores: Mapping[str, Interval]
    differences: Mapping[str, Mapping[str, Interval]]
    by_references: Mapping[str, GroupScores]
    seconds: float

    @property
    def failed(self) -> tuple[ItemResult, ...]:
        """The items for which the method wrote nothing."""
        return tuple(result for result in self.results if result.error)

    @property
    def truncated(self) -> int:
        """How many outputs were cut to the budget."""
        return sum(result.truncated for result in self.results)


def run_methods(
    items: Sequence[BenchmarkItem],
    names: Sequence[str],
    *,
    words: int | None = None,
    seed: int = 0,
    events: Events | None = None,
) -> tuple[MethodReport, ...]:
    """Gives a report of each method, all over the same items and with the same budget.

    An item on which a method fails counts as an empty text: leaving it out would flatter the method.

    Args:
        items: What to write, at least one.
        names: Names in ``METHODS``, each once.
        words: The budget of every item; None for each item's own.
        seed: Fixes the draws of methods and bootstrap.
        events: Hears of progress and failures.

    Raises:
        UsageError: There is no item or no method, or ``words`` is below 1.
        UnknownName: A method is not known.
    """
    if not items or not names:
        raise UsageError("There is nothing to evaluate.", hint="Give at least one item and one method.")
    if words is not None and words < 1:
        raise UsageError(f"A budget of {words} words is none.", hint="Give --words a number of at least 1.")
    methods: dict[str, Method] = {name: METHODS.get(name) for name in dict.fromkeys(names)}
    events = events or Events()
    results: dict[str, list[ItemResult]] = {}
    seconds: dict[str, float] = {}
    for name, method in methods.items():
        with events.stage(name, len(items)):
            results[name], seconds[name] = _run(name, method, items, (words, seed), events)
    return _reports(results, seconds, seed)


def score_output(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]:
    """Gives every figure of one output: the one place where figures are computed."""
    return {name: value for _, metric in METRICS.items() for name, value in metric(output, item).items()}


def _run(
    name: str, method: Method, items: Sequence[BenchmarkItem], budget: tuple[int | None, int], events: Events
) -> tuple[list[ItemResult], float]:
    words, seed = budget
    results, total = [], 0.0

    def timed(item: BenchmarkItem) -> tuple[MethodOutput, float]:
        begun = time.perf_counter()
        return method(item, words or item.words, seed), time.perf_counter() - begun

    for outcome in bounded_map(timed, items):
        item, error = outcome.item, ""
        output, cut = MethodOutput(text=""), False
        if outcome.value is None:
            error = _reason(outcome.error)
            events.warn(f"{name} failed on {item.id}: {error}")
        else:
            output, cut = within_budget(outcome.value[0], item, words or item.words)
            total += outcome.value[1]
        results.append(
            ItemResult(
                item=item.id,
                references=len(item.given),
                output=output,
                scores=score_output(output, item),
                truncated=cut,
                error=error,
            )
        )
        events.advance(name, detail=item.id)
    return results, total


def _reason(error: Exception | None) -> str:
    if isinstance(error, ConspectusError):
        return error.message
    return f"{type(error).__name__}: {error}"


def _reports(
    results: Mapping[str, list[ItemResult]], seconds: Mapping[str, float], seed: int
) -> tuple[MethodReport, ...]:
    columns = {name: _columns(mine) for name, mine in results.items()}
    size = len(next(iter(results.values())))
    draws = Bootstrap(size, seed=seed)
    return tuple(
        MethodReport(
            method=name,
            results=tuple(mine),
            scores=_each(columns[name], draws.interval),
            differences={
                other: {key: draws.difference(values, theirs[key]) for key, values in columns[name].items()}
                for other, theirs in columns.items()
                if other != name
            },
            by_references=_by_references(mine, seed),
            seconds=seconds[name],
        )
        for name, mine in results.items()
    )


def _by_references(results: Iterable[ItemResult], seed: int) -> dict[str, GroupScores]:
    groups: dict[str, GroupScores] = {}
    results = tuple(results)
    for least, most, label in REFERENCE_GROUPS:
        mine = [r for r in results if r.references >= least and (most is None or r.references <= most)]
        if mine:
            draws = Bootstrap(len(mine), seed=seed)
            groups[label] = GroupScores(n=len(mine), scores=_each(_columns(mine), draws.interval))
    return groups


def _columns(results: Sequence[ItemResult]) -> dict[str, list[float]]:
    return {key: [result.scores[key] for result in results] for key in results[0].scores}


def _each(
    columns: Mapping[str, Sequence[float]], measure: Callable[[Sequence[float]], Interval]
) -> dict[str, Interval]:
    return {key: measure(values) for key, values in columns.items()}
