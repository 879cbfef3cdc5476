from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conspectus.evaluation import BENCHMARK_RUNS, related_work
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.benchmarks.loading import load_set
from conspectus.evaluation.comparison import Bootstrap
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, Method, MethodOutput
from conspectus.evaluation.methods import METHODS, MODEL_METHODS
from conspectus.evaluation.report import read_outputs
from conspectus.evaluation.runner import run_methods, score_output
from conspectus.foundation.errors import AuthenticationFailed, LimitReached, UnknownName, UsageError
from conspectus.foundation.events import Event, Events, StageAdvanced, StageStarted, Warned

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "related_work"
DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data"
Make = Callable[..., Any]
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
        BENCHMARK_RUNS.get("relatd-work")
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


GOOD = "Probes [p1] and gauges [p2] measure soil."


def test_items_of_model_methods_are_written_side_by_side_and_stay_in_order(make_models: Make) -> None:
    """Each call waits for another one: one after the other they would never end."""
    pairs = threading.Barrier(2, timeout=20)

    def answer(call: object) -> str:
        pairs.wait()
        return GOOD

    items = [_item(name, 2) for name in "abcd"]
    (report,) = run_methods(items, ["zero-shot"], models=make_models(answer, side_by_side=2))
    assert [result.item for result in report.results] == ["a", "b", "c", "d"]
    assert report.failed == ()


def test_no_more_calls_are_under_way_than_the_models_allow(make_models: Make) -> None:
    """Four items with four references each could ask sixteen at a time."""
    under_way, most, lock = [0], [0], threading.Lock()

    def answer(call: object) -> str:
        with lock:
            under_way[0] += 1
            most[0] = max(most[0], under_way[0])
        time.sleep(0.002)
        with lock:
            under_way[0] -= 1
        return "Probes measure soil [p1, p2, p3, p4]."

    items = [_item(name, 4) for name in "abcd"]
    (report,) = run_methods(items, ["sumblogger"], models=make_models(answer, side_by_side=4))
    assert report.usage.calls == 4 * (4 + 1)
    assert 2 <= most[0] <= 4


def test_each_method_gets_the_bill_of_its_own_calls(make_models: Make) -> None:
    models = make_models(lambda call: GOOD)
    names = ["lead", "zero-shot", "sumblogger", "sumblogger-one-step", "3a-cot"]
    reports = run_methods([_item("a", 2), _item("b", 2)], names, models=models)
    assert [(r.model, r.usage.calls, r.usage.tokens) for r in reports] == [
        ("", 0, 0),
        ("made:up", 2, 22),
        ("made:up", 6, 66),
        ("made:up", 2, 22),
        ("made:up", 8, 88),
    ]
    assert [r.usage.cost for r in reports] == pytest.approx([0.0, 0.02, 0.06, 0.02, 0.08])


def test_an_item_whose_call_fails_counts_as_silent_and_the_others_go_on(make_models: Make) -> None:
    answers = iter([GOOD, LimitReached("The limit of 1 calls is reached."), GOOD])

    def answer(call: object) -> str:
        given = next(answers)
        if isinstance(given, Exception):
            raise given
        return given

    events = Events()
    (report,) = run_methods(
        [_item(name, 2) for name in "abc"], ["zero-shot"], models=make_models(answer), events=events
    )
    assert [result.error for result in report.results] == ["", "The limit of 1 calls is reached.", ""]
    assert [result.scores["length"] for result in report.results] == [7, 0, 7]
    assert events.warnings == ["zero-shot failed on b: The limit of 1 calls is reached."]


@pytest.mark.parametrize("side_by_side", [1, 3])
def test_a_stopped_model_ends_the_run_with_its_error(make_models: Make, side_by_side: int) -> None:
    asked: list[object] = []

    def answer(call: object) -> str:
        asked.append(call)
        raise AuthenticationFailed("The key has expired.", hint="Renew it.")

    with pytest.raises(AuthenticationFailed, match="expired"):
        run_methods(
            [_item(str(n), 2) for n in range(50)], ["lead", "zero-shot"],
            models=make_models(answer, side_by_side=side_by_side),
        )  # fmt: skip
    assert len(asked) < 50


def test_what_is_wrong_with_the_model_options_ends_the_run(make_models: Make) -> None:
    def answer(call: object) -> str:
        raise UsageError("The key file can be read by others.", hint="chmod 600")

    with pytest.raises(UsageError, match="key file"):
        run_methods([_item("a", 2), _item("b", 2)], ["zero-shot"], models=make_models(answer))


def test_json_and_table_say_what_models_were_asked_for(make_models: Make) -> None:
    models = make_models(lambda call: "Probes [p1] and no more [p8].")
    options = RunOptions(methods=("lead", "zero-shot", "3a-cot"), models=models)
    run = related_work.run(FIXTURES / "rwsg", options)
    lead, shot, cot = run.json_form()
    keys = ("model", "calls", "tokens", "cost", "fallbacks", "unknown_citations")
    references = lead["references"]["with_abstract"]
    assert [lead[key] for key in keys] == ["", 0, 0, 0.0, 0, 0]
    assert [shot[key] for key in keys] == ["made:up", 1, 11, 0.01, 0, 1]
    assert cot["calls"] == references + 2
    lines = run.table().splitlines()
    at = lines.index("What language models were asked for:")
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["method", "zero-shot", "3a-cot"]
    assert lines[-1].startswith("3a-cot is a reconstruction")


def test_a_run_without_models_says_nothing_of_them() -> None:
    run = related_work.run(FIXTURES / "rwsg", OPTIONS)
    assert "language models" not in run.table()
    assert "reconstruction" not in run.table()


def test_with_a_model_all_methods_run_by_default(make_models: Make) -> None:
    run = related_work.run(FIXTURES / "rwsg", RunOptions(models=make_models(lambda call: GOOD)))
    assert [report.method for report in run.reports] == [*METHODS.names(), *MODEL_METHODS.names()]
    assert [report.method for report in related_work.run(FIXTURES / "rwsg").reports] == list(METHODS.names())


def test_a_cost_that_is_not_known_is_said_to_be(make_models: Make) -> None:
    models = make_models(lambda call: GOOD)
    models.used = replace(models.used, cost=None)
    models.usage = lambda: replace(models.used, cost=None)
    run = related_work.run(FIXTURES / "rwsg", RunOptions(methods=("zero-shot",), models=models))
    assert run.json_form()["cost"] is None
    assert "not known" in run.table()


def test_a_model_is_missed_before_the_data_are_read() -> None:
    with pytest.raises(UsageError) as caught:
        related_work.run(FIXTURES / "nowhere", RunOptions(methods=("lead", "zero-shot")))
    assert "--model" in caught.value.hint
