"""Very many empty records one after the other, told in one line: there are files of nothing else."""

from __future__ import annotations

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
