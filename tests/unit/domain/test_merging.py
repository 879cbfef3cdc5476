from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.document import Reference, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, abstract_document, build_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.merging import OTHER_PLACE, merge_authors, merge_papers
from conspectus.domain.paper import (
    Author,
    Funding,
    MeshHeading,
    Notice,
    Paper,
    PartialDate,
    Provenance,
    with_id,
)

WORDS = st.sampled_from(["", "Parsing", "PARSING", "Parsing of trees", "Logic"])
SOME = st.sampled_from(["", "a", "b"])


def tuples(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, max_size=2, unique=True).map(tuple)


AUTHORS = st.lists(
    st.builds(
        Author,
        family=st.sampled_from(["Smith", "Jones", "Lee"]),
        given=st.sampled_from(["", "A.", "Ann", "Bob"]),
        orcid=st.sampled_from(["", "0000-0001"]),
        affiliations=tuples(st.sampled_from(["Oslo", "Lund"])),
    ),
    max_size=3,
    unique_by=lambda author: author.family,
).map(tuple)
DATES = st.none() | st.builds(PartialDate, year=st.sampled_from([2020, 2021]), month=st.none() | st.just(5))
BODY = build_document([SectionDraft(heading="Methods", paragraphs=[ParagraphDraft("We cut.")])])
DOCUMENTS = tuples(st.sampled_from([abstract_document("We parse."), abstract_document("We parse. It works."), BODY]))
DRAWN: dict[str, st.SearchStrategy[Any]] = dict(
    title=WORDS,
    authors=AUTHORS,
    editors=AUTHORS,
    date=DATES,
    venue=WORDS,
    **dict.fromkeys(("venue_short", "volume", "issue", "pages", "publisher", "place"), SOME),
    **dict.fromkeys(("edition", "series", "language", "url"), SOME),
    kind=st.sampled_from(["document", "book", "article-journal"]),
    identifiers=st.builds(
        Identifiers,
        doi=st.sampled_from(["", "10.1000/x"]),
        pmid=st.sampled_from(["", "7"]),
        pmcid=st.sampled_from(["", "PMC77"]),
        arxiv=st.sampled_from(["", "2101.00001"]),
        isbn=tuples(st.sampled_from(["9780306406157", "9780804429573"])),
    ),
    issn=tuples(st.sampled_from(["1234-5678", "2345-6789"])),
    publication_types=tuples(st.sampled_from(["Review", "Trial"])),
    keywords=tuples(st.sampled_from(["trees", "logic"])),
    mesh=st.lists(
        st.builds(
            MeshHeading,
            descriptor=st.sampled_from(["Mice", "Rats"]),
            qualifiers=tuples(st.sampled_from(["x", "y"])),
            major=st.booleans(),
        ),
        max_size=2,
        unique_by=lambda m: m.descriptor,
    ).map(tuple),
    funding=tuples(st.builds(Funding, funder=st.sampled_from(["NIH", "NSF"]))),
    notices=tuples(st.builds(Notice, kind=st.sampled_from(["retraction", "correction"]))),
    keys=tuples(st.sampled_from(["smith20", "lee21"])),
    aliases=tuples(st.sampled_from(["pmid-9", "hash-0"])),
    documents=DOCUMENTS,
    provenance=tuples(
        st.builds(Provenance, source=st.sampled_from(["a.ris", "b.bib"]), sha256=st.just("0"), reader=st.just("ris"))
    ),
    extra=tuples(st.tuples(st.just("note"), st.sampled_from(["x", "y"]))),
    paraphrase=st.booleans(),
)
PAPERS = st.builds(Paper, id=st.just(""), **DRAWN).map(with_id)
PLACE_FIELDS = ("venue", "venue_short", "volume", "issue", "pages", "publisher", "place", "edition", "series")
NEVER_LOST = ("issn", "keywords", "publication_types", "funding", "notices", "keys", "documents", "provenance", "extra")


def test_a_new_field_of_papers_is_drawn_on_the_day_it_comes() -> None:
    assert {field.name for field in fields(Paper)} - {"id"} == set(DRAWN)


@settings(max_examples=60, deadline=None)
@given(PAPERS)
def test_a_copy_adds_nothing(paper: Paper) -> None:
    once = replace(paper, aliases=tuple(alias for alias in paper.aliases if alias != paper.id))
    assert merge_papers(once, once) == once


@settings(max_examples=120, deadline=None)
@given(PAPERS, PAPERS)
def test_the_merged_paper_is_never_poorer_than_its_parts(first: Paper, second: Paper) -> None:
    merged = merge_papers(first, second)
    elsewhere = any(name == OTHER_PLACE for name, _ in merged.extra)
    for field in fields(Paper):
        if elsewhere and field.name in PLACE_FIELDS:
            # Details of two places never mix: the place is that of the first record, the other is kept beside it.
            assert getattr(merged, field.name) == getattr(first, field.name), field.name
        elif getattr(first, field.name) or getattr(second, field.name):
            assert getattr(merged, field.name), field.name
    for part in (first, second):
        for name in NEVER_LOST:
            assert set(getattr(part, name)) <= set(getattr(merged, name)), name
        assert {part.id, *part.aliases} <= {merged.id, *merged.aliases}
        assert set(part.identifiers.strong()) <= set(merged.identifiers.strong())
        assert set(part.identifiers.isbn) <= set(merged.identifiers.isbn)
        assert {m.descriptor for m in part.mesh} <= {m.descriptor for m in merged.mesh}
        for heading in part.mesh:
            other = next(m for m in merged.mesh if m.descriptor == heading.descriptor)
            assert set(heading.qualifiers) <= set(other.qualifiers)
            assert other.major >= heading.major
        for document in part.documents:
            assert merged.version(document.version) == document
    assert merged.id not in merged.aliases
    assert with_id(merged) == merged
    assert merge_papers(merged, second) == merge_papers(merged, first) == merged


@settings(max_examples=60, deadline=None)
@given(PAPERS, PAPERS)
def test_who_was_there_first_does_not_change_what_the_paper_is(first: Paper, second: Paper) -> None:
    forth, back = merge_papers(first, second), merge_papers(second, first)
    assert forth.identifiers.strong() == back.identifiers.strong()
    assert set(forth.identifiers.isbn) == set(back.identifiers.isbn)
    if forth.identifiers.strong():
        assert forth.id == back.id
    assert {d.version for d in forth.documents} == {d.version for d in back.documents}
    assert set(forth.keys) == set(back.keys)


def test_a_full_text_is_added_and_renumbers_nothing() -> None:
    abstract = abstract_document("We parse. It works.")
    first = with_id(Paper(id="", title="Parsing", identifiers=Identifiers(pmid="7"), documents=(abstract,)))
    second = with_id(
        Paper(id="", title="Parsing", identifiers=Identifiers(doi="10.1000/x", pmid="7"), documents=(BODY,))
    )
    merged = merge_papers(first, second)
    assert (merged.id, merged.aliases) == ("doi-10.1000_x", ("pmid-7",))
    assert merged.documents == (abstract, BODY)
    assert merged.document is BODY
    assert merged.version(abstract.version) == abstract


def test_one_text_keeps_the_tree_that_was_there_and_gains_a_reference_list() -> None:
    known = abstract_document("We parse.")
    coming = build_document(
        [SectionDraft(heading="", kind=SectionKind.COMMON, paragraphs=[ParagraphDraft("We parse.")])],
        references=[Reference(key="r1", title="Trees")],
    )
    assert coming.version == known.version
    merged = merge_papers(Paper(id="a", documents=(known,)), Paper(id="a", documents=(coming,)))
    assert merged.documents == (replace(known, references=coming.references),)


@pytest.mark.parametrize(
    ("first", "second", "title"),
    [
        ("PARSING TREES", "Parsing Trees", "Parsing Trees"),
        ("Parsing", "Parsing: A Survey", "Parsing: A Survey"),
        ("Parsing: A Survey", "Parsing", "Parsing: A Survey"),
        ("Parsing trees", "Logic of everything there is", "Parsing trees"),
        ("", "Parsing", "Parsing"),
        ("Parsing", "", "Parsing"),
    ],
)
def test_titles(first: str, second: str, title: str) -> None:
    assert merge_papers(Paper(id="a", title=first), Paper(id="a", title=second)).title == title


@pytest.mark.parametrize(
    ("first", "second", "date"),
    [
        (PartialDate(year=2020), PartialDate(year=2020, month=5), PartialDate(year=2020, month=5)),
        (PartialDate(year=2020, month=5), PartialDate(year=2020), PartialDate(year=2020, month=5)),
        (PartialDate(year=2019), PartialDate(year=2020, month=5), PartialDate(year=2019)),
        (None, PartialDate(year=2020), PartialDate(year=2020)),
        (PartialDate(year=2020), None, PartialDate(year=2020)),
    ],
)
def test_dates(first: PartialDate | None, second: PartialDate | None, date: PartialDate) -> None:
    assert merge_papers(Paper(id="a", date=first), Paper(id="a", date=second)).date == date


def test_authors_are_matched_as_persons() -> None:
    first = (
        Author(family="Smith", given="J. A."),
        Author(family="Smith", given="Bo"),
        Author(family="Lee", given="C."),
    )
    second = (
        Author(family="Smith", given="Bo", orcid="0000-0002"),
        Author(family="Smith", given="Jane", orcid="0000-0001"),
    )
    merged = merge_authors(first, second)
    assert [(a.given, a.orcid) for a in merged] == [("Jane", "0000-0001"), ("Bo", "0000-0002"), ("C.", "")]
    assert merge_authors(second, first) == merged


def test_an_author_who_could_be_either_namesake_gains_nothing() -> None:
    first = (Author(family="Wang", given="L."), Author(family="Lee"))
    second = (Author(family="Wang", given="Lei", orcid="1"), Author(family="Wang", given="Li", orcid="2"))
    assert merge_authors(first, second)[0] == first[0]


def test_the_volume_of_one_journal_never_stands_beside_the_pages_of_another() -> None:
    shade = Paper(id="a", title="Ferns", venue="Journal of Shade", volume="3", pages="10")
    light = Paper(id="a", title="Ferns", venue="Light and Leaves", volume="8", pages="77-80", publisher="Leaf")
    merged = merge_papers(shade, light)
    assert (merged.venue, merged.volume, merged.pages, merged.publisher) == ("Journal of Shade", "3", "10", "")
    assert (OTHER_PLACE, "Light and Leaves, 8, 77-80") in merged.extra
    short = Paper(id="a", title="Ferns", venue="J Shade", volume="3", pages="10-19")
    assert merge_papers(shade, short).pages == "10-19"
