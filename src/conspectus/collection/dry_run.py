"""Adding without adding: the same work on a copy of the library, which is thrown away."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from conspectus.collection.add import AddOptions, add_with
from conspectus.collection.file_reading import ContentReader
from conspectus.collection.report import AddReport
from conspectus.foundation.errors import LibraryError
from conspectus.foundation.events import Events
from conspectus.library.database import DATABASE_FILE
from conspectus.library.store import Library


def rehearse(
    folder: Path,
    paths: Sequence[Path],
    *,
    largest_file: int,
    include_text: bool = False,
    events: Events | None = None,
    contents: ContentReader | None = None,
) -> AddReport:
    """Gives the report that ``add_files`` would give, and leaves the library as it is.

    Args:
        folder: The library folder; there need not be one.
        paths: Files, folders and archives.
        largest_file: The most bytes of one file.
        include_text: Take running text in folders and archives for papers, too.
        events: Told of the progress, as stage "add".
        contents: As for ``add_files``.

    Raises:
        LibraryError: The library cannot be read, or there is no room for its copy.
    """
    options = AddOptions(
        largest_file=largest_file, include_text=include_text, dry_run=True, leave_out=folder, contents=contents
    )
    with TemporaryDirectory(prefix="conspectus-") as place:
        try:
            _copy(folder / DATABASE_FILE, Path(place) / DATABASE_FILE)
            with Library(Path(place), writable=True) as library:
                return add_with(library, paths, options, events)
        except LibraryError as error:
            # The copy is nothing to the user.
            raise LibraryError(error.message.replace(place, str(folder)), hint=error.hint) from error


def _copy(source: Path, target: Path) -> None:
    """Copies a library file, with what another process has written beside it and not yet into it."""
    if not source.is_file():
        return
    journal = source.with_name(f"{source.name}-wal")
    try:
        if not journal.is_file() or not journal.stat().st_size:
            # To open it with SQLite could leave files of SQLite's in the folder.
            shutil.copyfile(source, target)
            return
        address = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        raise LibraryError(
            f"The library file {source} cannot be copied for the dry run: {error}.",
            hint="Make room for a copy in the folder for temporary files, and run `conspectus doctor`.",
        ) from None
