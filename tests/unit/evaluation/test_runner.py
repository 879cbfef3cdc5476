from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conspectus.evaluation import BENCHMARK_RUNS, related_work
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.loading import load_set
from conspectus.evaluation.comparison import Bootstrap
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, MethodOutput
from conspectus.evaluation.methods import METHODS
from conspectus.evaluation.report import read_outputs
from conspectus.evaluation.runner import Method, run_methods, score_output
from conspectus.foundation.errors import UnknownName, UsageError
from conspectus.foundation.events import Event, Events, StageAdvanced, StageStarted, Warned

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "related_work"
DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data"
OPTIONS = RunOptions(methods=("lead", "lexrank"))


def _item(name: str, references: int) -> BenchmarkItem:
    return BenchmarkItem(
        id=name,
        target="Probes measure soil and radar sees rain.",
        target_kind="citation-text",
        words=8,
        references=tuple(
            BenchmarkReference(id=str(n), number=n, abstract="Probes measure soil.") for n in range(1, references + 1)
        ),
    )


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Method], None]:
    def register(name: str, method: Method) -> None:
        monkeypatch.setitem(METHODS._table, name, "nowhere:nothing")
        monkeypatch.setitem(METHODS._loaded, name, method)

    return register


def test_all_methods_run_over_the_same_items_and_give_the_documented_figures() -> None:
    run = related_work.run(FIXTURES / "citebench.json", OPTIONS)
    first, second = run.json_form()
    assert (first["method"], second["method"]) == ("lead", "lexrank")
    for found in (first, second):
        assert found["benchmark"] == "related-work"
        assert found["n"] == 2
        assert {"rouge1", "rouge2", "rougeL", "rouge1_stripped", "rouge2_stripped", "rougeL_stripped"} < set(
            found["scores"]
        )
        assert set(found["scores"]["cited_share"]) == {"mean", "low", "high"}
        assert found["seconds"] >= 0
    assert set(first["differences"]) == {"lexrank"}
    assert first["by_references"]["3-5"]["n"] == 1


def test_one_method_gives_an_object_rather_than_a_list() -> None:
    assert related_work.run(FIXTURES / "tad.jsonl", RunOptions(methods=("lead",))).json_form()["method"] == "lead"


def test_differences_are_paired_and_agree_with_the_means() -> None:
    run = related_work.run(FIXTURES / "multi_xscience.json", OPTIONS)
    lead, lexrank = run.reports
    values = {r.method: [result.scores["rouge1"] for result in r.results] for r in run.reports}
    assert lead.differences["lexrank"]["rouge1"] == Bootstrap(2, seed=0).difference(values["lead"], values["lexrank"])
    gap = lead.scores["rouge1"].mean - lexrank.scores["rouge1"].mean
    assert lead.differences["lexrank"]["rouge1"].mean == pytest.approx(gap)
    assert lexrank.differences["lead"]["rouge1"].mean == pytest.approx(-gap)


@pytest.mark.parametrize("place", ["citebench.json", "rwsg", "related_work_acl.jsonl", "rwsdata", "deepscholar"])
def test_figures_computed_again_from_the_outputs_equal_the_printed_ones(place: str) -> None:
    run = related_work.run(FIXTURES / place, RunOptions(seed=5))
    items = {item.id: item for item in load_set(FIXTURES / place).items}
    outputs = read_outputs(run.output_lines())
    for printed in run.json_form():
        mine = outputs[printed["method"]]
        scores = [score_output(mine[name], items[name]) for name in items]
        draws = Bootstrap(len(items), seed=5)
        for key, value in printed["scores"].items():
            again = draws.interval([score[key] for score in scores])
            assert (again.mean, again.low, again.high) == (value["mean"], value["low"], value["high"])


def test_the_same_seed_gives_the_same_run_but_for_seconds() -> None:
    def once() -> list[dict[str, object]]:
        found = related_work.run(FIXTURES / "citebench.json", RunOptions(seed=2)).json_form()
        return [{key: value for key, value in each.items() if key != "seconds"} for each in found]

    assert once() == once()
    lines = [list(related_work.run(FIXTURES / "rwsg", RunOptions(seed=2)).output_lines()) for _ in range(2)]
    assert lines[0] == lines[1]


def test_a_method_that_writes_too_much_is_cut_and_flagged(registered: Callable[[str, Method], None]) -> None:
    registered("talker", lambda item, words, seed: MethodOutput(text="Probes [1] " * 50 + "[2]", cited=("1", "2")))
    (report,) = run_methods([_item("a", 2), _item("b", 2)], ["talker"])
    assert report.truncated == 2
    assert report.scores["length"].mean == 8
    assert report.scores["cited_share"].mean == 0.5


def test_every_method_gets_the_same_budget_and_seed(registered: Callable[[str, Method], None]) -> None:
    seen: list[tuple[str, int, int]] = []

    def watcher(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        seen.append((item.id, words, seed))
        return MethodOutput(text="Soil.")

    registered("watcher", watcher)
    run_methods([_item("a", 1)], ["watcher"], seed=9)
    run_methods([_item("a", 1)], ["watcher"], words=5)
    assert seen == [("a", 8, 9), ("a", 5, 0)]


def test_a_method_that_fails_on_an_item_counts_as_silent_there_and_goes_on(
    registered: Callable[[str, Method], None],
) -> None:
    def moody(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        if item.id == "b":
            raise RuntimeError("no mood")
        return MethodOutput(text=item.target)

    registered("moody", moody)
    events = Events()
    (report,) = run_methods([_item("a", 1), _item("b", 1), _item("c", 1)], ["moody"], events=events)
    assert [result.error for result in report.results] == ["", "RuntimeError: no mood", ""]
    assert report.scores["rouge1"].mean == pytest.approx(2 / 3)
    assert events.warnings == ["moody failed on b: RuntimeError: no mood"]


def test_a_failing_method_and_a_broken_record_make_the_run_partial(
    registered: Callable[[str, Method], None],
) -> None:
    def broken(item: BenchmarkItem, words: int, seed: int) -> MethodOutput:
        raise UsageError("not today")

    registered("broken", broken)
    run = related_work.run(FIXTURES / "rwsg", RunOptions(methods=("broken",)))
    assert run.is_partial
    assert run.json_form()["failed"] == [{"id": "watering", "method": "broken", "reason": "not today"}]
    records = related_work.run(FIXTURES / "deepscholar", RunOptions(methods=("lead",)))
    assert records.is_partial
    assert [failure["record"] for failure in records.json_form()["failed"]] == [3]
    assert not related_work.run(FIXTURES / "rwsg", RunOptions(methods=("lead",))).is_partial


def test_items_fall_into_groups_by_references_with_an_abstract() -> None:
    items = [_item(str(n), n) for n in (1, 2, 3, 5, 6, 10, 11, 40)]
    (report,) = run_methods(items, ["lead"])
    assert {label: group.n for label, group in report.by_references.items()} == {
        "1-2": 2,
        "3-5": 2,
        "6-10": 2,
        ">10": 2,
    }


def test_progress_is_told_item_by_item() -> None:
    heard: list[Event] = []
    related_work.run(FIXTURES / "citebench.json", OPTIONS, Events([heard.append]))
    assert [event.total for event in heard if isinstance(event, StageStarted)] == [2, 2]
    assert sum(isinstance(event, StageAdvanced) for event in heard) == 4
    assert not any(isinstance(event, Warned) for event in heard)


def test_wrong_use_is_refused_before_any_work() -> None:
    with pytest.raises(UnknownName) as caught:
        related_work.run(FIXTURES / "nowhere", RunOptions(methods=("lead", "lexrnk")))
    assert "lexrank" in caught.value.hint
    with pytest.raises(UsageError):
        related_work.run(FIXTURES / "rwsg", RunOptions(limit=0))
    with pytest.raises(UsageError):
        related_work.run(FIXTURES / "rwsg", RunOptions(methods=("lead",), words=0))
    with pytest.raises(UnknownName) as unknown:
        BENCHMARK_RUNS.get("summarise")
    assert "related-work" in unknown.value.hint


def test_the_table_has_a_row_for_each_method_raw_and_stripped() -> None:
    text = related_work.run(FIXTURES / "citebench.json", OPTIONS).table()
    lines = text.splitlines()
    assert "citebench_sample, 2 items, at most 116 words" in lines[0]
    assert "1 without" in lines[1]
    head = next(line for line in lines if line.startswith("method"))
    assert "R1 bare" in head
    assert sum(line.startswith("lead ") for line in lines) >= 2
    assert sum(line.startswith("lexrank ") for line in lines) >= 2
    assert max(map(len, lines)) < 240


def test_outputs_hold_a_line_for_each_item_and_method() -> None:
    lines = [json.loads(line) for line in related_work.run(FIXTURES / "tad.jsonl", OPTIONS).output_lines()]
    assert [(line["method"], line["id"]) for line in lines] == [
        ("lead", "tad-1"),
        ("lead", "tad-2"),
        ("lexrank", "tad-1"),
        ("lexrank", "tad-2"),
    ]
    assert all(set(line) == {"id", "method", "text", "cited", "evidence"} for line in lines)
    assert lines[0]["evidence"][0].keys() == {"reference", "quote"}


def test_baselines_on_real_citation_texts_stand_where_the_trials_put_them() -> None:
    if not (DATA / "citebench_sample").is_dir():
        pytest.skip("the data set citebench_sample is not beside the repository")
    run = related_work.run(DATA / "citebench_sample", RunOptions(methods=("lead", "lexrank", "textrank")))
    for report in run.reports:
        assert 0.27 < report.scores["rouge1"].mean < 0.34
        assert 0.03 < report.scores["rouge2"].mean < 0.06
        assert report.scores["rouge1_stripped"].mean < report.scores["rouge1"].mean
        assert report.truncated == 0
