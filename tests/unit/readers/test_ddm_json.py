from __future__ import annotations

import pytest

from conspectus.foundation.errors import InputError
from conspectus.readers.ddm_json import DdmJsonReader, paper_from_ddm_json
from conspectus.readers.reading import ReadPaper, read_bytes
from conspectus.readers.sniffing import Head

FILE = b"""{"schema": "conspectus.ddm/1", "id": "old", "title": "Wells", "documents": [
{"text": "We d\xc3\x83\xc2\xbcg.", "section": [
{"ID": "s1", "index": 1, "start": 0, "end": 8, "kind": "Abstract", "paragraph": [{"ID": "s1.p1", "index": 1, "start": 0,
"end": 8, "sentence": [{"ID": "s1.p1.t1", "index": 1, "start": 0, "end": 8, "text": "We d\xc3\x83\xc2\xbcg."}]}]}]}]}"""


def test_a_file_is_read_with_its_offsets_even_where_its_text_looks_garbled() -> None:
    reading = read_bytes(FILE, source="wells.ddm.json")
    (item,) = reading.items
    assert reading.reader == "ddm_json"
    assert isinstance(item, ReadPaper)
    assert item.paper.title == "Wells"
    assert item.paper.id != "old"
    (document,) = item.paper.documents
    assert document.at("s1.p1.t1").end == len(document.text) == 8


def test_only_the_schema_named_first_makes_it_this_format() -> None:
    assert DdmJsonReader().recognise(Head(FILE)) == "names the schema conspectus.ddm"
    assert DdmJsonReader().recognise(Head(b'{"title": "conspectus.ddm/1"}')) == ""


@pytest.mark.parametrize(
    "data",
    [
        b'{"schema": "conspectus.ddm/1"',
        b"[]",
        b"[" * 100_000,
        b'{"schema": "conspectus.ddm/2"}',
        b'{"schema": "conspectus.ddm/1", "year": NaN}',
        b'{"schema": "conspectus.ddm/1", "year": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_such_file_is_refused_with_a_hint(data: bytes) -> None:
    with pytest.raises(InputError) as raised:
        paper_from_ddm_json(data)
    assert raised.value.hint
