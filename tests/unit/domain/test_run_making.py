from __future__ import annotations

from datetime import UTC, datetime

from conspectus.domain.run_making import begin_run, make_run_record
from conspectus.engines.extractive.engine import ExtractiveEngine


def test_a_record_says_what_made_the_product_and_when_it_began() -> None:
    engine = ExtractiveEngine()
    begun = begin_run(engine, datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC))
    record = make_run_record(
        begun, engine, seed=7, parameters={"length": 9}, seconds={"graph": 0.123456}, embedder="made"
    )
    assert record.id.startswith("20260304T050607-")
    assert record.started == "2026-03-04T05:06:07+00:00"
    assert (record.engine, record.model, record.embedder, record.seed) == ("extractive", "", "made", 7)
    assert record.seconds == (("graph", 0.1235),)
    assert record.parameters == (("length", 9),)
    assert [name for name, _ in record.versions[:3]] == ["conspectus", "engine", "python"]
    assert record.usage.calls == 0
    assert make_run_record(begun, engine, seed=7, parameters={}, seconds={}).id != record.id
