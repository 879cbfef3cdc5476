"""What the stages of a topic page gave, as the page's JSON block and as warnings for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conspectus.domain.paper import Paper
from conspectus.domain.tasks import TopicPaper
from conspectus.foundation.text.counting import counted
from conspectus.pipelines.topic_page.clustering import Clustering, describe_clusters, threshold_object
from conspectus.pipelines.topic_page.evidence import Sorted
from conspectus.pipelines.topic_page.page import Page
from conspectus.pipelines.topic_page.request import TopicPageRequest
from conspectus.pipelines.topic_page.sampling import Sample
from conspectus.pipelines.topic_page.years import YearCounts
from conspectus.sources.searching import Fetched, SearchOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What search and fetch gave, in order of relevance, and when (ISO 8601, UTC)."""

    outcome: SearchOutcome
    fetched: Fetched
    retrieved_at: str

    @property
    def complete(self) -> bool:
        """Whether the source gave everything that was asked of it."""
        return self.outcome.complete and self.fetched.complete


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """What the writer saw: the papers in groups, the sample behind them, and the budget of tokens that it kept to."""

    groups: tuple[tuple[TopicPaper, ...], ...]
    sizes: tuple[int, ...]
    sample: Sample
    budget: int

    @property
    def papers(self) -> tuple[TopicPaper, ...]:
        """All papers shown."""
        return tuple(paper for group in self.groups for paper in group)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRun:
    """Everything that the writing of a page rests on; ``remarks`` say what was changed of the request."""

    request: TopicPageRequest
    source: str
    label: str
    names: tuple[str, ...]
    end_year: int
    found: Found
    given: Sorted
    years: YearCounts
    clustering: Clustering
    sampled: Sampled
    remarks: tuple[str, ...] = ()

    @property
    def clustered(self) -> int:
        """How many papers are in clusters."""
        return sum(map(len, self.clustering.clusters))


def topic_block(run: TopicRun, page: Page) -> dict[str, Any]:
    """Gives what a topic page adds to a product, as plain JSON values."""
    outcome, fetched, given, sampled = run.found.outcome, run.found.fetched, run.given, run.sampled
    papers = [shown.paper for shown in given.usable]
    return {
        "query": run.request.query,
        "translation": outcome.translation,
        "link": outcome.link,
        "names": list(run.names),
        "source": run.source,
        "retrieved_at": run.found.retrieved_at,
        "complete": run.found.complete,
        "end_year": run.end_year,
        "years": [{"year": year, "count": count} for year, count in run.years.per_year],
        "years_note": run.years.note,
        "years_left_out": {"without_year": run.years.without_year, "after_end_year": run.years.later},
        "total": outcome.total,
        "counts": {
            "found": outcome.total,
            "fetched": len(fetched.papers),
            "missing": len(fetched.missing),
            "without_abstract": len(given.without_abstract),
            "retracted": len(given.retracted),
            "repeated": len(given.repeated),
            "off_topic": len(given.off_topic),
            "clustered": run.clustered,
            "shown": len(sampled.papers),
            "cited": len(page.text.cited_papers()),
        },
        "retracted": list(given.retracted),
        "threshold": threshold_object(run.clustering),
        "clusters": describe_clusters(run.clustering.clusters, papers, sampled.sample.groups)
        if run.clustering.clusters
        else [],
        "clusters_note": run.clustering.why_none,
        "sampled": {
            "strategy": "clusters" if run.clustering.clusters else run.request.small_strategy,
            "papers": [paper.paper for paper in sampled.papers],
            "tokens": sampled.sample.tokens,
            "budget": sampled.budget,
        },
        "sections": [
            {"heading": section.heading, "status": section.status, "sentences": section.sentences}
            for section in page.sections
        ],
    }


def topic_warnings(run: TopicRun, page: Page, cited: Sequence[Paper]) -> tuple[str, ...]:
    """Gives everything that a reader of the page should know, each once."""
    outcome, fetched, given = run.found.outcome, run.found.fetched, run.given
    told = [*run.remarks, *(f"{run.label}: {warning}" for warning in outcome.warnings), *fetched.notes]
    if not outcome.complete:
        told.append(f"{run.label} stopped half way through the search: the page rests on what came; run it again.")
    if not fetched.complete:
        told.append(
            f"{run.label} stopped half way: {len(fetched.papers)} of {len(outcome.ids)} papers came; run it again to "
            "go on where it stopped."
        )
    elif fetched.missing:
        told.append(f"{counted(len(fetched.missing), 'paper')} could not be fetched: {_reasons(fetched.missing)}")
    if given.retracted:
        papers = counted(len(given.retracted), "retracted paper was", "retracted papers were")
        told.append(f"{papers} found and left out: {_few(given.retracted)}.")
    if given.repeated:
        abstracts = counted(len(given.repeated), "paper has", "papers have")
        told.append(f"{abstracts} the abstract of another one, word for word, and counted once.")
    if given.off_topic:
        papers = counted(len(given.off_topic), "paper names", "papers name")
        told.append(f"{papers} {run.names[0]!r} nowhere in title, abstract or headings, and were left out.")
    elif 2 * given.naming <= len(given.usable):
        told.append(
            f"Only {given.naming} of {len(given.usable)} papers name {run.names[0]!r} in title, abstract or headings: "
            "the page may be off the topic. Give synonyms with --name."
        )
    if run.years.without_year:
        told.append(f"{counted(run.years.without_year, 'fetched paper has', 'fetched papers have')} no year.")
    threshold = run.clustering.threshold
    if threshold is not None and threshold.source == "quantile" and run.clustering.clusters:
        told.append(
            f"The embedder has no published threshold: {threshold.tried[0] / 100:.2f}, the {threshold.quantile} "
            "quantile of the papers' own similarities, was tried first."
        )
    if threshold is not None and not run.clustering.clusters:
        told.append(f"{run.clustering.why_none} The papers were sampled without clusters.")
    told.extend(f"{paper.id} has an expression of concern." for paper in cited if _in_doubt(paper))
    return tuple(dict.fromkeys((*told, *page.warnings)))


def _in_doubt(paper: Paper) -> bool:
    return any(n.kind == "expression-of-concern" and n.direction == "received" for n in paper.notices)


def _few(names: Sequence[str], most: int = 5) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _reasons(missing: Sequence[tuple[str, str]]) -> str:
    by_reason: dict[str, list[str]] = {}
    for name, reason in missing:
        by_reason.setdefault(reason.rstrip("."), []).append(name)
    return "; ".join(f"{_few(names)}: {reason}" for reason, names in by_reason.items()) + "."
