from __future__ import annotations

import json

import pytest

from conspectus.testing.server_plan import Fault, FaultChooser, ServerPlan, read_plan


def test_a_plan_survives_json() -> None:
    plan = ServerPlan(
        latency=0.1, rungs=("tool",), models=("a",), faults=(Fault(kind="trickle", positions=(1, 3), retry_after=2),)
    )
    assert read_plan(json.loads(json.dumps(plan.to_json()))) == plan


@pytest.mark.parametrize(
    "values", [{"latencey": 1}, {"faults": [{"kind": "flood"}]}, {"faults": [{"kind": "reset", "when": 1}]}]
)
def test_unknown_names_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not a"):
        read_plan(values)


def chosen(*faults: Fault, texts: list[str], seed: int = 0) -> list[str]:
    chooser = FaultChooser(ServerPlan(faults=faults, seed=seed))
    found = [chooser.choose(number, text) for number, text in enumerate(texts, 1)]
    return [fault.kind if fault else "" for fault in found]


def test_faults_by_position_text_and_number_of_times() -> None:
    assert chosen(Fault(kind="reset", positions=(2,)), texts=["a"] * 3) == ["", "reset", ""]
    assert chosen(Fault(kind="reset", contains="b"), texts=["a", "abc"]) == ["", "reset"]
    assert chosen(Fault(kind="reset", times=2), texts=["a"] * 3) == ["reset", "reset", ""]
    assert chosen(Fault(kind="reset", contains="b", positions=(1,)), texts=["a", "b"]) == ["", ""]
    assert chosen(Fault(kind="reset", times=1), Fault(kind="empty"), texts=["a"] * 2) == ["reset", "empty"]


def test_faults_by_probability_are_as_many_and_the_same_for_a_seed() -> None:
    fault = Fault(kind="reset", probability=0.6)
    first = chosen(fault, texts=["a"] * 1000)
    # The standard deviation of the count is √(1000 · 0.6 · 0.4) ≈ 15.5; five of them are never seen.
    assert 520 < first.count("reset") < 680
    assert first == chosen(fault, texts=["a"] * 1000)
    assert first != chosen(fault, texts=["a"] * 1000, seed=1)
    assert chosen(Fault(kind="reset", probability=0.0), texts=["a"] * 50) == [""] * 50
    assert chosen(Fault(kind="reset", probability=1.0), texts=["a"] * 50) == ["reset"] * 50
