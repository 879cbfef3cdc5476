"""Brings the projections of a library up to date: completes what is missing, or makes them anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import LibraryError
from conspectus.foundation.events import Events
from conspectus.library.projections import Stamp
from conspectus.library.store import TEXT_PROJECTION, Library
from conspectus.retrieval.text_index import FOLDER, TextIndex, create_index, open_index, rebuilt_index

BATCH = 500
"""How many papers a projection takes in at a time; a kill between two batches loses nothing."""


class TextProjection:
    """The full-text index of a library that is open for writing; opened when first needed.

    Args:
        library: Open for writing.
        events: Told when a missing or damaged index is made again.
    """

    def __init__(self, library: Library, events: Events | None = None) -> None:
        self._library = library
        self._events = events or Events()
        self._index: TextIndex | None = None

    def complete(self) -> int:
        """Takes in every paper that the index does not hold in its present form; gives how many."""
        index = self._opened()
        done = 0
        while True:
            stamps = self._library.projections.missing(TEXT_PROJECTION, BATCH)
            gone = self._library.projections.left_over(TEXT_PROJECTION)
            if not stamps and not gone:
                return done
            index.update(_papers(self._library, stamps), gone)
            self._library.projections.mark(TEXT_PROJECTION, stamps, gone)
            done += len(stamps)
            self._events.advance("index", len(stamps))

    def take_in(self, papers: Iterable[str]) -> int:
        """Takes in those of some papers that the index does not hold in their present form; gives how many.

        ``complete`` looks at the whole library, so that it is not for every batch of a large one.

        Args:
            papers: Their ids; all at once, so at most a few hundred.
        """
        index = self._opened()
        stamps = self._library.projections.missing_among(TEXT_PROJECTION, papers)
        if stamps:
            index.update(_papers(self._library, stamps))
            self._library.projections.mark(TEXT_PROJECTION, stamps)
            self._events.advance("index", len(stamps))
        return len(stamps)

    def _opened(self) -> TextIndex:
        if self._index is None:
            folder = self._library.folder / FOLDER
            try:
                self._index = open_index(folder)
            except LibraryError as error:
                if folder.exists():
                    self._events.warn(f"{error} It is made again.")
                self._library.projections.reset(TEXT_PROJECTION)
                self._index = create_index(folder)
        return self._index


def rebuild_text_index(library: Library, events: Events | None = None) -> int:
    """Makes the full-text index anew from the library and gives the number of papers in it.

    The new index is filled beside the old one and then takes its place, so that readers always have one.

    Args:
        library: Open for writing.
        events: Told of the progress, as stage "index".
    """
    events = events or Events()
    folder: Path = library.folder / FOLDER
    stamps = library.projections.present()
    with events.stage("index", len(stamps)), rebuilt_index(folder) as index:
        for start in range(0, len(stamps), BATCH):
            batch = stamps[start : start + BATCH]
            index.update(_papers(library, batch))
            events.advance("index", len(batch))
    # Not before: until the new index is in place, the book must tell what the old one still holds.
    library.projections.reset(TEXT_PROJECTION, stamps)
    return len(stamps)


def _papers(library: Library, stamps: list[Stamp]) -> Iterator[Paper]:
    for stamp in stamps:
        paper = library.get(stamp.paper)
        if paper is not None:
            yield paper
