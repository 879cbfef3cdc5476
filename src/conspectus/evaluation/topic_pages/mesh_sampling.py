"""Topics from a MeSH descriptor file: new and specific terms (TOPICAL; methods 2.6)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from lxml import etree

from conspectus.foundation.errors import UnknownFormat, UnreadableFile, UsageError
from conspectus.foundation.text.normalise import one_line

FIRST, LAST = date(2013, 1, 1), date(2023, 10, 16)
"""When the terms were added from which TOPICAL draws, both inclusive."""
LEAST_DEPTH = 7
SHALLOW = {"Male": 2, "Female": 2}
"""Descriptors without a tree number, whose depth is set (as TOPICAL does)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeshTerm:
    """A descriptor: its id ("D000001"), name, synonyms, day of creation if known, and tree numbers."""

    id: str
    name: str
    synonyms: tuple[str, ...] = ()
    created: date | None = None
    tree_numbers: tuple[str, ...] = ()

    @property
    def depth(self) -> int:
        """The number of dot-separated parts of the longest tree number, 0 without any; 2 for Male and Female."""
        if self.name in SHALLOW:
            return SHALLOW[self.name]
        return max((len(number.split(".")) for number in self.tree_numbers), default=0)


def read_terms(path: Path) -> Iterator[MeshTerm]:
    """Yields the descriptors of a MeSH file ("desc2024.xml"), one at a time, so that its size does not matter.

    Raises:
        UnreadableFile: It cannot be read, or is not well-formed.
        UnknownFormat: It holds no descriptor.
    """
    found = False
    try:
        with path.open("rb") as file:
            options = {"resolve_entities": False, "load_dtd": False, "no_network": True}
            for _, record in etree.iterparse(file, tag="DescriptorRecord", **options):
                found = True
                yield _term(record)
                record.clear()
                while record.getprevious() is not None:
                    del record.getparent()[0]
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}.", hint="Name a MeSH descriptor file.") from None
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(f"{path} is not well-formed XML: {error.msg}.", hint="Download the file again.") from None
    if not found:
        raise UnknownFormat(
            f"{path} has no DescriptorRecord.", hint="Name a MeSH descriptor file, such as desc2024.xml."
        )


def eligible_terms(
    path: Path, *, first: date = FIRST, last: date = LAST, least_depth: int = LEAST_DEPTH
) -> list[MeshTerm]:
    """Gives the terms added between two days, both inclusive, that are deep enough, sorted by MeSH id.

    Raises:
        UsageError: The days are out of order.
        UnreadableFile: The file cannot be read.
        UnknownFormat: It holds no descriptor.
    """
    if first > last:
        raise UsageError(f"The days {first} to {last} are out of order.", hint="Give the earlier day first.")
    terms = (term for term in read_terms(path) if term.created is not None and first <= term.created <= last)
    return sorted((term for term in terms if term.depth >= least_depth), key=lambda term: term.id)


def sample_terms(terms: list[MeshTerm], count: int, *, seed: int = 0) -> list[MeshTerm]:
    """Gives ``count`` terms drawn without replacement, all of them if there are fewer, sorted by MeSH id."""
    drawn = random.Random(seed).sample(terms, min(count, len(terms)))
    return sorted(drawn, key=lambda term: term.id)


def _term(record: etree._Element) -> MeshTerm:
    name = _text(record, "DescriptorName/String")
    said = (one_line(each.text or "") for each in record.iterfind("ConceptList/Concept/TermList/Term/String"))
    return MeshTerm(
        id=_text(record, "DescriptorUI"),
        name=name,
        synonyms=tuple(dict.fromkeys(each for each in said if each and each != name)),
        created=_day(record),
        tree_numbers=tuple(one_line(each.text or "") for each in record.iterfind("TreeNumberList/TreeNumber")),
    )


def _day(record: etree._Element) -> date | None:
    parts = [_text(record, f"DateCreated/{part}") for part in ("Year", "Month", "Day")]
    try:
        year, month, day = map(int, parts)
        return date(year, month, day)
    except ValueError:
        return None


def _text(record: etree._Element, path: str) -> str:
    return one_line(record.findtext(path) or "")
