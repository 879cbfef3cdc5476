"""Every registered provider keeps the provider contract: against a local server, or as the double that it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.foundation.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ModelError,
    ModelRefused,
    ModelStopped,
    ModelUnknown,
    RateLimited,
    ServerFailed,
)
from conspectus.providers import PROVIDERS
from conspectus.providers.anthropic_messages import VARIABLE
from conspectus.providers.completion import CompletionRequest, Message, ProviderOptions, Rung
from conspectus.providers.replay import RecordingProvider
from conspectus.providers.services import SERVICES
from conspectus.testing.provider_contract import JSON_REQUEST, TEXT_REQUEST, ProviderCase, ProviderContract
from conspectus.testing.server_handle import ServerHandle, running_server
from conspectus.testing.server_plan import Fault, ServerPlan

KEY = "sk-made-up-0123456789-for-tests"
DOUBLES = ("scripted", "replay")
FAULTS: dict[type[ModelError], Fault] = {
    RateLimited: Fault(kind="rate_limited", contains="[rate]", message=f"Too many requests by {KEY}."),
    ServerFailed: Fault(kind="server_error", contains="[server]", message=f"Failed for Bearer {KEY}"),
    ContextTooLong: Fault(kind="context_length", contains="[context]"),
    AuthenticationFailed: Fault(
        kind="expired_key", contains="[key]", message=f"Incorrect API key provided: {KEY[:7]}*****{KEY[-6:]}. {KEY}"
    ),
    ModelUnknown: Fault(kind="unknown_model", contains="[model]"),
    ModelRefused: Fault(kind="refusal_field", contains="[refuse]"),
    ModelStopped: Fault(kind="quota", contains="[quota]"),
}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerHandle]:
    with running_server(ServerPlan(faults=tuple(FAULTS.values()), key=KEY, cached_tokens=5)) as handle:
        yield handle


def asking(text: str) -> CompletionRequest:
    return replace(TEXT_REQUEST, messages=(Message("user", text),))


def variable_of(name: str) -> str:
    return SERVICES[name].variable if name in SERVICES else VARIABLE


class TestProviders(ProviderContract):
    @pytest.fixture(params=PROVIDERS.names())
    def case(self, request: pytest.FixtureRequest, server: ServerHandle, tmp_path: Path) -> ProviderCase:
        name = request.param
        if name in DOUBLES:
            return self.double(name, tmp_path)
        options = ProviderOptions(base_url=server.base_url, environment={variable_of(name): KEY}, timeout=60)
        return ProviderCase(
            name=name,
            make=lambda: PROVIDERS.get(name)(options),
            key=KEY,
            failing={kind: asking(fault.contains) for kind, fault in FAULTS.items()},
        )

    def double(self, name: str, folder: Path) -> ProviderCase:
        rules = [
            {"when": {"schema_name": "dance"}, "answer": {"name": "waggle", "turns": 2}},
            {"when": "[rate]", "error": "rate_limited"},
            {"when": "bees", "answer": "Bees dance in eights."},
        ]
        file = folder / "rules.json"
        file.write_text(json.dumps({"rules": rules}))
        scripted = PROVIDERS.get("scripted")(ProviderOptions(environment={}, path=str(file)))
        if name == "scripted":
            failing = {RateLimited: asking("[rate]"), ModelStopped: asking("no rule")}
            return ProviderCase(name=name, make=lambda: scripted, failing=failing)
        records = folder / "records.jsonl"
        recording = RecordingProvider(scripted, records)
        recording.complete(TEXT_REQUEST)
        recording.complete(replace(JSON_REQUEST, rung=Rung.PROMPT))
        recording.close()
        options = ProviderOptions(environment={}, path=str(records))
        return ProviderCase(
            name=name, make=lambda: PROVIDERS.get("replay")(options), failing={ModelStopped: asking("never recorded")}
        )


def test_every_provider_of_a_server_sent_its_key_only_to_it(server: ServerHandle) -> None:
    """The server saw one key and no other header that could be one."""
    options = ProviderOptions(base_url=server.base_url, environment={"GROQ_API_KEY": KEY}, timeout=60)
    provider = PROVIDERS.get("groq")(options)
    provider.complete(TEXT_REQUEST)
    provider.close()
    assert {r.key_hash for r in server.completions()} == {server.completions()[-1].key_hash}
    assert server.completions()[-1].key_hash
