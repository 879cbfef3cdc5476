"""Related-work generation over papers under CC BY: one JSON file a citing paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.benchmarks.record_fields import (
    abstract_of,
    list_of,
    mapping_of,
    names_of,
    parse_records,
    text_of,
    year_of,
)
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.foundation.errors import BrokenRecord


class Rwsg:
    """Reads ``{root: {title, abstract, relatedwork}, leaves: [{title, author, year, abstract}]}``.

    The target cites by author and year, so a reference's id and number are its position.
    """

    label = "related-work generation sets (JSON of root and leaves)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a record has a ``root`` with a related-work section, and ``leaves``."""
        return any(
            isinstance(r.get("root"), dict) and "relatedwork" in r["root"] and isinstance(r.get("leaves"), list)
            for r in file.first_records()
        )

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files."""
        return parse_records(files, _item)


def _item(record: dict[str, Any], name: str) -> BenchmarkItem:
    root = mapping_of(record.get("root"), "root")
    references = (
        _reference(mapping_of(leaf, f"leaf {number}"), number)
        for number, leaf in enumerate(list_of(record.get("leaves"), "leaves"), start=1)
    )
    return BenchmarkItem(
        id=name,
        target=text_of(root.get("relatedwork"), "relatedwork"),
        target_kind="whole-section",
        words=300,
        references=tuple(references),
        own_title=text_of(root.get("title"), "title"),
        own_abstract=abstract_of(root.get("abstract"), "abstract"),
    )


def _reference(leaf: dict[str, Any], number: int) -> BenchmarkReference:
    return BenchmarkReference(
        id=str(number),
        number=number,
        title=text_of(leaf.get("title"), "a leaf's title"),
        abstract=abstract_of(leaf.get("abstract"), "a leaf's abstract"),
        authors=names_of(leaf.get("author")),
        year=year_of(leaf.get("year")),
    )
