"""Every registered reader keeps the reader contract."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from conspectus.readers import READERS
from conspectus.testing import ReaderCase, ReaderContract
from conspectus.testing.reader_contract import OTHER_CONTENT

JATS = b"""<?xml version="1.0" encoding="UTF-8"?>
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article">
<front><journal-meta><journal-title-group><journal-title>Journal of Wells</journal-title></journal-title-group>
</journal-meta><article-meta>
<article-id pub-id-type="doi">10.1000/wells.1</article-id>
<title-group><article-title>Water levels of four wells</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Moor</surname><given-names>Ida</given-names></name>
</contrib></contrib-group>
<pub-date pub-type="epub"><year>2020</year></pub-date>
<abstract><p>We measured four wells. Levels fell by 2 m.</p></abstract>
</article-meta></front>
<body><sec id="s1"><title>Introduction</title>
<p>Wells fall dry (<xref ref-type="bibr" rid="b1">1</xref>). We ask why.</p>
</sec></body>
<back><ref-list><ref id="b1"><label>1</label>
<mixed-citation>Brook A. Springs. 2010.</mixed-citation></ref></ref-list></back>
</article>
"""
TEI = b"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader xml:lang="en"><fileDesc>
<titleStmt><title level="a" type="main">Water levels of four wells</title></titleStmt>
<publicationStmt><publisher/><date when="2020-02-01"/></publicationStmt>
<sourceDesc><biblStruct><analytic><author><persName><forename>Ida</forename><surname>Moor</surname></persName></author>
</analytic><idno type="DOI">10.1000/wells.1</idno></biblStruct></sourceDesc></fileDesc>
<profileDesc><abstract><p>We measured four wells. Levels fell by 2 m.</p></abstract></profileDesc></teiHeader>
<text><body><div><head n="1">Introduction</head>
<p>Wells fall dry <ref type="bibr" target="#b0">[1]</ref>. We ask why.</p></div></body>
<back><div type="references"><listBibl><biblStruct xml:id="b0"><monogr><title level="m">Springs</title>
<author><persName><forename>A</forename><surname>Brook</surname></persName></author>
<imprint><date when="2010"/></imprint></monogr></biblStruct></listBibl></div></back></text></TEI>
"""
DDM_XML = b"""<?xml version="1.0" encoding="UTF-8"?>
<paper xmlns="urn:conspectus:ddm:1" schema="conspectus.ddm/1"><metadata><id>old</id><title>Four wells</title></metadata>
<document><text>Wells fall dry.</text><section ID="s1" index="1" start="0" end="15" kind="Abstract">
<paragraph ID="s1.p1" index="1" start="0" end="15"><sentence ID="s1.p1.t1" index="1" start="0" end="15">
<text>Wells fall dry.</text></sentence></paragraph></section></document></paper>
"""
DDM_JSON = b"""{"schema": "conspectus.ddm/1", "id": "old", "title": "Four wells", "documents": [
{"text": "Wells fall dry.", "section": [{"ID": "s1", "index": 1, "start": 0, "end": 15, "kind": "Abstract",
"paragraph": [{"ID": "s1.p1", "index": 1, "start": 0, "end": 15, "sentence": [
{"ID": "s1.p1.t1", "index": 1, "start": 0, "end": 15, "text": "Wells fall dry."}]}]}]}]}
"""
ASKG_TURTLE = b"""@prefix askg-data: <https://www.anu.edu.au/onto/scholarly/> .
@prefix askg-onto: <https://www.anu.edu.au/onto/scholarly#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
askg-data:Paper-1 a askg-onto:Paper ; rdfs:label "[Four wells]-[Ida Moor]-[2020]" .
askg-data:Paper-1-Paragraph-a a askg-onto:Paragraph ; rdfs:label "Wells fall dry. We ask why." .
"""
PUBMED_XML = b"""<?xml version="1.0" ?>
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">11111111</PMID>
<Article PubModel="Print"><Journal><JournalIssue><PubDate><Year>2019</Year></PubDate></JournalIssue>
<Title>Journal of Wells</Title></Journal><ArticleTitle>Springs of the north.</ArticleTitle>
<Abstract><AbstractText>We mapped nine springs. Two had moved.</AbstractText></Abstract>
<AuthorList><Author><LastName>Brook</LastName><ForeName>Al</ForeName><Initials>A</Initials></Author></AuthorList>
</Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">22222222</PMID>
<Article PubModel="Print"><Journal><JournalIssue><PubDate><Year>2021</Year></PubDate></JournalIssue>
<Title>Journal of Wells</Title></Journal><ArticleTitle>Springs of the south.</ArticleTitle>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>
"""
MEDLINE = b"""
PMID- 11111111
TI  - Springs of the north.
DP  - 2019 May
AB  - We mapped nine springs. Two had
      moved.
FAU - Brook, Al
PT  - Journal Article

PMID- 22222222
TI  - Springs of the south.
DP  - 2021
"""
RIS = b"""TY  - JOUR
TI  - Springs of the north
AU  - Brook, Al
PY  - 2019
DO  - 10.1000/north
AB  - We mapped nine springs. Two had moved.
ER  -

TY  - BOOK
TI  - Springs of the south
PY  - 2021
ER  -
"""
BIBTEX = b"""@article{north,
  title = {Springs of the north},
  author = {Brook, Al and Moor, Ida},
  year = {2019},
  abstract = {We mapped nine springs. Two had moved.},
}

@book{south,
  title = {Springs of the south},
  year = {2021},
}
"""
ENDNOTE_XML = b"""<?xml version="1.0" encoding="UTF-8"?>
<xml><records><record><rec-number>1</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Brook, Al</style></author></authors></contributors>
<titles><title><style face="normal">Springs of the north</style></title></titles><dates><year>2019</year></dates>
<abstract>We mapped nine springs. Two had moved.</abstract></record>
<record><ref-type name="Book">6</ref-type><titles><title>Springs of the south</title></titles></record></records></xml>
"""
CSL_JSON = b"""[
  {"id": "north", "type": "article-journal", "title": "Springs of the north",
   "author": [{"family": "Brook", "given": "Al"}], "issued": {"date-parts": [[2019, 5]]},
   "abstract": "We mapped nine springs. Two had moved."},
  {"id": "south", "type": "book", "title": "Springs of the south", "issued": {"date-parts": [["2021"]]}}
]
"""
WEB_OF_SCIENCE = b"""FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Brook, A
AF Brook, Al
TI Springs of the
   north
AB We mapped nine springs. Two had moved.
CR Moor I, 2001, J WELLS, V3, P4
PY 2019
ER

PT B
TI Springs of the south
PY 2021
ER

EF
"""
ENDNOTE_TAGGED = b"""%0 Journal Article
%A Brook, Al
%T Springs of the north
%D 2019
%X We mapped nine springs. Two had moved.

%0 Book
%T Springs of the south
%D 2021
"""
TABLE = b"""Title,Authors,Year,Abstract
Springs of the north,"Brook, Al; Moor, Ida",2019,"We mapped nine springs.
Two had moved."
Springs of the south,,2021,
"""
ACL_ANTHOLOGY_XML = b"""<?xml version='1.0' encoding='UTF-8'?>
<collection id="2020.well"><volume id="main" type="proceedings"><meta><booktitle>Proceedings of Wells</booktitle>
<month>June</month><year>2020</year></meta>
<frontmatter><url>2020.well-main.0</url></frontmatter>
<paper id="1"><title>Springs of the <fixed-case>N</fixed-case>orth</title>
<author><first>Al</first><last>Brook</last></author>
<abstract>We mapped nine springs. Two had moved.</abstract><bibkey>brook-2020-springs</bibkey></paper>
<paper id="2"><title>Springs of the South</title></paper>
</volume></collection>
"""
CORD19 = b"""{"paper_id": "PMC1111", "metadata": {"title": "Springs of the north", "authors": []},
"abstract": [{"text": "We mapped nine springs.", "cite_spans": [], "ref_spans": [], "section": "Abstract"}],
"body_text": [{"text": "Springs move [1].", "section": "Introduction", "ref_spans": [],
"cite_spans": [{"start": 13, "end": 16, "text": "[1]", "ref_id": "BIBREF0"}]}],
"bib_entries": {"BIBREF0": {"title": "Wells", "year": 2001}}, "ref_entries": {}}
"""
S2ORC = b"""{"id": "aa", "title": "Springs of the north", "paperAbstract": "We mapped nine springs.", "year": 2020}
{"id": "bb", "title": "Springs of the south", "paperAbstract": "", "year": 2021}
"""
PUBMEDQA = b"""{
 "11111111": {"QUESTION": "Do springs move?", "CONTEXTS": ["We mapped nine.", "Two had moved."],
  "LABELS": ["METHODS", "RESULTS"], "MESHES": ["Water"], "YEAR": "2019"},
 "22222222": {"QUESTION": "Do wells fall dry?", "CONTEXTS": ["We measured four."], "LABELS": ["METHODS"]}
}
"""
QASPER = b"""{"1912.00001": {"title": "Springs", "abstract": "We mapped nine springs.", "full_text": [
{"section_name": "Methods", "paragraphs": ["We walked BIBREF0."]},
{"section_name": "Methods ::: Data", "paragraphs": ["Nine maps."]}]}}
"""
HTML_ARTICLE = b"""<!DOCTYPE html>
<html lang="en"><head><title>Springs</title><meta name="citation_title" content="Springs of the north"></head>
<body><nav><p>Home</p></nav><article><h1>Springs of the north</h1><h2>Abstract</h2><p>We mapped nine springs.</p>
</article></body></html>
"""
MARKDOWN_ARTICLE = b"""---
title: Springs of the north
author: Al Brook
---

# Introduction

Springs move [@hill2001]. We ask why.
"""
PLAIN_TEXT = b"""Springs of the north

Al Brook

ABSTRACT

We mapped nine springs over two years and asked whether they move. Two of the nine springs had moved by more
than ten metres. All others stayed where the oldest maps show them, as far as the maps can be trusted.

1 Introduction

Springs are where water leaves the ground. They are thought to stay in their places for a long time, but few have
measured it. We went to each of nine springs four times and noted where the water came out. We took the oldest maps
that we could find and laid them over our own. The maps agree in seven cases. In the other two cases the water now
comes out lower on the slope than it did a hundred years ago, and the old place is dry and overgrown with moss. We
asked the people who live there, and they told us that the springs moved after the wet winter.
"""


def pdf_sample() -> bytes:
    """Gives the plain text, typeset as the only page of a PDF."""
    file = io.BytesIO()
    sheet = Canvas(file, invariant=True)
    sheet.setFont("Times-Bold", 16)
    sheet.drawString(72, 760, "Springs of the north")
    sheet.setFont("Times-Roman", 9)
    for row, line in enumerate(PLAIN_TEXT.decode().splitlines()):
        sheet.drawString(72, 720 - 12 * row, line)
    sheet.save()
    return file.getvalue()


SAMPLES = {
    "pdf": (pdf_sample(), 1),
    "jats": (JATS, 1),
    "tei": (TEI, 1),
    "ddm_xml": (DDM_XML, 1),
    "ddm_json": (DDM_JSON, 1),
    "askg_turtle": (ASKG_TURTLE, 1),
    "pubmed_xml": (PUBMED_XML, 2),
    "medline": (MEDLINE, 2),
    "ris": (RIS, 2),
    "bibtex": (BIBTEX, 2),
    "endnote_xml": (ENDNOTE_XML, 2),
    "csl_json": (CSL_JSON, 2),
    "web_of_science": (WEB_OF_SCIENCE, 2),
    "endnote_tagged": (ENDNOTE_TAGGED, 2),
    "table": (TABLE, 2),
    "acl_anthology_xml": (ACL_ANTHOLOGY_XML, 2),
    "cord19": (CORD19, 1),
    "s2orc": (S2ORC, 2),
    "pubmedqa": (PUBMEDQA, 2),
    "qasper": (QASPER, 1),
    "html_article": (HTML_ARTICLE, 1),
    "markdown_article": (MARKDOWN_ARTICLE, 1),
    "plain_text": (PLAIN_TEXT, 1),
}


def test_every_reader_has_a_sample_here() -> None:
    assert set(SAMPLES) == set(READERS.names())


@pytest.mark.parametrize("name", READERS.names())
class TestEveryReader(ReaderContract):
    @pytest.fixture
    def case(self, name: str) -> ReaderCase:
        sample, papers = SAMPLES[name]
        marks = {"html_article": b"<!DOC", "pdf": b"%PDF"}
        own = tuple(content for content in OTHER_CONTENT if name in marks and content.startswith(marks[name]))
        return ReaderCase(reader=READERS.get(name)(), sample=sample, papers=papers, own=own)

    def test_the_name_is_the_registered_one(self, name: str, case: ReaderCase) -> None:
        assert case.reader.name == name
