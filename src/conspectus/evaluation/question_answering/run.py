"""The benchmark ``qa``: find the paragraphs that answer questions, answer from them, and compare methods."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.comparison import Bootstrap, Interval
from conspectus.evaluation.methods.question_answering import DEPTH, QaCorpus, QaMethod
from conspectus.evaluation.metrics.answering import (
    answer_f1,
    macro_f1,
    recall_at,
    reciprocal_rank,
    source_diversity,
)
from conspectus.evaluation.question_answering import QA_METHODS
from conspectus.evaluation.question_answering.item import QaItem, QaOutput
from conspectus.evaluation.question_answering.loading import LoadedQuestions, load_questions
from conspectus.evaluation.table_text import grid
from conspectus.foundation.errors import UsageError
from conspectus.foundation.events import Events

DEPTHS = (1, 5, 10)
_WORDS = 120
_SHOWN = ("recall@1", "recall@5", "recall@10", "mrr", "within_recall@1", "within_recall@5", "within_mrr", "answer_f1",
          "accuracy", "diversity")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class QaReport:
    """One method over all questions; a figure rests on the questions for which it means something.

    ``differences`` are paired with each other method over the same questions; ``milliseconds`` is the mean time of
    ranking over all papers, ``slowest`` that of the slowest question. ``groups`` are figures by group of questions.
    """

    method: str
    outputs: tuple[QaOutput, ...]
    scores: Mapping[str, Interval]
    counts: Mapping[str, int]
    differences: Mapping[str, Mapping[str, Interval]]
    groups: Mapping[str, Mapping[str, Interval]]
    macro_f1: float | None
    refused: int
    milliseconds: float
    slowest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QaRun:
    """A whole run: the questions, and a report of each method."""

    loaded: LoadedQuestions
    reports: tuple[QaReport, ...]
    seed: int
    paragraphs: int

    @property
    def is_partial(self) -> bool:
        """Whether a record of the data was broken."""
        return bool(self.loaded.broken)

    def json_form(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Gives the figures for programs: an object for one method, a list for several; shares are in [0, 1]."""
        made = [self._object(report) for report in self.reports]
        return made[0] if len(made) == 1 else made

    def output_lines(self) -> Iterator[str]:
        """Yields a JSON line for each question and method, from which every figure can be computed again."""
        for report in self.reports:
            for item, output in zip(self.loaded.data.items, report.outputs, strict=True):
                line = {
                    "id": item.id,
                    "method": report.method,
                    "text": output.text,
                    "short": output.short,
                    "refused": output.refused,
                    "cited": list(output.cited),
                    "evidence": [list(place) for place in output.ranked[: max(DEPTHS)]],
                    "within": [list(place) for place in output.within[: max(DEPTHS)]],
                    "quotes": list(output.quotes),
                }
                yield json.dumps(line, ensure_ascii=False)

    def table(self) -> str:
        """Gives the figures for people, shares x 100 with 95 % intervals, and the paired differences of MRR."""
        shown = [name for name in _SHOWN if any(name in report.scores for report in self.reports)]
        rows = [
            [
                report.method,
                *(_percent(report.scores.get(name)) for name in shown),
                "-" if report.macro_f1 is None else f"{100 * report.macro_f1:.1f}",
                str(report.refused),
                f"{report.milliseconds:.1f}",
            ]
            for report in self.reports
        ]
        half = f", {self.loaded.half} half" if self.loaded.half else ""
        title = (
            f"qa: {self.loaded.name}{half}, {len(self.loaded.data.items)} questions, {self.paragraphs} paragraphs of "
            f"{len(self.loaded.data.papers)} papers, seed {self.seed}"
        )
        lines = [title, "", *grid(["method", *shown, "macro F1", "refused", "ms"], rows), ""]
        for report in self.reports:
            for other, by_name in report.differences.items():
                told = ", ".join(
                    f"{name} {_signed(by_name[name])}"
                    for name in ("recall@5", "mrr", "within_mrr", "answer_f1")
                    if name in by_name
                )
                lines.append(f"{report.method} - {other}: {told}")
        for report in self.reports:
            for group, scores in report.groups.items():
                told = ", ".join(f"{name} {_percent(scores[name])}" for name in ("recall@5", "mrr") if name in scores)
                lines.append(f"{report.method}, {group}: {told}")
        return "\n".join(lines).rstrip()

    def _object(self, report: QaReport) -> dict[str, Any]:
        return {
            "benchmark": "qa",
            "set": self.loaded.name,
            "half": self.loaded.half,
            "method": report.method,
            "n": len(self.loaded.data.items),
            "papers": len(self.loaded.data.papers),
            "paragraphs": self.paragraphs,
            "depth": DEPTH,
            "seed": self.seed,
            "unused": [asdict(unused) for unused in self.loaded.unused],
            "broken": len(self.loaded.broken),
            "scores": {name: asdict(interval) for name, interval in report.scores.items()},
            "counts": dict(report.counts),
            "macro_f1": report.macro_f1,
            "refused": report.refused,
            "differences": {
                other: {name: asdict(interval) for name, interval in by_name.items()}
                for other, by_name in report.differences.items()
            },
            "groups": {
                group: {name: asdict(interval) for name, interval in scores.items()}
                for group, scores in report.groups.items()
            },
            "milliseconds": report.milliseconds,
            "slowest_milliseconds": report.slowest,
        }


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> QaRun:
    """Gives the figures of methods over a set of questions.

    Args:
        data: A folder or file that holds the set.
        options: Methods, set or half of it, limit, words of an answer, seed, and the engine that answers.
        events: Hears of progress and broken records.

    Raises:
        ModelStopped: No further call to a model can succeed.
        ConspectusError: The data or a name cannot be used; see ``load_questions``.
    """
    options, events = options or RunOptions(), events or Events()
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"A limit of {options.limit} questions is none.", hint="Give --limit at least 1.")
    words = _WORDS if options.words is None else options.words
    if words < 20:
        raise UsageError(f"An answer of {words} words is none.", hint="Give --words at least 20.")
    names = options.methods or QA_METHODS.names()
    makers = [QA_METHODS.get(name) for name in names]  # so that a wrong name is told at once
    loaded = load_questions(data, name=options.set_name, limit=options.limit)
    for broken in loaded.broken:
        events.warn(broken.message, broken.hint)
    for unused in loaded.unused:
        events.warn(f"{unused.id} is left out: {unused.reason}.")
    corpus = QaCorpus(papers=loaded.data.papers)
    if options.engine is not None:
        corpus = QaCorpus(papers=loaded.data.papers, engine=options.engine)
    with events.stage("index"):
        paragraphs = len(corpus.index)
    outputs: dict[str, tuple[QaOutput, ...]] = {}
    for name, make in zip(names, makers, strict=True):
        method: QaMethod = make(corpus, words, options.seed)
        with events.stage(name, len(loaded.data.items)):
            found = []
            for item in loaded.data.items:
                found.append(method(item))
                events.advance(name, detail=item.id)
        outputs[name] = tuple(found)
    reports = qa_reports(loaded.data.items, outputs, seed=options.seed)
    return QaRun(loaded=loaded, reports=reports, seed=options.seed, paragraphs=paragraphs)


def score(item: QaItem, output: QaOutput) -> dict[str, float]:
    """Gives every figure of one output that means something for its question: the one place where they are computed."""
    scores = {f"recall@{depth}": recall_at(output.ranked, item.gold, depth) for depth in DEPTHS}
    scores["mrr"] = reciprocal_rank(output.ranked, item.gold)
    if output.within:
        scores |= {f"within_recall@{depth}": recall_at(output.within, item.gold, depth) for depth in DEPTHS}
        scores["within_mrr"] = reciprocal_rank(output.within, item.gold)
    scores["diversity"] = source_diversity([paper for paper, _ in output.ranked[:5]])
    if item.answers:
        scores["answer_f1"] = max(
            answer_f1(said, item.answers) for said in (output.text, output.short, *output.quotes[:1])
        )
    if item.decision is not None:
        scores["accuracy"] = float(output.short.lower() == item.decision)
    return scores


def qa_reports(
    items: Sequence[QaItem], outputs: Mapping[str, Sequence[QaOutput]], *, seed: int = 0
) -> tuple[QaReport, ...]:
    """Gives a report of each method from its outputs, one for each question in order."""
    scored = {name: [score(*pair) for pair in zip(items, mine, strict=True)] for name, mine in outputs.items()}
    groups = tuple(dict.fromkeys(item.group for item in items if item.group))
    reports = []
    for name, mine in scored.items():
        figures = list(dict.fromkeys(figure for each in mine for figure in each))
        columns = {figure: [each[figure] for each in mine if figure in each] for figure in figures}
        decided = [(each, out) for each, out in zip(items, outputs[name], strict=True) if each.decision is not None]
        times = [out.seconds * 1000 for out in outputs[name]]
        reports.append(
            QaReport(
                method=name,
                outputs=tuple(outputs[name]),
                scores={figure: Bootstrap(len(v), seed=seed).interval(v) for figure, v in columns.items()},
                counts={figure: len(values) for figure, values in columns.items()},
                differences={
                    other: _differences(mine, theirs, seed) for other, theirs in scored.items() if other != name
                },
                groups={group: _group(items, mine, group, seed) for group in groups},
                macro_f1=macro_f1([out.short.lower() for _, out in decided], [str(i.decision) for i, _ in decided])
                if decided
                else None,
                refused=sum(out.refused for out in outputs[name]),
                milliseconds=sum(times) / len(times),
                slowest=max(times),
            )
        )
    return tuple(reports)


def _differences(
    mine: Sequence[Mapping[str, float]], theirs: Sequence[Mapping[str, float]], seed: int
) -> dict[str, Interval]:
    """The mean paired difference of each figure over the questions for which both have it."""
    made = {}
    for figure in dict.fromkeys(figure for each in mine for figure in each):
        pairs = [(one[figure], other[figure]) for one, other in zip(mine, theirs, strict=True)
                 if figure in one and figure in other]  # fmt: skip
        if pairs:
            ones, others = zip(*pairs, strict=True)
            made[figure] = Bootstrap(len(pairs), seed=seed).difference(ones, others)
    return made


def _group(
    items: Sequence[QaItem], scored: Sequence[Mapping[str, float]], group: str, seed: int
) -> dict[str, Interval]:
    mine = [each for item, each in zip(items, scored, strict=True) if item.group == group]
    figures = dict.fromkeys(figure for each in mine for figure in each)
    columns = {figure: [each[figure] for each in mine if figure in each] for figure in figures}
    return {figure: Bootstrap(len(values), seed=seed).interval(values) for figure, values in columns.items()}


def _percent(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{100 * interval.mean:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _signed(interval: Interval) -> str:
    return f"{100 * interval.mean:+.1f} [{100 * interval.low:+.1f}, {100 * interval.high:+.1f}]"
