"""What adding files did: counts, and every file and record that was left out, with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from conspectus.domain.paper import Paper

Outcome = Literal["added", "merged", "unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedItem:
    """A file or record that is fine but was not taken in, and why; ``record`` and ``line`` as in ``FailedItem``."""

    source: str
    reason: str
    record: int = 0
    line: int = 0
    records: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedItem:
    """A file, or a record of it, that could not be taken in; ``record`` and ``line`` are 1-based, 0 if unknown.

    ``records`` is more than 1 where very many records of a file share a reason: the item then stands for the
    first of them and those after it.
    """

    source: str
    record: int
    line: int
    reason: str
    hint: str = ""
    records: int = 1


_OTHERS = "for one of many further reasons"
TOLERATED_LOSS = 0.03
"""The share of printed characters that may be lost, or be suspect, without a warning."""
LISTED = 1000
"""How many records of one file are listed one by one, before those of the same reason share an item."""


@dataclass(slots=True, kw_only=True)
class FileReport:
    """A file that was read: its format, why it was recognised, and how many of its records became what.

    ``dialect`` is the program or database that wrote it, "" if that cannot be told. ``extra_fields`` are the
    fields that have no home in a paper, with how many records have them; they are kept with the papers. Of printed
    pages, ``lost`` and ``suspect`` are the shares in [0, 1] of characters that did not reach the paper or are no text.
    """

    source: str
    reader: str
    label: str
    reason: str
    dialect: str = ""
    extra_fields: dict[str, int] = field(default_factory=dict)
    added: int = 0
    merged: int = 0
    unchanged: int = 0
    skipped: int = 0
    failed: int = 0
    lost: float | None = None
    suspect: float | None = None

    @property
    def outcome(self) -> str:
        """How it went: "done", "in part" or "failed"."""
        if not self.failed:
            return "done"
        return "in part" if self.added + self.merged + self.unchanged else "failed"

    def counts(self) -> dict[str, int]:
        """Gives the counts by name."""
        return {name: getattr(self, name) for name in ("added", "merged", "unchanged", "skipped", "failed")}

    def count_extra_fields(self, names: Iterable[str]) -> None:
        """Counts the fields of one record that have no home, each once."""
        for name in dict.fromkeys(names):
            self.extra_fields[name] = self.extra_fields.get(name, 0) + 1

    def note_loss(self, paper: Paper) -> str:
        """Notes what of a paper's printed pages is missing; gives a warning if that is much, else ""."""
        losses = [document.loss for document in paper.documents if document.loss is not None]
        for loss in losses:
            self.lost = max(self.lost or 0.0, loss.lost)
            self.suspect = max(self.suspect or 0.0, loss.suspect)
        if not losses or max(self.lost or 0.0, self.suspect or 0.0) <= TOLERATED_LOSS:
            return ""
        return f"{self.source}: {self.loss_text}; compare what `conspectus show` gives with the printed pages."

    @property
    def loss_text(self) -> str:
        """The loss in words, "" if nothing was read from printed pages."""
        if self.lost is None or self.suspect is None:
            return ""
        return f"{100 * self.lost:.1f} % of the characters lost, {100 * self.suspect:.1f} % suspect"


@dataclass(slots=True, kw_only=True)
class AddReport:
    """Everything that adding did; ``papers`` are the ids of the papers met, each once, in the order of the files.

    ``added``, ``merged`` and ``unchanged`` count records: new papers, records that made a paper richer, and
    records that said nothing new. After a dry run it says what would have been done. ``uncertain`` counts pairs
    of papers that may be one work and are offered, not merged.
    """

    dry_run: bool = False

    added: int = 0
    merged: int = 0
    unchanged: int = 0
    skipped: list[SkippedItem] = field(default_factory=list)
    failed: list[FailedItem] = field(default_factory=list)
    files: list[FileReport] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    uncertain: int = 0
    papers: list[str] = field(default_factory=list)

    @property
    def taken(self) -> int:
        """How many records are in the library now because of, or in spite of, this."""
        return self.added + self.merged + self.unchanged

    @property
    def skipped_count(self) -> int:
        """How many files and records were skipped."""
        return sum(item.records for item in self.skipped)

    @property
    def failed_count(self) -> int:
        """How many files and records failed."""
        return sum(item.records for item in self.failed)

    def count(self, outcome: Outcome) -> None:
        """Counts one record."""
        setattr(self, outcome, getattr(self, outcome) + 1)

    def to_json(self) -> dict[str, Any]:
        """Gives the report as plain JSON values."""
        return {
            "dry_run": self.dry_run,
            "added": self.added,
            "merged": self.merged,
            "unchanged": self.unchanged,
            "skipped": [asdict(item) for item in self.skipped],
            "failed": [asdict(item) for item in self.failed],
            "files": [asdict(item) for item in self.files],
            "warnings": list(self.warnings),
            "uncertain": self.uncertain,
        }


class RecordList:
    """What was left out of one file, put on a report: one by one up to ``LISTED``, then one item for each reason.

    Args:
        report: Where the items go.
    """

    def __init__(self, report: AddReport) -> None:
        self._report = report
        self._number = 0
        self._many: dict[tuple[bool, str], tuple[SkippedItem | FailedItem, int]] = {}

    def note(self, item: SkippedItem | FailedItem) -> None:
        """Takes one item."""
        self._number += 1
        if self._number <= LISTED:
            self._put(item)
            return
        failed = isinstance(item, FailedItem)
        key = (failed, item.reason)
        if key not in self._many and len(self._many) >= LISTED:
            key = (failed, _OTHERS)
            item = replace(item, reason=_OTHERS)
        first, count = self._many.get(key, (item, 0))
        self._many[key] = (first, count + 1)

    def close(self) -> None:
        """Puts the shared items on the report."""
        for first, count in self._many.values():
            self._put(replace(first, records=count))

    def _put(self, item: SkippedItem | FailedItem) -> None:
        if isinstance(item, FailedItem):
            self._report.failed.append(item)
        else:
            self._report.skipped.append(item)
