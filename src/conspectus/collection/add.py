"""Adding files to a library: each record is stored or merged by itself, and nothing stops the batch.

Every record is one transaction, so that a kill loses at most the record in hand; the same command run again
goes on, since what is there is found unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from conspectus.collection.archives import Content, Refused
from conspectus.collection.file_discovery import FoundFile, discover_files
from conspectus.collection.file_reading import ContentReader, read_contents
from conspectus.collection.matching import settle
from conspectus.collection.notices import apply_notices
from conspectus.collection.reindex import BATCH, TextProjection
from conspectus.collection.report import AddReport, FailedItem, FileReport, RecordList, SkippedItem
from conspectus.collection.unread_kinds import is_endless, unread_kind
from conspectus.foundation.errors import BrokenRecord, InputError, LibraryError, TextNotIncluded, UnknownFormat
from conspectus.foundation.events import Events
from conspectus.library.records import FileRecord
from conspectus.library.store import Library
from conspectus.readers.mojibake import SUSPECT
from conspectus.readers.reading import Reading, ReadPaper, Skipped

STAGE = "add"
_REPORT_EVERY = 200
_NONE_KNOWN = "holds no file in a format that is known"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOptions:
    """How files are added.

    Args:
        largest_file: The most bytes of one file.
        include_text: Take running text (Markdown, HTML, plain text) in folders and archives for papers, too.
        dry_run: Only report; the library is a copy, and no index is kept.
        leave_out: A folder that is never entered; by default that of the library.
        contents: What reads the contents of files; by default one with its default limits.
    """

    largest_file: int
    include_text: bool = False
    dry_run: bool = False
    leave_out: Path | None = None
    contents: ContentReader | None = None


def add_files(
    library: Library,
    paths: Sequence[Path],
    *,
    largest_file: int,
    include_text: bool = False,
    events: Events | None = None,
    contents: ContentReader | None = None,
) -> AddReport:
    """Reads files and folders into a library and says what became of everything in them.

    Args:
        library: Open for writing.
        paths: Files and folders; archives are read member by member.
        largest_file: The most bytes of one file.
        include_text: Take running text in folders and archives for papers, too.
        events: Told of the progress, as stage "add" with one step a file.
        contents: What reads the contents of files; by default one with its default limits.

    Raises:
        LibraryError: The library itself cannot be written to; what was added before stays.
    """
    options = AddOptions(largest_file=largest_file, include_text=include_text, contents=contents)
    return add_with(library, paths, options, events)


def add_with(library: Library, paths: Sequence[Path], options: AddOptions, events: Events | None = None) -> AddReport:
    """Does what ``add_files`` does, with all options."""
    return _Adding(library, options, events or Events()).run(paths)


class _Adding:
    """One run of adding."""

    def __init__(self, library: Library, options: AddOptions, events: Events) -> None:
        self._library = library
        self._options = options
        self._events = events
        self._report = AddReport(dry_run=options.dry_run)
        self._contents = options.contents or ContentReader()
        self._projection = None if options.dry_run else TextProjection(library, events)
        self._changed: dict[str, None] = {}
        """The papers that the index has not yet taken in."""
        self._warned: set[str] = set()
        self._met: dict[str, None] = {}
        self._suspects = 0
        self._telling: set[str] = set()
        """The files of which something was read or failed."""

    def run(self, paths: Sequence[Path]) -> AddReport:
        found = list(discover_files(paths, leave_out=self._options.leave_out or self._library.folder))
        files = [item for item in found if isinstance(item, FoundFile)]
        with self._events.stage(STAGE, len(files)), self._contents:
            for item in found:
                if isinstance(item, FoundFile):
                    self._add_file(item)
                    self._events.advance(STAGE, 1, item.shown)
                elif isinstance(item, SkippedItem):
                    self._report.skipped.append(item)
                else:
                    self._report.failed.append(item)
        self._note_fruitless_folders(paths, files)
        apply_notices(self._library, self._met)
        self._note_suspects()
        self._complete_index()
        current = (self._library.current_id(name) for name in self._met)
        self._report.papers = list(dict.fromkeys(name for name in current if name))
        return self._report

    def _add_file(self, found: FoundFile) -> None:
        told = len(self._report.files) + len(self._report.failed)
        parts = read_contents(found.path, found.shown, largest=self._options.largest_file)
        number = 0
        while True:
            try:
                part = next(parts)
            except StopIteration:
                break
            except InputError as error:
                self._fail(found.shown, error)
                break
            except Exception as error:
                self._fail(found.shown, _unexpected(error))
                break
            number += 1
            self._add_part(found, part)
            if number % _REPORT_EVERY == 0:
                self._events.advance(STAGE, 0, f"{found.shown}: {number} files")
        if len(self._report.files) + len(self._report.failed) > told:
            self._telling.add(found.shown)
        elif found.named:
            self._fail(found.shown, _nothing(_NONE_KNOWN if number else "is an archive without files"))
        elif not number:
            self._report.skipped.append(SkippedItem(source=found.shown, reason="is an archive without files"))

    def _add_part(self, found: FoundFile, part: Content | Refused) -> None:
        """Adds a file, or a member of an archive."""
        within = f"/{part.inner}" if part.inner else ""
        shown, source = found.shown + within, found.source + within
        if isinstance(part, Refused):
            if part.harmless:
                self._report.skipped.append(SkippedItem(source=shown, reason=part.error.message))
            else:
                self._fail(shown, part.error)
            return
        named = found.named and not part.inner
        try:
            if not part.data or part.data.isspace():
                raise InputError("The file is empty.", hint="Export the file again, or leave it out.")
            if is_endless(part.data) and unread_kind(part.data) is None:
                raise InputError(
                    f"{source} has a line of several megabytes, as no record of a paper has.",
                    hint="Check what the file is, and export it again.",
                )
            include_text = named or self._options.include_text
            reading = self._contents.read(part.data, source=source, include_text=include_text)
        except TextNotIncluded:
            reason = "is running text, which is read only with --include-text, or if it is named itself"
            self._report.skipped.append(SkippedItem(source=shown, reason=reason))
        except UnknownFormat as error:
            kind = unread_kind(part.data)
            if named:
                self._fail(shown, InputError(f"{source} {kind.reason}.", hint=kind.hint) if kind else error)
            else:
                reason = kind.reason if kind else "is in no format that is known"
                self._report.skipped.append(SkippedItem(source=shown, reason=reason))
        except InputError as error:
            self._fail(shown, error)
        except Exception as error:
            self._fail(shown, _unexpected(error))
        else:
            self._add_reading(reading, shown)

    def _add_reading(self, reading: Reading, shown: str) -> None:
        file = FileReport(
            source=shown, reader=reading.reader, label=reading.label, reason=reading.reason, dialect=reading.dialect
        )
        self._report.files.append(file)
        left_out = RecordList(self._report)
        self._add_items(reading, file, left_out)
        left_out.close()
        self._library.record_file(
            FileRecord(
                source=reading.source,
                sha256=reading.sha256,
                reader=reading.reader,
                outcome=file.outcome,
                counts=file.counts(),
            )
        )

    def _add_items(self, reading: Reading, file: FileReport, left_out: RecordList) -> None:
        items = iter(reading.items)
        number = 0
        while True:
            try:
                item = next(items)
            except StopIteration:
                break
            except InputError as error:
                _note(left_out, file, error)
                break
            except Exception as error:
                _note(left_out, file, _unexpected(error))
                break
            number += 1
            if isinstance(item, BrokenRecord):
                _note(left_out, file, item, record=item.record, line=item.line)
            elif isinstance(item, Skipped):
                file.skipped += 1
                left_out.note(SkippedItem(source=file.source, reason=item.reason, record=item.record, line=item.line))
            else:
                self._add_record(item, file, left_out)
            if number % _REPORT_EVERY == 0:
                self._events.advance(STAGE, 0, f"{file.source}: {number} records")
        if not number and not file.failed:
            _note(left_out, file, InputError("No records were found in the file."))

    def _add_record(self, item: ReadPaper, file: FileReport, left_out: RecordList) -> None:
        try:
            settled = settle(self._library, item.paper)
        except LibraryError:
            raise
        except InputError as error:
            _note(left_out, file, error, record=item.record, line=item.line)
            return
        except Exception as error:
            _note(left_out, file, _unexpected(error), record=item.record, line=item.line)
            return
        setattr(file, settled.outcome, getattr(file, settled.outcome) + 1)
        file.count_extra_fields(name for name, _ in item.paper.extra)
        self._warn(file.note_loss(item.paper))
        self._report.count(settled.outcome)
        self._report.uncertain += settled.uncertain
        self._met[settled.paper] = None
        self._suspects += any(name == SUSPECT for name, _ in item.paper.extra)
        self._warn(settled.warning)
        if settled.outcome != "unchanged":
            self._changed[settled.paper] = None
            if len(self._changed) >= BATCH:
                self._take_in_changed()

    def _note_suspects(self) -> None:
        if self._suspects:
            count = "1 record has" if self._suspects == 1 else f"{self._suspects} records have"
            self._report.warnings.append(
                f"{count} text that looks wrongly decoded; `conspectus show` names the fields as {SUSPECT!r}. "
                "Export the file again as UTF-8, if you can."
            )

    def _take_in_changed(self) -> None:
        changed, self._changed = self._changed, {}
        self._index(lambda projection: projection.take_in(changed))

    def _complete_index(self) -> None:
        self._index(lambda projection: projection.complete())

    def _index(self, work: Callable[[TextProjection], object]) -> None:
        """The papers are safe without the index, so that its trouble is a warning."""
        if self._projection is None:
            return
        try:
            work(self._projection)
        except LibraryError as error:
            self._warn(f"{error} {error.hint}")

    def _warn(self, warning: str) -> None:
        if warning and warning not in self._warned:
            self._warned.add(warning)
            self._report.warnings.append(warning)

    def _fail(self, source: str, error: InputError) -> None:
        self._report.failed.append(FailedItem(source=source, record=0, line=0, reason=error.message, hint=error.hint))

    def _note_fruitless_folders(self, paths: Sequence[Path], files: Sequence[FoundFile]) -> None:
        """A folder that the user named and in which nothing could be read is a failure, not a quiet success."""
        for path in paths:
            inside = [file for file in files if path in file.path.parents]
            if inside and not any(file.shown in self._telling for file in inside):
                self._fail(str(path), _nothing(_NONE_KNOWN))


def _note(left_out: RecordList, file: FileReport, error: InputError, *, record: int = 0, line: int = 0) -> None:
    records = error.records if isinstance(error, BrokenRecord) else 1
    file.failed += records
    item = FailedItem(source=file.source, record=record, line=line, reason=error.message, hint=error.hint)
    left_out.note(item if records == 1 else replace(item, records=records))


def _nothing(reason: str) -> InputError:
    return InputError(reason, hint="The skipped files are listed; export your papers as RIS, BibTeX, MEDLINE or XML.")


def _unexpected(error: Exception) -> InputError:
    return InputError(
        f"It could not be read: {type(error).__name__}: {error}.", hint="Please report this with the file, if you can."
    )
