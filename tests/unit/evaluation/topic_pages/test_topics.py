from __future__ import annotations

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import MeshHeading, Notice, Paper
from conspectus.evaluation.topic_pages.topics import draw_topics, eligible_headings, is_generic


def paper(number: int, *headings: str, abstract: str = "It rains in the marshes.", retracted: bool = False) -> Paper:
    return Paper(
        id=f"p{number}",
        title="Rain",
        mesh=tuple(MeshHeading(descriptor=heading) for heading in headings),
        notices=(Notice(kind="retraction"),) if retracted else (),
        documents=(abstract_document(abstract),) if abstract else (),
    )


@pytest.mark.parametrize(
    "heading", ["Humans", "Aged, 80 and over", "Rats, Wistar", "Follow-Up Studies", "Risk Factors", "New Zealand"]
)
def test_what_no_page_can_be_about_is_generic(heading: str) -> None:
    assert is_generic(heading)


@pytest.mark.parametrize("heading", ["Asthma", "Liver Neoplasms, Experimental", "Breast Neoplasms"])
def test_what_a_page_can_be_about_is_not(heading: str) -> None:
    assert not is_generic(heading)


def test_a_heading_counts_papers_with_an_abstract_that_stand() -> None:
    papers = [
        paper(1, "Asthma", "Humans", "Asthma"), paper(2, "Asthma", "Fever"), paper(3, "Fever", abstract=""),
        paper(4, "Fever", retracted=True),
    ]  # fmt: skip
    assert eligible_headings(papers, least=2) == {"Asthma": 2}
    assert eligible_headings(papers, least=1) == {"Asthma": 2, "Fever": 1}


def test_the_draw_is_without_replacement_by_the_seed_and_sorted() -> None:
    names = [f"Fever {letter}" for letter in "abcdefghij"]
    papers = [paper(number, *names) for number in range(8)]
    drawn = draw_topics(papers, count=4, seed=3)
    assert len(set(drawn)) == 4
    assert list(drawn) == sorted(drawn)
    assert drawn == draw_topics(papers, count=4, seed=3)
    assert drawn != draw_topics(papers, count=4, seed=4)
    assert draw_topics(papers, count=40) == tuple(sorted(names))
