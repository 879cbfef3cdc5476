from __future__ import annotations

from ddm_papers import full_paper, papers
from hypothesis import given
from lxml import etree

from conspectus.domain.document import Document, Paragraph, Section, Sentence
from conspectus.domain.paper import Paper
from conspectus.exporters.ddm_xml import ddm_xml, ddm_xsd
from conspectus.readers.ddm_xml import paper_from_ddm_xml


@given(papers())
def test_a_paper_written_and_read_is_the_same_paper(paper: Paper) -> None:
    assert paper_from_ddm_xml(ddm_xml(paper).encode("utf-8")) == paper


def test_a_full_paper_written_and_read_is_the_same_paper() -> None:
    assert paper_from_ddm_xml(ddm_xml(full_paper()).encode("utf-8")) == full_paper()


def test_characters_that_xml_cannot_hold_survive() -> None:
    text = "a\x00b\x01\r\n\x0b\x85\u241b1;\ufffe\ufeff <&>'\""
    sentence = Sentence(start=0, end=len(text))
    paragraph = Paragraph(start=0, end=len(text), sentences=(sentence,))
    document = Document(text=text, sections=(Section(start=0, end=len(text), heading=text, number=text,
                                                     paragraphs=(paragraph,)),))  # fmt: skip
    paper = Paper(id=text, title=text, documents=(document,))
    written = ddm_xml(paper)
    assert "␛0;" in written
    assert "␛241B;1;" in written
    assert paper_from_ddm_xml(written.encode("utf-8")) == paper


def test_files_fulfil_the_schema_and_spoilt_ones_do_not() -> None:
    schema = etree.XMLSchema(etree.fromstring(ddm_xsd().encode()))
    root = etree.fromstring(ddm_xml(full_paper()).encode())
    schema.assertValid(root)
    next(root.iter("{*}sentence")).attrib.pop("index")
    assert not schema.validate(root)
