"""A made-up paper, its graph and plan, and an engine whose answers are written here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.paper import Paper
from conspectus.domain.summary_tasks import (
    DraftReview,
    IntegrateRequest,
    PlannedThread,
    ReviewDraftRequest,
    ReviseSentencesRequest,
    ReviseSentencesResult,
    SummaryPaper,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.abbreviations import find_abbreviations
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.graphs.entities.building import Extractors, build_entity_graph
from conspectus.pipelines.paper_summary.pipeline import SummaryParts, summary_paper
from conspectus.pipelines.paper_summary.plan import make_plan
from conspectus.testing.full_paper import made_full_paper


@dataclass(frozen=True, kw_only=True)
class Material:
    """What a summary of the made-up paper is made from."""

    paper: Paper
    shown: SummaryPaper
    graph: EntityGraph
    plan: tuple[PlannedThread, ...]

    def handle(self, beginning: str) -> str:
        """The handle of the sentence that begins so."""
        return next(item.handle for item in self.shown.evidence if item.passage.quote.startswith(beginning))


class ScriptedEngine(ExtractiveEngine):
    """Writes and revises what it is told; counts the requests that it got."""

    def __init__(
        self,
        integrated: Callable[[IntegrateRequest], DraftText] | None = None,
        revised: Callable[[ReviseSentencesRequest], ReviseSentencesResult] | None = None,
        reviewed: Callable[[ReviewDraftRequest], DraftReview] | None = None,
    ) -> None:
        super().__init__()
        self.integrated, self.revised, self.reviewed = integrated, revised, reviewed
        self.integrations: list[IntegrateRequest] = []
        self.revisions: list[ReviseSentencesRequest] = []
        self.reviews: list[ReviewDraftRequest] = []

    def integrate(self, request: IntegrateRequest, /) -> DraftText:
        self.integrations.append(request)
        return self.integrated(request) if self.integrated else super().integrate(request)

    def revise_sentences(self, request: ReviseSentencesRequest, /) -> ReviseSentencesResult:
        self.revisions.append(request)
        return self.revised(request) if self.revised else super().revise_sentences(request)

    def review_draft(self, request: ReviewDraftRequest, /) -> DraftReview:
        self.reviews.append(request)
        return self.reviewed(request) if self.reviewed else super().review_draft(request)


@pytest.fixture
def scripted() -> type[ScriptedEngine]:
    """The engine to script."""
    return ScriptedEngine


@pytest.fixture
def said() -> Callable[..., DraftText]:
    """Makes a draft of pairs of words and handles."""

    def make(*sentences: tuple[str, tuple[str, ...]]) -> DraftText:
        return DraftText(
            sentences=tuple(
                DraftSentence(parts=(words, HandleMark(handles)) if handles else (words,))
                for words, handles in sentences
            )
        )

    return make


@pytest.fixture
def parts() -> SummaryParts:
    """What the pipeline needs besides an engine, without a library."""
    return SummaryParts(abbreviations=abbreviations)


@pytest.fixture(scope="session")
def material() -> Material:
    """The made-up paper with its graph and plan."""
    paper = made_full_paper()
    document: Any = paper.document
    engine = ExtractiveEngine()
    extractors = Extractors(
        extract_entities=engine.extract_entities, classify_pairs=engine.classify_pairs, abbreviations=abbreviations
    )
    graph = build_entity_graph(document, paper=paper.id, extractors=extractors).graph
    shown = summary_paper(paper, document)
    return Material(paper=paper, shown=shown, graph=graph, plan=make_plan(graph, shown.evidence, words=200))


def abbreviations(sentences: Any) -> dict[str, str]:
    return {found.short: found.long for found in find_abbreviations(sentences).values()}
