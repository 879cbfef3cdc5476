"""The literature review: minigraph, chunk summaries, path experts, router, citations (CKMAs)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph, render_minigraph
from conspectus.domain.paper import Paper
from conspectus.domain.run_making import begin_run, make_run_record
from conspectus.domain.run_record import NotCited, Product
from conspectus.domain.tasks import (
    DraftText,
    MergeChunksRequest,
    ReferenceAbstract,
    RelationConstraints,
    WriteChunkRequest,
)
from conspectus.foundation.errors import NothingFound
from conspectus.foundation.events import Events
from conspectus.foundation.parallel import mapped
from conspectus.grounding.attach import Attached, attach
from conspectus.grounding.verify_text import verify_text
from conspectus.pipelines.literature_review.ablations import check_ablations
from conspectus.pipelines.literature_review.ckma_router import Agreement, route
from conspectus.pipelines.literature_review.minigraph_agent import (
    MinigraphHistory,
    construct_minigraph,
    partition,
)
from conspectus.pipelines.literature_review.path_experts import ExpertPath, in_path_order, sample_paths
from conspectus.pipelines.literature_review.references import GivenReferences, given_references
from conspectus.pipelines.literature_review.request import ReviewRequest

LEAST_WORDS = 116  # the mean length of a citation text in Multi-XScience
LEAST_CHUNK_WORDS = 40  # room for a sentence or two, however small the share of a chunk
FREE_TEMPERATURE = 0.7  # that of the experts where permutations are ablated (methods 1.2)
NOT_USED = "not used by the engine"
Chunks = Sequence[tuple[ReferenceAbstract, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """What the writing stage gives: the drafts of the experts and the choice among them."""

    drafts: tuple[DraftText, ...]
    paths: tuple[ExpertPath, ...]
    summaries: tuple[DraftText, ...]
    agreement: Agreement


def write_review(
    request: ReviewRequest,
    papers: Sequence[Paper],
    engine: Engine,
    *,
    own_abstract: str = "",
    events: Events | None = None,
) -> Product:
    """Gives the literature review of the papers, each sentence citing the sentences it rests on.

    Args:
        request: The parameters.
        papers: The references; those without an abstract are listed as not cited.
        engine: Who performs the tasks.
        own_abstract: The abstract of the paper under review (A), if there is one.
        events: Told about stages and progress.

    Raises:
        NothingFound: No reference has an abstract, or nothing can be cited from them.
        UsageError: An ablation would change nothing.
    """
    events = events or Events()
    begun = begin_run(engine)
    given = given_references(papers)
    if not given.usable:
        raise NothingFound(
            f"None of the {len(papers)} references has an abstract." if papers else "There are no references.",
            hint="Export the references with their abstracts, or add files that hold them (PubMed, JATS).",
        )
    check_ablations(request, references=len(given.usable), draws_freely=bool(engine.model))
    words = request.words or max(LEAST_WORDS, request.words_per_reference * len(given.usable))
    chunks = partition(given.usable, request.chunk_size, random.Random(request.seed))
    with events.stage("minigraph", total=len(chunks)):
        history = _minigraph(request, given, chunks, engine, events)
    with events.stage("write", total=len(chunks) + request.experts):
        written = _write(request, chunks, history.final, engine, (own_abstract, words), events)
    with events.stage("attach"):
        by_id = {paper.id: paper for paper in papers}
        attached = attach(written.drafts[written.agreement.chosen], given.evidence, paper_of=by_id.get)
        text = verify_text(attached.text, paper_of=by_id.get)
    chosen = written.drafts[written.agreement.chosen]
    cited = attached.text.cited_papers()
    if not cited:
        raise NothingFound(
            f"Nothing can be cited from the abstracts of the {len(given.usable)} references: "
            f"{'; '.join(sorted({left.reason for left in _not_cited(given, chosen, cited)}))}.",
            hint="Allow more words, or look whether the abstracts hold more than headings and notices.",
        )
    return Product(
        kind="review",
        title=request.title or _title(len(given.usable) + len(given.without_abstract)),
        text=text,
        papers=tuple(by_id[paper] for paper in cited),
        not_cited=_not_cited(given, chosen, cited),
        graph=history.final,
        run=make_run_record(
            begun, engine, seed=request.seed, parameters=_parameters(request, words), seconds=events.seconds
        ),
        block=_block(request, chunks, history, written),
        warnings=_warnings(request, history, written, attached, [by_id[paper] for paper in cited]),
    )


def _title(references: int) -> str:
    return f"Literature review of {references} paper{'s' if references != 1 else ''}"


def _minigraph(
    request: ReviewRequest, given: GivenReferences, chunks: Chunks, engine: Engine, events: Events
) -> MinigraphHistory:
    if "kmca" in request.ablate:
        return MinigraphHistory(graphs=())
    constraints = RelationConstraints(
        scientific="scientific" not in request.ablate,
        volume=None if "volume" in request.ablate else request.relations,
    )
    return construct_minigraph(
        [given.usable] if "iterative" in request.ablate else chunks,
        engine.extract_relations,
        constraints,
        merge=request.merge,
        shape=request.minigraph,
        events=events,
        side_by_side=engine.side_by_side,
    )


def _write(
    request: ReviewRequest,
    chunks: Chunks,
    minigraph: Minigraph,
    engine: Engine,
    wanted: tuple[str, int],
    events: Events,
) -> _Written:
    own_abstract, words = wanted
    if "mpsa" in request.ablate:
        everything = tuple(reference for chunk in chunks for reference in chunk)
        draft = engine.write_chunk(
            WriteChunkRequest(
                own_abstract=own_abstract, references=everything, minigraph=minigraph, words=words,
                style=request.instructions, seed=request.seed,
            )
        )  # fmt: skip
        return _Written(drafts=(draft,), paths=(), summaries=(), agreement=route([_plain(draft)]))
    summaries = (
        ()
        if "chunk-summary" in request.ablate
        else tuple(_summaries(request, chunks, minigraph, engine, wanted, events))
    )
    paths = _paths(request, chunks)
    # Experts whose paths are the same differ by a free draw, or not at all.
    free = "permutation" in request.ablate

    def expert(numbered: tuple[int, ExpertPath]) -> DraftText:
        number, path = numbered
        return engine.merge_chunks(
            MergeChunksRequest(
                own_abstract=own_abstract,
                chunks=tuple(summaries[c] for c in path.chunks) if summaries else (),
                references=tuple(in_path_order(chunks, path)),
                minigraph=minigraph,
                words=words,
                style=request.instructions,
                seed=request.seed + number if free else request.seed,
                temperature=FREE_TEMPERATURE if free else 0.0,
            )
        )

    drafts = []
    for draft in mapped(expert, enumerate(paths), workers=engine.side_by_side):
        drafts.append(draft)
        events.advance("write")
    agreement = route([_plain(draft) for draft in drafts], metric=request.router)
    if "router" in request.ablate:
        agreement = replace(agreement, chosen=random.Random(request.seed).randrange(len(drafts)))
    return _Written(drafts=tuple(drafts), paths=tuple(paths), summaries=summaries, agreement=agreement)


def _summaries(
    request: ReviewRequest,
    chunks: Chunks,
    minigraph: Minigraph,
    engine: Engine,
    wanted: tuple[str, int],
    events: Events,
) -> list[DraftText]:
    """The summary of each chunk (Eq. 2), with the share of the words that its references have."""
    own_abstract, words = wanted
    total = sum(len(chunk) for chunk in chunks)

    def summary(chunk: tuple[ReferenceAbstract, ...]) -> DraftText:
        return engine.write_chunk(
            WriteChunkRequest(
                own_abstract=own_abstract,
                references=chunk,
                minigraph=minigraph,
                words=max(LEAST_CHUNK_WORDS, round(words * len(chunk) / total)),
                style=request.instructions,
                seed=request.seed,
            )
        )

    summaries = []
    for draft in mapped(summary, chunks, workers=engine.side_by_side):
        summaries.append(draft)
        events.advance("write")
    return summaries


def _paths(request: ReviewRequest, chunks: Chunks) -> list[ExpertPath]:
    sizes = [len(chunk) for chunk in chunks]
    if "permutation" in request.ablate:
        straight = ExpertPath(
            chunks=tuple(range(len(sizes))), references=tuple(tuple(range(size)) for size in sizes), level="chunk"
        )
        return [straight] * request.experts
    return sample_paths(sizes, request.experts, random.Random(request.seed + 1))


def _plain(draft: DraftText) -> str:
    return " ".join("".join(part for part in s.parts if isinstance(part, str)).strip() for s in draft.sentences)


def _not_cited(given: GivenReferences, draft: DraftText, cited: Sequence[str]) -> tuple[NotCited, ...]:
    reasons = dict(draft.left_out)
    return (
        *given.without_abstract,
        *(
            NotCited(paper=reference.paper, reason=reasons.get(reference.paper, NOT_USED))
            for reference in given.usable
            if reference.paper not in cited
        ),
    )


def _parameters(request: ReviewRequest, words: int) -> dict[str, Any]:
    return {**request.model_dump(mode="json"), "ablate": sorted(request.ablate), "words": words}


def _block(request: ReviewRequest, chunks: Chunks, history: MinigraphHistory, written: _Written) -> dict[str, Any]:
    return {
        "chunks": [[reference.paper for reference in chunk] for chunk in chunks],
        "minigraph_history": [render_minigraph(graph).splitlines() for graph in history.graphs],
        "chunk_summaries": [_plain(summary) for summary in written.summaries],
        "experts": [
            {
                "chunks": list(path.chunks),
                "order": [reference.paper for reference in in_path_order(chunks, path)],
                "level": path.level,
                "text": _plain(draft),
            }
            for path, draft in zip(written.paths, written.drafts, strict=False)
        ],
        "effective_experts": len({_plain(draft) for draft in written.drafts}),
        "agreement": [[round(score, 6) for score in row] for row in written.agreement.matrix],
        "agreement_sums": [round(total, 6) for total in written.agreement.sums],
        "router": request.router,
        "chosen": written.agreement.chosen,
        "ablated": sorted(request.ablate),
    }


def _warnings(
    request: ReviewRequest, history: MinigraphHistory, written: _Written, attached: Attached, cited: Sequence[Paper]
) -> tuple[str, ...]:
    warnings = list(history.warnings)
    for number, summary in enumerate(written.summaries, start=1):
        warnings.extend(f"Summary of chunk {number}: {warning}" for warning in summary.warnings)
    warnings.extend(written.drafts[written.agreement.chosen].warnings)
    if "volume" in request.ablate and len(history.final.relations) <= request.relations:
        warnings.append(
            f"Ablating 'volume' changed nothing here: the minigraph has {len(history.final.relations)} relations, "
            f"not more than {request.relations}."
        )
    if attached.unknown_handles:
        warnings.append(f"Citations of unknown evidence were removed: {', '.join(attached.unknown_handles)}.")
    warnings.extend(f"A sentence without evidence was removed: {text}" for text in attached.removed)
    warnings.extend(f"{paper.id} has been retracted." for paper in cited if paper.is_retracted)
    return tuple(warnings)
