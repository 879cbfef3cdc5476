"""TEI of our own in the way that GROBID writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.domain.document import Document, Section, SectionKind
from conspectus.domain.page_layout import PageBox
from conspectus.domain.paper import Funding, Paper
from conspectus.foundation.errors import InputError
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head
from conspectus.readers.tei import TeiReader

HEADER = """
<teiHeader xml:lang="en"><fileDesc>
  <titleStmt><title level="a" type="main">Bees in Wet Meadows</title>
    <funder ref="#_f1"><orgName type="full">Bee Fund</orgName></funder></titleStmt>
  <publicationStmt><publisher>Bee Press</publisher><date type="published" when="2019-03-07">7 March 2019</date>
    <availability><licence>CC BY</licence></availability></publicationStmt>
  <sourceDesc><biblStruct><analytic>
    <author><persName><forename type="first">Ada</forename>
      <forename type="middle">B</forename><surname>Moor</surname></persName>
      <idno type="ORCID">0000-0002-1825-0097</idno>
      <affiliation key="aff0"><orgName type="department">Meadows</orgName>
        <orgName type="institution">Oslo Bees</orgName>
        <address><settlement>Oslo</settlement><country key="NO">Norway</country></address></affiliation></author>
    <author><persName><forename type="first">Ben</forename><surname>van der Hill</surname></persName></author>
    <author><affiliation><orgName>Nobody</orgName></affiliation></author></analytic>
    <monogr><title level="j" type="main">Bee Letters</title><title level="j" type="abbrev">Bee Lett</title>
      <imprint><biblScope unit="volume">3</biblScope><biblScope unit="issue">2</biblScope>
        <biblScope unit="page" from="101" to="109"/><date type="published" when="2019-03-07"/></imprint></monogr>
    <idno type="DOI">10.5555/BL.2019.7</idno>
      <note type="submission">Received 1 May 2018</note></biblStruct></sourceDesc>
</fileDesc><profileDesc><textClass><keywords><term>bees</term><term>meadows</term></keywords></textClass>
<abstract><div><p>We watched bees. They danced.</p></div></abstract></profileDesc></teiHeader>
"""

BODY = """
<body>
<div><head n="1">Introduction</head>
  <p>Bees dance <ref type="bibr" target="#b0">(Hill, 2001;</ref><ref type="bibr" target="#b1">Frost, 2002)</ref>.
  See <ref type="bibr" target="#b0">[1,</ref><ref type="bibr" target="#b1">2]</ref> and
  Fig. <ref type="figure" target="#fig_0">1</ref>.</p></div>
<div><head n="2">Methods</head><p>We count.</p></div>
<div><head n="2.1">Hives</head><p>Nine hives.</p><formula xml:id="formula_0">w = a + b<label>(1)</label></formula>
  <p>Here w is the weight.</p></div>
<div><p>A division without a head goes on.</p></div>
<div><head n="3.">Results</head><p>None, as <ref type="table" target="#tab_0">1</ref> says.</p></div>
<figure xml:id="fig_0"><head>Figure 1 :</head><label>1</label><figDesc>A wet meadow.</figDesc>
  <graphic url="one.png"/></figure>
<figure type="table" xml:id="tab_0"><head>Table 1 . Counts</head><label>1</label><figDesc>By hive.</figDesc>
  <table><row><cell>hive</cell><cell cols="2">bees</cell></row>
    <row><cell>1</cell><cell>7</cell><cell>8</cell></row></table>
  <note>Wet days only.</note></figure>
<note place="foot" n="1">A footnote.</note>
</body>
"""

BACK = """
<back><div type="acknowledgement"><div><p>We thank the bees.</p></div></div>
<listOrg type="funding"><org type="funding" xml:id="_f1"><idno type="grant-number">B-17</idno></org></listOrg>
<div type="references"><listBibl>
<biblStruct xml:id="b0"><analytic><title level="a" type="main">Wings</title>
  <author><persName><forename type="first">B</forename><surname>Hill</surname></persName></author>
  <idno type="DOI">10.5555/W.1</idno></analytic>
  <monogr><title level="j">Bee Letters</title><imprint><biblScope unit="volume">1</biblScope>
  <biblScope unit="page" from="1" to="9"/><date type="published" when="2001"/></imprint></monogr>
  <note type="raw_reference">Hill B. Wings of mea- dow bees. Bee Letters 2001;1:1-9.</note></biblStruct>
<biblStruct xml:id="b1"><monogr><title level="m" type="main">Hives</title>
  <author><persName><forename type="first">Dan</forename><surname>Frost</surname></persName></author>
  <imprint><date type="published" when="2002">2002</date></imprint></monogr></biblStruct>
</listBibl></div></back>
"""


def tei(body: str = BODY, *, header: str = HEADER, back: str = BACK) -> bytes:
    root = '<TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0">'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{root}{header}<text xml:lang="en">{body}{back}</text></TEI>'.encode()
    )


def read(data: bytes) -> Paper:
    (item,) = list(read_bytes(data, source="a.tei.xml").items)
    assert isinstance(item, ReadPaper)
    return item.paper


def document(body: str, **parts: str) -> Document:
    found = read(tei(f"<body>{body}</body>", **parts)).document
    assert found is not None
    return found


def outline(sections: tuple[Section, ...]) -> list[object]:
    return [
        (f"{section.number} {section.heading}".strip(), outline(section.sections))
        if section.sections
        else f"{section.number} {section.heading}".strip()
        for section in sections
    ]


def test_metadata_of_the_header() -> None:
    paper = read(tei())
    assert paper.title == "Bees in Wet Meadows"
    assert [author.full for author in paper.authors] == ["Ada B Moor", "Ben van der Hill"]
    assert paper.authors[0].affiliations == ("Meadows, Oslo Bees, Oslo, Norway",)
    assert paper.authors[0].orcid == "0000-0002-1825-0097"
    assert paper.authors[1].particle == "van der"
    assert (paper.date.year, paper.date.month, paper.date.day) == (2019, 3, 7) if paper.date else False
    assert (paper.venue, paper.venue_short, paper.volume, paper.issue) == ("Bee Letters", "Bee Lett", "3", "2")
    assert (paper.pages, paper.publisher, paper.kind, paper.language) == (
        "101-109",
        "Bee Press",
        "article-journal",
        "en",
    )
    assert paper.identifiers.doi == "10.5555/bl.2019.7"
    assert paper.keywords == ("bees", "meadows")
    assert paper.funding == (Funding(funder="Bee Fund", awards=("B-17",)),)
    assert ("submission", "Received 1 May 2018") in paper.extra
    assert paper.abstract == "We watched bees. They danced."


def test_divisions_nest_by_number_and_floats_go_where_they_are_mentioned() -> None:
    found = read(tei()).document
    assert found is not None
    assert found.is_full_text
    assert outline(found.sections) == [
        "",
        "1 Introduction",
        ("2 Methods", ["2.1 Hives"]),
        "3 Results",
        "Acknowledgments",
        "Notes",
    ]
    introduction, methods, results = found.sections[1:4]
    assert introduction.kind is SectionKind.INTRODUCTION
    (figure,) = introduction.figures
    assert (figure.label, figure.graphic) == ("Figure 1", "one.png")
    assert found.text[figure.caption[0].start : figure.caption[0].end] == "A wet meadow."
    (table,) = results.tables
    assert (table.label, table.rows) == ("Table 1", (("hive", "bees", "bees"), ("1", "7", "8")))
    assert found.text[table.caption[0].start : table.caption[0].end] == "Counts. By hive."
    assert found.text[table.notes[0].start : table.notes[0].end] == "Wet days only."
    kinds = [(p.kind, found.text[p.start : p.end]) for p in methods.sections[0].paragraphs]
    assert kinds == [
        ("text", "Nine hives."),
        ("formula", "w = a + b (1)"),
        ("text", "Here w is the weight."),
        ("text", "A division without a head goes on."),
    ]
    assert found.text.endswith("1 A footnote.")


def test_pointers_are_linked_to_the_reference_list() -> None:
    found = read(tei()).document
    assert found is not None
    pointers = [
        (found.text[p.start : p.end], p.style, p.targets)
        for place in found.places()
        if place.sentence and place.kind == "sentence"
        for p in place.sentence.pointers
    ]
    assert pointers == [
        ("Hill, 2001", "author-year", ("b0",)),
        ("Frost, 2002", "author-year", ("b1",)),
        ("[1,2]", "list", ("b0", "b1")),
    ]


def test_references_with_and_without_raw_text() -> None:
    found = read(tei()).document
    assert found is not None
    first, second = found.references
    assert (first.title, first.authors, first.year, first.venue) == ("Wings", ("Hill, B.",), 2001, "Bee Letters")
    assert (first.volume, first.pages, first.doi) == ("1", "1-9", "10.5555/w.1")
    assert first.text == "Hill B. Wings of meadow bees. Bee Letters 2001;1:1-9."
    assert second.text == "Frost Dan (2002). Hives."
    assert (second.title, second.venue) == ("Hives", "")


def test_head_before_heads_is_the_head_of_those() -> None:
    heads = "".join(
        f"<div><head>{head}</head>{text}</div>"
        for head, text in [
            ("Results", ""),
            ("Bees danced in wet weather", "<p>Nine.</p>"),
            ("Bees slept otherwise", "<p>Ten.</p>"),
            ("Discussion", "<p>So be it.</p>"),
            ("Closing words", ""),
        ]
    )
    found = document(heads, header="<teiHeader/>", back="")
    assert outline(found.sections) == [
        ("Results", ["Bees danced in wet weather", "Bees slept otherwise"]),
        "Discussion",
        "",
    ]
    assert found.text.endswith("Closing words")


def test_head_repeated_on_the_next_page_goes_on() -> None:
    parts = [
        ("1", "Wings", "A."),
        ("1.1", "Left", "B."),
        ("1", "Wings", ""),
        ("1.1", "Left", "C."),
        ("2", "Legs", "D."),
    ]
    heads = "".join(f'<div><head n="{n}">{head}</head><p>{text}</p></div>' for n, head, text in parts)
    found = document(heads, header="<teiHeader/>", back="")
    assert outline(found.sections) == [("1 Wings", ["1.1 Left"]), "2 Legs"]
    assert [found.text[p.start : p.end] for p in found.sections[0].sections[0].paragraphs] == ["B.", "C."]


def test_places_in_print_become_the_layout() -> None:
    body = (
        '<div><head>Wings</head><p coords="1,10,20,200,30">'
        '<s coords="1,10,20,200,10;1,10,32,50,10">They  are\n thin.</s> '
        '<s coords="2,10,20,90.5,10">They carry.</s></p>'
        '<p>See <ref type="bibr" target="#b0" coords="3,1,2,3,4">Hill</ref> '
        'and <ref coords="x,y;0,1,2,3,4;2,1,1">no place</ref>.</p></div>'
    )
    found = document(body, back="", header="<teiHeader/>")
    first, second, third = [place.sentence for place in found.sentences() if place.sentence]
    assert found.text[first.start : first.end] == "They are thin."
    assert found.boxes_of(first.start, first.end) == (
        PageBox(page=1, box=(10.0, 20.0, 210.0, 30.0)),
        PageBox(page=1, box=(10.0, 32.0, 60.0, 42.0)),
    )
    assert found.boxes_of(second.start, second.end) == (PageBox(page=2, box=(10.0, 20.0, 100.5, 30.0)),)
    assert found.boxes_of(third.start, third.end) == (PageBox(page=3, box=(1.0, 2.0, 4.0, 6.0)),)


def test_document_without_title_and_text_is_skipped() -> None:
    empty = tei("<body/>", header="<teiHeader><fileDesc/></teiHeader>", back="<back><div type='references'/></back>")
    (item,) = list(read_bytes(empty, source="a.xml").items)
    assert isinstance(item, Skipped)
    assert "withdrawn" in item.reason


def test_withdrawn_article_is_marked() -> None:
    paper = read(tei(header=HEADER.replace("Bees in", "WITHDRAWN: Bees in")))
    assert paper.is_retracted


def test_corpus_of_several_documents() -> None:
    one = tei().decode().partition("?>\n")[2]
    data = f'<teiCorpus xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/>{one}{one}</teiCorpus>'.encode()
    items = list(read_bytes(data, source="a.xml").items)
    assert [item.record for item in items] == [1, 2]


def test_only_tei_is_recognised() -> None:
    assert TeiReader().recognise(Head(tei()))
    assert not TeiReader().recognise(Head(b"<TEI><text/></TEI>"))
    assert not TeiReader().recognise(Head(b"<article><front/></article>"))
    assert TeiReader().dialect(Head(b'<TEI><teiHeader><application ident="GROBID"/></teiHeader></TEI>')) == "GROBID"


@pytest.mark.parametrize(
    "data",
    [
        b"<TEI><teiHeader/><text><body><div><p>open",
        b'<!DOCTYPE TEI [<!ENTITY a "b">]><TEI><teiHeader/><text><body><p>&a;</p></body></text></TEI>',
        b"<TEI><teiHeader/><text>" + b"<div>" * 200 + b"</div>" * 200 + b"</text></TEI>",
    ],
    ids=["cut off", "entities", "deep"],
)
def test_hostile_and_broken_files_are_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        list(TeiReader().read(data))


def test_real_files_give_trees_with_all_their_links() -> None:
    folder = Path(__file__).resolve().parents[4] / "shared" / "data" / "pdf_tei"
    files = [*folder.glob("*.tei.xml"), *folder.glob("grobid_tei_of_pmc_ccby/*.xml")]
    if not files:
        pytest.skip("the TEI files to try are not beside the repository")
    for file in files:
        (item,) = list(read_bytes(file.read_bytes(), source=file.name).items)
        if isinstance(item, Skipped):
            assert "withdrawn" in file.name
            continue
        assert isinstance(item, ReadPaper)
        found = item.paper.document
        assert found is not None
        assert item.paper.title
        assert item.paper.authors
        assert found.is_full_text
        assert found.references
        targets = {
            target
            for place in found.sentences(captions=True)
            if place.sentence
            for pointer in place.sentence.pointers
            for target in pointer.targets
        }
        assert targets
        assert targets <= {reference.key for reference in found.references}
