"""Methods that find evidence for questions and answer from it: KGQP with both rankings, vectors, and BM25.

All answer with the same engine from their first paragraphs, so that answers differ by what was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from conspectus.collection.paragraph_source import indexed_paper
from conspectus.domain.engine import Engine
from conspectus.domain.paper import Paper
from conspectus.domain.structure_graph import GraphQueries
from conspectus.embedders.offline import OfflineEmbedder
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.evaluation.question_answering.item import Address, QaItem, QaOutput
from conspectus.pipelines.answer.compose import answer_paragraphs, found_paragraph
from conspectus.pipelines.answer.pipeline import AnswerParts, compose, rank_paragraphs
from conspectus.pipelines.answer.ranking import best, bm25_scores
from conspectus.pipelines.answer.request import AnswerRequest, Ranking
from conspectus.pipelines.answer.trace import KgqpTrace
from conspectus.retrieval.paragraph_index import ParagraphIndex, build_index
from conspectus.retrieval.token_windows import windows_of

DEPTH = 100
"""So many places of a ranking are looked at; evidence further down counts as not found."""
_TOP = 5

Rank = Callable[[str, tuple[str, ...]], list[int]]
"""Gives the numbers of the best paragraphs for a question, of some papers or of all."""


@dataclass(frozen=True, kw_only=True)
class QaCorpus:
    """The papers of a set with their paragraph index; ``graph`` is their structure graph where there is one."""

    papers: tuple[Paper, ...]
    graph: GraphQueries | None = None
    engine: Engine = field(default_factory=ExtractiveEngine)

    @cached_property
    def by_id(self) -> dict[str, Paper]:
        """The papers by id."""
        return {paper.id: paper for paper in self.papers}

    @cached_property
    def index(self) -> ParagraphIndex:
        """The index over all paragraphs."""
        return build_index(indexed_paper(paper) for paper in self.papers)

    @cached_property
    def parts(self) -> AnswerParts:
        """What the product's pipeline is made with."""
        return AnswerParts(index=self.index, paper_of=self.by_id.get, graph=self.graph)

    def allowed(self, papers: tuple[str, ...]) -> NDArray[np.bool_] | None:
        """Gives which paragraphs are those of some papers, None for all papers."""
        if not papers:
            return None
        wanted = np.array([held.paper in papers for held in self.index.papers], dtype=bool)
        allowed: NDArray[np.bool_] = wanted[self.index.paper_of]
        return allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class QaMethod:
    """A method over one corpus.

    Its answer is written from the best paragraphs of the question's own paper where there is one (as in QASPER and
    PubMedQA, whose answers are those of one paper), else of all papers.
    """

    name: str
    corpus: QaCorpus
    rank: Rank
    words: int = 120
    seed: int = 0

    def __call__(self, item: QaItem, /) -> QaOutput:
        """Gives what the method finds and answers."""
        begun = time.perf_counter()
        overall = self.rank(item.question, ())
        seconds = time.perf_counter() - begun
        within = self.rank(item.question, (item.paper,)) if item.paper else []
        places = [self._place(number) for number in overall]
        numbers = (within or overall)[:_TOP]
        papers = (item.paper,) if within else ()
        request = AnswerRequest(question=item.question, papers=papers, words=self.words, seed=self.seed)
        found = []
        for number in numbers:
            place = self.corpus.index.place(number)
            paragraph = found_paragraph(self.corpus.by_id.get(place.paper), place.version, place.address, 0.0)
            if paragraph is not None:
                found.append(paragraph)
        trace = KgqpTrace(question=item.question, language="en")
        shown = answer_paragraphs(found)
        draft = compose(request, self.corpus.engine, shown, trace)
        by_handle = {each.handle: each.passage for paragraph in shown for each in paragraph.evidence}
        cited = [by_handle[h] for s in draft.text.sentences for h in s.handles if h in by_handle]
        text = " ".join("".join(p for p in s.parts if isinstance(p, str)).strip() for s in draft.text.sentences)
        return QaOutput(
            ranked=tuple(places),
            within=tuple(self._place(number) for number in within),
            text=" ".join(text.split()),
            short=draft.short,
            cited=tuple(dict.fromkeys(passage.paper for passage in cited)),
            quotes=tuple(dict.fromkeys(passage.quote for passage in cited)),
            refused=trace.refused,
            seconds=seconds,
        )

    def _place(self, number: int) -> Address:
        place = self.corpus.index.place(number)
        return place.paper, place.address


def kgqp(corpus: QaCorpus, words: int, seed: int) -> QaMethod:
    """Gives KGQP with its default ranking."""
    return QaMethod(name="kgqp", corpus=corpus, rank=_pipeline(corpus, "default"), words=words, seed=seed)


def kgqp_published(corpus: QaCorpus, words: int, seed: int) -> QaMethod:
    """Gives KGQP with keyword frequency as published."""
    return QaMethod(name="kgqp-published", corpus=corpus, rank=_pipeline(corpus, "published"), words=words, seed=seed)


def bm25(corpus: QaCorpus, words: int, seed: int) -> QaMethod:
    """Gives BM25 over paragraphs, with stems and without stop words."""

    def rank(question: str, papers: tuple[str, ...]) -> list[int]:
        return best(bm25_scores(corpus.index, question, corpus.allowed(papers)), DEPTH)

    return QaMethod(name="bm25", corpus=corpus, rank=rank, words=words, seed=seed)


def vector(corpus: QaCorpus, words: int, seed: int) -> QaMethod:
    """Gives the vector baseline: chunks of 100 tokens with 5 % overlap, by cosine with the offline embedder.

    No chunk reaches beyond a paragraph, so that what is found can be compared; a paragraph counts as its best chunk.
    """
    index = corpus.index
    chunks: list[str] = []
    owners: list[int] = []
    for number in range(len(index)):
        for chunk in windows_of(index.text(number).split()):
            chunks.append(chunk)
            owners.append(number)
    pairs = [("", chunk) for chunk in chunks]
    embedder = OfflineEmbedder.fitted(pairs)
    vectors, of = embedder.embed(pairs), np.asarray(owners)

    def rank(question: str, papers: tuple[str, ...]) -> list[int]:
        scores = np.full(len(index), -np.inf, dtype=np.float32)
        np.maximum.at(scores, of, vectors @ embedder.embed_query(question)[0])
        allowed = corpus.allowed(papers)
        if allowed is not None:
            scores[~allowed] = -np.inf
        return best(scores, DEPTH)

    return QaMethod(name="vector", corpus=corpus, rank=rank, words=words, seed=seed)


def _pipeline(corpus: QaCorpus, ranking: Ranking) -> Rank:
    def rank(question: str, papers: tuple[str, ...]) -> list[int]:
        request = AnswerRequest(question=question, papers=papers, ranking=ranking)
        found = rank_paragraphs(request, corpus.engine, parts=corpus.parts, most=DEPTH)
        return [each.number for each in found.ranked]

    return rank
