"""In every format, very many empty records are told as one, few one by one, and what stands around them is read."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from conspectus.foundation.errors import BrokenRecord
from conspectus.readers import READERS
from conspectus.readers.empty_runs import MANY, RunPattern, empty_records
from conspectus.readers.reading import ReadItem, ReadPaper


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """How a file of a format is put together: ``before``, then a good record, empty ones, a good one, and ``after``."""

    reader: str
    good: str
    empty: str
    before: str = ""
    after: str = ""


PUBMED = "<PubmedArticle><MedlineCitation><PMID>{}</PMID></MedlineCitation></PubmedArticle>\n"
CSL = '{"type": "book", "title": "On elms"},\n'
BIB = "@article{good, title = {On elms}}\n"
NBIB = "PMID- 111\nTI  - On elms\n\n"
WOS = "PT J\nTI On elms\nER\n\n"
ENW = "%0 Book\n%T On elms\n\n"
XML = {"before": "<PubmedArticleSet>\n", "after": "</PubmedArticleSet>\n"}
ENDNOTE = "<record><titles><title>On elms</title></titles></record>\n"
ACL = "<paper id='1'><title>On elms</title></paper>\n"
CASES = [
    Case(reader="ris", good="TY  - BOOK\nTI  - On elms\nER  - \n", empty="TY  - JOUR\nER  - \n"),
    Case(reader="bibtex", good=BIB, empty="@article{,}\n"),
    Case(reader="bibtex", good=BIB, empty="@Misc {key:1,\n}\n\n"),
    Case(reader="medline", good=NBIB, empty="PMID- \n"),
    Case(reader="medline", good=NBIB, empty="PMID- \nOWN - NLM\nTI  - \n\n"),
    Case(reader="medline", good=NBIB, empty="OWN - NLM\nSTAT- MEDLINE\nAB  - \n \n"),
    Case(reader="pubmed_xml", good=PUBMED.format(111), empty="<PubmedArticle/>\n", **XML),
    Case(reader="pubmed_xml", good=PUBMED.format(111), empty="<PubmedArticle>\n</PubmedArticle >\n", **XML),
    Case(reader="pubmed_xml", good=PUBMED.format(111), empty=PUBMED.format(""), **XML),
    Case(reader="endnote_xml", good=ENDNOTE, empty="<record/>\n", before="<xml><records>\n", after="</records></xml>"),
    Case(
        reader="acl_anthology_xml",
        good=ACL,
        empty="<paper id='2'></paper>\n",
        before="<collection id='x'><volume id='1'>\n",
        after="</volume></collection>",
    ),
    Case(reader="csl_json", good=CSL, empty="{},\n", before="[\n", after="{}]"),
    Case(reader="csl_json", good=CSL, empty='{"id": "a", "type":"book", "title": ""},\n', before="[\n", after="{}]"),
    Case(reader="csl_json", good=CSL, empty='{"author" : [ ], "x": null, "id": 7 },\n', before="[\n", after="{}]"),
    Case(reader="web_of_science", good=WOS, empty="PT J\nER\n\n", before="FN Made\nVR 1.0\n", after="EF\n"),
    Case(reader="endnote_tagged", good=ENW, empty="%0 Book\n%T \n\n"),
]


def read(case: Case, *parts: str) -> list[ReadItem]:
    reader = READERS.get(case.reader)()
    return list(reader.read((case.before + "".join(parts) + case.after).encode()))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reader} {case.empty!r}")
def test_many_are_counted_between_what_is_read(case: Case) -> None:
    first, counted, last, *_ = read(case, case.good, case.empty * (MANY + 500), case.good)
    line = (case.before + case.good).count("\n") + 1
    assert isinstance(counted, BrokenRecord)
    assert counted.message == f"1500 empty records, the first at line {line}."
    assert (counted.record, counted.line, counted.records) == (2, line, 1500)
    assert isinstance(first, ReadPaper)
    assert isinstance(last, ReadPaper)
    assert (last.record, last.line) == (1502, line + 1500 * case.empty.count("\n"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reader} {case.empty!r}")
def test_fewer_are_told_one_by_one(case: Case) -> None:
    first, *broken = read(case, case.good, case.empty * (MANY - 2), case.good)
    start, step = (case.before + case.good).count("\n") + 1, case.empty.count("\n")
    assert isinstance(first, ReadPaper)
    told = [(item.record, item.line) for item in broken[: MANY - 2] if isinstance(item, BrokenRecord)]
    assert told == [(number + 2, start + step * number) for number in range(MANY - 2)]
    assert isinstance(broken[MANY - 2], ReadPaper)


@pytest.mark.parametrize(
    "reader, empty, last",
    [
        ("medline", "PMID- \n\n", "AB  - On elms.\n"),
        ("medline", "PMID- \n", "TI  - On elms\n"),
        ("medline", "PMID- \nTI  - \n\n", "      On elms\n"),
        ("endnote_tagged", "%0 Book\n", "%T On elms\n"),
    ],
)
def test_what_follows_belongs_to_the_last_of_them(reader: str, empty: str, last: str) -> None:
    counted, full = READERS.get(reader)().read((empty * 1200 + last).encode())
    assert isinstance(counted, BrokenRecord)
    assert counted.records == 1199
    assert isinstance(full, ReadPaper)
    assert full.record == 1200


@pytest.mark.parametrize(
    "text", ["@comment{k,}\n", "@string{k,}\n", "@preamble{}\n", "% @article{k,}\n", "@xdata{k,}\n"]
)
def test_what_is_no_entry_of_bibtex_is_not_counted(text: str) -> None:
    items = READERS.get("bibtex")().read((text * 1500 + BIB).encode())
    assert not [item for item in items if isinstance(item, BrokenRecord)]


def test_records_of_our_own_without_a_title_are_no_empty_ones() -> None:
    items = list(READERS.get("medline")().read(b"OWN - CONSPECTUS\n\n" * 1500))
    assert [type(item) for item in items] == [ReadPaper] * 1500


def test_the_one_that_stands_for_all_says_how_many_and_what_to_do() -> None:
    told = empty_records(3000, record=5, line=40)
    assert (told.message, told.record, told.line) == ("3000 empty records, the first at line 40.", 5, 40)
    assert told.records == 3000
    assert told.hint


def test_a_pattern_finds_runs_of_any_length_and_nothing_beside_them() -> None:
    runs = RunPattern(r"ab?")
    text = "x" + "ab" * 1234 + "a" * 567 + "y" + "a"
    assert [(run.start, run.end) for run in runs.finditer(text, 0)] == [(1, 3036), (3037, 3038)]
    assert runs.match(text, 0) is None
    found = runs.match(text, 1)
    assert found is not None
    assert found.group() == "ab" * 1234 + "a" * 567
