"""A closed network for tests: whoever connects to another machine gets an error instead."""

from __future__ import annotations

import ipaddress
import socket
from types import TracebackType
from typing import Any

# Every way in which Python's sockets reach another machine; names are resolved by asking one, too.
_METHODS = ("connect", "connect_ex", "sendto")
_FUNCTIONS = ("getaddrinfo", "gethostbyname", "gethostbyname_ex")


class NetworkRefused(AssertionError):
    """A test tried to reach another machine."""


class NoNetwork:
    """Refuses every socket connection other than to this machine, for the time of a ``with`` block.

    Example:
        >>> import socket
        >>> with NoNetwork():
        ...     socket.create_connection(("192.0.2.1", 80))
        Traceback (most recent call last):
        ...
        conspectus.testing.no_network.NetworkRefused: A test tried to reach 192.0.2.1.
    """

    def __init__(self) -> None:
        self._originals: list[tuple[Any, str, Any, bool]] = []

    def __enter__(self) -> NoNetwork:
        for name in _METHODS:
            self._guard(socket.socket, name, 1)
        for name in _FUNCTIONS:
            self._guard(socket, name, 0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        while self._originals:
            owner, name, original, inherited = self._originals.pop()
            if inherited:
                delattr(owner, name)
            else:
                setattr(owner, name, original)

    def _guard(self, owner: Any, name: str, skipped: int) -> None:
        original = getattr(owner, name)
        self._originals.append((owner, name, original, name not in vars(owner)))

        def guarded(*arguments: Any, **named: Any) -> Any:
            rest = arguments[skipped:]
            # The address is the last argument of a method, the host the first of a function.
            place = named.get("host") if not rest else rest[-1] if skipped else rest[0]
            if skipped and arguments[0].family not in (socket.AF_INET, socket.AF_INET6):
                return original(*arguments, **named)
            host = place[0] if isinstance(place, tuple) else place
            if not _is_here(host):
                raise NetworkRefused(f"A test tried to reach {host}.")
            return original(*arguments, **named)

        setattr(owner, name, guarded)


def _is_here(host: Any) -> bool:
    text = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if text in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(text).partition("%")[0]).is_loopback
    except ValueError:
        return False
