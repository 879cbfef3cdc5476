"""A real HTTP server that answers as GROBID does, for tests: TEI made of what it is sent, and faults on purpose."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape


@dataclass(frozen=True, slots=True, kw_only=True)
class GrobidAnswer:
    """An answer in place of the usual one: its status, body and headers; it comes after ``delay`` seconds."""

    status: int
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SentPdf:
    """What was posted: the path, the fields of the form and of the address, and the PDF."""

    path: str
    fields: dict[str, list[str]]
    pdf: bytes


@dataclass(slots=True)
class GrobidHandle:
    """A running server: its address, and what it was sent in order."""

    address: str
    sent: list[SentPdf] = field(default_factory=list)


def tei_of(pdf: bytes) -> str:
    """Gives the TEI that the server answers: its title and only paragraph are the second line of what was sent."""
    line = escape(pdf.decode("latin-1").split("\n")[1] if b"\n" in pdf else "")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>'
        f"<titleStmt><title>{line}</title></titleStmt></fileDesc></teiHeader><text><body><div><head>1. Text</head>"
        f"<p>{line}</p></div></body></text></TEI>"
    )


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of clients that go away before they have their answer."""


@contextmanager
def running_grobid(answers: Sequence[GrobidAnswer] = ()) -> Iterator[GrobidHandle]:
    """Gives a server on loopback for the time of a ``with`` block.

    Args:
        answers: What the first requests get, one each; those after them get the usual answer.
    """
    planned = list(answers)
    lock = threading.Lock()
    stopped = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            sent = _parsed(self.path, self.headers.get("Content-Type", ""), self.rfile.read(length))
            with lock:
                handle.sent.append(sent)
                answer = planned.pop(0) if planned else GrobidAnswer(status=200, body=tei_of(sent.pdf))
            if urlsplit(self.path).path != "/api/processFulltextDocument":
                answer = GrobidAnswer(status=404)
            stopped.wait(answer.delay)
            body = answer.body.encode()
            self.send_response(answer.status)
            for name, value in (("Content-Type", "application/xml"), *answer.headers):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

    server = _Server(("127.0.0.1", 0), Handler)
    handle = GrobidHandle(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield handle
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _parsed(path: str, kind: str, body: bytes) -> SentPdf:
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
    fields = dict(parse_qs(urlsplit(path).query))
    pdf = b""
    for part in message.iter_parts() if message.is_multipart() else ():
        name = str(part.get_param("name", "", header="content-disposition"))
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        if name == "input":
            pdf = content
        else:
            fields.setdefault(name, []).append(content.decode())
    return SentPdf(path=urlsplit(path).path, fields=fields, pdf=pdf)
