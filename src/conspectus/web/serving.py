"""Starts the server on loopback."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

from conspectus.foundation.errors import UsageError
from conspectus.graphs.structure.vocabulary import Profile
from conspectus.web.sparql_endpoint import Endpoint, make_app

HOST = "127.0.0.1"


def serve_graph(
    folder: Path,
    *,
    profile: Profile,
    port: int,
    seconds: float,
    rows: int,
    on_start: Callable[[str], None],
) -> None:
    """Serves the graph of a library until the process is interrupted.

    Args:
        folder: The library folder.
        profile: Its namespaces.
        port: Of loopback; 0 takes a free one.
        seconds: The most time of a query.
        rows: The most rows of a query.
        on_start: Told the address of the endpoint as soon as it takes queries.

    Raises:
        UsageError: The port is taken, or the extra ``web`` is not installed.
    """
    app = make_app(Endpoint(folder=folder, profile=profile, seconds=seconds, rows=rows))
    import uvicorn

    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((HOST, port))
    except OSError as error:
        taken.close()
        raise UsageError(
            f"Port {port} of {HOST} cannot be used: {error.strerror}.", hint="Give another --port."
        ) from None
    on_start(f"http://{HOST}:{taken.getsockname()[1]}/sparql")
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
    try:
        server.run(sockets=[taken])
    finally:
        taken.close()
