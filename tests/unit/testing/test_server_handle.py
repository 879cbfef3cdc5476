from __future__ import annotations

import json
import urllib.request
from dataclasses import replace

import pytest

from conspectus.testing.server_handle import running_server
from conspectus.testing.server_plan import ServerPlan

BODY = {"model": "m", "system": "S", "messages": [{"role": "user", "content": "Bees?"}]}


def test_a_server_is_a_process_of_its_own_and_is_gone_afterwards() -> None:
    with running_server(ServerPlan(answers="Always this.")) as server:
        request = urllib.request.Request(f"{server.base_url}/chat/completions", json.dumps(BODY).encode())
        with urllib.request.urlopen(request, timeout=30) as response:
            assert json.load(response)["choices"][0]["message"]["content"] == "Always this."
        with urllib.request.urlopen(f"{server.base_url}/models", timeout=30) as response:
            assert response.status == 200
        assert [received.method for received in server.requests()] == ["POST", "GET"]
        (received,) = server.completions()
        assert (received.number, received.body, received.key_hash, received.fault) == (1, BODY, "", "")
        assert received.text == "S\nBees?"
        assert server.process.poll() is None
    assert server.process.returncode is not None


def test_a_server_that_does_not_start_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    broken = replace(ServerPlan(), seed=object())  # type: ignore[arg-type]
    with pytest.raises(TypeError), running_server(broken):
        pass
    unknown = replace(ServerPlan(), faults=({"kind": "flood"},))  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="before it was ready"), running_server(unknown):
        pass
    assert "flood" in capfd.readouterr().err
