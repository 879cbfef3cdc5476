"""A local model server for tests: started as a separate process, stopped at the end, asked what it received."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conspectus.testing.server_plan import ServerPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedRequest:
    """A request as the server received it.

    ``number`` counts from 1. ``key_hash`` is the start of the SHA-256 of the key that came with it, "" if none
    came. ``fault`` is the kind of what went wrong on purpose, "" if nothing. ``status`` is that of the answer, 0
    while there is none; ``finished`` says that the answer was sent to its end. ``started`` and ``ended`` are
    seconds since 1970, ``ended`` 0 while it is being answered.
    """

    number: int
    method: str
    path: str
    headers: dict[str, str]
    key_hash: str
    body: dict[str, Any]
    fault: str
    status: int
    finished: bool
    started: float
    ended: float

    @property
    def text(self) -> str:
        """The messages' words, system and all, with line breaks between."""
        messages = [str(message.get("content")) for message in self.body.get("messages", ())]
        return "\n".join([str(self.body.get("system", "")), *messages]).strip()


class ServerHandle:
    """A running server: its address, and what it received so far.

    Args:
        base_url: The address that ends in ``/v1``.
        process: Its process.
        log: The file that it writes what it receives into.
    """

    def __init__(self, base_url: str, process: subprocess.Popen[str], log: Path) -> None:
        self.base_url = base_url
        self.process = process
        self._log = log

    def requests(self) -> list[ReceivedRequest]:
        """Gives what was received, in the order of arrival."""
        found: dict[int, dict[str, Any]] = {}
        for line in self._log.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:  # the last line, while it is being written
                continue
            found.setdefault(entry["number"], {"status": 0, "finished": False, "ended": 0.0}).update(entry)
        return [ReceivedRequest(**found[number]) for number in sorted(found)]

    def completions(self) -> list[ReceivedRequest]:
        """Gives the requests for completions among those received."""
        return [request for request in self.requests() if request.method == "POST"]

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running_server(plan: ServerPlan | None = None) -> Iterator[ServerHandle]:
    """Gives a server that runs in a process of its own for the time of a ``with`` block.

    Example::

        with running_server(ServerPlan(faults=(Fault(kind="rate_limited", probability=0.6),))) as server:
            ... server.base_url ...
            assert len(server.completions()) == 3

    Raises:
        RuntimeError: It did not start.
    """
    with tempfile.TemporaryDirectory(prefix="model-server-") as folder:
        plan_file, log = Path(folder, "plan.json"), Path(folder, "requests.jsonl")
        plan_file.write_text(json.dumps((plan or ServerPlan()).to_json()), encoding="utf-8")
        log.touch()
        command = [sys.executable, "-m", "conspectus.testing.openai_server", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--plan", str(plan_file), "--log", str(log), "--until-stdin-closes"],
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
            yield ServerHandle(json.loads(line)["base_url"], process, log)
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()
