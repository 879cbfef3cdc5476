"""How well records of one work are found: pairs, works and records that people would have kept, beside two baselines.

The works are divided by a hash of their names into a development half and a held-out half; figures are given for each
and for both together. The rules were written with both in sight: no half is unseen. Precision, recall and F1 are over
pairs of records, with percentile bootstrap intervals over works; ``cluster_*`` are over works of two and more records
that agree as a whole.
"""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conspectus.domain.duplicate_groups import Grouping, group_records
from conspectus.domain.duplicate_traits import Traits, traits_of
from conspectus.domain.duplicates import judge
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.deduplication_sets import LabelledRecord, load_deduplication_sets
from conspectus.evaluation.comparison import CONFIDENCE, DRAWS, Interval
from conspectus.evaluation.table_text import grid
from conspectus.foundation.errors import NothingFound, UnknownName, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.text.counting import counted

PARTS = ("tuning", "checking", "all")
HALVES: Mapping[str, str] = {"tuning": "development", "checking": "held out"}
"""What the parts are to a reader; the names of the parts are what programs know them by."""
_IN_SIGHT = "The rules were written with both halves in sight: held out is not unseen, and all figures flatter us."
Grouper = Callable[[Sequence[Traits]], Grouping]


def by_doi(records: Sequence[Traits]) -> Grouping:
    """Gives the works of records with one DOI each: the first baseline."""
    return _by_key(records, lambda traits: traits.doi)


def by_title(records: Sequence[Traits]) -> Grouping:
    """Gives the works of records with one title each, in normal form and without spaces: the second baseline."""
    return _by_key(records, lambda traits: traits.title.replace(" ", ""))


METHODS: Mapping[str, Grouper] = {"conspectus": group_records, "doi": by_doi, "title": by_title}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairError:
    """Two records that were put together or kept apart wrongly, and what the judge says of these two alone.

    A pair that was put together though the judge does not call it the same is linked by third records.
    """

    first: str
    second: str
    titles: tuple[str, str]
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodResult:
    """The figures of one method on one part of a set.

    ``agreed``, ``found`` and ``gold`` count pairs; ``kept_back`` counts records taken for duplicates that people
    kept, ``let_through`` duplicates that were kept (both None where people did not mark what they kept).
    """

    set_name: str
    part: str
    method: str
    records: int
    works: int
    found_works: int
    agreed: int
    found: int
    gold: int
    scores: Mapping[str, Interval]
    kept_back: int | None
    let_through: int | None
    uncertain: int
    judged: int
    seconds: float
    false_merges: tuple[PairError, ...]
    missed: tuple[PairError, ...]

    @property
    def half(self) -> str:
        """Which half of the works: "development", "held out", or "all" for both together."""
        return HALVES.get(self.part, self.part)

    def to_json(self) -> dict[str, Any]:
        """Gives the figures as plain JSON values."""
        return {"benchmark": "deduplication", "n": self.records, "half": self.half, **asdict(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeduplicationRun:
    """The figures of each method on each part of each set."""

    results: tuple[MethodResult, ...]

    @property
    def is_partial(self) -> bool:
        """Nothing is left out: a set is read as a whole or not at all."""
        return False

    def json_form(self) -> list[dict[str, Any]]:
        """Gives the figures for programs."""
        return [result.to_json() for result in self.results]

    def output_lines(self) -> Iterator[str]:
        """Yields nothing: every error is in the figures, and ``run`` refuses to be asked for outputs."""
        return iter(())

    def table(self) -> str:
        """Gives the figures for people: per cent, with 95 % intervals, and counts."""
        heads = ["set, half, method", "precision", "recall", "F1", "works F1", "agreed", "found", "gold",
                 "kept back", "let through", "uncertain", "seconds"]  # fmt: skip
        rows = [
            [
                f"{r.set_name}, {r.half}, {r.method}",
                *(_percent(r.scores[name]) for name in ("precision", "recall", "f1")),
                f"{100 * r.scores['cluster_f1'].mean:.2f}",
                *(str(count) for count in (r.agreed, r.found, r.gold)),
                *("-" if count is None else str(count) for count in (r.kept_back, r.let_through)),
                str(r.uncertain),
                f"{r.seconds:.2f}",
            ]
            for r in self.results
        ]
        title = "deduplication: pairs of records, in per cent with 95 % intervals over works"
        lines = [title, "", *grid(heads, rows), "", _IN_SIGHT]
        for r in self.results:
            if r.method == "conspectus" and r.part == "all":
                false, missed = counted(len(r.false_merges), "false merge"), counted(len(r.missed), "missed pair")
                lines += ["", f"{r.set_name}: {false}, {missed}"]
                for what, errors in (("false", r.false_merges), ("missed", r.missed)):
                    lines += [f"  {what}: {e.first} and {e.second}: {e.cause}: {e.titles[0]}" for e in errors]
        return "\n".join(lines)


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> DeduplicationRun:
    """Gives the figures of conspectus and the baselines on labelled records; ``set_name`` chooses a set.

    Raises:
        UsageError: The options ask for outputs or a word budget, which this benchmark does not have.
        UnknownName: There is no such method.
        NothingFound: The data hold no labelled records.
    """
    options, events = options or RunOptions(), events or Events()
    if options.outputs or options.words is not None:
        raise UsageError(
            "The benchmark deduplication has neither outputs nor a word budget.",
            hint="Leave out --outputs and --words.",
        )
    for name in options.methods:
        if name not in METHODS:
            raise UnknownName(f"There is no method {name!r}.", hint=f"Methods: {', '.join(METHODS)}.")
    sets = [one for one in load_deduplication_sets(data) if options.set_name in ("", one.name)]
    if not sets:
        raise NothingFound(f"{data} holds no set {options.set_name!r}.", hint="The sets are asysd and colrev.")
    results: list[MethodResult] = []
    with events.stage("deduplication", len(sets)):
        for one in sets:
            records = one.records[: options.limit]
            for part in PARTS:
                chosen = [record for record in records if part in ("all", part_of(record.work))]
                if chosen:
                    names = options.methods or tuple(METHODS)
                    results += [score(one.name, part, name, chosen, seed=options.seed) for name in names]
            events.advance("deduplication", 1, one.name)
    return DeduplicationRun(results=tuple(results))


def part_of(work: str) -> str:
    """Gives "tuning" (development) or "checking" (held out) for the name of a work, half and half, always the same."""
    return "checking" if hashlib.sha256(work.encode("utf-8")).digest()[0] & 1 else "tuning"


def score(set_name: str, part: str, method: str, records: Sequence[LabelledRecord], *, seed: int = 0) -> MethodResult:
    """Gives the figures of one method on records.

    Args:
        set_name: For the result.
        part: For the result.
        method: A name of ``METHODS``.
        records: At least one.
        seed: Fixes the bootstrap draws.
    """
    traits = [traits_of(record.paper) for record in records]
    start = time.perf_counter()
    grouping = METHODS[method](traits)
    seconds = time.perf_counter() - start
    gold_works: defaultdict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        gold_works[record.work].append(place)
    found, gold = _pairs(grouping.works), _pairs(gold_works.values())
    kept_back, let_through = _kept(grouping, records)
    return MethodResult(
        set_name=set_name,
        part=part,
        method=method,
        records=len(records),
        works=len(gold_works),
        found_works=len(grouping.works),
        agreed=len(found & gold),
        found=len(found),
        gold=len(gold),
        scores={
            **_pair_scores(found, gold, [record.work for record in records], seed),
            **_cluster_scores(grouping.works, gold_works.values()),
        },
        kept_back=kept_back,
        let_through=let_through,
        uncertain=len(grouping.uncertain),
        judged=grouping.judged,
        seconds=seconds,
        false_merges=_errors(found - gold, records, traits),
        missed=_errors(gold - found, records, traits),
    )


def _by_key(records: Sequence[Traits], key: Callable[[Traits], str]) -> Grouping:
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for place, traits in enumerate(records):
        groups[key(traits) or f"\0{place}"].append(place)
    return Grouping(works=tuple(tuple(group) for group in groups.values()), uncertain=(), judged=0)


def _pairs(groups: Iterable[Sequence[int]]) -> set[tuple[int, int]]:
    return {(one, other) for group in groups for at, one in enumerate(group) for other in group[at + 1 :]}


def _pair_scores(
    found: set[tuple[int, int]], gold: set[tuple[int, int]], works: Sequence[str], seed: int
) -> dict[str, Interval]:
    """A pair counts for the work of its first record; works are what is drawn."""
    rows = {work: row for row, work in enumerate(dict.fromkeys(works))}
    table = np.zeros((len(rows), 3), dtype=np.int64)
    for column, pairs in enumerate((found & gold, found, gold)):
        for first, _ in pairs:
            table[rows[works[first]], column] += 1
    draws = np.random.default_rng(seed).multinomial(len(rows), np.full(len(rows), 1.0 / len(rows)), size=DRAWS)
    points = _precision_recall_f1(table.sum(axis=0, keepdims=True))
    resampled = _precision_recall_f1(draws @ table)
    tail = (1.0 - CONFIDENCE) / 2
    scores = {}
    for name, point, values in zip(("precision", "recall", "f1"), points, resampled, strict=True):
        low, high = np.quantile(values, (tail, 1.0 - tail))
        scores[name] = Interval(mean=float(point[0]), low=float(low), high=float(high))
    return scores


def _precision_recall_f1(sums: NDArray[np.int64]) -> tuple[NDArray[np.float64], ...]:
    """Where nothing is found, or nothing is to be found, nothing is wrong."""
    agreed, found, gold = sums[:, 0], sums[:, 1], sums[:, 2]
    precision = np.where(found == 0, 1.0, agreed / np.maximum(found, 1))
    recall = np.where(gold == 0, 1.0, agreed / np.maximum(gold, 1))
    both = precision + recall
    return precision, recall, np.where(both == 0, 0.0, 2 * precision * recall / np.where(both == 0, 1.0, both))


def _cluster_scores(found: Iterable[Sequence[int]], gold: Iterable[Sequence[int]]) -> dict[str, Interval]:
    mine = {tuple(sorted(group)) for group in found if len(group) > 1}
    theirs = {tuple(sorted(group)) for group in gold if len(group) > 1}
    sums = np.array([[len(mine & theirs), len(mine), len(theirs)]], dtype=np.int64)
    values = (float(value[0]) for value in _precision_recall_f1(sums))
    names = ("cluster_precision", "cluster_recall", "cluster_f1")
    return {name: Interval(mean=value, low=value, high=value) for name, value in zip(names, values, strict=True)}


def _kept(grouping: Grouping, records: Sequence[LabelledRecord]) -> tuple[int | None, int | None]:
    """One record of each work is kept: which of people's firsts are lost by it, and which duplicates stay."""
    if any(record.is_first is None for record in records):
        return None, None
    firsts = [sum(bool(records[place].is_first) for place in work) for work in grouping.works]
    return sum(max(number - 1, 0) for number in firsts), sum(number == 0 for number in firsts)


def _errors(
    pairs: set[tuple[int, int]], records: Sequence[LabelledRecord], traits: Sequence[Traits]
) -> tuple[PairError, ...]:
    errors = []
    for first, second in sorted(pairs):
        judgement = judge(traits[first], traits[second])
        errors.append(
            PairError(
                first=records[first].id,
                second=records[second].id,
                titles=(records[first].paper.title, records[second].paper.title),
                cause=f"{judgement.verdict} ({'; '.join(judgement.reasons)})",
            )
        )
    return tuple(errors)


def _percent(value: Interval) -> str:
    return f"{100 * value.mean:.2f} [{100 * value.low:.2f}, {100 * value.high:.2f}]"
