"""What makes and asks the structure graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from conspectus.foundation.errors import LibraryLocked, NothingFound, UnknownName
from conspectus.workbench.collecting import Collecting

if TYPE_CHECKING:
    from pathlib import Path

    from conspectus.domain.paper import Paper
    from conspectus.domain.structure_graph import GraphQueries, Triple
    from conspectus.graphs.structure.mapping import MappingOptions
    from conspectus.graphs.structure.store import StructureStore
    from conspectus.graphs.structure.vocabulary import Profile


class Graphs(Collecting):
    """The verbs of the structure graph."""

    @property
    def graph_profile(self) -> Profile:
        """The namespaces that are set.

        Raises:
            UnknownName: There are none of this name.
        """
        from conspectus.graphs.structure.vocabulary import profile_named

        return profile_named(self.settings.graph.profile)

    def mapping_options(self) -> MappingOptions:
        """Gives how papers become triples, as it is set.

        Raises:
            UnknownName: There is no such profile or alignment.
        """
        from conspectus.graphs.structure.alignments import ALIGNMENTS
        from conspectus.graphs.structure.mapping import MappingOptions

        graph = self.settings.graph
        unknown = [name for name in graph.alignments if name not in ALIGNMENTS]
        if unknown:
            raise UnknownName(
                f"There is no alignment {unknown[0]!r}.", hint=f"Known: {', '.join(ALIGNMENTS)}; none is allowed, too."
            )
        chosen = frozenset(name for name in ALIGNMENTS if name in graph.alignments)
        return MappingOptions(profile=self.graph_profile, legacy=graph.legacy, alignments=chosen)

    def complete_graph(self) -> int:
        """Brings the library's graph up to date and gives how many papers were written.

        Where another process writes to the library all the time, the graph stays as it is and a warning says so.

        Raises:
            NothingFound: There is no library yet.
            LibraryError: The graph cannot be made.
        """
        from conspectus.collection.graph_projection import complete_graph, graph_state
        from conspectus.graphs.structure.store import snapshot_path
        from conspectus.library.database import require_library

        require_library(self.library_folder)
        options, engine = self.mapping_options(), self.engine
        if graph_state(self.library, engine, options).is_complete:
            return 0
        try:
            with self.writing("conspectus graph") as library:
                return complete_graph(library, engine, options, self.events)
        except LibraryLocked as error:
            if snapshot_path(self.library_folder) is None:
                raise
            self.events.warn(f"{error.message} The graph is that of before.")
            return 0

    def graph_snapshot(self) -> Path:
        """Gives the folder of the newest snapshot of the library's graph, brought up to date.

        Raises:
            NothingFound: There is no library yet.
            LibraryError: The graph cannot be made or opened.
        """
        from conspectus.graphs.structure.store import snapshot_path

        self.complete_graph()
        path = snapshot_path(self.library_folder)
        if path is None:
            raise NothingFound("The library has no graph.", hint="Add papers with conspectus add.")
        return path

    def structure_graph(self) -> GraphQueries:
        """Gives the graph to be asked: the endpoint that is set, else the library's own, brought up to date.

        Raises:
            NothingFound: There is no library yet.
            LibraryError: The graph cannot be made or opened.
            UsageError: What is set is no address of an endpoint.
        """
        if self.settings.graph.store:
            from conspectus.graphs.structure.remote_store import RemoteStore

            return RemoteStore(self.settings.graph.store, self.graph_profile, seconds=self.settings.graph.seconds)
        return self.structure_store()

    def structure_store(self) -> StructureStore:
        """Gives the library's own graph, brought up to date and open for reading.

        Raises:
            NothingFound: There is no library yet.
            LibraryError: The graph cannot be made or opened.
        """
        from conspectus.graphs.structure.store import open_path

        return open_path(self.graph_snapshot(), self.graph_profile)

    def ask_graph(self, query: str, form: str, *, seconds: float | None = None, rows: int | None = None) -> bytes:
        """Gives the result of a query, serialised, within the limits of time and rows.

        Args:
            query: SPARQL 1.1, reading only.
            form: As for ``graphs.structure.asking.ask_snapshot``.
            seconds: The most time; what is set if None.
            rows: The most rows; what is set if None.

        Raises:
            UsageError: The query is an update or cannot be read.
            GraphLimitReached: It takes more time, or has more rows.
            SourceFailed: An endpoint is set and cannot be asked.
        """
        from conspectus.graphs.structure.asking import MEDIA_TYPES, ask_snapshot

        graph = self.settings.graph
        within, most = seconds or graph.seconds, rows or graph.rows
        if graph.store:
            from conspectus.graphs.structure.remote_store import RemoteStore

            store = RemoteStore(graph.store, self.graph_profile, seconds=within)
            return store.ask(query, MEDIA_TYPES[form]).encode("utf-8")
        profile = self.graph_profile
        return ask_snapshot(self.graph_snapshot(), query, form, seconds=within, rows=most, profile=profile)

    def known_labels(self, table: Path) -> dict[str, object]:
        """Gives which entities of the library a label table knows, as plain JSON values.

        Raises:
            NothingFound: There is no library yet.
            InputError: The table cannot be read.
        """
        from conspectus.graphs.scientific_entities.keeping import annotate_library
        from conspectus.graphs.scientific_entities.label_index import open_label_index
        from conspectus.graphs.scientific_entities.library_entities import library_entities
        from conspectus.graphs.scientific_entities.linking import known_beside

        annotations = annotate_library(self.library, self.engine, self.events).annotations
        entities = library_entities(annotations, self.library.entities.decisions()).entities
        with open_label_index(table) as index:
            found = known_beside({entity.label: entity.aliases for entity in entities}, index)
        return {
            "entities": len(found.known) + len(found.unknown),
            "known": len(found.known),
            "links": [{"label": name, "iri": link.iri, "as": link.label} for name, link in found.known],
            "unknown": list(found.unknown),
        }

    @contextmanager
    def graph_triples(self, papers: Sequence[Paper] = ()) -> Iterator[Iterator[Triple]]:
        """Gives the triples of some papers, or of the whole library, for the time of the block.

        Raises:
            NothingFound: There is no library yet.
            LibraryError: The graph cannot be made or opened.
        """
        from conspectus.graphs.structure.node_names import graph_iri

        store = self.structure_store()
        if not papers:
            yield store.triples()
            return
        graphs = [graph_iri(paper.id, self.graph_profile) for paper in papers]
        yield (triple for graph in graphs for triple in store.triples(graph))
