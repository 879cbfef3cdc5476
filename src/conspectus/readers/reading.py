"""Reading one file's bytes: the reader is chosen by content, and every record is stamped with its origin."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, Protocol, runtime_checkable

from conspectus.domain.paper import Paper, Provenance, id_of
from conspectus.foundation.errors import BrokenRecord, TextNotIncluded, UnknownFormat, UnreadableFile
from conspectus.readers import READERS
from conspectus.readers.author_lists import restored_case
from conspectus.readers.mojibake import mended_bytes, with_suspects
from conspectus.readers.notices import with_told_notices
from conspectus.readers.sniffing import Head


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPaper:
    """A paper that a reader found, as record number ``record`` starting on ``line`` (1-based, 0 if unknown).

    The paper's ``id`` and ``provenance`` are left empty by readers; they are stamped afterwards.
    Fields of the record that have no home are kept in ``paper.extra``.
    """

    paper: Paper
    record: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A record, or a whole file, that is fine but is no paper, and why."""

    reason: str
    record: int = 0
    line: int = 0


ReadItem = ReadPaper | BrokenRecord | Skipped


class Reader(Protocol):
    """Reads one format. Stateless; made without arguments.

    A reader of running text (Markdown, HTML, plain text), whose files may be anything, has a further
    attribute ``is_text = True``; see ``read_bytes``. A reader of a format with dialects may have a method
    ``dialect(head) -> str``; see ``Reading``. One whose files native code reads, or may cost much, has
    ``in_child_process = True``: ``add`` then reads each file in a process of its own. One of our own files, whose
    offsets count, has ``is_exact = True``: characters that look garbled are then left as they are.
    """

    name: str
    label: str

    def recognise(self, head: Head) -> str:
        """Gives why the content is of this format ("starts with a TY tag"), or "" if it is not."""
        ...

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields what is in the file in order; a broken record is yielded, never raised.

        Raises:
            InputError: The file as a whole cannot be read (not well-formed, hostile).
        """
        ...


@runtime_checkable
class HasDialects(Protocol):
    """A reader that can tell which program or database wrote a file."""

    def dialect(self, head: Head) -> str:
        """Gives the program or database ("Zotero"), "" if it cannot be told."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A file whose format was recognised: which reader, why, and its items (read lazily, once).

    ``dialect`` is the program or database that wrote the file ("Zotero"), "" if that cannot be told.
    ``child_reader`` is the reader's class if it asks to read in a process of its own (``in_child_process``).
    """

    source: str
    sha256: str
    reader: str
    label: str
    reason: str
    items: Iterator[ReadItem]
    dialect: str = ""
    child_reader: type[Reader] | None = None


def read_bytes(data: bytes, *, source: str, include_text: bool = True) -> Reading:
    """Gives the items of a file, papers with their ids and provenance.

    Args:
        data: The content of the file.
        source: The file's name, for provenance and messages.
        include_text: Whether readers of running text (``is_text``) may take the file: False for what merely
            lies in a folder or an archive, where such files are seldom papers.

    Raises:
        UnreadableFile: The file is empty.
        TextNotIncluded: Only a reader of running text recognises it, and ``include_text`` is False.
        UnknownFormat: No reader recognises the content; the hint names the formats that are known.
    """
    if not data or data.isspace():
        raise UnreadableFile(f"{source} is empty.", hint="Export the file again, or leave it out.")
    head = Head(data)
    # Running text is what is left when no other format is recognised, also not one of another package.
    for name, reader_class in sorted(READERS.items(), key=lambda entry: is_text(entry[1])):
        reader: Reader = reader_class()
        if reason := reader.recognise(head):
            if is_text(reader) and not include_text:
                raise TextNotIncluded(
                    f"{source} is running text ({reader.label}), which is read only when asked for.",
                    hint="Name the file itself, or give --include-text.",
                )
            sha256 = hashlib.sha256(data).hexdigest()
            return Reading(
                source=source,
                sha256=sha256,
                reader=name,
                label=reader.label,
                reason=reason,
                items=stamped(reader.read(_given_to(reader, data)), source, sha256, name),
                dialect=reader.dialect(head) if isinstance(reader, HasDialects) else "",
                child_reader=reader_class if getattr(reader, "in_child_process", False) else None,
            )
    labels = ", ".join(reader_class().label for _, reader_class in READERS.items())
    raise UnknownFormat(f"{source} is in no format that conspectus knows.", hint=f"Known formats: {labels}.")


def _given_to(reader: Reader, data: bytes) -> bytes:
    return data if getattr(reader, "is_exact", False) else mended_bytes(data)


def is_text(reader: Reader | type[Reader]) -> bool:
    """Gives whether a reader is one of running text; those that do not say so are not."""
    return bool(getattr(reader, "is_text", False))


_UNSTAMPED = {"id", "provenance", "aliases"}
_NAMES = tuple(field.name for field in fields(Paper))
_DEFAULTS = tuple(field.default for field in fields(Paper))
_values_of = attrgetter(*_NAMES)


def stamped(items: Iterator[ReadItem], source: str, sha256: str, reader: str) -> Iterator[ReadItem]:
    """Yields items with the papers' ids and provenance, and with what is read the same way in every format.

    Args:
        items: What a reader or a source yields.
        source: The name of the file or service.
        sha256: The hash of the content they were read from, in hex.
        reader: The name of what read them.
    """
    for item in items:
        if isinstance(item, ReadPaper):
            paper = _made_alike(item.paper)
            values = _values_of(paper)
            given = tuple(
                name
                for name, value, default in zip(_NAMES, values, _DEFAULTS, strict=True)
                if value != default and name not in _UNSTAMPED
            )
            stamp = Provenance(
                source=source, sha256=sha256, reader=reader, record=item.record, line=item.line, fields=given
            )
            # Every record of a library passes here, and this is several times as fast as ``replace``.
            own: dict[str, Any] = dict(zip(_NAMES, values, strict=True))
            own["id"], own["provenance"] = id_of(paper), (stamp,)
            yield ReadPaper(paper=Paper(**own), record=item.record, line=item.line)
        else:
            yield item


def _made_alike(paper: Paper) -> Paper:
    """Gives the paper with what is read the same way in every format: notices, lists in capitals, marks, suspects."""
    authors, editors = restored_case(paper.authors), restored_case(paper.editors)
    if authors != paper.authors or editors != paper.editors:
        paper = replace(paper, authors=authors, editors=editors)
    return with_suspects(with_told_notices(_marked(paper)))


def _marked(paper: Paper) -> Paper:
    """Takes the mark of a text that retells the publisher's text from the extra fields to its own field."""
    marks = tuple(pair for pair in paper.extra if pair[0].lower() in ("paraphrase", "x-paraphrase"))
    if not any(value.lower() == "true" for _, value in marks):
        return paper
    return replace(paper, paraphrase=True, extra=tuple(pair for pair in paper.extra if pair not in marks))
