"""How long a topic page over a whole library takes: the first time, and once the vectors are kept."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.anthology import FOLDER, anthology_papers
from benchmarks.outcome import Cell, Outcome, Scale, Table, verdict
from benchmarks.timing import peak_mib, timed
from conspectus.collection.fetching import add_fetched
from conspectus.collection.paper_vectors import EmbedderChoice, RunVectors
from conspectus.collection.vector_projection import rebuild_vectors
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import Product
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.foundation.events import Events
from conspectus.library.store import Library
from conspectus.pipelines.topic_page.clustering import PaperVectors
from conspectus.pipelines.topic_page.pipeline import write_topic_page
from conspectus.pipelines.topic_page.request import TopicPageRequest
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.testing.topic_papers import made_topic_papers

AIM_COLD, AIM_WARM = 60.0, 5.0
_STAGES = ("fetch", "embed", "cluster", "sample", "write", "attach")
_COLUMNS = (
    "papers",
    "vectors",
    "seconds",
    "CPU seconds",
    *(f"{stage} s" for stage in _STAGES),
    "clusters",
    "cited",
    "peak MiB",
)


class WholeLibrary:
    """A source that finds every paper of a library, as a query of a frequent word does."""

    name = "library"
    label = "The library"

    def __init__(self, library: Library) -> None:
        self._library = library

    def search(self, query: SearchQuery, /) -> SearchOutcome:
        """Gives all ids."""
        ids = tuple(summary.id for summary in self._library.summaries())
        return SearchOutcome(ids=ids[: query.limit], total=len(ids), translation=query.text)

    def fetch(self, ids: Sequence[str], /) -> Fetched:
        """Gives the papers behind ids."""
        return Fetched(papers=tuple(paper for name in ids if (paper := self._library.get(name)) is not None))


def run(scale: Scale) -> Outcome:
    """Gives the seconds of each stage, with vectors that are made for the page and with kept ones."""
    count = scale.pick(10_000, 130)
    skipped = []
    if (scale.data / FOLDER).is_dir():
        papers, name = tuple(anthology_papers(scale.data / FOLDER, count)), "machine translation"
    else:
        papers, name = made_topic_papers(count), "microplastics"
        skipped.append(f"Real abstracts: there is no folder {FOLDER} in the data; they are made up.")
    with tempfile.TemporaryDirectory() as folder:
        rows = _rows(Path(folder), papers, name)
    notes = [
        "The library finds every paper; the offline embedder; the extractive engine. Cold: the embedder is fitted and "
        "all papers are embedded. Warm: the vectors are kept with the library; the second of two pages.",
    ]
    if not scale.quick:
        notes += [verdict(f"a page with {row['vectors']} vectors", float(str(row["seconds"])), aim, "s")
                  for row, aim in zip(rows, (AIM_COLD, AIM_WARM), strict=True)]  # fmt: skip
    return Outcome(
        tables=(Table(title="Topic pages", columns=_COLUMNS, rows=rows),), notes=tuple(notes), skipped=tuple(skipped)
    )


def _rows(folder: Path, papers: Sequence[Paper], name: str) -> list[dict[str, Cell]]:
    with Library(folder, writable=True) as library:
        add_fetched(library, "benchmark", Fetched(papers=tuple(papers)))
        cold = _row(library, name, len(papers), "new")
        rebuild_vectors(library, EmbedderChoice())
        _row(library, name, len(papers), "kept")
        return [cold, _row(library, name, len(papers), "kept")]


def _row(library: Library, name: str, count: int, vectors: str) -> dict[str, Cell]:
    events = Events()
    started = time.process_time()
    product, seconds = timed(lambda: _page(library, name, count, events))
    return {
        "papers": count,
        "vectors": vectors,
        "seconds": seconds,
        "CPU seconds": time.process_time() - started,
        **{f"{stage} s": events.seconds.get(stage, 0.0) for stage in _STAGES},
        "clusters": len(product.block["clusters"]),
        "cited": product.block["counts"]["cited"],
        "peak MiB": peak_mib(),
    }


def _page(library: Library, name: str, count: int, events: Events) -> Product:
    kept = RunVectors(library.folder, EmbedderChoice(), lambda: library, from_library=True)

    def embed(papers: Sequence[Paper]) -> PaperVectors:
        embedder, rows = kept.embed(papers)
        return PaperVectors(vectors=rows, identity=embedder.identity, profile=embedder.profile)

    request = TopicPageRequest(query=name, names=(name,), source="library", max_papers=count)
    return write_topic_page(request, WholeLibrary(library), ExtractiveEngine(), embed=embed, events=events)
