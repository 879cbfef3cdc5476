"""The topic page: search, fetch, embed, cluster, sample, write, attach (TOPICAL)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.run_making import begin_run, make_run_record
from conspectus.domain.run_record import NotCited, Product
from conspectus.domain.tasks import EvidenceItem, TopicPageDraft, WriteTopicPageRequest
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.text.counting import counted
from conspectus.grounding.verify_text import verify_text
from conspectus.pipelines.topic_page.clustering import Clustering, Embed, cluster_papers
from conspectus.pipelines.topic_page.evidence import Sorted, sort_papers, topic_names, whole_papers, with_handles
from conspectus.pipelines.topic_page.page import make_page
from conspectus.pipelines.topic_page.request import SENTENCES, TopicPageRequest
from conspectus.pipelines.topic_page.sampling import sample_clusters, sample_without_clusters
from conspectus.pipelines.topic_page.topic_run import Found, Sampled, TopicRun, topic_block, topic_warnings
from conspectus.pipelines.topic_page.years import YearCounts, count_years
from conspectus.providers.token_counting import estimate_tokens
from conspectus.sources.searching import SearchQuery, Source

ANSWER_TOKENS = 512
"""The tokens kept for the answer (TOPICAL)."""
PROMPT_TOKENS = 1400
"""The tokens kept for the prompt without the user's words, the years and the evidence."""
HEADING = "Cluster 1000 (10000 papers):\n\n"
"""The longest heading of a cluster, with the blank line behind it; what is charged for each."""
NOT_USED = "not used by the engine"
RETRACTED = "retracted"
NO_CLUSTERS_WANTED = "Clustering was switched off."


def write_topic_page(
    request: TopicPageRequest,
    source: Source,
    engine: Engine,
    *,
    embed: Embed | None = None,
    events: Events | None = None,
    now: datetime | None = None,
) -> Product:
    """Gives the topic page of a query, each claim citing the sentences it rests on.

    Args:
        request: The parameters.
        source: Where the papers are searched and fetched.
        engine: Who writes.
        embed: Gives the vectors of papers; without it nothing is clustered.
        events: Told about stages and progress.
        now: The time that is now, for tests.

    Raises:
        NothingFound: The query has no hits, or nothing can be written from them.
        UsageError: The source does not understand the query, or the years are out of order.
        SourceFailed: The source cannot be reached, or failed.
    """
    events = events or Events()
    begun = begin_run(engine, now)
    started = begun.started
    end_year, remarks = _end_year(request, started)
    names = topic_names(request.query, request.names)
    found = _find(request, source, events, started)
    given = sort_papers(found.fetched.papers, names, unit=request.unit)
    if not given.usable:
        raise _nothing_usable(source, found, given)
    years = count_years(found.outcome.years, found.outcome.years_note, found.fetched.papers, end_year=end_year)
    clustering = _cluster(request, given, embed, events)
    with events.stage("sample"):
        sampled = _sample(request, given, clustering, names, years)
    run = TopicRun(
        request=request, source=source.name, label=source.label, names=names, end_year=end_year, found=found,
        given=given, years=years, clustering=clustering, sampled=sampled, remarks=remarks,
    )  # fmt: skip
    with events.stage("write"):
        asked = _writing(run)
        draft = engine.write_topic_page(asked)
    by_id = {paper.id: paper for paper in found.fetched.papers}
    with events.stage("attach"):
        evidence = _evidence(asked, draft)
        page = make_page(draft, evidence, sentences=SENTENCES[request.length], paper_of=by_id.get)
        text = verify_text(page.text, paper_of=by_id.get)
    cited = page.text.cited_papers()
    if not cited:
        raise NothingFound(
            f"Nothing can be written about {names[0]!r} from {counted(len(sampled.papers), 'paper')}.",
            hint="Give synonyms with --name, a wider query, or more papers with --max-papers.",
        )
    papers = tuple(by_id[paper] for paper in cited)
    return Product(
        kind="topic_page",
        title=names[0][:1].upper() + names[0][1:],
        text=text,
        papers=papers,
        not_cited=_not_cited(given, sampled, draft, cited),
        graph=Minigraph(),
        run=make_run_record(
            begun,
            engine,
            seed=request.seed,
            parameters=request.model_dump(mode="json"),
            seconds=events.seconds,
            embedder=clustering.embedder,
        ),
        block=topic_block(run, page),
        warnings=topic_warnings(run, page, papers),
    )


def _writing(run: TopicRun) -> WriteTopicPageRequest:
    request, clustered = run.request, bool(run.clustering.clusters)
    return WriteTopicPageRequest(
        names=run.names,
        groups=run.sampled.groups,
        whole=whole_papers(run.given.usable, run.names, run.sampled.groups),
        sizes=run.sampled.sizes,
        clustered=clustered,
        by_relevance=not clustered and request.small_strategy == "relevance",
        end_year=run.end_year,
        per_year=run.years.per_year,
        total=run.found.outcome.total,
        audience=request.audience,
        style=request.instructions,
        sentences=SENTENCES[request.length],
        seed=request.seed,
    )


def _evidence(asked: WriteTopicPageRequest, draft: TopicPageDraft) -> list[EvidenceItem]:
    """What the writer was shown, and what else of the papers found it cites."""
    shown = [item for group in asked.groups for paper in group for item in paper.evidence]
    known = {item.handle for item in shown}
    texts = (draft.definition, draft.main, draft.future)
    cited = {handle for text in texts for sentence in text.sentences for handle in sentence.handles} - known
    return shown + [item for paper in asked.whole for item in paper.evidence if item.handle in cited]


def _end_year(request: TopicPageRequest, now: datetime) -> tuple[int, tuple[str, ...]]:
    """The last year that counts: the one asked for, at most this year."""
    if request.start_year is not None and request.start_year > (request.end_year or now.year):
        raise UsageError(
            f"The years {request.start_year} to {request.end_year or now.year} are out of order.",
            hint="Give the earlier year with --start-year.",
        )
    if request.end_year is None or request.end_year <= now.year:
        return request.end_year or now.year, ()
    return now.year, (f"The end year {request.end_year} is in the future; {now.year} was taken.",)


def _find(request: TopicPageRequest, source: Source, events: Events, now: datetime) -> Found:
    query = SearchQuery(
        text=request.query,
        start_year=request.start_year,
        end_year=None if request.end_year is None else min(request.end_year, now.year),
        limit=request.max_papers,
    )
    with events.stage("search"):
        outcome = source.search(query)
    if not outcome.ids:
        told = f" Did you mean {outcome.spelling!r}?" if outcome.spelling else ""
        warned = f" {' '.join(outcome.warnings)}" if outcome.warnings else ""
        raise NothingFound(
            f"{source.label} has no papers on {request.query!r}.{told}{warned}",
            hint="Look at the spelling, use fewer words, or allow more years.",
        )
    with events.stage("fetch", total=len(outcome.ids)):
        fetched = source.fetch(outcome.ids)
    return Found(outcome=outcome, fetched=fetched, retrieved_at=now.isoformat(timespec="seconds"))


def _nothing_usable(source: Source, found: Found, given: Sorted) -> NothingFound:
    return NothingFound(
        f"{source.label} found {counted(found.outcome.total, 'paper')}, but none of those fetched can be used: "
        f"{len(given.without_abstract)} without an abstract, {len(given.retracted)} retracted, "
        f"{len(found.fetched.missing)} not to be had.",
        hint="Widen the query, or fetch more papers with --max-papers.",
    )


def _cluster(request: TopicPageRequest, given: Sorted, embed: Embed | None, events: Events) -> Clustering:
    count = len(given.usable)
    if not request.clustering or embed is None:
        return Clustering(why_none=NO_CLUSTERS_WANTED)
    if count <= request.cluster_above:
        papers = counted(count, "paper is", "papers are")
        return Clustering(why_none=f"{papers} not more than {request.cluster_above}, so that none were grouped.")
    with events.stage("embed", total=count):
        embedded = embed([shown.paper for shown in given.usable])
    with events.stage("cluster"):
        return cluster_papers(embedded, given=request.threshold, least=request.min_cluster)


def _sample(
    request: TopicPageRequest, given: Sorted, clustering: Clustering, names: Sequence[str], years: YearCounts
) -> Sampled:
    words = [*names, request.audience, request.instructions, ", ".join(f"{y}: {n}" for y, n in years.per_year)]
    heading = estimate_tokens(HEADING)
    budget = request.context_tokens - ANSWER_TOKENS - PROMPT_TOKENS - estimate_tokens("\n".join(words))
    draw = random.Random(request.seed)
    costs = [shown.tokens for shown in given.usable]
    if clustering.clusters:
        sample = sample_clusters(
            clustering.clusters, costs, [heading] * len(clustering.clusters),
            budget=budget, draw=draw, within=request.within,
        )  # fmt: skip
        sizes = [len(cluster) for cluster in clustering.clusters]
    else:
        sample = sample_without_clusters(costs, budget=budget, draw=draw, strategy=request.small_strategy)
        sizes = [len(costs)]
    if not sample.papers:
        raise UsageError(
            f"No paper fits into {request.context_tokens} tokens: the shortest takes {min(costs)} and "
            f"{max(budget, 0)} are left for evidence.",
            hint="Allow more with --context-tokens, or write shorter --instructions.",
        )
    shown = [[given.usable[number] for number in group] for group in sample.groups if group]
    return Sampled(
        groups=with_handles(shown),
        sizes=tuple(size for size, group in zip(sizes, sample.groups, strict=True) if group),
        sample=sample,
        budget=budget,
    )


def _not_cited(given: Sorted, sampled: Sampled, draft: TopicPageDraft, cited: Sequence[str]) -> tuple[NotCited, ...]:
    """The papers that the writer saw and does not cite, and those that were retracted; the others are counted."""
    reasons = dict((*draft.future.left_out, *draft.definition.left_out, *draft.main.left_out))
    return (
        *(NotCited(paper=paper, reason=RETRACTED) for paper in given.retracted),
        *(
            NotCited(paper=shown.paper, reason=reasons.get(shown.paper, NOT_USED))
            for shown in sampled.papers
            if shown.paper not in cited
        ),
    )
