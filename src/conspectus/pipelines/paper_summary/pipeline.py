"""The summary of one paper: graph, plan, student, teacher (ScholarSum)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.engine import Engine
from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.domain.run_making import begin_run, make_run_record
from conspectus.domain.run_record import Product
from conspectus.domain.summary_tasks import StyleExample, SummaryPaper
from conspectus.domain.tasks import DraftText, EvidenceItem
from conspectus.engines.extractive.summary_roles import is_told
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.foundation.events import Events
from conspectus.graphs.entities.building import BuiltGraph, Extractors, GraphOptions, build_entity_graph
from conspectus.graphs.entities.communities import CommunityOptions, find_communities
from conspectus.graphs.entities.units import text_units
from conspectus.pipelines.paper_summary.evidence_search import Embed, EvidenceSearch
from conspectus.pipelines.paper_summary.plan import make_plan
from conspectus.pipelines.paper_summary.request import SummaryRequest
from conspectus.pipelines.paper_summary.similar_abstracts import target_words
from conspectus.pipelines.paper_summary.student_draft import Assignment, Student
from conspectus.pipelines.paper_summary.summary_run import SummaryRun, summary_block, summary_warnings
from conspectus.pipelines.paper_summary.teacher import Teacher
from conspectus.pipelines.paper_summary.teacher_loop import Judgement, LoopOptions, LoopResult, Moves, run_teacher_loop

_LEAST_SHARE = 0.7
"""Of the most words wanted, how many are wanted at least."""
FindSimilar = Callable[[Paper, int], Sequence[StyleExample]]
"""Gives at most so many abstracts of papers like one, none of which leaks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryParts:
    """What a summary is made with besides the engine.

    ``abbreviations`` gives long forms by short form; ``similar`` finds abstracts for the teacher, None where there
    is no library; ``embed`` gives vectors of texts for the evidence search, by default the paper's own words.
    """

    abbreviations: Callable[[Sequence[str]], dict[str, str]]
    similar: FindSimilar | None = None
    embed: Embed | None = None
    embedder: str = ""


def write_summary(
    request: SummaryRequest,
    paper: Paper,
    engine: Engine,
    *,
    parts: SummaryParts,
    events: Events | None = None,
) -> Product:
    """Gives the summary of a paper, each sentence with the sentences of the paper that it rests on.

    Args:
        request: The parameters.
        paper: The paper; where it has no full text its abstract is summarised, and the product says so.
        engine: Who performs the tasks.
        parts: What it is made with.
        events: Told about stages and progress.

    Raises:
        NothingFound: The paper has no text, or nothing that can be told.
        UsageError: The thresholds are out of order.
    """
    events = events or Events()
    begun = begin_run(engine)
    if request.minor > request.accept:
        raise UsageError("--minor is above --accept.", hint="A minor revision is for scores below acceptance.")
    document = _text_of(paper, request)
    shown = summary_paper(paper, document, body_only=request.text == "body")
    if not shown.evidence:
        raise NothingFound(
            f"{paper.id} has no text to summarise.", hint="Add its abstract or full text (PDF, JATS, TEI)."
        )
    language = paper.language
    with events.stage("graph"):
        built = _graph(request, paper, document, shown, engine=engine, parts=parts, language=language)
    with events.stage("similar"):
        examples = _examples(request, paper, parts)
    most = request.length or target_words(examples)
    words = (round(most * _LEAST_SHARE), most)
    with events.stage("plan"):
        plan = make_plan(built.graph, shown.evidence, words=most, sections=_has_roles(document))
    assignment = Assignment(
        paper=shown, graph=built.graph, plan=plan, words=words, audience=request.audience,
        style=request.instructions, language=language, seed=request.seed, temperature=request.temperature,
        grounds="grounding" not in request.ablate,
    )  # fmt: skip
    student = Student(assignment, engine, EvidenceSearch(built.graph, shown.evidence, parts.embed))
    teacher = Teacher(
        shown, paper, plan, built.graph, engine.review_draft, examples=examples, language=language, seed=request.seed
    )
    with events.stage("rounds", total=request.rounds):
        result = _rounds(request, student, teacher, events)
    text = result.chosen.judgement.text
    if not text.cited_papers():
        raise NothingFound(
            f"Nothing can be told of {paper.id} with evidence from its text.",
            hint="Look whether the text is running text, in a language that the engine knows.",
        )
    run = SummaryRun(
        request=request, paper=shown, graph=built.graph, plan=plan, words=words, examples=tuple(examples),
        similar_known=parts.similar is not None, result=result,
    )  # fmt: skip
    return Product(
        kind="summary",
        title=paper.title or paper.id,
        text=text,
        papers=(paper,),
        not_cited=(),
        graph=Minigraph(),
        run=make_run_record(
            begun,
            engine,
            seed=request.seed,
            seconds=events.seconds,
            embedder=parts.embedder,
            parameters={**request.model_dump(mode="json"), "ablate": sorted(request.ablate), "words": list(words)},
        ),
        block=summary_block(run),
        warnings=tuple(dict.fromkeys((*built.warnings, *summary_warnings(run, paper)))),
        entity_graph=built.graph,
    )


def summary_paper(paper: Paper, document: Document, *, body_only: bool = False) -> SummaryPaper:
    """Gives the paper as the tasks see it: its running sentences under handles.

    Captions, formulas, and what stands behind the paper (thanks, funding, appendices) are left out.

    Args:
        paper: The paper.
        document: The version of its text that is summarised.
        body_only: Leave the abstract out.
    """
    version = document.version
    evidence: list[EvidenceItem] = []
    for place in document.sentences():
        if body_only and place.section.kind is SectionKind.ABSTRACT:
            continue
        if (place.paragraph is not None and place.paragraph.kind == "formula") or not is_told(place):
            continue
        passage = Passage(
            paper=paper.id, version=version, address=place.address, quote=document.text[place.start : place.end]
        )
        evidence.append(EvidenceItem(handle=f"p{len(evidence) + 1}", passage=passage, heading=place.section.heading))
    return SummaryPaper(
        paper=paper.id,
        title=paper.title,
        label=paper.label,
        plural=paper.is_plural,
        year=paper.year,
        document=document,
        evidence=tuple(evidence),
        abstract_only=not document.is_full_text,
    )


def _text_of(paper: Paper, request: SummaryRequest) -> Document:
    document = paper.document
    if document is None:
        raise NothingFound(
            f"{paper.id} has neither abstract nor full text.", hint="Add its full text (PDF, JATS, TEI) or abstract."
        )
    if request.text == "body" and not document.is_full_text:
        raise UsageError(f"{paper.id} has only an abstract.", hint="Leave --text body out.")
    return document


def _has_roles(document: Document) -> bool:
    kinds = {section.kind for section in document.sections}
    return len(kinds - {SectionKind.COMMON, SectionKind.ABSTRACT}) >= 2


def _graph(
    request: SummaryRequest,
    paper: Paper,
    document: Document,
    shown: SummaryPaper,
    *,
    engine: Engine,
    parts: SummaryParts,
    language: str,
) -> BuiltGraph:
    options = GraphOptions(
        unit=request.unit,
        communities=CommunityOptions(
            resolution=request.resolution,
            seed=request.seed,
            least=request.min_community,
            most=request.max_community,
            hierarchy="hierarchy" not in request.ablate,
        ),
    )
    addresses = frozenset(item.passage.address for item in shown.evidence)
    if "graph" in request.ablate:
        units = tuple(u for u in text_units(document, mode=request.unit) if addresses.issuperset(u.sentences))
        graph = EntityGraph(
            paper=paper.id, version=document.version, units=units, communities=find_communities(units, (), ())
        )
        return BuiltGraph(graph=graph)
    extractors = Extractors(
        extract_entities=engine.extract_entities,
        classify_pairs=engine.classify_pairs,
        abbreviations=parts.abbreviations,
        side_by_side=engine.side_by_side,
    )
    return build_entity_graph(
        document, paper=paper.id, extractors=extractors, options=replace(options, only=addresses), language=language
    )


def _examples(request: SummaryRequest, paper: Paper, parts: SummaryParts) -> tuple[StyleExample, ...]:
    if "similar" in request.ablate or parts.similar is None or request.similar == 0:
        return ()
    return tuple(parts.similar(paper, request.similar))[: request.similar]


def _rounds(request: SummaryRequest, student: Student, teacher: Teacher, events: Events) -> LoopResult:
    def judge(draft: DraftText) -> Judgement:
        judgement = teacher.judge(draft)
        events.advance("rounds")
        return judgement

    moves = Moves(write=student.write, judge=judge, revise=student.revise, rebuild=student.rebuild)
    rounds = 1 if "teacher" in request.ablate else request.rounds
    return run_teacher_loop(moves, LoopOptions(accept=request.accept, minor=request.minor, rounds=rounds))
