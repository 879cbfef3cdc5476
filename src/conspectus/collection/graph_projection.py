"""Keeps the structure graph of a library: brings it up to date when it is first asked for.

A graph costs a hundred times what an index does, and most libraries are never asked for one: so adding papers leaves it
alone, and the first command that needs it completes it (decision 13).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from conspectus.domain.engine import Engine
from conspectus.domain.paper import Paper
from conspectus.foundation.events import Events
from conspectus.graphs.scientific_entities.keeping import annotations_of, keep_new, made_by
from conspectus.graphs.scientific_entities.library_entities import library_entities
from conspectus.graphs.structure.citations import KnownWorks
from conspectus.graphs.structure.mapping import MappingOptions, paper_triples
from conspectus.graphs.structure.node_names import graph_iri
from conspectus.graphs.structure.store import FOLDER, GraphWriter, discard, snapshot_path
from conspectus.library.store import GRAPH_PROJECTION, Library

if TYPE_CHECKING:
    from conspectus.domain.scientific_entities import PaperAnnotations
    from conspectus.graphs.scientific_entities.library_entities import LibraryEntity
    from conspectus.library.projections import Stamp

STAGE = "graph"
BATCH = 50
"""Papers written before the book notes it; a kill between two batches loses at most these."""
_ABOUT = "about.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphState:
    """How far a library's graph is: papers that it lacks, and whether it was made as is wanted now."""

    missing: int
    gone: int
    is_there: bool
    is_as_wanted: bool

    @property
    def is_complete(self) -> bool:
        """Whether nothing is to be done."""
        return self.is_there and self.is_as_wanted and not self.missing and not self.gone


def graph_state(library: Library, engine: Engine, options: MappingOptions | None = None) -> GraphState:
    """Gives how far the graph of a library is; nothing is changed."""
    return GraphState(
        missing=library.projections.count_missing(GRAPH_PROJECTION),
        gone=len(library.projections.left_over(GRAPH_PROJECTION)),
        is_there=snapshot_path(library.folder) is not None,
        is_as_wanted=_about(library.folder) == _wanted(library, engine, options or MappingOptions()),
    )


def complete_graph(
    library: Library, engine: Engine, options: MappingOptions | None = None, events: Events | None = None
) -> int:
    """Brings the graph up to date and gives how many papers were written; readers go on with the state before.

    Papers whose references may be new papers are written again. Everything is, where the graph was made by another
    engine, in another way, or before entities were merged or split.

    Args:
        library: Open for writing.
        engine: Who names entities.
        options: How papers become triples.
        events: Told of the progress, as stage "graph".

    Raises:
        LibraryError: The graph's folder cannot be used.
        ModelStopped: The engine asks a model, and no further call can succeed.
    """
    options, events = options or MappingOptions(), events or Events()
    state = graph_state(library, engine, options)
    if state.is_complete:
        return 0
    if not state.is_as_wanted or not state.is_there:
        discard(library.folder)
        library.projections.reset(GRAPH_PROJECTION)
    stamps = library.projections.missing(GRAPH_PROJECTION)
    gone = library.projections.left_over(GRAPH_PROJECTION)
    known = KnownWorks(library.papers())
    new = {stamp.paper for stamp in stamps}
    citing = list(_citing(library, known, new)) if state.is_there and state.is_as_wanted else []
    annotations = _annotated(library, engine, events)
    canonical = library_entities(list(annotations.values()), library.entities.decisions()).by_key()
    with GraphWriter(library.folder) as writer, events.stage(STAGE, total=len(stamps) + len(citing)):
        for name in gone:
            writer.remove(graph_iri(name, options.profile))
        library.projections.mark(GRAPH_PROJECTION, (), gone)
        waiting: list[Stamp] = []
        for paper, stamp in _papers(library, stamps):
            _write(writer, paper, annotations, known, options=options, canonical=canonical)
            waiting.append(stamp)
            events.advance(STAGE, detail=paper.id)
            if len(waiting) >= BATCH:
                library.projections.mark(GRAPH_PROJECTION, waiting)
                waiting = []
        for paper in citing:
            _write(writer, paper, annotations, known, options=options, canonical=canonical)
            events.advance(STAGE, detail=paper.id)
        writer.publish()
        library.projections.mark(GRAPH_PROJECTION, waiting)
        about = library.folder / FOLDER / _ABOUT
        about.write_text(json.dumps(_wanted(library, engine, options)), encoding="utf-8")
    return len(stamps) + len(citing)


def rebuild_graph(
    library: Library, engine: Engine, options: MappingOptions | None = None, events: Events | None = None
) -> int:
    """Makes the graph anew and gives how many papers were written; see ``complete_graph``."""
    discard(library.folder)
    library.projections.reset(GRAPH_PROJECTION)
    return complete_graph(library, engine, options, events)


def _write(
    writer: GraphWriter,
    paper: Paper,
    annotations: dict[str, PaperAnnotations],
    known: KnownWorks,
    *,
    options: MappingOptions,
    canonical: dict[str, LibraryEntity],
) -> None:
    triples = paper_triples(
        paper, annotations=annotations.get(paper.id), known=known, options=options, canonical=canonical
    )
    writer.replace(graph_iri(paper.id, options.profile), triples)


def _annotated(library: Library, engine: Engine, events: Events) -> dict[str, PaperAnnotations]:
    found: dict[str, PaperAnnotations] = {}
    with events.stage("entities", total=library.count()):
        for paper in library.papers():
            if paper.document is not None:
                found[paper.id] = annotations_of(library, paper, engine)
            events.advance("entities", detail=paper.id)
    keep_new(library, found.values(), engine)
    return found


def _papers(library: Library, stamps: Iterable[Stamp]) -> Iterator[tuple[Paper, Stamp]]:
    for stamp in stamps:
        paper = library.get(stamp.paper)
        if paper is not None:
            yield paper, stamp


def _citing(library: Library, known: KnownWorks, new: set[str]) -> Iterator[Paper]:
    """The papers with full texts that are in the graph already and refer to a new one."""
    for summary in library.summaries():
        if not summary.has_full_text or summary.id in new:
            continue
        paper = library.get(summary.id)
        document = paper.document if paper is not None else None
        if paper is not None and document is not None and any(known.find(r) in new for r in document.references):
            yield paper


def _wanted(library: Library, engine: Engine, options: MappingOptions) -> dict[str, str]:
    decisions = hashlib.sha256(repr(library.entities.decisions()).encode()).hexdigest()[:16]
    return {
        "engine": made_by(engine),
        "profile": options.profile.name,
        "legacy": str(options.legacy),
        "alignments": " ".join(sorted(options.alignments)),
        "compatible": str(options.compatible),
        "decisions": decisions,
        "mapping": "2",
    }


def _about(folder: Path) -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads((folder / FOLDER / _ABOUT).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found
