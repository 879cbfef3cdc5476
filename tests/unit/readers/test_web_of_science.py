from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import Reference
from conspectus.domain.paper import Author, Funding, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head
from conspectus.readers.web_of_science import WebOfScienceReader

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports"

FULL = """\
FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU van der Berg, J
   Moor, I
   et al.
AF van der Berg, Jo
   Moor, Ida
   et al.
TI Wells of the north: A survey of
   levels
SO JOURNAL OF WELLS
LA English
DT Article; Proceedings Paper
DE deep wells; wells, dug; drying
   out
ID LEVELS; WATER
AB We measured four wells. Levels
   fell by 2 m. (C) 2020 A House. All rights reserved.
C1 [van der Berg, Jo; Moor, Ida] Univ Graz, Graz, Austria.
   [Moor, Ida] Well Inst, Linz, Austria.
   Lone Address, Nowhere.
RP Moor, I (corresponding author), Well Inst, Linz, Austria.
OI Moor, Ida/0000-0001-2345-6789; Brook, Al/0000-0002-0000-0001
FU Water Fund [W-1, W-2]; Spring Council
CR Brook A, 1999, J SPRINGS, V12, P34, DOI 10.1000/s.1
   [Anonymous], 2001, WELL BOOK
   Moor I., UNPUB
NR 3
TC 7
PU A HOUSE
PI GRAZ
SN 1234-567X
EI 2345-6789
J9 J WELLS
JI J. Wells
PD MAR 15
PY 2020
VL 12
IS 3
BP 101
EP 109
DI 10.1000/W.1
UT WOS:000123456700001
PM 24681012
ER

EF
"""


def items(text: str) -> list[ReadItem]:
    return list(WebOfScienceReader().read(text.encode()))


def paper(*lines: str) -> Paper:
    (only,) = items("\n".join(("PT J", "TI Wells", *lines, "ER")))
    assert isinstance(only, ReadPaper)
    return only.paper


def full() -> Paper:
    (only,) = items(FULL)
    assert isinstance(only, ReadPaper)
    assert only.line == 3
    return only.paper


class TestFields:
    def test_every_field_finds_its_home(self) -> None:
        found = full()
        assert found.title == "Wells of the north: A survey of levels"
        assert (found.venue, found.venue_short) == ("JOURNAL OF WELLS", "J. Wells")
        assert (found.volume, found.issue, found.pages) == ("12", "3", "101-109")
        assert found.date == PartialDate(year=2020, month=3, day=15)
        assert found.keywords == ("deep wells", "wells, dug", "drying out", "LEVELS", "WATER")
        assert found.publication_types == ("Article", "Proceedings Paper")
        assert (found.kind, found.language) == ("article-journal", "en")
        assert (found.identifiers.doi, found.identifiers.pmid) == ("10.1000/w.1", "24681012")
        assert found.issn == ("1234-567X", "2345-6789")
        assert (found.publisher, found.place) == ("A HOUSE", "GRAZ")
        assert found.funding == (Funding(funder="Water Fund", awards=("W-1", "W-2")), Funding(funder="Spring Council"))
        assert found.abstract == "We measured four wells. Levels fell by 2 m."

    def test_authors_have_full_names_affiliations_and_orcids(self) -> None:
        berg, moor = full().authors
        assert berg == Author(family="Berg", particle="van der", given="Jo", affiliations=("Univ Graz, Graz, Austria",))
        assert moor == Author(
            family="Moor",
            given="Ida",
            affiliations=("Univ Graz, Graz, Austria", "Well Inst, Linz, Austria"),
            orcid="0000-0001-2345-6789",
        )

    def test_cited_references(self) -> None:
        (document,) = full().documents
        assert document.references == (
            Reference(
                key="r1",
                text="Brook A, 1999, J SPRINGS, V12, P34, DOI 10.1000/s.1",
                authors=("Brook A",),
                year=1999,
                venue="J SPRINGS",
                volume="12",
                pages="34",
                doi="10.1000/s.1",
            ),
            Reference(key="r2", text="[Anonymous], 2001, WELL BOOK", year=2001, venue="WELL BOOK"),
            Reference(key="r3", text="Moor I., UNPUB", authors=("Moor I.",), venue="UNPUB"),
        )

    def test_references_without_an_abstract_are_kept(self) -> None:
        (document,) = paper("CR Brook A, 1999, J SPRINGS").documents
        assert len(document.references) == 1
        assert document.text == ""

    def test_what_has_no_home_is_kept(self) -> None:
        extra = dict(full().extra)
        assert extra["UT"] == "WOS:000123456700001"
        assert extra["C1"] == "Lone Address, Nowhere."
        assert extra["OI"] == "Brook, Al/0000-0002-0000-0001"
        assert extra["TC"] == "7"
        assert extra["RP"].startswith("Moor, I (corresponding")

    def test_the_one_author_has_the_one_address(self) -> None:
        (author,) = paper("AU Moor, I", "C1 Univ Graz, Graz, Austria.").authors
        assert author.affiliations == ("Univ Graz, Graz, Austria",)

    def test_names_on_one_line_and_bodies(self) -> None:
        found = paper("AU Moor, Ida; Brook, Al (al@example.org)", "CA Well Trial Group")
        assert [author.full for author in found.authors] == ["Ida Moor", "Al Brook", "Well Trial Group"]

    @pytest.mark.parametrize(
        ("letter", "types", "kind"),
        [
            ("J", "Article", "article-journal"),
            ("J", "Proceedings Paper", "paper-conference"),
            ("B", "Book", "book"),
            ("B", "Article; Book Chapter", "chapter"),
            ("S", "Proceedings Paper", "paper-conference"),
            ("P", "", "patent"),
            ("", "Dissertation", "thesis"),
            ("", "Data Set", "dataset"),
        ],
    )
    def test_kinds(self, letter: str, types: str, kind: str) -> None:
        (only,) = items(f"PT {letter}\nTI Wells\nSO All Wells\nDT {types}\nER\n")
        assert isinstance(only, ReadPaper)
        assert only.paper.kind == kind

    def test_notices(self) -> None:
        assert paper("DT Article; Retracted Publication").is_retracted
        (notice,) = paper("DT Retraction").notices
        assert (notice.kind, notice.direction) == ("retraction", "issued")
        (notice,) = paper("DT Correction").notices
        assert (notice.kind, notice.direction) == ("correction", "issued")

    def test_other_databases_of_the_same_service(self) -> None:
        found = paper("UT MEDLINE:16842170", "PS 2457-71", "PD 2006 May-Jun", "PY 2006")
        assert found.identifiers.pmid == "16842170"
        assert found.pages == "2457-2471"
        assert found.year == 2006

    def test_an_article_number_stands_for_pages(self) -> None:
        assert paper("AR e123").pages == "e123"
        found = paper("AR e123", "BP 1", "EP 9")
        assert (found.pages, dict(found.extra)["article number"]) == ("1-9", "e123")


class TestFiles:
    def test_recognises_tags_and_not_prose(self) -> None:
        assert WebOfScienceReader().recognise(Head(FULL.encode()))
        assert WebOfScienceReader().recognise(Head(b"PT J\nAU Moor, I\nTI Wells\nER\n"))
        assert WebOfScienceReader().recognise(Head("\ufeffFN ISI Export Format\nVR 1.0\nPT J\n".encode()))
        for other in (b"PT is a company.\nIT grew.\n", b"FN Moor\nLN Brook\n", b"TY  - JOUR\nTI  - T\nER  -\n"):
            assert WebOfScienceReader().recognise(Head(other)) == ""

    def test_records_without_an_end(self) -> None:
        found = items("FN X\nVR 1.0\nPT J\nTI One\nPT J\nTI Two\n\nER\n\nPT J\nTI Three")
        assert [item.paper.title for item in found if isinstance(item, ReadPaper)] == ["One", "Two", "Three"]
        assert [(item.record, item.line) for item in found] == [(1, 3), (2, 5), (3, 10)]

    def test_an_empty_record_is_broken_and_stray_text_is_skipped(self) -> None:
        found = items("PT J\nVL 1\nER\nsome stray text\nPT J\nTI Two\nER\nEF\n")
        broken, stray, good = found
        assert isinstance(broken, BrokenRecord)
        assert broken.hint
        assert isinstance(stray, Skipped)
        assert stray.line == 4
        assert isinstance(good, ReadPaper)


tags = st.sampled_from("AU AF SO DT DE ID AB C1 RP OI FU CR PD PY VL BP EP AR DI PM SN BN UT XX J9 JI LA".split())
values = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40)


@given(st.lists(st.lists(st.tuples(tags, values, values), max_size=6), min_size=1, max_size=5), st.integers(0, 5))
def test_good_records_come_back_whatever_is_beside_them(records: list[list[tuple[str, str, str]]], at: int) -> None:
    listed = [
        f"PT J\nTI Title {n}\n" + "".join(f"{tag} {one}\n   {two}\n" for tag, one, two in fields) + "ER\n\n"
        for n, fields in enumerate(records)
    ]
    at = min(at, len(listed))
    found = items("".join([*listed[:at], "PT J\nVL 1\nER\n\n", *listed[at:]]) + "EF\n")
    titles = [item.paper.title for item in found if isinstance(item, ReadPaper)]
    assert titles == [f"Title {n}" for n in range(len(records))]
    assert [item.record for item in found if isinstance(item, BrokenRecord)] == [at + 1]


@pytest.mark.parametrize(
    "folder", ["wos_isi_metaknowledge/*.isi", "wos_isi_refsplitr/*.txt", "litsearchr/*.txt", "jabref_importers/*.isi"]
)
def test_real_files_give_one_paper_a_record(folder: str) -> None:
    files = sorted(DATA.glob(folder))
    if not files:
        pytest.skip("the shared data is not here")
    for file in files:
        content = file.read_bytes()
        records = len(re.findall(rb"(?m)^PT ", content))
        if records:
            found = [item for item in read_bytes(content, source=file.name).items if isinstance(item, ReadPaper)]
            assert len(found) == records, file.name
            assert all(item.paper.title and item.paper.year for item in found)
