"""The task ``compose_answer`` with a language model (KGQP, step 5): from the paragraphs only, or refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from conspectus.domain.answer_tasks import AnswerDraft, AnswerParagraph, ComposeAnswerRequest
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark
from conspectus.engines.extractive.answer_writer import compose_answer as compose_by_rules
from conspectus.engines.extractive.attribution import at_end
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.minigraph_answer import every_field, first_of
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import pick_evenly, shrinking_warnings
from conspectus.engines.generative.structure_answers import AnswerSentence, Words
from conspectus.engines.generative.summary_asking import Asking, ask_typed, shares_words
from conspectus.foundation.errors import ModelCallFailed
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.normalise import one_line
from conspectus.providers.client import ModelClient
from conspectus.providers.completion import Message

TASK = "compose_answer"
_LEAST_TOKENS = 256
_TOKENS_FOR_A_WORD = 4
_LONGEST_SHORT = 12  # words
_LANGUAGES = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
    "nl": "Dutch", "pl": "Polish", "sv": "Swedish",
}  # fmt: skip
_HANDLES = re.compile(r"\s*\[p\d+(?:\s*[,;]\s*p\d+)*\]")
_SENTENCES = ("sentences", "answer", "text", "response")


def _truth(value: object) -> bool:
    return str(value).strip().lower() in ("true", "yes", "1")


class AnswerText(BaseModel):
    """What a model answers."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    refused: Annotated[bool, BeforeValidator(_truth)] = False
    short: Words = ""
    sentences: list[AnswerSentence]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = {"sentences": list(value)}
        if not isinstance(value, Mapping):
            return value
        given: Any = first_of(value, _SENTENCES)
        sentences = [given] if isinstance(given, str | Mapping) and given else given or []
        return {
            "refused": first_of(value, ("refused", "refuse", "no_answer", "unanswerable")) or False,
            "short": first_of(value, ("short", "short_answer", "answer_in_a_word")),
            "sentences": sentences,
        }


def answer_messages(request: ComposeAnswerRequest, share: float = 1.0) -> tuple[Message, ...]:
    """Gives the messages that ask for an answer.

    Args:
        request: The task's request.
        share: The share of each paragraph's sentences that the model is shown.
    """
    return load_prompt(TASK).fill(
        question=fence("question", defuse(request.question)),
        evidence=_fenced(request.paragraphs, share),
        words=request.words,
        language=_LANGUAGES.get(request.language, "the language of the question"),
        audience=one_line(request.audience),
        style=one_line(request.style),
    )


def answer_room(request: ComposeAnswerRequest) -> int:
    """Gives the most tokens that the answer may have."""
    return _LEAST_TOKENS + _TOKENS_FOR_A_WORD * request.words


def compose_answer(request: ComposeAnswerRequest, client: ModelClient) -> AnswerDraft:
    """Gives the answer that a model writes; the extractive one where its answer cannot be used.

    A sentence stays only if it names handles that the model was shown and shares words with them.

    Raises:
        ModelStopped: No further call can succeed.
    """
    if not any(paragraph.evidence for paragraph in request.paragraphs):
        return AnswerDraft(text=DraftText(), refused=True)
    try:
        fitted = ask_typed(
            Asking(task=TASK, room=answer_room(request), seed=request.seed),
            lambda share: answer_messages(request, share),
            AnswerText,
            client,
        )
    except ModelCallFailed as error:
        client.count_fallback(TASK, error.message)
        return compose_by_rules(request)
    if fitted.answer.refused:
        return AnswerDraft(text=DraftText(), refused=True)
    everything = _items(request.paragraphs, 1.0)
    shown = _items(request.paragraphs, fitted.share)
    sentences, warnings = _kept(fitted.answer.sentences, shown, words=request.words, foreign=request.language != "en")
    if not sentences:
        client.count_fallback(TASK, "no sentence of the answer rests on what was given")
        return compose_by_rules(request)
    short = fitted.answer.short if len(fitted.answer.short.split()) <= _LONGEST_SHORT else ""
    told = shrinking_warnings(len(shown), len(everything))
    return AnswerDraft(text=DraftText(sentences=sentences, warnings=(*told, *warnings)), short=short)


def _items(paragraphs: Sequence[AnswerParagraph], share: float) -> dict[str, EvidenceItem]:
    return {item.handle: item for paragraph in paragraphs for item in pick_evenly(paragraph.evidence, share)}


def _fenced(paragraphs: Sequence[AnswerParagraph], share: float) -> str:
    blocks = []
    for number, paragraph in enumerate(paragraphs, 1):
        about = ". ".join(filter(None, (str(paragraph.year or ""), paragraph.title, paragraph.heading)))
        lines = [f"paragraph {number}: {defuse(about)}"]
        lines += [f"[{item.handle}] {defuse(item.passage.quote)}" for item in pick_evenly(paragraph.evidence, share)]
        blocks.append("\n".join(lines))
    return fence("paragraphs", "\n\n".join(blocks))


def _kept(
    answers: Sequence[AnswerSentence], shown: Mapping[str, EvidenceItem], *, words: int, foreign: bool
) -> tuple[tuple[DraftSentence, ...], tuple[str, ...]]:
    """The sentences that rest on what was shown, within the length, and what was wrong with the others.

    An answer in another language than its sources need not share words with them.
    """
    kept: list[DraftSentence] = []
    bare = alien = over = length = 0
    for answer in answers:
        text = one_line(answer.sentence)
        handles = tuple(handle for handle in answer.evidence if handle in shown)
        if not text:
            continue
        length += len(text.split())
        if not handles:
            bare += 1
        elif not foreign and not shares_words(text, [shown[handle].passage.quote for handle in handles]):
            alien += 1
        elif kept and length > words:
            over += 1
        else:
            kept.append(
                DraftSentence(parts=at_end(_without_handles(text), HandleMark(handles)), opens_paragraph=not kept)
            )
    warnings = [
        f"{counted(count, 'sentence')} {what} left out of the model's answer."
        for count, what in (
            (bare, "without evidence"),
            (alien, "without a word of its evidence"),
            (over, "beyond the length"),
        )
        if count
    ]
    return tuple(kept), tuple(warnings)


def _without_handles(text: str) -> str:
    return _HANDLES.sub("", text)
