"""Multi-XScience (Lu et al. 2020) and sets in its manner: related work with ``@cite_N`` markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from conspectus.evaluation.benchmarks.data_file import DataFile
from conspectus.evaluation.benchmarks.record_fields import (
    abstract_of,
    mapping_of,
    names_of,
    parse_records,
    text_of,
    year_of,
)
from conspectus.evaluation.item import BenchmarkItem, BenchmarkReference, TargetKind
from conspectus.foundation.errors import BrokenRecord

_NUMBER = re.compile(r"\d+")


class MultiXScience:
    """Reads a JSON list, gzipped or not, or JSON lines, in the published or the parallel-list layout.

    ``ref_abstract`` is a map of ``@cite_N`` to ``{mid, abstract}``, or holds the lists ``cite_N``,
    ``mid`` and ``abstract``.
    """

    label = "Multi-XScience (JSON with related_work and ref_abstract)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a record has ``related_work`` and ``ref_abstract`` but no titles."""
        return any(_is_layout(record) and "title" not in record for record in file.first_records())

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files, with the budget of a citing text."""
        return parse_records(files, lambda record, name: _item(record, name, "citation-text", 116))


class RelatedWorkAcl:
    """Reads JSON lines with the keys of Multi-XScience and title, year and authors of the references.

    The target is a whole section, in which many references have no abstract.
    """

    label = "related-work sections with reference abstracts (JSON lines)"

    def recognise(self, file: DataFile) -> bool:
        """Gives whether a record has ``related_work``, ``ref_abstract`` and ``title``."""
        return any(_is_layout(record) and "title" in record for record in file.first_records())

    def load(self, files: Sequence[DataFile]) -> Iterator[BenchmarkItem | BrokenRecord]:
        """Yields the items of the files, with the budget of a whole section."""
        return parse_records(files, lambda record, name: _item(record, name, "whole-section", 300))


def _is_layout(record: dict[str, Any]) -> bool:
    return isinstance(record.get("ref_abstract"), dict) and "related_work" in record


def _item(record: dict[str, Any], name: str, kind: TargetKind, words: int) -> BenchmarkItem:
    cited = mapping_of(record.get("ref_abstract"), "ref_abstract")
    pairs = _parallel(cited) if isinstance(cited.get("cite_N"), list) else list(cited.items())
    return BenchmarkItem(
        id=text_of(record.get("aid"), "aid") or name,
        target=text_of(record.get("related_work"), "related_work"),
        target_kind=kind,
        words=words,
        references=_references(pairs),
        own_title=text_of(record.get("title"), "title"),
        own_abstract=abstract_of(record.get("abstract"), "abstract"),
    )


def _parallel(lists: dict[str, Any]) -> list[tuple[str, Any]]:
    markers, abstracts = lists["cite_N"], lists.get("abstract")
    if not isinstance(abstracts, list) or len(abstracts) != len(markers):
        raise BrokenRecord("ref_abstract has not as many abstracts as markers.")
    return [(str(marker), {"abstract": abstract}) for marker, abstract in zip(markers, abstracts, strict=True)]


def _references(pairs: Sequence[tuple[str, Any]]) -> tuple[BenchmarkReference, ...]:
    numbers = [_NUMBER.search(marker) for marker, _ in pairs]
    read = [int(number.group()) if number else -1 for number in numbers]
    # Positions stand in where a marker has no number or two markers share one.
    usable = -1 not in read and len(set(read)) == len(read)
    references = []
    for position, (marker, value) in enumerate(pairs, start=1):
        entry = mapping_of(value, marker)
        references.append(
            BenchmarkReference(
                id=marker,
                number=read[position - 1] if usable else position,
                title=text_of(entry.get("title"), f"title of {marker}"),
                abstract=abstract_of(entry.get("abstract"), f"abstract of {marker}"),
                authors=names_of(entry.get("authors")),
                year=year_of(entry.get("year")),
            )
        )
    return tuple(references)
