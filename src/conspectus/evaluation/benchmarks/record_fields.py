"""Values of benchmark records as text, numbers and names, or a clear word on what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.item import BenchmarkItem
from conspectus.foundation.errors import BrokenRecord, UnreadableFile
from conspectus.foundation.text.normalise import clean_text, one_line

_LABEL = re.compile(r"^(?:(?:Abstract|ABSTRACT)\b[\s.:—–-]*|(?:Summary|SUMMARY)\s*[.:—–-]+\s*)(?=[A-Z\"“(\[])")
_YEAR = re.compile(r"\b(1[5-9]\d{2}|20\d{2})\b")
_NAME_JOINT = re.compile(r"\s+and\s+|\s*;\s*|\s*&\s*")


def parse_records(
    files: Sequence[DataFile], parse: Callable[[dict[str, Any], str], BenchmarkItem]
) -> Iterator[BenchmarkItem | BrokenRecord]:
    """Yields what ``parse`` makes of every JSON record of the files; a broken record is yielded as such.

    Args:
        files: The files of one set, in order.
        parse: Called with a record and a name for it, made of its file and, unless alone there, its position.
    """
    for file in files:
        try:
            for position, record in file.records():
                if isinstance(record, BrokenRecord):
                    yield BrokenRecord(f"{file.name}: {record.message}", record=position, hint=record.hint)
                    continue
                stem = file.name.split(".")[0]
                try:
                    yield parse(record, f"{stem}-{position}" if position else stem)
                except BrokenRecord as error:
                    where = f"{file.name}: record {position}: "
                    yield BrokenRecord(where + error.message, record=position, hint=error.hint)
        except UnreadableFile as error:
            yield BrokenRecord(error.message, hint=error.hint)


def text_of(value: Any, name: str) -> str:
    """Gives a string, or a list of sentences joined, as clean text; "" for None.

    Raises:
        BrokenRecord: The value is anything else; the message names the field.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return clean_text(value).strip()
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return one_line(" ".join(value))
    raise BrokenRecord(f"{name} is neither text nor a list of sentences.")


def abstract_of(value: Any, name: str) -> str:
    """Gives an abstract on one line, without a leading "Abstract:" or "Summary:"."""
    return _LABEL.sub("", one_line(text_of(value, name)))


def mapping_of(value: Any, name: str) -> dict[str, Any]:
    """Gives a JSON object.

    Raises:
        BrokenRecord: The value is none.
    """
    if not isinstance(value, dict):
        raise BrokenRecord(f"{name} is not an object.")
    return value


def list_of(value: Any, name: str) -> list[Any]:
    """Gives a JSON list.

    Raises:
        BrokenRecord: The value is none.
    """
    if not isinstance(value, list):
        raise BrokenRecord(f"{name} is not a list.")
    return value


def year_of(value: Any) -> int | None:
    """Gives the year in a number or text ("2015.0", "July 2015"), or None."""
    found = _YEAR.search(str(value))
    return int(found.group()) if found else None


def names_of(value: Any) -> tuple[str, ...]:
    """Gives full names from a list, or from text as bibliographies join them ("Hoynes, H. and Patel, A.")."""
    parts: Iterable[Any] = (
        value if isinstance(value, list) else _NAME_JOINT.split(value) if isinstance(value, str) else ()
    )
    return tuple(one_line(part) for part in parts if isinstance(part, str) and part.strip())
