"""A run of the related-work benchmark as JSON, as lines of outputs, and as a table for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conspectus.evaluation.benchmarks.loading import LoadedSet
from conspectus.evaluation.comparison import Interval
from conspectus.evaluation.item import Evidence, MethodOutput
from conspectus.evaluation.methods import RECONSTRUCTIONS
from conspectus.evaluation.runner import REFERENCE_GROUPS, MethodReport
from conspectus.evaluation.table_text import grid

NAME = "related-work"
_SHARES = (
    ("rouge1", "R1"),
    ("rouge2", "R2"),
    ("rougeL", "RL"),
    ("rouge1_stripped", "R1 bare"),
    ("rouge2_stripped", "R2 bare"),
    ("rougeL_stripped", "RL bare"),
    ("cited_share", "cited"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedWorkRun:
    """A whole run: the set, what was asked for, and a report of each method."""

    loaded: LoadedSet
    reports: tuple[MethodReport, ...]
    words: int
    seed: int

    @property
    def is_partial(self) -> bool:
        """Whether a record was broken or a method failed on an item."""
        return bool(self.loaded.broken) or any(report.failed for report in self.reports)

    def json_form(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Gives the figures for programs: an object for one method, a list for several."""
        return json_form(self)

    def output_lines(self) -> Iterator[str]:
        """Yields a JSON line for each item and method."""
        return output_lines(self)

    def table(self) -> str:
        """Gives the figures for people."""
        return table(self)


def json_form(run: RelatedWorkRun) -> dict[str, Any] | list[dict[str, Any]]:
    """Gives the figures for programs: an object for one method, a list for several; shares are in [0, 1]."""
    objects = [_method_object(run, report) for report in run.reports]
    return objects[0] if len(objects) == 1 else objects


def output_lines(run: RelatedWorkRun) -> Iterator[str]:
    """Yields a JSON line for each item and method, from which every figure can be computed again."""
    for report in run.reports:
        for result in report.results:
            line = {
                "id": result.item,
                "method": report.method,
                "text": result.output.text,
                "cited": list(result.output.cited),
                "evidence": [_evidence_object(piece) for piece in result.output.evidence],
            }
            yield json.dumps(line, ensure_ascii=False)


def read_outputs(lines: Iterable[str]) -> dict[str, dict[str, MethodOutput]]:
    """Gives the outputs in such lines, by method and item.

    Raises:
        ValueError: A line is not of this form.
    """
    outputs: dict[str, dict[str, MethodOutput]] = {}
    for line in lines:
        if line.strip():
            record = json.loads(line)
            outputs.setdefault(record["method"], {})[record["id"]] = MethodOutput(
                text=record["text"],
                cited=tuple(record["cited"]),
                evidence=tuple(Evidence(**{"passage": "", **piece}) for piece in record["evidence"]),
            )
    return outputs


def table(run: RelatedWorkRun) -> str:
    """Gives the run for people: all methods, differences to the first one, and figures by references."""
    loaded = run.loaded
    lines = [
        f"{NAME}: {loaded.name}, {len(loaded.items)} items, at most {run.words} words, seed {run.seed}",
        f"{sum(len(item.given) for item in loaded.items)} references with an abstract, "
        f"{loaded.without_abstract} without; {len(loaded.unused)} items unused, {len(loaded.broken)} records broken",
        "ROUGE is F1 over stems and x 100, with 95 % intervals; bare: citation markers removed from both sides",
        "",
        *grid(["method", *(head for _, head in _SHARES), "words", "cut", "seconds"], map(_method_row, run.reports)),
    ]
    first = run.reports[0]
    if first.differences:
        lines += ["", f"{first.method} minus the others, item by item:"]
        rows = ([other, *_cells(scores)] for other, scores in first.differences.items())
        lines += grid(["method", *(head for _, head in _SHARES)], rows)
    lines += _model_lines(run.reports)
    lines += ["", "R1 / R1 bare by the number of references with an abstract:"]
    lines += grid(*_group_rows(run.reports))
    notes = [RECONSTRUCTIONS[report.method] for report in run.reports if report.method in RECONSTRUCTIONS]
    lines += ["", *(f"{note}." for note in notes)] if notes else []
    return "\n".join(lines)


def _method_object(run: RelatedWorkRun, report: MethodReport) -> dict[str, Any]:
    loaded = run.loaded
    return {
        "benchmark": NAME,
        "set": loaded.name,
        "method": report.method,
        "n": len(report.results),
        "words": run.words,
        "seed": run.seed,
        "scores": _interval_objects(report.scores),
        "differences": {other: _interval_objects(scores) for other, scores in report.differences.items()},
        "by_references": {
            label: {"n": group.n, "scores": _interval_objects(group.scores)}
            for label, group in report.by_references.items()
        },
        "seconds": round(report.seconds, 3),
        "truncated": report.truncated,
        "model": report.model,
        "calls": report.usage.calls,
        "tokens": report.usage.tokens,
        "cost": None if report.usage.cost is None else round(report.usage.cost, 6),
        "fallbacks": report.usage.fallbacks,
        "unknown_citations": report.unknown_citations,
        "references": {
            "with_abstract": sum(len(item.given) for item in loaded.items),
            "without_abstract": loaded.without_abstract,
        },
        "skipped": [{"id": unused.id, "reason": unused.reason} for unused in loaded.unused],
        "failed": [
            *({"id": result.item, "method": report.method, "reason": result.error} for result in report.failed),
            *({"record": broken.record, "reason": broken.message, "hint": broken.hint} for broken in loaded.broken),
        ],
    }


def _interval_objects(scores: Mapping[str, Interval]) -> dict[str, dict[str, float]]:
    return {key: {"mean": value.mean, "low": value.low, "high": value.high} for key, value in scores.items()}


def _evidence_object(piece: Evidence) -> dict[str, str]:
    found = {"reference": piece.reference, "quote": piece.quote}
    return {**found, "passage": piece.passage} if piece.passage else found


def _method_row(report: MethodReport) -> list[str]:
    length = report.scores["length"].mean
    return [report.method, *_cells(report.scores), f"{length:.0f}", str(report.truncated), f"{report.seconds:.1f}"]


def _model_lines(reports: Sequence[MethodReport]) -> list[str]:
    """What the methods asked of language models; nothing where none asked any."""
    asking = [report for report in reports if report.model]
    if not asking:
        return []
    rows = (
        [
            report.method,
            report.model,
            str(report.usage.calls),
            str(report.usage.tokens),
            "not known" if report.usage.cost is None else f"{report.usage.cost:.4f}",
            str(report.usage.fallbacks),
            str(report.unknown_citations),
        ]
        for report in asking
    )
    heads = ["method", "model", "calls", "tokens", "USD", "fallbacks", "unknown citations"]
    return ["", "What language models were asked for:", *grid(heads, rows)]


def _cells(scores: Mapping[str, Interval]) -> list[str]:
    return [_percent(scores[key]) for key, _ in _SHARES]


def _percent(value: Interval) -> str:
    return f"{100 * value.mean:.1f} [{100 * value.low:.1f}, {100 * value.high:.1f}]"


def _group_rows(reports: Sequence[MethodReport]) -> tuple[list[str], list[list[str]]]:
    sizes = {label: group.n for label, group in reports[0].by_references.items()}
    labels = [label for _, _, label in REFERENCE_GROUPS if label in sizes]
    rows = []
    for report in reports:
        groups = [report.by_references[label].scores for label in labels]
        cells = [f"{100 * g['rouge1'].mean:.1f} / {100 * g['rouge1_stripped'].mean:.1f}" for g in groups]
        rows.append([report.method, *cells])
    return ["method", *(f"{label} (n={sizes[label]})" for label in labels)], rows
