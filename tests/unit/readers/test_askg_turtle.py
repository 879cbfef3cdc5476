from __future__ import annotations

import pytest

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import InputError
from conspectus.readers.askg_turtle import AskgTurtleReader
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head

GRAPH = """\
@prefix askg-data: <https://www.anu.edu.au/onto/scholarly/> .
@prefix askg-onto: <https://www.anu.edu.au/onto/scholarly#> .
@prefix domo: <https://www.anu.edu.au/onto/domo#> .
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .

askg-data:Paper-0a1b2c3d4e5f60 a askg-onto:Paper ;
    rdfs:label "[Wells of the north]-[Ida Moor]-[2019]"@en ;
    askg-onto:hasAuthor askg-data:Author-ida-moor , askg-data:Author-al-brook ;
    askg-onto:doi "https://doi.org/10.5555/WELLS" ;
    askg-onto:publicationYear 2019 ;
    askg-onto:hasKeyword askg-data:Keyword-wells ;
    askg-onto:hasSection askg-data:Paper-0a1b2c3d4e5f60-Section-Methodology ,
        askg-data:Paper-0a1b2c3d4e5f60-Section-Introduction .

askg-data:Author-ida-moor a askg-onto:Author ; rdfs:label "Ida Moor" .
askg-data:Author-al-brook a askg-onto:Author ; rdfs:label "Al Brook" .
askg-data:Keyword-wells a askg-onto:Keyword ; rdfs:label "wells" .

askg-data:Paper-0a1b2c3d4e5f60-Section-Introduction a askg-onto:Introduction ;
    rdfs:label "[Wells of the north]-[Ida Moor]-[2019] | Section-Introduction" ;
    domo:index 1 ;
    askg-onto:hasParagraph askg-data:Paper-0a1b2c3d4e5f60-Paragraph-ffff .
askg-data:Paper-0a1b2c3d4e5f60-Section-Methodology a askg-onto:Methodology , askg-onto:Section ;
    rdfs:label "[Wells of the north]-[Ida Moor]-[2019] | Section-Methodology" ;
    domo:index 2 ;
    domo:contains askg-data:Paper-0a1b2c3d4e5f60-Paragraph-bbbb , askg-data:Paper-0a1b2c3d4e5f60-Paragraph-aaaa .

askg-data:Paper-0a1b2c3d4e5f60-Paragraph-ffff a askg-onto:Paragraph ; domo:index 1 ;
    rdfs:label "Wells fall dry, as Hill et al. say [2]. We ask why. See Fig. 1 [1, 2]."@en ;
    askg-onto:hasReference askg-data:Paper-0a1b2c3d4e5f60-Paragraph-ffff-Reference-2 ,
        askg-data:Paper-0a1b2c3d4e5f60-Paragraph-ffff-Reference-1 .
askg-data:Paper-0a1b2c3d4e5f60-Paragraph-ffff-Reference-1 a domo:Reference ; dc:description "1" .
askg-data:Paper-0a1b2c3d4e5f60-Paragraph-ffff-Reference-2 a domo:Reference ; dc:description "2" .
askg-data:Paper-0a1b2c3d4e5f60-Paragraph-bbbb a askg-onto:Paragraph ; rdfs:label "Then we measured." ; domo:index 2 .
askg-data:Paper-0a1b2c3d4e5f60-Paragraph-aaaa a askg-onto:Paragraph ; rdfs:label "First we dug." ; domo:index 1 .
askg-data:Paper-0a1b2c3d4e5f60-Paragraph-cccc a askg-onto:Paragraph ; rdfs:label "Nothing leads here." .
askg-data:Paper-0a1b2c3d4e5f60-Paragraph-dddd a askg-onto:Paragraph ; rdfs:label "" .

askg-data:Excerpt-1 a askg-onto:Excerpt ; rdfs:label "wells" ; askg-onto:mentions askg-data:AcademicEntity-wells .
askg-data:AcademicEntity-wells a skos:Concept , askg-onto:AcademicEntity ; rdfs:label "wells" .

askg-data:Paper-99 a askg-onto:Paper ; dc:title "Springs" ;
    askg-onto:hasParagraph askg-data:Paper-99-Paragraph-1 .
askg-data:Paper-99-Paragraph-1 a askg-onto:Paragraph ; askg-onto:hasText "Springs rise." .
"""


def papers(graph: str) -> list[Paper]:
    return [item.paper for item in AskgTurtleReader().read(graph.encode()) if isinstance(item, ReadPaper)]


def document_of(paper: Paper) -> Document:
    assert paper.document is not None
    return paper.document


def test_papers_have_their_metadata() -> None:
    wells, springs = papers(GRAPH)
    assert wells.title == "Wells of the north"
    assert [author.full for author in wells.authors] == ["Ida Moor", "Al Brook"]
    assert wells.year == 2019
    assert wells.identifiers.doi == "10.5555/wells"
    assert wells.keywords == ("wells",)
    assert springs.title == "Springs"


def test_sections_and_paragraphs_stand_by_their_index_and_sentences_are_split_here() -> None:
    document = document_of(papers(GRAPH)[0])
    shown = [(place.address, document.text[place.start : place.end]) for place in document.sentences()]
    assert shown == [
        ("s1.p1.t1", "Wells fall dry, as Hill et al. say [2]."),
        ("s1.p1.t2", "We ask why."),
        ("s1.p1.t3", "See Fig. 1 [1, 2]."),
        ("s2.p1.t1", "First we dug."),
        ("s2.p2.t1", "Then we measured."),
        ("s3.p1.t1", "Nothing leads here."),
    ]
    assert [(section.heading, section.kind) for section in document.sections] == [
        ("Introduction", SectionKind.INTRODUCTION),
        ("Methodology", SectionKind.METHODOLOGY),
        ("", SectionKind.COMMON),
    ]


def test_references_are_entries_and_printed_numbers_point_at_them() -> None:
    document = document_of(papers(GRAPH)[0])
    assert [(entry.key, entry.label) for entry in document.references] == [("ref-1", "1"), ("ref-2", "2")]
    pointers = [pointer.targets for place in document.sentences() for pointer in place.sentence.pointers]  # type: ignore[union-attr]
    assert pointers == [("ref-2",), ("ref-1", "ref-2")]


def test_text_may_stand_in_a_property_of_its_own() -> None:
    assert document_of(papers(GRAPH)[1]).text == "Springs rise."


def test_what_is_not_read_is_named_by_how_many() -> None:
    last = list(AskgTurtleReader().read(GRAPH.encode()))[-1]
    assert isinstance(last, Skipped)
    assert last.reason.endswith("not read: 1 AcademicEntity, 1 Excerpt.")


def test_the_later_namespace_and_n_triples_are_read() -> None:
    onto, data = "https://w3id.org/ASKG/onto/scholarly#", "https://w3id.org/ASKG/data/scholarly/"
    lines = [
        f"<{data}Paper-7> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{onto}Paper> .",
        f'<{data}Paper-7> <http://purl.org/dc/elements/1.1/title> "Ponds" .',
        f'<{data}Paper-7-Paragraph-1> <http://www.w3.org/2000/01/rdf-schema#label> "Ponds stay." .',
    ]
    reading = read_bytes("\n".join(lines).encode(), source="ponds.nt")
    (item,) = reading.items
    assert reading.reader == "askg_turtle"
    assert isinstance(item, ReadPaper)
    assert document_of(item.paper).text == "Ponds stay."


def test_sections_that_contain_each_other_end() -> None:
    cycle = """@prefix a: <https://www.anu.edu.au/onto/scholarly#> .
    @prefix r: <http://www.w3.org/2000/01/rdf-schema#> .
    <urn:p> a a:Paper ; r:label "Rings" ; a:hasSection <urn:s> . <urn:s> a a:Section ; a:contains <urn:t> .
    <urn:t> a a:Section ; r:label "Results" ; a:contains <urn:s> , <urn:q> .
    <urn:q> a a:Paragraph ; r:label "Round." ."""
    document = document_of(papers(cycle)[0])
    assert document.at("s1.1.p1.t1").section.kind is SectionKind.EXPERIMENT


def test_broken_turtle_is_refused_by_line() -> None:
    with pytest.raises(InputError, match="line 8") as raised:
        papers(GRAPH[: GRAPH.index("askg-onto:Paper ;")])
    assert raised.value.hint


def test_a_graph_without_papers_is_said_to_be_one() -> None:
    (item,) = AskgTurtleReader().read(b"@prefix a: <https://www.anu.edu.au/onto/scholarly#> .\na:x a a:Excerpt .")
    assert item == Skipped(reason="The graph holds no paper.")


@pytest.mark.parametrize(
    "data", [b"<html>scholarly#</html>", b"@prefix a: <http://example.org/> .", b"# notes on scholarly"]
)
def test_other_content_is_left_to_others(data: bytes) -> None:
    assert AskgTurtleReader().recognise(Head(data)) == ""
