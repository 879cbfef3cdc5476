"""The vectors of papers for one run: those that the library keeps, and others made in the same space.

Nothing here writes: a run over a library without vectors makes them in memory and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from conspectus.domain.paper import Paper
from conspectus.embedders import EMBEDDERS
from conspectus.embedders.embedding import Embedder, EmbedderOptions, Vectors
from conspectus.foundation.errors import LibraryError, NothingFound, UsageError
from conspectus.foundation.settings import EmbedderSettings
from conspectus.foundation.text.normalise import one_line
from conspectus.library.store import VECTOR_PROJECTION, Library
from conspectus.retrieval.vector_index import FOLDER, VectorIndex

if TYPE_CHECKING:
    from conspectus.embedders.offline import OfflineEmbedder

FIT = "fit"
"""The folder of the offline embedder's fit, within that of the vectors, so that both are replaced as one."""
OFFLINE = "offline"


class OtherVectors(UsageError):
    """The kept vectors were made by another embedder than the one that is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderChoice:
    """The embedder that is set: its name and what it is made from (without the folder of a fit)."""

    name: str = OFFLINE
    options: EmbedderOptions = field(default_factory=EmbedderOptions)

    @property
    def is_fitted(self) -> bool:
        """Whether it is the one that is fitted on texts."""
        return self.name == OFFLINE

    @classmethod
    def of(cls, embedder: EmbedderSettings, environment: Mapping[str, str]) -> EmbedderChoice:
        """Gives the choice that is set; keys come from the environment."""
        options = EmbedderOptions(
            model=embedder.model,
            adapter=embedder.adapter,
            base_url=embedder.base_url,
            environment=environment,
            batch=embedder.batch,
            timeout=embedder.timeout,
        )
        return cls(name=embedder.name, options=options)

    def made(self) -> Embedder:
        """Gives the embedder itself.

        Raises:
            UnknownName: There is none of this name.
            UsageError: It cannot be made from the options, or its extra is not installed.
            SourceFailed: It is remote and cannot be reached.
            LibraryError: It is the offline one, and there is no fit in the folder of its options.
        """
        embedder: Embedder = EMBEDDERS.get(self.name)(self.options)
        return embedder


def texts_of(papers: Sequence[Paper]) -> list[tuple[str, str]]:
    """Gives (title, abstract) of each paper on one line each, as embedders take them."""
    return [(one_line(paper.title), one_line(paper.abstract)) for paper in papers]


def fit_and_embed(papers: Sequence[Paper]) -> tuple[Embedder, Vectors]:
    """Gives the offline embedder fitted on the papers, and their vectors."""
    from conspectus.embedders.offline import OfflineEmbedder

    texts = texts_of(papers)
    embedder = OfflineEmbedder.fitted(texts)
    return embedder, embedder.embed(texts)


def open_kept(folder: Path, choice: EmbedderChoice) -> tuple[Embedder, VectorIndex]:
    """Gives the embedder that is set and the vectors that it made of a library.

    Args:
        folder: The library folder.
        choice: The embedder that is set.

    Raises:
        LibraryError: There are no vectors, or they or the fit are damaged; the hint says how to make them again.
        OtherVectors: They were made by another embedder.
        UsageError: The embedder cannot be made.
    """
    index = VectorIndex(folder / FOLDER)
    if index.identity.startswith(f"{OFFLINE}:") != choice.is_fitted:
        raise _other(index.identity, choice)
    embedder: Embedder = fit_in(folder / FOLDER) if choice.is_fitted else choice.made()
    if embedder.identity == index.identity:
        return embedder, index
    if choice.is_fitted:
        raise LibraryError(
            f"The vectors in {index.folder} are damaged: they are of another fit than the one beside them.",
            hint="Run `conspectus reindex` to make them again from the library; no paper is lost.",
        )
    raise _other(index.identity, choice, embedder.identity)


def fit_in(vectors: Path) -> OfflineEmbedder:
    """Gives the offline embedder from the fit that is kept in a folder of vectors."""
    from conspectus.embedders.offline import OfflineEmbedder

    return OfflineEmbedder(EmbedderOptions(folder=vectors / FIT))


def _other(kept: str, choice: EmbedderChoice, identity: str = "") -> OtherVectors:
    wanted = identity or f"the embedder {choice.name}"
    return OtherVectors(
        f"The library's vectors were made by {kept}, which cannot be compared with those of {wanted}.",
        hint=f"Run `conspectus reindex --embedder {choice.name}` to embed all papers again, or name the embedder that "
        "made them with --embedder.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Space:
    """An embedder and what is known of the library in its space; ``ids`` are the papers with a vector."""

    embedder: Embedder
    ids: frozenset[str] = frozenset()
    vectors_of: Callable[[Sequence[str]], Vectors]


class RunVectors:
    """The vectors that one run asks for, all of one space; nothing is opened or made before it is needed.

    Args:
        folder: The library folder.
        choice: The embedder that is set.
        open_library: Gives the library, open for reading.
        from_library: Whether the papers of the run are those of the library; where they come from elsewhere,
            kept vectors are used for the same texts, and the library need not have any.
        on_remark: Told what the user should know.
    """

    def __init__(
        self,
        folder: Path,
        choice: EmbedderChoice,
        open_library: Callable[[], Library],
        *,
        from_library: bool,
        on_remark: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._folder = folder
        self._choice = choice
        self._open_library = open_library
        self._library: Library | None = None
        self._from_library = from_library
        self._remark = on_remark
        self._opened: _Space | None = None
        self._is_opened = False
        self.identity = ""
        """The embedder that was used last, "" where none was."""

    def likeness(self, text: str, papers: Sequence[str]) -> Mapping[str, float]:
        """Gives the similarity of papers of the library, by id, to a search text; only of those with a vector.

        Raises:
            OtherVectors: The library's vectors were made by another embedder.
        """
        if len(papers) < 2:
            return {}
        space = self._space()
        if space is None:
            return {}
        sought = space.embedder.embed_query(text)[0]
        held = [paper for paper in papers if paper in space.ids]
        if not held or not sought.any():
            return {}
        self.identity = space.embedder.identity
        vectors = space.vectors_of(held)
        similarities = vectors @ sought
        return {held[place]: float(similarities[place]) for place in range(len(held)) if vectors[place].any()}

    def embed(self, papers: Sequence[Paper]) -> tuple[Embedder, Vectors]:
        """Gives the embedder and the vectors of papers, in their order.

        The offline embedder is fitted on the papers themselves where more of them are not in the library than it
        was fitted on: its words would be those of another subject.

        Raises:
            OtherVectors: The library's vectors were made by another embedder.
            NothingFound: There is no word in the papers.
        """
        space = self._space()
        if space is None:
            made = fit_and_embed(papers)
        else:
            made = self._in_space(space, papers)
        self.identity = made[0].identity
        return made

    def _in_space(self, space: _Space, papers: Sequence[Paper]) -> tuple[Embedder, Vectors]:
        held = [place for place, paper in enumerate(papers) if self._is_held(space, paper)]
        others = sorted(set(range(len(papers))) - set(held))
        fitted_on = getattr(space.embedder, "fitted_on", None)
        if fitted_on is not None and len(others) > fitted_on:
            self._remark(
                f"{len(others)} papers are not among the {fitted_on} that the offline embedder was fitted on; it was "
                "fitted on the papers of this run instead."
            )
            return fit_and_embed(papers)
        vectors = np.zeros((len(papers), space.embedder.dimension), dtype=np.float32)
        if held:
            vectors[held] = space.vectors_of([papers[place].id for place in held])
        if others:
            vectors[others] = space.embedder.embed(texts_of([papers[place] for place in others]))
        return space.embedder, vectors

    def _is_held(self, space: _Space, paper: Paper) -> bool:
        if paper.id not in space.ids:
            return False
        if self._from_library or self._library is None:
            return True
        stored = self._library.get(paper.id)
        return stored is not None and texts_of([stored]) == texts_of([paper])

    def _space(self) -> _Space | None:
        if not self._is_opened:
            self._opened = self._found_space()
            self._is_opened = True
        return self._opened

    def _found_space(self) -> _Space | None:
        """The space of the kept vectors, else one made in memory; None where the run's papers are to be fitted on."""
        EMBEDDERS.get(self._choice.name)
        try:
            self._library = self._open_library()
        except (NothingFound, LibraryError):
            if self._from_library:
                raise
        else:
            try:
                return self._kept_space(self._library)
            except OtherVectors:
                if self._from_library:
                    raise
            except LibraryError as error:
                if self._from_library:
                    self._remark(
                        f"{error.message} They were made for this run alone; `conspectus reindex` makes and keeps them."
                    )
                    return self._fitted_space(self._library) if self._choice.is_fitted else self._bare_space()
        return None if self._choice.is_fitted else self._bare_space()

    def _kept_space(self, library: Library) -> _Space:
        embedder, index = open_kept(self._folder, self._choice)
        stale = {stamp.paper for stamp in library.projections.missing(VECTOR_PROJECTION)}
        ids = (stamp.paper for stamp in library.projections.present())
        return _Space(
            embedder=embedder,
            ids=frozenset(paper for paper in ids if paper in index and paper not in stale),
            vectors_of=index.vectors_of,
        )

    def _fitted_space(self, library: Library) -> _Space | None:
        names: list[str] = []
        texts: list[tuple[str, str]] = []
        for paper in library.papers():
            names.append(paper.id)
            texts += texts_of([paper])
        from conspectus.embedders.offline import OfflineEmbedder

        try:
            embedder = OfflineEmbedder.fitted(texts)
        except NothingFound:
            return None
        vectors = embedder.embed(texts)
        place_of = {name: place for place, name in enumerate(names)}
        return _Space(
            embedder=embedder,
            ids=frozenset(names),
            vectors_of=lambda papers: vectors[[place_of[paper] for paper in papers]],
        )

    def _bare_space(self) -> _Space:
        """A pretrained or remote embedder, without any paper of the library: embedding all would take too long."""
        embedder = self._choice.made()
        return _Space(
            embedder=embedder,
            vectors_of=lambda papers: np.zeros((len(papers), embedder.dimension), dtype=np.float32),
        )
