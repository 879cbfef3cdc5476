"""The teacher's opinion with a language model: coherence, style, and what is missing (methods 4.5).

Numbers, names and support are not its business: rules judge them, and no opinion overrules them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from conspectus.domain.summary_tasks import DraftReview, IssueKind, ReviewDraftRequest, ReviewIssue
from conspectus.domain.tasks import EvidenceItem
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.generative.fencing import defuse
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import pick_evenly
from conspectus.engines.generative.summary_answers import AnswerIssue, ReviewAnswer
from conspectus.engines.generative.summary_asking import Asking, ask_typed, fenced_evidence, fenced_lines
from conspectus.engines.generative.summary_writing import fence_handles
from conspectus.foundation.errors import ModelCallFailed
from conspectus.providers.client import ModelClient
from conspectus.providers.completion import Message

REVIEW = "review_draft"
_ROOM = 1024
_SHOWN_OF_A_THREAD = 6
_KINDS: tuple[IssueKind, ...] = get_args(IssueKind)


def review_evidence(request: ReviewDraftRequest, share: float = 1.0) -> tuple[EvidenceItem, ...]:
    """Gives the sentences that the teacher is shown: those that the draft cites, and some of each thread."""
    wanted = {handle for sentence in request.draft.sentences for handle in sentence.handles}
    for thread in request.plan:
        rest = [item for item in thread.evidence if item.handle not in wanted]
        count = max(1, round(_SHOWN_OF_A_THREAD * share))
        wanted |= {item.handle for item in pick_evenly(rest, min(1.0, count / len(rest)))} if rest else set()
    return tuple(item for item in request.paper.evidence if item.handle in wanted)


def review_messages(request: ReviewDraftRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for the judgement of a draft."""
    drafted = [
        f"{n}. {defuse(''.join(part for part in s.parts if isinstance(part, str)))} [{', '.join(s.handles)}]"
        for n, s in enumerate(request.draft.sentences, 1)
    ]
    plan = [f"{thread.role}: {thread.title}" for thread in request.plan]
    examples = [f"{example.title}: {example.abstract}" for example in request.examples]
    return load_prompt(REVIEW).fill(
        title=fenced_lines("title", [request.paper.title]),
        plan=fenced_lines("plan", plan),
        evidence=fenced_evidence(review_evidence(request, share)),
        examples=fenced_lines("examples", examples) if examples else "",
        draft=fence_handles("draft", drafted),
    )


def review_room(request: ReviewDraftRequest) -> int:
    """Gives the most tokens that the judgement may have."""
    return _ROOM


def review_draft(request: ReviewDraftRequest, client: ModelClient, fallback: ExtractiveEngine) -> DraftReview:
    """Gives a model's judgement, with what the rules find on style and coherence; theirs alone where it fails.

    Raises:
        ModelStopped: No further call can succeed.
    """
    by_rules = fallback.review_draft(request)
    if not request.draft.sentences:
        return by_rules
    try:
        fitted = ask_typed(
            Asking(task=REVIEW, room=review_room(request), seed=request.seed),
            lambda share: review_messages(request, share),
            ReviewAnswer,
            client,
        )
    except ModelCallFailed as error:
        client.count_fallback(REVIEW, error.message)
        told = f"The teacher judged by rules alone: {error.message}"
        return replace(by_rules, warnings=(told, *by_rules.warnings))
    answer = fitted.answer
    said = tuple(issue for found in answer.issues if (issue := _issue(found, len(request.draft.sentences))) is not None)
    return DraftReview(
        coherence=answer.coherence, style=answer.style, issues=(*by_rules.issues, *said), warnings=by_rules.warnings
    )


def _issue(found: AnswerIssue, sentences: int) -> ReviewIssue | None:
    kind = next((kind for kind in _KINDS if kind == found.kind.strip().lower()), None)
    if kind is None or not (found.advice or found.claim):
        return None
    index = found.sentence if found.sentence is not None and found.sentence < sentences else None
    return ReviewIssue(
        kind=kind,
        claim=found.claim,
        advice=found.advice,
        retrieval_query=found.query or found.claim,
        sentence=index,
    )
