"""The content of the files that a user named, as it is when each is opened, within a size that memory can take."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from conspectus.collection.archives import Content, Refused, contents_of, is_archive, too_large
from conspectus.foundation.errors import InputError, UnreadableFile

_HEAD = 512


def read_contents(path: Path, shown: str, *, largest: int) -> Iterator[Content | Refused]:
    """Yields the content of a file, or of every file in an archive.

    What is appended while a file is read is left out, and a file that shrinks meanwhile is refused.

    Args:
        path: A regular file.
        shown: Its name in messages.
        largest: The most bytes of one file; an archive itself may be larger, since it is read member by member.

    Raises:
        UnreadableFile: It is missing, is no regular file, or may not be read.
        InputError: It is too large, or changed while it was read.
    """
    try:
        file, size = _opened(path, shown)
        with file:
            head = file.read(min(_HEAD, size))
            if not is_archive(head):
                if size > largest:
                    raise too_large(shown, largest)
                data = head + file.read(size - len(head))
                if len(data) < size:
                    raise InputError(
                        f"{shown} became shorter while it was read.", hint="Add it again when nothing writes to it."
                    )
                yield Content(inner="", data=data)
                return
            file.seek(0)
            yield from contents_of(file, shown=shown, largest=largest)
    except PermissionError:
        raise UnreadableFile(f"{shown} may not be read.", hint="Give yourself read permission.") from None
    except InputError:
        raise
    except OSError as error:
        raise UnreadableFile(f"{shown} cannot be read: {error.strerror or error}.", hint="Check the path.") from None


def _opened(path: Path, shown: str) -> tuple[IO[bytes], int]:
    """Gives the open file and its size; what has become a pipe or a device since it was found does not block."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise UnreadableFile(f"{shown} is no regular file.", hint="Save its content to a file first.")
    return open(descriptor, "rb"), status.st_size
