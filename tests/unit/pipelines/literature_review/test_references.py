from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conspectus.domain.document import SectionKind
from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.paper import Author, Paper
from conspectus.domain.passage import resolve_passage
from conspectus.pipelines.literature_review.references import NO_ABSTRACT, given_references

MakePaper = Callable[..., Paper]


def test_handles_run_over_all_sentences_in_the_order_given(make_paper: MakePaper) -> None:
    papers = [make_paper("b", "One thing works. Another fails."), make_paper("a", "A third is open.")]
    given = given_references(papers)
    assert [reference.paper for reference in given.usable] == ["b", "a"]
    assert [(item.handle, item.passage.quote) for item in given.evidence] == [
        ("p1", "One thing works."),
        ("p2", "Another fails."),
        ("p3", "A third is open."),
    ]


def test_each_quote_stands_at_its_address(papers: tuple[Paper, ...]) -> None:
    by_id = {paper.id: paper for paper in papers}
    evidence = given_references(papers).evidence
    assert len(evidence) > 40
    for item in evidence:
        passage = item.passage
        assert resolve_passage(by_id[passage.paper], passage.version, passage.address)[0] == passage


def test_papers_without_abstract_are_listed_and_take_no_handle(make_paper: MakePaper) -> None:
    given = given_references([make_paper("none"), make_paper("some", "It works well.")])
    assert [(left.paper, left.reason) for left in given.without_abstract] == [("none", NO_ABSTRACT)]
    assert [item.handle for item in given.evidence] == ["p1"]


def test_a_paper_given_twice_counts_once(make_paper: MakePaper) -> None:
    paper = make_paper("a", "It works well.")
    assert len(given_references([paper, paper]).usable) == 1
    bare = make_paper("b")
    assert len(given_references([bare, bare]).without_abstract) == 1


def test_labels_and_number(make_paper: MakePaper) -> None:
    one, two = Author(family="Gogh", particle="van", given="V."), Author(family="Ito")
    office = Author(literal="Office of Floods")
    given = given_references(
        [
            make_paper("one", "It works.", authors=(one,)),
            make_paper("two", "It works.", authors=(one, two)),
            make_paper("three", "It works.", authors=(one, two, office)),
            make_paper("office", "It works.", authors=(office,)),
            make_paper("nobody", "It works.", title="Anonymous notes"),
        ]
    )
    assert [(reference.label, reference.plural) for reference in given.usable] == [
        ("van Gogh", False),
        ("van Gogh and Ito", True),
        ("van Gogh et al.", True),
        ("Office of Floods", False),
        ("", False),  # the work itself is the subject
    ]


def test_section_labels_of_a_structured_abstract_are_kept_beside_the_sentences(make_structured: MakePaper) -> None:
    paper = make_structured("s", {"RESULTS": "It works. It lasts.", "CONCLUSIONS": "Use it."})
    assert [item.heading for item in given_references([paper]).evidence] == ["RESULTS", "RESULTS", "CONCLUSIONS"]


def test_only_the_abstract_of_a_full_text_is_evidence(make_paper: MakePaper) -> None:
    document = build_document(
        [
            SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=[ParagraphDraft("The abstract says this.")]),
            SectionDraft(heading="Introduction", paragraphs=[ParagraphDraft("The body says that.")]),
        ]
    )
    paper = replace(make_paper("full"), documents=(document,))
    assert [item.passage.quote for item in given_references([paper]).evidence] == ["The abstract says this."]
