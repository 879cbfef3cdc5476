"""The answer to a question: identify, match, rank, compose, attach (KGQP)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from conspectus.domain.answer_tasks import AnswerDraft, AnswerParagraph, ComposeAnswerRequest
from conspectus.domain.cited_text import CitedSection, CitedSentence, CitedText
from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.paper import Paper
from conspectus.domain.question_language import question_language, refusal_in
from conspectus.domain.run_making import begin_run, make_run_record
from conspectus.domain.run_record import NotCited, Product
from conspectus.domain.structure_graph import GraphQueries
from conspectus.foundation.errors import NothingFound
from conspectus.foundation.events import Events
from conspectus.foundation.text.counting import counted
from conspectus.grounding.attach import attach
from conspectus.grounding.verify_text import verify_text
from conspectus.pipelines.answer.compose import FoundParagraph, PaperOf, answer_paragraphs, found_paragraph
from conspectus.pipelines.answer.graph_patterns import GRAPH_PATTERNS, GraphPatterns, place_of_iri
from conspectus.pipelines.answer.matching import Embed, Locate, Matched, Matcher, MatchOptions
from conspectus.pipelines.answer.question import identify_entities, readable_question
from conspectus.pipelines.answer.ranking import RankedParagraph, best, default_scores, published_ranking
from conspectus.pipelines.answer.request import AnswerRequest
from conspectus.pipelines.answer.trace import Candidate, KgqpTrace, Route
from conspectus.retrieval.paragraph_index import ParagraphIndex

Likeness = Callable[[str, Sequence[str]], Mapping[str, float]]
"""Gives the similarity of papers (by id) to a text, for those that have a vector."""

KEYWORDS_OF_QUESTION = "The question names nothing that is known; its words were looked for."
BY_VECTORS = "No entity of the question is in the graph or in a text; paragraphs were ranked by words and vectors."
TRACED = 20
"""So many candidates are in the trace; the first of them are those that the answer is written from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerParts:
    """What an answer is made with besides the engine.

    ``index`` holds the paragraphs, ``paper_of`` finds a paper by id. ``graph`` is the structure graph, None where
    there is none; ``patterns`` are the queries in its namespace, and ``locate`` reads the IRIs of its paragraphs.
    ``embed`` gives vectors of names, and ``threshold`` the least cosine of two names that are one entity;
    ``likeness`` compares papers with the question, for the last fallback; ``embedder`` tells after a run what made
    the vectors, "" if none was used.
    """

    index: ParagraphIndex
    paper_of: PaperOf
    graph: GraphQueries | None = None
    patterns: GraphPatterns = GRAPH_PATTERNS
    locate: Locate = place_of_iri
    embed: Embed | None = None
    threshold: float = 0.70
    likeness: Likeness | None = None
    embedder: Callable[[], str] = str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEvidence:
    """The paragraphs of a question, the best first, and how they were found."""

    paragraphs: tuple[FoundParagraph, ...]
    trace: KgqpTrace
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The best paragraphs of the index by number, and how they were found."""

    ranked: tuple[RankedParagraph, ...]
    trace: KgqpTrace
    warnings: tuple[str, ...] = ()


def write_answer(
    request: AnswerRequest,
    engine: Engine,
    *,
    parts: AnswerParts,
    events: Events | None = None,
    now: datetime | None = None,
) -> Product:
    """Gives the answer to a question, each sentence citing the sentences of the library that it rests on.

    Where the paragraphs found do not hold the answer, the product says so in one sentence and cites nothing.

    Args:
        request: The parameters.
        engine: Who names the entities of the question and who writes.
        parts: What it is made with.
        events: Told about stages and progress.
        now: The time that is now, for tests.

    Raises:
        NothingFound: There are no paragraphs to answer from.
        UsageError: The question is empty or too long.
    """
    events = events or Events()
    begun = begin_run(engine, now)
    found = find_evidence(request, engine, parts=parts, events=events)
    trace = found.trace
    shown = answer_paragraphs(found.paragraphs)
    with events.stage("compose"):
        draft = compose(request, engine, shown, trace)
    by_id = {each.paper.id: each.paper for each in found.paragraphs}
    with events.stage("attach"):
        text, warnings = _attached(draft, shown, by_id, trace)
    cited = text.cited_papers()
    reasons = dict(draft.text.left_out)
    return Product(
        kind="answer",
        title=trace.question,
        text=text,
        papers=tuple(by_id[paper] for paper in cited),
        not_cited=tuple(
            NotCited(paper=paper, reason=reasons.get(paper, "not used by the engine"))
            for paper in by_id
            if paper not in cited
        ),
        graph=Minigraph(),
        run=make_run_record(
            begun,
            engine,
            seed=request.seed,
            parameters=request.model_dump(mode="json"),
            seconds=events.seconds,
            embedder=parts.embedder(),
        ),
        block=trace.json_form(),
        warnings=tuple(dict.fromkeys((*found.warnings, *draft.text.warnings, *draft.warnings, *warnings))),
    )


def find_evidence(
    request: AnswerRequest, engine: Engine, *, parts: AnswerParts, events: Events | None = None
) -> FoundEvidence:
    """Gives the paragraphs that an answer is written from: steps 1 to 4.

    Raises:
        NothingFound: There are no paragraphs to answer from.
        UsageError: The question is empty or too long.
    """
    ranking = rank_paragraphs(request, engine, parts=parts, events=events)
    found, gone = _found(ranking.ranked, parts, request.top)
    warnings = list(ranking.warnings)
    if gone:
        warnings.append(f"{counted(gone, 'paragraph has', 'paragraphs have')} changed since they were indexed.")
    if ranking.trace.fallback:
        warnings.append(ranking.trace.fallback)
    return FoundEvidence(paragraphs=found, trace=ranking.trace, warnings=tuple(warnings))


def rank_paragraphs(
    request: AnswerRequest,
    engine: Engine,
    *,
    parts: AnswerParts,
    events: Events | None = None,
    most: int = TRACED,
) -> Ranking:
    """Gives the paragraphs of the index that are most likely to hold the answer: steps 1 to 4 by number.

    Args:
        request: The parameters.
        engine: Who names the entities.
        parts: What it is made with.
        events: Told about stages.
        most: At most so many paragraphs, and at least as many as the request asks for.

    Raises:
        NothingFound: There are no paragraphs to answer from.
        UsageError: The question is empty or too long.
    """
    events = events or Events()
    question = readable_question(request.question)
    trace = KgqpTrace(
        question=question,
        language=question_language(question),
        ranking=request.ranking,
        paragraphs=len(parts.index),
        has_graph=parts.graph is not None,
    )
    allowed = _allowed(request, parts.index)
    options = MatchOptions(
        min_entities=request.min_entities,
        min_paragraphs=request.top,
        threshold=parts.threshold if request.threshold is None else request.threshold,
        embed=parts.embed,
        locate=parts.locate,
    )
    matcher = Matcher(parts.index, trace, parts.graph, options, parts.patterns)
    with events.stage("identify"):
        known = matcher.known_labels(question)
        trace.entities, warnings = identify_entities(question, known, engine)
    with events.stage("match"):
        matched = matcher.match(trace.entities)
    with events.stage("rank"):
        ranked = _rank(request, trace, parts, matched, allowed=allowed, most=max(most, request.top))
    trace.candidates = _candidates(ranked, parts, matched)
    return Ranking(ranked=tuple(ranked), trace=trace, warnings=warnings)


def _rank(
    request: AnswerRequest,
    trace: KgqpTrace,
    parts: AnswerParts,
    matched: Matched,
    *,
    allowed: NDArray[np.bool_] | None,
    most: int,
) -> list[RankedParagraph]:
    """Step 4, with the fallbacks before it fails."""
    index = parts.index
    names = [entity.text for entity in trace.entities]
    if request.ranking == "published":
        reached = matched.by_text | matched.by_graph.keys()
        among = reached if allowed is None else {number for number in reached if allowed[number]}
        ranked = published_ranking(index, names, among=among, most=most)
        if ranked:
            return ranked
    scores = default_scores(index, trace.question, linked=matched.by_graph, allowed=allowed)
    if not matched.by_text and not matched.by_graph:
        scores = _by_vectors(scores, trace, parts, names)
    hits = {entity.lower(): index.occurrences(entity) for entity in names}
    return [
        RankedParagraph(
            number=number,
            score=float(scores[number]),
            hits=tuple((entity, found[number]) for entity, found in hits.items() if number in found),
        )
        for number in best(scores, most)
    ]


def compose(request: AnswerRequest, engine: Engine, shown: Sequence[AnswerParagraph], trace: KgqpTrace) -> AnswerDraft:
    """Gives the answer from paragraphs: step 5."""
    draft = engine.compose_answer(
        ComposeAnswerRequest(
            question=trace.question,
            paragraphs=tuple(shown),
            entities=tuple(trace.entities),
            words=request.words,
            audience=request.audience,
            style=request.instructions,
            language=trace.language,
            of_papers=bool(request.papers),
            seed=request.seed,
        )
    )
    trace.short = draft.short
    trace.refused = draft.refused or not draft.text.sentences
    return draft


def _attached(
    draft: AnswerDraft, shown: Sequence[AnswerParagraph], by_id: Mapping[str, Paper], trace: KgqpTrace
) -> tuple[CitedText, tuple[str, ...]]:
    evidence = [item for paragraph in shown for item in paragraph.evidence]
    warnings = []
    if not trace.refused:
        attached = attach(draft.text, evidence, paper_of=by_id.get)
        if attached.unknown_handles:
            warnings.append(f"{counted(len(attached.unknown_handles), 'citation')} of nothing that was given removed.")
        if attached.removed:
            warnings.append(f"{counted(len(attached.removed), 'sentence')} without evidence removed.")
        if attached.text.cited_papers():
            trace.answer = " ".join(_words(sentence, by_id) for sentence in attached.text.sentences())
            return verify_text(attached.text, paper_of=by_id.get), tuple(warnings)
    trace.refused, trace.short = True, ""
    refusal = refusal_in(trace.language)
    trace.answer = refusal
    sentence = CitedSentence(parts=(refusal,), opens_paragraph=True)
    return CitedText(evidence=(), sections=(CitedSection(sentences=(sentence,)),)), tuple(warnings)


def _words(sentence: CitedSentence, by_id: Mapping[str, Paper]) -> str:
    """The words of a sentence, with the names of authors where these are part of it."""
    words = [
        part
        if isinstance(part, str)
        else by_id[part.citations[0].passage.paper].label
        if part.mode == "narrative"
        else ""
        for part in sentence.parts
    ]
    return re.sub(r"\s+([.,;:!?])", r"\1", " ".join("".join(words).split()))


def _allowed(request: AnswerRequest, index: ParagraphIndex) -> NDArray[np.bool_] | None:
    """Which paragraphs are asked about, None for all."""
    if not len(index):
        raise NothingFound(
            "The library holds no paragraphs to answer from.", hint="Add papers with abstracts or full texts first."
        )
    if not request.papers:
        return None
    wanted = np.array([held.paper in request.papers for held in index.papers], dtype=bool)
    allowed: NDArray[np.bool_] = wanted[index.paper_of]
    if not allowed.any():
        raise NothingFound(
            f"{', '.join(request.papers)} have no text to answer from.", hint="Add their abstracts or full texts."
        )
    return allowed


def _by_vectors(
    scores: NDArray[np.float32], trace: KgqpTrace, parts: AnswerParts, names: Sequence[str]
) -> NDArray[np.float32]:
    """The last fallback: the likeness of whole papers by vectors is added to that of words."""
    trace.level = "vector"
    trace.fallback = BY_VECTORS if names else KEYWORDS_OF_QUESTION
    if parts.likeness is None:
        return scores
    held = [paper.paper for paper in parts.index.papers]
    cosines = parts.likeness(trace.question, held)
    if not cosines:
        return scores
    by_paper = np.array([cosines.get(name, 0.0) for name in held], dtype=np.float32)[parts.index.paper_of]
    spread = float(by_paper.std()) or 1.0
    added: NDArray[np.float32] = (scores + (by_paper - by_paper.mean()) / spread).astype(np.float32)
    return added


def _found(ranked: Sequence[RankedParagraph], parts: AnswerParts, top: int) -> tuple[tuple[FoundParagraph, ...], int]:
    """The best paragraphs that are still there, and how many are not."""
    found: list[FoundParagraph] = []
    gone = 0
    for each in ranked:
        if len(found) == top:
            break
        place = parts.index.place(each.number)
        paragraph = found_paragraph(parts.paper_of(place.paper), place.version, place.address, each.score)
        if paragraph is None:
            gone += 1
        else:
            found.append(paragraph)
    return tuple(found), gone


def _candidates(ranked: Sequence[RankedParagraph], parts: AnswerParts, matched: Matched) -> tuple[Candidate, ...]:
    made = []
    for each in ranked[:TRACED]:
        place = parts.index.place(each.number)
        routes: list[Route] = []
        if each.number in matched.by_graph:
            routes.append("graph")
        if each.number in matched.by_text:
            routes.append("text")
        made.append(
            Candidate(
                paper=place.paper,
                address=place.address,
                score=each.score,
                hits=each.hits,
                routes=tuple(routes) or ("ranking",),
            )
        )
    return tuple(made)
