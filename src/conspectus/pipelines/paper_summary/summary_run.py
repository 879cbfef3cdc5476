"""What the stages of a summary gave, as the product's JSON block and as warnings for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conspectus.domain.cited_text import Verdict
from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.paper import Paper
from conspectus.domain.summary_tasks import PlannedThread, ReviewIssue, StyleExample, SummaryPaper
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.tokens import count_words
from conspectus.pipelines.paper_summary.request import SummaryRequest
from conspectus.pipelines.paper_summary.student_draft import words_of
from conspectus.pipelines.paper_summary.teacher_loop import LoopResult, Round

ABSTRACT_ONLY = "Only the abstract is in the library: this is a summary of the abstract."


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRun:
    """Everything that a summary rests on; ``similar_known`` says whether there was a library to look in."""

    request: SummaryRequest
    paper: SummaryPaper
    graph: EntityGraph
    plan: tuple[PlannedThread, ...]
    words: tuple[int, int]
    examples: tuple[StyleExample, ...]
    similar_known: bool
    result: LoopResult


def summary_block(run: SummaryRun) -> dict[str, Any]:
    """Gives what a summary adds to a product, as plain JSON values: plan, communities, and the teacher's log."""
    names = {entity.id: entity.name for entity in run.graph.entities}
    often = {entity.id: len(entity.mentions) for entity in run.graph.entities}
    told = {thread.community.id: thread for thread in run.plan}
    return {
        "paper": run.paper.paper,
        "version": run.graph.version,
        "abstract_only": run.paper.abstract_only,
        "words": {"least": run.words[0], "most": run.words[1]},
        "graph": {
            "units": len(run.graph.units),
            "entities": len(run.graph.entities),
            "relations": len(run.graph.relations),
            "communities": sum(1 for community in run.graph.communities if community.level == 0),
        },
        "communities": [
            {
                "id": community.id,
                "level": community.level,
                "parent": community.parent,
                "title": community.title,
                "kept": community.kept,
                "role": told[community.id].role if community.id in told else "",
                "entities": [
                    names[entity] for entity in sorted(community.entities, key=lambda e: (-often[e], int(e[1:])))
                ],
                "units": list(community.units),
                "triples": list(told[community.id].triples) if community.id in told else [],
            }
            for community in run.graph.communities
        ],
        "plan": [thread.community.id for thread in run.plan],
        "similar": [{"paper": example.paper, "title": example.title} for example in run.examples],
        "rounds": [_round_object(each) for each in run.result.rounds],
        "best": run.result.chosen.number,
        "stop_reason": run.result.stop_reason,
        "error": run.result.error,
    }


def summary_warnings(run: SummaryRun, paper: Paper) -> list[str]:
    """Gives what a reader of the summary should know."""
    warnings = []
    if run.paper.abstract_only:
        warnings.append(ABSTRACT_ONLY)
    if paper.is_retracted:
        warnings.append("This paper was retracted.")
    if run.result.stop_reason == "failed":
        rounds = counted(len(run.result.rounds), "round")
        warnings.append(f"The loop ended early: {run.result.error} The best draft of {rounds} is given.")
    if not run.examples and "similar" not in run.request.ablate and run.request.similar:
        why = "no similar abstract is in the library" if run.similar_known else "there is no library to look in"
        warnings.append(f"Style and coverage were not compared with similar papers: {why}.")
    chosen = run.result.chosen
    warnings += chosen.draft.warnings
    warnings += chosen.judgement.remarks
    doubtful = sum(
        1
        for sentence in chosen.judgement.text.sentences()
        if sentence.verdict in (Verdict.UNSUPPORTED, Verdict.CONTRADICTED)
    )
    if doubtful:
        warnings.append(f"{counted(doubtful, 'sentence is', 'sentences are')} not supported by the evidence.")
    unread = sum(1 for s in chosen.judgement.text.sentences() if s.citations and s.verdict is Verdict.NOT_CHECKABLE)
    if unread:
        told = counted(unread, "sentence is", "sentences are")
        warnings.append(f"{told} checked for numbers and names only: the rest cannot be checked in this language.")
    used = sum(count_words(sentence.bare_text) for sentence in chosen.judgement.text.sentences())
    if used > run.words[1]:
        warnings.append(f"The summary has {used} words; {run.words[1]} were wanted.")
    return warnings


def _round_object(each: Round) -> dict[str, Any]:
    dimensions = each.judgement.dimensions
    return {
        "number": each.number,
        "text": " ".join(words_of(sentence) for sentence in each.draft.sentences),
        "sentences": [
            {"text": words_of(sentence), "handles": list(sentence.handles), "verdict": judged.verdict.value}
            for sentence, judged in zip(each.draft.sentences, each.judgement.text.sentences(), strict=True)
        ],
        "score": round(each.judgement.score, 6),
        "dimensions": {
            "faithfulness": round(dimensions.faithfulness, 6),
            "completeness": round(dimensions.completeness, 6),
            "coherence": round(dimensions.coherence, 6),
            "style": round(dimensions.style, 6),
        },
        "decision": each.decision,
        "issues": [_issue_object(issue) for issue in each.judgement.issues],
        "retrieved": [
            {
                "sentence": found.sentence,
                "rejected": found.rejected,
                "query": found.query,
                "passages": list(found.passages),
            }
            for found in each.retrieved
        ],
    }


def _issue_object(issue: ReviewIssue) -> dict[str, Any]:
    return {
        "kind": issue.kind,
        "sentence": issue.sentence,
        "claim": issue.claim,
        "advice": issue.advice,
        "query": issue.retrieval_query,
    }
