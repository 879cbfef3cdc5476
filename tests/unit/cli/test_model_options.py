from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from conspectus.cli.console import Console
from conspectus.cli.model_options import (
    PROMPTS,
    REACHING,
    add_model_options,
    check_model_is_named,
    model_parameters,
    print_bill,
    split_model_options,
)
from conspectus.domain.run_record import ModelUsage
from conspectus.engines.generative import prompt_templates
from conspectus.evaluation import prompts
from conspectus.evaluation.methods import MODEL_TASKS
from conspectus.evaluation.summaries import SUMMARY_TASKS
from conspectus.foundation.errors import UsageError
from conspectus.foundation.settings import load_settings


def test_every_option_is_a_setting() -> None:
    known = set(load_settings(environment={}).model.model_dump())
    named = {parameter.name.removeprefix("model_") for parameter in model_parameters()}
    assert named <= known
    assert {"name", "for_task", "base_url", "key_file", "max_calls", "max_cost"} <= named


def test_model_options_become_settings_and_the_rest_stays() -> None:
    given = {"model_name": "openai:any", "model_key_file": Path("key"), "model_max_calls": None, "words": 90}
    settings, others = split_model_options(given)
    assert settings == {"model__name": "openai:any", "model__key_file": "key", "model__max_calls": None}
    assert others == {"words": 90}


@pytest.mark.parametrize("name", ["model_name", "model_base_url"])
def test_an_empty_value_is_refused(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        split_model_options({name: ""})
    assert caught.value.hint


def test_the_tasks_are_those_of_the_prompts() -> None:
    assert PROMPTS == prompt_templates.PROMPTS
    split_model_options({"model_for_task": [f"{task}=ollama:x" for task in PROMPTS]})
    with pytest.raises(UsageError) as caught:
        split_model_options({"model_for_task": ["writing=ollama:x"]})
    assert "write_chunk" in caught.value.hint


def test_the_tasks_of_methods_with_a_model_are_those_of_their_prompts() -> None:
    folder = Path(prompts.__path__[0])
    assert all((folder / f"{task}.md").is_file() for task in (*MODEL_TASKS, *SUMMARY_TASKS))


def test_options_without_a_model_are_refused() -> None:
    settings = load_settings(environment={})
    check_model_is_named({"engine__name": "extractive", "model__base_url": None}, settings)
    with pytest.raises(UsageError) as caught:
        check_model_is_named({"model__base_url": "http://127.0.0.1:1/v1"}, settings)
    assert "--model" in caught.value.hint
    check_model_is_named({"model__max_calls": 3}, load_settings(environment={"CONSPECTUS_MODEL": "ollama:x"}))


def test_options_are_added_to_those_of_a_command() -> None:
    def command(quiet: bool = False, **given: Any) -> None: ...

    add_model_options(command, REACHING)
    assert list(inspect.signature(command).parameters) == ["quiet", *REACHING]


def told(usage: ModelUsage, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_bill(usage, {"minigraph": 1.25, "write": 2.5}, Console())
    streams = capsys.readouterr()
    assert not streams.out
    return streams.err.splitlines()


def test_no_bill_without_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(ModelUsage(), capsys) == []


def test_the_bill_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    usage = ModelUsage(calls=7, input_tokens=12_000, output_tokens=900, cached_tokens=4_000, cost=0.0123, paid=0.0123)
    assert told(usage, capsys) == [
        "7 calls; 12,000 tokens in (4,000 cached), 900 out; 0.0123 USD",
        "seconds: minigraph 1.2, write 2.5",
    ]


def test_the_bill_says_what_was_kept_and_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    usage = ModelUsage(
        calls=2, reused=1, input_tokens=10, output_tokens=5, cost=0.5, paid=0.25, retries=1, asked_again=2,
        fallbacks=1, estimated=True,
    )  # fmt: skip
    assert told(usage, capsys)[:2] == [
        "2 calls, 1 of them kept from an earlier run; about 10 tokens in (0 cached), 5 out; "
        "0.2500 USD now, 0.5000 USD in all",
        "1 request sent again after an error; 2 answers asked for again; 1 task done without the model",
    ]


def test_an_unknown_price_is_said_to_be_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    usage = ModelUsage(calls=1, cost=None, paid=None)
    assert "the cost is not known" in told(usage, capsys)[0]
