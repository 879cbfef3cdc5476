"""A real HTTP server of made-up models, which speaks OpenAI's and Anthropic's formats and can go wrong on purpose.

Run it by itself, and give its address as the base URL::

    python -m conspectus.testing.openai_server --port 8123 --plan plan.json

It prints ``{"base_url": "http://127.0.0.1:8123/v1"}`` on one line and answers until it is interrupted. The plan is
JSON with the fields of ``ServerPlan``; tests use ``running_server``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import socket
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn

from conspectus.testing.model_wires import ChatWire, MessagesWire, Reply, Wire
from conspectus.testing.planned_replies import (
    KEY_HEADERS,
    Refusal,
    key_of,
    refuse_by_fault,
    refuse_by_plan,
    reply_to,
)
from conspectus.testing.server_handle import ReceivedRequest, ServerHandle, running_server
from conspectus.testing.server_plan import Fault, FaultChooser, ServerPlan, read_plan

__all__ = ["ModelServer", "ReceivedRequest", "ServerHandle", "main", "running_server"]


class ModelServer(ThreadingHTTPServer):
    """The server; each request is answered by a thread of its own.

    Args:
        port: The port on this machine, 0 for a free one.
        plan: How it behaves.
        log: The file that it writes what it receives into, None for no file.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, port: int, plan: ServerPlan, log: Path | None = None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.plan = plan
        self._chooser = FaultChooser(plan)
        self._log = log.open("a", encoding="utf-8") if log is not None else None
        self._lock = threading.Lock()
        self._received = 0

    @property
    def base_url(self) -> str:
        """The address for OpenAI's format."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def receive(
        self, method: str, path: str, headers: dict[str, str], body: dict[str, Any]
    ) -> tuple[int, Fault | None]:
        """Gives a request its number and its fault, and writes it down; of the key only its hash."""
        key = key_of(headers)
        shown = {name: value for name, value in headers.items() if name not in KEY_HEADERS}
        with self._lock:
            self._received += 1
            number = self._received
            fault = self._chooser.choose(number, json.dumps(body, ensure_ascii=False)) if method == "POST" else None
            self._write(
                number=number,
                method=method,
                path=path,
                headers=shown,
                key_hash=hashlib.sha256(key.encode()).hexdigest()[:16] if key else "",
                body=body,
                fault=fault.kind if fault else "",
                started=time.time(),
            )
        return number, fault

    def ended(self, number: int, status: int, *, finished: bool) -> None:
        """Writes down how a request ended."""
        with self._lock:
            self._write(number=number, status=status, finished=finished, ended=time.time())

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Passes over connections that the other side gave up."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Lets go of the port and the log."""
        super().server_close()
        if self._log is not None:
            self._log.close()

    def _write(self, **entry: Any) -> None:
        if self._log is not None:
            self._log.write(json.dumps(entry, ensure_ascii=False) + "\n")
            self._log.flush()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ModelServer

    def do_GET(self) -> None:
        """Lists the models."""
        number, _ = self.server.receive("GET", self.path, self._headers(), {})
        names = self.server.plan.models or ("any",)
        models = [{"id": name, "object": "model", "created": 1, "owned_by": "conspectus"} for name in names]
        if self.path.partition("?")[0].endswith("/models"):
            self._send(200, {"object": "list", "data": models})
        else:
            self._send(404, ChatWire().error(404, "not_found", f"No such path: {self.path}"))
        self.server.ended(number, 200, finished=True)

    def do_POST(self) -> None:
        """Answers a request for a completion."""
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.partition("?")[0]
        wire: Wire = MessagesWire() if path.endswith("/messages") else ChatWire()
        try:
            body = json.loads(raw)
            assert isinstance(body, dict)
        except (ValueError, AssertionError):
            body = {}
        # Making the answer counts, so that answers take the same time however many are asked for at once.
        due = time.monotonic() + self.server.plan.latency
        number, fault = self.server.receive("POST", self.path, self._headers(), body)
        status, finished = 0, False
        try:
            if not path.endswith(("/chat/completions", "/messages")):
                raise Refusal(404, "not_found", f"No such path: {path}")
            if fault is not None and fault.kind == "reset":
                _wait_until(due)
                self._reset()
            if fault is not None and fault.kind == "never":
                _wait_for_the_end()
            request = wire.read(body)
            refuse_by_fault(fault)
            refuse_by_plan(self.server.plan, body, request, key_of(self._headers()))
            status, reply = 200, reply_to(self.server.plan, request, fault)
            _wait_until(due)
            self._answer(wire, body, reply, fault)
            finished = True
        except Refusal as refusal:
            status, finished = refusal.status, True
            _wait_until(due)
            error = wire.error(refusal.status, refusal.code, refusal.message, refusal.param)
            self._send(refusal.status, error, refusal.headers)
        finally:
            self.server.ended(number, status, finished=finished)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Says nothing on the terminal; the log is a file."""

    def _headers(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self.headers.items()}

    def _answer(self, wire: Wire, body: dict[str, Any], reply: Reply, fault: Fault | None) -> None:
        kind = fault.kind if fault else ""
        if kind == "html":
            return self._send_bytes(200, "text/html", b"<html><body><h1>Welcome</h1></body></html>")
        if body.get("stream"):
            events = list(wire.events(reply))
            if kind == "broken_event":
                events[len(events) // 2] = 'data: {"id": "chatcmpl-1", "choi\n\n'
            elif kind == "error_in_stream":
                error = wire.error(500, "server_error", "The model stopped working.")
                events[len(events) // 2 :] = [f"data: {json.dumps(error)}\n\n"]
            return self._send_parts([event.encode() for event in events], "text/event-stream", fault)
        answer = json.dumps(wire.whole(reply), ensure_ascii=False).encode()
        if kind == "broken_event":
            answer = answer[: len(answer) // 2]
        elif kind == "error_in_stream":
            answer = json.dumps(wire.error(500, "server_error", "The model stopped working.")).encode()
        middle = len(answer) // 2
        return self._send_parts([answer[:middle], answer[middle:]], "application/json", fault)

    def _send(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        self._send_bytes(status, "application/json", json.dumps(body, ensure_ascii=False).encode(), headers)

    def _send_bytes(self, status: int, kind: str, data: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _send_parts(self, parts: list[bytes], kind: str, fault: Fault | None) -> None:
        """Sends an answer in chunks (RFC 9112, 7.1), up to where the fault stops it."""
        how = fault.kind if fault else ""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for position, part in enumerate(parts):
            if position * 2 >= len(parts):
                if how == "reset_in_body":
                    self._reset()
                if how == "stall":
                    _wait_for_the_end()
                if how == "cut":
                    raise ConnectionAbortedError("cut on purpose")
            if how == "trickle" and fault is not None:
                for byte in part:
                    self._send_chunk(bytes([byte]))
                    time.sleep(fault.seconds)
            else:
                self._send_chunk(part)
        self.wfile.write(b"0\r\n\r\n")

    def _send_chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _reset(self) -> NoReturn:
        # Lingering for no time makes closing a reset; detached, nothing else can end the connection politely before.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        socket.close(self.connection.detach())
        raise ConnectionResetError("reset on purpose")


def _shut_down_with_stdin(server: ModelServer) -> None:
    sys.stdin.read()
    server.shutdown()


def _wait_until(due: float) -> None:
    time.sleep(max(0.0, due - time.monotonic()))


def _wait_for_the_end() -> NoReturn:
    while True:
        time.sleep(3600)


def main(arguments: list[str] | None = None) -> int:
    """Runs the server until it is interrupted, and gives the exit code."""
    parser = argparse.ArgumentParser(description="A local server of made-up language models.")
    parser.add_argument("--port", type=int, default=0, help="the port on this machine, 0 for a free one")
    parser.add_argument("--plan", type=Path, help="a JSON file that says how it behaves")
    parser.add_argument("--log", type=Path, help="a file to write what is received into, as JSON lines")
    parser.add_argument("--until-stdin-closes", action="store_true", help="end with the process that started it")
    given = parser.parse_args(arguments)
    plan = read_plan(json.loads(given.plan.read_text(encoding="utf-8"))) if given.plan else ServerPlan()
    server = ModelServer(given.port, plan, given.log)
    with open(1, "w", encoding="utf-8", closefd=False) as out:
        out.write(json.dumps({"base_url": server.base_url}) + "\n")
    if given.until_stdin_closes:
        threading.Thread(target=_shut_down_with_stdin, args=(server,), daemon=True).start()
    try:
        server.serve_forever(poll_interval=0.05)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
