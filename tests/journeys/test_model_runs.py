"""Runs with a language model from the command line: the bill, its limits, interruption, keys, records, the ladder."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from model_steps import (
    CALLS,
    KEY,
    REFERENCES,
    Capture,
    asked_of,
    assert_failed,
    assert_valid,
    body_key,
    command_line,
    key_tree,
    made_library,
    place,
    process,
    review,
    run,
    server,
    task_of,
    unused_address,
    wait_until,
)

from conspectus.testing.openai_server import ReceivedRequest, ServerHandle, running_server
from conspectus.testing.server_plan import ServerPlan

__all__ = ["made_library", "place", "server"]

HASH = hashlib.sha256(KEY.encode()).hexdigest()[:16]
"""By which the server knows the key."""
PRICES = "[openai]\npriced = {input = 2.0, cached = 1.0, output = 8.0}\n"


@pytest.fixture
def prices(tmp_path: Path) -> str:
    """A file with the price of the model "priced"."""
    (tmp_path / "prices.toml").write_text(PRICES, encoding="utf-8")
    return str(tmp_path / "prices.toml")


def test_the_json_output_has_the_shape_of_the_extractive_one(
    server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    with_model = review(capsys, server)
    assert_valid(with_model, made_library, codes=[0])
    without = run(capsys, "write", "review", *REFERENCES, "--chunk-size", "2", "--experts", "2", "--format", "json")
    assert without.product["run"]["engine"] == "extractive"
    assert with_model.product["run"]["engine"] == "generative"
    assert key_tree(with_model.product) == key_tree(without.product)


# The bill before and after.


def test_a_dry_run_agrees_with_the_bill_and_sends_nothing(
    server: ServerHandle, made_library: Path, prices: str, capsys: Capture
) -> None:
    before = len(server.requests())
    dry = run(capsys, *command_line(server.base_url, "--prices", prices, "--dry-run", "--json", model="priced"))
    assert dry.code == 0, dry.err
    assert len(server.requests()) == before
    bill = json.loads(dry.out)
    ending = review(capsys, server, "--prices", prices, model="priced")
    assert_valid(ending, made_library, codes=[0])
    assert len(asked_of(server, "priced")) == ending.usage["calls"] == bill["calls"] == CALLS
    assert bill["input_tokens"] == pytest.approx(ending.usage["input_tokens"], rel=0.2)
    lowest, highest = bill["output_tokens"]
    assert lowest <= ending.usage["output_tokens"] <= highest
    cheapest, dearest = bill["cost"]
    assert cheapest <= ending.usage["cost"] <= dearest
    assert ending.usage["cost"] == pytest.approx(
        (2 * ending.usage["input_tokens"] + 8 * ending.usage["output_tokens"]) / 1e6
    )
    by_task = {task["task"]: task["calls"] for task in bill["tasks"]}
    really = [task_of(request) for request in asked_of(server, "priced")]
    assert by_task == {task: really.count(task) for task in set(really)}


def test_a_dry_run_needs_neither_key_nor_server(capsys: Capture) -> None:
    command = ["write", "review", *REFERENCES, "--model", "openai:gpt-5-mini", "--dry-run"]
    dry = run(capsys, *command)
    assert dry.code == 0, dry.err
    assert "nothing was sent" in dry.out
    # The same without --dry-run asks for the key first.
    assert_failed(run(capsys, *command[:-1]), says="OPENAI_API_KEY")


@pytest.mark.parametrize("most", [1, 4, 7])
def test_no_more_calls_are_sent_than_agreed(
    most: int, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    model = f"at-most-{most}"
    ending = review(capsys, server, "--max-calls", str(most), model=model)
    assert_valid(ending, made_library, codes=[3])
    assert len(asked_of(server, model)) == most
    assert ending.usage["fallbacks"] == CALLS - most
    assert f"The limit of {most} call" in ending.warnings


def test_no_more_is_spent_than_agreed(server: ServerHandle, made_library: Path, prices: str, capsys: Capture) -> None:
    dry = run(capsys, *command_line(server.base_url, "--prices", prices, "--dry-run", "--json", model="priced"))
    cheapest, dearest = json.loads(dry.out)["cost"]
    # Room for the dearest run that there can be is room for this one; less than that stops it on the way.
    enough = ["--prices", prices, "--max-cost", f"{1.2 * dearest:.6f}", "--cache", "of-its-own"]
    assert_valid(review(capsys, server, *enough, model="priced"), made_library, codes=[0])
    sent = len(asked_of(server, "priced"))
    ending = review(capsys, server, "--prices", prices, "--max-cost", f"{1.5 * cheapest:.6f}", model="priced")
    assert_valid(ending, made_library, codes=[3])
    assert 0 < ending.usage["cost"] == ending.usage["paid"] <= 1.5 * cheapest
    assert 0 < len(asked_of(server, "priced")) - sent == ending.usage["calls"] < CALLS
    assert "are spent" in ending.warnings


def test_a_cost_without_a_price_cannot_be_limited(server: ServerHandle, capsys: Capture) -> None:
    ending = review(capsys, server, "--max-cost", "1", model="of-unknown-price")
    assert (ending.code, ending.out) == (2, "")
    assert "hint: Give its price in a file with --prices" in ending.err
    assert not asked_of(server, "of-unknown-price")


@pytest.mark.parametrize(("model", "least"), [("asks-for-a-while", 0.6), ("asks-for-a-date", 0.9)])
def test_a_server_that_asks_to_wait_is_left_alone_for_so_long(
    model: str, least: float, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    ending = review(capsys, server, "--model-for", f"write_chunk=openai:{model}", "--side-by-side", "1")
    assert_valid(ending, made_library, codes=[0])
    first, *later = asked_of(server, model)
    assert first.status == 429
    assert least <= later[0].started - first.ended < 3
    assert len(later) == 3


# Killed, interrupted, and started again.


@pytest.mark.parametrize("after", [2, 5])
def test_a_run_that_is_killed_sends_no_finished_call_again(after: int, made_library: Path, capsys: Capture) -> None:
    with running_server(ServerPlan(answers="scholar", latency=0.3)) as slow:
        command = command_line(slow.base_url)
        with process(*command) as running:
            wait_until(lambda: sum(request.finished for request in slow.completions()) >= after)
            time.sleep(0.1)
            running.kill()
            running.wait()
        killed = time.time()
        first = slow.completions()
        # An answer that is still on its way to a process cannot have been kept by it.
        finished = {body_key(request) for request in first if request.finished and request.ended < killed - 0.1}
        assert after <= len(finished) < CALLS
        ending = run(capsys, *command)
        assert_valid(ending, made_library, codes=[0])
        second = slow.completions()[len(first) :]
        assert finished.isdisjoint(body_key(request) for request in second)
        assert ending.usage["reused"] == CALLS - len(second) >= len(finished)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no SIGINT for one process")
def test_an_interrupt_while_a_call_hangs_ends_at_once_and_keeps_what_is_finished(
    server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    hanging = ["--model-for", "merge_chunks=openai:never"]
    with process(*command_line(server.base_url, *hanging, model="before-interrupt")) as running:
        wait_until(lambda: bool(asked_of(server, "never")))
        time.sleep(0.2)
        begun = time.monotonic()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=10)
        assert time.monotonic() - begun < 4
    assert running.returncode == 130, err
    assert out == ""
    assert "Interrupted." in err
    assert "hint: " in err
    assert len(asked_of(server, "before-interrupt")) == 6
    resumed = review(capsys, server, "--model-for", "merge_chunks=openai:well", model="before-interrupt")
    assert_valid(resumed, made_library, codes=[0])
    assert len(asked_of(server, "before-interrupt")) == 6
    assert resumed.usage["reused"] == 6


# Keys.


def test_a_key_is_sent_and_shown_nowhere(
    server: ServerHandle, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_LOG", "debug")
    files = ["--trace", "trace.jsonl", "--record", "records.jsonl"]
    # The SDK reads its variables when it is imported, so one of the runs has a process of its own.
    with process(*command_line(server.base_url, model="keyed")) as running:
        out, err = running.communicate(timeout=60)
        assert running.returncode == 0, err
    recorded = review(capsys, server, *files, model="keyed-recorded")
    assert recorded.code == 0
    refused = review(capsys, server, *files, model="echoes-the-key")
    assert_failed(refused, says="OPENAI_API_KEY")
    for model in ("keyed", "keyed-recorded", "echoes-the-key"):
        assert {request.key_hash for request in asked_of(server, model)} == {HASH}
    written = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"trace.jsonl", "records.jsonl", "cache.sqlite"} <= written.keys()
    assert b"openai:keyed-recorded" in written["trace.jsonl"]
    said = "".join((out, err, recorded.out, recorded.err, refused.err))
    everything = said.encode() + b"".join(written.values())
    for piece in (KEY, KEY[:12], KEY[-12:]):
        assert piece.encode() not in everything


def test_a_local_provider_is_asked_without_a_key_and_never_reads_that_of_another(
    server: ServerHandle, made_library: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With openai this would be refused, since no key has spaces.
    monkeypatch.setenv("OPENAI_API_KEY", "not a key at all")
    assert_failed(review(capsys, server, model="openai:local"), says="cannot be a key")
    ending = review(capsys, server, model="ollama:local")
    assert_valid(ending, made_library, codes=[0])
    assert {request.key_hash for request in asked_of(server, "local")} == {""}
    assert ending.usage["cost"] == 0.0


def test_a_task_has_the_model_that_is_named_for_it(server: ServerHandle, made_library: Path, capsys: Capture) -> None:
    ending = review(capsys, server, "--model-for", "extract_relations=openai:cheap", model="strong")
    assert_valid(ending, made_library, codes=[0])
    assert {task_of(request) for request in asked_of(server, "cheap")} == {"extract_relations"}
    assert {task_of(request) for request in asked_of(server, "strong")} == {"write_chunk", "merge_chunks"}
    assert ending.product["run"]["model"] == "openai:strong, openai:cheap"


@pytest.mark.skipif(os.name != "posix", reason="other systems have other permissions")
def test_a_key_file_is_used_only_if_nobody_else_can_read_it(
    server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    file = Path("key.txt")
    file.write_text(KEY + "\n", encoding="utf-8")
    file.chmod(0o644)
    refused = review(capsys, server, "--key-file", str(file), model="by-file")
    assert (refused.code, refused.out) == (2, "")
    assert "hint: Let only its owner read it: chmod 600 key.txt" in refused.err
    assert KEY not in refused.err
    assert not asked_of(server, "by-file")
    file.chmod(0o600)
    assert_valid(review(capsys, server, "--key-file", str(file), model="by-file"), made_library, codes=[0])
    assert {r.key_hash for r in asked_of(server, "by-file")} == {HASH}


# Records.


def test_a_recorded_run_is_replayed_without_a_server(server: ServerHandle, made_library: Path, capsys: Capture) -> None:
    recorded = review(capsys, server, "--record", "answers.jsonl", model="recorded")
    assert_valid(recorded, made_library, codes=[0])
    sent = len(server.requests())
    replay = command_line(unused_address(), model="replay:answers.jsonl")
    first, second = run(capsys, *replay), run(capsys, *replay)
    assert_valid(first, made_library, codes=[0])
    assert len(server.requests()) == sent
    assert_same(first.product, second.product, "id", "started", "seconds")
    model = ("model", "cost", "usage")
    assert_same(first.product, recorded.product, "id", "started", "seconds", *model)
    for usage in (first.usage, recorded.usage):
        del usage["cost"], usage["paid"]
    assert first.usage == recorded.usage


def assert_same(one: dict[str, Any], other: dict[str, Any], *but: str) -> None:
    """The same byte for byte, but for these fields of the run."""
    plain = [
        json.dumps({**product, "run": {k: v for k, v in product["run"].items() if k not in but}}, indent=1)
        for product in (one, other)
    ]
    assert plain[0] == plain[1]


# The ladder.

LADDER = {
    "object": ServerPlan(answers="scholar", rungs=("json_object", "prompt")),
    "tool": ServerPlan(answers="scholar", rungs=("tool", "prompt")),
    "words": ServerPlan(answers="scholar", rungs=("prompt",)),
    "no-reason": ServerPlan(answers="scholar", rungs=("json_object", "tool", "prompt"), rung_refusal="500"),
}


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, ServerHandle]]:
    """Servers that know some of the ways of asking for JSON, started side by side."""
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        started = pool.map(lambda plan: stack.enter_context(running_server(plan)), LADDER.values())
        yield dict(zip(LADDER, started, strict=True))


def rung_of(request: ReceivedRequest) -> str:
    if "tools" in request.body:
        return "tool"
    return str(request.body.get("response_format", {"type": "prompt"})["type"])


@pytest.mark.parametrize(
    ("name", "refused", "found"),
    [
        ("object", ["json_schema"], "json_object"),
        ("tool", ["json_schema", "json_object"], "tool"),
        ("words", ["json_schema", "json_object", "tool"], "prompt"),
        ("no-reason", ["json_schema", "json_schema"], "json_object"),
    ],
)
def test_the_way_of_asking_for_json_is_found_out_once(
    name: str,
    refused: list[str],
    found: str,
    servers: dict[str, ServerHandle],
    made_library: Path,
    capsys: Capture,
) -> None:
    server = servers[name]
    assert_valid(review(capsys, server), made_library, codes=[0])
    extractions = [rung_of(r) for r in server.completions() if task_of(r) == "extract_relations"]
    assert extractions == [*refused, *[found] * 3]
    sent = len(server.completions())
    # Other chunks make other prompts, so that nothing but the way of asking is remembered.
    again = review(capsys, server, "--chunk-size", "3")
    assert_valid(again, made_library, codes=[0])
    later = server.completions()[sent:]
    assert [rung_of(r) for r in later if task_of(r) == "extract_relations"] == [found] * 2
    assert all(request.status == 200 for request in later)
    assert again.product["graph"]["relations"]


# doctor --model.


def test_doctor_says_in_words_what_works(
    server: ServerHandle, servers: dict[str, ServerHandle], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    well = run(capsys, "doctor", "--model", "openai:examined", "--base-url", server.base_url)
    assert well.code == 0, well.err
    assert "ok      chat: openai:examined answers in" in well.out
    assert "ok      streaming: openai:examined answers in" in well.out
    assert "ok      structured output: JSON works by a JSON schema that the server enforces." in well.out
    assert "BROKEN" not in well.out
    assert len(asked_of(server, "examined")) <= 4
    lower = run(capsys, "doctor", "--model", "ollama:any", "--base-url", servers["object"].base_url)
    assert lower.code == 0
    assert "JSON works by a JSON object, with the schema in words." in lower.out
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    expired = run(capsys, "doctor", "--model", "openai:expired", "--base-url", server.base_url)
    assert expired.code == 1
    assert "BROKEN  model: " in expired.out
    assert "OPENAI_API_KEY" in expired.out
    assert "hint: " in expired.out
    assert KEY not in expired.out + expired.err
    assert len(asked_of(server, "expired")) == 1


def test_doctor_says_that_a_server_is_down(capsys: Capture) -> None:
    down = run(capsys, "doctor", "--model", "openai:any", "--base-url", unused_address(), "--json")
    assert down.code == 1
    checks = {check["name"]: check for check in json.loads(down.out)}
    for name in ("chat", "streaming", "structured output"):
        assert not checks[name]["ok"]
        assert "cannot be reached" in checks[name]["text"]
        assert checks[name]["hint"]


def test_a_damaged_cache_is_told_and_the_run_goes_on(server: ServerHandle, made_library: Path, capsys: Capture) -> None:
    folder = made_library.parent / "damaged-cache"
    folder.mkdir()
    (folder / "cache.sqlite").write_bytes(bytes(range(256)) * 12)
    ending = review(capsys, server, "--experts", "1", "--cache", str(folder))
    assert_valid(ending, made_library, codes=[0])
    assert "Answers are not kept" in ending.err
