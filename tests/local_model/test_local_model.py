"""A real server of a real model on this machine: llama-cpp-python's, with a tiny model of random weights.

Run it with ``make test-local-model``, which builds the server. ``CONSPECTUS_LOCAL_GGUF`` names another model. What a
model of random weights says makes no sense, so that only the way of asking is tested.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from conspectus.cli.main import main
from conspectus.exporters.json import product_schema
from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import ContextTooLong
from conspectus.foundation.events import Events
from conspectus.providers.client import ModelCall
from conspectus.providers.completion import FinishReason, Message, Rung
from conspectus.providers.models import ModelOptions, Models

Make = Callable[..., Models]

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-local-model" / "bin" / "python"
LABEL = "openai:tiny"
CONTEXT = 32_768
SECONDS_TO_START = 120
PAPERS = {
    "larch": "Goats browse on conifers. We propose a larch diet for dairy goats. It raised milk fat by a tenth.",
    "kelp": "Red mites weaken laying hens. This paper describes kelp meal for small flocks. Mite counts fell by half.",
    "clover": "Bare vineyard soil erodes. We compare white clover with bare soil. Clover cut erosion by a third.",
}
RECORDS = "".join(
    f"TY  - JOUR\nTI  - On {name}\nAU  - Berg, Anna\nPY  - 2001\nDO  - 10.5555/{name}\nAB  - {abstract}\nER  - \n\n"
    for name, abstract in PAPERS.items()
)

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("CONSPECTUS_LOCAL_MODEL") != "1",
        reason="opt-in: `make test-local-model` builds a model server, some ten minutes of CPU time, and runs this",
    ),
    pytest.mark.timeout(900),
]


class Finding(BaseModel):
    """What a sentence says."""

    insects: list[str] = Field(description="The insects that the sentence names.")
    is_true: bool = Field(description="Whether it is true.")


@pytest.fixture(scope="module")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model that is named, or a tiny one that is written now."""
    named = os.environ.get("CONSPECTUS_LOCAL_GGUF")
    if named:
        return Path(named).resolve()
    file = tmp_path_factory.mktemp("model") / "tiny.gguf"
    subprocess.run([PYTHON, Path(__file__).with_name("tiny_gguf.py"), file], check=True, timeout=120)
    return file


@pytest.fixture(scope="module")
def base_url(model_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server, in a process of its own for the time of these tests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PYTHON, "-m", "llama_cpp.server", "--model", model_file, "--model_alias", "tiny"]
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with log.open("w") as written:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port), "--n_ctx", str(CONTEXT)],
            stdout=written,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/v1/models", process, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()
            process.wait(30)


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text("utf-8", "replace")[-2000:]
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"no answer within {SECONDS_TO_START} s: {log.read_text('utf-8', 'replace')[-2000:]}")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder without keys or settings of the user."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("CONSPECTUS_") or name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)
    (tmp_path / "conspectus.toml").touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setenv("CONSPECTUS_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def models(base_url: str) -> Iterator[Make]:
    """Makes the models of a run, and lets go of them."""
    made: list[Models] = []

    def make(*, stream: bool = False, cache: Cache | None = None) -> Models:
        options = ModelOptions(model=LABEL, base_url=base_url, stream=stream, timeout=300)
        made.append(Models(options, cache=cache, events=Events()))
        return made[-1]

    yield make
    for each in made:
        each.close()


def call(text: str, room: int = 64) -> ModelCall:
    return ModelCall(task="examine", messages=(Message("user", text),), max_output_tokens=room)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_the_model_answers_and_its_tokens_are_told(models: Make, stream: bool) -> None:
    asked = models(stream=stream)
    completion = asked.for_task("examine").ask(call("Say something about bees."))
    assert completion.text.strip()
    assert completion.finish in (FinishReason.STOP, FinishReason.LENGTH)
    assert asked.usage().input_tokens > 0
    assert asked.usage().output_tokens > 0


def test_both_ways_give_the_same_answer(models: Make) -> None:
    whole, streamed = (models(stream=stream).for_task("examine").ask(call("Name a bird.")) for stream in (False, True))
    assert whole.text == streamed.text


def test_a_way_to_valid_json_is_found_and_remembered(models: Make, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    first = models(cache=cache)
    found = first.for_task("examine").ask_for(call("Bees visit flowers. Which insects are named?", 512), Finding)
    assert isinstance(found.is_true, bool)
    rung = first.for_task("examine").rung
    # This server fails at a JSON schema with status 500. Its grammars make any object of an answer, or, for a forced
    # tool, one of the schema, which is all that a model of random weights can give.
    assert rung in (Rung.JSON_OBJECT, Rung.TOOL)
    later = models(cache=cache)
    later.for_task("examine").ask_for(call("Wasps visit fruit. Which insects are named?", 512), Finding)
    assert later.for_task("examine").rung is rung
    cache.close()


def test_a_request_that_is_too_long_is_told_from_other_errors(models: Make) -> None:
    with pytest.raises(ContextTooLong) as caught:
        models().for_task("examine").ask(call("bees " * CONTEXT))
    assert caught.value.limit == CONTEXT


def test_doctor_says_in_words_what_works(base_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--model", LABEL, "--base-url", base_url, "--timeout", "300"])
    told = capsys.readouterr().out
    assert code == 0, told
    for check in ("chat", "streaming", "structured output", "price"):
        assert f"ok      {check}: " in told


def test_a_review_ends_in_a_valid_product(base_url: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "papers.ris").write_text(RECORDS, encoding="utf-8")
    code = main(
        ["write", "review", "papers.ris", "--chunk-size", "2", "--experts", "2", "--format", "json",
         "--model", LABEL, "--base-url", base_url, "--timeout", "300"]
    )  # fmt: skip
    told = capsys.readouterr()
    assert code in (0, 3), told.err
    product = json.loads(told.out)
    Draft202012Validator(product_schema()).validate(product)
    usage = product["run"]["usage"]
    assert usage["calls"] >= 6
    # Code 3 says that a part was done without the model.
    assert (code == 3) == bool(usage["fallbacks"])
    said = [sentence for section in product["sections"] for sentence in section["sentences"]]
    assert said
    assert all(sentence["citations"] for sentence in said)
    cited = {citation["paper"] for sentence in said for citation in sentence["citations"]}
    assert len(cited) + len(product["not_cited"]) == 3
