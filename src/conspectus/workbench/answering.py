"""What answers questions from the library, and its rehearsal."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from conspectus.foundation.errors import LibraryError, NothingFound, UsageError
from conspectus.workbench.collecting import Collecting
from conspectus.workbench.parts import LIBRARY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from conspectus.domain.paper import Paper
    from conspectus.domain.run_record import Product
    from conspectus.domain.structure_graph import GraphQueries
    from conspectus.embedders.embedding import Embedder, Vectors
    from conspectus.engines.generative.rehearsal import Rehearsal
    from conspectus.pipelines.answer.graph_patterns import GraphPatterns
    from conspectus.pipelines.answer.pipeline import AnswerParts
    from conspectus.pipelines.answer.request import AnswerRequest
    from conspectus.retrieval.paragraph_index import ParagraphIndex

_REMEMBERED = 64
_GRAPH_FOLDER = "graph"


class Answering(Collecting):
    """The verbs of answering."""

    _paragraphs: tuple[tuple[int, int, int], ParagraphIndex] | None = None
    _name_embedder: Embedder | None = None
    _graph: tuple[Path, GraphQueries] | None = None

    def write_answer(self, request: AnswerRequest) -> Product:
        """Gives the answer to a question from the library, made by the engine that is set.

        Raises:
            UnknownName: There is no such engine.
            NothingFound: There is no library, nothing to answer from, or a paper of the request is not there.
            UsageError: The question is empty or too long.
        """
        from conspectus.pipelines.answer.pipeline import write_answer

        return write_answer(self._resolved(request), self.engine, parts=self._answer_parts(), events=self.events)

    def rehearse_answer(self, request: AnswerRequest) -> Rehearsal:
        """Gives the calls, tokens and price that ``write_answer`` would need, and sends nothing.

        Raises:
            UsageError: No model is named, or the question is empty or too long.
            NothingFound: There is no library, nothing to answer from, or a paper of the request is not there.
        """
        from conspectus.engines.generative.rehearsal import RehearsalEngine
        from conspectus.pipelines.answer.pipeline import write_answer

        engine = RehearsalEngine(self.models)
        write_answer(self._resolved(request), engine, parts=self._answer_parts(), events=self.events)
        return engine.rehearsal()

    @property
    def paragraphs(self) -> ParagraphIndex:
        """The index of the library's paragraphs, brought up to date when it is asked for.

        Raises:
            NothingFound: There is no library yet.
        """
        from conspectus.collection.paragraph_source import paragraph_index

        state = self.library.projections.state()
        if self._paragraphs is None or self._paragraphs[0] != state:
            self._paragraphs = (state, paragraph_index(self.library, self.events))
        return self._paragraphs[1]

    def _resolved(self, request: AnswerRequest) -> AnswerRequest:
        """The request with the papers by their present ids."""
        if not request.papers:
            return request
        papers, _ = self.gather(request.papers)
        return request.model_copy(update={"papers": tuple(paper.id for paper in papers)})

    def _answer_parts(self) -> AnswerParts:
        from conspectus.pipelines.answer.pipeline import AnswerParts

        index = self.paragraphs
        vectors = self._vectors(LIBRARY)

        @lru_cache(maxsize=_REMEMBERED)
        def paper_of(name: str) -> Paper | None:
            return self.library.get(name)

        return AnswerParts(
            index=index,
            paper_of=paper_of,
            graph=self._graph_to_ask(),
            patterns=self._graph_patterns(),
            embed=self._embed_names,
            threshold=self._name_threshold(),
            likeness=vectors.likeness,
            embedder=lambda: vectors.identity,
        )

    def _graph_to_ask(self) -> GraphQueries | None:
        """The endpoint that is set, else the newest snapshot of the library's graph, None where there is none.

        The graph is not brought up to date for an answer: that takes long, and what it lacks is found by its text.
        """
        graph = self.settings.graph
        if not graph.store and not (self.library_folder / _GRAPH_FOLDER).is_dir():
            return None
        from conspectus.graphs.structure.remote_store import RemoteStore
        from conspectus.graphs.structure.store import open_path, snapshot_path
        from conspectus.graphs.structure.vocabulary import profile_named

        if graph.store:
            return RemoteStore(graph.store, profile_named(graph.profile), seconds=graph.seconds)
        path = snapshot_path(self.library_folder)
        if path is None:
            return None
        if self._graph is None or self._graph[0] != path:
            try:
                self._graph = (path, open_path(path, profile_named(graph.profile)))
            except LibraryError as error:
                self.events.warn(f"{error.message} The answer is looked for without it.", error.hint)
                return None
        return self._graph[1]

    def _graph_patterns(self) -> GraphPatterns:
        """The queries in the namespace that is set."""
        from conspectus.graphs.structure.vocabulary import profile_named
        from conspectus.pipelines.answer.graph_patterns import graph_patterns

        return graph_patterns(profile_named(self.settings.graph.profile).askg)

    def _name_threshold(self) -> float:
        """The least cosine of two names that are one entity: the embedder's own, 0.70 for the one by words."""
        from conspectus.collection.paper_vectors import OFFLINE
        from conspectus.graphs.scientific_entities.paragraph_links import GIST_THRESHOLD, threshold_for

        name = self.settings.embedder.name
        return GIST_THRESHOLD if name == OFFLINE else threshold_for(name)

    def _embed_names(self, names: Sequence[str]) -> Vectors:
        """Gives vectors of names by the embedder of the library's vectors; zeros where there is none."""
        import numpy as np

        from conspectus.collection.paper_vectors import open_kept

        try:
            if self._name_embedder is None:
                self._name_embedder = open_kept(self.library_folder, self._embedder_choice())[0]
            return self._name_embedder.embed([(name, "") for name in names])
        except (LibraryError, UsageError, NothingFound) as error:
            self.events.warn(f"{error.message} Names were not compared by vectors.", error.hint)
            return np.zeros((len(names), 1), dtype=np.float32)
