from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from conspectus.cli.evaluate import command
from conspectus.cli.main import main
from conspectus.foundation.errors import UsageError

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "related_work"
APP = typer.Typer()
APP.command()(command)
RUNNER = CliRunner()


@pytest.fixture
def rules(tmp_path: Path) -> Callable[..., str]:
    """Gives the name of a model that answers by such rules."""

    def write(*rules: object) -> str:
        path = tmp_path / f"rules-{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps({"rules": rules}), encoding="utf-8")
        return f"scripted:{path}"

    return write


@pytest.fixture(autouse=True)
def own_place(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the settings nor the cache of whoever runs the tests."""
    place = tmp_path_factory.mktemp("place")
    (place / "none.toml").write_text("")
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(place / "none.toml"))
    monkeypatch.setenv("CONSPECTUS_CACHE_FOLDER", str(place))


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


def test_methods_with_a_model_run_beside_the_others_and_the_bill_is_printed(rules: Callable[..., str]) -> None:
    model = rules({"answer": "Soil is wet [p1]."})
    result = _run("related-work", "--data", FIXTURES / "rwsg", "--method", "lead,zero-shot", "--model", model, "--json")
    assert result.exit_code == 0, result.output
    lead, shot = json.loads(result.stdout)
    assert (lead["calls"], lead["tokens"], lead["cost"], lead["model"]) == (0, 0, 0.0, "")
    assert (shot["calls"], shot["cost"], shot["model"]) == (1, 0.0, model)
    assert shot["tokens"] > 100
    assert result.stderr.startswith("1 call; about ")
    assert "lead" in result.stderr.splitlines()[-1]


def test_with_a_model_conspectus_is_written_by_it() -> None:
    """Three references make one chunk: 1 call for the minigraph, 1 for the chunk, 3 experts."""
    result = _run(
        "related-work", "--data", FIXTURES / "citebench.json", "--method", "conspectus", "--limit", "1",
        "--model", "scripted:scholar", "--json", "--quiet",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["references"]["with_abstract"] == 3
    assert (found["calls"], found["fallbacks"]) == (5, 0)
    assert found["model"] == "scripted:scholar"


def test_without_a_model_the_hint_names_the_option() -> None:
    result = _run("related-work", "--data", FIXTURES / "rwsg", "--method", "zero-shot")
    assert isinstance(result.exception, UsageError)
    assert "--model" in result.exception.hint


def test_a_model_for_each_task_is_enough(rules: Callable[..., str]) -> None:
    result = _run(
        "related-work", "--data", FIXTURES / "rwsg", "--method", "zero-shot",
        "--model-for", f"zero_shot={rules({'answer': 'Soil is wet [p1].'})}", "--json",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["calls"] == 1
    missing = _run(
        "related-work", "--data", FIXTURES / "rwsg", "--method", "sumblogger",
        "--model-for", f"sumblogger_sentence={rules({'answer': 'Soil.'})}",
    )  # fmt: skip
    assert isinstance(missing.exception, UsageError)
    assert "sumblogger_paragraph" in missing.exception.message


def test_used_up_calls_end_in_exit_code_3_with_what_is_there(rules: Callable[..., str]) -> None:
    result = _run(
        "related-work", "--data", FIXTURES / "citebench.json", "--method", "zero-shot", "--max-calls", "1",
        "--side-by-side", "1", "--model", rules({"answer": "Soil is wet [p1]."}), "--json",
    )  # fmt: skip
    assert result.exit_code == 3
    found = json.loads(result.stdout)
    assert found["calls"] == 1
    assert [failure["method"] for failure in found["failed"]] == ["zero-shot"]
    assert "limit of 1 calls" in found["failed"][0]["reason"]


def test_a_stopped_model_leaves_no_half_result(
    rules: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "outputs.jsonl"
    code = main(
        ["evaluate", "related-work", "--data", str(FIXTURES / "rwsg"), "--method", "lead,zero-shot", "--model",
         rules({"error": "authentication", "message": "The key has expired."}), "--outputs", str(path), "--json"]
    )  # fmt: skip
    streams = capsys.readouterr()
    assert code == 1
    assert streams.out == ""
    assert "The key has expired." in streams.err
    assert path.read_text() == ""


def test_a_benchmark_without_use_for_a_model_says_so(rules: Callable[..., str]) -> None:
    result = _run("concepts", "--data", FIXTURES, "--model", rules({"answer": "Soil."}))
    assert isinstance(result.exception, UsageError)
    assert "--model" in result.exception.hint
