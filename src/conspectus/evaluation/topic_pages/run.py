"""The benchmark ``topic-pages``: topics drawn from MeSH headings, a page for each beside the baseline, and figures."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from conspectus.collection.add import add_files
from conspectus.collection.library_source import LibrarySource
from conspectus.collection.paper_vectors import EmbedderChoice, RunVectors
from conspectus.domain.engine import Engine
from conspectus.domain.paper import Paper
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.evaluation.benchmark_run import RunOptions
from conspectus.evaluation.table_text import grid
from conspectus.evaluation.topic_pages.annotation import TASK_1, TASK_2, table_text, task_1_rows, task_2_rows
from conspectus.evaluation.topic_pages.heading_source import HeadingSource
from conspectus.evaluation.topic_pages.judging import RANGES, PageFigures, judge_page
from conspectus.evaluation.topic_pages.mesh_sampling import FIRST, LAST, LEAST_DEPTH, eligible_terms, sample_terms
from conspectus.evaluation.topic_pages.topics import LEAST_PAPERS, TOPICS, Topic, draw_topics
from conspectus.evaluation.topic_pages.written import WrittenPage, lead_page, page_of
from conspectus.foundation.errors import NothingFound, UnknownName, UsageError
from conspectus.foundation.events import Events
from conspectus.library.database import DATABASE_FILE
from conspectus.library.store import Library
from conspectus.pipelines.topic_page.clustering import PaperVectors
from conspectus.pipelines.topic_page.page import DEFINITION, MAIN
from conspectus.pipelines.topic_page.pipeline import write_topic_page
from conspectus.pipelines.topic_page.request import TopicPageRequest
from conspectus.retrieval.text_index import FOLDER, open_index
from conspectus.sources.searching import SearchQuery, Source

PRODUCT, LEAD = "conspectus", "lead"
METHODS = (PRODUCT, LEAD)
_LARGEST_FILE = 1 << 30
_STAGE = "write pages"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPage:
    """A page of a method with its figures; ``page`` is None where nothing could be written, and ``reason`` says why."""

    topic: str
    method: str
    page: WrittenPage | None
    figures: PageFigures | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPagesRun:
    """The pages of all topics and methods; ``papers`` are those at hand, ``failed`` files that could not be read."""

    topics: tuple[str, ...]
    judged: tuple[JudgedPage, ...]
    methods: tuple[str, ...]
    engine: str
    papers: dict[str, Paper]
    seed: int
    failed: int = 0
    mesh_ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_partial(self) -> bool:
        """Whether a page could not be written."""
        return any(each.page is None for each in self.judged)

    def json_form(self) -> dict[str, Any]:
        """Gives the figures for programs: each method's sums and shares, then every page."""
        return {
            "benchmark": "topic-pages",
            "seed": self.seed,
            "engine": self.engine,
            "papers": len(self.papers),
            "unreadable": self.failed,
            "topics": list(self.topics),
            "methods": [{"method": method, **self.figures(method)} for method in self.methods],
            "pages": [
                {
                    "topic": each.topic,
                    "method": each.method,
                    "reason": each.reason,
                    "figures": None if each.figures is None else asdict(each.figures),
                }
                for each in self.judged
            ],
        }

    def figures(self, method: str) -> dict[str, Any]:
        """Gives a method's figures over all pages; a page that was not written is in no range."""
        mine = [each for each in self.judged if each.method == method]
        found = [each.figures for each in mine if each.figures is not None]

        def total(name: str) -> int:
            return sum(getattr(figures, name) for figures in found)

        return {
            "pages": len(found),
            "not_written": len(mine) - len(found),
            "in_range": {heading: sum(f.in_range[heading] for f in found) for heading in RANGES},
            # Out of range where the papers found hold nothing for the section.
            "unsaid": {h: sum(not f.in_range[h] and h in f.unsaid for f in found) for h in (DEFINITION, MAIN)},
            "sentences": total("sentences"),
            "cited_sentences": total("cited_sentences"),
            "supported": total("supported"),
            "citations": total("citations"),
            "invalid_citations": total("invalid"),
            "cited_papers": total("papers"),
            "on_topic": total("on_topic"),
            "named": total("named"),
            "named_rate": _share(total("named"), total("papers")),
            "on_topic_rate": _share(total("on_topic"), total("papers")),
            "supported_rate": _share(total("supported"), total("cited_sentences")),
            "clusters": total("clusters"),
            "clusters_cited": total("clusters_cited"),
            "cluster_coverage": _share(total("clusters_cited"), total("clusters")),
        }

    def output_lines(self) -> Iterator[str]:
        """Yields a JSON line for each topic and method, with every sentence and what it cites."""
        for each in self.judged:
            sections = {} if each.page is None else each.page.sections
            line = {
                "id": each.topic,
                "method": each.method,
                "reason": each.reason,
                "sections": {heading: [asdict(s) for s in sentences] for heading, sentences in sections.items()},
                "facts": {} if each.page is None else each.page.facts,
            }
            yield json.dumps(line, ensure_ascii=False)

    def annotation_files(self) -> dict[str, str]:
        """Gives the tables for people who judge the product's pages, by file name (methods 2.6)."""
        pages = [each.page for each in self.judged if each.page is not None and each.method == PRODUCT]
        return {
            "task-1.csv": table_text(task_1_rows(pages, self.mesh_ids), TASK_1),
            "task-2.csv": table_text(task_2_rows(pages, self.papers, self.mesh_ids, seed=self.seed), TASK_2),
        }

    def table(self) -> str:
        """Gives the figures for people."""
        rows = []
        for method in self.methods:
            f = self.figures(method)
            pages = f["pages"] + f["not_written"]
            rows.append(
                [
                    method,
                    f"{f['pages']}/{pages}",
                    *(f"{f['in_range'][heading]}/{pages}" for heading in RANGES),
                    str(f["invalid_citations"]),
                    f"{f['supported']}/{f['cited_sentences']}",
                    f"{f['on_topic']}/{f['cited_papers']} ({_percent(f['on_topic_rate'])})",
                    _percent(f["named_rate"]),
                    "-" if not f["clusters"] else f"{f['clusters_cited']}/{f['clusters']}",
                ]
            )
        ranges = [f"{heading.split()[0].lower()} {least}-{most}" for heading, (least, most) in RANGES.items()]
        heads = ["method", "pages", *ranges, "invalid", "supported", "on topic", "named", "clusters"]
        reasons = [f"{each.method}, {each.topic}: {each.reason}" for each in self.judged if each.reason]
        reasons += [
            f"{method}, {heading}: {missed} pages out of range whose papers hold no such sentence, or too few."
            for method in self.methods
            for heading, missed in self.figures(method)["unsaid"].items()
            if missed
        ]
        title = f"topic-pages: {len(self.topics)} topics of {len(self.papers)} papers, engine {self.engine}"
        return "\n".join([f"{title}, seed {self.seed}", "", *grid(heads, rows), *([""] if reasons else []), *reasons])


def run(data: Path, options: RunOptions | None = None, events: Events | None = None) -> TopicPagesRun:
    """Gives the figures of topic pages over MeSH headings that are drawn from a library, or from files.

    Args:
        data: A library folder, which is only read, or a file or folder that the readers know.
        options: ``limit`` is the number of topics; ``seed`` draws them.
        events: Told of progress.

    Raises:
        UsageError: The options name a set or a word budget.
        UnknownName: There is no such method.
        NothingFound: There are no papers, or no heading that makes a topic.
    """
    options, events = options or RunOptions(), events or Events()
    if options.set_name or options.words is not None:
        raise UsageError(
            "The benchmark topic-pages has neither sets nor a word budget.", hint="Leave out --set and --words."
        )
    methods = options.methods or METHODS
    for name in methods:
        if name not in METHODS:
            raise UnknownName(f"There is no method {name!r} for topic pages.", hint=f"There are {', '.join(METHODS)}.")
    engine = options.engine or ExtractiveEngine()
    with _opened(data, events) as (library, failed):
        papers = {paper.id: paper for paper in library.papers()}
        topics = _topics(papers.values(), options, data)
        search = LibrarySource(library, open_index(library.folder / FOLDER))
        judged: list[JudgedPage] = []
        with events.stage(_STAGE, len(topics)), TemporaryDirectory(prefix="conspectus-") as empty:
            for topic in topics:
                # The library's own vectors are left alone: figures do not depend on how it was embedded.
                vectors = RunVectors(Path(empty), EmbedderChoice(), lambda: library, from_library=False)
                judged.extend(_judged(topic, search, papers, engine, methods=methods, vectors=vectors))
                events.advance(_STAGE, detail=topic.name)
    return TopicPagesRun(
        topics=tuple(topic.name for topic in topics), judged=tuple(judged), methods=tuple(methods),
        engine=engine.name, papers=papers, seed=options.seed, failed=failed,
        mesh_ids={topic.name: topic.mesh_id for topic in topics if topic.mesh_id},
    )  # fmt: skip


def _topics(papers: Collection[Paper], options: RunOptions, data: Path) -> tuple[Topic, ...]:
    """The topics of a run: MeSH terms of a file if one is given, else headings of the papers."""
    count = TOPICS if options.limit is None else options.limit
    if options.terms is not None:
        terms = sample_terms(eligible_terms(options.terms), count, seed=options.seed)
        if not terms:
            raise NothingFound(
                f"No term of {options.terms} was added from {FIRST} to {LAST} and is {LEAST_DEPTH} levels deep.",
                hint="Name a MeSH descriptor file of 2023 or later.",
            )
        return tuple(Topic(name=term.name, synonyms=term.synonyms, mesh_id=term.id) for term in terms)
    topics = draw_topics(papers, count=count, seed=options.seed)
    if not topics:
        raise NothingFound(
            f"No MeSH heading in {data} makes a topic: none that is not generic is carried by {LEAST_PAPERS} "
            "papers with an abstract.",
            hint="Name PubMed records with MeSH headings.",
        )
    return tuple(Topic(name=name) for name in topics)


def _judged(
    topic: Topic,
    inner: Source,
    papers: dict[str, Paper],
    engine: Engine,
    *,
    methods: Sequence[str],
    vectors: RunVectors,
) -> Iterator[JudgedPage]:
    """The product's page and the baseline's on a topic."""
    carriers = [paper for paper in papers.values() if any(heading.descriptor == topic.name for heading in paper.mesh)]
    source = HeadingSource(inner, topic.name, carriers)
    names = topic.names
    request = TopicPageRequest(query=_query(names), names=names, source=source.name)
    found = source.fetch(source.search(SearchQuery(text=request.query)).ids).papers

    def embed(asked: Sequence[Paper]) -> PaperVectors:
        embedder, rows = vectors.embed(asked)
        return PaperVectors(vectors=rows, identity=embedder.identity, profile=embedder.profile)

    made: dict[str, WrittenPage] = {}
    reason = ""
    try:
        made[PRODUCT] = page_of(write_topic_page(request, source, engine, embed=embed), topic.name)
    except NothingFound as error:
        reason = error.message
    if LEAD in methods:
        made[LEAD] = lead_page(topic.name, names, found, made.get(PRODUCT))
    for method in methods:
        page = made.get(method)
        figures = judge_page(page, papers, found) if page is not None else None
        yield JudgedPage(
            topic=topic.name, method=method, page=page, figures=figures, reason=reason if page is None else ""
        )


@contextmanager
def _opened(data: Path, events: Events) -> Iterator[tuple[Library, int]]:
    """The library in a folder, or one made of files for the time of the block, with how many could not be read."""
    if (data / DATABASE_FILE).is_file():
        with Library(data) as library:
            yield library, 0
        return
    with TemporaryDirectory(prefix="conspectus-") as folder:
        with Library(Path(folder), writable=True) as library:
            report = add_files(library, [data], largest_file=_LARGEST_FILE, events=events)
        with Library(Path(folder)) as library:
            yield library, len(report.failed)


def _query(names: Sequence[str]) -> str:
    return " OR ".join(f'"{name}"' for name in names)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
