from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from conspectus.testing.openai_server import ModelServer
from conspectus.testing.server_plan import Fault, ServerPlan


@contextmanager
def serving(plan: ServerPlan, log: Path | None = None) -> Iterator[ModelServer]:
    server = ModelServer(0, plan, log)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def ask(server: ModelServer, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=20)
    try:
        data = json.dumps(body) if body is not None else None
        connection.request(
            "POST" if data else "GET", path, data, {name.replace("_", "-"): v for name, v in headers.items()}
        )
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    finally:
        connection.close()


CHAT = {"model": "m", "messages": [{"role": "user", "content": "Bees?"}]}


def test_the_openai_format_as_others_read_it() -> None:
    with serving(ServerPlan(models=("m",))) as server:
        status, headers, data = ask(server, "/v1/chat/completions", CHAT)
        assert (status, headers["content-type"]) == (200, "application/json")
        assert json.loads(data)["choices"][0] == {
            "index": 0,
            "message": {"role": "assistant", "content": "Echo: Bees?", "refusal": None},
            "finish_reason": "stop",
        }
        _, headers, data = ask(server, "/v1/chat/completions", {**CHAT, "stream": True})
        assert headers["content-type"] == "text/event-stream"
        assert data.endswith(b"data: [DONE]\n\n")
        status, _, data = ask(server, "/v1/models")
        assert [model["id"] for model in json.loads(data)["data"]] == ["m"]
        status, _, data = ask(server, "/v1/chat/completions", {**CHAT, "model": "n"})
        assert status == 404
        assert json.loads(data)["error"]["code"] == "model_not_found"
        assert ask(server, "/v1/other", CHAT)[0] == 404


def test_requests_are_written_down_with_the_hash_of_their_key(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with serving(ServerPlan(faults=(Fault(kind="empty", positions=(1,)),)), log) as server:
        ask(server, "/v1/chat/completions", CHAT, Authorization="Bearer a-secret-key", X_Note="kept")
    text = log.read_text()
    received, ended = (json.loads(line) for line in text.splitlines())
    assert "a-secret-key" not in text
    # The start of SHA-256("a-secret-key").
    assert received["key_hash"] == "bf8061f00bac730c"
    assert received["headers"]["x-note"] == "kept"
    assert (received["number"], received["fault"], received["body"]) == (1, "empty", CHAT)
    assert (ended["status"], ended["finished"]) == (200, True)


def test_a_reset_is_a_reset() -> None:
    with serving(ServerPlan(faults=(Fault(kind="reset"),))) as server, pytest.raises(ConnectionResetError):
        ask(server, "/v1/chat/completions", CHAT)


def test_a_cut_answer_has_no_end(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with serving(ServerPlan(faults=(Fault(kind="cut"),)), log) as server, pytest.raises(http.client.IncompleteRead):
        ask(server, "/v1/chat/completions", CHAT)
    assert json.loads(log.read_text().splitlines()[-1])["finished"] is False


def test_a_stalled_answer_begins_and_falls_silent() -> None:
    with serving(ServerPlan(faults=(Fault(kind="stall"),))) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=0.3)
        connection.request("POST", "/v1/chat/completions", json.dumps(CHAT))
        response = connection.getresponse()
        assert response.status == 200
        with pytest.raises(socket.timeout):
            response.read()
        connection.close()


def test_answers_come_after_the_latency_and_side_by_side() -> None:
    with serving(ServerPlan(latency=0.3)) as server:
        started = time.monotonic()
        threads = [threading.Thread(target=ask, args=(server, "/v1/chat/completions", CHAT)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # One after the other they would take 2.4 s.
        assert 0.3 <= time.monotonic() - started < 2.0
