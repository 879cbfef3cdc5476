from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.endnote_tagged import EndnoteTaggedReader
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped, read_bytes
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports"


def items(text: str) -> list[ReadItem]:
    return list(EndnoteTaggedReader().read(text.encode()))


def papers(text: str) -> list[Paper]:
    return [item.paper for item in items(text) if isinstance(item, ReadPaper)]


FULL = """\
%0 Journal Article
%A van der Berg, Jo
%A Well Council,
%E Moor, Ida
%T Wells of the north.
%J Journal of Wells
%V 12
%N 3
%P 101-9
%D 2020
%8 March 15, 2020
%@ 1234-567X
%R doi:10.1000/W.1
%U https://example.org/w
%K deep water
wells, dug
%X Wells dry.

They fell by 2 m.
%F berg2020
%W PubMed
%M 24681012
%2 PMC12345
%+ Graz
"""


class TestFields:
    def test_every_field_finds_its_home(self) -> None:
        (found,) = papers(FULL)
        assert found.title == "Wells of the north"
        assert found.authors == (Author(family="Berg", particle="van der", given="Jo"), Author(literal="Well Council"))
        assert found.editors == (Author(family="Moor", given="Ida"),)
        assert (found.venue, found.volume, found.issue, found.pages) == ("Journal of Wells", "12", "3", "101-109")
        assert found.date == PartialDate(year=2020, month=3, day=15)
        assert found.issn == ("1234-567X",)
        assert (found.identifiers.doi, found.identifiers.pmid) == ("10.1000/w.1", "24681012")
        assert found.identifiers.pmcid == "PMC12345"
        assert found.keywords == ("deep water", "wells, dug")
        assert found.abstract == "Wells dry. They fell by 2 m."
        assert (found.keys, found.kind, found.url) == (("berg2020",), "article-journal", "https://example.org/w")
        assert dict(found.extra) == {"%W": "PubMed", "%+": "Graz"}

    def test_a_number_of_no_known_database_is_no_pmid(self) -> None:
        (found,) = papers("%0 Book\n%T Wells\n%M 24681012\n")
        assert (found.identifiers.pmid, found.kind) == ("", "book")
        assert ("%M", "24681012") in found.extra

    def test_an_unknown_kind_is_kept(self) -> None:
        (found,) = papers("%0 Sculpture\n%T Wells\n")
        assert (found.kind, found.extra) == ("document", (("%0", "Sculpture"),))

    def test_retraction(self) -> None:
        (found,) = papers("%0 Journal Article\n%T RETRACTED: Wells\n")
        assert found.is_retracted


class TestFiles:
    @pytest.mark.parametrize("text", [FULL, "\ufeff" + FULL, "%T Wells\n%A Moor, I\n", "\n\n%A Moor\n%D 1999\n%T W\n"])
    def test_recognises_tags(self, text: str) -> None:
        assert EndnoteTaggedReader().recognise(Head(text.encode()))

    @pytest.mark.parametrize(
        "text",
        [
            "%PDF-1.7\n",
            "%!PS-Adobe-3.0\n%%Title: x\n",
            "% A comment of LaTeX\n% T is a topology\n\\documentclass{article}\n",
            "50%T of wells\n%A\n",
            "%% A section\nx = 1;\n%A matrix\n",
        ],
    )
    def test_leaves_other_percent_signs_alone(self, text: str) -> None:
        assert EndnoteTaggedReader().recognise(Head(text.encode())) == ""

    def test_records_with_and_without_blank_lines_between(self) -> None:
        text = "%0 Book\n%T One\n%0 Book\n%T Two\n\n\n%T Three\n%0 Book\n\n%T Four\n%D 1999\n"
        found = items(text)
        assert [item.paper.title for item in found if isinstance(item, ReadPaper)] == ["One", "Two", "Three", "Four"]
        assert [(item.record, item.line) for item in found] == [(1, 1), (2, 3), (3, 7), (4, 10)]

    def test_an_empty_record_is_broken_and_stray_text_is_skipped(self) -> None:
        stray, broken, good = items("exported today\n%0 Book\n%D 1999\n\n%0 Book\n%T Two\n")
        assert isinstance(stray, Skipped)
        assert isinstance(broken, BrokenRecord)
        assert (broken.record, broken.line) == (1, 2)
        assert broken.hint
        assert isinstance(good, ReadPaper)


values = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40)
fields = st.tuples(st.sampled_from("AEJBDVNPIC@RUKXZMF12+89"), values)


@given(st.lists(st.lists(fields, max_size=6), min_size=1, max_size=5), st.integers(0, 5))
def test_good_records_come_back_whatever_is_beside_them(records: list[list[tuple[str, str]]], at: int) -> None:
    listed = [
        f"%0 Book\n%T Title {n}\n" + "".join(f"%{tag} {value}\n" for tag, value in given_fields) + "\n"
        for n, given_fields in enumerate(records)
    ]
    at = min(at, len(listed))
    found = items("".join([*listed[:at], "%0 Book\n%V 1\n\n", *listed[at:]]))
    titles = [item.paper.title for item in found if isinstance(item, ReadPaper)]
    assert titles == [f"Title {n}" for n in range(len(records))]
    assert [item.record for item in found if isinstance(item, BrokenRecord)] == [at + 1]


@pytest.mark.parametrize(("name", "records"), [("colrev/ais_enl.txt", 6), ("colrev/loader/enl_data.enl", 3)])
def test_real_files(name: str, records: int) -> None:
    file = DATA / name
    if not file.is_file():
        pytest.skip("the shared data is not here")
    found = [item for item in read_bytes(file.read_bytes(), source=name).items if isinstance(item, ReadPaper)]
    assert len(found) == records
    assert all(item.paper.title and item.paper.year for item in found)
