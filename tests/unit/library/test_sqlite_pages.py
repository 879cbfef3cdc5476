"""Rows come out as SQLite wrote them, whatever their size and type, and without SQLite's help."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from conspectus.library.sqlite_pages import Row, SqlitePages

INTEGERS = [0, 1, -1, 127, -128, 32767, 8388607, -8388608, 2147483647, 140737488355327, 2**63 - 1, -(2**63)]
ROWS: list[Row] = [
    ["numbers", *INTEGERS],
    ["others", None, 1.5, -2.0, "é ☃", "", b"\x00\xff", b""],
    ["long", "reed " * 5000, b"\x01" * 9000],
]


def write(path: Path, page: int) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA page_size = {page}")
        for number, row in enumerate(ROWS):
            columns = ", ".join(f"c{n}" for n in range(len(row)))
            connection.execute(f"CREATE TABLE t{number} (key INTEGER PRIMARY KEY, {columns})")
            connection.execute(
                f"INSERT INTO t{number} VALUES ({', '.join('?' * (len(row) + 1))})", [number + 300, *row]
            )
        connection.execute("CREATE TABLE w (a TEXT, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID")
        connection.executemany("INSERT INTO w VALUES (?, ?, ?)", [(f"n{n:03}", n, "x" * n) for n in range(400)])


@pytest.mark.parametrize("page", [512, 4096, 65536])
def test_every_row_is_read_as_it_was_written(tmp_path: Path, page: int) -> None:
    write(tmp_path / "any.sqlite", page)
    pages = SqlitePages(tmp_path / "any.sqlite")
    in_tables = {}
    in_indexes = []
    for cell in pages.cells():
        row = pages.row(cell)
        if not cell.in_table:
            in_indexes.append(row)
        elif row[0] is None:
            in_tables[pages.key(cell)] = row[1:]
    pages.close()
    assert in_tables == {number + 300: row for number, row in enumerate(ROWS)}
    assert sorted(map(str, in_indexes)) == sorted(str([f"n{n:03}", n, "x" * n]) for n in range(400))


def test_a_row_of_which_a_page_is_lost_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "any.sqlite"
    write(path, 512)
    data = path.read_bytes()
    lost = (data.index(b"reed reed") // 512 + 3) * 512
    path.write_bytes(data[:lost] + b"\xff" * 512 + data[lost + 512 :])
    pages = SqlitePages(path)
    refused = 0
    for cell in pages.cells():
        try:
            pages.row(cell)
        except ValueError:
            refused += 1
    pages.close()
    assert refused == 1
