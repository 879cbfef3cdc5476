"""Very many empty records one after the other, told in one line: there are files of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conspectus.foundation.errors import BrokenRecord

MANY = 1000
"""From how many empty records on they are counted; fewer are told one by one."""


def empty_records(count: int, *, record: int, line: int) -> BrokenRecord:
    """Gives the one broken record that stands for a run of empty ones.

    Args:
        count: How many they are.
        record: The 1-based position of the first among the records of its file.
        line: The 1-based line where the first begins.
    """
    return BrokenRecord(
        f"{count} empty records, the first at line {line}.",
        record=record,
        line=line,
        hint="Look them up in the program that exported them, and export them again.",
        records=count,
    )


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a text in which one empty record follows the other."""

    string: str
    start: int
    end: int

    def group(self) -> str:
        """Gives the text of the stretch."""
        return self.string[self.start : self.end]


class RunPattern:
    """Finds runs of whatever a regular expression describes, in little memory however long they are.

    It goes on some hundred at a time: a greedy repetition keeps a place to go back to for each, and the possessive
    one, which does not, passes over matches in Python 3.11.0 to 3.11.4.

    Args:
        unit: The regular expression of one of them, which must not match nothing.
        flags: As for ``re.compile``.
    """

    def __init__(self, unit: str, flags: int = 0) -> None:
        self._some = re.compile(rf"(?:{unit}){{1,500}}", flags)

    def match(self, text: str, start: int) -> Run | None:
        """Gives the run that begins at a place, None if there is none."""
        end = start
        while (found := self._some.match(text, end)) and found.end() > end:
            end = found.end()
        return Run(text, start, end) if end > start else None

    def finditer(self, text: str, place: int) -> Iterator[Run]:
        """Yields the runs from a place on."""
        while found := self._some.search(text, place):
            run = self.match(text, found.start())
            assert run is not None
            yield run
            place = run.end
