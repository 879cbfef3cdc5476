from __future__ import annotations

import pytest

from conspectus.domain.document import Reference
from conspectus.domain.paper import Author, PartialDate
from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.endnote_types import endnote_kind
from conspectus.readers.notices import told_notices
from conspectus.readers.record_draft import (
    RecordDraft,
    abstract_with_references,
    doi_of_address,
    drafted_paper,
)
from conspectus.readers.reference_kinds import CSL_TYPES, kind_named


def draft(**values: str | list[str]) -> RecordDraft:
    made = RecordDraft()
    for name, given in values.items():
        for value in [given] if isinstance(given, str) else given:
            made.add(name, name.upper(), value)
    return made


def test_further_values_of_one_field_are_kept() -> None:
    found = drafted_paper(draft(title=["Wells.", "wells", "Springs"], volume=["1", "1", "2"]))
    assert (found.title, found.volume) == ("Wells", "1")
    assert found.extra == (("TITLE", "Springs"), ("VOLUME", "2"))


def test_dates_are_refined_within_the_year() -> None:
    assert drafted_paper(draft(title="T", year="2020", date="2020-03-15")).date == PartialDate(
        year=2020, month=3, day=15
    )
    found = drafted_paper(draft(title="T", year="2020", date="2019-12-01"))
    assert (found.date, found.extra) == (PartialDate(year=2020), (("DATE", "2019-12-01"),))
    assert drafted_paper(draft(title="T", year="2020", month="Mar", day="5")).date == PartialDate(
        year=2020, month=3, day=5
    )
    assert drafted_paper(draft(title="T", year="soon")).extra == (("YEAR", "soon"),)


def test_identifiers_that_are_none_are_kept() -> None:
    found = drafted_paper(draft(title="T", doi="10/abc", pmid="none", issn="01928651"))
    assert found.identifiers.strong() == ()
    assert found.issn == ("0192-8651",)
    assert found.extra == (("DOI", "10/abc"), ("PMID", "none"))


def test_numbers_that_lost_their_zeros() -> None:
    assert drafted_paper(draft(title="T", issn="1928651")).issn == ("0192-8651",)


@pytest.mark.parametrize(
    ("address", "doi"),
    [
        ("https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("http://x.org/?id=doi:10.4103%2F2303-9027.1&atitle=Wells", "10.4103/2303-9027.1"),
        ("https://x.org/record?eid=2&doi=10.1000%2fw.1&partner=40", "10.1000/w.1"),
        ("https://x.org/10.1000/w.1", ""),
        ("https://x.org/", ""),
    ],
)
def test_dois_in_addresses(address: str, doi: str) -> None:
    assert doi_of_address(address) == doi


def test_venues_by_kind() -> None:
    made = draft(title="T", venue="V", book_title="B", series="S")
    made.kind = "chapter"
    assert (drafted_paper(made).venue, drafted_paper(made).series) == ("B", "S")
    made = draft(title="T", venue="V")
    made.kind = "book"
    assert (drafted_paper(made).venue, drafted_paper(made).series) == ("", "V")


def test_people_and_pages() -> None:
    found = drafted_paper(draft(author=["Moor, Ida", "et al."], first_page="101", last_page="9", article_number="e5"))
    assert found.authors == (Author(family="Moor", given="Ida"),)
    assert (found.pages, found.extra) == ("101-109", (("article number", "e5"),))


def test_nothing_is_no_paper() -> None:
    with pytest.raises(BrokenRecord, match="no title"):
        drafted_paper(draft(year="2020", venue="V"))


def test_a_heading_of_the_abstract_is_no_part_of_it() -> None:
    (document,), notice = abstract_with_references("Abstract: Wells dry.", [Reference(key="r1")])
    assert (document.abstract_text(), notice) == ("Wells dry.", "")
    assert document.references == (Reference(key="r1"),)
    assert abstract_with_references("", ()) == ((), "")


@pytest.mark.parametrize(
    ("types", "kind", "direction"),
    [
        (["Retracted Publication"], "retraction", "received"),
        (["Retraction"], "retraction", "issued"),
        (["Article", "Erratum"], "correction", "issued"),
    ],
)
def test_notices_of_types(types: list[str], kind: str, direction: str) -> None:
    (notice,) = told_notices("Wells", types, [])
    assert (notice.kind, notice.direction) == (kind, direction)
    assert told_notices("Wells", ["Article"], []) == ()


def test_kinds() -> None:
    assert kind_named("Book Section") == "chapter"
    assert kind_named("journalArticle") == "article-journal"
    assert kind_named("") == ""
    assert all(kind_named(kind) == kind for kind in CSL_TYPES - {"article", "review", "entry", "figure", "event"})
    assert endnote_kind("Journal Article", "0") == "article-journal"
    assert endnote_kind("", "6") == "book"
    assert endnote_kind("Sculpture", "6") == ""
