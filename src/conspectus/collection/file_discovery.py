"""From paths to the files to read, in an order that does not depend on the disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from conspectus.collection.report import FailedItem, SkippedItem
from conspectus.collection.visible_text import display


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """A regular file to read.

    ``shown`` is the path as reports name it; ``source`` the name that records keep, which does not depend on
    where the folder lies; ``named`` tells whether the user named this very file, perhaps beside its folder.
    """

    path: Path
    shown: str
    source: str
    named: bool


Found = FoundFile | SkippedItem | FailedItem


def discover_files(paths: Sequence[Path], *, leave_out: Path | None = None) -> Iterator[Found]:
    """Yields the files at and below the paths, each once, and what cannot be read, with the reason.

    Folders are searched in the order of names. Hidden files and folders inside a folder are passed over;
    links are followed, but no folder is entered twice.

    Args:
        paths: Files and folders, in the order in which they are read.
        leave_out: A folder that is never entered (the library itself).
    """
    named = {os.path.realpath(path) for path in paths if os.path.isfile(path)}
    walk = _Walk(leave_out, named)
    for path in paths:
        yield from walk.start(path)


class _Walk:
    def __init__(self, leave_out: Path | None, named: set[str]) -> None:
        self._leave_out = os.path.realpath(leave_out) if leave_out is not None else None
        self._named = named
        self._seen_files: set[str] = set()
        self._met = 0
        """How much was met on the way, what had been met before counted anew."""
        self._held: dict[str, int] = {}
        """How much was met in each folder that was searched; 0 while it is being searched."""

    def start(self, path: Path) -> Iterator[Found]:
        shown = display(path)
        try:
            mode = path.stat().st_mode
        except OSError as error:
            yield _unreadable(shown, error)
            return
        except ValueError:
            yield FailedItem(source=shown, record=0, line=0, reason="is no path", hint="Check the spelling.")
            return
        if not stat.S_ISDIR(mode):
            yield from self._file(path, shown, display(path.name), mode, named=True)
            return
        if self._is_library(path):
            yield FailedItem(
                source=shown,
                record=0,
                line=0,
                reason="is the library folder itself",
                hint="Name the files or folders that hold your papers.",
            )
            return
        before = self._met
        yield from self._folder(path, "")
        if self._met == before:
            yield FailedItem(
                source=shown,
                record=0,
                line=0,
                reason="holds no files",
                hint="Hidden files are passed over; name a file to add it.",
            )

    def _folder(self, folder: Path, inside: str) -> Iterator[Found]:
        real = os.path.realpath(folder)
        if real in self._held:
            self._met += self._held[real]
            return
        self._held[real] = 0
        before = self._met
        yield from self._entries(folder, inside)
        self._held[real] = self._met - before

    def _entries(self, folder: Path, inside: str) -> Iterator[Found]:
        try:
            names = sorted(os.listdir(folder))
        except OSError as error:
            self._met += 1
            yield _unreadable(display(folder), error)
            return
        for name in names:
            if name.startswith("."):
                continue
            path = folder / name
            shown, source = display(path), f"{inside}{display(name)}"
            try:
                mode = path.stat().st_mode
            except OSError as error:
                self._met += 1
                yield _unreadable(shown, error)
                continue
            if not stat.S_ISDIR(mode):
                yield from self._file(path, shown, source, mode, named=False)
            elif not self._is_library(path):
                yield from self._folder(path, f"{source}/")

    def _file(self, path: Path, shown: str, source: str, mode: int, *, named: bool) -> Iterator[Found]:
        self._met += 1
        if not stat.S_ISREG(mode):
            reason = f"is no regular file but {_kind_of(mode)}"
            if named:
                yield FailedItem(
                    source=shown, record=0, line=0, reason=reason, hint="Save its content to a file first."
                )
            else:
                yield SkippedItem(source=shown, reason=reason)
            return
        real = os.path.realpath(path)
        if real not in self._seen_files:
            self._seen_files.add(real)
            yield FoundFile(path=path, shown=shown, source=source, named=named or real in self._named)

    def _is_library(self, path: Path) -> bool:
        return self._leave_out is not None and os.path.realpath(path) == self._leave_out


def _kind_of(mode: int) -> str:
    kinds = ((stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"))
    return next((name for is_kind, name in kinds if is_kind(mode)), "something else")


def _unreadable(shown: str, error: OSError) -> FailedItem:
    if isinstance(error, FileNotFoundError):
        reason, hint = "does not exist", "Check the spelling, or whether a link points nowhere."
    elif isinstance(error, PermissionError):
        reason, hint = "may not be read", "Give yourself read permission."
    else:
        reason, hint = f"cannot be read: {error.strerror or error}", "Check the disk and the path."
    return FailedItem(source=shown, record=0, line=0, reason=reason, hint=hint)
