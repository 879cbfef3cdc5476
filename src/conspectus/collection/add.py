"""Adding files to a library: each record is stored or merged by itself, and nothing stops the batch.

Every record is one transaction, so that a kill loses at most the record in hand; the same command run again
goes on, since what is there is found unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from conspectus.collection.file_discovery import FoundFile, discover_files
from conspectus.collection.file_reading import read_file
from conspectus.collection.matching import settle
from conspectus.collection.reindex import BATCH, TextProjection
from conspectus.collection.report import AddReport, FailedItem, FileReport, SkippedItem
from conspectus.foundation.errors import BrokenRecord, InputError, LibraryError, UnknownFormat
from conspectus.foundation.events import Events
from conspectus.library.records import FileRecord
from conspectus.library.store import Library
from conspectus.readers.reading import Reading, ReadPaper, Skipped, read_bytes

STAGE = "add"
_REPORT_EVERY = 200


def add_files(library: Library, paths: Sequence[Path], *, largest_file: int, events: Events | None = None) -> AddReport:
    """Reads files and folders into a library and says what became of everything in them.

    Args:
        library: Open for writing.
        paths: Files and folders.
        largest_file: The most bytes of one file.
        events: Told of the progress, as stage "add" with one step a file.

    Raises:
        LibraryError: The library itself cannot be written to; what was added before stays.
    """
    return _Adding(library, largest_file, events or Events()).run(paths)


class _Adding:
    """One run of adding."""

    def __init__(self, library: Library, largest_file: int, events: Events) -> None:
        self._library = library
        self._largest = largest_file
        self._events = events
        self._report = AddReport()
        self._projection = TextProjection(library, events)
        self._changed = 0
        self._met: dict[str, None] = {}

    def run(self, paths: Sequence[Path]) -> AddReport:
        found = list(discover_files(paths, leave_out=self._library.folder))
        files = [item for item in found if isinstance(item, FoundFile)]
        with self._events.stage(STAGE, len(files)):
            for item in found:
                if isinstance(item, FoundFile):
                    self._add_file(item)
                    self._events.advance(STAGE, 1, item.shown)
                elif isinstance(item, SkippedItem):
                    self._report.skipped.append(item)
                else:
                    self._report.failed.append(item)
        self._note_fruitless_folders(paths, files)
        self._complete_index()
        current = (self._library.current_id(name) for name in self._met)
        self._report.papers = list(dict.fromkeys(name for name in current if name))
        return self._report

    def _add_file(self, found: FoundFile) -> None:
        try:
            data = read_file(found.path, found.shown, largest=self._largest)
            if not data.strip():
                raise InputError("The file is empty.", hint="Export the file again, or leave it out.")
            reading = read_bytes(data, source=found.source)
        except UnknownFormat as error:
            if found.named:
                self._fail(found.shown, error)
            else:
                self._report.skipped.append(SkippedItem(source=found.shown, reason="is in no format that is known"))
            return
        except InputError as error:
            self._fail(found.shown, error)
            return
        except Exception as error:
            self._fail(found.shown, _unexpected(error))
            return
        file = FileReport(source=found.shown, reader=reading.reader, label=reading.label, reason=reading.reason)
        self._report.files.append(file)
        self._add_items(reading, file)
        self._library.record_file(
            FileRecord(
                source=found.source,
                sha256=reading.sha256,
                reader=reading.reader,
                outcome=file.outcome,
                counts=file.counts(),
            )
        )

    def _add_items(self, reading: Reading, file: FileReport) -> None:
        items = iter(reading.items)
        number = 0
        while True:
            try:
                item = next(items)
            except StopIteration:
                break
            except InputError as error:
                self._fail(file.source, error, file=file)
                break
            except Exception as error:
                self._fail(file.source, _unexpected(error), file=file)
                break
            number += 1
            if isinstance(item, BrokenRecord):
                self._fail(file.source, item, record=item.record, line=item.line, file=file)
            elif isinstance(item, Skipped):
                file.skipped += 1
                self._report.skipped.append(SkippedItem(source=file.source, reason=_with_place(item)))
            else:
                self._add_record(item, file)
            if number % _REPORT_EVERY == 0:
                self._events.advance(STAGE, 0, f"{file.source}: {number} records")
        if not number and not file.failed:
            self._fail(file.source, InputError("No records were found in the file.", hint=""), file=file)

    def _add_record(self, item: ReadPaper, file: FileReport) -> None:
        try:
            settled = settle(self._library, item.paper)
        except LibraryError:
            raise
        except InputError as error:
            self._fail(file.source, error, record=item.record, line=item.line, file=file)
            return
        except Exception as error:
            self._fail(file.source, _unexpected(error), record=item.record, line=item.line, file=file)
            return
        setattr(file, settled.outcome, getattr(file, settled.outcome) + 1)
        self._report.count(settled.outcome)
        self._met[settled.paper] = None
        if settled.warning and settled.warning not in self._report.warnings:
            self._report.warnings.append(settled.warning)
        if settled.outcome != "unchanged":
            self._changed += 1
            if self._changed % BATCH == 0:
                self._complete_index()

    def _complete_index(self) -> None:
        """The papers are safe without the index, so that its trouble is a warning."""
        try:
            self._projection.complete()
        except LibraryError as error:
            warning = f"{error} {error.hint}"
            if warning not in self._report.warnings:
                self._report.warnings.append(warning)

    def _fail(
        self, source: str, error: InputError, *, record: int = 0, line: int = 0, file: FileReport | None = None
    ) -> None:
        if file is not None:
            file.failed += 1
        self._report.failed.append(
            FailedItem(source=source, record=record, line=line, reason=error.message, hint=error.hint)
        )

    def _note_fruitless_folders(self, paths: Sequence[Path], files: Sequence[FoundFile]) -> None:
        """A folder that the user named and in which nothing could be read is a failure, not a quiet success."""
        read = {file.source for file in self._report.files} | {item.source for item in self._report.failed}
        for path in paths:
            inside = [file for file in files if not file.named and file.path.is_relative_to(path)]
            if inside and not any(file.shown in read for file in inside):
                self._report.failed.append(
                    FailedItem(
                        source=str(path),
                        record=0,
                        line=0,
                        reason="holds no file in a format that is known",
                        hint="The skipped files are listed; export your papers as RIS, BibTeX, MEDLINE or XML.",
                    )
                )


def _with_place(item: Skipped) -> str:
    if not item.record:
        return item.reason
    return f"record {item.record}" + (f" (line {item.line})" if item.line else "") + f": {item.reason}"


def _unexpected(error: Exception) -> InputError:
    return InputError(
        f"It could not be read: {type(error).__name__}: {error}.", hint="Please report this with the file, if you can."
    )
