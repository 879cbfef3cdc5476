"""What a benchmark program is asked and gives: a scale in, tables of figures out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Size = TypeVar("Size")
Cell = str | int | float | dict[str, float] | None
"""A figure, a word, or an interval ``{mean, low, high}`` of a share in [0, 1]; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How much to measure: the sizes that are quoted, or tiny ones that only show that a program works.

    ``data`` is a folder of real data sets; programs skip, with a reason, what is not there.
    """

    quick: bool
    data: Path

    def pick(self, full: Size, tiny: Size) -> Size:
        """Gives the size for this scale."""
        return tiny if self.quick else full


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Figures under one heading; each row holds a cell for each column, by name.

    ``command`` makes this table alone, where another command than the program's can.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[dict[str, Cell]]
    command: str = ""

    def json_form(self) -> dict[str, Any]:
        """Gives the table as plain JSON values."""
        form: dict[str, Any] = {"title": self.title, "columns": list(self.columns), "rows": list(self.rows)}
        return {**form, "command": self.command} if self.command else form


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The figures of one program, what must be known to read them, and what was left out and why."""

    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def ratio(ours: float, theirs: float) -> float | None:
    """Gives ours by theirs, None where theirs is too small to divide by."""
    return ours / theirs if theirs > 0 else None


def verdict(what: str, value: float, aim: float, unit: str) -> str:
    """Gives a note that says whether an aim (at most so much) was met."""
    word = "met" if value <= aim else "missed"
    return f"Aim: {what} in at most {aim:g} {unit}. Measured {value:.3g} {unit}: {word}."
