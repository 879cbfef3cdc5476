from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.endnote_xml import EndnoteXmlReader, endnote_name
from conspectus.readers.inline_markup import plain
from conspectus.readers.reading import ReadItem, ReadPaper, read_bytes
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports"


def file_of(*records: str) -> bytes:
    inner = "\n".join(f"<record>{record}</record>" for record in records)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n{inner}\n</records></xml>'.encode()


def items(*records: str) -> list[ReadItem]:
    return list(EndnoteXmlReader().read(file_of(*records)))


def paper(record: str) -> Paper:
    (only,) = items(record)
    assert isinstance(only, ReadPaper)
    return only.paper


def styled(text: str) -> str:
    return f'<style face="normal" font="default" size="100%">{text}</style>'


FULL = f"""
<database name="Wells.enl" path="Wells.enl">Wells.enl</database>
<source-app name="EndNote" version="20.0">EndNote</source-app><rec-number>42</rec-number>
<foreign-keys><key app="EN" db-id="xyz">42</key></foreign-keys>
<ref-type name="Journal Article">17</ref-type>
<contributors><authors><author>{styled("van der Berg, Jo")}</author><author>{styled("World Well Body,")}</author>
<author>et al.</author></authors><tertiary-authors><author>Moor, Ida</author></tertiary-authors></contributors>
<auth-address>{styled("Graz")}</auth-address>
<titles><title>{styled("Wells of ")}<style face="italic">E. coli</style>{styled(" and 10")}<style
 face="superscript">3</style></title><secondary-title>{styled("Journal of Wells")}</secondary-title></titles>
<periodical><full-title>{styled("Journal of Wells")}</full-title><abbr-1>{styled("J Wells")}</abbr-1></periodical>
<pages>{styled("93-9")}</pages><volume>{styled("18")}</volume><number>{styled("1")}</number>
<keywords><keyword>{styled("deep; wet")}</keyword><keyword>{styled("Models, Statistical")}</keyword></keywords>
<dates><year>{styled("2020")}</year><pub-dates><date>{styled("Mar 3")}</date></pub-dates></dates>
<isbn>{styled("1234-567X (Print)&#xD;2345-6789 (Linking)")}</isbn><accession-num>{styled("24681012")}</accession-num>
<label>{styled("berg2020")}</label><remote-database-name>Medline</remote-database-name>
<custom2>{styled("PMC12345")}</custom2>
<abstract>{styled("Wells dry.&#xD;&#xD;They fell by 2 m.")}</abstract><notes>{styled("read twice")}</notes>
<electronic-resource-num>{styled("http://dx.doi.org/10.1000/W.1")}</electronic-resource-num>
<urls><related-urls><url>{styled("https://example.org/w")}</url></related-urls>
<pdf-urls><url>internal-pdf://w.pdf</url></pdf-urls></urls><language>{styled("English")}</language>
"""


class TestFields:
    def test_every_field_finds_its_home(self) -> None:
        found = paper(FULL)
        assert found.title == plain("Wells of E. coli and 10<sup>3</sup>")
        assert found.authors == (
            Author(family="Berg", particle="van der", given="Jo"),
            Author(literal="World Well Body"),
        )
        assert (found.venue, found.venue_short) == ("Journal of Wells", "J Wells")
        assert (found.volume, found.issue, found.pages) == ("18", "1", "93-99")
        assert found.date == PartialDate(year=2020, month=3, day=3)
        assert found.issn == ("1234-567X", "2345-6789")
        assert (found.identifiers.doi, found.identifiers.pmid) == ("10.1000/w.1", "24681012")
        assert found.identifiers.pmcid == "PMC12345"
        assert found.keywords == ("deep", "wet", "Models, Statistical")
        assert found.abstract == "Wells dry. They fell by 2 m."
        assert (found.language, found.url, found.kind) == ("en", "https://example.org/w", "article-journal")

    def test_the_label_is_the_key_and_the_number_is_not(self) -> None:
        found = paper(FULL)
        assert found.keys == ("berg2020",)
        assert ("rec-number", "42") in found.extra

    def test_what_has_no_home_is_kept(self) -> None:
        extra = dict(paper(FULL).extra)
        assert extra["auth-address"] == "Graz"
        assert extra["tertiary-authors"] == "Ida Moor"
        assert extra["url"] == "internal-pdf://w.pdf"
        assert extra["database"] == "Wells.enl"
        assert extra["notes"] == "read twice"

    def test_an_accession_number_of_no_known_database_is_no_pmid(self) -> None:
        found = paper("<titles><title>T</title></titles><accession-num>24681012</accession-num>")
        assert found.identifiers.pmid == ""
        assert ("accession-num", "24681012") in found.extra

    @pytest.mark.parametrize(
        ("element", "kind"),
        [
            ('<ref-type name="Book Section">5</ref-type>', "chapter"),
            ('<ref-type name="Conference Proceedings">10</ref-type>', "paper-conference"),
            ('<ref-type name="Thesis">32</ref-type>', "thesis"),
            ('<ref-type name="Journal Article">0</ref-type>', "article-journal"),
            ("<ref-type>27</ref-type>", "report"),
            ('<ref-type name="Sculpture">99</ref-type>', "document"),
            ("", "document"),
        ],
    )
    def test_kinds(self, element: str, kind: str) -> None:
        found = paper(element + "<titles><title>T</title><secondary-title>Whole</secondary-title></titles>")
        assert found.kind == kind

    def test_an_unknown_type_is_kept(self) -> None:
        assert ("ref-type", "Sculpture") in paper(
            '<ref-type name="Sculpture">99</ref-type><titles><title>T</title></titles>'
        ).extra

    def test_names_given_by_attributes(self) -> None:
        found = paper('<contributors><authors><author last-name="Moor" first-name="Ida"/></authors></contributors>')
        assert found.authors == (Author(family="Moor", given="Ida"),)

    def test_a_final_comma_marks_a_body(self) -> None:
        assert endnote_name("Moor Brook,") == Author(literal="Moor Brook")
        assert endnote_name("Moor, Ida") == Author(family="Moor", given="Ida")
        assert endnote_name(" , ") is None

    def test_retraction(self) -> None:
        assert paper("<titles><title>RETRACTED: Wells</title></titles>").is_retracted
        assert paper("<titles><title>W</title></titles><work-type>Retracted Publication</work-type>").is_retracted


class TestFiles:
    def test_recognises_its_roots_only(self) -> None:
        assert EndnoteXmlReader().recognise(Head(file_of(FULL)))
        oai = b"<OAI-PMH><record><metadata><titles>x</titles></metadata></record></OAI-PMH>"
        plain = b"<records><record><field>1</field></record></records>"
        assert EndnoteXmlReader().recognise(Head(oai)) == ""
        assert EndnoteXmlReader().recognise(Head(plain)) == ""

    def test_an_empty_record_is_broken_and_named(self) -> None:
        good, broken = items("<titles><title>T</title></titles>", "<pages>1</pages>")
        assert isinstance(good, ReadPaper)
        assert isinstance(broken, BrokenRecord)
        assert (broken.record, broken.line) == (2, 4)
        assert broken.hint

    def test_entities_are_refused(self) -> None:
        hostile = (
            b'<!DOCTYPE xml [<!ENTITY a "b">]>' + file_of("<titles><title>&a;</title></titles>").split(b"\n", 1)[1]
        )
        with pytest.raises(InputError):
            list(EndnoteXmlReader().read(hostile))


texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=25).map(escape)
elements = st.sampled_from(
    ["pages", "volume", "isbn", "label", "abstract", "notes", "language", "custom2", "edition", "odd-thing", "number"]
)


@given(st.lists(st.lists(st.tuples(elements, texts), max_size=5), min_size=2, max_size=5), st.integers(0, 5))
def test_good_records_come_back_whatever_is_beside_them(records: list[list[tuple[str, str]]], at: int) -> None:
    listed = [
        f"<titles><title>Title {n}</title></titles>" + "".join(f"<{name}>{text}</{name}>" for name, text in fields)
        for n, fields in enumerate(records)
    ]
    at = min(at, len(listed))
    found = items(*listed[:at], "<titles><title>Broken</titles></title>", *listed[at:])
    assert [item.paper.title for item in found if isinstance(item, ReadPaper)] == [
        f"Title {n}" for n in range(len(records))
    ]
    assert [item.record for item in found if isinstance(item, BrokenRecord)] == [at + 1]


@pytest.mark.parametrize(
    "name", ["asysd/mendeley_export.xml.gz", "asysd/zotero_export.xml.gz", "pandoc_endnotexml-reader.xml"]
)
def test_real_files_give_one_paper_a_record(name: str) -> None:
    file = DATA / name
    if not file.is_file():
        pytest.skip("the shared data is not here")
    content = gzip.decompress(file.read_bytes()) if name.endswith(".gz") else file.read_bytes()
    found = [item for item in read_bytes(content, source=name).items if isinstance(item, ReadPaper)]
    assert len(found) == len(re.findall(rb"<record>", content))
    assert all(item.paper.title and item.paper.year for item in found)
