"""What writes: one verb for each product, and its rehearsal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conspectus.workbench.collecting import Collecting

if TYPE_CHECKING:
    from conspectus.collection.paper_vectors import RunVectors
    from conspectus.domain.paper import Paper
    from conspectus.domain.run_record import Product
    from conspectus.engines.generative.rehearsal import Rehearsal
    from conspectus.pipelines.topic_page.clustering import Embed
    from conspectus.pipelines.topic_page.request import TopicPageRequest


class Writing(Collecting):
    """The verbs of writing."""

    def write(self, kind: str, request: Any, papers: Sequence[Paper], *, own_abstract: str = "") -> Product:
        """Gives the written product of a kind ("review"), made by the engine that is set.

        Raises:
            UnknownName: There is no such product or engine.
            NothingFound: The papers hold nothing to write from.
            UsageError: The request cannot be followed as it is.
        """
        from conspectus.pipelines import PIPELINES

        write = PIPELINES.get(kind)
        product: Product = write(request, papers, self.engine, own_abstract=own_abstract, events=self.events)
        return product

    def rehearse_write(self, kind: str, request: Any, papers: Sequence[Paper], *, own_abstract: str = "") -> Rehearsal:
        """Gives the calls, tokens and price that ``write`` would need, and sends nothing.

        Raises:
            UsageError: No model is named.
            UnknownName: There is no such product.
            NothingFound: The papers hold nothing to write from.
        """
        from conspectus.engines.generative.rehearsal import RehearsalEngine
        from conspectus.pipelines import PIPELINES

        engine = RehearsalEngine(self.models)
        PIPELINES.get(kind)(request, papers, engine, own_abstract=own_abstract, events=self.events)
        return engine.rehearsal()

    def write_topic_page(self, request: TopicPageRequest) -> Product:
        """Gives the topic page of a query, made by the engine that is set from the source that the request names.

        Raises:
            UnknownName: There is no such source or engine.
            NothingFound: The query has no hits, or nothing can be written from them.
            UsageError: The request cannot be followed as it is, or the source does not understand the query.
            SourceFailed: The source cannot be reached, or failed.
        """
        from conspectus.pipelines.topic_page.pipeline import write_topic_page

        vectors = self._vectors(request.source)
        with self.source(request.source, vectors) as source:
            page = write_topic_page(request, source, self.engine, embed=_embed_with(vectors), events=self.events)
        # Papers may have been ranked by vectors without being grouped by them.
        return replace(page, run=replace(page.run, embedder=vectors.identity))

    def rehearse_topic_page(self, request: TopicPageRequest) -> Rehearsal:
        """Gives the calls, tokens and price that ``write_topic_page`` would need; papers are searched and fetched.

        Raises:
            UsageError: No model is named.
            NothingFound: The query has no hits, or nothing can be written from them.
            SourceFailed: The source cannot be reached, or failed.
        """
        from conspectus.engines.generative.rehearsal import RehearsalEngine
        from conspectus.pipelines.topic_page.pipeline import write_topic_page

        engine = RehearsalEngine(self.models)
        vectors = self._vectors(request.source)
        with self.source(request.source, vectors) as source:
            write_topic_page(request, source, engine, embed=_embed_with(vectors), events=self.events)
        return engine.rehearsal()

    def demonstrate(self, folder: Path) -> Path:
        """Adds the bundled library, writes a review of each of its subjects, and gives the path of the one report.

        Args:
            folder: An existing folder for the report and its references as .bib.
        """
        from conspectus.collection.demonstration import demo_files, save_report, subjects
        from conspectus.domain.joining import join_products
        from conspectus.pipelines import REQUESTS

        with demo_files() as paths:
            added = self.add(paths)
        papers = [paper for name in added.papers if (paper := self.library.get(name)) is not None]
        request = REQUESTS.get("review")(seed=self.settings.engine.seed)
        by_subject = subjects(papers)
        reviews = [self.write("review", request, members) for members in by_subject.values()]
        report = join_products(reviews, list(by_subject), title="What conspectus makes of a small library")
        return save_report(report, folder, self.settings.output.style)


def _embed_with(vectors: RunVectors) -> Embed:
    from conspectus.pipelines.topic_page.clustering import PaperVectors

    def embed(papers: Sequence[Paper]) -> PaperVectors:
        embedder, rows = vectors.embed(papers)
        return PaperVectors(vectors=rows, identity=embedder.identity, profile=embedder.profile)

    return embed
