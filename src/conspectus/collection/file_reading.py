"""The bytes of a file, packed with gzip or not, within a size that memory can take."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from conspectus.foundation.errors import InputError, UnreadableFile

_GZIP = b"\x1f\x8b"


def read_file(path: Path, shown: str, *, largest: int) -> bytes:
    """Gives the content of a file; a gzip file is unpacked.

    Args:
        path: A regular file.
        shown: Its name in messages.
        largest: The most bytes, packed and unpacked.

    Raises:
        UnreadableFile: It is missing, or may not be read.
        InputError: It is too large, or is a broken gzip file.
    """
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except PermissionError:
        raise UnreadableFile(f"{shown} may not be read.", hint="Give yourself read permission.") from None
    except OSError as error:
        raise UnreadableFile(f"{shown} cannot be read: {error.strerror or error}.", hint="Check the path.") from None
    if len(data) > largest:
        raise _too_large(shown, largest)
    return _unpacked(data, shown, largest) if data.startswith(_GZIP) else data


def _unpacked(data: bytes, shown: str, largest: int) -> bytes:
    import io

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            unpacked = file.read(largest + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            f"{shown} is a broken gzip file: {error}.", hint="Fetch or export the file again; it may be cut off."
        ) from None
    if len(unpacked) > largest:
        raise _too_large(f"{shown}, unpacked,", largest)
    return unpacked


def _too_large(shown: str, largest: int) -> InputError:
    return InputError(
        f"{shown} is larger than {largest:,} bytes.",
        hint="Split the file, or raise reading.largest_file (CONSPECTUS_READING_LARGEST_FILE).",
    )
