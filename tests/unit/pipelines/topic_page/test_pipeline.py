from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import jsonschema
import numpy as np
import pytest

from conspectus.domain.paper import Notice, Paper
from conspectus.domain.run_record import Product
from conspectus.domain.tasks import TopicPageDraft, WriteTopicPageRequest
from conspectus.embedders.embedding import ThresholdProfile
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.exporters import EXPORTERS
from conspectus.exporters.json import product_schema
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.foundation.events import Event, Events, StageStarted
from conspectus.pipelines.topic_page.clustering import PaperVectors
from conspectus.pipelines.topic_page.pipeline import write_topic_page
from conspectus.pipelines.topic_page.request import TopicPageRequest
from conspectus.sources.searching import Fetched, SearchOutcome
from conspectus.testing.topic_papers import MadeSource, made_topic_papers, topic_paper

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)


class Watched(ExtractiveEngine):
    """The extractive engine, which remembers what it was asked."""

    asked: WriteTopicPageRequest

    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        self.asked = request
        return super().write_topic_page(request)


def sides(papers: Sequence[Paper]) -> PaperVectors:
    """Two directions: papers with an even and with an odd number."""
    vectors = np.array([[1.0, 0.0] if int(p.identifiers.pmid) % 2 else [0.0, 1.0] for p in papers], dtype=np.float32)
    return PaperVectors(vectors=vectors, identity="made:1", profile=ThresholdProfile(topical=96, published_by="us"))


def alone(papers: Sequence[Paper]) -> PaperVectors:
    vectors = np.eye(len(papers), dtype=np.float32)
    return PaperVectors(vectors=vectors, identity="made:2", profile=ThresholdProfile(topical=96, published_by="us"))


def page_of(papers: Sequence[Paper], *, embed: Any = sides, engine: Any = None, source: Any = None, events: Any = None,
            **wishes: Any) -> Product:  # fmt: skip
    request = TopicPageRequest.model_validate({"query": "microplastics", **wishes})
    return write_topic_page(request, source or MadeSource(papers), engine or ExtractiveEngine(), embed=embed,
                            events=events, now=NOW)  # fmt: skip


def test_a_page_goes_through_all_stages() -> None:
    seen: list[Event] = []
    engine = Watched()
    product = page_of(made_topic_papers(120), engine=engine, events=Events(listeners=[seen.append]))
    assert [event.stage for event in seen if isinstance(event, StageStarted)] == [
        "search", "fetch", "embed", "cluster", "sample", "write", "attach",
    ]  # fmt: skip
    block = product.block
    assert block["counts"]["found"] == block["counts"]["fetched"] == block["counts"]["clustered"] == 120
    assert (
        block["counts"]["shown"]
        == len(block["sampled"]["papers"])
        == len(engine.asked.groups[0]) + len(engine.asked.groups[1])
    )
    assert block["counts"]["cited"] == len(product.papers) > 0
    assert [cluster["size"] for cluster in block["clusters"]] == [60, 60]
    assert all(len(cluster["titles"]) == 3 for cluster in block["clusters"])
    assert block["threshold"] == {"value": 0.96, "tried": [0.96], "source": "published", "published_by": "us",
                                  "quantile": None, "pairs": 0}  # fmt: skip
    assert block["sampled"]["tokens"] <= block["sampled"]["budget"] < 8192 - 512
    assert (block["translation"], block["retrieved_at"]) == ("made(microplastics)", "2026-05-04T03:02:01+00:00")
    assert engine.asked.clustered
    assert engine.asked.sizes == (60, 60)
    assert engine.asked.end_year == 2026
    assert (product.run.embedder, product.run.seed) == ("made:1", 42)
    assert product.title == "Microplastics"
    jsonschema.validate(json.loads(EXPORTERS.get("json")().export(product, style="apa")), product_schema())


def test_every_quote_is_verbatim_and_every_citation_was_shown() -> None:
    papers = {paper.id: paper for paper in made_topic_papers(120)}
    product = page_of(list(papers.values()))
    for sentence in product.text.sentences():
        assert sentence.citations
        for citation in sentence.citations:
            assert citation.passage.quote in papers[citation.passage.paper].abstract
            assert citation.passage.paper in product.block["sampled"]["papers"]


def test_the_same_seed_gives_the_same_page_and_another_seed_another_sample() -> None:
    one, again = page_of(made_topic_papers(120)), page_of(made_topic_papers(120))
    assert (one.text, one.block) == (again.text, again.block)
    assert page_of(made_topic_papers(120), seed=7).block["sampled"] != one.block["sampled"]


@pytest.mark.parametrize("count, clusters", [(100, 0), (101, 2)])
def test_only_more_than_a_hundred_papers_are_grouped(count: int, clusters: int) -> None:
    block = page_of(made_topic_papers(count)).block
    assert len(block["clusters"]) == clusters
    assert block["sampled"]["strategy"] == ("clusters" if clusters else "random")


def test_no_clusters_is_no_crash() -> None:
    """The published code takes the maximum of an empty list (methods 2.5, 4); back-off goes to 0.90 (15)."""
    product = page_of(made_topic_papers(101), embed=alone)
    assert product.block["clusters"] == []
    assert product.block["threshold"]["value"] is None
    assert product.block["threshold"]["tried"] == [0.96, 0.94, 0.92, 0.9]
    assert product.block["sampled"]["strategy"] == "random"
    assert any("sampled without clusters" in warning for warning in product.warnings)


def test_a_single_hit_makes_a_page() -> None:
    product = page_of(made_topic_papers(1))
    assert product.block["counts"]["shown"] == product.block["counts"]["cited"] == 1
    assert product.block["sections"][1]["status"] == "too_short"


def test_a_hundred_and_more_identical_abstracts_count_once() -> None:
    same = made_topic_papers(1)[0]
    product = page_of([replace(same, id=f"pmid-{n}") for n in range(1, 121)])
    assert product.block["counts"]["repeated"] == 119
    assert product.block["counts"]["shown"] == 1


def test_records_without_title_abstract_or_year_do_no_harm() -> None:
    good = list(made_topic_papers(6))
    odd = [topic_paper(70, "", title=""), topic_paper(71, "", year=None),
           topic_paper(72, "Microplastics were seen in snow.", title="", year=None)]  # fmt: skip
    product = page_of([*odd, *good])
    assert product.block["counts"]["without_abstract"] == 2
    assert product.block["years_left_out"]["without_year"] == 2
    assert "pmid-72" in product.block["sampled"]["papers"]


def test_retracted_papers_are_never_evidence_and_are_told() -> None:
    papers = list(made_topic_papers(8))
    papers[0] = replace(papers[0], notices=(Notice(kind="retraction"),))
    product = page_of(papers)
    assert papers[0].id not in product.block["sampled"]["papers"]
    assert product.block["retracted"] == [papers[0].id]
    assert any("retracted paper was found and left out" in warning for warning in product.warnings)
    assert (product.not_cited[0].paper, product.not_cited[0].reason) == (papers[0].id, "retracted")


def test_every_paper_that_was_shown_is_cited_or_told_why_not() -> None:
    product = page_of(made_topic_papers(120))
    told = {left.paper for left in product.not_cited}
    assert {paper.id for paper in product.papers} | told == set(product.block["sampled"]["papers"])
    assert not {paper.id for paper in product.papers} & told


def test_an_end_year_in_the_future_is_cut_and_told() -> None:
    source = MadeSource(made_topic_papers(5))
    product = page_of((), source=source, end_year=2031)
    assert source.asked is not None
    assert source.asked.end_year == product.block["end_year"] == 2026
    assert "The end year 2031 is in the future; 2026 was taken." in product.warnings
    with pytest.raises(UsageError, match="2027 to 2026"):
        page_of(made_topic_papers(5), start_year=2027)


def test_publications_after_the_end_year_are_left_out_of_the_years() -> None:
    product = page_of([*made_topic_papers(5), topic_paper(60, "Microplastics were seen.", year=2027)])
    assert product.block["years_left_out"]["after_end_year"] == 1
    assert max(item["year"] for item in product.block["years"]) <= 2026


def test_no_hits_are_told_with_the_spelling() -> None:
    source = MadeSource(outcome=SearchOutcome(ids=(), total=0, spelling="microplastics", warnings=("No such phrase.",)))
    with pytest.raises(NothingFound, match=r"Did you mean 'microplastics'\? No such phrase"):
        page_of((), source=source)
    with pytest.raises(NothingFound, match="1 without an abstract"):
        page_of([topic_paper(1, "")])


def test_at_most_as_many_papers_are_fetched_as_are_wanted() -> None:
    """The published code fetches up to 100,000 whatever is asked for (methods 2.5, 1 and 16)."""
    source = MadeSource(made_topic_papers(30))
    block = page_of((), source=source, max_papers=7).block
    assert source.asked is not None
    assert source.asked.limit == 7
    assert (block["counts"]["found"], block["counts"]["fetched"]) == (30, 7)


def test_a_service_that_stops_half_way_gives_a_page_that_says_so() -> None:
    papers = made_topic_papers(10)
    ids = tuple(paper.id for paper in papers)
    source = MadeSource(
        outcome=SearchOutcome(ids=ids, total=10),
        fetched=Fetched(
            papers=papers[:6], missing=tuple((name, "It did not come.") for name in ids[6:]), complete=False
        ),
    )
    product = page_of((), source=source)
    assert product.block["complete"] is False
    assert product.block["counts"]["missing"] == 4
    assert any("stopped half way: 6 of 10 papers came" in warning for warning in product.warnings)


def test_a_budget_in_which_nothing_fits_is_told() -> None:
    with pytest.raises(UsageError, match="No paper fits into 2048 tokens"):
        page_of(made_topic_papers(5), context_tokens=2048, instructions="Say it well. " * 200)


def test_wishes_reach_the_writer() -> None:
    engine = Watched()
    page_of(made_topic_papers(5), engine=engine, names=("Microplastics", "plastic particles"), audience="nurses",
            instructions="Begin with rivers.", length="short", small_strategy="relevance")  # fmt: skip
    asked = engine.asked
    assert asked.names == ("Microplastics", "plastic particles")
    assert (asked.audience, asked.style, asked.sentences) == ("nurses", "Begin with rivers.", (3, 5))
    assert (asked.clustered, asked.by_relevance) == (False, True)
    assert [paper.paper for paper in asked.groups[0]] == [f"pmid-{number}" for number in range(1, 6)]


def test_clustering_may_be_switched_off() -> None:
    block = page_of(made_topic_papers(120), clustering=False).block
    assert block["clusters"] == []
    assert block["clusters_note"] == "Clustering was switched off."


def test_the_embedders_missing_threshold_is_told() -> None:
    def unpublished(papers: Sequence[Paper]) -> PaperVectors:
        return replace(sides(papers), profile=ThresholdProfile())

    product = page_of(made_topic_papers(120), embed=unpublished)
    assert product.block["threshold"]["source"] == "quantile"
    assert any("no published threshold" in warning for warning in product.warnings)
    assert page_of(made_topic_papers(120), embed=unpublished, threshold=93).block["threshold"]["source"] == "given"
