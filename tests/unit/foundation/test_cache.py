from __future__ import annotations

import multiprocessing
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
