from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.pubmed_xml import PubmedXmlReader
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "pubmed_xml"

FULL = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "pubmed.dtd">
<PubmedArticleSet>
<PubmedArticle>
 <MedlineCitation Status="MEDLINE">
  <PMID Version="1">111</PMID>
  <Article PubModel="Print">
   <Journal>
    <ISSN IssnType="Print">1234-5678</ISSN>
    <JournalIssue><Volume>12</Volume><Issue>3</Issue>
     <PubDate><MedlineDate>1999 Dec-2000 Jan</MedlineDate></PubDate></JournalIssue>
    <Title>Journal of invented results</Title><ISOAbbreviation>J Invent Res</ISOAbbreviation>
   </Journal>
   <ArticleTitle>Growth of <i>E. coli</i> at 10<sup>3</sup> cells &amp; H<sub>2</sub>O &#8211; a test.</ArticleTitle>
   <Pagination><MedlinePgn>123-9</MedlinePgn></Pagination>
   <ELocationID EIdType="pii" ValidYN="Y">X-77</ELocationID>
   <ELocationID EIdType="doi" ValidYN="Y">10.1000/ABC.1</ELocationID>
   <Abstract>
    <AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Cells grow. They also rest.</AbstractText>
    <AbstractText Label="WHAT WE DID" NlmCategory="METHODS">We counted them.</AbstractText>
    <AbstractText>No label here.</AbstractText>
    <CopyrightInformation>Copyright 2000 Nobody.</CopyrightInformation>
   </Abstract>
   <AuthorList CompleteYN="N">
    <Author ValidYN="Y"><LastName>van der Berg</LastName><ForeName>Anna B</ForeName><Initials>AB</Initials>
     <Suffix>Jr</Suffix><Identifier Source="ORCID">https://orcid.org/0000-0002-1825-0097</Identifier>
     <AffiliationInfo><Affiliation>First place.</Affiliation></AffiliationInfo>
     <AffiliationInfo><Affiliation>Second place.</Affiliation></AffiliationInfo></Author>
    <Author ValidYN="N"><LastName>Wrongly</LastName><Initials>W</Initials></Author>
    <Author><LastName>Li</LastName><Initials>XY</Initials></Author>
    <Author><CollectiveName>Cell Counting Group</CollectiveName></Author>
   </AuthorList>
   <Language>ger</Language>
   <GrantList><Grant><GrantID>G1</GrantID><Agency>Fund A</Agency></Grant>
    <Grant><GrantID>G2</GrantID><Agency>Fund A</Agency></Grant></GrantList>
   <PublicationTypeList><PublicationType>Journal Article</PublicationType>
    <PublicationType>Retracted Publication</PublicationType></PublicationTypeList>
   <VernacularTitle>Wachstum.</VernacularTitle>
  </Article>
  <MedlineJournalInfo><Country>Nowhere</Country><ISSNLinking>1234-567X</ISSNLinking></MedlineJournalInfo>
  <MeshHeadingList>
   <MeshHeading><DescriptorName UI="D1" MajorTopicYN="N">Cells</DescriptorName>
    <QualifierName MajorTopicYN="Y">growth</QualifierName></MeshHeading>
   <MeshHeading><DescriptorName UI="D2" MajorTopicYN="N">Water</DescriptorName></MeshHeading>
  </MeshHeadingList>
  <KeywordList><Keyword>counting</Keyword><Keyword>rest</Keyword></KeywordList>
  <CommentsCorrectionsList>
   <CommentsCorrections RefType="ErratumIn"><RefSource>J Invent Res. 2001;1:1</RefSource></CommentsCorrections>
   <CommentsCorrections RefType="UpdateOf"><RefSource>J Old. 1990</RefSource><PMID>99</PMID></CommentsCorrections>
   <CommentsCorrections RefType="CommentIn"><RefSource>J Talk. 2002</RefSource><PMID>98</PMID></CommentsCorrections>
  </CommentsCorrectionsList>
  <OtherAbstract Type="Publisher" Language="fre"><AbstractText>Les cellules.</AbstractText></OtherAbstract>
  <InvestigatorList><Investigator><LastName>Helper</LastName><ForeName>Hanna</ForeName></Investigator></InvestigatorList>
 </MedlineCitation>
 <PubmedData>
  <ArticleIdList><ArticleId IdType="pubmed">111</ArticleId><ArticleId IdType="pmc">PMC4321</ArticleId></ArticleIdList>
  <ReferenceList><Reference><Citation>Old A. Older things. 1980.</Citation>
   <ArticleIdList><ArticleId IdType="doi">10.1000/OLD</ArticleId><ArticleId IdType="pubmed">55</ArticleId>
   </ArticleIdList></Reference></ReferenceList>
 </PubmedData>
</PubmedArticle>
</PubmedArticleSet>"""


def items(text: str | bytes) -> list[ReadItem]:
    data = text.encode() if isinstance(text, str) else text
    return list(PubmedXmlReader().read(data))


def paper(text: str) -> Paper:
    (item,) = items(text)
    assert isinstance(item, ReadPaper)
    return item.paper


def article(inner: str, *, pmid: str = "7", outside: str = "") -> str:
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article>{inner}</Article>{outside}"
        "</MedlineCitation></PubmedArticle>"
    )


@pytest.fixture(scope="module")
def full() -> Paper:
    return paper(FULL)


def test_what_names_the_paper(full: Paper) -> None:
    assert full.title == "Growth of E. coli at 10³ cells & H₂O – a test"
    assert full.identifiers.strong() == ("doi:10.1000/abc.1", "pmid:111", "pmcid:PMC4321")
    assert full.date == PartialDate(year=2000, month=1, text="1999 Dec-2000 Jan")
    assert (full.venue, full.venue_short, full.volume, full.issue, full.pages) == (
        "Journal of invented results",
        "J Invent Res",
        "12",
        "3",
        "123-129",
    )
    assert full.issn == ("1234-5678", "1234-567X")
    assert (full.kind, full.language) == ("article-journal", "de")


def test_authors_are_neither_investigators_nor_wrong_spellings(full: Paper) -> None:
    assert full.authors == (
        Author(
            family="Berg",
            given="Anna B",
            particle="van der",
            suffix="Jr",
            affiliations=("First place.", "Second place."),
            orcid="0000-0002-1825-0097",
        ),
        Author(family="Li", given="X. Y."),
        Author(literal="Cell Counting Group"),
    )
    assert ("Investigator", "Hanna Helper") in full.extra
    assert ("AuthorList CompleteYN", "N") in full.extra


def test_structured_abstract_is_nested_and_typed(full: Paper) -> None:
    (document,) = full.documents
    abstract, other = document.sections
    assert abstract.kind is SectionKind.ABSTRACT
    assert [(s.heading, s.kind) for s in abstract.sections] == [
        ("BACKGROUND", SectionKind.INTRODUCTION),
        ("WHAT WE DID", SectionKind.METHODOLOGY),
        ("", SectionKind.ABSTRACT),
    ]
    assert full.abstract == "Cells grow. They also rest. We counted them. No label here."
    assert other.heading == "Abstract (French)"
    assert not document.is_full_text
    assert ("CopyrightInformation", "Copyright 2000 Nobody.") in full.extra


def test_subjects_funding_notices_and_references(full: Paper) -> None:
    assert full.mesh == (
        MeshHeading(descriptor="Cells", qualifiers=("growth",), major=True, ui="D1"),
        MeshHeading(descriptor="Water", ui="D2"),
    )
    assert full.keywords == ("counting", "rest")
    assert full.funding == (Funding(funder="Fund A", awards=("G1", "G2")),)
    assert full.notices == (
        Notice(kind="correction", direction="received", target="J Invent Res. 2001;1:1"),
        Notice(kind="update", direction="issued", target="pmid:99", text="J Old. 1990"),
        Notice(kind="retraction", direction="received", text="Publication type: retracted publication"),
    )
    assert full.is_retracted
    assert ("CommentIn", "J Talk. 2002. PMID: 98") in full.extra
    (reference,) = full.documents[0].references
    assert (reference.text, reference.doi, reference.pmid) == ("Old A. Older things. 1980.", "10.1000/old", "55")


@pytest.mark.parametrize(
    "given, shown",
    [
        ("[The title of a translation].", "The title of a translation"),
        ("[One] and [two].", "[One] and [two]"),
        ("Notes on A. B. Smith Inc.", "Notes on A. B. Smith Inc."),
        ("Why?", "Why?"),
        ("<sup>18</sup>F and Ca<sup>2+</sup> on the 1<sup>st</sup> day.", "¹⁸F and Ca²⁺ on the 1st day"),
        ("&lt;i&gt;E. coli&lt;/i&gt; at 10&lt;sup&gt;6&lt;/sup&gt;.", "E. coli at 10⁶"),
        (
            "Rate <math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math> of x.",
            "Rate a/b² of x",
        ),
    ],
)
def test_titles(given: str, shown: str) -> None:
    assert paper(article(f"<ArticleTitle>{given}</ArticleTitle>")).title == shown


def test_a_vernacular_title_stands_in_for_none() -> None:
    found = paper(
        article("<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Über nichts.</VernacularTitle>")
    )
    assert found.title == "Über nichts"


@pytest.mark.parametrize(
    "printed, full_form",
    [
        ("123-9", "123-129"),
        ("S12-5", "S12-S15"),
        ("1234-41", "1234-1241"),
        ("e1-e9", "e1-e9"),
        ("45-52, 60", "45-52, 60"),
        ("98-103", "98-103"),
        ("e2034", "e2034"),
        ("iii-v", "iii-v"),
        ("12-4; discussion 15-6", "12-14; discussion 15-16"),
    ],
)
def test_pages_in_full(printed: str, full_form: str) -> None:
    assert paper(article(f"<Pagination><MedlinePgn>{printed}</MedlinePgn></Pagination>")).pages == full_form


def test_labels_in_one_string_become_sections_and_the_notice_is_kept_apart() -> None:
    found = paper(
        article(
            "<Abstract><AbstractText>BACKGROUND: Cells grow in water. METHODS: We counted them all twice. "
            "© 2001 Elsevier Ltd. All rights reserved.</AbstractText></Abstract>"
        )
    )
    (abstract,) = found.documents[0].sections
    assert [s.heading for s in abstract.sections] == ["BACKGROUND", "METHODS"]
    assert found.abstract == "Cells grow in water. We counted them all twice."
    assert ("CopyrightInformation", "© 2001 Elsevier Ltd. All rights reserved.") in found.extra


def test_an_identifier_alone_is_a_paper_and_nothing_at_all_is_broken() -> None:
    assert paper(article("")).identifiers.pmid == "7"
    (item,) = items(article("", pmid=""))
    assert isinstance(item, BrokenRecord)
    assert item.hint


def test_old_forms() -> None:
    found = paper(
        "<MedlineCitationSet><MedlineCitation><PMID>8</PMID><Article><Journal><JournalIssue><PubDate><Year>2000</Year>"
        "<Season>Spring</Season></PubDate></JournalIssue></Journal><Affiliation>Here.</Affiliation><AuthorList><Author>"
        "<LastName>Doe</LastName><FirstName>Jane</FirstName><MiddleName>Q</MiddleName></Author></AuthorList></Article>"
        '<CommentsCorrectionsList><CommentsCorrections RefType="Cites"><RefSource>J X. 1999</RefSource><PMID>5</PMID>'
        "</CommentsCorrections></CommentsCorrectionsList></MedlineCitation></MedlineCitationSet>"
    )
    assert found.authors == (Author(family="Doe", given="Jane Q", affiliations=("Here.",)),)
    assert found.date == PartialDate(year=2000, text="2000 Spring")
    assert [(r.text, r.pmid) for r in found.documents[0].references] == [("J X. 1999", "5")]


def test_books_and_chapters() -> None:
    book = (
        "<Book><Publisher><PublisherName>A Press</PublisherName><PublisherLocation>Town</PublisherLocation></Publisher>"
        '<BookTitle>All of it.</BookTitle><PubDate><Year>1993</Year></PubDate><AuthorList Type="editors"><Author>'
        "<LastName>Ed</LastName><ForeName>Eva</ForeName></Author></AuthorList><Isbn>9780309376662</Isbn></Book>"
    )
    chapter = (
        "<ArticleTitle>A part.</ArticleTitle><AuthorList Type='authors'><Author><LastName>Au</LastName></Author>"
        "</AuthorList><Abstract><AbstractText>Short.</AbstractText></Abstract>"
        "<ContributionDate><Year>2001</Year><Month>2</Month></ContributionDate>"
    )
    found = items(
        f"<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>1</PMID>{book}{chapter}</BookDocument>"
        f"</PubmedBookArticle><PubmedBookArticle><BookDocument><PMID>2</PMID>{book}</BookDocument></PubmedBookArticle>"
        "</PubmedArticleSet>"
    )
    first, second = (item.paper for item in found if isinstance(item, ReadPaper))
    assert (first.kind, first.title, first.venue, first.abstract) == ("chapter", "A part", "All of it", "Short.")
    assert first.date == PartialDate(year=2001, month=2)
    assert (first.authors, first.editors) == ((Author(family="Au"),), (Author(family="Ed", given="Eva"),))
    assert (second.kind, second.title, second.venue, second.year) == ("book", "All of it", "", 1993)
    assert (second.publisher, second.place, second.identifiers.isbn) == ("A Press", "Town", ("9780309376662",))


def test_a_cut_off_file_gives_the_records_before_the_cut() -> None:
    text = "<PubmedArticleSet>\n" + article("", pmid="1") + "\n" + article("", pmid="2") + "\n" + article("")[:60]
    first, second, broken = items(text)
    assert isinstance(first, ReadPaper)
    assert isinstance(second, ReadPaper)
    assert isinstance(broken, BrokenRecord)
    assert (first.line, second.line) == (2, 3)
    assert (broken.record, broken.line) == (3, 4)


def test_a_file_that_cannot_be_read_at_all_says_so() -> None:
    with pytest.raises(InputError) as caught:
        items("<PubmedArticleSet><PubmedArticle>")
    assert caught.value.hint


@pytest.mark.parametrize(
    "text, part",
    [
        ("<eSearchResult><Count>0</Count><ERROR>No such field</ERROR></eSearchResult>", "No such field"),
        ("<eSummaryResult><DocSum><Id>1</Id></DocSum></eSummaryResult>", "ESummary"),
        ("<eInfoResult><DbName>pubmed", "EInfo"),
        ('{"header":{"type":"esearch"},"esearchresult":{"ERROR":"Bad query"}}', "Bad query"),
        ("<html><title>Too large!</title><a href='https://www.ncbi.nlm.nih.gov'/></html>", "Too large!"),
        ("<PubmedArticleSet></PubmedArticleSet>", "no record"),
        ("<DeleteCitation><PMID>12</PMID><PMID>13</PMID></DeleteCitation>", "12, 13"),
    ],
)
def test_what_is_no_paper_is_skipped_with_its_reason(text: str, part: str) -> None:
    assert PubmedXmlReader().recognise(Head(text.encode()))
    (item,) = items(text)
    assert isinstance(item, Skipped)
    assert part in item.reason


@pytest.mark.parametrize("text", ["<article/>", "<html><body>hello</body></html>", "PMID- 1", "{}", ""])
def test_other_content_is_left_to_others(text: str) -> None:
    assert PubmedXmlReader().recognise(Head(text.encode())) == ""


@pytest.mark.skipif(not DATA.is_dir(), reason="the PubMed sample files are not here")
def test_every_real_file_ends_in_items_or_a_hint() -> None:
    papers, hints = 0, []
    for path in sorted(DATA.rglob("*")):
        if path.suffix not in {".xml", ".gz"}:
            continue
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if not PubmedXmlReader().recognise(Head(data)):
            continue
        try:
            found = items(data)
        except InputError as error:
            hints.append(error.hint)
            continue
        assert found
        papers += sum(isinstance(item, ReadPaper) for item in found)
    assert papers == 977 + 8
    assert all(hints)
