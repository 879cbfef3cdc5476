from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.foundation.errors import ModelStopped, ServerFailed, UsageError
from conspectus.providers.completion import (
    Completion,
    CompletionRequest,
    FinishReason,
    Message,
    ProviderOptions,
    Rung,
    Usage,
)
from conspectus.providers.replay import RecordingProvider, ReplayProvider, replay, request_key
from conspectus.providers.scripted import Rule, ScriptedProvider

ASKED = CompletionRequest(model="m", messages=(Message("user", "Bees?"),), max_output_tokens=9)


def test_the_model_the_rung_and_the_name_do_not_count() -> None:
    other = replace(ASKED, model="n", rung=Rung.TOOL, schema_name="other")
    assert request_key(other) == request_key(ASKED)


@pytest.mark.parametrize(
    "change",
    [
        {"messages": (Message("user", "Wasps?"),)},
        {"messages": (Message("system", "Bees?"),)},
        {"temperature": 0.7},
        {"seed": 1},
        {"max_output_tokens": 10},
        {"schema": {"type": "object"}},
    ],
)
def test_everything_else_counts(change: dict[str, object]) -> None:
    assert request_key(replace(ASKED, **change)) != request_key(ASKED)  # type: ignore[arg-type]


def test_the_key_is_the_same_in_every_run() -> None:
    # A key that changed would make every recorded file useless.
    assert request_key(ASKED).startswith("8deb1bc5d551")
    assert request_key(replace(ASKED, temperature=0)) == request_key(ASKED)


def test_what_was_recorded_is_given_again(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    given = Completion(
        text="Bees\ndance \u2028 “so”.",
        usage=Usage(input=5, output=3, cached=2, estimated=True),
        finish=FinishReason.LENGTH,
        model="m-1",
    )
    recording = RecordingProvider(ScriptedProvider(lambda request: given), file)
    assert recording.complete(ASKED) is given
    # It is there at once, not when the file is closed.
    assert ReplayProvider(file).complete(replace(ASKED, model="n")) == given
    recording.close()
    assert (recording.name, recording.address, recording.is_local_double) == ("scripted", "rules", True)


def test_errors_are_not_recorded(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    recording = RecordingProvider(ScriptedProvider([Rule(error="server_failed")]), file)
    with pytest.raises(ServerFailed):
        recording.complete(ASKED)
    recording.close()
    assert file.read_text() == ""


def test_answers_to_one_request_come_in_the_order_of_the_records(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    recording = RecordingProvider(ScriptedProvider([Rule(answer="one", times=1), Rule(answer="two")]), file)
    recording.complete(ASKED)
    recording.complete(ASKED)
    recording.close()
    provider = ReplayProvider(file)
    assert [provider.complete(ASKED).text for _ in range(3)] == ["one", "two", "two"]


def test_a_request_that_was_never_recorded_stops_the_run(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.touch()
    with pytest.raises(ModelStopped, match="no answer to this request") as caught:
        ReplayProvider(file).complete(ASKED)
    assert "record" in caught.value.hint


def test_threads_write_whole_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    recording = RecordingProvider(ScriptedProvider(lambda request: request.messages[0].content * 2000), file)
    requests = [replace(ASKED, messages=(Message("user", f"{number} "),)) for number in range(32)]
    threads = [threading.Thread(target=recording.complete, args=(request,)) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    recording.close()
    provider = ReplayProvider(file)
    assert all(provider.complete(r).text == r.messages[0].content * 2000 for r in requests)


def test_half_a_line_of_a_killed_run_is_passed_over_and_written_over(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    recording = RecordingProvider(ScriptedProvider(lambda request: "one"), file)
    recording.complete(ASKED)
    recording.close()
    with file.open("a") as half:
        half.write('{"key": "abc", "te')
    assert ReplayProvider(file).complete(ASKED).text == "one"
    again = RecordingProvider(ScriptedProvider(lambda request: "two"), file)
    again.complete(replace(ASKED, seed=2))
    again.close()
    assert [json.loads(line)["text"] for line in file.read_text().splitlines()] == ["one", "two"]


@pytest.mark.parametrize("line", ["no json", "{}", "3", '{"key": "a", "text": 3, "usage": {}, "finish": "stop"}'])
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(f"\n{line}\n")
    with pytest.raises(UsageError, match="Line 2 of"):
        ReplayProvider(file)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        ReplayProvider(tmp_path / "none")
    with pytest.raises(UsageError):
        RecordingProvider(ScriptedProvider([]), tmp_path / "no folder" / "a.jsonl")
    with pytest.raises(UsageError):
        replay(ProviderOptions(environment={}, path=str(tmp_path / "none")))


def test_the_file_may_be_named_as_the_model(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    recording = RecordingProvider(ScriptedProvider(lambda request: "one"), file)
    recording.complete(ASKED)
    recording.close()
    provider = replay(ProviderOptions(environment={}))
    assert provider.complete(replace(ASKED, model=str(file))).text == "one"
    provider.close()
