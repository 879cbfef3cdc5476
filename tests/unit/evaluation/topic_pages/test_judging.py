from __future__ import annotations

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import MeshHeading, Paper
from conspectus.evaluation.topic_pages.judging import is_supported, judge_page, unsaid_sections
from conspectus.evaluation.topic_pages.naming import is_on_topic
from conspectus.evaluation.topic_pages.written import WrittenPage, WrittenSentence, lead_page

RAIN = Paper(id="a", title="On velm fever", documents=(abstract_document("Velm fever hurts sheep. It is rare."),))
WOOL = Paper(
    id="b",
    title="On wool",
    mesh=(MeshHeading(descriptor="Fevers, Velm"),),
    documents=(abstract_document("Wool is dear in summer."),),
)
HAY = Paper(id="c", title="On hay", documents=(abstract_document("Hay is dry."),))
PAPERS = {paper.id: paper for paper in (RAIN, WOOL, HAY)}


def said(text: str, *cited: tuple[str, str]) -> WrittenSentence:
    return WrittenSentence(text=text, cited=cited)


def test_a_page_by_hand() -> None:
    page = WrittenPage(
        topic="Velm Fever",
        names=("Velm Fever",),
        sections={
            "Definition": (said("Velm fever hurts sheep.", ("a", "Velm fever hurts sheep.")),),
            "Main content": (
                said("Wool is dear.", ("b", "Wool is dear in summer.")),
                said("Gold is dear.", ("b", "Gold is dear."), ("x", "Hay is dry.")),
                said("Hay is dry.", ("c", "Hay is dry.")),
                said("Nothing is cited."),
            ),
            "Future directions": (),
        },
        clusters=(frozenset({"a"}), frozenset({"d"})),
    )
    figures = judge_page(page, PAPERS)
    assert figures.in_range == {"Definition": True, "Main content": False, "Future directions": True}
    assert (figures.sentences, figures.cited_sentences, figures.supported) == (5, 4, 3)
    assert (figures.citations, figures.invalid) == (5, 2)  # words that are not in b, and a paper that is not there
    assert (figures.papers, figures.on_topic, figures.named) == (4, 2, 1)
    assert (figures.clusters, figures.clusters_cited) == (2, 1)


def test_on_topic_is_word_for_word_in_title_abstract_or_heading() -> None:
    assert is_on_topic(RAIN, ["VELM-FEVER"])
    assert is_on_topic(WOOL, ["Velm Fevers"])
    assert not is_on_topic(WOOL, ["Velm Fevers"], headings=False)
    assert not is_on_topic(HAY, ["Ha"])
    assert is_on_topic(HAY, ["wool", "hay"])


def test_a_word_that_no_cited_paper_has_is_not_supported() -> None:
    assert is_supported(said("On velm fever: sheep.", ("a", "Velm fever hurts sheep.")), PAPERS)
    assert not is_supported(said("Velm fever hurts goats.", ("a", "Velm fever hurts sheep.")), PAPERS)
    assert not is_supported(said("Velm fever hurts sheep."), PAPERS)


def test_the_baseline_leads_with_first_sentences() -> None:
    bare = Paper(id="d", title="Bare")
    page = lead_page("Velm Fever", ("Velm Fever",), [RAIN, bare, WOOL], None)
    assert [s.text for s in page.sections["Definition"]] == ["Velm fever hurts sheep."]
    assert [s.cited for s in page.sections["Main content"]] == [(("b", "Wool is dear in summer."),)]
    assert judge_page(page, PAPERS).invalid == 0


@pytest.mark.parametrize(
    ("abstract", "unsaid"),
    [
        ("Velm fever (VF) is an illness. " + "We saw velm fever. " * 4, ()),
        ("The velm fever was seen. " + "We saw velm fever. " * 4, ("Definition",)),
        ("Velm fever affects sheep. We saw velm fever. It rained.", ("Main content",)),
        ("It rained.", ("Definition", "Main content")),
    ],
)
def test_what_the_papers_found_do_not_say_is_counted_by_itself(abstract: str, unsaid: tuple[str, ...]) -> None:
    found = [Paper(id="a", documents=(abstract_document(abstract),))]
    assert unsaid_sections(found, ("Velm fever",)) == unsaid
