"""Annotations of the papers of a library, made once for each version of a text and kept in the library's book."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from conspectus.domain.scientific_entities import PaperAnnotations
from conspectus.foundation.events import Events
from conspectus.graphs.scientific_entities.annotating import annotate

if TYPE_CHECKING:
    from conspectus.domain.engine import Engine
    from conspectus.domain.paper import Paper
    from conspectus.library.store import Library

_DIGEST = 12
STAGE = "naming entities"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedLibrary:
    """The annotations of all papers that have a text, in library order, and those of them that the book lacks."""

    annotations: tuple[PaperAnnotations, ...]
    new: tuple[PaperAnnotations, ...]


def annotate_library(library: Library, engine: Engine, events: Events | None = None) -> AnnotatedLibrary:
    """Gives the annotations of every paper that has a text, from the library's book or made anew.

    The library may be open for reading only: nothing is kept until ``keep_new`` is called.

    Raises:
        ModelStopped: The engine asks a model, and no further call can succeed.
    """
    events = events or Events()
    found: list[PaperAnnotations] = []
    new: list[PaperAnnotations] = []
    by = made_by(engine)
    with events.stage(STAGE, total=library.count()):
        for paper in library.papers():
            if paper.document is not None:
                known = _known(library, paper, by)
                if known is None:
                    known = annotate(paper, engine)
                    new.append(known)
                found.append(known)
            events.advance(STAGE, detail=paper.id)
    return AnnotatedLibrary(annotations=tuple(found), new=tuple(new))


def annotations_of(library: Library, paper: Paper, engine: Engine) -> PaperAnnotations:
    """Gives the annotations of one paper of a library, from the book or made anew; nothing is kept.

    Raises:
        UsageError: The paper has no text.
        ModelStopped: The engine asks a model, and no further call can succeed.
    """
    return _known(library, paper, made_by(engine)) or annotate(paper, engine)


def keep_new(library: Library, new: Iterable[PaperAnnotations], engine: Engine) -> None:
    """Puts annotations into the book of a library that is open for writing; papers that have left it are skipped."""
    by = made_by(engine)
    with library.transaction():
        for annotations in new:
            position = library.position(annotations.paper)
            if position is not None:
                library.entities.keep_annotations(position, annotations, made_by=by)


def made_by(engine: Engine) -> str:
    """Gives what names an engine together with all that decides its output."""
    parts = [f"{name} {version}" for name, version in engine.materials()]
    if not parts and not engine.model:
        return f"{engine.name} {engine.version}"
    digest = hashlib.sha256("\n".join([engine.model, *parts]).encode("utf-8")).hexdigest()[:_DIGEST]
    return f"{engine.name} {engine.version} {digest}"


def _known(library: Library, paper: Paper, by: str) -> PaperAnnotations | None:
    position = library.position(paper.id)
    if position is None or paper.document is None:
        return None
    known = library.entities.annotations(position, version=paper.document.version, made_by=by)
    # A paper may have got another id since: its annotations name the old one.
    return known if known is not None and known.paper == paper.id else None
