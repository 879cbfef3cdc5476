"""Files are read whole, unpacked, and never beyond the limit."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from conspectus.collection.file_reading import read_file
from conspectus.foundation.errors import InputError, UnreadableFile


def test_plain_and_packed_files_give_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").write_bytes(gzip.compress(b"ab") + gzip.compress(b"c"))
    assert read_file(tmp_path / "a", "a", largest=3) == read_file(tmp_path / "b", "b", largest=100) == b"abc"


def test_too_large_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abcd")
    with pytest.raises(InputError, match="larger than 3 bytes") as caught:
        read_file(tmp_path / "a", "a", largest=3)
    assert "largest_file" in caught.value.hint


def test_a_gzip_bomb_stops_at_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(gzip.compress(bytes(50_000_000)))
    with pytest.raises(InputError, match="unpacked"):
        read_file(tmp_path / "a", "a", largest=100_000)


@pytest.mark.parametrize("damage", ["cut", "garbled", "magic only"])
def test_a_broken_gzip_file(tmp_path: Path, damage: str) -> None:
    packed = gzip.compress(b"hello " * 1000)
    data = {"cut": packed[:-10], "garbled": packed[:12] + b"\xff" * 30, "magic only": b"\x1f\x8b"}[damage]
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(InputError, match="broken gzip") as caught:
        read_file(tmp_path / "a", "a", largest=100_000)
    assert caught.value.hint


def test_a_folder_or_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(UnreadableFile):
            read_file(path, "it", largest=10)
