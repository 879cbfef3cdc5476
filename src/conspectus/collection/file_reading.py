"""The content of the files that a user named, and what readers make of it.

Content is as it is when each file is opened, within a size that memory can take. Formats whose readers ask for it
(``in_child_process = True``) are read in a process of their own.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from conspectus.collection.archives import Content, Refused, contents_of, is_archive, too_large
from conspectus.collection.child_reading import ChildReader, ReadingLimits
from conspectus.foundation.errors import InputError, SourceFailed, UnreadableFile
from conspectus.readers import READERS
from conspectus.readers.reading import Reader, Reading, ReadItem, read_bytes, stamped

_HEAD = 512
_PDF_WITHIN = 1024
_TEI = "tei"

PdfEngine = Callable[[bytes, str], bytes]
"""Gives the TEI of a PDF, named in messages; raises ``SourceFailed`` or ``InputError``."""


@dataclass(slots=True, kw_only=True)
class ContentReader(AbstractContextManager["ContentReader"]):
    """Reads contents with the reader that each needs, in a process of its own where the reader asks for that.

    Args:
        limits: What one file may cost that is read in a process of its own.
        pdf_engine: What reads PDFs in place of the reader for them.
        pdf_engine_label: Its name for people ("GROBID at http://localhost:8070").
    """

    limits: ReadingLimits = field(default_factory=ReadingLimits)
    pdf_engine: PdfEngine | None = None
    pdf_engine_label: str = ""
    _child: ChildReader | None = field(default=None, repr=False)

    def read(self, data: bytes, *, source: str, include_text: bool = True) -> Reading:
        """Gives the items of a content; see ``readers.reading.read_bytes``.

        Raises:
            UnreadableFile: It is empty.
            TextNotIncluded: Only a reader of running text recognises it, and ``include_text`` is False.
            UnknownFormat: No reader recognises it.
        """
        if self.pdf_engine is not None and b"%PDF-" in data[:_PDF_WITHIN]:
            return self._by_engine(self.pdf_engine, data, source)
        found = read_bytes(data, source=source, include_text=include_text)
        if found.child_reader is None:
            return found
        return replace(found, items=self._in_child(found.child_reader, data, found))

    def close(self) -> None:
        """Ends the process that files are read in; the next file starts another."""
        if self._child is not None:
            self._child.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _in_child(self, reader: type[Reader], data: bytes, found: Reading) -> Iterator[ReadItem]:
        if self._child is None:
            self._child = ChildReader(limits=self.limits)
        yield from self._child.read(reader, data, source=found.source, sha256=found.sha256, name=found.reader)

    def _by_engine(self, engine: PdfEngine, data: bytes, source: str) -> Reading:
        sha256 = hashlib.sha256(data).hexdigest()
        reader: Reader = READERS.get(_TEI)()

        def items() -> Iterator[ReadItem]:
            try:
                tei = engine(data, source)
            except SourceFailed as error:
                raise InputError(f"{source}: {error.message}", hint=error.hint) from None
            yield from stamped(reader.read(tei), source, sha256, _TEI)

        return Reading(
            source=source,
            sha256=sha256,
            reader=_TEI,
            label="PDF",
            reason=f"read by {self.pdf_engine_label}",
            items=items(),
        )


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
