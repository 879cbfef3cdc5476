"""Runs methods over the items of a benchmark and scores what they write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from conspectus.domain.run_record import ModelUsage
from conspectus.evaluation.budget import within_budget
from conspectus.evaluation.comparison import Bootstrap, Interval
from conspectus.evaluation.item import BenchmarkItem, MethodOutput
from conspectus.evaluation.methods.chosen import ChosenMethod, chosen_methods
from conspectus.evaluation.metrics import METRICS
from conspectus.foundation.errors import ConspectusError, ModelStopped, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.parallel import Outcome, bounded_map

if TYPE_CHECKING:
    from conspectus.domain.engine import Engine
    from conspectus.providers.models import Models

# Ends of the groups into which items fall by the number of references with an abstract.
REFERENCE_GROUPS = ((1, 2, "1-2"), (3, 5, "3-5"), (6, 10, "6-10"), (11, None, ">10"))


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

    ``seconds`` is the wall time of writing, without scoring. ``model`` names the language models that were asked,
    "" for none; ``usage`` is what they were asked for.
    """

    method: str
    results: tuple[ItemResult, ...]
    scores: Mapping[str, Interval]
    differences: Mapping[str, Mapping[str, Interval]]
    by_references: Mapping[str, GroupScores]
    seconds: float
    model: str
    usage: ModelUsage

    @property
    def failed(self) -> tuple[ItemResult, ...]:
        """The items for which the method wrote nothing."""
        return tuple(result for result in self.results if result.error)

    @property
    def truncated(self) -> int:
        """How many outputs were cut to the budget."""
        return sum(result.truncated for result in self.results)

    @property
    def unknown_citations(self) -> int:
        """How many citations of nothing that was given were removed."""
        return sum(result.output.unknown_citations for result in self.results)


def run_methods(
    items: Sequence[BenchmarkItem],
    names: Sequence[str],
    *,
    words: int | None = None,
    seed: int = 0,
    events: Events | None = None,
    models: Models | None = None,
    engine: Engine | None = None,
) -> tuple[MethodReport, ...]:
    """Gives a report of each method, all over the same items and with the same budget.

    An item on which a method fails counts as an empty text: leaving it out would flatter the method.

    Args:
        items: What to write, at least one.
        names: Names in ``METHODS`` and ``MODEL_METHODS``, each once.
        words: The budget of every item; None for each item's own.
        seed: Fixes the draws of methods and bootstrap.
        events: Hears of progress and failures.
        models: For methods that ask language models; their items are written side by side.
        engine: Performs ``conspectus``; the extractive engine if None.

    Raises:
        UsageError: There is no item or no method, ``words`` is below 1, or a method lacks its model.
        UnknownName: A method is not known.
        ModelStopped: No further call to a model can succeed. There is no report then: what the other items
            would have been is not known.
    """
    if not items or not names:
        raise UsageError("There is nothing to evaluate.", hint="Give at least one item and one method.")
    if words is not None and words < 1:
        raise UsageError(f"A budget of {words} words is none.", hint="Give --words a number of at least 1.")
    events = events or Events()
    written = []
    for method in chosen_methods(names, models=models, engine=engine):
        with events.stage(method.name, len(items)):
            written.append(_write(method, items, (words, seed), events))
    return _reports(written, items, words, seed)


def score_output(output: MethodOutput, item: BenchmarkItem) -> dict[str, float]:
    """Gives every figure of one output: the one place where figures are computed."""
    return {name: value for _, metric in METRICS.items() for name, value in metric(output, item).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """What a method wrote for each item, or why not, in how many seconds and with which calls."""

    method: ChosenMethod
    outcomes: tuple[Outcome[BenchmarkItem, MethodOutput], ...]
    seconds: float
    usage: ModelUsage


def _write(
    method: ChosenMethod, items: Sequence[BenchmarkItem], budget: tuple[int | None, int], events: Events
) -> _Written:
    words, seed = budget
    used_before, begun = method.usage(), time.perf_counter()
    outcomes = []
    for outcome in bounded_map(
        lambda item: method.write(item, words or item.words, seed), items, workers=method.side_by_side
    ):
        if isinstance(outcome.error, ModelStopped) or (method.model and isinstance(outcome.error, UsageError)):
            raise outcome.error  # no other item would fare better
        if outcome.error is not None:
            events.warn(f"{method.name} failed on {outcome.item.id}: {_reason(outcome.error)}")
        outcomes.append(outcome)
        events.advance(method.name, detail=outcome.item.id)
    seconds = time.perf_counter() - begun
    return _Written(method=method, outcomes=tuple(outcomes), seconds=seconds, usage=method.usage().since(used_before))


def _result(outcome: Outcome[BenchmarkItem, MethodOutput], words: int | None) -> ItemResult:
    item = outcome.item
    output, cut = within_budget(outcome.value or MethodOutput(text=""), item, words or item.words)
    return ItemResult(
        item=item.id,
        references=len(item.given),
        output=output,
        scores=score_output(output, item),
        truncated=cut,
        error="" if outcome.error is None else _reason(outcome.error),
    )


def _reason(error: Exception) -> str:
    if isinstance(error, ConspectusError):
        return error.message
    return f"{type(error).__name__}: {error}"


def _reports(
    written: Sequence[_Written], items: Sequence[BenchmarkItem], words: int | None, seed: int
) -> tuple[MethodReport, ...]:
    results = {mine.method.name: tuple(_result(outcome, words) for outcome in mine.outcomes) for mine in written}
    columns = {name: _columns(mine) for name, mine in results.items()}
    draws = Bootstrap(len(items), seed=seed)
    return tuple(
        MethodReport(
            method=mine.method.name,
            results=results[mine.method.name],
            scores=_each(columns[mine.method.name], draws.interval),
            differences={
                other: {key: draws.difference(values, theirs[key]) for key, values in columns[mine.method.name].items()}
                for other, theirs in columns.items()
                if other != mine.method.name
            },
            by_references=_by_references(results[mine.method.name], seed),
            seconds=mine.seconds,
            model=mine.method.model,
            usage=mine.usage,
        )
        for mine in written
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
