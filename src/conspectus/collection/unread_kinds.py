"""What is known and yet not read: word processors' files, pictures, databases; each with what to do instead."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadKind:
    """A kind of file that no reader takes: what it is, and the way forward."""

    reason: str
    hint: str


_RECORDS = "Export the papers from your reference manager as RIS, BibTeX or CSL-JSON and add that file."
_LOCKED_OFFICE = UnreadKind(
    reason="is an old or a password-protected office document", hint="Save it without a password as .xlsx or CSV."
)
_WORD = UnreadKind(
    reason="is a word processor's document", hint="Save the text as HTML, Markdown or plain text and add that file."
)
_PACKED = UnreadKind(reason="is an archive of a kind that is not unpacked", hint="Unpack it and add what is in it.")
_DATABASE = UnreadKind(reason="is a database", hint=_RECORDS)
_PICTURE = UnreadKind(reason="is a picture, sound or video", hint="Leave it out.")
_PROGRAM = UnreadKind(reason="is a program", hint="Leave it out.")

_BEGINNINGS: tuple[tuple[bytes, UnreadKind], ...] = (
    (b"SQLite format 3\0", _DATABASE),
    (b"Rar!\x1a\x07", _PACKED),
    (b"7z\xbc\xaf\x27\x1c", _PACKED),
    (b"\x28\xb5\x2f\xfd", _PACKED),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _LOCKED_OFFICE),
    (b"{\\rtf", _WORD),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"II*\0", _PICTURE),
    (b"MM\0*", _PICTURE),
    (b"RIFF", _PICTURE),
    (b"ID3", _PICTURE),
    (b"\x7fELF", _PROGRAM),
    (b"MZ\x90\0", _PROGRAM),
)
_STRETCH = 2 << 20
_BREAK = re.compile(rb"[\n\r\"<>{}]")


def unread_kind(data: bytes) -> UnreadKind | None:
    """Gives what a file is that no reader recognised, or None if that cannot be told.

    Args:
        data: The whole file.
    """
    for beginning, kind in _BEGINNINGS:
        if data.startswith(beginning):
            return kind
    return _office_kind(data) if data.startswith(b"PK\x03\x04") else None


def _office_kind(data: bytes) -> UnreadKind | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        # A zip that zipfile cannot open, NotImplementedError for a feature it lacks, is told by who reads archives.
        return None
    is_text = any(name.startswith("word/") or name in ("content.xml", "META-INF/container.xml") for name in names)
    return _WORD if is_text else None


def is_endless(data: bytes) -> bool:
    """Gives whether a file has a stretch of megabytes without a line end, quote or bracket, as no record has.

    A stretch of twice ``_STRETCH`` is always found, one that is shorter than ``_STRETCH`` never is. Files that
    begin with a tag are let through: pages with pictures in them have such stretches, and XML is bounded itself.
    """
    if data[:100].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return False
    whole = range(0, len(data) - _STRETCH + 1, _STRETCH)
    return any(_BREAK.search(data, start, start + _STRETCH) is None for start in whole)
