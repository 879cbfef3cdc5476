from __future__ import annotations

import gzip
import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.document import SectionKind
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Paper, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.decoding import decode
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.ris import RisReader
from conspectus.readers.ris_records import RisRecord, ris_records
from conspectus.readers.sniffing import Head

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "bib_exports"


def items(text: str | bytes) -> list[ReadItem]:
    return list(RisReader().read(text.encode() if isinstance(text, str) else text))


def papers(text: str | bytes) -> list[Paper]:
    return [item.paper for item in items(text) if isinstance(item, ReadPaper)]


def paper(*lines: str, kind: str = "JOUR") -> Paper:
    (only,) = papers("\n".join((f"TY  - {kind}", *lines, "ER  - ")))
    return only


FULL = paper(
    "AU  - Gödel, Kurt",
    "AU  - van der Berg, Jan-Piet, Jr.",
    "A2  - Editor, Ed",
    "TI  - On <i>E. coli</i> &amp; 10<sup>3</sup> things.",
    "T2  - Journal of Things",
    "JA  - J. Things",
    "PY  - 2020/03/15/",
    "VL  - 12",
    "IS  - 3",
    "SP  - 101",
    "EP  - 110",
    "SN  - 1234-567X",
    "DO  - https://doi.org/10.1000/ABC.1",
    "UR  - https://example.org/a",
    "KW  - one; two",
    "KW  - *three",
    "LA  - eng",
    "PB  - A House",
    "CY  - Vienna",
    "ID  - goedel2020",
    "N1  - PMID: 12345678",
    "AB  - Things are many. We count them, and then again. © 2020 A House. All rights reserved.",
    "XX  - odd",
)


def test_fields_of_an_article() -> None:
    assert FULL.title == "On E. coli & 10³ things"
    assert [author.family for author in FULL.authors] == ["Gödel", "Berg"]
    assert (FULL.authors[1].particle, FULL.authors[1].suffix) == ("van der", "Jr.")
    assert [editor.family for editor in FULL.editors] == ["Editor"]
    assert (FULL.venue, FULL.venue_short) == ("Journal of Things", "J. Things")
    assert FULL.date == PartialDate(year=2020, month=3, day=15)
    assert (FULL.volume, FULL.issue, FULL.pages) == ("12", "3", "101-110")
    assert FULL.issn == ("1234-567X",)
    assert (FULL.identifiers.doi, FULL.identifiers.pmid) == ("10.1000/abc.1", "12345678")
    assert FULL.keywords == ("one", "two", "three")
    assert (FULL.kind, FULL.language, FULL.url) == ("article-journal", "en", "https://example.org/a")
    assert (FULL.publisher, FULL.place, FULL.keys) == ("A House", "Vienna", ("goedel2020",))


def test_unknown_tags_and_the_notice_go_to_extra() -> None:
    assert ("XX", "odd") in FULL.extra
    assert ("abstract notice", "© 2020 A House. All rights reserved.") in FULL.extra
    assert FULL.abstract == "Things are many. We count them, and then again."


def test_readers_leave_id_and_provenance_empty() -> None:
    assert (FULL.id, FULL.provenance) == ("", ())


def test_records_have_numbers_and_lines() -> None:
    read = items("\nTY  - JOUR\nTI  - One\nER  - \n\n\nTY  - JOUR\nTI  - Two\nER  - \n")
    assert [(item.record, item.line) for item in read] == [(1, 2), (2, 7)]


def test_a_new_type_begins_a_new_record_where_the_end_is_missing() -> None:
    assert [p.title for p in papers("TY  - JOUR\nTI  - One\nTY  - BOOK\nTI  - Two\n")] == ["One", "Two"]


def test_a_record_without_type_line_is_read() -> None:
    read = papers("TY  - JOUR\nTI  - One\nER  - \n\nAU  - Doe, J\nTI  - Two\nER  - \n")
    assert [(p.title, p.kind) for p in read] == [("One", "article-journal"), ("Two", "document")]


def test_lines_without_a_tag_continue_the_field_before() -> None:
    read = paper("TI  - T", "KW  - one", "two", "AB  - First", "line. Second.", "", "New paragraph.")
    assert read.keywords == ("one", "two")
    assert read.abstract == "First line. Second. New paragraph."
    assert read.document is not None
    assert [p.address for p in read.document.places() if p.kind == "paragraph"] == ["s1.p1", "s1.p2"]


def test_a_record_that_names_no_paper_is_broken_with_its_place() -> None:
    (broken,) = items("TY  - JOUR\nKW  - one\nER  - \n")
    assert isinstance(broken, BrokenRecord)
    assert (broken.record, broken.line) == (1, 1)
    assert broken.hint


@pytest.mark.parametrize(
    "text",
    [
        "TY - JOUR\nTI - One\nAU - Doe, J.\nER - \n",
        "ty  - JOUR\nti  - One\nau  - Doe, J.\ner  - \n",
        "TY  - JOUR\r\nTI  - One\r\nAU  - Doe, J.\r\nER  -\r\n",
        "TY  - JOUR\rTI  - One\rAU  - Doe, J.\rER  - \r",
        "\ufeffTY  - JOUR\nTI  - One\nAU  - Doe, J.\nER  - \n",
        "1.\nTY  - JOUR\nTI  - One\nAU  - Doe, J.\nER  - \n\nLink to the full text: https://example.org\n",
        "Record #1 of 1\nProvider: X\nTY  - JOUR\nTI  - One\nAU  - Doe, J.\nER  - \n",
        "TY  -JOUR\nTI  -One\nAU  -Doe, J.\nER  -\n",
        "  TY  - JOUR\n  TI  - One\n  AU  - Doe, J.\n  ER  - \n",
    ],
)
def test_variants_of_the_syntax(text: str) -> None:
    assert RisReader().recognise(Head(text.encode()))
    (read,) = items(text)
    assert isinstance(read, ReadPaper)
    assert (read.paper.title, read.paper.authors[0].family) == ("One", "Doe")


def test_text_that_looks_like_a_loose_tag_continues_a_field_of_a_strict_file() -> None:
    assert paper("TI  - T", "AB  - Grown", "in - vitro and", "AB - vivo.").abstract == "Grown in - vitro and AB - vivo."


def test_a_tag_behind_the_end_tag_belongs_to_the_record_before() -> None:
    (read,) = papers("TY  - JOUR\nTI  - One\nER  -\nNL  - J Abbr\n")
    assert ("NL", "J Abbr") in read.extra


def test_text_outside_of_records_is_reported_and_not_lost() -> None:
    read = items("TY  - JOUR\nTI  - One\nER  - \n\nSome remark of the user\nTY  - JOUR\nTI  - Two\nER  - \n")
    assert [type(item) for item in read] == [ReadPaper, Skipped, ReadPaper]
    assert isinstance(read[1], Skipped)
    assert (read[1].line, "Some remark" in read[1].reason) == (5, True)


@pytest.mark.parametrize(
    "tag, kind",
    [("JOUR", "article-journal"), ("CONF", "paper-conference"), ("CPAPER", "paper-conference"), ("BOOK", "book"),
     ("CHAP", "chapter"), ("THES", "thesis"), ("RPRT", "report"), ("PREP", "article"), ("DATA", "dataset"),
     ("ELEC", "webpage"), ("GEN", "document"), ("ZZZZ", "document")],
)  # fmt: skip
def test_types(tag: str, kind: str) -> None:
    assert paper("TI  - T", kind=tag).kind == kind


def test_an_unknown_type_is_kept() -> None:
    assert ("TY", "ZZZZ") in paper("TI  - T", kind="ZZZZ").extra


@pytest.mark.parametrize(
    "lines, pages",
    [
        (("SP  - 12-34",), "12-34"), (("SP  - pp 37-64",), "37-64"), (("SP  - 5", "EP  - 5"), "5"),
        (("SP  - No", "EP  - Specified"), ""), (("C7  - e123",), "e123"), (("SP  - 12–34",), "12-34"),
    ],
)  # fmt: skip
def test_pages(lines: tuple[str, ...], pages: str) -> None:
    assert paper("TI  - T", *lines).pages == pages


@pytest.mark.parametrize(
    "lines, date",
    [
        (("PY  - 2019", "DA  - 2019/08/23"), PartialDate(year=2019, month=8, day=23)),
        (("PY  - 2019", "DA  - AUG 2"), PartialDate(year=2019, month=8, day=2)),
        (("Y1  - 2014//",), PartialDate(year=2014)),
        (("Y1  - 2020///Spring",), PartialDate(year=2020, text="Spring")),
        (("PY  - in press",), None),
    ],
)
def test_dates(lines: tuple[str, ...], date: PartialDate | None) -> None:
    assert paper("TI  - T", *lines).date == date


def test_a_date_that_says_no_year_is_kept_in_extra() -> None:
    assert ("PY", "in press") in paper("TI  - T", "PY  - in press").extra


@pytest.mark.parametrize(
    "lines, field, value",
    [
        (("M3  - doi: 10.1000/x",), "doi", "10.1000/x"),
        (("UR  - http://dx.doi.org/10.1000/x",), "doi", "10.1000/x"),
        (("U1  - 23690738[pmid]",), "pmid", "23690738"),
        (("AN  - 26957754", "DP  - NLM"), "pmid", "26957754"),
        (("AN  - 26957754", "DB  - Inspec"), "pmid", ""),
        (("C2  - 31175206", "DB  - Scopus"), "pmid", "31175206"),
        (("UR  - https://pubmed.ncbi.nlm.nih.gov/123456/",), "pmid", "123456"),
        (("AN  - PMC3654245",), "pmcid", "PMC3654245"),
        (("UR  - https://arxiv.org/abs/2101.00001v2",), "arxiv", "2101.00001"),
        (("SN  - 978-0-306-40615-7",), "isbn", ("9780306406157",)),
    ],
)
def test_identifiers(lines: tuple[str, ...], field: str, value: object) -> None:
    assert getattr(paper("TI  - T", *lines).identifiers, field) == value


def test_title_tags_of_other_dialects() -> None:
    assert [paper(f"{tag}  - T").title for tag in ("T1", "CT", "TI")] == ["T", "T", "T"]
    book = paper("BT  - A Book", "T2  - A Series", kind="BOOK")
    assert (book.title, book.series, book.venue) == ("A Book", "A Series", "")


def test_a_chapter_is_in_its_book() -> None:
    chapter = paper("TI  - Part", "T2  - Whole", "A2  - Doe, Jane", kind="CHAP")
    assert (chapter.venue, chapter.editors[0].family) == ("Whole", "Doe")


def test_several_authors_in_one_line() -> None:
    assert [a.family for a in paper("TI  - T", "AU  - Doe, J.; Roe, K.").authors] == ["Doe", "Roe"]
    names = paper("TI  - T", "AU  - Doe J, Roe K, Poe L, Moe M, Loe N").authors
    assert [a.family for a in names] == ["Doe", "Roe", "Poe", "Moe", "Loe"]


def test_a_structured_abstract_becomes_sections() -> None:
    document = paper("TI  - T", "N2  - BACKGROUND: A is. METHODS: We did. RESULTS: It was.").document
    assert document is not None
    (abstract,) = document.sections
    assert abstract.kind is SectionKind.ABSTRACT
    assert [section.heading for section in abstract.sections] == ["BACKGROUND", "METHODS", "RESULTS"]


def test_no_abstract_is_none() -> None:
    assert paper("TI  - T", "AB  - [No abstract available]").documents == ()


def test_retractions_are_noticed() -> None:
    assert paper("TI  - RETRACTED: A claim").is_retracted
    assert paper("TI  - A claim", "M3  - Retracted Article").is_retracted
    (issued,) = paper("TI  - Retraction notice: A claim").notices
    assert (issued.kind, issued.direction) == ("retraction", "issued")
    assert not paper("TI  - Retracted foreskin in boys").notices


@pytest.mark.parametrize(
    "text",
    ["PMID- 1\nTI  - x\n", "%0 Journal Article\n%T x\n", "FN Thomson\nPT J\nTI x\n",
     "@article{k,\n title={TY  - JOUR}}",
     "<xml>TY  - JOUR\nTI  - x</xml>", "TY  - JOUR", "Dear Ty - JOUR is fine", ""],
)  # fmt: skip
def test_other_formats_are_not_claimed(text: str) -> None:
    assert RisReader().recognise(Head(text.encode())) == ""


@given(st.text(max_size=80), st.sampled_from(["AU", "TI", "PY", "SP", "KW", "DO", "SN", "UR", "N2", "M1", "AN", "T2"]))
def test_no_field_value_crashes_or_swallows_the_next_record(value: str, tag: str) -> None:
    value = re.sub(r"[\r\n]", " ", value)
    read = papers(f"TY  - JOUR\nTI  - One\n{tag}  - {value}\nER  - \nTY  - JOUR\nTI  - Two\nER  - \n")
    assert read[-1].title == "Two"


@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_crash(data: bytes) -> None:
    assert isinstance(items(b"TY  - JOUR\n" + data), list)


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data are not here")
def test_every_type_line_of_real_exports_is_a_record() -> None:
    files = [*DATA.rglob("*.ris"), *DATA.rglob("*.ris.gz")]
    for path in files:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if not RisReader().recognise(Head(data)):
            continue
        types = len(re.findall(r"(?m)^\W{0,3}TY  ?-", decode(data).text.replace("\r", "\n")))
        records = [found for found in ris_records(decode(data).text) if isinstance(found, RisRecord)]
        assert len(records) == types, path.name
        if len(data) < 60_000:
            assert len([item for item in items(data) if not isinstance(item, Skipped)]) == types, path.name


def test_a_comma_behind_a_whole_name_marks_a_body() -> None:
    read = paper("TI  - T", "AU  - Great Northern Railway,", "AU  - {Oxford, Inc}", "AU  - Plato,")
    assert [author.literal for author in read.authors] == ["Great Northern Railway", "Oxford, Inc", ""]
    assert read.authors[2].family == "Plato"


def test_values_that_are_nothing_but_an_identifier_do_not_stay_in_extra() -> None:
    read = paper("TI  - T", "AN  - PMID: 123456", "C2  - PMC123456", "AN  - arXiv:2101.00001")
    assert read.identifiers == Identifiers(pmid="123456", pmcid="PMC123456", arxiv="2101.00001")
    assert read.extra == ()


def test_fields_that_conspectus_kept_come_back() -> None:
    read = paper("TI  - T", 'U5  - conspectus-mesh: [{"descriptor":"Humans"}]', "U5  - a field of the user's own")
    assert [heading.descriptor for heading in read.mesh] == ["Humans"]
    assert read.extra == (("U5", "a field of the user's own"),)


def test_lines_are_not_held_all_at_once() -> None:
    text = "TY  - JOUR\nTI  - A title\nER  - \n" * 5000
    tracemalloc.start()
    try:
        assert sum(1 for _ in ris_records(text)) == 5000
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # A list of the lines alone would take six times the text.
    assert most < 3 * len(text)


EMPTY = "TY  - JOUR\nER  - \n\n"


def test_very_many_empty_records_are_counted_and_not_told_one_by_one() -> None:
    good = "TY  - JOUR\nTI  - A title\nER  - \n"
    first, counted, last = RisReader().read((good + EMPTY * 1500 + good).encode())
    assert isinstance(first, ReadPaper)
    assert isinstance(counted, BrokenRecord)
    assert counted.message == "1500 empty records, the first at line 4."
    assert (counted.record, counted.line, counted.records) == (2, 4, 1500)
    assert isinstance(last, ReadPaper)
    assert (last.record, last.line) == (1502, 4 + 3 * 1500)


def test_empty_records_that_are_not_so_many_are_told_one_by_one() -> None:
    items = list(RisReader().read((EMPTY * 999 + "TY  - JOUR\nTI  - A title\nER  - \n").encode()))
    assert [item.line for item in items if isinstance(item, BrokenRecord)] == [3 * number + 1 for number in range(999)]
    assert len(items) == 1000


def test_a_last_tag_behind_many_empty_records_belongs_to_the_last_of_them() -> None:
    counted, last = RisReader().read((EMPTY * 1200 + "DO  - 10.5555/last\n").encode())
    assert isinstance(counted, BrokenRecord)
    assert counted.records == 1199
    assert isinstance(last, ReadPaper)
    assert (last.paper.identifiers.doi, last.record) == ("10.5555/last", 1200)
