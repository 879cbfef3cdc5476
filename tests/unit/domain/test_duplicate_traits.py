"""Traits: what is compared of a record, in normal form."""

from __future__ import annotations

import pytest

from conspectus.domain.duplicate_traits import (
    Traits,
    family_key,
    is_preprint_doi,
    is_preprint_venue,
    title_numbers,
    traits_of,
)
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper


@pytest.mark.parametrize(
    "title, numbers, parts",
    [
        ("growing apples part ii", ("2",), ("2",)),
        ("growing apples part two", ("2",), ("2",)),
        ("growing apples i", ("1",), ("1",)),
        ("vitamin c and i", ("1",), ("1",)),
        ("type 2 diabetes and angiotensin ii in rats", ("2", "2"), ()),
        ("i grow apples", (), ()),
        ("part a of apples", (), ("a",)),
        ("co2 in 1997", ("1997", "2"), ()),
        ("", (), ()),
    ],
)
def test_numerals_of_titles(title: str, numbers: tuple[str, ...], parts: tuple[str, ...]) -> None:
    assert title_numbers(title) == (numbers, parts)


@pytest.mark.parametrize(
    "title, bare, notice",
    [
        ("Erratum to: Growing apples", "growing apples", "correction"),
        ("Author Correction: Growing apples", "growing apples", "correction"),
        ("Growing apples (vol 3, pg 1, 2001)", "growing apples", "correction"),
        ("Growing apples: corrigendum", "growing apples", "correction"),
        ("Correction of vision in apples", "correction of vision in apples", ""),
        ("Retraction notice to: Growing apples", "growing apples", "retraction"),
        ("RETRACTED: Growing apples", "growing apples", ""),
        ("Withdrawn: Growing apples", "growing apples", ""),
        ("Reply to: Growing apples", "growing apples", "reply"),
        ("Authors' reply: Growing apples", "growing apples", "reply"),
        ("Growing apples - reply", "growing apples", "reply"),
        ("Re: Growing apples", "growing apples", "reply"),
        ("Response of apples to light", "response of apples to light", ""),
        ("Commentary on: Growing apples", "growing apples", "comment"),
        ("Supplementary material for: Growing apples", "growing apples", "supplement"),
        ("Growing apples. Supporting Information", "growing apples", "supplement"),
        ("Supplementation of apples", "supplementation of apples", ""),
        ("Growing apples: a trial protocol", "growing apples", "protocol"),
        ("Book review: Growing apples", "growing apples", "book review"),
        ("Erratum", "erratum", ""),
    ],
)
def test_titles_that_say_that_a_work_is_about_another(title: str, bare: str, notice: str) -> None:
    found = traits_of(Paper(id="", title=title))
    assert (found.title, found.notice) == (bare, notice)


@pytest.mark.parametrize(
    "doi, is_preprint",
    [
        ("10.1101/2020.01.02.123456", True),
        ("10.1101/123456", True),
        ("10.48550/arxiv.2001.00001", True),
        ("10.2139/ssrn.1234567", True),
        ("10.1101/gad.123456.107", False),
        ("10.1101/cshperspect.a012345", False),
        ("10.5555/2020.01.02.123456", False),
        ("", False),
    ],
)
def test_dois_of_preprint_servers(doi: str, is_preprint: bool) -> None:
    assert is_preprint_doi(doi) is is_preprint


def test_an_arxiv_id_beside_a_journal_makes_no_preprint() -> None:
    arxiv = Identifiers(arxiv="2001.00001")
    assert traits_of(Paper(id="", identifiers=arxiv)).preprint
    assert traits_of(Paper(id="", identifiers=arxiv, venue="CoRR")).preprint
    assert not traits_of(Paper(id="", identifiers=arxiv, venue="Journal of Apples")).preprint
    assert not traits_of(Paper(id="", identifiers=Identifiers(doi="10.5555/a", arxiv="2001.00001"))).preprint
    assert is_preprint_venue("arXiv:2001.00001 [cs.CL]")
    assert not is_preprint_venue("Journal of Apples")


def test_versions_of_preprints_are_one_doi() -> None:
    first, second = (
        traits_of(Paper(id="", identifiers=Identifiers(doi=f"10.1101/2020.01.02.123456{v}"))) for v in ("v1", "v2")
    )
    assert first.doi == second.doi == "10.1101/2020.01.02.123456"
    assert traits_of(Paper(id="", identifiers=Identifiers(doi="10.5555/xv2"))).doi == "10.5555/xv2"


@pytest.mark.parametrize(
    "author, key",
    [
        (Author(family="Berg", particle="van den"), "berg"),
        (Author(family="van den Berg"), "berg"),
        (Author(family="O'Neil-Smith"), "oneilsmith"),
        (Author(family="Müller"), "muller"),
        (Author(literal="World Pomology Society"), "worldpomologysociety"),
        (Author(family="Anonymous"), ""),
        (Author(family="Van"), "van"),
        (Author(), ""),
    ],
)
def test_family_names(author: Author, key: str) -> None:
    assert family_key(author) == key


@pytest.mark.parametrize(
    "pages, page",
    [("112-29", "112"), ("e112", "112"), ("S014", "14"), ("01-Apr", ""), ("Apr-01", ""), ("xii", ""), ("", "")],
)
def test_first_pages(pages: str, page: str) -> None:
    assert traits_of(Paper(id="", pages=pages)).page == page


def test_venues_are_without_the_place_in_brackets() -> None:
    paper = Paper(id="", venue="Fruit (Basel, Switzerland)", venue_short="(Fruit)")
    assert traits_of(paper).venues == ("fruit",)


def test_json_leaves_out_what_is_not_known() -> None:
    assert Traits(title="a").to_json() == '{"title":"a"}'
    assert Traits.from_json('{"title":"a","authors":["b"],"of a later version":1}') == Traits(title="a", authors=("b",))
