from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from conspectus.foundation.errors import AuthenticationFailed, ModelError, RungUnsupported, ServerFailed, UsageError
from conspectus.providers import openai_compatible
from conspectus.providers.completion import CompletionRequest, FinishReason, Message, ProviderOptions, Rung
from conspectus.providers.openai_compatible import OpenAICompatibleProvider
from conspectus.testing.server_handle import ServerHandle, running_server
from conspectus.testing.server_plan import FAULT_KINDS, Fault, ServerPlan

ASKED = CompletionRequest(model="m", messages=(Message("user", "How do bees dance, and why?"),), max_output_tokens=50)
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
Make = Callable[..., OpenAICompatibleProvider]


@pytest.fixture(scope="module")
def server() -> Iterator[ServerHandle]:
    faults = [Fault(kind=kind, contains=f"[{kind}]", seconds=0.02) for kind in FAULT_KINDS]  # type: ignore[arg-type]
    with running_server(ServerPlan(faults=tuple(faults), cached_tokens=3, rungs=("tool", "prompt"))) as handle:
        yield handle


@pytest.fixture(scope="module")
def strict_server() -> Iterator[ServerHandle]:
    plan = ServerPlan(limit_field="max_completion_tokens", temperature=False, usage=False, finish=False)
    with running_server(plan) as handle:
        yield handle


@pytest.fixture
def make(server: ServerHandle) -> Iterator[Make]:
    made = []

    def provider(name: str = "openai", **options: Any) -> OpenAICompatibleProvider:
        values = {"base_url": server.base_url, "environment": {}, "timeout": 60.0, **options}
        made.append(getattr(openai_compatible, name)(ProviderOptions(**values)))
        return made[-1]  # type: ignore[no-any-return]

    yield provider
    for each in made:
        each.close()


def asking(text: str) -> CompletionRequest:
    return replace(ASKED, messages=(Message("user", text),))


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_is_the_same_whole_and_in_pieces(make: Make, stream: bool) -> None:
    completion = make(stream=stream).complete(ASKED)
    assert completion.text == "Echo: How do bees dance, and why?"
    # Counted by hand as the server counts: 6 words, a comma and a mark, and 4 around the message.
    assert (completion.usage.input, completion.usage.output, completion.usage.cached) == (12, 10, 3)
    assert completion.finish is FinishReason.STOP


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("kind", ["stall", "trickle", "never"])
def test_a_call_ends_in_time_whatever_the_server_does(make: Make, kind: str, stream: bool) -> None:
    provider = make(timeout=0.4, stream=stream)
    assert provider._connection.create  # made before the time of the call begins
    started = time.monotonic()
    with pytest.raises(ServerFailed, match=r"within 0\.4 s"):
        provider.complete(asking(f"[{kind}] " + "many words " * 20))
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("kind", "reset reset_in_body cut broken_event error_in_stream html wrong_types".split())
def test_broken_answers_are_failures_of_the_server(make: Make, kind: str, stream: bool) -> None:
    with pytest.raises(ServerFailed):
        make(stream=stream).complete(asking(f"[{kind}]"))


@pytest.mark.parametrize("stream", [False, True])
def test_an_empty_and_a_truncated_answer_are_answers(make: Make, stream: bool) -> None:
    provider = make(stream=stream)
    assert provider.complete(asking("[empty]")).text == ""
    assert provider.complete(asking("[truncated]")).finish is FinishReason.LENGTH


@pytest.mark.parametrize("stream", [False, True])
def test_json_by_the_rungs_that_a_server_knows(make: Make, stream: bool) -> None:
    provider = make(stream=stream)
    for rung in Rung:
        request = replace(ASKED, schema=SCHEMA, rung=rung)
        if rung in (Rung.TOOL, Rung.PROMPT):
            assert json.loads(provider.complete(request).text) == {"name": "made"}
        else:
            with pytest.raises(RungUnsupported):
                provider.complete(request)


@pytest.mark.parametrize("stream", [False, True])
def test_what_a_model_does_not_take_is_learnt_once(strict_server: ServerHandle, stream: bool) -> None:
    provider = openai_compatible.openai(
        ProviderOptions(base_url=strict_server.base_url, environment={}, timeout=60, stream=stream)
    )
    before = len(strict_server.completions())
    first, second = provider.complete(ASKED), provider.complete(ASKED)
    provider.close()
    sent = [set(request.body) for request in strict_server.completions()[before:]]
    assert len(sent) == 4
    # An old server would pass over the newer name of the limit and answer without one.
    assert "max_tokens" in sent[0]
    assert {"max_completion_tokens", "temperature"} <= sent[1]
    assert all("max_completion_tokens" in fields and "temperature" not in fields for fields in sent[2:])
    # This server tells neither usage nor why it stopped.
    assert first == second
    assert first.usage.estimated
    assert first.finish is FinishReason.UNKNOWN


def test_nothing_listens(make: Make) -> None:
    with pytest.raises(ServerFailed, match="cannot be reached") as caught:
        make(base_url="http://127.0.0.1:9/v1").complete(ASKED)
    assert caught.value.hint


def test_a_closed_provider_fails_as_a_server_does(make: Make) -> None:
    provider = make()
    provider.complete(ASKED)
    provider.close()
    with pytest.raises(ModelError):
        provider.complete(ASKED)


def test_nothing_of_the_environment_is_sent_but_what_belongs_there(
    make: Make, server: ServerHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "not-to-be-sent")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://192.0.2.1/v1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Secret: not-to-be-sent")
    monkeypatch.setenv("HTTP_PROXY", "http://192.0.2.1:3128")
    make("vllm").complete(ASKED)
    received = server.completions()[-1]
    assert "not-to-be-sent" not in str(received.headers)
    assert received.key_hash == ""
    make("openai", environment={"OPENAI_ORG_ID": "org-mine", "OPENAI_API_KEY": "k"}).complete(ASKED)
    received = server.completions()[-1]
    assert received.headers["openai-organization"] == "org-mine"
    assert received.key_hash


def test_the_sdk_says_nothing_of_requests(
    make: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level("DEBUG")
    make().complete(asking("a sentence of a paper"))
    assert not [record for record in caplog.records if record.name.partition(".")[0] in ("openai", "httpx", "httpx2")]


def test_addresses() -> None:
    def address(name: str, base_url: str = "", **environment: str) -> str:
        options = ProviderOptions(base_url=base_url, environment=environment)
        return str(getattr(openai_compatible, name)(options).address)

    assert address("ollama") == "http://127.0.0.1:11434/v1"
    assert address("vllm", "http://127.0.0.1:9000/") == "http://127.0.0.1:9000/v1"
    assert address("vllm", "http://127.0.0.1:9000/api/v2/") == "http://127.0.0.1:9000/api/v2"
    assert address("openai", OPENAI_API_KEY="k") == "https://api.openai.com/v1"
    base = "https://mine.openai.azure.com"
    assert address("azure", base, AZURE_OPENAI_API_KEY="k") == f"{base}/openai/v1"
    assert address("azure", f"{base}/openai/v1/", AZURE_OPENAI_API_KEY="k") == f"{base}/openai/v1"
    assert address("azure", AZURE_OPENAI_ENDPOINT=base, AZURE_OPENAI_API_KEY="k") == f"{base}/openai/v1"
    assert address("azure", f"{base}?api-version=2024-10-21", AZURE_OPENAI_API_KEY="k") == base


def test_azure_with_an_api_version_asks_by_deployment(make: Make, server: ServerHandle) -> None:
    base = server.base_url.removesuffix("/v1")
    key = {"AZURE_OPENAI_API_KEY": "k"}
    make("azure", base_url=f"{base}?api-version=2024-10-21", environment=key).complete(ASKED)
    assert server.completions()[-1].path == "/openai/deployments/m/chat/completions?api-version=2024-10-21"
    make("azure", base_url=base, environment=key).complete(ASKED)
    assert server.completions()[-1].path == "/openai/v1/chat/completions"
    assert server.completions()[-1].key_hash


def test_a_key_is_needed_elsewhere_and_not_here() -> None:
    with pytest.raises(AuthenticationFailed, match="OPENAI_API_KEY"):
        openai_compatible.openai(ProviderOptions(environment={"GROQ_API_KEY": "k"}))
    with pytest.raises(AuthenticationFailed, match="GROQ_API_KEY"):
        openai_compatible.groq(ProviderOptions(environment={}, base_url="https://host.example/v1"))
    openai_compatible.openai(ProviderOptions(environment={}, base_url="http://localhost:1/v1"))
    openai_compatible.vllm(ProviderOptions(environment={}, base_url="http://192.0.2.1:8000/v1"))
    with pytest.raises(UsageError, match="no common address"):
        openai_compatible.azure(ProviderOptions(environment={"AZURE_OPENAI_API_KEY": "k"}))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("kind", "turned_down"),
    [
        ("reset", False),
        ("reset_in_body", False),
        ("cut", False),
        ("broken_event", False),
        ("wrong_types", False),
        ("error_in_stream", False),
        ("stall", False),
        ("server_error", True),
        ("html", True),
    ],
)
def test_what_may_be_charged_for(make: Make, kind: str, turned_down: bool, stream: bool) -> None:
    provider = make(timeout=0.5 if kind == "stall" else 60.0, stream=stream)
    assert provider._connection.create  # made before the time of the call begins
    with pytest.raises(ServerFailed) as caught:
        provider.complete(asking(f"[{kind}] " + "many words " * 20))
    assert caught.value.turned_down is turned_down
    assert caught.value.permanent == ("address" if kind == "html" else "")


def test_nothing_is_charged_where_nothing_listens(make: Make) -> None:
    with pytest.raises(ServerFailed) as caught:
        make(base_url="http://127.0.0.1:9/v1").complete(ASKED)
    assert (caught.value.turned_down, caught.value.permanent) == (True, "")


def test_tls_where_there_is_none_and_addresses_that_cannot_be_are_not_tried_again(
    make: Make, server: ServerHandle
) -> None:
    for address in (server.base_url.replace("http:", "https:"), "http://☃.example/v1"):
        with pytest.raises(ServerFailed, match="cannot be asked") as caught:
            make(base_url=address, environment={"OPENAI_API_KEY": "sk-made-up-for-this-test"}).complete(ASKED)
        assert caught.value.permanent == "address"
        assert caught.value.turned_down
        assert "/v1" in caught.value.hint


@pytest.mark.parametrize("stream", [False, True])
def test_a_key_that_an_answer_echoes_is_hidden(make: Make, stream: bool) -> None:
    provider = make(environment={"OPENAI_API_KEY": "sk-made-up-for-this-test"}, stream=stream)
    assert provider.complete(asking("Say sk-made-up-for-this-test now")).text == "Echo: Say [key] now"


def test_an_endless_timeout_is_refused_before_anything_is_sent(make: Make) -> None:
    with pytest.raises(UsageError, match="timeout"):
        make(timeout=float("inf"))
