"""What every reader must do, as tests to inherit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from conspectus.domain.paper import with_id
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.reading import Reader, ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

OTHER_CONTENT = (
    b"Dear Ada,\n\nthank you for your letter of last week.\n",
    b'{"a": [1, 2, 3]}',
    b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    b"PK\x03\x04\x14\x00\x06\x00",
    b"<!DOCTYPE html><html><head><title>Hello</title></head><body><p>Hello.</p></body></html>",
    bytes(range(256)),
)
"""Content of no format that holds references."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderCase:
    """A reader, a file that it reads, and how many papers are in the file (at least 1).

    ``own`` is what of ``OTHER_CONTENT`` is of the reader's format, though it holds no paper.
    """

    reader: Reader
    sample: bytes
    papers: int
    own: tuple[bytes, ...] = ()


class ReaderContract:
    """Derive a test class from this and give it a fixture ``case`` that returns a ``ReaderCase``."""

    def test_has_a_name_and_a_label(self, case: ReaderCase) -> None:
        """A name is what programs say, a label what people read."""
        assert re.fullmatch(r"[a-z][a-z0-9_]*", case.reader.name), f"not a plain name: {case.reader.name!r}"
        assert case.reader.label.strip(), "the label is empty"

    def test_recognises_its_sample_and_says_why(self, case: ReaderCase) -> None:
        """The reason is shown to the user, so it is a phrase."""
        reason = case.reader.recognise(Head(case.sample))
        assert reason.strip(), "the sample is not recognised"

    def test_leaves_other_content_to_others(self, case: ReaderCase) -> None:
        """A reader that takes what it cannot read hides the reader that can, and the error that helps."""
        for data in OTHER_CONTENT:
            if data not in case.own:
                assert case.reader.recognise(Head(data)) == "", f"recognised as its own: {data[:40]!r}"

    def test_reads_every_paper_of_its_sample(self, case: ReaderCase) -> None:
        """Nothing is dropped in silence."""
        found = _papers(case)
        assert len(found) == case.papers, f"{len(found)} papers instead of {case.papers}"
        for item in found:
            assert item.paper.title or item.paper.documents, f"record {item.record} has neither title nor text"

    def test_leaves_id_and_origin_to_the_one_who_stamps_them(self, case: ReaderCase) -> None:
        """Ids come last, from identifiers; a reader that makes its own would break merging."""
        for item in _papers(case):
            assert not item.paper.id, f"record {item.record} has the id {item.paper.id!r}"
            assert not item.paper.provenance, f"record {item.record} has a provenance"
            assert with_id(item.paper).id, "no id can be made of the record"

    def test_counts_records_upwards(self, case: ReaderCase) -> None:
        """Messages name records and lines; they must lead to the right place."""
        numbers = [item.record for item in _papers(case) if item.record]
        assert all(first < second for first, second in pairwise(numbers)), f"record numbers {numbers}"
        lines = case.sample.count(b"\n") + case.sample.count(b"\r") + 1
        for item in _papers(case):
            assert 0 <= item.line <= lines, f"record {item.record} on line {item.line} of {lines}"

    def test_texts_are_trees_with_exact_offsets(self, case: ReaderCase) -> None:
        """A passage is quoted from these offsets to the letter."""
        for item in _papers(case):
            for document in item.paper.documents:
                for place in document.places():
                    assert 0 <= place.start <= place.end <= len(document.text), f"{place.address} is off the text"
                    if place.kind == "sentence":
                        quote = document.text[place.start : place.end]
                        assert quote, f"{place.address} is empty"
                        assert quote == quote.strip(), f"{place.address} is not trimmed: {quote!r}"

    def test_reads_the_same_twice(self, case: ReaderCase) -> None:
        """A reader keeps no state between files."""
        assert [item.paper for item in _papers(case)] == [item.paper for item in _papers(case)], "two readings differ"

    def test_a_cut_file_gives_items_or_an_input_error(self, case: ReaderCase) -> None:
        """Downloads break off; what is broken is said, never a traceback."""
        for part in range(1, 8):
            cut = case.sample[: len(case.sample) * part // 8]
            for item in _tolerant(case.reader, cut):
                assert isinstance(item, ReadPaper | BrokenRecord | Skipped), f"yields {type(item).__name__}"

    def test_bytes_of_no_encoding_do_not_stop_it(self, case: ReaderCase) -> None:
        """One bad byte must not cost the file."""
        middle = len(case.sample) // 2
        _tolerant(case.reader, case.sample[:middle] + b"\xff\xfe\x00\x81" + case.sample[middle:])


def _papers(case: ReaderCase) -> list[ReadPaper]:
    return [item for item in case.reader.read(case.sample) if isinstance(item, ReadPaper)]


def _tolerant(reader: Reader, data: bytes) -> list[ReadItem]:
    """The items of a file up to an error about the file as a whole, which must be an input error."""
    items: list[ReadItem] = []
    try:
        for item in reader.read(data):
            items.append(item)
    except InputError:
        return items
    return items
