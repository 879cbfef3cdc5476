"""Server-sent events (WHATWG HTML, 9.2.6): the payloads of a stream of bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def payloads(body: Iterable[bytes]) -> Iterator[str]:
    """Yields the data of each event, whatever the ends of lines and wherever the pieces are cut.

    Comments, event names and ids are passed over. Several data lines of one event are joined by line breaks.
    An event that the end of the stream cuts off before its empty line is given as it is, since several
    servers leave the last empty line out.
    """
    data: list[str] = []
    for line in _lines(body):
        if not line:
            if data:
                yield "\n".join(data)
            data = []
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
    if data:
        yield "\n".join(data)


def _lines(body: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for piece in body:
        rest += piece
        # A carriage return at the very end may be the first half of a line end.
        whole = rest.replace(b"\r\n", b"\n")
        held = b"\r" if whole.endswith(b"\r") else b""
        whole = whole.removesuffix(b"\r").replace(b"\r", b"\n")
        *lines, rest = whole.split(b"\n")
        rest += held
        for line in lines:
            yield line.decode("utf-8", "replace")
    if rest:
        yield from rest.decode("utf-8", "replace").replace("\r", "\n").split("\n")
