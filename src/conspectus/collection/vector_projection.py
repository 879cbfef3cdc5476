"""Keeps the vectors of a library's papers: completes what is missing, or makes them anew.

A text is embedded once. The offline embedder is fitted on the library, and anew when that has doubled; its fit lies
beside the vectors and is replaced together with them.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from conspectus.collection.paper_vectors import FIT, EmbedderChoice, open_kept, texts_of
from conspectus.collection.reindex import TextProjection, rebuild_text_index
from conspectus.embedders.embedding import Embedder
from conspectus.foundation.errors import LibraryError, NothingFound, SourceFailed, UsageError
from conspectus.foundation.events import Events
from conspectus.library.projections import Stamp
from conspectus.library.store import VECTOR_PROJECTION, Library
from conspectus.retrieval.vector_index import FOLDER, rebuilt_vectors

STAGE = "embed"
BATCH = 500
"""How many papers are embedded at a time; a kill between two batches loses nothing."""


def complete_vectors(library: Library, choice: EmbedderChoice, events: Events | None = None) -> int:
    """Embeds every paper that has no vector of its present text; gives how many papers were taken in.

    Args:
        library: Open for writing.
        choice: The embedder that is set.
        events: Told of the progress, as stage "embed", and when vectors are made anew.

    Raises:
        OtherVectors: The vectors that are there were made by another embedder; they are left as they are.
        UsageError: The embedder cannot be made.
        SourceFailed: It is remote and cannot be reached.
    """
    events = events or Events()
    folder = library.folder / FOLDER
    stamps = library.projections.missing(VECTOR_PROJECTION)
    gone = library.projections.left_over(VECTOR_PROJECTION)
    if not folder.is_dir():
        return rebuild_vectors(library, choice, events)
    if not stamps and not gone:
        return 0
    try:
        embedder, index = open_kept(library.folder, choice)
    except LibraryError as error:
        events.warn(f"{error.message} They are made again.")
        return rebuild_vectors(library, choice, events)
    is_outgrown = getattr(embedder, "is_outgrown", None)
    if is_outgrown is not None and is_outgrown(library.count()):
        return rebuild_vectors(library, choice, events)
    with events.stage(STAGE, len(stamps)):
        index.update({}, embedder.embed, gone)
        library.projections.mark(VECTOR_PROJECTION, (), gone)
        for start in range(0, len(stamps), BATCH):
            batch = stamps[start : start + BATCH]
            index.update(_texts(library, batch), embedder.embed)
            library.projections.mark(VECTOR_PROJECTION, batch)
            events.advance(STAGE, len(batch))
    if index.count() != library.count():
        # The book does not know what the index holds, as after a library was restored from a backup.
        return rebuild_vectors(library, choice, events)
    return len(stamps)


def try_to_complete_vectors(library: Library, choice: EmbedderChoice, events: Events | None = None) -> list[str]:
    """Does what ``complete_vectors`` does; gives in words what went wrong, since papers are safe without vectors."""
    try:
        complete_vectors(library, choice, events)
    except (UsageError, SourceFailed, LibraryError) as error:
        return [f"{error.message} {error.hint}".strip()]
    return []


def rebuild_vectors(library: Library, choice: EmbedderChoice, events: Events | None = None) -> int:
    """Makes the vectors anew with the embedder that is set, in place of any; gives the number of papers.

    The offline embedder is fitted anew. Of another one, vectors of texts that have not changed are taken over. A
    library without any word gets no vectors.

    Args:
        library: Open for writing.
        choice: The embedder that is set.
        events: Told of the progress, as stage "embed".

    Raises:
        UsageError: The embedder cannot be made.
        SourceFailed: It is remote and cannot be reached; the old vectors stay.
    """
    events = events or Events()
    stamps = library.projections.present()
    with events.stage(STAGE, len(stamps)):
        try:
            embedder = _fitted(library, stamps) if choice.is_fitted else choice.made()
        except NothingFound:
            shutil.rmtree(library.folder / FOLDER, ignore_errors=True)
            library.projections.reset(VECTOR_PROJECTION)
            return 0
        with rebuilt_vectors(library.folder / FOLDER, embedder.identity, embedder.dimension) as index:
            save = getattr(embedder, "save", None)
            if save is not None:
                save(index.folder / FIT)
            for start in range(0, len(stamps), BATCH):
                batch = stamps[start : start + BATCH]
                index.update(_texts(library, batch), embedder.embed)
                events.advance(STAGE, len(batch))
        library.projections.reset(VECTOR_PROJECTION, stamps)
    return len(stamps)


def complete_projections(library: Library, choice: EmbedderChoice, events: Events) -> int:
    """Completes the full-text index and the vectors; gives how many papers were indexed."""
    indexed = TextProjection(library, events).complete()
    complete_vectors(library, choice, events)
    return indexed


def rebuild_projections(library: Library, choice: EmbedderChoice, events: Events) -> int:
    """Makes the full-text index and the vectors anew; gives how many papers were indexed."""
    indexed = rebuild_text_index(library, events)
    rebuild_vectors(library, choice, events)
    return indexed


def _fitted(library: Library, stamps: Sequence[Stamp]) -> Embedder:
    from conspectus.embedders.offline import OfflineEmbedder

    return OfflineEmbedder.fitted(list(_texts(library, stamps).values()))


def _texts(library: Library, stamps: Sequence[Stamp]) -> dict[str, tuple[str, str]]:
    papers = [paper for stamp in stamps if (paper := library.get(stamp.paper)) is not None]
    return dict(zip((paper.id for paper in papers), texts_of(papers), strict=True))
