from __future__ import annotations

import pytest

from conspectus.readers.inline_markup import plain
from conspectus.readers.notices import told_notices
from conspectus.readers.record_fields import (
    abstract_documents,
    arxiv_in,
    doi_in,
    isbns_in,
    issns_in,
    page_range,
    pmcid_in,
    pmid_in,
    split_keywords,
    title_text,
)


@pytest.mark.parametrize(
    "marked, text",
    [
        ("10<sup>3</sup> <i>E. coli</i>", "10³ E. coli"),
        ("CO<sub>2</sub>", "CO₂"),
        ("p<0.05 and b>3", "p<0.05 and b>3"),
        ("a <b and c> d", "a <b and c> d"),
        ("A &amp; B &lt;i&gt;x&lt;/i&gt;", "A & B x"),
        ("<p>one</p><p>two</p>", "\none\n\ntwo\n"),
        ("<jats:p>one</jats:p>", "\none\n"),
        ("AT&T; R&D", "AT&T; R&D"),
    ],
)
def test_markup_becomes_plain_text(marked: str, text: str) -> None:
    assert plain(marked) == text


@pytest.mark.parametrize(
    "title, text",
    [("A title.", "A title"), ("By Doe et al.", "By Doe et al."), ("Why?", "Why?"), ("And so on...", "And so on..."),
     ("Made in the U.S.A.", "Made in the U.S.A."), ("  Two\n lines ", "Two lines")],
)  # fmt: skip
def test_titles(title: str, text: str) -> None:
    assert title_text(title) == text


@pytest.mark.parametrize(
    "first, last, pages",
    [("12", "34", "12-34"), ("12--34", "", "12-34"), ("p. 5", "", "5"), ("S12", "S15", "S12-S15"),
     ("123", "9", "123-129"), ("", "9", "9"),
     ("12-34", "34", "12-34"), ("n/a", "", ""), ("12, 15", "", "12, 15")],
)  # fmt: skip
def test_page_ranges(first: str, last: str, pages: str) -> None:
    assert page_range(first, last) == pages


def test_numbers_of_journals_and_books() -> None:
    assert issns_in("1999-7777(Electronic),0222-667x(Print)") == ("1999-7777", "0222-667X")
    assert issns_in("978-0-306-40615-7") == ()
    assert isbns_in("978-0-306-40615-7; 0306406152; 978-0-306-40615-8") == ("9780306406157",)


def test_pubmed_ids_must_be_marked() -> None:
    assert pmid_in(["see 12345678"]) == ""
    assert pmid_in(["see 12", "PMID:12345678"]) == "12345678"


@pytest.mark.parametrize(
    "note, doi, pmid, pmcid, arxiv",
    [
        ("DOI: 10.1000/xyz.", "10.1000/xyz", "", "", ""),
        ("Citation Key: a\nDOI: 10.1000/xyz\nPMID: 1234567", "10.1000/xyz", "1234567", "", ""),
        ("https://dx.doi.org/10.1000%2Fxyz", "10.1000/xyz", "", "", ""),
        ("PubMed PMID: 1234567; PubMed Central PMCID: PMC123456.", "", "1234567", "PMC123456", ""),
        ("arXiv:hep-th/9901001 [hep-th]", "", "", "", "hep-th/9901001"),
        ("arXiv preprint 2101.00001v2", "", "", "", "2101.00001"),
        ("https://arxiv.org/html/2101.00001v2", "", "", "", "2101.00001"),
        ("10.1000/xyz and 1234567", "", "", "", ""),
    ],
)
def test_identifiers_in_notes_must_be_marked(note: str, doi: str, pmid: str, pmcid: str, arxiv: str) -> None:
    assert (doi_in([note]), pmid_in([note]), pmcid_in([note]), arxiv_in([note])) == (doi, pmid, pmcid, arxiv)


def test_keywords() -> None:
    assert split_keywords("Heart failure, congestive") == ["Heart failure, congestive"]
    assert split_keywords("a, b", commas=True) == ["a", "b"]
    assert split_keywords("a, b, c") == ["a", "b", "c"]
    assert split_keywords("a, b; c\n*d") == ["a, b", "c", "d"]


def test_corrections_are_issued() -> None:
    (notice,) = told_notices("Erratum to: A claim")
    assert (notice.kind, notice.direction) == ("correction", "issued")


def test_an_abstract_of_nothing_has_no_document() -> None:
    assert abstract_documents(" <p> </p> ") == ((), "")
