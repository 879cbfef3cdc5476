"""TAD and TAS2, the related-work sets of Chen et al. (2022): JSON lines with lists of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.benchmarks.record_fields import abstract_of, list_of, mapping_of, parse_records, text_of
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.foundation.errors import BrokenRecord


class TadTas2:
    """Reads ``{abstract: [sentence], relatedwork: [sentence], refs: [{abstract: [sentence]}]}`` a line.

    All references are kept, at full length. Their markers are their positions.
    """

    label = "TAD and TAS2 (JSON lines with relatedwork and refs)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a record has ``relatedwork`` and a list ``refs``."""
        return any("relatedwork" in r and isinstance(r.get("refs"), list) for r in file.first_records())

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files."""
        return parse_records(files, _item)


def _item(record: dict[str, Any], name: str) -> BenchmarkItem:
    references = (
        BenchmarkReference(
            id=str(number),
            number=number,
            title=text_of(mapping_of(entry, f"reference {number}").get("title"), f"title of reference {number}"),
            abstract=abstract_of(entry.get("abstract"), f"abstract of reference {number}"),
        )
        for number, entry in enumerate(list_of(record.get("refs"), "refs"), start=1)
    )
    return BenchmarkItem(
        id=name,
        target=text_of(record.get("relatedwork"), "relatedwork"),
        target_kind="citation-text",
        words=116,
        references=tuple(references),
        own_abstract=abstract_of(record.get("abstract"), "abstract"),
    )
