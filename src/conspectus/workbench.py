"""The one place where parts are put together from settings; it delegates and never computes."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from conspectus.foundation.errors import UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.settings import Settings

if TYPE_CHECKING:
    from conspectus.collection.doctor import Check
    from conspectus.collection.fetching import FetchReport
    from conspectus.collection.paper_vectors import EmbedderChoice, RunVectors
    from conspectus.collection.recovery import Recovery
    from conspectus.collection.report import AddReport
    from conspectus.domain.paper import Paper
    from conspectus.domain.run_record import Product
    from conspectus.domain.tasks import Engine
    from conspectus.engines.generative.rehearsal import Rehearsal
    from conspectus.foundation.cache import Cache
    from conspectus.library.store import Library
    from conspectus.library.writer_lock import Holder
    from conspectus.pipelines.topic_page.clustering import Embed
    from conspectus.pipelines.topic_page.request import TopicPageRequest
    from conspectus.providers.examination import ModelCheck
    from conspectus.providers.models import ModelOptions, Models
    from conspectus.retrieval.text_index import TextIndex
    from conspectus.sources.searching import SearchQuery, Source
    from conspectus.sources.service import SourceOptions

LIBRARY = "library"
"""The source that is the library."""
LOCAL_LIBRARY = ".conspectus"
"""The library of the working folder, used if it exists and no other is named."""


class Workbench:
    """The parts that work together, each made when it is first asked for.

    Use it as a context manager, so that what was opened is closed.

    Example:
        >>> from conspectus.foundation.settings import load_settings
        >>> with Workbench(load_settings(arguments={"library.folder": "my-library"})) as workbench:
        ...     workbench.library_folder.name
        'my-library'

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

    def add(self, paths: Sequence[Path], *, include_text: bool = False, command: str = "conspectus add") -> AddReport:
        """Reads files and folders into the library and gives what became of everything in them.

        Args:
            paths: Files, folders and archives.
            include_text: Take running text (Markdown, HTML, plain text) in folders and archives for papers, too.
            command: What is being done, for those who have to wait.
        """
        from conspectus.collection.add import add_files
        from conspectus.collection.vector_projection import try_to_complete_vectors

        largest = self.settings.reading.largest_file
        with self.writing(command) as library:
            report = add_files(library, paths, largest_file=largest, include_text=include_text, events=self.events)
            report.warnings += try_to_complete_vectors(library, self._embedder_choice(), self.events)
        return report

    def rehearse_add(self, paths: Sequence[Path], *, include_text: bool = False) -> AddReport:
        """Gives what ``add`` would report, and changes nothing; there need not be a library.

        Args:
            paths: Files, folders and archives.
            include_text: As for ``add``.
        """
        from conspectus.collection.dry_run import rehearse

        largest = self.settings.reading.largest_file
        return rehearse(self.library_folder, paths, largest_file=largest, include_text=include_text, events=self.events)

    def gather(self, sources: Sequence[str]) -> tuple[list[Paper], AddReport | None]:
        """Gives the papers that the sources name, in order, each once: files are added to the library first.

        Args:
            sources: Paths of files or folders, and papers by id, citation key, DOI or former id.

        Raises:
            NothingFound: A source is neither a path nor a paper of the library.
        """
        from conspectus.collection.named_papers import gather_papers

        return gather_papers(sources, lambda paths: self.add(paths, command="conspectus write"), lambda: self.library)

    def write(self, kind: str, request: Any, papers: Sequence[Paper], *, own_abstract: str = "") -> Product:
        """Gives the written product of a kind ("review"), made by the engine that is set.

        Raises:
            UnknownName: There is no such product or engine.
            NothingFound: The papers hold nothing to write from.
            UsageError: The request cannot be followed as it is.
        """
        from conspectus.pipelines import PIPELINES

        write = PIPELINES.get(kind)
        product: Product = write(request, papers, self.engine, own_abstract=own_abstract, events=self.events)
        return product

    def rehearse_write(self, kind: str, request: Any, papers: Sequence[Paper], *, own_abstract: str = "") -> Rehearsal:
        """Gives the calls, tokens and price that ``write`` would need, and sends nothing.

        Raises:
            UsageError: No model is named.
            UnknownName: There is no such product.
            NothingFound: The papers hold nothing to write from.
        """
        from conspectus.engines.generative.rehearsal import RehearsalEngine
        from conspectus.pipelines import PIPELINES

        engine = RehearsalEngine(self.models)
        PIPELINES.get(kind)(request, papers, engine, own_abstract=own_abstract, events=self.events)
        return engine.rehearsal()

    def write_topic_page(self, request: TopicPageRequest) -> Product:
        """Gives the topic page of a query, made by the engine that is set from the source that the request names.

        Raises:
            UnknownName: There is no such source or engine.
            NothingFound: The query has no hits, or nothing can be written from them.
            UsageError: The request cannot be followed as it is, or the source does not understand the query.
            SourceFailed: The source cannot be reached, or failed.
        """
        from conspectus.pipelines.topic_page.pipeline import write_topic_page

        vectors = self._vectors(request.source)
        with self.source(request.source, vectors) as source:
            page = write_topic_page(request, source, self.engine, embed=_embed_with(vectors), events=self.events)
        # Papers may have been ranked by vectors without being grouped by them.
        return replace(page, run=replace(page.run, embedder=vectors.identity))

    def rehearse_topic_page(self, request: TopicPageRequest) -> Rehearsal:
        """Gives the calls, tokens and price that ``write_topic_page`` would need; papers are searched and fetched.

        Raises:
            UsageError: No model is named.
            NothingFound: The query has no hits, or nothing can be written from them.
            SourceFailed: The source cannot be reached, or failed.
        """
        from conspectus.engines.generative.rehearsal import RehearsalEngine
        from conspectus.pipelines.topic_page.pipeline import write_topic_page

        engine = RehearsalEngine(self.models)
        vectors = self._vectors(request.source)
        with self.source(request.source, vectors) as source:
            write_topic_page(request, source, engine, embed=_embed_with(vectors), events=self.events)
        return engine.rehearsal()

    def fetch(self, source: str, query: SearchQuery) -> FetchReport:
        """Searches a source and puts the papers that it finds into the library.

        Raises:
            UnknownName: There is no such source.
            NothingFound: The query has no hits.
            UsageError: The source does not understand the query.
            SourceFailed: The source cannot be reached, or failed before it gave anything.
        """
        from conspectus.collection.fetching import add_fetched, search_and_fetch
        from conspectus.collection.vector_projection import try_to_complete_vectors

        if source == LIBRARY:
            raise UsageError("The library's papers are in the library.", hint="Name a service, such as pubmed.")
        with self.source(source) as asked:
            outcome, fetched = search_and_fetch(asked, query, self.events)
        with self.writing("conspectus fetch") as library:
            report = add_fetched(library, source, fetched, outcome=outcome, events=self.events)
            report.warnings += try_to_complete_vectors(library, self._embedder_choice(), self.events)
        return report

    def add_identified(self, identifiers: Sequence[str]) -> FetchReport:
        """Looks papers up by identifier ("doi:10.…", "pmid:1") and puts them into the library.

        An identifier that no service has is reported as missing and does not stop the others.

        Raises:
            SourceFailed: No paper came, and a service could not be asked.
        """
        from conspectus.collection.fetching import add_fetched
        from conspectus.collection.identified import look_up_all
        from conspectus.collection.vector_projection import try_to_complete_vectors

        found = look_up_all(identifiers, self._source_options(), self.events)
        with self.writing("conspectus add") as library:
            report = add_fetched(library, "identifiers", found, events=self.events)
            report.warnings += try_to_complete_vectors(library, self._embedder_choice(), self.events)
        return report

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

    def demonstrate(self, folder: Path) -> Path:
        """Adds the bundled library, writes a review of each of its subjects, and gives the path of the one report.

        Args:
            folder: An existing folder for the report and its references as .bib.
        """
        from conspectus.collection.demonstration import demo_files, save_report, subjects
        from conspectus.domain.joining import join_products
        from conspectus.pipelines import REQUESTS

        with demo_files() as paths:
            added = self.add(paths)
        papers = [paper for name in added.papers if (paper := self.library.get(name)) is not None]
        request = REQUESTS.get("review")(seed=self.settings.engine.seed)
        by_subject = subjects(papers)
        reviews = [self.write("review", request, members) for members in by_subject.values()]
        report = join_products(reviews, list(by_subject), title="What conspectus makes of a small library")
        return save_report(report, folder, self.settings.output.style)

    def reindex(self, *, missing_only: bool = False) -> int:
        """Makes the full-text index and the vectors anew, or only completes them; gives how many papers were indexed.

        Raises:
            NothingFound: There is no library yet.
            UsageError: The embedder that is set cannot be made, or is not the one of the vectors to complete.
            SourceFailed: It is remote and cannot be reached.
        """
        from conspectus.collection.vector_projection import complete_projections, rebuild_projections
        from conspectus.library.database import require_library

        require_library(self.library_folder)
        with self.writing("conspectus reindex") as library:
            renew = complete_projections if missing_only else rebuild_projections
            return renew(library, self._embedder_choice(), self.events)

    def examine(self) -> Iterator[Check]:
        """Yields checks of the program and the library."""
        from conspectus.collection.doctor import examine

        return examine(self.library_folder)

    def examine_model(self) -> Iterator[ModelCheck]:
        """Yields what the language model that is named can do, found out by tiny calls.

        Raises:
            UsageError: No model is named.
        """
        from conspectus.providers.examination import examine_model

        return examine_model(self._model_options())

    def recover(self) -> Recovery:
        """Puts a new library file with every paper that can be read in place of a damaged one.

        Raises:
            NothingFound: There is no library.
            UsageError: The library is sound.
            LibraryError: Nothing can be read of it.
        """
        from conspectus.collection.recovery import recover

        return recover(self.library_folder, lock_timeout=self.settings.library.lock_timeout, events=self.events)

    def close(self) -> None:
        """Closes what was opened."""
        for name in ("models", "library", "cache"):
            if name in self.__dict__:
                self.__dict__.pop(name).close()
        self.__dict__.pop("text_index", None)

    def __enter__(self) -> Workbench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _announce_wait(self, holder: Holder | None) -> None:
        self.events.warn(f"Waiting for {holder or 'another process'}, which is writing to the library.")


def _embed_with(vectors: RunVectors) -> Embed:
    from conspectus.pipelines.topic_page.clustering import PaperVectors

    def embed(papers: Sequence[Paper]) -> PaperVectors:
        embedder, rows = vectors.embed(papers)
        return PaperVectors(vectors=rows, identity=embedder.identity, profile=embedder.profile)

    return embed


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
