"""The files in archives, read member by member: nothing is unpacked to disk, no link is followed.

zip, tar, gzip, bzip2 and xz are recognised by content. A member is named by its path inside the archive. What
cannot be read is named with the reason, and the members after it are read all the same. Office documents, which
are zip archives too, are files to the readers.
"""

from __future__ import annotations

import io
import re
import struct
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from conspectus.collection.decompression import (
    FAULTS,
    FREE,
    MAX_RATIO,
    Compression,
    Readable,
    Unpacked,
    compression_of,
    swollen,
)
from conspectus.collection.visible_text import visible
from conspectus.foundation.errors import InputError

MAX_DEPTH = 2
"""How many archives may lie in one another, the outermost included."""
MAX_MEMBERS = 1_000_000
TOTAL = 8
"""How many times the size of the largest file an archive may unpack to in all."""

_BLOCK = 512
_STEP = 1 << 20
_UNIX = 3
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_DOCUMENT_PARTS = ("[Content_Types].xml", "mimetype", "META-INF/container.xml")
# zipfile raises NotImplementedError for methods it does not know and RuntimeError for encrypted members.
_FAULTS = (*FAULTS, zipfile.BadZipFile, tarfile.TarError, NotImplementedError, RuntimeError, struct.error, KeyError)
_AGAIN = "Fetch or make the archive again, or unpack it yourself and add what is in it."
_UNPACK = "Unpack it yourself and add what is in it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The bytes of a file; ``inner`` is its path inside the archive, "" for a file that is in none."""

    inner: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """What was not read, and why; ``harmless`` if it is none of the things that are meant to be read."""

    inner: str
    error: InputError
    harmless: bool = False


class _Exhausted(InputError):
    """The archive as a whole is too large, so that the rest of it is left unread."""


def contents_of(file: IO[bytes], *, shown: str, largest: int) -> Iterator[Content | Refused]:
    """Yields the content of a file, or, if it is an archive, of each file in it, one at a time.

    Args:
        file: Seekable, at its beginning.
        shown: Its name in messages.
        largest: The most bytes of one file, packed or not; an archive may hold ``TOTAL`` times as much.
    """
    unpacking = _Unpacking(shown, largest)
    try:
        yield from unpacking.contents(file, "", 0)
    except _Exhausted as error:
        yield Refused(inner="", error=error)


def is_archive(head: bytes) -> bool:
    """Gives whether a file's first 512 bytes are those of an archive or a compressed file."""
    return head.startswith(_ZIP) or compression_of(head) is not None or _is_tar(head)


class _Unpacking:
    """One outermost file, with what was unpacked from it so far."""

    def __init__(self, shown: str, largest: int) -> None:
        self._shown = shown
        self._largest = largest
        self._unpacked = 0
        self._members = 0
        self._names: dict[str, int] = {}

    def contents(self, file: IO[bytes], inner: str, depth: int) -> Iterator[Content | Refused]:
        head = file.read(_BLOCK)
        file.seek(0)
        if not is_archive(head):
            yield self._whole(file, inner)
        elif depth == MAX_DEPTH:
            error = InputError(f"{self._named(inner)} lies {depth} archives deep, and is one itself.", hint=_UNPACK)
            yield Refused(inner=inner, error=error)
        elif head.startswith(_ZIP):
            yield from self._zip(file, inner, depth)
        elif compression := compression_of(head):
            yield from self._compressed(file, compression, inner, depth)
        else:
            yield from self._tar(file, inner, depth)

    def _named(self, inner: str) -> str:
        return f"{self._shown}/{inner}" if inner else self._shown

    def _whole(self, source: Readable, inner: str, *, packed: str = "") -> Content | Refused:
        """Gives all that can be read, or that it is too large or broken."""
        held = bytearray()
        try:
            while part := source.read(min(_STEP, self._largest + 1 - len(held))):
                held += part
                if len(held) > self._largest:
                    return Refused(inner=inner, error=too_large(f"{self._named(inner)}{packed}", self._largest))
        except InputError as error:
            if isinstance(error, _Exhausted):
                raise
            return Refused(inner=inner, error=error)
        return Content(inner=inner, data=bytes(held))

    def _spend(self, number: int) -> None:
        self._unpacked += number
        if self._unpacked > TOTAL * self._largest:
            raise _Exhausted(
                f"{self._shown} unpacks to more than {TOTAL * self._largest:,} bytes; the rest was not read.",
                hint="Split it, or raise reading.largest_file (CONSPECTUS_READING_LARGEST_FILE).",
            )

    def _compressed(
        self, file: IO[bytes], compression: Compression, inner: str, depth: int
    ) -> Iterator[Content | Refused]:
        unpacked = Unpacked(file, compression, self._named(inner), self._spend)
        try:
            beginning = unpacked.peek(_BLOCK)
        except InputError as error:
            yield Refused(inner=inner, error=error)
            return
        if _is_tar(beginning):
            yield from self._tar(unpacked, inner, depth)
            return
        whole = self._whole(unpacked, inner, packed=", unpacked,")
        if isinstance(whole, Refused):
            yield whole
        else:
            yield from self.contents(io.BytesIO(whole.data), inner, depth + 1)

    def _member(self, name: str, within: str) -> tuple[str, Refused | None]:
        """Gives the name of a member, "" if it is hidden, and why it is not read if its name is not safe."""
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise _Exhausted(
                f"{self._shown} has more than {MAX_MEMBERS:,} members; the rest was not read.", hint="Split it."
            )
        steps = [step for step in re.split(r"[/\\]", name) if step not in ("", ".")]
        path = visible("/".join(steps)) or "(no name)"
        inner = f"{within}/{path}" if within else path
        if name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", name) or ".." in steps:
            error = InputError(
                f"The name of the member {visible(name)} leads out of the archive, so it was not read.",
                hint="Ask where the archive comes from; if it is sound, " + _UNPACK[0].lower() + _UNPACK[1:],
            )
            return inner, Refused(inner=inner, error=error)
        if any(step.startswith(".") or step == "__MACOSX" for step in steps):
            return "", None
        self._names[inner] = count = self._names.get(inner, 0) + 1
        return (f"{inner} ({count})" if count > 1 else inner), None

    def _zip(self, file: IO[bytes], within: str, depth: int) -> Iterator[Content | Refused]:
        try:
            archive = zipfile.ZipFile(file)
        except _FAULTS as error:
            yield self._broken("zip archive", within, error)
            return
        with archive:
            listed = archive.NameToInfo
            if _DOCUMENT_PARTS[0] in listed or any(name in listed for name in _DOCUMENT_PARTS[1:]):
                file.seek(0)
                yield self._whole(file, within)
                return
            for info in archive.infolist():
                if info.filename.endswith(("/", "\\")):
                    continue
                inner, refused = self._member(_zip_name(info), within)
                if refused is not None:
                    yield refused
                elif inner:
                    yield from self._zip_member(archive, info, inner, depth)

    def _zip_member(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, inner: str, depth: int
    ) -> Iterator[Content | Refused]:
        kind = info.external_attr >> 28 if info.create_system == _UNIX else 0
        if kind not in (0, 8):  # as in stat: 0 not said, 8 a regular file
            yield _no_file(inner, "a link, which is not followed" if kind == 10 else "a device or the like")
            return
        if info.flag_bits & 1:
            error = InputError(
                f"{self._named(inner)} is encrypted.", hint="Unpack it with its password and add what is in it."
            )
            yield Refused(inner=inner, error=error)
            return
        if info.file_size > FREE and info.file_size > MAX_RATIO * max(info.compress_size, 1):
            yield Refused(inner=inner, error=swollen(self._named(inner)))
            return
        if info.file_size > self._largest:
            yield Refused(inner=inner, error=too_large(f"{self._named(inner)}, unpacked,", self._largest))
            return
        try:
            with archive.open(info) as member:
                data = member.read()
        except _FAULTS as error:
            yield self._broken("member", inner, error)
            return
        self._spend(len(data))
        yield from self.contents(io.BytesIO(data), inner, depth + 1)

    def _tar(self, source: Readable, within: str, depth: int) -> Iterator[Content | Refused]:
        ending = _Ending()
        try:
            # A stream is read once, from front to back, so that memory holds one member at a time.
            with tarfile.open(fileobj=source, mode="r|", tarinfo=ending.tarinfo) as archive:  # type: ignore[call-overload]
                while (info := archive.next()) is not None:
                    archive.members = []
                    yield from self._tar_member(archive, info, within, depth)
            if ending.reason != "EOFHeaderError":
                raise tarfile.ReadError("it ends too early, or is damaged in the middle")
            if _rest(source):
                raise tarfile.ReadError("more stands behind its end")
        except _FAULTS as error:
            if isinstance(error, InputError):
                if isinstance(error, _Exhausted):
                    raise
                yield Refused(inner=within, error=error)
            else:
                yield self._broken("tar archive", within, error, "; the members before were read")

    def _tar_member(self, archive: Any, info: tarfile.TarInfo, within: str, depth: int) -> Iterator[Content | Refused]:
        if info.isdir():
            return
        inner, refused = self._member(info.name, within)
        if refused is not None:
            yield refused
        elif not inner:
            return
        elif info.issym() or info.islnk():
            yield _no_file(inner, "a link, which is not followed")
        elif not info.isreg() or info.issparse():
            yield _no_file(inner, "a device or the like")
        elif info.size > self._largest:
            yield Refused(inner=inner, error=too_large(self._named(inner), self._largest))
        else:
            yield from self.contents(io.BytesIO(archive.extractfile(info).read()), inner, depth + 1)

    def _broken(self, what: str, inner: str, error: BaseException, more: str = "") -> Refused:
        told = visible(" ".join(str(error).split()))[:200].rstrip(".") or type(error).__name__
        return Refused(
            inner=inner, error=InputError(f"{self._named(inner)} is a broken {what}: {told}{more}.", hint=_AGAIN)
        )


class _Ending:
    """Notes why the reading of headers ended: ``tarfile`` takes a damaged header for the end without a word."""

    def __init__(self) -> None:
        self.reason = ""
        noted = self

        class Noting(tarfile.TarInfo):
            @classmethod
            def fromtarfile(cls, tarfile_: Any) -> Any:
                try:
                    return super().fromtarfile(tarfile_)
                except tarfile.HeaderError as error:
                    noted.reason = type(error).__name__
                    raise

        self.tarinfo = Noting


def too_large(shown: str, largest: int) -> InputError:
    """Gives the error about a file that is larger than is allowed."""
    return InputError(
        f"{shown} is larger than {largest:,} bytes.",
        hint="Split the file, or raise reading.largest_file (CONSPECTUS_READING_LARGEST_FILE).",
    )


def _is_tar(head: bytes) -> bool:
    if len(head) < _BLOCK or not head.strip(b"\0"):
        return False
    try:
        tarfile.TarInfo.frombuf(head[:_BLOCK], "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return False
    return True


def _zip_name(info: zipfile.ZipInfo) -> str:
    """Gives a member's name; many programs write UTF-8 without saying so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _no_file(inner: str, what: str) -> Refused:
    return Refused(inner=inner, error=InputError(f"is {what}"), harmless=True)


def _rest(source: Readable) -> bool:
    """Reads on to the end, so that a fault there comes to light; gives whether anything but zeros stood there."""
    found = False
    while part := source.read(_STEP):
        found = found or bool(part.strip(b"\0"))
    return found
