from __future__ import annotations

import pytest

from conspectus.domain.paper import Author, Funding, Paper, PartialDate
from conspectus.domain.structure_graph import Triple
from conspectus.graphs.structure.node_names import NodeNames
from conspectus.graphs.structure.publication import day_of, first_and_last_page, publication_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024


def triples(paper: Paper) -> list[Triple]:
    return list(publication_triples(paper, NodeNames(paper), ASKG_2024))


def short(triple: Triple) -> tuple[str, str, str]:
    terms = (triple.subject.value, triple.predicate.value, triple.object.value)
    subject, predicate, value = (ASKG_2024.shortened(term) for term in terms)
    return subject.removeprefix("askg-data:"), predicate, value.removeprefix("askg-data:")


@pytest.mark.parametrize(
    "pages, wanted",
    [
        ("11-19", ("11", "19")), ("1021–9", ("1021", "1029")), ("S12--S15", ("S12", "S15")), ("7", ("7", "")),
        ("e1003", ("e1003", "")), ("", ("", "")), ("3-4, 9", ("", "")), ("ii-iv", ("", "")),
    ],
)  # fmt: skip
def test_printed_pages_have_a_first_and_a_last(pages: str, wanted: tuple[str, str]) -> None:
    assert first_and_last_page(pages) == wanted


@pytest.mark.parametrize(
    "date, wanted",
    [
        (None, ""), (PartialDate(year=2020), ""), (PartialDate(year=2020, month=2), ""),
        (PartialDate(year=2020, month=2, day=29), "2020-02-29"), (PartialDate(year=2021, month=2, day=29), ""),
        (PartialDate(year=987, month=1, day=2), "0987-01-02"), (PartialDate(year=12345, month=1, day=2), ""),
    ],
)  # fmt: skip
def test_only_days_that_are_known_and_exist_are_dates(date: PartialDate | None, wanted: str) -> None:
    assert day_of(Paper(id="p", date=date)) == wanted


def test_a_journal_is_one_node_for_all_its_papers() -> None:
    one = {short(t) for t in triples(Paper(id="p", venue="Journal of Moss", kind="article-journal"))}
    two = {short(t) for t in triples(Paper(id="q", venue="Journal of  moss.", kind="article-journal"))}
    journal = next(value for _, predicate, value in one if predicate == "askg:appearsInJournal")
    assert journal.startswith("journal/journal-of-moss-")
    assert (journal, "rdf:type", "askg:Journal") in one & two
    assert ("q", "askg:appearsInJournal", journal) in two


def test_a_conference_is_no_journal_and_a_book_is_neither() -> None:
    found = {
        predicate for _, predicate, _ in map(short, triples(Paper(id="p", venue="MossConf", kind="paper-conference")))
    }
    assert "askg:presentedIn" in found
    assert "askg:appearsInJournal" not in found
    assert triples(Paper(id="p", venue="Mosses", kind="chapter")) == []


def test_authors_have_researchers_and_organisations() -> None:
    author = Author(family="Moor", given="Ada", affiliations=("Bog College",), orcid="0000-0001-2345-678X")
    found = [short(t) for t in triples(Paper(id="p", authors=(author,)))]
    assert ("p#author1", "owl:sameAs", "https://orcid.org/0000-0001-2345-678X") in found
    assert ("https://orcid.org/0000-0001-2345-678X", "rdfs:label", "Ada Moor") in found
    assert any(
        s == "p#author1" and p == "askg:memberOf" and o.startswith("organisation/bog-college-") for s, p, o in found
    )


def test_something_else_in_place_of_an_orcid_makes_no_iri() -> None:
    assert triples(Paper(id="p", authors=(Author(family="Moor", orcid="x> <y"),))) == []


def test_each_award_is_a_grant_of_its_funder() -> None:
    paper = Paper(id="p", funding=(Funding(funder="Peat Trust", awards=("A1", "A2")), Funding(funder="Fen Fund")))
    found = [short(t) for t in triples(paper)]
    assert [o for s, p, o in found if p == "askg:supportedBy"] == ["p#grant1.1", "p#grant1.2", "p#grant2.1"]
    assert ("p#grant1.2", "rdfs:label", "A2") in found
    assert len({o for s, p, o in found if p == "askg:funder"}) == 2
