from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.concepts_run import run
from conspectus.foundation.errors import UnknownName, UsageError

MARKED = {
    "doc_key": "own-1",
    "sentences": [["We", "use", "radar", "images", "for", "rainfall", "prediction", "."]],
    "ner": [[[2, 3, "Material"], [5, 6, "Task"]]],
    "relations": [[[2, 3, 5, 6, "USED-FOR"]]],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "dev.json").write_text(json.dumps(MARKED) + "\n")
    return tmp_path


def test_the_set_name_is_the_split_and_every_method_has_a_row(data: Path) -> None:
    found = run(data, RunOptions(set_name="dev"))
    assert not found.is_partial
    assert list(found.output_lines()) == []
    methods = [result["method"] for result in found.json_form()]
    assert "conspectus" in methods
    assert len(methods) > 1
    lines = found.table().splitlines()
    assert lines[0].startswith("concepts: 1 abstracts")
    assert [line.split()[0] for line in lines[3:]] == methods


def test_one_method_gives_an_object(data: Path) -> None:
    found = run(data, RunOptions(set_name="dev", methods=("conspectus",)))
    assert found.json_form()["benchmark"] == "concepts"


def test_what_the_benchmark_does_not_have_is_refused(data: Path, make_models: Any) -> None:
    for options in (RunOptions(words=3), RunOptions(outputs=True)):
        with pytest.raises(UsageError, match="neither outputs nor a word budget"):
            run(data, options)
    with pytest.raises(UsageError, match="no language model"):
        run(data, RunOptions(models=make_models(str)))
    with pytest.raises(UnknownName):
        run(data, RunOptions(set_name="dev", methods=("lexrank",)))
