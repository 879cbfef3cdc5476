"""The benchmark ``summaries`` as ``conspectus evaluate`` asks for it: options in, a printable run out."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.comparison import Bootstrap, Interval
from conspectus.evaluation.summaries.items import SummaryItem, SummaryMethod, SummaryOutput, body_only
from conspectus.evaluation.summaries.loading import load_summaries
from conspectus.evaluation.summaries.methods import default_methods, method_named, summary_methods
from conspectus.evaluation.summaries.metrics import MEASURES, measure
from conspectus.evaluation.summaries.model_measures import ModelMeasures, available_measures
from conspectus.evaluation.summaries.model_methods import MODEL_SUMMARY_METHODS, model_methods
from conspectus.evaluation.table_text import grid
from conspectus.foundation.errors import ConspectusError, ModelStopped, NothingFound
from conspectus.foundation.events import Events


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodResult:
    """What one method made of the items: its outputs in their order (None where it failed) and figures of each."""

    method: str
    outputs: tuple[SummaryOutput | None, ...]
    figures: tuple[dict[str, float], ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariesRun:
    """The figures of each method on papers with human summaries; differences are those to the first method."""

    benchmark: str
    visible: str
    items: tuple[SummaryItem, ...]
    results: tuple[MethodResult, ...]
    failures: tuple[str, ...]
    seed: int

    @property
    def is_partial(self) -> bool:
        """Whether a record or an output failed."""
        return bool(self.failures)

    def json_form(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Gives the figures for programs: an object for one method, a list for several."""
        made = [self._object(result) for result in self.results]
        return made[0] if len(made) == 1 else made

    def output_lines(self) -> Iterator[str]:
        """Yields a JSON line for each item and method."""
        for result in self.results:
            for item, output in zip(self.items, result.outputs, strict=True):
                if output is not None:
                    line = {
                        "id": item.id,
                        "method": result.method,
                        "text": output.text,
                        "cited": [],
                        "evidence": [list(group) for group in output.evidence],
                    }
                    yield json.dumps(line, ensure_ascii=False)

    def table(self) -> str:
        """Gives the figures for people, shares x 100, with 95 % intervals of ROUGE and differences to the first."""
        heads = [name for name in self._measures() if any(name in row for r in self.results for row in r.figures)]
        rows = []
        for result in self.results:
            scores = self._scores(result)
            cells = [_cell(name, scores[name]) if name in scores else "" for name in heads]
            rows.append([result.method, *cells, f"{result.seconds:.1f}"])
        lines = grid(["method", *heads, "seconds"], rows)
        title = f"summaries: {self.benchmark}, {len(self.items)} papers, input {self.visible}, shares x 100"
        notes = ["METEOR has its exact and stem modules, no synonyms.", *self.failures]
        if len(self.results) > 1:
            notes = [*self._differences(), *notes]
        return "\n".join([title, "", *lines, "", *notes])

    def _measures(self) -> tuple[str, ...]:
        """The names of all figures: our own, then those of models."""
        found = {name: None for result in self.results for row in result.figures for name in row}
        return (*MEASURES, *(name for name in found if name not in MEASURES))

    def _scores(self, result: MethodResult) -> dict[str, Interval]:
        names = [name for name in self._measures() if any(name in row for row in result.figures)]
        found = {}
        for name in names:
            values = [row[name] for row in result.figures if name in row]
            found[name] = Bootstrap(len(values), seed=self.seed).interval(values)
        return found

    def _differences(self) -> list[str]:
        """The paired differences of the first method to each other one."""
        first = self.results[0]
        lines = []
        for other in self.results[1:]:
            parts = []
            for name in ("rouge1", "rougeL", "aspect_coverage"):
                pairs = [
                    (a[name], b[name])
                    for a, b in zip(first.figures, other.figures, strict=True)
                    if name in a and name in b
                ]
                if pairs:
                    mine, theirs = zip(*pairs, strict=True)
                    gap = Bootstrap(len(pairs), seed=self.seed).difference(mine, theirs)
                    parts.append(f"{name} {100 * gap.mean:+.1f} [{100 * gap.low:+.1f}, {100 * gap.high:+.1f}]")
            lines.append(f"{first.method} against {other.method}: {', '.join(parts)}")
        return lines

    def _object(self, result: MethodResult) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "input": self.visible,
            "method": result.method,
            "n": len(self.items),
            "scores": {
                name: {"mean": value.mean, "low": value.low, "high": value.high}
                for name, value in self._scores(result).items()
            },
            "seconds": round(result.seconds, 3),
        }


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> SummariesRun:
    """Gives the figures of methods on the papers of a benchmark.

    ``set_name`` names splits ("train+val"), all but test if empty; ``input`` says whether the abstract is seen.

    Raises:
        ConspectusError: The data or a name cannot be used.
    """
    options, events = options or RunOptions(), events or Events()
    benchmark, items, broken = load_summaries(data, options.set_name)
    items = items[: options.limit]
    if options.input == "body":
        items = [body_only(item) for item in items]
        items = [item for item in items if item.document.sections]
    if not items:
        raise NothingFound(f"{data} has no paper to summarise.", hint="Look at --set, --limit and --input.")
    methods = summary_methods(options.engine)
    names = options.methods or default_methods()
    if options.models is not None:
        methods |= model_methods(options.models)
        names = options.methods or (*default_methods(), *MODEL_SUMMARY_METHODS)
    chosen = {name: method_named(name, methods) for name in names}
    failures = [record.message for record in broken]
    models = available_measures()
    results = []
    for name, method in chosen.items():
        with events.stage(name, total=len(items)):
            results.append(_result(name, method, items, options, models=models, failures=failures, events=events))
    return SummariesRun(
        benchmark=benchmark,
        visible=options.input,
        items=tuple(items),
        results=tuple(results),
        failures=tuple(failures),
        seed=options.seed,
    )


def _result(
    name: str,
    method: SummaryMethod,
    items: Sequence[SummaryItem],
    options: RunOptions,
    *,
    models: ModelMeasures,
    failures: list[str],
    events: Events,
) -> MethodResult:
    begun = time.perf_counter()
    outputs: list[SummaryOutput | None] = []
    for item in items:
        try:
            outputs.append(method(item, options.words or item.words, options.seed))
        except ModelStopped:
            raise
        except ConspectusError as error:
            failures.append(f"{name} failed on {item.id}: {error.message}")
            outputs.append(None)
        events.advance(name)
    seconds = time.perf_counter() - begun
    # A method that gives nothing is judged by an empty text, so that failing never helps.
    figures = []
    for item, output in zip(items, outputs, strict=True):
        judged = output or SummaryOutput(sentences=())
        figures.append(measure(item, judged) | models.measure(item, judged))
    return MethodResult(method=name, outputs=tuple(outputs), figures=tuple(figures), seconds=seconds)


def _cell(name: str, value: Interval) -> str:
    if name == "length":
        return f"{value.mean:.0f}"
    if name.startswith("rouge"):
        return f"{100 * value.mean:.1f} [{100 * value.low:.1f}, {100 * value.high:.1f}]"
    return f"{100 * value.mean:.1f}"
