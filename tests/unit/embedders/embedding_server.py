"""A local server of ``/v1/embeddings`` in a thread: hashed words as vectors, with faults on request."""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WIDTH = 64


class EmbeddingServer(ThreadingHTTPServer):
    """``faults`` are (status, body) pairs that the next requests get; ``seen`` holds (headers, body) of requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.faults: list[tuple[int, Any]] = []
        self.seen: list[tuple[dict[str, str], dict[str, Any]]] = []

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(({name.lower(): value for name, value in self.headers.items()}, body))
        status, answer = self.server.faults.pop(0) if self.server.faults else (200, None)
        if self.path != "/v1/embeddings":
            status, answer = 404, {"error": {"message": "no such address"}}
        if answer is None:
            # In reverse, so that only the index tells which text a vector is of.
            data = [
                {"object": "embedding", "index": at, "embedding": _vector(text)}
                for at, text in enumerate(body["input"])
            ]
            answer = {"object": "list", "data": data[::-1], "model": body["model"]}
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: Any) -> None:
        """Says nothing."""


def _vector(text: str) -> list[float]:
    vector = [0.0] * WIDTH
    for word in text.lower().replace(".", " ").split():
        vector[zlib.crc32(word.encode("utf-8", "replace")) % WIDTH] += 1.0
    return vector if any(vector) else [1.0] * WIDTH


@contextmanager
def embedding_server() -> Iterator[EmbeddingServer]:
    """Gives a running server for the time of a ``with`` block."""
    server = EmbeddingServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
