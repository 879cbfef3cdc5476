"""A whole stream comes out as it went in; a cut, foreign or swelling one is an error with a way forward."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.collection.decompression import FREE, MAX_RATIO, Unpacked, compression_of
from conspectus.foundation.errors import InputError

PACKERS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}
TEXT = b"We count beetles in wet fields.\n" * 10
NOISE = random.Random(5).randbytes(200_000)

each = pytest.mark.parametrize("name", list(PACKERS))


def opened(packed: bytes, spend: Callable[[int], None] = lambda number: None) -> Unpacked:
    compression = compression_of(packed[:10])
    assert compression is not None
    return Unpacked(io.BytesIO(packed), compression, "some.file", spend)


def whole(stream: Unpacked, step: int = -1) -> bytes:
    return b"".join(iter(lambda: stream.read(step), b""))


@each
def test_the_first_bytes_tell_how_a_file_is_compressed(name: str) -> None:
    for content in (b"", TEXT):
        found = compression_of(PACKERS[name](content)[:10])
        assert found is not None
        assert found.name == name


@pytest.mark.parametrize("head", [b"", b"\x1f", b"TY  - JOUR", b"BZhang, A. (2001)", b"PK\x03\x04"])
def test_other_first_bytes_tell_of_no_compression(head: bytes) -> None:
    assert compression_of(head) is None


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(PACKERS)), st.lists(st.binary(max_size=300), min_size=1, max_size=3), st.integers(1, 400))
def test_streams_one_after_the_other_come_out_as_they_went_in(name: str, parts: list[bytes], step: int) -> None:
    packed = b"".join(map(PACKERS[name], parts))
    assert whole(opened(packed), step) == b"".join(parts)


@each
def test_content_of_more_than_one_step_is_whole_and_counted(name: str) -> None:
    spent: list[int] = []
    assert whole(opened(PACKERS[name](NOISE), spent.append)) == NOISE
    assert sum(spent) == len(NOISE)


@each
def test_what_is_peeked_at_is_still_read(name: str) -> None:
    stream = opened(PACKERS[name](TEXT))
    assert stream.peek(8) == TEXT[:8]
    assert stream.peek(40) == TEXT[:40]
    assert stream.read(5) == TEXT[:5]
    assert whole(stream) == TEXT[5:]
    assert opened(PACKERS[name](b"short")).peek(100) == b"short"


@each
def test_no_more_than_was_asked_for_comes_out(name: str) -> None:
    stream = opened(PACKERS[name](TEXT))
    assert all(len(piece) <= 7 for piece in iter(lambda: stream.read(7), b""))


@each
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_cut_stream_is_no_whole_one(name: str, share: float) -> None:
    packed = PACKERS[name](NOISE)
    with pytest.raises(InputError, match=rf"some\.file is a broken {name} file: it ends too early") as caught:
        whole(opened(packed[: int(len(packed) * share)]))
    assert "cut off" in caught.value.hint


@each
def test_a_garbled_stream_is_broken(name: str) -> None:
    packed = bytearray(PACKERS[name](NOISE))
    packed[len(packed) // 2 : len(packed) // 2 + 50] = bytes(50)
    with pytest.raises(InputError, match=f"broken {name} file"):
        whole(opened(bytes(packed)))


@each
def test_padding_behind_the_end_is_passed_over_and_anything_else_is_not(name: str) -> None:
    packed = PACKERS[name](TEXT)
    assert whole(opened(packed + bytes(512))) == TEXT
    with pytest.raises(InputError, match="something else stands behind its end"):
        whole(opened(packed + b"TY  - JOUR\n"))


@each
def test_a_bomb_is_stopped_as_it_swells(name: str) -> None:
    packed = PACKERS[name](bytes(40_000_000))
    spent: list[int] = []
    with pytest.raises(InputError, match=f"more than {MAX_RATIO} times its size"):
        whole(opened(packed, spent.append))
    assert sum(spent) <= max(FREE, MAX_RATIO * len(packed))


@each
def test_a_little_may_swell(name: str) -> None:
    assert len(whole(opened(PACKERS[name](bytes(FREE))))) == FREE


def test_an_error_of_the_one_who_counts_is_passed_on() -> None:
    def spend(number: int) -> None:
        raise InputError(f"{number} bytes are too many.", hint="Add less.")

    with pytest.raises(InputError, match="320 bytes are too many"):
        whole(opened(gzip.compress(TEXT), spend))
