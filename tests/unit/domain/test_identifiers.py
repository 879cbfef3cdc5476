from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conspectus.domain.identifiers import (
    Identifiers,
    first_valid,
    normal_arxiv,
    normal_doi,
    normal_isbn,
    normal_pmcid,
    normal_pmid,
    paper_id,
)

SICI = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2"
DOIS = st.builds(
    "10.{}/{}".format,
    st.sampled_from(["1000", "1016", "1002", "12345.6"]),
    st.text(st.sampled_from("ab1()<>;:/_-.[]é"), min_size=1, max_size=12),
)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1000/XYZ.123", "10.1000/xyz.123"),
        ("doi:10.1000/xyz", "10.1000/xyz"),
        ("DOI: 10.1000/xyz.", "10.1000/xyz"),
        ("https://doi.org/10.1000/xyz", "10.1000/xyz"),
        ("http://dx.doi.org/10.1000%2Fxyz", "10.1000/xyz"),
        ("https://doi.org/10.1000/xyz?utm_source=feed", "10.1000/xyz"),
        ("https://publisher.example/doi/full/10.1000/xyz.9#sec-2", "10.1000/xyz.9"),
        ("https://publisher.example/doi/10.1000/xyz.9/full", "10.1000/xyz.9"),
        ("https://publisher.example/content/10.1000/xyz.9.pdf", "10.1000/xyz.9"),
        ("(see 10.1000/xyz).", "10.1000/xyz"),
        ("[10.1000/xyz]", "10.1000/xyz"),
        ("10.1000/xyz(2020)", "10.1000/xyz(2020)"),
        ("“10.1000/xyz”,", "10.1000/xyz"),
        ("{10.1000/xyz}", "10.1000/xyz"),
        ("<doi>10.1000/xyz</doi>", "10.1000/xyz"),
        ("10.1000/xyz, 10.1000/abc", "10.1000/xyz"),
        ("10.1000/xyz;10.1000/abc", "10.1000/xyz"),
        ("10.1000/x\u200byz", "10.1000/xyz"),
        (SICI.upper(), SICI),
        (SICI.replace("<", "&lt;").replace(">", "&gt;"), SICI),
        ("https://doi.org/" + SICI.replace("<", "%3C").replace(">", "%3E"), SICI),
        ("10.1890/0012-9658(2002)083<0727:abc>2.3.co;2", "10.1890/0012-9658(2002)083<0727:abc>2.3.co;2"),
        ("10.1000.10/abc", "10.1000.10/abc"),
        ("https://www.doi.org/10.1000/xyz.", "10.1000/xyz"),
        ("https://dx.doi.org/doi:10.1000/xyz", "10.1000/xyz"),
        ("info:doi/10.1000/xyz", "10.1000/xyz"),
        ("https://doi-org.proxy.example/10.1000/xyz", "10.1000/xyz"),
        ("https://publisher.example/doi/pdf/10.1000/xyz?download=true", "10.1000/xyz"),
        ("https://archive.example/content/10.1101/2020.01.01.123456v1", "10.1101/2020.01.01.123456"),
        ("https://archive.example/content/10.1101/2020.01.01.123456v2.full.pdf", "10.1101/2020.01.01.123456"),
        ("https://doi.org/10.21203/rs.3.rs-123456/v1", "10.21203/rs.3.rs-123456/v1"),
        ("10.1000/xyz PMID: 123", "10.1000/xyz"),
        ("doi：10.1000/xyz。", "10.1000/xyz"),
        ("10.1000/xyz…", "10.1000/xyz"),
        ("10.1000/", ""),
        ("10.1000/...", ""),
        ("10.10/abc", ""),
        ("no identifier", ""),
        ("", ""),
    ],
)
def test_dois(text: str, doi: str) -> None:
    assert normal_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "pmid"),
    [
        ("12345678", "12345678"),
        (" 0012345 ", "12345"),
        ("PMID: 12345678", "12345678"),
        ("pmid12345678", "12345678"),
        ("12345678 [pubmed]", "12345678"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", "12345678"),
        ("https://www.ncbi.nlm.nih.gov/pubmed/12345678", "12345678"),
        ("https://www.ncbi.nlm.nih.gov/pubmed?term=12345678", "12345678"),
        ("PMID 12345678.", "12345678"),
        ("PMID: 12345678; PMCID: PMC1234567", "12345678"),
        ("MEDLINE:12345678", "12345678"),
        ("https://europepmc.org/article/MED/12345678", "12345678"),
        ("PMC1234567", ""),
        ("PubMed Central PMC1234567", ""),
        ("10.1000/xyz", ""),
        ("Smith 2020", ""),
        ("123456789", ""),
        ("0", ""),
        ("", ""),
    ],
)
def test_pmids(text: str, pmid: str) -> None:
    assert normal_pmid(text) == pmid


@pytest.mark.parametrize(
    ("text", "pmcid"),
    [
        ("PMC1234567", "PMC1234567"),
        ("pmc1234567", "PMC1234567"),
        ("PMCID: PMC1234567", "PMC1234567"),
        ("pmcid:1234567", "PMC1234567"),
        ("1234567", "PMC1234567"),
        ("PMC1234567.2", "PMC1234567"),
        ("https://europepmc.org/articles/PMC1234567", "PMC1234567"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", "PMC1234567"),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/", "PMC1234567"),
        ("10.1000/1234567", ""),
        ("", ""),
    ],
)
def test_pmcids(text: str, pmcid: str) -> None:
    assert normal_pmcid(text) == pmcid


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("2101.00001", "2101.00001"),
        ("2101.00001v12", "2101.00001"),
        ("0704.0001", "0704.0001"),
        ("arXiv:2101.00001v2 [cs.CL]", "2101.00001"),
        ("arXiv preprint arXiv:2101.00001", "2101.00001"),
        ("CoRR abs/2101.00001", "2101.00001"),
        ("https://arxiv.org/abs/2101.00001v3", "2101.00001"),
        ("https://arxiv.org/pdf/2101.00001v3.pdf", "2101.00001"),
        ("https://arxiv.org/html/2101.00001v1", "2101.00001"),
        ("10.48550/arXiv.2101.00001", "2101.00001"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("cond-mat/9901001v2", "cond-mat/9901001"),
        ("math.GT/0309136", "math/0309136"),
        ("physics.gen-ph/0309136", "physics/0309136"),
        ("astro-ph/0001001", "astro-ph/0001001"),
        ("https://doi.org/10.48550/arXiv.hep-th/9901001", "hep-th/9901001"),
        ("[2101.00001]", "2101.00001"),
        ("arXiv: 2101.00001.", "2101.00001"),
        ("https://arxiv.org/abs/cs.CL/0101001v1", "cs/0101001"),
        ("2101.000011", ""),
        ("10.1000/1234567", ""),
        ("2020.acl-main.1", ""),
        ("", ""),
    ],
)
def test_arxiv_ids(text: str, arxiv: str) -> None:
    assert normal_arxiv(text) == arxiv


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("0-306-40615-2", "9780306406157"),
        ("0306406152", "9780306406157"),
        ("978-0-306-40615-7", "9780306406157"),
        ("ISBN-13: 978-0-306-40615-7", "9780306406157"),
        ("ISBN-10: 0-306-40615-2 (text edition)", "9780306406157"),
        ("isbn:9780306406157", "9780306406157"),
        ("978–0–306–40615–7", "9780306406157"),
        ("080442957x", "9780804429573"),
        ("979-10-90636-07-1", "9791090636071"),
        ("ISBN: 978 0 306 40615 7.", "9780306406157"),
        ("0-306-40615-2 / 978-0-306-40615-7", "9780306406157"),
        ("0306406153", ""),
        ("978-0-306-40615-8", ""),
        ("12345", ""),
        ("1234-5678", ""),
        ("", ""),
    ],
)
def test_isbns(text: str, isbn: str) -> None:
    assert normal_isbn(text) == isbn


@given(st.text(st.characters() | st.sampled_from("10./%2f%3c&lt;<>()abPMC97 8-X"), max_size=40) | DOIS)
@example("10.1000/a%252fb")
@example("10.1000/&amp;lt;b")
def test_normal_forms_are_fixed_points(text: str) -> None:
    for normal in (normal_doi, normal_pmid, normal_pmcid, normal_arxiv, normal_isbn):
        once = normal(text)
        assert not once or normal(once) == once


def test_strong_identifiers_name_one_work() -> None:
    identifiers = Identifiers(doi="10.1000/x", pmcid="PMC123", isbn=("9780306406157",))
    assert identifiers.strong() == ("doi:10.1000/x", "pmcid:PMC123")


@pytest.mark.parametrize(
    ("identifiers", "expected"),
    [
        (Identifiers(doi="10.1000/xyz.1", pmid="1"), "doi-10.1000_xyz.1"),
        (Identifiers(pmid="12", pmcid="PMC34"), "pmid-12"),
        (Identifiers(pmcid="PMC34", arxiv="2101.00001"), "pmcid-34"),
        (Identifiers(arxiv="2101.00001"), "arxiv-2101.00001"),
        (Identifiers(arxiv="hep-th/9901001"), "arxiv-hep-th_9901001"),
    ],
)
def test_the_first_identifier_makes_the_id(identifiers: Identifiers, expected: str) -> None:
    assert paper_id(identifiers, title="Any", year=1999, first_author="Any") == expected


def test_without_identifiers_the_description_makes_the_id() -> None:
    one = paper_id(Identifiers(), title="Parsing: A Survey", year=2020, first_author="Müller")
    assert re.fullmatch(r"hash-[0-9a-f]{12}", one)
    assert paper_id(Identifiers(), title="parsing — a survey.", year=2020, first_author="MULLER") == one
    others = {
        paper_id(Identifiers(), title="Parsing: A Survey", year=2021, first_author="Müller"),
        paper_id(Identifiers(), title="Parsing: A Survey", year=2020, first_author="Miller"),
        paper_id(Identifiers(), title="Parsing A", year=2020, first_author="Survey Müller"),
        paper_id(Identifiers(), title="Parsing: A Survey", first_author="Müller"),
        one,
    }
    assert len(others) == 5


@given(st.lists(DOIS, min_size=2, max_size=8, unique=True))
@example([SICI, SICI.replace("<", "(").replace(">", ")")])
@example(["10.1000/a/b", "10.1000/a_b", "10.1000/a-b", "10.1000/a(b"])
def test_different_dois_make_different_ids(dois: list[str]) -> None:
    ids = [paper_id(Identifiers(doi=doi)) for doi in dois]
    assert len(set(ids)) == len(dois)
    assert ids == [paper_id(Identifiers(doi=doi), title="x") for doi in dois]


@given(DOIS | st.just("10.1000/" + "a" * 400) | st.just(SICI))
def test_ids_are_safe_in_file_names_addresses_and_passage_ids(doi: str) -> None:
    made = paper_id(Identifiers(doi=doi))
    assert re.fullmatch(r"doi-10\.[a-z0-9._-]+", made)
    assert len(made) <= 150


def test_first_valid() -> None:
    assert first_valid(["", "a", "b"]) == "a"
    assert first_valid([]) == first_valid([""]) == ""
