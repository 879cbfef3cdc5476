"""What adding files did: counts, and every file and record that was left out, with the reason."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Outcome = Literal["added", "merged", "unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedItem:
    """A file or record that is fine but was not taken in, and why."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedItem:
    """A file, or a record of it, that could not be taken in; ``record`` and ``line`` are 1-based, 0 if unknown."""

    source: str
    record: int
    line: int
    reason: str
    hint: str = ""


@dataclass(slots=True, kw_only=True)
class FileReport:
    """A file that was read: its format, why it was recognised, and how many of its records became what."""

    source: str
    reader: str
    label: str
    reason: str
    added: int = 0
    merged: int = 0
    unchanged: int = 0
    skipped: int = 0
    failed: int = 0

    @property
    def outcome(self) -> str:
        """How it went: "done", "in part" or "failed"."""
        if not self.failed:
            return "done"
        return "in part" if self.added + self.merged + self.unchanged else "failed"

    def counts(self) -> dict[str, int]:
        """Gives the counts by name."""
        return {name: getattr(self, name) for name in ("added", "merged", "unchanged", "skipped", "failed")}


@dataclass(slots=True, kw_only=True)
class AddReport:
    """Everything that adding did; ``papers`` are the ids of the papers met, each once, in the order of the files.

    ``added``, ``merged`` and ``unchanged`` count records: new papers, records that made a paper richer, and
    records that said nothing new.
    """

    added: int = 0
    merged: int = 0
    unchanged: int = 0
    skipped: list[SkippedItem] = field(default_factory=list)
    failed: list[FailedItem] = field(default_factory=list)
    files: list[FileReport] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    papers: list[str] = field(default_factory=list)

    @property
    def taken(self) -> int:
        """How many records are in the library now because of, or in spite of, this."""
        return self.added + self.merged + self.unchanged

    def count(self, outcome: Outcome) -> None:
        """Counts one record."""
        setattr(self, outcome, getattr(self, outcome) + 1)

    def to_json(self) -> dict[str, Any]:
        """Gives the report as plain JSON values."""
        return {
            "added": self.added,
            "merged": self.merged,
            "unchanged": self.unchanged,
            "skipped": [asdict(item) for item in self.skipped],
            "failed": [asdict(item) for item in self.failed],
            "files": [asdict(item) for item in self.files],
            "warnings": list(self.warnings),
        }
