"""How good reviews and concepts are on sets of real data, beside baselines, where the sets are at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.outcome import Cell, Outcome, Scale, Table
from conspectus.evaluation import BENCHMARK_RUNS
from conspectus.evaluation.benchmark_run import RunOptions

RELATED_WORK_SETS = ("citebench_sample", "deepscholar_bench", "rwsdata", "rwsg_ccby", "related_work_acl")
CONCEPT_SET, CONCEPT_SPLIT = "scierc", "dev"
_MEASURES = {
    "rouge1": "R1",
    "rouge2": "R2",
    "rougeL": "RL",
    "rouge1_stripped": "R1 stripped",
    "rouge2_stripped": "R2 stripped",
    "rougeL_stripped": "RL stripped",
    "cited_share": "cited",
}
_NOTE = (
    "The coefficients of our word rates were fitted on citebench_sample, deepscholar_bench, rwsg_ccby and "
    "related_work_acl, and rules were read against all sets and scierc dev: our figures are in-sample and flatter us. "
    "These sets are parts that we develop on, never the published test sets: the figures compare methods here, and "
    "must not be set beside published ones."
)


def run(scale: Scale) -> Outcome:
    """Gives the figures of every offline method on each set that is there."""
    limit = scale.pick(None, 2)
    tables: list[Table] = []
    skipped: list[str] = []
    for name in (*RELATED_WORK_SETS, CONCEPT_SET):
        if not (scale.data / name).is_dir():
            skipped.append(f"{name}: there is no such folder among the data.")
        elif name == CONCEPT_SET:
            tables.append(_concepts(scale, limit))
        else:
            tables.extend(_related_work(scale, name, limit))
    return Outcome(
        tables=tuple(tables),
        notes=(
            _NOTE,
            "All figures but words, cut and seconds are x 100 with 95 % intervals. ROUGE is F1 over stems; stripped: "
            "citation markers removed from both sides; cited: the share of the references with an abstract that the "
            "text cites; cut: outputs cut to the word budget.",
            "Differences are paired, item by item: an interval without 0 is a difference that holds.",
        ),
        skipped=tuple(skipped),
    )


def _related_work(scale: Scale, name: str, limit: int | None) -> Iterator[Table]:
    run = BENCHMARK_RUNS.get("related-work")(scale.data / name, RunOptions(limit=limit))
    reports: list[dict[str, Any]] = run.json_form()
    command = f"conspectus evaluate related-work --data DATA/{name}"
    head = f"{name}: {reports[0]['n']} items, at most {reports[0]['words']} words"
    yield Table(
        title=head,
        columns=("method", *_MEASURES.values(), "words", "cut", "failed", "seconds"),
        rows=[_method_row(report) for report in reports],
        command=command,
    )
    first = reports[0]
    yield Table(
        title=f"{name}: {first['method']} minus the others",
        columns=("minus", *_MEASURES.values()),
        rows=[{"minus": other, **_shares(scores)} for other, scores in first["differences"].items()],
        command=command,
    )
    yield Table(
        title=f"{name}: by the number of references with an abstract",
        columns=("references", "items", "method", *_MEASURES.values()),
        rows=list(_group_rows(reports)),
        command=command,
    )


def _method_row(report: Mapping[str, Any]) -> dict[str, Cell]:
    return {
        "method": report["method"],
        **_shares(report["scores"]),
        "words": report["scores"]["length"]["mean"],
        "cut": report["truncated"],
        "failed": len(report["failed"]),
        "seconds": report["seconds"],
    }


def _group_rows(reports: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Cell]]:
    for label in reports[0]["by_references"]:
        for report in reports:
            group = report["by_references"][label]
            yield {
                "references": label,
                "items": group["n"],
                "method": report["method"],
                **_shares(group["scores"]),
            }


def _shares(scores: Mapping[str, dict[str, float]]) -> dict[str, Cell]:
    return {label: scores[key] for key, label in _MEASURES.items()}


def _concepts(scale: Scale, limit: int | None) -> Table:
    options = RunOptions(set_name=CONCEPT_SPLIT, limit=limit)
    found = BENCHMARK_RUNS.get("concepts")(scale.data / CONCEPT_SET, options).json_form()
    results: list[dict[str, Any]] = found if isinstance(found, list) else [found]
    measures = [key for key in results[0]["scores"] if key.endswith("_f1")]
    labels = {key: key.removesuffix("_f1").replace("_", " ") for key in measures}
    return Table(
        title=f"{CONCEPT_SET} {CONCEPT_SPLIT}: F1 of concepts and relations, {results[0]['n']} abstracts",
        columns=("method", *labels.values(), "seconds"),
        rows=[
            {
                "method": result["method"],
                **{label: result["scores"][key] for key, label in labels.items()},
                "seconds": result["seconds"],
            }
            for result in results
        ],
        command=f"conspectus evaluate concepts --data DATA/{CONCEPT_SET} --set {CONCEPT_SPLIT}",
    )
