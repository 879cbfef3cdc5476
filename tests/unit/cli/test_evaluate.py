from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from conspectus.cli.evaluate import command
from conspectus.foundation.errors import UsageError

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "related_work"
APP = typer.Typer()
APP.command()(command)
RUNNER = CliRunner()


def _run(*arguments: str) -> typer.testing.Result:
    return RUNNER.invoke(APP, [str(argument) for argument in arguments])


def test_json_alone_goes_to_stdout() -> None:
    result = _run("related-work", "--data", FIXTURES / "citebench.json", "--method", "lead, lexrank", "--json")
    assert result.exit_code == 0
    assert [found["method"] for found in json.loads(result.stdout)] == ["lead", "lexrank"]
    assert result.stderr == ""


def test_people_get_a_table_and_quiet_is_quiet() -> None:
    result = _run("related-work", "--data", FIXTURES / "rwsg", "--method", "lead", "--quiet")
    assert result.exit_code == 0
    assert "rwsg_ccby, 1 items" in result.stdout
    assert result.stderr == ""


def test_outputs_are_written_and_limit_words_and_set_are_heard(tmp_path: Path) -> None:
    path = tmp_path / "new" / "outputs.jsonl"
    result = _run(
        "related-work", "--data", FIXTURES, "--set", "citebench_sample", "--method", "lead", "--limit", "1",
        "--words", "12", "--outputs", path, "--json",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    (line,) = path.read_text(encoding="utf-8").splitlines()
    assert len(json.loads(line)["text"].split()) <= 12
    assert json.loads(result.stdout)["words"] == 12
    assert result.stderr == f"Outputs are in {path}.\n"


def test_broken_records_are_said_and_end_in_exit_code_3() -> None:
    result = _run("related-work", "--data", FIXTURES / "deepscholar", "--method", "lead", "--quiet")
    assert result.exit_code == 3
    assert "warning: papers_with_related_works.csv: row 3" in result.stderr


def test_errors_are_left_to_the_common_door(tmp_path: Path) -> None:
    result = _run("related-work", "--data", FIXTURES / "rwsg", "--method", "lead", "--outputs", tmp_path)
    assert isinstance(result.exception, UsageError)
    with pytest.raises(UsageError):
        command("concepts", FIXTURES, words=5)
