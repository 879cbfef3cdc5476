"""Steps that the journeys with language models share: papers, one server whose models each have a fault, commands."""

from __future__ import annotations

import contextlib
import io
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conspectus.cli.main import main
from conspectus.domain.passage import passages_of
from conspectus.exporters.json import product_schema
from conspectus.library.store import Library
from conspectus.providers.services import SERVICES
from conspectus.testing.openai_server import ReceivedRequest, ServerHandle, running_server
from conspectus.testing.server_plan import Fault, ServerPlan

Capture = pytest.CaptureFixture[str]

STREAMED = "-streamed"
WELL = "well"
TASKS = {"extract_relations": '"relations"', "write_chunk": "Write the part of", "merge_chunks": "Write it, about"}
"""What stands in the prompt of each task and in no other."""

ABSTRACTS = {
    "larch": (
        "Larch needles in the diet of goats",
        "Goats browse on conifers in winter. We propose a larch diet for dairy goats in mountain herds. "
        "Thirty goats ate larch needles for ninety days. The larch diet raised milk fat by two percent. "
        "Milk yield stayed the same in both groups. Farmers can gather needles without cost.",
    ),
    "kelp": (
        "Kelp meal against mites in laying hens",
        "Red mites weaken laying hens. This paper describes a kelp meal for hens in small flocks. "
        "Kelp was mixed into the feed of four flocks. Mite counts fell by half within six weeks. "
        "Egg weight did not change with kelp. The meal must be kept dry in storage.",
    ),
    "clover": (
        "White clover between the rows of vineyards",
        "Bare vineyard soil erodes on slopes. We compare white clover with bare soil in eight vineyards. "
        "Clover cut the erosion of soil by seventy percent. Grape yield fell slightly in the first year. "
        "Clover attracted more wild bees to the rows. Mowing twice a year was enough for the rows.",
    ),
    "willow": (
        "Willow strips along drained fields",
        "Drained fields lose nitrate to streams. We present willow strips as a filter for drained fields. "
        "Willow roots took up nitrate from shallow drains. Nitrate in streams fell by a third behind strips. "
        "Strips of ten metres were wide enough. Harvested willow paid for a part of the planting.",
    ),
    "barley": (
        "Winter barley after early peas",
        "Peas leave nitrogen in the soil. In this study we investigate winter barley after early peas. "
        "Barley after peas needed less fertiliser than barley after wheat. Its yield was higher by a tenth. "
        "Late sowing undid the gain in wet autumns. Barley after peas suffered fewer root diseases.",
    ),
}
SILENT = "silent"
REFERENCES = [*ABSTRACTS, SILENT]
CALLS = 8
"""Of a review of the papers, two in a chunk: three extractions, three chunks, two experts."""


def records() -> str:
    entries = [*((key, *ABSTRACTS[key]) for key in ABSTRACTS), (SILENT, "A title without an abstract", "")]
    return "\n".join(ris(key, title, text) for key, title, text in entries)


def ris(key: str, title: str, text: str) -> str:
    lines = ["TY  - JOUR", f"TI  - {title}", "AU  - Berg, Anna", "PY  - 2001", f"DO  - 10.5555/{key}", f"ID  - {key}"]
    return "\n".join([*lines, *([f"AB  - {text}"] if text else []), "ER  - ", ""])


# Each model of the shared server has the fault of its name; "times" makes it pass.
KEY = "sk-made-up-9f8e7d6c5b4a3210-for-these-tests"
# So large a limit that shorter requests, with the room for their answers, are not held to be too long as well.
TOO_LONG = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
BROKEN = (
    "trailing_comma", "single_quotes", "unquoted_keys", "missing_brace", "cut_in_string",
    "comments", "python_literals", "raw_line_break", "missing_comma", "no_json",
)  # fmt: skip
FAULTS: dict[str, Fault] = {
    "limited": Fault(kind="rate_limited", probability=0.6),
    "limited-asking": Fault(kind="rate_limited", probability=0.6, retry_after=0.05),
    "asks-for-a-while": Fault(kind="rate_limited", retry_after=0.6, times=1),
    "asks-for-a-date": Fault(kind="rate_limited", retry_after="date:2", times=1),
    "error-500": Fault(kind="server_error", status=500, times=3),
    "error-502": Fault(kind="server_error", status=502, times=3),
    "reset": Fault(kind="reset", times=3),
    "reset-in-body": Fault(kind="reset_in_body", times=3),
    "cut": Fault(kind="cut", times=3),
    "stall": Fault(kind="stall", times=1),
    "trickle": Fault(kind="trickle", times=1, seconds=0.2),
    "web-page": Fault(kind="html", times=2),
    "broken-event": Fault(kind="broken_event", times=1),
    "error-in-stream": Fault(kind="error_in_stream", times=1),
    "empty-once": Fault(kind="empty", times=1),
    "empty-once-again": Fault(kind="empty", times=1),
    "empty": Fault(kind="empty"),
    "truncated-once": Fault(kind="truncated", times=1),
    "truncated-once-again": Fault(kind="truncated", times=1),
    "truncated": Fault(kind="truncated"),
    "wrong-types-once": Fault(kind="wrong_types", times=1),
    "wrong-types": Fault(kind="wrong_types"),
    "invented-half": Fault(kind="invented_handles", share=0.5),
    "invented": Fault(kind="invented_handles", share=1.0),
    "refuses-once": Fault(kind="refusal_text", times=1),
    "refuses-once-again": Fault(kind="refusal_text", times=1),
    "refuses": Fault(kind="refusal_text"),
    "refusal-field": Fault(kind="refusal_field"),
    "filtered": Fault(kind="content_filter"),
    "german-once": Fault(kind="other_language", times=1),
    "german": Fault(kind="other_language"),
    **{f"short-context-{task}": Fault(kind="context_length", times=1, message=TOO_LONG) for task in TASKS},
    "no-context": Fault(kind="context_length"),
    "expired": Fault(kind="expired_key"),
    # As some servers do, it shows the key that it refuses.
    "echoes-the-key": Fault(kind="expired_key", message=f"Incorrect API key provided: {KEY}."),
    "expired-midway": Fault(kind="expired_key"),
    "no-quota": Fault(kind="quota"),
    "unknown": Fault(kind="unknown_model"),
    "always-500": Fault(kind="server_error", status=500),
    "never": Fault(kind="never"),
    "never-once": Fault(kind="never", times=1),
    **{f"broken-{how}": Fault(kind="broken_json", how=how) for how in BROKEN},
    **{f"broken-once-{how}": Fault(kind="broken_json", how=how, times=1) for how in BROKEN},
}


def plan_of_faults() -> ServerPlan:
    faults = [
        replace(fault, contains=json.dumps({"model": f"{name}{end}"})[1:-1])
        for name, fault in FAULTS.items()
        for end in ("", STREAMED)
    ]
    return ServerPlan(answers="scholar", latency=0.005, faults=tuple(faults))


@pytest.fixture(scope="module")
def server() -> Iterator[ServerHandle]:
    """A server of many models, each with the fault of its name; others are well."""
    with running_server(plan_of_faults()) as handle:
        yield handle


@pytest.fixture(scope="module")
def made_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that holds the papers."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "papers.ris").write_text(records(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        leave_alone(patch, folder)
        assert main(["add", str(folder / "papers.ris"), "--library", str(folder / "lib"), "--quiet"]) == 0
    return folder / "lib"


@pytest.fixture(scope="module")
def text_of_well(server: ServerHandle, made_library: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of the review where nothing goes wrong."""
    folder = tmp_path_factory.mktemp("well")
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()) as out:
        leave_alone(patch, folder)
        options = ["--quiet", "--library", str(made_library), "--cache", str(folder)]
        assert main(command_line(server.base_url, *options)) == 0
    return Ending(code=0, out=out.getvalue(), err="").text


def leave_alone(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Takes away whatever the user has set, keys included."""
    for name in [name for name in os.environ if name.startswith("CONSPECTUS_")]:
        patch.delenv(name)
    for service in SERVICES.values():
        patch.delenv(service.variable, raising=False)
    (folder / "conspectus.toml").touch()
    patch.setenv("CONSPECTUS_CONFIG", str(folder / "conspectus.toml"))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, made_library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, a cache of its own, the library with the papers, no key, and no setting of the user."""
    monkeypatch.chdir(tmp_path)
    leave_alone(monkeypatch, tmp_path)
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(made_library))
    monkeypatch.setenv("CONSPECTUS_CACHE", str(tmp_path / "cache"))
    return tmp_path


class FastClock:
    """A clock that goes twenty times as fast, so that waiting for a server to recover takes no time of the tests."""

    def now(self) -> float:
        return 20.0 * time.monotonic()

    def wait(self, seconds: float, stop: threading.Event, /) -> None:
        stop.wait(seconds / 20.0)


@pytest.fixture
def fast_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The waits between requests are twenty times as short; the time an answer may take is not."""
    monkeypatch.setattr("conspectus.providers.models.SystemClock", FastClock)


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a command ended: its exit code, and what it printed."""

    code: int
    out: str
    err: str

    @cached_property
    def product(self) -> dict[str, Any]:
        product: dict[str, Any] = json.loads(self.out)
        return product

    @property
    def usage(self) -> dict[str, Any]:
        usage: dict[str, Any] = self.product["run"]["usage"]
        return usage

    @property
    def text(self) -> str:
        return " ".join(sentence["text"] for sentence in sentences(self.product))

    @property
    def warnings(self) -> str:
        return "\n".join(self.product["warnings"])


def command_line(base_url: str, *options: str, model: str = WELL, references: Sequence[str] = REFERENCES) -> list[str]:
    given = ["write", "review", *references, "--chunk-size", "2", "--experts", "2", "--format", "json"]
    return [*given, "--model", model if ":" in model else f"openai:{model}", "--base-url", base_url, *options]


def run(capsys: Capture, *argv: str) -> Ending:
    capsys.readouterr()
    code = main(list(argv))
    streams = capsys.readouterr()
    assert "Traceback" not in streams.err
    assert "Something unexpected" not in streams.err
    return Ending(code=code, out=streams.out, err=streams.err)


def review(capsys: Capture, server: ServerHandle, *options: str, model: str = WELL) -> Ending:
    return run(capsys, *command_line(server.base_url, *options, model=model))


def sentences(product: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [sentence for section in product["sections"] for sentence in section["sentences"]]


def citations(product: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [citation for sentence in sentences(product) for citation in sentence["citations"]]


def assert_valid(
    ending: Ending, library: Path, *, codes: Sequence[int] = (0, 3), given: Sequence[str] = REFERENCES
) -> None:
    """Whatever the server did: the schema holds, each citation resolves, each reference is cited or listed."""
    assert ending.code in codes, ending.err
    product = ending.product
    Draft202012Validator(product_schema()).validate(product)
    assert all(sentence["citations"] for sentence in sentences(product))
    with Library(library) as opened:
        papers = [paper for key in given if (paper := opened.resolve(key)) is not None]
    passages = {passage.id: (paper.id, passage.quote) for paper in papers for passage in passages_of(paper)}
    for citation in citations(product):
        assert passages[citation["passage"]] == (citation["paper"], citation["quote"])
    cited = {citation["paper"] for citation in citations(product)}
    listed = [left["paper"] for left in product["not_cited"]]
    assert sorted([*cited, *listed]) == sorted(paper.id for paper in papers)
    assert {reference["id"] for reference in product["references"]} == cited
    # Code 3 says that a part was done without the model, and nothing else does.
    assert (ending.code == 3) == bool(ending.usage["fallbacks"])
    for warning in product["warnings"]:
        assert f"warning: {warning}" in ending.err


def assert_failed(ending: Ending, *, says: str) -> None:
    """A clear error with a hint, and no result."""
    assert (ending.code, ending.out) == (1, ""), ending.err
    assert "error: " in ending.err
    assert "hint: " in ending.err
    assert says in ending.err


def asked_of(server: ServerHandle, model: str) -> list[ReceivedRequest]:
    return [request for request in server.completions() if request.body.get("model") == model]


def task_of(request: ReceivedRequest) -> str:
    (task,) = [task for task, words in TASKS.items() if words in request.text]
    return task


def body_key(request: ReceivedRequest) -> str:
    return json.dumps(request.body, sort_keys=True)


def key_tree(value: Any, place: str = "") -> set[str]:
    """The paths of all keys; lists count as one item, and objects by name as empty."""
    if isinstance(value, dict) and place not in ("/run/versions", "/run/seconds"):
        return {f"{place}/{key}" for key in value}.union(*(key_tree(v, f"{place}/{k}") for k, v in value.items()))
    if isinstance(value, list):
        return set().union(*(key_tree(item, f"{place}[]") for item in value))
    return set()


@contextlib.contextmanager
def process(*argv: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, in which an interrupt is one even where it is ignored around it."""
    begin = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{begin}; import sys; from conspectus.cli.main import main; sys.exit(main(sys.argv[1:]))"
    started = subprocess.Popen(
        [sys.executable, "-c", code, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def unused_address() -> str:
    """An address where nobody answers."""
    with socket.socket() as briefly:
        briefly.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{briefly.getsockname()[1]}/v1"


def wait_until(condition: Callable[[], bool], *, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)
