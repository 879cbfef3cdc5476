"""What writes summaries of single papers, and its rehearsal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conspectus.foundation.errors import LibraryError, NothingFound
from conspectus.workbench.parts import LIBRARY
from conspectus.workbench.writing import Writing

if TYPE_CHECKING:
    from conspectus.domain.engine import Engine
    from conspectus.domain.paper import Paper
    from conspectus.domain.run_record import Product
    from conspectus.domain.summary_tasks import StyleExample
    from conspectus.engines.generative.rehearsal import Rehearsal
    from conspectus.pipelines.paper_summary.pipeline import SummaryParts
    from conspectus.pipelines.paper_summary.request import SummaryRequest


class Summarising(Writing):
    """The verbs of summarising."""

    def write_summary(self, request: SummaryRequest, paper: Paper) -> Product:
        """Gives the summary of a paper, made by the engine that is set.

        Raises:
            UnknownName: There is no such engine.
            NothingFound: The paper has no text, or nothing that can be told.
            UsageError: The request cannot be followed as it is.
        """
        return self._summary(request, paper, self.engine)

    def rehearse_summary(self, request: SummaryRequest, paper: Paper) -> Rehearsal:
        """Gives the calls, tokens and price that ``write_summary`` would need, and sends nothing.

        Raises:
            UsageError: No model is named.
            NothingFound: The paper has no text.
        """
        from conspectus.engines.generative.rehearsal import RehearsalEngine

        engine = RehearsalEngine(self.models)
        self._summary(request, paper, engine)
        return engine.rehearsal()

    def _summary(self, request: SummaryRequest, paper: Paper, engine: Engine) -> Product:
        from conspectus.pipelines.paper_summary.pipeline import write_summary

        return write_summary(request, paper, engine, parts=self._summary_parts(), events=self.events)

    def _summary_parts(self) -> SummaryParts:
        from conspectus.engines.extractive.abbreviations import find_abbreviations
        from conspectus.pipelines.paper_summary.pipeline import SummaryParts

        def abbreviations(sentences: Sequence[str]) -> dict[str, str]:
            return {found.short: found.long for found in find_abbreviations(sentences).values()}

        return SummaryParts(abbreviations=abbreviations, similar=self._similar)

    def _similar(self, paper: Paper, count: int) -> Sequence[StyleExample]:
        from conspectus.collection.similar_papers import similar_papers
        from conspectus.pipelines.paper_summary.similar_abstracts import without_leaks

        try:
            vectors = self._vectors(LIBRARY)
            found = similar_papers(paper, self.library, self.text_index, likeness=vectors.likeness)
        except (NothingFound, LibraryError) as error:
            self.events.warn(f"No similar abstracts were looked up: {error.message}")
            return ()
        return without_leaks(paper, found)[:count]
