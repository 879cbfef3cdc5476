from __future__ import annotations

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, abstract_document, build_document
from conspectus.domain.identifiers import Identifiers, paper_id
from conspectus.domain.paper import Paper
from conspectus.domain.passage import parse_passage_id, passages_of, resolve_passage
from conspectus.foundation.errors import GroundingError

ABSTRACT = abstract_document("We parse. It works well for all of us.")
BODY = build_document(
    [
        SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=[ParagraphDraft("We parse.")]),
        SectionDraft(
            heading="Methods", sections=[SectionDraft(heading="Data", paragraphs=[ParagraphDraft("We cut.")])]
        ),
    ]
)
PAPER = Paper(id=paper_id(Identifiers(doi="10.1002/(sici)1097<1::aid>3.0.co;2-2")), documents=(ABSTRACT, BODY))


@pytest.mark.parametrize("abstract_only", [True, False])
def test_every_passage_is_found_again_by_its_id(abstract_only: bool) -> None:
    passages = passages_of(PAPER, abstract_only=abstract_only)
    assert passages
    for passage in passages:
        paper, version, address = parse_passage_id(passage.id)
        assert paper == PAPER.id
        found, place = resolve_passage(PAPER, version, address)
        assert found == passage
        assert place.kind == "sentence"


def test_passages_come_from_the_fullest_text_or_the_longest_abstract() -> None:
    assert [(p.address, p.quote) for p in passages_of(PAPER)] == [
        ("s1.p1.t1", "We parse."),
        ("s2.1.p1.t1", "We cut."),
    ]
    only = passages_of(PAPER, abstract_only=True)
    assert [p.quote for p in only] == ["We parse.", "It works well for all of us."]
    assert {p.version for p in only} == {ABSTRACT.version}
    assert passages_of(Paper(id="x")) == passages_of(Paper(id="x"), abstract_only=True) == ()


def test_a_paragraph_or_section_is_a_passage_too() -> None:
    passage, place = resolve_passage(PAPER, BODY.version, "s2.1")
    assert passage.quote == "Data\n\nWe cut."
    assert place.kind == "section"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "x@0a1b2c3d",
        "x#s1.p1.t1",
        "@0a1b2c3d#s1",
        "x@0A1B2C3D#s1",
        "x@0a1b2c3#s1",
        "x@0a1b2c3d#p1",
        "x@0a1b2c3d#s1.",
        "x@0a1b2c3d#s1.p1.t1\n",
        "x@0a1b2c3d#s1#s2",
        "p7",
    ],
)
def test_what_is_no_passage_id_is_refused_with_a_pattern(text: str) -> None:
    with pytest.raises(GroundingError) as caught:
        parse_passage_id(text)
    assert "@" in caught.value.hint


def test_a_version_or_node_that_is_not_there_is_named() -> None:
    with pytest.raises(GroundingError, match="00000000"):
        resolve_passage(PAPER, "00000000", "s1.p1.t1")
    with pytest.raises(GroundingError, match=r"s1\.p1\.t2"):
        resolve_passage(PAPER, BODY.version, "s1.p1.t2")
