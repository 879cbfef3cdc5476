"""Compressed streams, unpacked step by step: a bomb is stopped as it swells, a cut stream is no whole one."""

from __future__ import annotations

import bz2
import io
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from conspectus.foundation.errors import InputError

MAX_RATIO = 500
"""How many times as large as its packed form a stream may become; text reaches 20, a bomb 1000."""
FREE = 1 << 20
"""Bytes that may come out whatever the ratio."""

_STEP = 1 << 16
_LZMA_MEMORY = 128 << 20
FAULTS = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)


class Readable(Protocol):
    """What can be read from front to back."""

    def read(self, size: int = -1, /) -> bytes:
        """Gives up to ``size`` bytes, b"" at the end."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Compression:
    """A way to compress one stream: its name in messages, how it begins, and what unpacks it."""

    name: str
    magic: bytes
    make: Callable[[], Any]


COMPRESSIONS = (
    Compression(name="gzip", magic=b"\x1f\x8b", make=lambda: zlib.decompressobj(wbits=31)),
    Compression(name="bzip2", magic=b"BZh", make=bz2.BZ2Decompressor),
    Compression(
        name="xz",
        magic=b"\xfd7zXZ\x00",
        make=lambda: lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_LZMA_MEMORY),
    ),
)


def compression_of(head: bytes) -> Compression | None:
    """Gives how a file is compressed, from its first bytes, or None."""
    for compression in COMPRESSIONS:
        if head.startswith(compression.magic) and (
            compression.name != "bzip2" or head[4:10] in (b"1AY&SY", b"\x17rE8P\x90")
        ):
            return compression
    return None


class Unpacked:
    """The content of a compressed stream (or of several, one after the other).

    Args:
        raw: The compressed stream, at its beginning.
        compression: How it is compressed.
        shown: Its name in messages.
        spend: Told of the bytes that come out; raises when they are too many in all.
    """

    def __init__(self, raw: Readable, compression: Compression, shown: str, spend: Callable[[int], None]) -> None:
        self._raw, self._compression, self._shown, self._spend = raw, compression, shown, spend
        self._decompressor = compression.make()
        self._input = b""
        self._ahead = b""
        self._taken = 0
        self._given = 0
        self._ended = False

    def peek(self, size: int) -> bytes:
        """Gives the next ``size`` bytes, or those that there are, without taking them."""
        held = io.BytesIO()
        held.write(self._ahead)
        self._ahead = b""
        while held.tell() < size and (more := self.read(size - held.tell())):
            held.write(more)
        self._ahead = held.getvalue()
        return self._ahead[:size]

    def read(self, size: int = -1, /) -> bytes:
        """Gives at least one and up to ``size`` bytes, b"" at the end.

        Raises:
            InputError: The stream is broken, cut off, or a bomb.
        """
        size = _STEP if size < 0 else size
        if self._ahead:
            given, self._ahead = self._ahead[:size], self._ahead[size:]
            return given
        while not self._ended:
            try:
                given = self._step(size)
            except (*FAULTS, RuntimeError, MemoryError) as error:
                if isinstance(error, InputError):
                    raise
                raise self._broken(str(error) or type(error).__name__) from None
            if given:
                self._count(len(given))
                return given
        return b""

    def _step(self, size: int) -> bytes:
        if self._decompressor.eof:
            self._next_stream()
            return b""
        if not self._input and getattr(self._decompressor, "needs_input", True):
            self._input = self._raw.read(_STEP)
            self._taken += len(self._input)
            if not self._input:
                raise self._broken("it ends too early")
        given: bytes = self._decompressor.decompress(self._input, size)
        # zlib hands back what it has not used; the others keep it themselves.
        self._input = getattr(self._decompressor, "unconsumed_tail", b"")
        return given

    def _next_stream(self) -> None:
        rest = self._decompressor.unused_data
        while not rest.strip(b"\0"):
            rest = self._raw.read(_STEP)
            self._taken += len(rest)
            if not rest:
                self._ended = True
                return
        rest = rest.lstrip(b"\0")
        while len(rest) < 10 and (more := self._raw.read(10 - len(rest))):
            rest += more
            self._taken += len(more)
        if compression_of(rest) is not self._compression:
            raise self._broken("something else stands behind its end")
        self._decompressor = self._compression.make()
        self._input = rest

    def _count(self, number: int) -> None:
        self._given += number
        if self._given > FREE and self._given > MAX_RATIO * self._taken:
            raise swollen(self._shown)
        self._spend(number)

    def _broken(self, reason: str) -> InputError:
        return InputError(
            f"{self._shown} is a broken {self._compression.name} file: {reason}.",
            hint="Fetch or export the file again; it may be cut off. Nothing of it was taken for whole.",
        )


def swollen(shown: str) -> InputError:
    """Gives the error about something that swells like a bomb."""
    return InputError(
        f"{shown} unpacks to more than {MAX_RATIO} times its size, as only archives made to do harm do.",
        hint="If it is what you want, unpack it yourself and add what is in it.",
    )
