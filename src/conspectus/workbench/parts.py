"""The parts that work together, each made from the settings when it is first asked for."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from conspectus.foundation.errors import UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.settings import Settings

if TYPE_CHECKING:
    from conspectus.collection.paper_vectors import EmbedderChoice, RunVectors
    from conspectus.domain.engine import Engine
    from conspectus.foundation.cache import Cache
    from conspectus.library.store import Library
    from conspectus.library.writer_lock import Holder
    from conspectus.providers.models import ModelOptions, Models
    from conspectus.retrieval.text_index import TextIndex
    from conspectus.sources.searching import Source
    from conspectus.sources.service import SourceOptions

LIBRARY = "library"
"""The source that is the library."""
LOCAL_LIBRARY = ".conspectus"
"""The library of the working folder, used if it exists and no other is named."""


class Parts:
    """The parts, each made when it is first asked for.

    Args:
        settings: Everything that can be set.
        events: Told of progress and warnings.
    """

    def __init__(self, settings: Settings, events: Events | None = None) -> None:
        self.settings = settings
        self.events = events or Events()

    @cached_property
    def library_folder(self) -> Path:
        """The library folder: the one that is set, else ``./.conspectus`` if it exists, else the user's."""
        if self.settings.library.folder:
            return Path(self.settings.library.folder).expanduser()
        if Path(LOCAL_LIBRARY).is_dir():
            return Path(LOCAL_LIBRARY)
        import platformdirs

        return Path(platformdirs.user_data_dir("conspectus"))

    @cached_property
    def library(self) -> Library:
        """The library, open for reading; it sees what others write meanwhile.

        Raises:
            NothingFound: There is no library yet.
            LibraryError: It cannot be used as it is.
        """
        from conspectus.library.store import Library

        return Library(self.library_folder)

    @contextmanager
    def writing(self, command: str) -> Iterator[Library]:
        """Gives the library open for writing, under its writer lock, for the time of the block.

        Args:
            command: What is being done, for those who have to wait.

        Raises:
            LibraryLocked: Another process was writing for ``library.lock_timeout`` seconds.
            LibraryError: It cannot be used as it is.
        """
        from conspectus.library.store import Library

        with Library(
            self.library_folder,
            writable=True,
            command=command,
            lock_timeout=self.settings.library.lock_timeout,
            on_wait=self._announce_wait,
        ) as library:
            yield library

    @cached_property
    def text_index(self) -> TextIndex:
        """The full-text index, open for searching.

        Raises:
            LibraryError: It is missing or damaged; the hint says how to make it again.
        """
        from conspectus.retrieval.text_index import FOLDER, open_index

        return open_index(self.library_folder / FOLDER)

    @cached_property
    def cache(self) -> Cache:
        """The cache of costly calls, in the folder that is set or the user's cache folder."""
        from conspectus.foundation.cache import Cache

        folder = self.settings.cache.folder
        if not folder:
            import platformdirs

            folder = platformdirs.user_cache_dir("conspectus")
        return Cache(Path(folder).expanduser() / "cache.sqlite")

    @contextmanager
    def source(self, name: str, vectors: RunVectors | None = None) -> Iterator[Source]:
        """Gives the source called ``name`` ("library", "pubmed") for the time of the block.

        Args:
            name: As registered.
            vectors: Those by which the library ranks beside the words; by words alone without them.

        Raises:
            UnknownName: There is no such source.
            NothingFound: It is the library, and there is none yet.
        """
        from conspectus.sources import SOURCES

        if name == LIBRARY:
            from conspectus.collection.library_source import LibrarySource

            yield LibrarySource(self.library, self.text_index, None if vectors is None else vectors.likeness)
            return
        source = SOURCES.get(name)(self._source_options())
        try:
            yield source
        finally:
            close = getattr(source, "close", None)
            if close is not None:
                close()

    def _vectors(self, source: str) -> RunVectors:
        """The vectors of a run over the papers of a source, which needs a library only if it is the source."""
        from conspectus.collection.paper_vectors import RunVectors

        choice, is_library = self._embedder_choice(), source == LIBRARY
        return RunVectors(
            self.library_folder, choice, lambda: self.library, from_library=is_library, on_remark=self.events.warn
        )

    def _embedder_choice(self) -> EmbedderChoice:
        from conspectus.collection.paper_vectors import EmbedderChoice

        return EmbedderChoice.of(self.settings.embedder, os.environ)

    def _source_options(self) -> SourceOptions:
        from conspectus.sources.service import SourceOptions

        return SourceOptions(
            environment=os.environ,
            mail=self.settings.sources.mail,
            base_url=self.settings.sources.base_url,
            cache=self.cache,
            events=self.events,
        )

    @cached_property
    def engine(self) -> Engine:
        """Who writes: the engine that is set, else the generative one where a model is named, else the extractive.

        Raises:
            UnknownName: There is no such engine.
            UsageError: The engine asks models and none is named.
        """
        from conspectus.engines import ENGINES

        name = self.settings.engine.name or ("generative" if self._names_models else "extractive")
        make = ENGINES.get(name)
        engine: Engine = make(self.models) if getattr(make, "asks_models", False) else make()
        return engine

    @cached_property
    def models(self) -> Models:
        """The language models that are named, with their limits and their bill; none is asked before it is needed.

        Raises:
            UsageError: None is named, or what is set about them cannot be used.
        """
        from conspectus.providers.models import Models

        return Models(self._model_options(), cache=lambda: self.cache, events=self.events)

    def _model_options(self) -> ModelOptions:
        from conspectus.providers.models import ModelOptions

        model = self.settings.model
        if not self._names_models:
            raise UsageError(
                "No language model is named.",
                hint="Name one, as in --model openai:gpt-5-mini or --model ollama:qwen3, or leave --engine out.",
            )
        return ModelOptions(
            model=model.name,
            for_task=_by_task(model.for_task),
            base_url=model.base_url,
            key_file=model.key_file,
            environment=os.environ,
            timeout=model.timeout,
            stream=model.stream,
            side_by_side=model.side_by_side,
            retries=model.retries,
            longest_wait=model.longest_wait,
            requests_per_minute=model.requests_per_minute or None,
            max_calls=model.max_calls or None,
            max_cost=None if math.isinf(model.max_cost) else model.max_cost,
            prices_file=model.prices,
            trace=model.trace,
            record=model.record,
        )

    @property
    def _names_models(self) -> bool:
        return bool(self.settings.model.name or self.settings.model.for_task)

    def close(self) -> None:
        """Closes what was opened."""
        for name in ("models", "library", "cache"):
            if name in self.__dict__:
                self.__dict__.pop(name).close()
        self.__dict__.pop("text_index", None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _announce_wait(self, holder: Holder | None) -> None:
        self.events.warn(f"Waiting for {holder or 'another process'}, which is writing to the library.")


def _by_task(pairs: Sequence[str]) -> dict[str, str]:
    """Gives the model of each task from TASK=PROVIDER:NAME."""
    models = {}
    for pair in pairs:
        task, equals, model = pair.partition("=")
        if not equals or not task.strip() or not model.strip():
            raise UsageError(
                f"{pair!r} does not say which task another model performs.",
                hint="Write TASK=PROVIDER:NAME, as in write_chunk=openai:gpt-5.",
            )
        models[task.strip()] = model.strip()
    return models
