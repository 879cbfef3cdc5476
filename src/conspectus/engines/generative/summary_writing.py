"""The student's tasks with a language model: sub-summaries, one text of them, revised sentences (methods 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conspectus.domain.summary_tasks import (
    IntegrateRequest,
    RevisedSentence,
    ReviseSentencesRequest,
    ReviseSentencesResult,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import pick_evenly, shrinking_warnings
from conspectus.engines.generative.summary_answers import RevisedAnswer, TextAnswer
from conspectus.engines.generative.summary_asking import (
    Asking,
    as_sentence,
    ask_typed,
    fenced_evidence,
    fenced_lines,
    shares_words,
    supported_sentences,
)
from conspectus.foundation.errors import ModelCallFailed
from conspectus.foundation.text.normalise import one_line
from conspectus.providers.client import ModelClient
from conspectus.providers.completion import Message

SUBSUMMARY, INTEGRATE, REVISE = "write_subsummary", "integrate", "revise_sentences"
_LEAST_TOKENS = 256
_TOKENS_FOR_A_WORD = 4
_TOKENS_FOR_A_REVISION = 160
_SHOWN_OF_A_THREAD = 8  # sentences besides those that its sub-summary rests on


def subsummary_messages(request: WriteSubsummaryRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for the summary of one thread, with a share of its sentences."""
    thread = request.thread
    return load_prompt(SUBSUMMARY).fill(
        title=fenced_lines("title", [request.paper.title]),
        role=thread.role,
        thread=fenced_lines("thread", [thread.title, *thread.triples]) if thread.title or thread.triples else "",
        newcomer=request.audience == "newcomer",
        evidence=fenced_evidence(pick_evenly(thread.evidence, share)),
    )


def subsummary_room(request: WriteSubsummaryRequest) -> int:
    """Gives the most tokens that the answer may have: two sentences."""
    return _LEAST_TOKENS + 2 * _TOKENS_FOR_A_REVISION


def write_subsummary(request: WriteSubsummaryRequest, client: ModelClient, fallback: ExtractiveEngine) -> DraftText:
    """Gives the one or two sentences that a model writes about a thread; the extractive ones where it fails.

    Raises:
        ModelStopped: No further call can succeed.
    """
    if not request.thread.evidence:
        return fallback.write_subsummary(request)
    try:
        fitted = ask_typed(
            Asking(task=SUBSUMMARY, room=subsummary_room(request), seed=request.seed),
            lambda share: subsummary_messages(request, share),
            TextAnswer,
            client,
        )
    except ModelCallFailed as error:
        return _stand_in(fallback.write_subsummary(request), client, SUBSUMMARY, error.message)
    shown = {item.handle: item for item in pick_evenly(request.thread.evidence, fitted.share)}
    sentences, warnings = supported_sentences(fitted.answer.sentences[:2], shown)
    if not sentences:
        return _stand_in(fallback.write_subsummary(request), client, SUBSUMMARY, "no sentence rests on its evidence")
    return DraftText(sentences=sentences, warnings=warnings)


def integration_evidence(request: IntegrateRequest, share: float = 1.0) -> tuple[EvidenceItem, ...]:
    """Gives the sentences that a model is shown: those of the sub-summaries, and some of each thread, in order."""
    items = {item.handle: item for item in request.paper.evidence}
    drafts = [*request.subsummaries, *([request.previous] if request.previous is not None else [])]
    told = {handle for draft in drafts for s in draft.sentences for handle in s.handles}
    for thread in request.plan:
        rest = [item for item in thread.evidence if item.handle not in told]
        wanted = max(1, round(_SHOWN_OF_A_THREAD * share))
        picked = pick_evenly(rest, min(1.0, wanted / len(rest))) if rest else ()
        told |= {item.handle for item in picked}
    return tuple(item for handle, item in items.items() if handle in told)


def integration_messages(request: IntegrateRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for one text from the sub-summaries."""
    least, most = request.words
    plan = [f"{n}. {thread.role}: {thread.title}" for n, thread in enumerate(request.plan, 1)]
    parts = [
        f"{n}. {' '.join(_with_handles(sentence) for sentence in draft.sentences)}"
        for n, draft in enumerate(request.subsummaries, 1)
        if draft.sentences
    ]
    issues = [f"{issue.kind}: {issue.claim} {issue.advice}".strip() for issue in request.issues]
    before = [_with_handles(s) for s in request.previous.sentences] if request.previous is not None else []
    return load_prompt(INTEGRATE).fill(
        title=fenced_lines("title", [request.paper.title]),
        plan=fenced_lines("plan", plan),
        parts=fence_handles("parts", parts),
        evidence=fenced_evidence(integration_evidence(request, share)),
        least=least,
        most=most,
        newcomer=request.audience == "newcomer",
        style=one_line(request.style),
        previous=fence_handles("draft", before) if before else "",
        issues=fenced_lines("issues", issues) if issues else "",
    )


def integration_room(request: IntegrateRequest) -> int:
    """Gives the most tokens that the text may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_WORD * request.words[1]


def integrate(request: IntegrateRequest, client: ModelClient, fallback: ExtractiveEngine) -> DraftText:
    """Gives the text that a model writes from the sub-summaries; the extractive one where it fails.

    Raises:
        ModelStopped: No further call can succeed.
    """
    try:
        fitted = ask_typed(
            Asking(task=INTEGRATE, room=integration_room(request), temperature=request.temperature, seed=request.seed),
            lambda share: integration_messages(request, share),
            TextAnswer,
            client,
        )
    except ModelCallFailed as error:
        return _stand_in(fallback.integrate(request), client, INTEGRATE, error.message)
    shown = {item.handle: item for item in integration_evidence(request, fitted.share)}
    sentences, warnings = supported_sentences(fitted.answer.sentences, shown)
    if not sentences:
        return _stand_in(fallback.integrate(request), client, INTEGRATE, "no sentence rests on its evidence")
    told = shrinking_warnings(len(shown), len(integration_evidence(request)))
    return DraftText(sentences=sentences, warnings=(*told, *warnings))


def revising_messages(request: ReviseSentencesRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for the flagged sentences anew."""
    numbered = [f"{n}. {_with_handles(sentence)}" for n, sentence in enumerate(request.draft.sentences, 1)]
    faults = [f"{each.index + 1}. {issue.kind}: {issue.advice}" for each in request.flagged for issue in each.issues]
    return load_prompt(REVISE).fill(
        title=fenced_lines("title", [request.paper.title]),
        draft=fence_handles("draft", numbered),
        faults=fenced_lines("faults", faults),
        numbers=", ".join(str(each.index + 1) for each in request.flagged),
        newcomer=request.audience == "newcomer",
        evidence=fenced_evidence(pick_evenly(_revision_evidence(request), share)),
    )


def revising_room(request: ReviseSentencesRequest) -> int:
    """Gives the most tokens that the answer may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_REVISION * len(request.flagged)


def revise_sentences(
    request: ReviseSentencesRequest, client: ModelClient, fallback: ExtractiveEngine
) -> ReviseSentencesResult:
    """Gives the flagged sentences as a model writes them anew; where it gives none, the extractive ones.

    A sentence that it gives without evidence, or that has no word of its evidence, is taken out of the draft.

    Raises:
        ModelStopped: No further call can succeed.
    """
    evidence = _revision_evidence(request)
    try:
        fitted = ask_typed(
            Asking(task=REVISE, room=revising_room(request), temperature=request.temperature, seed=request.seed),
            lambda share: revising_messages(request, share),
            RevisedAnswer,
            client,
        )
    except ModelCallFailed as error:
        client.count_fallback(REVISE, error.message)
        result = fallback.revise_sentences(request)
        told = f"The extractive engine revised sentences instead of the model: {error.message}"
        return replace(result, warnings=(told, *result.warnings))
    shown = {item.handle: item for item in pick_evenly(evidence, fitted.share)}
    flagged = {each.index for each in request.flagged}
    revised = []
    for answer in fitted.answer.sentences:
        if answer.number is None or answer.number not in flagged:
            continue
        flagged.discard(answer.number)
        handles = tuple(handle for handle in answer.evidence if handle in shown)
        quotes = [shown[handle].passage.quote for handle in handles]
        new = None
        if answer.sentence.strip() and handles and shares_words(answer.sentence, quotes):
            opens = request.draft.sentences[answer.number].opens_paragraph
            new = DraftSentence(parts=(as_sentence(answer.sentence), HandleMark(handles)), opens_paragraph=opens)
        revised.append(RevisedSentence(index=answer.number, sentence=new))
    return ReviseSentencesResult(sentences=tuple(revised))


def fence_handles(name: str, lines: Sequence[str]) -> str:
    """Gives lines of our own making in a fence; their words were defused when they were put together."""
    return fence(name, "\n".join(lines))


def _with_handles(sentence: DraftSentence) -> str:
    words = defuse("".join(part for part in sentence.parts if isinstance(part, str)))
    return f"{words} [{', '.join(sentence.handles)}]" if sentence.handles else words


def _revision_evidence(request: ReviseSentencesRequest) -> tuple[EvidenceItem, ...]:
    """What was retrieved for the flagged sentences, and what they cite, in order of the paper."""
    wanted = {item.handle for each in request.flagged for item in each.evidence}
    wanted |= {handle for each in request.flagged for handle in request.draft.sentences[each.index].handles}
    return tuple(item for item in request.paper.evidence if item.handle in wanted)


def _stand_in(draft: DraftText, client: ModelClient, task: str, reason: str) -> DraftText:
    client.count_fallback(task, reason)
    told = f"The extractive engine wrote instead of the model ({task}): {reason.rstrip('.')}."
    return replace(draft, warnings=(told, *draft.warnings))
