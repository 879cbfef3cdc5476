from __future__ import annotations

import multiprocessing
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.foundation.cache import Cache, content_key
from conspectus.foundation.errors import LibraryError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(st.sampled_from(["a", "b", "model", "text"]), VALUES, max_size=4)


def write_many(path: Path, first: int) -> None:
    cache = Cache(path)
    for number in range(first, first + 60):
        cache.remember("square/1", lambda n=number: str(n * n).encode(), number=number)  # type: ignore[misc]
    cache.close()


@given(ARGUMENTS, st.randoms(use_true_random=False))
def test_an_address_does_not_depend_on_the_order_of_the_arguments(arguments: dict[str, Any], random: Any) -> None:
    shuffled = list(arguments.items())
    random.shuffle(shuffled)
    assert content_key("op/1", **arguments) == content_key("op/1", **dict(shuffled))


@given(ARGUMENTS, ARGUMENTS)
def test_different_arguments_have_different_addresses(first: dict[str, Any], second: dict[str, Any]) -> None:
    # As JSON: True and 1 are equal in Python, yet say different things.
    assert (content_key("op", **first) == content_key("op", **second)) == (repr_of(first) == repr_of(second))


def repr_of(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{key!r}:{repr_of(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(repr_of, value)) + "]"
    return repr(value)


def test_the_version_of_the_maker_is_part_of_the_address() -> None:
    assert content_key("embed/1", text="a") != content_key("embed/2", text="a")
    assert content_key("ab", c="d") != content_key("a", bc="d")


def test_what_was_made_is_kept_across_openings(tmp_path: Path) -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("x")
        return b"\x00value"

    path = tmp_path / "deep" / "folder" / "cache.sqlite"
    for _ in range(3):
        cache = Cache(path)
        assert cache.remember("op", make, b=1, a=[2]) == b"\x00value"
        cache.close()
    assert made == ["x"]


def test_an_empty_value_is_a_value(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache.remember("op", bytes, a=1)
    assert cache.remember("op", lambda: b"made again", a=1) == b""


def test_failed_work_is_not_stored(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")

    def fail() -> bytes:
        raise ConnectionError("down")

    with pytest.raises(ConnectionError):
        cache.remember("op", fail, a=1)
    assert cache.get(content_key("op", a=1)) is None
    assert cache.remember("op", lambda: b"up", a=1) == b"up"


def test_the_last_writer_wins(tmp_path: Path) -> None:
    first, second = Cache(tmp_path / "cache.sqlite"), Cache(tmp_path / "cache.sqlite")
    first.put("k", "op", b"1")
    second.put("k", "op", b"2")
    assert first.get("k") == second.get("k") == b"2"


def test_two_processes_open_and_fill_one_cache_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=write_many, args=(path, first)) for first in (0, 30)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert [worker.exitcode for worker in workers] == [0, 0]
    cache = Cache(path)
    found = [cache.get(content_key("square/1", number=number)) for number in range(90)]
    assert found == [str(number * number).encode() for number in range(90)]


def test_a_damaged_file_is_named_with_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    path.write_bytes(b"this is no database, it is a letter to a friend" * 100)
    with pytest.raises(LibraryError, match=r"cache\.sqlite") as caught:
        Cache(path)
    assert "Delete" in caught.value.hint


def test_threads_read_and_write_one_cache_at_a_time(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    wrong: list[object] = []

    def work(thread: int) -> None:
        try:
            for number in range(80):
                key = content_key("square/1", number=number)
                found = cache.get(key)
                if found not in (None, str(number * number).encode()):
                    wrong.append(found)
                cache.put(key, "square/1", str(number * number).encode())
                cache.put(f"{thread} {number}", "own", bytes(200))
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert wrong == []
    assert cache.get("7 79") == bytes(200)
    cache.close()


def test_a_full_disk_is_said_and_what_is_there_can_be_read(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache.put("small", "op", b"1")
    cache._connection.execute("PRAGMA max_page_count = 1")  # type: ignore[union-attr]  # SQLite then reports a full disk
    for _ in range(2):
        with pytest.raises(
            LibraryError, match=r"cache\.sqlite cannot be written to: database or disk is full"
        ) as caught:
            cache.put("large", "op", bytes(1_000_000))
    assert "Make room" in caught.value.hint
    assert cache.get("small") == b"1"
    assert cache.get("large") is None
    cache._connection.execute("PRAGMA max_page_count = 100000")  # type: ignore[union-attr]
    cache.put("large", "op", b"2")
    assert cache.get("large") == b"2"


def test_a_file_that_may_not_be_written_to_is_said(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache.put("k", "op", b"1")
    cache._connection.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]  # as on a disk mounted for reading
    with pytest.raises(LibraryError, match="cannot be written to: attempt to write a readonly database"):
        cache.put("k", "op", b"2")
    assert cache.get("k") == b"1"


def test_a_place_where_no_file_can_be_is_no_obstacle_until_something_is_put(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    cache = Cache(tmp_path / "file" / "cache.sqlite")
    assert cache.get("k") is None
    with pytest.raises(LibraryError, match="cannot be written to") as caught:
        cache.put("k", "op", b"1")
    assert "--cache" in caught.value.hint
    cache.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_for_reading_only_still_gives_what_is_there(tmp_path: Path) -> None:
    first = Cache(tmp_path / "cache.sqlite")
    first.put("k", "op", b"1")
    first.close()
    (tmp_path / "cache.sqlite").chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        cache = Cache(tmp_path / "cache.sqlite")
        assert cache.get("k") == b"1"
        with pytest.raises(LibraryError, match="cannot be written to"):
            cache.put("k", "op", b"2")
        cache.close()
    finally:
        tmp_path.chmod(0o700)


def test_a_closed_cache_says_so(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache.sqlite")
    cache.put("k", "op", b"1")
    cache.close()
    cache.close()
    assert cache.get("k") is None
    with pytest.raises(LibraryError, match="it is closed"):
        cache.put("k", "op", b"1")
