from __future__ import annotations

import pytest

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Funding, Notice, Paper, PartialDate
from conspectus.exporters.bibtex import BibtexExporter


def entry(paper: Paper) -> str:
    return BibtexExporter(complete=True).export([paper])


@pytest.mark.parametrize(
    ("kind", "begins"),
    [("dataset", "@dataset{"), ("webpage", "@online{"), ("manuscript", "@unpublished{"), ("interview", "@misc{")],
)
def test_entry_types(kind: str, begins: str) -> None:
    assert entry(Paper(id="x", title="T", kind=kind)).startswith(begins)


def test_a_kind_that_bibtex_has_not_is_kept_and_one_it_has_is_not() -> None:
    assert "conspectus-kind = {interview}" in entry(Paper(id="x", title="T", kind="interview"))
    assert "conspectus-kind" not in entry(Paper(id="x", title="T", kind="book"))
    preprint = Paper(id="x", title="T", kind="article", identifiers=Identifiers(arxiv="2101.00001"))
    assert "conspectus-kind" not in entry(preprint)


def test_the_number_is_an_issue_outside_of_journals() -> None:
    assert "  number = {7}" in entry(Paper(id="x", title="T", kind="article-journal", issue="7"))
    assert "  issue = {7}" in entry(Paper(id="x", title="T", kind="paper-conference", issue="7"))


def test_keywords_with_commas_are_parted_by_semicolons() -> None:
    assert "keywords = {Failure, heart;}" in entry(Paper(id="x", title="T", keywords=("Failure, heart",)))
    assert "keywords = {a, b; c}" in entry(Paper(id="x", title="T", keywords=("a, b", "c")))


def test_other_keys_and_a_key_that_bibtex_cannot_hold() -> None:
    assert "  ids = {b, c},\n" in entry(Paper(id="x", title="T", keys=("a", "b", "c")))
    text = entry(Paper(id="x", title="T", keys=("a b", "c")))
    assert text.startswith("@misc{a-b,\n")
    assert '  conspectus-keys = {["a b","c"]},\n' in text


def test_what_has_no_field_is_kept_under_names_of_its_own() -> None:
    paper = Paper(
        id="x",
        title="T",
        date=PartialDate(year=1999, text="Spring"),
        funding=(Funding(funder="F"),),
        notices=(Notice(kind="retraction"),),
        extra=(("doi", "odd"), ("file", "a.pdf")),
    )
    text = entry(paper)
    assert "note = {Retracted publication}" in text
    for name in ("date", "funding", "notices"):
        assert f"  conspectus-{name} = {{" in text
    assert '  conspectus-extra = {[["doi","odd"]]},\n' in text
    assert "  file = {a.pdf},\n" in text
