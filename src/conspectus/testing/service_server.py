"""A local HTTP server for formats of services of papers, which can go wrong by plan, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal, Protocol, get_args
from urllib.parse import parse_qsl, urlsplit

ServiceFaultKind = Literal[
    "rate_limited",  # 429; retry_after: seconds, none if None
    "server_error",  # status: 500, 502, 503, …
    "garbage",  # status 200 and what is no reply of the service
    "cut",  # the first half of the reply, as if it were all
    "broken_off",  # the connection is closed in the middle of the reply
    "never",  # nothing comes back
    "delay",  # the reply comes `seconds` late
    "trickle",  # a byte every `seconds`
    "no_hits",  # a search finds nothing
    "warning",  # a search warns with `message`
    "error",  # the service's own format says `message`
]
FAULTS: tuple[str, ...] = get_args(ServiceFaultKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceFault:
    """Something that goes wrong, and with which requests.

    It happens to requests for ``tool`` ("esearch", or the last part of the path), at the ``positions`` (from 1,
    counted by tool), whose parameters hold the text ``contains``; conditions that are not given do not count.
    ``times`` is the most times that it happens.
    """

    kind: ServiceFaultKind
    tool: str = ""
    positions: tuple[int, ...] = ()
    contains: str = ""
    times: int | None = None
    status: int = 500
    retry_after: float | None = None
    seconds: float = 0.05
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServicePlan:
    """How the server behaves: papers in the collection, the longest address before HTTP 414, and faults."""

    size: int = 300
    longest_url: int = 4000
    faults: tuple[ServiceFault, ...] = ()


def read_service_plan(values: Mapping[str, Any]) -> ServicePlan:
    """Gives the plan that JSON values say.

    Raises:
        ValueError: A field or a fault has an unknown name.
    """
    fields = dict(values)
    faults = []
    for fault in fields.pop("faults", ()):
        if fault.get("kind") not in FAULTS:
            raise ValueError(f"not a kind of fault: {fault.get('kind')!r}")
        faults.append(ServiceFault(**{**fault, "positions": tuple(fault.get("positions", ()))}))
    try:
        return ServicePlan(faults=tuple(faults), **fields)
    except TypeError as error:
        raise ValueError(f"not a field of a plan: {error}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the server received it; ``body`` is its JSON, None if it has none."""

    number: int
    service: str
    tool: str
    path: str
    method: str
    parameters: Mapping[str, str]
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    fault: str = ""
    message: str = ""
    started: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What goes back."""

    content: bytes
    status: int = 200
    kind: str = "application/json"


class Answerer(Protocol):
    """Speaks the format of one service."""

    def answer(self, asked: Asked) -> Answer:
        """Gives the answer to a request."""
        ...


class ServiceServer(ThreadingHTTPServer):
    """The server; the first part of a path names the service.

    Args:
        port: The port on this machine, 0 for a free one.
        plan: How it behaves.
        answerers: Who speaks which format.
        log: The file that it writes what it receives into, None for no file.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, port: int, plan: ServicePlan, answerers: Mapping[str, Answerer], log: Path | None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.plan = plan
        self.answerers = answerers
        self._log = log
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._happened = [0] * len(plan.faults)

    def receive(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> tuple[Asked, ServiceFault]:
        """Gives a request as understood, and what goes wrong with it (kind "" for nothing), and writes it down."""
        parts = urlsplit(path)
        names = [part for part in parts.path.split("/") if part]
        service, tool = names[0] if names else "", names[-1].removesuffix(".fcgi") if names else ""
        parameters = dict(parse_qsl(parts.query, keep_blank_values=True))
        body = None
        if headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            parameters |= dict(parse_qsl(raw.decode(), keep_blank_values=True))
        elif raw:
            body = json.loads(raw)
        with self._lock:
            self._counts["all"] = number = self._counts.get("all", 0) + 1
            self._counts[tool] = self._counts.get(tool, 0) + 1
            fault = self._chosen(tool, self._counts[tool], json.dumps([parameters, body]))
            asked = Asked(
                number=number, service=service, tool=tool, path=parts.path, method=method, parameters=parameters,
                headers=headers, body=body, fault=fault.kind if fault else "", message=fault.message if fault else "",
                started=time.time(),
            )  # fmt: skip
            if self._log is not None:
                with self._log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(asdict(asked)) + "\n")
        return asked, fault or ServiceFault(kind="delay", seconds=0)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Passes over connections that the other side gave up."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def _chosen(self, tool: str, position: int, text: str) -> ServiceFault | None:
        for place, fault in enumerate(self.plan.faults):
            if (
                (not fault.tool or fault.tool == tool)
                and (not fault.positions or position in fault.positions)
                and (not fault.contains or fault.contains in text)
                and (fault.times is None or self._happened[place] < fault.times)
            ):
                self._happened[place] += 1
                return fault
        return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ServiceServer

    def do_GET(self) -> None:
        """Answers a GET."""
        self._do("GET")

    def do_POST(self) -> None:
        """Answers a POST."""
        self._do("POST")

    def log_message(self, format: str, *arguments: Any) -> None:
        """Says nothing on the terminal."""

    def _do(self, method: str) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked, fault = self.server.receive(method, self.path, headers, raw)
        if len(self.path) > self.server.plan.longest_url:
            page = b"<html><head><title>Submitted URI too large!</title></head><body>Error 414</body></html>"
            return self._send(Answer(status=414, content=page, kind="text/html"))
        if fault.kind == "never":
            time.sleep(3600)
        if fault.kind == "delay":
            time.sleep(fault.seconds)
        if fault.kind == "rate_limited":
            wait = {} if fault.retry_after is None else {"Retry-After": f"{fault.retry_after:g}"}
            # NCBI repeats the key in its answer.
            told = {"error": "API rate limit exceeded", "api-key": asked.parameters.get("api_key", "")}
            return self._send(Answer(status=429, content=json.dumps(told).encode()), wait)
        if fault.kind == "server_error":
            return self._send(Answer(status=fault.status, content=b"<html><title>It failed.</title></html>"))
        if fault.kind == "garbage":
            return self._send(Answer(content=b"\x00\x01 Service maintenance <<<", kind="text/plain"))
        answerer = self.server.answerers.get(asked.service)
        missing = Answer(status=404, content=json.dumps({"error": f"No such path: {asked.path}"}).encode())
        answer = answerer.answer(asked) if answerer is not None else missing
        if fault.kind == "cut":
            answer = Answer(content=answer.content[: len(answer.content) // 2], kind=answer.kind)
        return self._send(answer, fault=fault)

    def _send(
        self, answer: Answer, headers: Mapping[str, str] | None = None, fault: ServiceFault | None = None
    ) -> None:
        self.send_response(answer.status)
        for name, value in {
            "Content-Type": answer.kind,
            "Content-Length": str(len(answer.content)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        if fault is not None and fault.kind == "broken_off":
            self.wfile.write(answer.content[: len(answer.content) // 2])
            self.close_connection = True
        elif fault is not None and fault.kind == "trickle":
            for byte in answer.content:
                self.wfile.write(bytes([byte]))
                time.sleep(fault.seconds)
        else:
            self.wfile.write(answer.content)


class ServiceHandle:
    """A running server: addresses of its services, and what it received so far.

    Args:
        address: Its address.
        log: The file that it writes what it receives into.
    """

    def __init__(self, address: str, log: Path) -> None:
        self.address = address
        self._log = log

    def base_url(self, service: str) -> str:
        """Gives the address of a service ("pubmed")."""
        return f"{self.address}/{service}"

    def requests(self, tool: str = "") -> list[Asked]:
        """Gives the requests received, in the order of arrival, for one tool if it is named."""
        lines = self._log.read_text(encoding="utf-8").splitlines()
        received = [Asked(**json.loads(line)) for line in lines if line.endswith("}")]
        return [asked for asked in received if not tool or asked.tool == tool]


@contextmanager
def running_services(plan: ServicePlan | None = None) -> Iterator[ServiceHandle]:
    """Gives a server that runs in a process of its own for the time of a ``with`` block.

    Example::

        with running_services(ServicePlan(size=500)) as server:
            source = PubMed(SourceOptions(base_url=server.base_url("pubmed")))

    Raises:
        RuntimeError: It did not start.
    """
    with tempfile.TemporaryDirectory(prefix="service-server-") as folder:
        plan_file, log = Path(folder, "plan.json"), Path(folder, "requests.jsonl")
        plan_file.write_text(json.dumps(asdict(plan or ServicePlan())), encoding="utf-8")
        log.touch()
        command = [sys.executable, "-m", "conspectus.testing.eutils_server", "--plan", str(plan_file)]
        process = subprocess.Popen(
            [*command, "--log", str(log), "--until-stdin-closes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"the server ended with status {process.wait()} before it was ready")
            yield ServiceHandle(json.loads(line)["address"], log)
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()
