"""The fault matrix: whatever a model's server does, a review ends valid or with a clear error and a hint."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from model_steps import (
    ABSTRACTS,
    BROKEN,
    CALLS,
    KEY,
    STREAMED,
    TASKS,
    WELL,
    Capture,
    asked_of,
    assert_failed,
    assert_valid,
    body_key,
    command_line,
    fast_waits,
    made_library,
    place,
    review,
    run,
    server,
    task_of,
    text_of_well,
    unused_address,
)

from conspectus.foundation import cache as cache_module
from conspectus.testing.openai_server import ReceivedRequest, ServerHandle, running_server
from conspectus.testing.server_plan import ServerPlan

__all__ = ["fast_waits", "made_library", "place", "server", "text_of_well"]
pytestmark = pytest.mark.usefixtures("fast_waits")

NameOf = Callable[[str], str]


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> NameOf:
    """Asks for answers at once, and in pieces; gives the name of a model whose fault has not happened yet."""
    monkeypatch.setenv("CONSPECTUS_MODEL_STREAM", str(request.param).lower())
    return lambda name: f"{name}{STREAMED}" if request.param else name


def for_task(task: str, model: str) -> list[str]:
    return ["--model-for", f"{task}=openai:{model}"]


# Faults that pass are waited out: the review is that of a server that is well.


@pytest.mark.parametrize("fault", ["limited", "limited-asking"])
def test_being_asked_to_wait_at_three_calls_in_five_is_no_failure(
    fault: str, both: NameOf, server: ServerHandle, made_library: Path, text_of_well: str, capsys: Capture
) -> None:
    ending = review(capsys, server, model=both(fault))
    assert_valid(ending, made_library, codes=[0])
    asked = asked_of(server, both(fault))
    turned_down = [request for request in asked if request.status == 429]
    assert turned_down
    assert len(asked) - len(turned_down) == CALLS == ending.usage["calls"]
    assert ending.usage["retries"] == len(turned_down)
    assert f"{len(turned_down)} request" in ending.err
    assert ending.text == text_of_well


@pytest.mark.parametrize("fault", ["error-500", "error-502", "reset", "reset-in-body", "cut", "stall", "trickle"])
def test_a_server_that_fails_for_a_moment_is_asked_again(
    fault: str, server: ServerHandle, made_library: Path, text_of_well: str, capsys: Capture
) -> None:
    ending = review(capsys, server, "--timeout", "0.7", model=fault)
    assert_valid(ending, made_library, codes=[0])
    failed = [request for request in asked_of(server, fault) if request.fault]
    assert failed
    assert ending.usage["retries"] >= 1
    assert "sent again after an error" in ending.err
    assert ending.text == text_of_well


def test_a_web_page_instead_of_an_answer_is_not_asked_for_again(
    server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    ending = review(capsys, server, model="web-page")
    assert_valid(ending, made_library, codes=[3])
    assert [request.fault for request in asked_of(server, "web-page")].count("html") == 2
    assert ending.usage["retries"] == 0
    assert "answered with an HTML page" in ending.err


@pytest.mark.parametrize("fault", ["error-500", "reset-in-body", "stall", "broken-event", "error-in-stream"])
def test_a_stream_that_breaks_for_a_moment_is_asked_for_again(
    fault: str,
    server: ServerHandle,
    made_library: Path,
    text_of_well: str,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CONSPECTUS_MODEL_STREAM", "true")
    ending = review(capsys, server, "--timeout", "0.7", *for_task("write_chunk", f"{fault}{STREAMED}"))
    assert_valid(ending, made_library, codes=[0])
    asked = asked_of(server, f"{fault}{STREAMED}")
    assert all(request.body["stream"] for request in asked)
    assert any(request.fault for request in asked)
    assert ending.text == text_of_well


@pytest.mark.parametrize(
    ("task", "fault"),
    [
        ("extract_relations", "empty-once"),
        ("write_chunk", "empty-once-again"),
        ("extract_relations", "wrong-types-once"),
        ("extract_relations", "refuses-once"),
        ("merge_chunks", "refuses-once-again"),
        ("merge_chunks", "german-once"),
        *(("extract_relations", f"broken-once-{how}") for how in BROKEN),
    ],
)
def test_an_answer_that_is_of_no_use_once_is_asked_for_again_or_mended(
    task: str, fault: str, server: ServerHandle, made_library: Path, text_of_well: str, capsys: Capture
) -> None:
    ending = review(capsys, server, *for_task(task, fault))
    assert_valid(ending, made_library, codes=[0])
    asked = asked_of(server, fault)
    assert {task_of(request) for request in asked} == {task}
    assert sum(bool(request.fault) for request in asked) == 1
    again = ending.usage["asked_again"]
    mended = fault.removeprefix("broken-once-") in MENDED
    assert again == (0 if mended else 1)
    assert ("1 answer asked for again" in ending.err) == (not mended)
    assert ending.text == text_of_well
    assert not ending.warnings


MENDED = {"trailing_comma", "single_quotes", "unquoted_keys", "comments", "python_literals", "raw_line_break"}
"""The kinds of broken JSON that say for certain what was meant."""


def test_a_truncated_answer_is_asked_for_with_more_room(
    both: NameOf, server: ServerHandle, made_library: Path, text_of_well: str, capsys: Capture
) -> None:
    for task, fault in (("extract_relations", "truncated-once"), ("merge_chunks", "truncated-once-again")):
        ending = review(capsys, server, *for_task(task, both(fault)))
        assert_valid(ending, made_library, codes=[0])
        (cut,) = [request for request in asked_of(server, both(fault)) if request.fault]
        (larger,) = [r for r in asked_of(server, both(fault)) if r.text == cut.text and not r.fault]
        assert larger.body["max_tokens"] == 2 * cut.body["max_tokens"]
        assert ending.usage["asked_again"] == 1
        assert ending.text == text_of_well


# Faults that stay: the task goes on without the model, a warning says so, and the exit code is 3.


@pytest.mark.parametrize("how", BROKEN)
def test_each_kind_of_broken_json_is_mended_or_said(
    how: str, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    ending = review(capsys, server, *for_task("extract_relations", f"broken-{how}"))
    assert_valid(ending, made_library, codes=[0 if how in MENDED else 3])
    if how in MENDED:
        assert ending.product["graph"]["relations"]
        assert not ending.warnings
    else:
        assert ending.usage["fallbacks"] == 3
        assert ending.warnings.count("No relations were extracted from") == 3
        # Each was told once what is wrong.
        told = [r for r in asked_of(server, f"broken-{how}") if "That answer cannot be used." in r.text]
        assert len(told) == 3
    assert len(ending.product["references"]) == len(ABSTRACTS)


STAY = {
    # fault: the task, what warnings say, how many tasks fall back
    "empty": ("", "gave an empty answer, twice", CALLS),
    "truncated": ("extract_relations", "the answer broke off", 3),
    "wrong-types": ("extract_relations", "does not keep to the schema", 3),
    "invented": ("", "cites nothing that it was shown", 5),
    "refuses": ("", "the model refused", CALLS),
    "refusal-field": ("", "refused to answer", CALLS),
    "filtered": ("", "content management policy", CALLS),
    "german": ("", "not in English", 5),
    "no-context": ("", "maximum context length is 4096 tokens", CALLS),
}


@pytest.mark.parametrize("fault", STAY)
def test_a_model_that_never_gives_what_is_asked_leaves_the_task_to_the_extractive_engine(
    fault: str, both: NameOf, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    task, words, fallbacks = STAY[fault]
    only = for_task(task, both(fault)) if task else []
    ending = review(capsys, server, *only, model=WELL if task else both(fault))
    assert_valid(ending, made_library, codes=[3])
    assert words in ending.warnings
    assert ending.usage["fallbacks"] == fallbacks
    assert f"{fallbacks} tasks done without the model" in ending.err
    # Whoever wrote it, each reference with an abstract is in it.
    assert len(ending.product["references"]) == len(ABSTRACTS)


def test_half_of_a_text_is_used_as_far_as_it_goes(
    both: NameOf, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    ending = review(capsys, server, *for_task("merge_chunks", both("truncated")))
    assert_valid(ending, made_library, codes=[0])
    assert "The answer broke off; its last, incomplete sentence was removed." in ending.warnings
    reasons = {left["reason"] for left in ending.product["not_cited"]}
    assert reasons == {"no abstract", "not cited by the model"}


def test_invented_handles_are_removed_and_named(
    both: NameOf, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    ending = review(capsys, server, model=both("invented-half"))
    assert_valid(ending, made_library, codes=[0])
    assert re.search(r"Citations of unknown evidence were removed: p9\d{3}", ending.warnings)
    assert re.search(r"\d handles of unknown evidence left out", ending.warnings)
    # A sentence that lost all of its evidence is named.
    assert "without evidence removed: “" in ending.warnings
    assert not re.search(r"p9\d{3}", ending.text)


# Requests that are too long become shorter evenly.


def sentences_shown(request: ReceivedRequest) -> dict[str, list[str]]:
    """The sentences of each reference, or of each draft where there are drafts, in a prompt."""
    fences = dict(re.findall(r"<<<(\w+) \w{8}\n(.*?)\n\w{8} \1>>>", request.text, re.DOTALL))
    if "drafts" in fences:
        _, *parts = re.split(r"^draft (\d+)\n", fences["drafts"], flags=re.MULTILINE)
        shown = [re.split(r"(?<=\.)\s+", text.strip()) for text in parts[1::2]]
    else:
        _, *parts = re.split(r"^reference \d+: (.*)$", fences["references"], flags=re.MULTILINE)
        shown = [text.strip().splitlines() for text in parts[1::2]]
    return dict(zip(parts[::2], shown, strict=True))


@pytest.mark.parametrize("task", TASKS)
def test_a_request_that_is_too_long_is_shortened_evenly(
    task: str, server: ServerHandle, made_library: Path, capsys: Capture
) -> None:
    model = f"short-context-{task}"
    ending = review(capsys, server, *for_task(task, model), "--experts", "1")
    assert_valid(ending, made_library, codes=[0])
    asked = asked_of(server, model)
    (long,) = [request for request in asked if request.fault]
    whole = sentences_shown(long)
    again = [sentences_shown(request) for request in asked if request.number > long.number]
    (shorter,) = [shown for shown in again if shown.keys() == whole.keys()]
    for name, sentences in whole.items():
        # Each lost some and none lost all; the first and the last are still there, so that no end was cut off.
        assert 0 < len(shorter[name]) < len(sentences)
        assert shorter[name] == [sentence for sentence in sentences if sentence in shorter[name]]
        assert (shorter[name][0], shorter[name][-1]) == (sentences[0], sentences[-1])
    assert re.search(r"fewer tokens than the request has: \d+ of \d+ sentences were left out", ending.warnings)
    assert len(ending.product["references"]) == len(ABSTRACTS)


# Faults that no further call can overcome end the run at once.


@pytest.mark.parametrize(
    ("fault", "says"), [("expired", "OPENAI_API_KEY"), ("no-quota", "no credit left"), ("unknown", "has no model")]
)
def test_what_no_call_can_overcome_ends_the_run_with_the_first_call(
    fault: str, says: str, both: NameOf, server: ServerHandle, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    ending = review(capsys, server, model=both(fault))
    assert_failed(ending, says=says)
    assert len(asked_of(server, both(fault))) == 1
    assert KEY not in ending.err


def test_a_key_that_expires_on_the_way_stops_the_calls_beside_it(server: ServerHandle, capsys: Capture) -> None:
    ending = review(capsys, server, *for_task("write_chunk", "expired-midway"), "--side-by-side", "2")
    assert_failed(ending, says="key")
    assert len(asked_of(server, "expired-midway")) <= 2


def test_five_failures_in_a_row_end_the_run_and_finished_calls_are_kept(
    server: ServerHandle, made_library: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONSPECTUS_MODEL_RETRIES", "1")
    broken = [*for_task("write_chunk", "always-500"), *for_task("merge_chunks", "always-500")]
    failed = review(capsys, server, *broken, model="before-failures")
    assert_failed(failed, says="5 calls in a row")
    assert "what is finished is kept" in failed.err
    # Five calls with a retry each, and nothing after them but what was under way.
    assert 10 <= len(asked_of(server, "always-500")) <= 12
    before = {body_key(request) for request in asked_of(server, "before-failures")}
    assert len(before) == 3
    resumed = review(capsys, server, model="before-failures")
    assert_valid(resumed, made_library, codes=[0])
    assert len(asked_of(server, "before-failures")) == CALLS
    assert resumed.usage["reused"] == 3
    assert "3 of them kept from an earlier run" in resumed.err


def test_a_server_that_is_down_is_an_error_with_a_hint(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONSPECTUS_MODEL_RETRIES", "0")
    assert_failed(run(capsys, *command_line(unused_address())), says="cannot be reached")


# Silence and a full disk.


def test_one_call_that_never_answers_does_not_hold_the_others(
    server: ServerHandle, made_library: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONSPECTUS_MODEL_RETRIES", "0")
    begun = time.monotonic()
    ending = review(capsys, server, *for_task("write_chunk", "never-once"), "--timeout", "1")
    assert time.monotonic() - begun < 6
    assert_valid(ending, made_library, codes=[3])
    (silent,) = [request for request in asked_of(server, "never-once") if request.fault]
    others = [request for request in asked_of(server, "never-once") if not request.fault]
    assert len(others) == 2
    assert all(request.finished and request.ended < silent.started + 0.9 for request in others)
    assert ending.usage["fallbacks"] == 1
    assert "did not finish its answer within 1 s" in ending.warnings


def test_a_full_disk_costs_nothing_but_the_keeping(
    server: ServerHandle, made_library: Path, text_of_well: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = cache_module._connected

    def connect_full(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 1")  # SQLite then reports a full disk
        return connection

    monkeypatch.setattr(cache_module, "_connected", connect_full)
    ending = review(capsys, server, model="full-disk")
    assert_valid(ending, made_library, codes=[0])
    assert ending.err.count("disk is full") == 1
    assert "Answers are not kept for later runs" in ending.err
    assert "hint: Make room" in ending.err
    assert len(asked_of(server, "full-disk")) == CALLS
    assert ending.text == text_of_well


def test_a_small_model_that_counts_its_answer_gets_less_room_before_a_shorter_prompt(
    made_library: Path, capsys: Capture
) -> None:
    small = ServerPlan(answers="scholar", context_tokens=4096, context_counts_answer=True)
    with running_server(small) as server:
        ending = review(capsys, server, "--experts", "1")
        assert_valid(ending, made_library, codes=[0])
        assert "sentences were left out" not in ending.warnings
        assert any(request.fault or request.status == 400 for request in server.requests())
