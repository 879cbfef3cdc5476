"""What fills and keeps the library: adding, fetching, indexing, examining."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conspectus.foundation.errors import UsageError
from conspectus.workbench.parts import LIBRARY, Parts

if TYPE_CHECKING:
    from conspectus.collection.doctor import Check
    from conspectus.collection.fetching import FetchReport
    from conspectus.collection.file_reading import ContentReader
    from conspectus.collection.recovery import Recovery
    from conspectus.collection.report import AddReport
    from conspectus.domain.paper import Paper
    from conspectus.library.store import Library
    from conspectus.providers.examination import ModelCheck
    from conspectus.sources.searching import SearchQuery


class Collecting(Parts):
    """The verbs of collecting."""

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
            report = add_files(
                library,
                paths,
                largest_file=largest,
                include_text=include_text,
                events=self.events,
                contents=self._content_reader(),
            )
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
        return rehearse(
            self.library_folder,
            paths,
            largest_file=largest,
            include_text=include_text,
            events=self.events,
            contents=self._content_reader(),
        )

    def _content_reader(self) -> ContentReader:
        from conspectus.collection.child_reading import ReadingLimits
        from conspectus.collection.file_reading import ContentReader

        reading = self.settings.reading
        limits = ReadingLimits(seconds=reading.longest_seconds, memory=reading.most_memory)
        if reading.pdf_engine == "own":
            if reading.grobid_url:
                raise UsageError(
                    "An address of GROBID is named, and PDFs are not read by it.", hint="Give --pdf-engine grobid, too."
                )
            return ContentReader(limits=limits)
        from conspectus.sources.grobid import Grobid
        from conspectus.sources.service import SourceOptions

        options = SourceOptions(base_url=reading.grobid_url, events=self.events, timeout=reading.grobid_timeout)
        grobid = Grobid(options, consolidate=reading.grobid_consolidate)
        return ContentReader(limits=limits, pdf_engine=grobid.tei, pdf_engine_label=grobid.label)

    def gather(self, sources: Sequence[str]) -> tuple[list[Paper], AddReport | None]:
        """Gives the papers that the sources name, in order, each once: files are added to the library first.

        Args:
            sources: Paths of files or folders, and papers by id, citation key, DOI or former id.

        Raises:
            NothingFound: A source is neither a path nor a paper of the library.
        """
        from conspectus.collection.named_papers import gather_papers

        return gather_papers(sources, lambda paths: self.add(paths, command="conspectus write"), lambda: self.library)

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

        recovery = recover(self.library_folder, lock_timeout=self.settings.library.lock_timeout, events=self.events)
        with self.writing("conspectus doctor --recover") as library:
            for told in self.complete_vectors(library):
                self.events.warn(told)
        return recovery

    def complete_vectors(self, library: Library) -> list[str]:
        """Gives every paper the vector of its present text; gives in words what went wrong, nothing if all is well.

        Args:
            library: Open for writing.
        """
        from conspectus.collection.vector_projection import try_to_complete_vectors

        return try_to_complete_vectors(library, self._embedder_choice(), self.events)
