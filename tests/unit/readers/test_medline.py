from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.medline import MedlineReader
from conspectus.readers.pubmed_xml import PubmedXmlReader
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"

FULL = """PMID- 111
OWN - NLM
IS  - 1234-5678 (Print)
IS  - 1234-567X (Linking)
VI  - 12
IP  - 3
DP  - 1999 Dec-2000 Jan
TI  - Growth of cells in water that runs over
      two lines.
PG  - 123-9
LID - 10.1000/ABC.1 [doi]
LID - X-77 [pii]
AB  - BACKGROUND: Cells grow in water. METHODS: We counted
      them all twice.
FAU - van der Berg, Anna B
AU  - van der Berg AB
AUID- ORCID: 0000-0002-1825-0097
AD  - First place.
AD  - Second place.
AU  - Li XY
CN  - Cell Counting Group
FED - Editor, Eva
ED  - Editor E
FIR - Helper, Hanna
LA  - eng
LA  - fre
GR  - R01 X/12/CA/NCI NIH HHS/United States
GR  - 076053/Fund A/Nowhere
PT  - Journal Article
RIN - J Invent Res. 2002;5:6. PMID: 222
EFR - J Old. 1990;1:1
CIN - J Talk. 2002. PMID: 98
TA  - J Invent Res
JT  - Journal of invented results
MH  - *Cells/growth
MH  - Water/*chemistry/supply
OT  - *counting
PMC - PMC4321
PHST- 1999/11/01 [received]
AID - 10.1000/ABC.1 [doi]
OAB - Les cellules.
OABL- fre
XYZ - unknown
"""


def items(text: str | bytes) -> list[ReadItem]:
    return list(MedlineReader().read(text.encode() if isinstance(text, str) else text))


def papers(text: str | bytes) -> list[Paper]:
    found = items(text)
    assert all(isinstance(item, ReadPaper) for item in found)
    return [item.paper for item in found if isinstance(item, ReadPaper)]


@pytest.fixture(scope="module")
def full() -> Paper:
    (found,) = papers(FULL)
    return found


def test_what_names_the_paper(full: Paper) -> None:
    assert full.title == "Growth of cells in water that runs over two lines"
    assert full.identifiers.strong() == ("doi:10.1000/abc.1", "pmid:111", "pmcid:PMC4321")
    assert full.date == PartialDate(year=2000, month=1, text="1999 Dec-2000 Jan")
    assert (full.venue, full.venue_short, full.volume, full.issue, full.pages, full.language, full.kind) == (
        "Journal of invented results",
        "J Invent Res",
        "12",
        "3",
        "123-129",
        "en",
        "article-journal",
    )
    assert full.issn == ("1234-5678", "1234-567X")


def test_affiliations_and_orcid_belong_to_the_author_before(full: Paper) -> None:
    assert full.authors == (
        Author(
            family="Berg",
            given="Anna B",
            particle="van der",
            affiliations=("First place.", "Second place."),
            orcid="0000-0002-1825-0097",
        ),
        Author(family="Li", given="X. Y."),
        Author(literal="Cell Counting Group"),
    )
    assert full.editors == (Author(family="Editor", given="Eva"),)


def test_abstract_is_nested_and_the_other_language_apart(full: Paper) -> None:
    (document,) = full.documents
    abstract, other = document.sections
    assert [(s.heading, s.kind) for s in abstract.sections] == [
        ("BACKGROUND", SectionKind.INTRODUCTION),
        ("METHODS", SectionKind.METHODOLOGY),
    ]
    assert full.abstract == "Cells grow in water. We counted them all twice."
    assert other.heading == "Abstract (French)"
    assert not document.is_full_text


def test_subjects_funding_and_notices(full: Paper) -> None:
    assert full.mesh == (
        MeshHeading(descriptor="Cells", qualifiers=("growth",), major=True),
        MeshHeading(descriptor="Water", qualifiers=("chemistry", "supply"), major=True),
    )
    assert full.keywords == ("counting",)
    assert full.funding == (
        Funding(funder="NCI NIH HHS", awards=("R01 X/12",)),
        Funding(funder="Fund A", awards=("076053",)),
    )
    assert full.notices == (
        Notice(kind="retraction", direction="received", target="pmid:222", text="J Invent Res. 2002;5:6"),
        Notice(kind="correction", direction="issued", target="J Old. 1990;1:1"),
    )
    assert full.is_retracted


def test_what_has_no_home_is_kept(full: Paper) -> None:
    for pair in (
        ("XYZ", "unknown"),
        ("FIR", "Helper, Hanna"),
        ("LID", "X-77 [pii]"),
        ("PHST", "1999/11/01 [received]"),
        ("LA", "fre"),
        ("CIN", "J Talk. 2002. PMID: 98"),
    ):
        assert pair in full.extra


def test_the_same_abstract_reads_the_same_from_xml_and_medline(full: Paper) -> None:
    xml = (
        b"<PubmedArticle><MedlineCitation><PMID>111</PMID><Article><Abstract>"
        b'<AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Cells grow in water.</AbstractText>'
        b'<AbstractText Label="METHODS" NlmCategory="METHODS">We counted them all twice.</AbstractText></Abstract>'
        b'</Article><OtherAbstract Language="fre"><AbstractText>Les cellules.</AbstractText></OtherAbstract>'
        b"</MedlineCitation></PubmedArticle>"
    )
    (item,) = PubmedXmlReader().read(xml)
    assert isinstance(item, ReadPaper)
    assert item.paper.documents == full.documents


def test_records_are_numbered_with_their_lines_whatever_the_line_ends() -> None:
    text = "\ufeffPMID- 1\nTI  - One.\n\n\nPMID- 2\nTI  - Two.\nPMID- 3\nTI  - Three.\n\nOWN - NLM\nTI  - No number.\n"
    for ends in ("\n", "\r\n", "\r"):
        found = items(text.replace("\n", ends))
        assert [(i.record, i.line, i.paper.title) for i in found if isinstance(i, ReadPaper)] == [
            (1, 1, "One"),
            (2, 5, "Two"),
            (3, 7, "Three"),
            (4, 10, "No number"),
        ]


def test_a_stray_blank_line_parts_neither_record_nor_abstract() -> None:
    (found,) = papers("PMID- 1\nTI  - One.\n\nAB  - First part.\n\n      Second part.\nDP  - 2001\n")
    assert found.abstract == "First part. Second part."
    assert found.year == 2001


def test_text_before_the_first_record_is_reported() -> None:
    skipped, found = items("Saved from a search\n\nPMID- 1\nTI  - One.\n")
    assert isinstance(skipped, Skipped)
    assert "Saved from a search" in skipped.reason
    assert isinstance(found, ReadPaper)
    assert found.record == 1


def test_an_empty_record_is_broken_and_the_next_is_read() -> None:
    broken, found = items("OWN - NLM\nPT  - Letter\n\nPMID- 2\n")
    assert isinstance(broken, BrokenRecord)
    assert (broken.record, broken.line) == (1, 1)
    assert isinstance(found, ReadPaper)


def test_books() -> None:
    book, chapter = papers(
        "PMID- 1\nBTI - All of it.\nPB  - A Press\nPL  - Town\nISBN- 9780309376662\n\n"
        "PMID- 2\nTI  - A part.\nBTI - All of it.\n"
    )
    assert (book.kind, book.title, book.publisher, book.place) == ("book", "All of it", "A Press", "Town")
    assert book.identifiers.isbn == ("9780309376662",)
    assert (chapter.kind, chapter.title, chapter.venue) == ("chapter", "A part", "All of it")


def test_recognition() -> None:
    reader = MedlineReader()
    assert reader.recognise(Head(FULL.encode()))
    assert reader.recognise(Head(b"OWN - ERIC\nTI  - One\nAU  - Doe, Jane\n"))
    assert reader.recognise(Head(b"TY  - JOUR\nPMID- 1\nER  - \n")) == ""
    assert reader.recognise(Head(b"just text - with dashes\n")) == ""
    assert reader.recognise(Head(b"<PubmedArticleSet>PMID- 1</PubmedArticleSet>")) == ""


def test_no_record_at_all_is_an_error() -> None:
    with pytest.raises(InputError) as caught:
        items("hello\n")
    assert caught.value.hint


_TAGS = ["AB", "TI", "DP", "FAU", "AU", "AD", "MH", "GR", "LID", "AID", "PG", "IS", "RIN", "PMID", "OAB", "LA", "XYZ"]


@given(st.lists(st.tuples(st.sampled_from(_TAGS), st.text(max_size=40)), max_size=8))
def test_any_text_after_a_tag_is_read(fields: list[tuple[str, str]]) -> None:
    text = "PMID- 1\n" + "".join(f"{tag:<4}- {value}\n" for tag, value in fields)
    found = items(text.encode("utf-8", "surrogatepass"))
    assert any(isinstance(item, ReadPaper) for item in found)


@pytest.mark.skipif(not DATA.is_dir(), reason="the MEDLINE sample files are not here")
def test_every_real_file_is_read() -> None:
    read = 0
    for folder in ("pubmed_xml/biopython_medline", "pubmed_xml/jabref_medline", "bib_exports/jabref_importers"):
        for path in sorted((DATA / folder).glob("*")):
            if path.is_file() and MedlineReader().recognise(Head(path.read_bytes())):
                read += len([item for item in items(path.read_bytes()) if isinstance(item, ReadPaper)])
    assert read == 19
