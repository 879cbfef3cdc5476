"""Every registered reader keeps the reader contract."""

from __future__ import annotations

import pytest

from conspectus.readers import READERS
from conspectus.testing import ReaderCase, ReaderContract

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
SAMPLES = {
    "jats": (JATS, 1),
    "pubmed_xml": (PUBMED_XML, 2),
    "medline": (MEDLINE, 2),
    "ris": (RIS, 2),
    "bibtex": (BIBTEX, 2),
    "endnote_xml": (ENDNOTE_XML, 2),
    "csl_json": (CSL_JSON, 2),
    "web_of_science": (WEB_OF_SCIENCE, 2),
    "endnote_tagged": (ENDNOTE_TAGGED, 2),
    "table": (TABLE, 2),
}


def test_every_reader_has_a_sample_here() -> None:
    assert set(SAMPLES) == set(READERS.names())


@pytest.mark.parametrize("name", READERS.names())
class TestEveryReader(ReaderContract):
    @pytest.fixture
    def case(self, name: str) -> ReaderCase:
        sample, papers = SAMPLES[name]
        return ReaderCase(reader=READERS.get(name)(), sample=sample, papers=papers)

    def test_the_name_is_the_registered_one(self, name: str, case: ReaderCase) -> None:
        assert case.reader.name == name
