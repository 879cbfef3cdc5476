"""The rows of a SQLite file, read page by page without SQLite, which gives up where a page is missing.

Layout: "Database File Format", https://www.sqlite.org/fileformat2.html, sections 1.3 to 1.6 and 2.1. Only leaves
are read, and those inner pages of indexes that hold rows themselves, so that a row is found though the pages that led
to it are lost. Free pages hold what was deleted and are passed over.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_HEADER = 100
_PAGES = tuple(1 << power for power in range(9, 16))
Row = list[int | float | str | bytes | None]


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a row stands: the offset of its cell, and whether that is one of a table and not of an index."""

    offset: int
    in_table: bool = True


class SqlitePages:
    """The cells of a file that SQLite may not be able to read.

    Args:
        path: The file, which nobody writes to.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        size = path.stat().st_size
        self._data: bytes | mmap.mmap = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        is_headed = len(self._data) >= _HEADER and self._data[:16] == b"SQLite format 3\0"
        named = _number(self._data[16:18]) if is_headed else 0
        # 1 stands for 65,536, which two bytes cannot say; a size that cannot be is a part of the damage.
        self._page = 65536 if named == 1 else named if named in _PAGES else 4096
        self._usable = self._page - (self._data[20] if is_headed else 0)
        self._free = self._free_pages() if is_headed else set()

    def cells(self) -> Iterator[Cell]:
        """Yields the places of rows, in the order of the file; not each of them is one."""
        for page in range(1, len(self._data) // self._page + 1):
            if page in self._free:
                continue
            start = (page - 1) * self._page
            head = start + (_HEADER if page == 1 else 0)
            kind = self._data[head]
            if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
                continue
            pointers = head + (12 if kind == _INDEX_INTERIOR else 8)
            room = (start + self._usable - pointers) // 2
            count = min(_number(self._data[head + 3 : head + 5]), room)
            for place in struct.unpack(f">{count}H", self._data[pointers : pointers + 2 * count]):
                if 0 < place < self._usable:
                    yield Cell(start + place + (4 if kind == _INDEX_INTERIOR else 0), kind == _TABLE_LEAF)

    def row(self, cell: Cell) -> Row:
        """Gives the values of the record in a cell; the key of a table's row is None among them.

        Raises:
            ValueError: There is no record, or a part of it is lost.
        """
        try:
            payload = self._payload(cell)
            size, place = _varint(payload, 0)
            kinds: list[int] = []
            while place < size:
                kind, place = _varint(payload, place)
                kinds.append(kind)
        except (IndexError, struct.error):
            raise ValueError("no record") from None
        place = size
        row: Row = []
        for kind in kinds:
            value, place = _value(payload, place, kind)
            row.append(value)
        return row

    def key(self, cell: Cell) -> int:
        """Gives the key of a table's row, which stands before the record."""
        _, after = self._varint(cell.offset)
        return self._varint(after)[0]

    def close(self) -> None:
        """Closes the file."""
        if isinstance(self._data, mmap.mmap):
            self._data.close()
        self._file.close()

    def _free_pages(self) -> set[int]:
        free: set[int] = set()
        trunk = _number(self._data[32:36])
        while trunk and trunk not in free and trunk * self._page <= len(self._data):
            free.add(trunk)
            start = (trunk - 1) * self._page
            count = min(_number(self._data[start + 4 : start + 8]), self._usable // 4 - 2)
            free.update(struct.unpack(f">{count}I", self._data[start + 8 : start + 8 + 4 * count]))
            trunk = _number(self._data[start : start + 4])
        return free

    def _payload(self, cell: Cell) -> bytes:
        size, place = self._varint(cell.offset)
        if cell.in_table:
            _, place = self._varint(place)
        largest = self._usable - 35 if cell.in_table else (self._usable - 12) * 64 // 255 - 23
        if size > len(self._data):
            raise ValueError("larger than the file")
        if size <= largest:
            return self._data[place : place + size]
        least = (self._usable - 12) * 32 // 255 - 23
        local = least + (size - least) % (self._usable - 4)
        local = least if local > largest else local
        parts = [self._data[place : place + local]]
        following, left = _number(self._data[place + local : place + local + 4]), size - local
        while left > 0:
            start = (following - 1) * self._page
            if following < 2 or start + self._page > len(self._data) or following in self._free:
                raise ValueError("a part of the row is lost")
            taken = min(left, self._usable - 4)
            parts.append(self._data[start + 4 : start + 4 + taken])
            left -= taken
            following = _number(self._data[start : start + 4])
        return b"".join(parts)

    def _varint(self, offset: int) -> tuple[int, int]:
        value, used = _varint(self._data[offset : offset + 9], 0)
        return value, offset + used


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Gives a variable-length integer of one to nine bytes, and where it ends."""
    value = 0
    for count in range(8):
        byte = data[place + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + count + 1
    return value << 8 | data[place + 8], place + 9


_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}


def _value(payload: bytes, place: int, kind: int) -> tuple[int | float | str | bytes | None, int]:
    """Gives a value by its serial type, and where it ends."""
    size = (kind - 12) // 2 if kind >= 12 else _SIZES.get(kind, -1)
    end = place + size
    if size < 0 or end > len(payload):
        raise ValueError("no record")
    raw = payload[place:end]
    if kind == 0:
        return None, end
    if kind in (8, 9):
        return kind - 8, end
    if kind == 7:
        return float(struct.unpack(">d", raw)[0]), end
    if kind < 7:
        return int.from_bytes(raw, "big", signed=True), end
    return (raw.decode("utf-8") if kind % 2 else raw), end
