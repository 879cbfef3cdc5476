"""The tasks ``write_chunk`` and ``merge_chunks`` with a language model (CKMAs, Eq. 2 and Eq. 3): one way of writing.

A text that is too long, leaves references out, cites nothing, refuses or is in another language is asked for once
more, with all that is wrong in one message. What comes of it is used as far as it rests on evidence; where nothing
does, the extractive engine writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from conspectus.domain.tasks import DraftText, MergeChunksRequest, ReferenceAbstract, WriteChunkRequest
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.engines.extractive.review_writer import NO_ROOM
from conspectus.engines.generative.evidence_text import (
    fenced_abstract,
    fenced_drafts,
    fenced_minigraph,
    fenced_references,
)
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import (
    Fitted,
    ask_fitting,
    shrink_drafts,
    shrink_references,
    shrinking_warnings,
)
from conspectus.engines.generative.written_text import Written, fit_words, judge_written
from conspectus.foundation.errors import ModelCallFailed, ModelRefused
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.normalise import one_line
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Completion, FinishReason, Message, Usage

NOT_CITED = "not cited by the model"
WORDS_FOR_PARAGRAPHS = 300
_LEAST_TOKENS = 512
_TOKENS_FOR_A_WORD = 3  # of the budget: words, handles, and some room for a text that is too long

Request = WriteChunkRequest | MergeChunksRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What a writing task shows to a model: the messages, the reference of each handle in them, and its size.

    ``sentences`` counts those of abstracts and drafts.
    """

    messages: tuple[Message, ...]
    references: Mapping[str, ReferenceAbstract]
    sentences: int


def writing_task(request: Request) -> str:
    """Gives the name of the task that a request is of."""
    return "merge_chunks" if isinstance(request, MergeChunksRequest) else "write_chunk"


def writing_room(request: Request) -> int:
    """Gives the most tokens that the text may have."""
    return max(_LEAST_TOKENS, _TOKENS_FOR_A_WORD * request.words)


def assign(request: Request, share: float = 1.0) -> Assignment:
    """Gives what a model is shown of a request.

    Args:
        request: The task's request.
        share: The share of the sentences of each abstract and of each draft.
    """
    drafts = shrink_drafts(request.chunks, share) if isinstance(request, MergeChunksRequest) else ()
    references = shrink_references(request.references, share)
    # A draft may cite any sentence of its references, also one that this request would leave out.
    every = {item.handle: reference for reference in request.references for item in reference.evidence}
    cited: dict[str, list[str]] = {}
    for handle in dict.fromkeys(h for draft in drafts for s in draft.sentences for h in s.handles if h in every):
        cited.setdefault(every[handle].paper, []).append(handle)
    shown = {
        handle: whole
        for whole, reference in zip(request.references, references, strict=True)
        for handle in cited.get(reference.paper) or [item.handle for item in reference.evidence]
    }
    slots: dict[str, object] = {
        "own_abstract": fenced_abstract(request.own_abstract),
        "minigraph": fenced_minigraph(request.minigraph),
        "evidence": fenced_references(references, cited=cited),
        "style": one_line(request.style),
        "words": request.words,
        "count": len(references),
        "paragraphs": request.words > WORDS_FOR_PARAGRAPHS,
    }
    if isinstance(request, MergeChunksRequest):
        slots["summaries"] = fenced_drafts(drafts, every)
    return Assignment(
        messages=load_prompt(writing_task(request)).fill(**slots),
        references=shown,
        sentences=sum(len(r.evidence) for r in references if r.paper not in cited)
        + sum(len(draft.sentences) for draft in drafts),
    )


def write(request: Request, client: ModelClient, fallback: ExtractiveEngine) -> DraftText:
    """Gives the text that a model writes of a request, or that of the extractive engine, with a warning.

    Raises:
        ModelStopped: No further call can succeed.
    """

    def send(messages: tuple[Message, ...], allowed: int) -> Completion:
        return _complete(request, client, messages, allowed)

    try:
        fitted = ask_fitting(
            lambda share: assign(request, share).messages,
            send,
            count_tokens=client.count_tokens,
            room=writing_room(request),
        )
    except ModelCallFailed as error:
        return _fall_back(request, client, fallback, error.message)
    assignment, whole = assign(request, fitted.share), assign(request)
    written = _second_thoughts(request, client, assignment, fitted)
    if not written.unusable:
        draft = _draft(request, assignment, written)
        if draft.sentences:
            told = shrinking_warnings(assignment.sentences, whole.sentences)
            return replace(draft, warnings=(*told, *draft.warnings))
        written = replace(written, unusable="no sentence of its answer is short enough")
    return _fall_back(request, client, fallback, written.unusable)


def _complete(request: Request, client: ModelClient, messages: tuple[Message, ...], room: int) -> Completion:
    task = writing_task(request)
    call = ModelCall(
        task=task,
        messages=messages,
        max_output_tokens=room,
        temperature=request.temperature if isinstance(request, MergeChunksRequest) else 0.0,
        seed=request.seed,
        prompt=load_prompt(task).label,
    )
    try:
        return client.ask(call)
    except ModelRefused:
        # A refusal is asked about once more, whether the server or the model is who refuses.
        return Completion(text="", usage=Usage(), finish=FinishReason.REFUSAL)


def _judge(request: Request, assignment: Assignment, completion: Completion) -> Written:
    return judge_written(
        completion.text, assignment.references, finish=completion.finish, check_language=not request.style.strip()
    )


def _second_thoughts(
    request: Request, client: ModelClient, assignment: Assignment, fitted: Fitted[Completion]
) -> Written:
    """The better of the text and of what comes when its faults are told to the model, once."""
    first = _judge(request, assignment, fitted.answer)
    complaints = _complaints(request, assignment, first)
    if not complaints:
        return first
    client.count_asked_again(writing_task(request))
    try:
        messages = with_complaints(assignment.messages, first.text, complaints)
        completion = _complete(request, client, messages, fitted.room)
    except ModelCallFailed as error:
        return replace(first, warnings=(*first.warnings, f"It could not be asked for anew: {error.message}"))
    second = _judge(request, assignment, completion)
    return min((second, first), key=lambda written: _faults(request, assignment, written))


def _faults(request: Request, assignment: Assignment, written: Written) -> tuple[bool, int, int]:
    kept, _ = fit_words(written.sentences, assignment.references, request.words)
    cited = {assignment.references[handle].paper for sentence in kept for handle in sentence.handles}
    return bool(written.unusable), -len(cited), max(0, written.words - request.words)


def _complaints(request: Request, assignment: Assignment, written: Written) -> list[str]:
    if written.unusable:
        handle = next(iter(assignment.references), "p1")
        language = "" if request.style.strip() else " in English"
        return [
            f"This cannot be used: {written.unusable}. What is wanted is running text{language} about the given "
            f"references, which are published, with handles such as [{handle}] in every sentence."
        ]
    complaints = []
    if written.uncited:
        handles: dict[str, list[str]] = {}
        for handle, reference in assignment.references.items():
            handles.setdefault(reference.paper, []).append(f"[{handle}]")
        listed = "; ".join(" or ".join(handles[reference.paper]) for reference in written.uncited)
        complaints.append(
            f"{counted(len(written.uncited), 'reference')} not cited: cite each by one of its handles: {listed}."
        )
    if written.words > request.words:
        complaints.append(f"The text has {written.words} words: write at most {request.words} words.")
    return complaints


def with_complaints(messages: tuple[Message, ...], text: str, complaints: list[str]) -> tuple[Message, ...]:
    """Gives the messages with an answer and what is wrong with it, so that the model writes it anew."""
    demand = "\n".join([*complaints, "Write the whole text anew by the same rules, and nothing else."])
    if text:
        return (*messages, Message("assistant", text), Message("user", demand))
    # Some servers take no empty answer, and none take two messages of the user in a row for sure.
    *before, last = messages
    return (*before, Message(last.role, f"{last.content}\n\n{demand}"))


def _draft(request: Request, assignment: Assignment, written: Written) -> DraftText:
    kept, gone = fit_words(written.sentences, assignment.references, request.words)
    cited = {assignment.references[handle].paper for sentence in kept for handle in sentence.handles}
    uncited = {reference.paper for reference in written.uncited}
    warnings = list(written.warnings)
    if gone:
        warnings.append(f"{counted(gone, 'sentence')} left out: the text had more than {request.words} words.")
    return DraftText(
        sentences=kept,
        left_out=tuple(
            (reference.paper, NOT_CITED if reference.paper in uncited else NO_ROOM)
            for reference in request.references
            if reference.paper not in cited
        ),
        warnings=tuple(warnings),
    )


def _fall_back(request: Request, client: ModelClient, fallback: ExtractiveEngine, reason: str) -> DraftText:
    client.count_fallback(writing_task(request), reason)
    if isinstance(request, MergeChunksRequest):
        draft = fallback.merge_chunks(request)
    else:
        draft = fallback.write_chunk(request)
    warning = f"The extractive engine wrote this text instead of the model: {reason.rstrip('.')}."
    return replace(draft, warnings=(warning, *draft.warnings))
