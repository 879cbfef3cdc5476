from __future__ import annotations

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Paper, PartialDate
from conspectus.graphs.structure.citations import KnownWorks

TITLE = "Bogs and how to map them"


def paper(name: str, *, title: str = TITLE, year: int | None = 2015, **found: str) -> Paper:
    date = PartialDate(year=year) if year is not None else None
    return Paper(id=name, title=title, date=date, identifiers=Identifiers(**found))


def test_identifiers_find_a_paper_in_any_spelling() -> None:
    known = KnownWorks([paper("p", doi="10.1000/bogs", pmid="7", pmcid="PMC8", arxiv="2101.00001")])
    assert known.find(Reference(key="r", doi="10.1000/BOGS")) == "p"
    assert known.find(Reference(key="r", doi="https://doi.org/10.1000/bogs")) == "p"
    assert known.find(Reference(key="r", pmid="7")) == "p"
    assert known.find(Reference(key="r", pmcid="pmc8")) == "p"
    assert known.find(Reference(key="r", arxiv="2101.00001")) == "p"
    assert known.find(Reference(key="r", pmid="8")) == ""


def test_titles_find_a_paper_of_the_same_year() -> None:
    known = KnownWorks([paper("p")])
    assert known.find(Reference(key="r", title="BOGS — and how to map them.", year=2015)) == "p"
    assert known.find(Reference(key="r", title=TITLE, year=2016)) == ""
    assert known.find(Reference(key="r", title=TITLE)) == ""
    assert KnownWorks([paper("p", year=None)]).find(Reference(key="r", title=TITLE, year=2015)) == ""


def test_short_and_doubled_titles_name_nobody() -> None:
    short = KnownWorks([paper("p", title="On bogs again")])
    assert short.find(Reference(key="r", title="On bogs again", year=2015)) == ""
    doubled = KnownWorks([paper("p"), paper("q"), paper("s")])
    assert doubled.find(Reference(key="r", title=TITLE, year=2015)) == ""


def test_a_paper_that_is_made_known_twice_is_still_one() -> None:
    known = KnownWorks([paper("p")])
    known.add(paper("p"))
    assert known.find(Reference(key="r", title=TITLE, year=2015)) == "p"


def test_two_dois_are_two_works_whatever_their_titles() -> None:
    reference = Reference(key="r", title=TITLE, year=2015, doi="10.1000/other")
    assert KnownWorks([paper("p", doi="10.1000/bogs")]).find(reference) == ""
    # A record without a DOI may be the one that is meant.
    assert KnownWorks([paper("p", pmid="7")]).find(reference) == "p"


def test_nothing_is_found_in_an_empty_library() -> None:
    assert KnownWorks().find(Reference(key="r", doi="not a doi", title=TITLE, year=2015)) == ""
    assert KnownWorks().label("p") == ""
