"""Examines a library and the program around it, and says in words what is well and what is not."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from conspectus.foundation.errors import ConspectusError, NothingFound
from conspectus.foundation.text.counting import counted
from conspectus.library.store import TEXT_PROJECTION, VECTOR_PROJECTION, Library
from conspectus.library.writer_lock import current_holder
from conspectus.retrieval.text_index import FOLDER, open_index
from conspectus.retrieval.vector_index import FOLDER as VECTORS
from conspectus.retrieval.vector_index import VectorIndex

_OLDEST_PYTHON = (3, 11)
_OLDEST_SQLITE = (3, 35)
_RECOVER = "`conspectus doctor --recover` saves what can be read; or restore library.sqlite from a backup."


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at: whether it is well, what was seen, and the way forward if it is not."""

    name: str
    ok: bool
    text: str
    hint: str = ""


def examine(folder: Path) -> Iterator[Check]:
    """Yields checks of Python, SQLite, tantivy and the library in a folder; a missing library is no fault."""
    yield from _program()
    yield _permission(folder)
    yield _lock(folder)
    try:
        library = Library(folder)
    except NothingFound as error:
        yield Check(name="library", ok=True, text=error.message, hint=error.hint)
        return
    except ConspectusError as error:
        yield Check(name="library", ok=False, text=error.message, hint=error.hint)
        return
    with library:
        try:
            yield from _library(library)
        except ConspectusError as error:
            yield Check(name="library", ok=False, text=error.message, hint=error.hint)


def _program() -> Iterator[Check]:
    yield Check(
        name="python",
        ok=sys.version_info >= _OLDEST_PYTHON,
        text=f"Python {platform.python_version()}.",
        hint="" if sys.version_info >= _OLDEST_PYTHON else "Install Python 3.11 or later.",
    )
    yield Check(
        name="sqlite",
        ok=sqlite3.sqlite_version_info >= _OLDEST_SQLITE,
        text=f"SQLite {sqlite3.sqlite_version}.",
        hint="" if sqlite3.sqlite_version_info >= _OLDEST_SQLITE else "Install a Python with SQLite 3.35 or later.",
    )
    try:
        import tantivy  # noqa: F401 - that it can be loaded is what is checked

        yield Check(name="tantivy", ok=True, text=f"tantivy {version('tantivy')}.")
    except (ImportError, PackageNotFoundError) as error:
        yield Check(name="tantivy", ok=False, text=f"tantivy cannot be loaded: {error}.", hint="Reinstall conspectus.")


def _permission(folder: Path) -> Check:
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if os.access(place, os.W_OK | os.X_OK) and place.is_dir():
        return Check(name="permission", ok=True, text=f"{folder} can be written to.")
    return Check(
        name="permission",
        ok=False,
        text=f"{folder} cannot be written to.",
        hint="Give yourself write permission, or name another folder with --library.",
    )


def _lock(folder: Path) -> Check:
    holder = current_holder(folder)
    if holder is None:
        return Check(name="lock", ok=True, text="Nobody is writing to the library.")
    return Check(name="lock", ok=True, text=f"The library is being written to by {holder}.")


def _library(library: Library) -> Iterator[Check]:
    problems = library.integrity_problems()
    yield Check(
        name="library",
        ok=not problems,
        text=f"The library file is damaged: {'; '.join(problems)}."
        if problems
        else f"{counted(library.count(), 'paper')}.",
        hint=_RECOVER if problems else "",
    )
    missing = library.projections.count_missing(TEXT_PROJECTION)
    left_over = len(library.projections.left_over(TEXT_PROJECTION))
    if missing == library.count() == 0:
        return
    try:
        indexed = open_index(library.folder / FOLDER).count()
    except ConspectusError as error:
        yield Check(name="full-text index", ok=False, text=error.message, hint=error.hint)
        yield _vectors(library)
        return
    whole = not missing and not left_over and indexed == library.count()
    yield Check(
        name="full-text index",
        ok=whole,
        text=f"{counted(indexed, 'paper')}; {missing} missing or out of date, {left_over} left over.",
        hint="" if whole else "Run `conspectus reindex`.",
    )
    yield _vectors(library)


def _vectors(library: Library) -> Check:
    """Says whether the vectors are there; what lacks is made in memory when it is needed, and is no fault."""
    folder = library.folder / VECTORS
    if not folder.is_dir():
        return Check(
            name="vectors",
            ok=True,
            text="The papers have no vectors; a run that needs them makes them in memory.",
            hint="`conspectus reindex` makes and keeps them.",
        )
    try:
        index = VectorIndex(folder)
    except ConspectusError as error:
        return Check(name="vectors", ok=False, text=error.message, hint=error.hint)
    missing = library.projections.count_missing(VECTOR_PROJECTION)
    left_over = len(library.projections.left_over(VECTOR_PROJECTION))
    return Check(
        name="vectors",
        ok=True,
        text=f"{counted(index.count(), 'paper')} by {index.identity}; {missing} missing or out of date, "
        f"{left_over} left over.",
        hint="Run `conspectus reindex --missing`." if missing or left_over else "",
    )
