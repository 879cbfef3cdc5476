"""Loading a benchmark set: which layout a folder holds, its items, and what could not be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from conspectus.evaluation.benchmarks import BENCHMARKS
from conspectus.evaluation.benchmarks.data_file import DataFile, files_under
from conspectus.evaluation.item import LEAST_TARGET_WORDS, BenchmarkItem
from conspectus.foundation.errors import BrokenRecord, NothingFound, UnknownFormat, UsageError
from conspectus.foundation.text.tokens import count_words


class BenchmarkSet(Protocol):
    """Reads one layout. Stateless; made without arguments."""

    label: str

    def recognise(self, file: DataFile) -> bool:
        """Gives whether the content of a file is of this layout."""
        ...

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files that were recognised; a broken record is yielded, never raised."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Unused:
    """An item that is well-formed but cannot be scored, and why."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSet:
    """The items of a set that can be scored; beside them those that cannot, and records that are broken."""

    name: str
    items: tuple[BenchmarkItem, ...]
    unused: tuple[Unused, ...] = ()
    broken: tuple[BrokenRecord, ...] = ()

    @property
    def without_abstract(self) -> int:
        """How many references of the items have no abstract."""
        return sum(len(item.references) - len(item.given) for item in self.items)


def load_set(data: Path, *, name: str = "", limit: int | None = None) -> LoadedSet:
    """Gives the benchmark set in a folder or file.

    An item without a reference that has an abstract, or with next to no target text, is set aside as
    unused. Items that share an id become "id", "id-2", "id-3" in the order of the data.

    Args:
        data: The folder or file.
        name: The set to load; needed only where a folder holds several.
        limit: Stop after this many items that can be scored.

    Raises:
        UnreadableFile: There is no such path.
        UnknownName: There is no set of that name.
        UnknownFormat: Nothing under ``data`` is of a known layout, or of that of ``name``.
        UsageError: The folder holds several sets and none was named.
        NothingFound: No item can be scored.
    """
    found = recognise_sets(files_under(data), name)
    if not found:
        wanted = f"the layout of {name}" if name else "the layout of a known benchmark set"
        raise UnknownFormat(f"Nothing in {data} has {wanted}.", hint=f"Known sets: {', '.join(BENCHMARKS.names())}.")
    if len(found) > 1:
        raise UsageError(
            f"{data} holds several benchmark sets: {', '.join(found)}.",
            hint=f"Choose one, for example with --set {next(iter(found))}.",
        )
    ((known, files),) = found.items()
    loaded = _sorted_out(known, BENCHMARKS.get(known)().load(files), limit)
    if not loaded.items:
        raise NothingFound(f"No item of {known} in {data} can be scored.", hint=_first_reason(loaded))
    return loaded


def recognise_sets(files: Sequence[DataFile], name: str = "") -> dict[str, list[DataFile]]:
    """Gives the files of each set that is there, or of the set ``name`` alone.

    Raises:
        UnknownName: There is no set of that name.
    """
    names = (name,) if name else BENCHMARKS.names()
    found: dict[str, list[DataFile]] = {}
    for known in names:
        reader: BenchmarkSet = BENCHMARKS.get(known)()
        mine = [file for file in files if reader.recognise(file)]
        if mine:
            found[known] = mine
    return found


def _sorted_out(name: str, loaded: Iterator[BenchmarkItem | BrokenRecord], limit: int | None) -> LoadedSet:
    items: list[BenchmarkItem] = []
    unused: list[Unused] = []
    broken: list[BrokenRecord] = []
    times: dict[str, int] = {}
    for item in loaded:
        if limit is not None and len(items) >= limit:
            break
        if isinstance(item, BrokenRecord):
            broken.append(item)
            continue
        times[item.id] = times.get(item.id, 0) + 1
        unique = item if times[item.id] == 1 else replace(item, id=f"{item.id}-{times[item.id]}")
        if reason := _why_unused(unique):
            unused.append(Unused(id=unique.id, reason=reason))
        else:
            items.append(unique)
    return LoadedSet(name=name, items=tuple(items), unused=tuple(unused), broken=tuple(broken))


def _why_unused(item: BenchmarkItem) -> str:
    if not item.given:
        return "no reference has an abstract"
    if count_words(item.target) < LEAST_TARGET_WORDS:
        return f"the human text has fewer than {LEAST_TARGET_WORDS} words"
    return ""


def _first_reason(loaded: LoadedSet) -> str:
    if loaded.broken:
        return f"First problem: {loaded.broken[0].message}"
    return f"First problem: {loaded.unused[0].id}: {loaded.unused[0].reason}." if loaded.unused else ""
