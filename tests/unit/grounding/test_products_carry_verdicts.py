"""What is written offline carries the verdicts of the verifier, and none of them is a false alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

from conspectus.domain.cited_text import Verdict
from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.domain.run_record import Product
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.evaluation.benchmarks.loading import load_set
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.pipelines.topic_page.pipeline import write_topic_page
from conspectus.pipelines.topic_page.request import TopicPageRequest
from conspectus.testing.topic_papers import MadeSource, made_topic_papers

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "citebench_sample"


def alarms(product: Product) -> list[str]:
    """The sentences that are not supported as a whole, and those with a citation that is not."""
    return [
        f"{sentence.bare_text} {sentence.reasons}"
        for sentence in product.text.sentences()
        if {sentence.verdict, *(citation.verdict for citation in sentence.citations)} != {Verdict.SUPPORTED}
    ]


def test_a_review_carries_verdicts() -> None:
    product = write_review(ReviewRequest(), made_topic_papers(6), ExtractiveEngine())
    assert list(product.text.sentences())
    assert alarms(product) == []
    assert all(sentence.score is not None and sentence.reasons for sentence in product.text.sentences())


def test_a_topic_page_carries_verdicts() -> None:
    request = TopicPageRequest(query="microplastics", source="library")
    product = write_topic_page(request, MadeSource(made_topic_papers(8)), ExtractiveEngine())
    assert list(product.text.sentences())
    assert alarms(product) == []


@pytest.mark.skipif(not DATA.is_dir(), reason="the real references are not beside the repository")
def test_reviews_of_real_references_raise_no_false_alarm() -> None:
    for item in load_set(DATA, limit=12).items:
        papers = [
            Paper(
                id=f"reference-{reference.number}",
                title=reference.title,
                authors=(Author(family="Novak"), Author(family="Lind")),
                date=PartialDate(year=reference.year) if reference.year is not None else None,
                documents=(abstract_document(reference.abstract),),
            )
            for reference in item.given
        ]
        assert alarms(write_review(ReviewRequest(), papers, ExtractiveEngine())) == []
