from __future__ import annotations

import hashlib

import pytest

from conspectus.domain.paper import Provenance
from conspectus.foundation.errors import BrokenRecord, UnknownFormat, UnreadableFile
from conspectus.readers import READERS
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes

RIS = b"TY  - JOUR\nTI  - One\nDO  - 10.1000/one\nPY  - 2020\nER  - \n\nTY  - JOUR\nKW  - x\nER  - \n"
BIBTEX = b"% remark\n@article{k,\n title = {One}\n}\n"


@pytest.mark.parametrize("source", ["a.ris", "a.bib", "a.txt", "a"])
def test_the_reader_is_chosen_by_content_and_not_by_name(source: str) -> None:
    assert read_bytes(RIS, source=source).reader == "ris"
    assert read_bytes(BIBTEX, source=source).reader == "bibtex"


def test_the_reading_says_what_was_recognised_and_why() -> None:
    reading = read_bytes(RIS, source="a.ris")
    assert (reading.label, reading.reason) == ("RIS", "has TY tags")
    assert reading.sha256 == hashlib.sha256(RIS).hexdigest()


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n"])
def test_an_empty_file_is_unreadable(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r"nothing\.ris is empty") as caught:
        read_bytes(data, source="nothing.ris")
    assert caught.value.hint


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(UnknownFormat, match=r"letter\.txt") as caught:
        read_bytes(b"Dear Ada, how are you?", source="letter.txt")
    for _, reader in READERS.items():
        assert reader().label in caught.value.hint


def test_papers_are_stamped_with_id_and_origin() -> None:
    reading = read_bytes(RIS, source="lib/a.ris")
    item = next(reading.items)
    assert isinstance(item, ReadPaper)
    assert item.paper.id == "doi-10.1000_one"
    assert item.paper.aliases == ()
    assert item.paper.provenance == (
        Provenance(
            source="lib/a.ris",
            sha256=reading.sha256,
            reader="ris",
            record=1,
            line=1,
            fields=("title", "date", "kind", "identifiers"),
        ),
    )


def test_broken_records_come_in_their_place() -> None:
    items = list(read_bytes(RIS, source="a.ris").items)
    assert [type(item) for item in items] == [ReadPaper, BrokenRecord]
    assert isinstance(items[1], BrokenRecord)
    assert (items[1].record, items[1].line) == (2, 7)


def test_a_file_without_records_says_what_was_skipped() -> None:
    (item,) = read_bytes(b"@comment{jabref-meta: x;}\n", source="a.bib").items
    assert isinstance(item, Skipped)


def test_a_byte_order_mark_does_not_hide_the_format() -> None:
    assert read_bytes("\ufeff".encode() + RIS, source="a").reader == "ris"
    assert read_bytes(RIS.decode().encode("utf-16"), source="a").reader == "ris"
