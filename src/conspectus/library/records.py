"""Small records that a library gives about papers and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from conspectus.domain.identifiers import Identifiers


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSummary:
    """What a list of papers shows of each; ``authors`` are names in reading order."""

    id: str
    title: str
    year: int | None
    authors: tuple[str, ...]
    identifiers: Identifiers
    keys: tuple[str, ...]
    has_abstract: bool
    has_full_text: bool
    retracted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """A file that was read: its name and SHA-256, the reader, how it went, and counts by name.

    ``outcome`` is "done", "in part" or "failed".
    """

    source: str
    sha256: str
    reader: str
    outcome: str
    counts: Mapping[str, int] = field(default_factory=dict)
