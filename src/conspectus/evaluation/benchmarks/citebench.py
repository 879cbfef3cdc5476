"""CiteBench: from the citing abstract and cited abstracts to the citing text (Funkquist et al. 2023)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.benchmarks.record_fields import abstract_of, list_of, parse_records, text_of
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference
from conspectus.foundation.errors import BrokenRecord

_OPEN, _CLOSE = "<abs>", "</abs>"


class CiteBench:
    """Reads a JSON list of ``{input: [text], target: text}``.

    An input that begins with ``<abs>`` is the citing abstract if it comes first. The target cites the
    others as ``[0]``, ``[1]`` by position; blank inputs are references whose abstract is missing.
    """

    label = "CiteBench (JSON list of input and target)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a record has a list ``input`` and a text ``target``."""
        records = file.first_records()
        return any(isinstance(r.get("input"), list) and isinstance(r.get("target"), str) for r in records)

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files."""
        return parse_records(files, _item)


def _item(record: dict[str, Any], name: str) -> BenchmarkItem:
    inputs = [text_of(value, "an input") for value in list_of(record.get("input"), "input")]
    own = inputs.pop(0) if inputs and inputs[0].startswith(_OPEN) else ""
    references = (
        BenchmarkReference(id=f"[{number}]", number=number, abstract=_abstract(text))
        for number, text in enumerate(inputs)
    )
    return BenchmarkItem(
        id=name,
        target=text_of(record.get("target"), "target"),
        target_kind="citation-text",
        words=116,
        references=tuple(references),
        own_abstract=_abstract(own),
    )


def _abstract(text: str) -> str:
    return abstract_of(text.replace(_OPEN, " ").replace(_CLOSE, " ").strip(), "an input")
