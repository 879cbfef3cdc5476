from __future__ import annotations

from dataclasses import replace

import pytest

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, abstract_document, build_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Notice, Paper, PartialDate, unique, with_id

SMITH, JONES, LEE = Author(family="Smith", given="Ann"), Author(family="Jones"), Author(family="Lee")
WHO = Author(literal="World Health Organization")


def full_text(abstract: str, body: str) -> Document:
    return build_document(
        [
            SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=[ParagraphDraft(abstract)] if abstract else []),
            SectionDraft(heading="Methods", paragraphs=[ParagraphDraft(body)]),
        ]
    )


@pytest.mark.parametrize(
    ("authors", "label", "plural"),
    [
        ((SMITH,), "Smith", False),
        ((SMITH, JONES), "Smith and Jones", True),
        ((SMITH, JONES, LEE), "Smith et al.", True),
        ((WHO,), "World Health Organization", False),
        ((Author(family="Berg", particle="van der"),), "van der Berg", False),
        ((Author(given="Aristotle"),), "Aristotle", False),
        ((Author(), SMITH), "Smith", False),
        ((), "Parsing", False),
        ((Author(),), "Parsing", False),
    ],
)
def test_labels(authors: tuple[Author, ...], label: str, plural: bool) -> None:
    paper = Paper(id="x", title="Parsing: A Survey", authors=authors)
    assert (paper.label, paper.is_plural) == (label, plural)


def test_a_paper_without_authors_and_title_is_called_by_its_id() -> None:
    assert Paper(id="pmid-1").label == "pmid-1"


def test_full_names_read_in_order() -> None:
    author = Author(family="Berg", given="Jan", particle="van der", suffix="Jr.")
    assert (author.short, author.full, WHO.full) == ("van der Berg", "Jan van der Berg Jr.", WHO.literal)


def test_the_preferred_text_is_the_fullest_and_the_abstract_the_longest() -> None:
    long_abstract = abstract_document("We parse. " * 50)
    body, longer = full_text("We parse.", "We cut."), full_text("", "We cut and weigh. " * 3)
    paper = Paper(id="x", documents=(long_abstract, body, longer))
    assert paper.document is longer
    assert paper.abstract_version is long_abstract
    assert paper.abstract == "We parse. " * 49 + "We parse."
    assert replace(paper, documents=(longer,)).abstract_version is None
    assert replace(paper, documents=(longer,)).abstract == ""
    assert replace(paper, documents=(abstract_document("We parse."), body)).abstract_version is body
    bare = Paper(id="x")
    assert (bare.document, bare.abstract_version, bare.abstract) == (None, None, "")


def test_versions_are_found_by_name() -> None:
    document = abstract_document("We parse.")
    paper = Paper(id="x", documents=(document,))
    assert paper.version(document.version) is document
    assert paper.version("00000000") is None


@pytest.mark.parametrize(
    ("notices", "retracted"),
    [
        ((), False),
        ((Notice(kind="retraction"),), True),
        ((Notice(kind="correction"), Notice(kind="retraction", target="pmid:1")), True),
        ((Notice(kind="retraction", direction="issued"),), False),  # the notice itself is sound
        ((Notice(kind="expression-of-concern"),), False),
    ],
)
def test_retraction(notices: tuple[Notice, ...], retracted: bool) -> None:
    assert Paper(id="x", notices=notices).is_retracted is retracted


def test_a_new_identifier_makes_a_new_id_and_keeps_the_old_one_as_alias() -> None:
    paper = with_id(Paper(id="", title="Parsing", date=PartialDate(year=2020), authors=(SMITH,)))
    assert paper.id.startswith("hash-")
    assert (paper.aliases, paper.year) == ((), 2020)
    named = with_id(replace(paper, identifiers=Identifiers(doi="10.1000/x")))
    assert (named.id, named.aliases) == ("doi-10.1000_x", (paper.id,))
    assert with_id(named) is named
    back = with_id(replace(named, identifiers=Identifiers()))
    assert (back.id, back.aliases) == (paper.id, ("doi-10.1000_x",))


def test_unique_keeps_the_order_and_drops_what_is_empty() -> None:
    assert unique(["b", "", "a", "b"]) == ("b", "a")


def test_papers_without_titles_are_told_apart_by_their_texts() -> None:
    ids = {with_id(Paper(id="", documents=(Document(text=text),))).id for text in ("One text.", "Another text.")}
    assert len(ids) == 2
    assert with_id(Paper(id="")).id == with_id(Paper(id="")).id
