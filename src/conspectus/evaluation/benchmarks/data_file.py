"""The files under ``--data``, known by their content."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from conspectus.foundation.errors import BrokenRecord, UnreadableFile
from conspectus.readers.decoding import decode

_HEAD = 1 << 20
_DEPTH = 3
_GZIP = b"\x1f\x8b"
# A field of a CSV file may hold a whole section; the standard limit is 128 KiB.
_LARGEST_FIELD = 1 << 26


class DataFile:
    """One file, unpacked if it is gzipped, read no further than needed.

    Args:
        path: Where it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name

    @cached_property
    def head(self) -> str:
        """The first MiB as text; "" if the file cannot be read."""
        try:
            return decode(self._bytes(_HEAD)).text
        except UnreadableFile:
            return ""

    def text(self) -> str:
        """Gives the whole content as text.

        Raises:
            UnreadableFile: The file is missing, not permitted, or its compression is damaged.
        """
        return decode(self._bytes(-1)).text

    def first_records(self, most: int = 5) -> list[dict[str, Any]]:
        """Gives up to ``most`` JSON objects from the beginning of the file, for recognising its layout."""
        found: list[dict[str, Any]] = []
        if self.head.lstrip()[:1] not in ("{", "["):
            return found
        for _, value in _json_values(self.head):
            if isinstance(value, dict):
                found.append(value)
            if len(found) >= most:
                break
        return found

    def records(self) -> Iterator[tuple[int, dict[str, Any] | BrokenRecord]]:
        """Yields the objects of a JSON list or of JSON lines with 1-based positions, or a file's only object with 0."""
        for position, value in _json_values(self.text()):
            if isinstance(value, (BrokenRecord, dict)):
                yield position, value
            else:
                yield position, BrokenRecord(f"{self.name}: record {position} is not an object.", record=position)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names in the first line of a CSV file; () if it has none."""
        first = self.head.split("\n", 1)[0].rstrip("\r")
        if "," not in first or first.lstrip()[:1] in ("{", "[", "<"):
            return ()
        try:
            return tuple(name.strip() for name in next(csv.reader([first]), []))
        except csv.Error:
            return ()

    def rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yields the rows of a CSV file with their 1-based positions; what a row lacks is "".

        Raises:
            UnreadableFile: The file cannot be read, or not further.
        """
        before = csv.field_size_limit(_LARGEST_FIELD)
        try:
            reader = csv.DictReader(io.StringIO(self.text(), newline=""), restval="")
            for position, row in enumerate(reader, start=1):
                yield position, {key: value for key, value in row.items() if isinstance(key, str)}
        except csv.Error as error:
            raise UnreadableFile(f"{self.name} breaks off: {error}.", hint="Mend the row, or remove it.") from error
        finally:
            csv.field_size_limit(before)

    def _bytes(self, size: int) -> bytes:
        try:
            with self.path.open("rb") as stream:
                packed = stream.read(2) == _GZIP
                stream.seek(0)
                if packed:
                    with gzip.GzipFile(fileobj=stream) as unpacked:
                        return unpacked.read(size)
                return stream.read(size)
        except (OSError, EOFError, zlib.error) as error:
            raise UnreadableFile(f"{self.path} cannot be read: {error}.", hint="Fetch the file again.") from error


def files_under(data: Path) -> list[DataFile]:
    """Gives the file ``data``, or the files of the folder ``data`` down to three levels, sorted by path.

    Raises:
        UnreadableFile: There is no such path.
    """
    if data.is_file():
        return [DataFile(data)]
    if not data.is_dir():
        raise UnreadableFile(f"There is no file or folder {data}.", hint="Name the benchmark's own data with --data.")
    found = []
    for path in sorted(data.rglob("*")):
        inside = path.relative_to(data).parts
        if len(inside) <= _DEPTH and path.is_file() and not any(part.startswith(".") for part in inside):
            found.append(DataFile(path))
    return found


def _json_values(text: str) -> Iterator[tuple[int, Any]]:
    text = text.strip()
    return _list_values(text) if text.startswith("[") else _line_values(text)


def _list_values(text: str) -> Iterator[tuple[int, Any]]:
    """Yields the values of a list one by one, so that a break leaves the values before it."""
    decoder, at, position = json.JSONDecoder(), 1, 0
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if at < len(text) and text[at] == "]":
            return
        position += 1
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield position, _broken(position, "the list ends or is broken here; nothing after it was read")
            return
        yield position, value


def _line_values(text: str) -> Iterator[tuple[int, Any]]:
    whole = _decoded(text) if text.startswith("{") else None
    if isinstance(whole, dict):
        yield 0, whole
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            value = _decoded(line)
            yield number, _broken(number, "the line is not JSON") if value is None else value


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _broken(position: int, what: str) -> BrokenRecord:
    return BrokenRecord(f"Record {position}: {what}.", record=position, hint="Mend or remove the record.")
