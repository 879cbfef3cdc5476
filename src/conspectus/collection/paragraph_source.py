"""The paragraphs of the library as units of retrieval, kept in an index that follows the library.

Bibliographies, thanks and declarations are never evidence. Captions and notes of tables are, and a table is also
found by what its cells say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from conspectus.domain.document import Document, Section
from conspectus.domain.paper import Paper
from conspectus.engines.extractive.entity_text import is_back_matter
from conspectus.foundation.errors import LibraryError
from conspectus.foundation.events import Events
from conspectus.foundation.text.normalise import one_line
from conspectus.library.store import Library
from conspectus.library.writer_lock import WriterLock
from conspectus.retrieval.paragraph_index import (
    FOLDER,
    IndexedPaper,
    ParagraphIndex,
    ParagraphText,
    build_index,
    open_index,
)

_BIBLIOGRAPHY = frozenset(
    {"references", "reference list", "bibliography", "literature cited", "works cited", "literatur",
     "literaturverzeichnis", "références", "referencias", "riferimenti"}
)  # fmt: skip
_LEAST_WORDS = 4
"""A paragraph of fewer words is a label or the rest of a formula."""
_LONGEST_TABLE = 4000
"""Characters of a table's cells by which it is found."""
_LOCK_TIMEOUT = 1.0


def evidence_paragraphs(document: Document) -> Iterator[ParagraphText]:
    """Yields the paragraphs of a text that may hold an answer, in reading order."""
    unwanted: list[str] = []
    cells: dict[str, str] = {}
    for place in document.places():
        if any(place.address.startswith(f"{address}.") for address in unwanted):
            continue
        if place.kind == "section":
            if _is_no_evidence(place.section):
                unwanted.append(place.address)
            cells.update(_cells(place.section, place.address))
        elif place.kind == "paragraph" and place.paragraph is not None and place.paragraph.kind != "formula":
            text = one_line(document.text[place.start : place.end])
            also = cells.get(place.address, "")
            if len(text.split()) >= _LEAST_WORDS or also:
                yield ParagraphText(address=place.address, text=text, also=also)


def indexed_paper(paper: Paper, stamp: int = 0) -> IndexedPaper:
    """Gives a paper as the paragraph index takes it in; one without a text has no paragraphs."""
    document = paper.document
    return IndexedPaper(
        paper=paper.id,
        version="" if document is None else document.version,
        title=one_line(paper.title),
        paragraphs=() if document is None else tuple(evidence_paragraphs(document)),
        revision=stamp,
    )


def paragraph_index(library: Library, events: Events | None = None) -> ParagraphIndex:
    """Gives the index of a library's paragraphs in its present state.

    What the kept index lacks is taken in and kept for the next time, unless another process is writing: then it is
    in the index that is given, and kept another time.

    Args:
        library: Open for reading or writing.
        events: Told of progress, and of an index that is made again or cannot be kept.
    """
    events = events or Events()
    folder = library.folder / FOLDER
    former = _kept(folder, events)
    present = {stamp.paper: stamp.revision for stamp in library.projections.present()}
    held = {} if former is None else {paper.paper: paper.revision for paper in former.papers}
    wanted = [paper for paper, revision in present.items() if held.get(paper) != revision]
    gone = held.keys() - present.keys()
    if former is not None and not wanted and not gone:
        return former
    with events.stage("paragraphs", len(wanted)):
        index = build_index(_taken_in(library, wanted, present, events), former=former, gone=gone)
    _keep(index, library, folder, events)
    return index


def _taken_in(
    library: Library, wanted: Iterable[str], present: Mapping[str, int], events: Events
) -> Iterator[IndexedPaper]:
    for name in wanted:
        paper = library.get(name)
        if paper is not None:
            yield indexed_paper(paper, present[name])
        events.advance("paragraphs")


def _kept(folder: Path, events: Events) -> ParagraphIndex | None:
    try:
        return open_index(folder)
    except LibraryError as error:
        if folder.exists():
            events.warn(f"{error.message} It is made again.")
        return None


def _keep(index: ParagraphIndex, library: Library, folder: Path, events: Events) -> None:
    if library.writable:
        _save(index, folder, events)
        return
    lock = WriterLock(library.folder, "conspectus write answer")
    try:
        lock.acquire(_LOCK_TIMEOUT, None)
    except LibraryError:
        events.warn("The paragraph index was not kept, since the library cannot be written to now.")
        return
    try:
        _save(index, folder, events)
    finally:
        lock.release()


def _save(index: ParagraphIndex, folder: Path, events: Events) -> None:
    try:
        index.save(folder)
    except OSError as error:
        events.warn(f"The paragraph index cannot be kept in {folder}: {error.strerror or error}.")


def _is_no_evidence(section: Section) -> bool:
    heading = section.heading.strip()
    return heading.casefold().rstrip(".:") in _BIBLIOGRAPHY or (bool(heading) and is_back_matter(heading))


def _cells(section: Section, address: str) -> Iterator[tuple[str, str]]:
    """The words in the cells of each table, by the address of the first paragraph of its caption or notes."""
    for number, table in enumerate(section.tables, 1):
        if table.rows and (table.caption or table.notes):
            words = " ".join(cell for row in table.rows for cell in row if cell)
            yield f"{address}.b{number}.p1", one_line(words)[:_LONGEST_TABLE]
