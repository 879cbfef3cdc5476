from __future__ import annotations

import pytest

from conspectus.foundation.errors import InputError
from conspectus.readers.ddm_xml import DdmXmlReader, paper_from_ddm_xml
from conspectus.readers.reading import ReadPaper, read_bytes
from conspectus.readers.sniffing import Head

FILE = """<?xml version="1.0" encoding="UTF-8"?>
<!-- written by hand -->
<d:paper xmlns:d="urn:conspectus:ddm:1" schema="conspectus.ddm/1">
  <d:metadata><d:title>Wells &amp; springs</d:title><d:authors of="items"><d:item of="fields"><d:family>Moor</d:family>
  </d:item></d:authors></d:metadata>
  <d:document>
    <d:text>Wells fall [1].␛7;</d:text>
    <d:section index="1" start="0" end="16" kind="Discussion">
      <d:paragraph index="1" start="0" end="16"><d:sentence index="1" start="0" end="15">
        <d:text>Wells fall [1].</d:text>
        <d:reference index="1" start="11" end="14" style="single"><d:target>b0</d:target></d:reference>
      </d:sentence></d:paragraph>
    </d:section>
    <d:entry index="1" key="b0" year="2001"/>
  </d:document>
</d:paper>
""".encode()


def test_a_file_with_prefixes_and_white_space_between_elements_is_read() -> None:
    reading = read_bytes(FILE, source="wells.xml")
    (item,) = reading.items
    assert reading.reader == "ddm_xml"
    assert isinstance(item, ReadPaper)
    assert (item.paper.title, item.paper.authors[0].family) == ("Wells & springs", "Moor")
    (document,) = item.paper.documents
    assert document.text == "Wells fall [1].\x07"
    assert document.sections[0].paragraphs[0].sentences[0].pointers[0].targets == ("b0",)
    assert document.references[0].year == 2001


def test_other_papers_are_left_to_others() -> None:
    assert DdmXmlReader().recognise(Head(FILE)) == "has a <paper> root of urn:conspectus:ddm:"
    assert DdmXmlReader().recognise(Head(b"<paper><title>x</title></paper>")) == ""


@pytest.mark.parametrize(
    "data",
    [
        b"<book/>",
        b"<paper",
        FILE.replace(b"ddm/1", b"ddm/2"),
        FILE.replace(b'start="11"', b'start="eleven"'),
        FILE.replace(b'end="15"', b'end="14"'),
    ],
)
def test_what_is_no_such_file_is_refused_with_a_hint(data: bytes) -> None:
    with pytest.raises(InputError) as raised:
        paper_from_ddm_xml(data)
    assert raised.value.hint
