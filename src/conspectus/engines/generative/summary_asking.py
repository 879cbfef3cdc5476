"""How the tasks of a summary ask a model: one typed answer, smaller where the model takes fewer tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from conspectus.domain.tasks import DraftSentence, EvidenceItem, HandleMark
from conspectus.engines.generative.fencing import defuse, fence
from conspectus.engines.generative.prompt_templates import load_prompt
from conspectus.engines.generative.shrinking import Fitted, ask_fitting
from conspectus.engines.generative.structure_answers import AnswerSentence
from conspectus.foundation.text.counting import counted
from conspectus.foundation.text.tokens import content_stems
from conspectus.providers.client import ModelCall, ModelClient
from conspectus.providers.completion import Message

Answer = TypeVar("Answer", bound=BaseModel)
_LEAST_SHARED = 0.2  # of the content of a sentence that the sentences it names must say, too


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a task is asked: its name, the most tokens of the answer, and what draws the answer."""

    task: str
    room: int
    temperature: float = 0.0
    seed: int | None = None


def ask_typed(
    asking: Asking, fill: Callable[[float], tuple[Message, ...]], answer: type[Answer], client: ModelClient
) -> Fitted[Answer]:
    """Gives the answer to the largest request that the model takes.

    Raises:
        ModelCallFailed: No usable answer came.
        ModelStopped: No further call can succeed.
    """

    def send(messages: tuple[Message, ...], allowed: int) -> Answer:
        call = ModelCall(
            task=asking.task,
            messages=messages,
            max_output_tokens=allowed,
            temperature=asking.temperature,
            seed=asking.seed,
            prompt=load_prompt(asking.task).label,
        )
        return client.ask_for(call, answer)

    return ask_fitting(fill, send, count_tokens=client.count_tokens, room=asking.room)


def fenced_evidence(items: Sequence[EvidenceItem], name: str = "sentences") -> str:
    """Gives sentences of a paper in a fence, each behind its handle."""
    return fence(name, "\n".join(f"[{item.handle}] {defuse(item.passage.quote)}" for item in items))


def fenced_lines(name: str, lines: Iterable[str]) -> str:
    """Gives lines of data in a fence."""
    return fence(name, "\n".join(map(defuse, lines)))


def supported_sentences(
    answers: Sequence[AnswerSentence], shown: Mapping[str, EvidenceItem]
) -> tuple[tuple[DraftSentence, ...], tuple[str, ...]]:
    """Gives the sentences that rest on what was shown, and what was wrong with the others.

    A sentence must name a handle that was shown, and share words with what it names.
    """
    kept: list[DraftSentence] = []
    bare, alien = 0, 0
    for answer in answers:
        text = answer.sentence.strip()
        handles = tuple(handle for handle in answer.evidence if handle in shown)
        if not text:
            continue
        if not handles:
            bare += 1
        elif not shares_words(text, [shown[handle].passage.quote for handle in handles]):
            alien += 1
        else:
            kept.append(DraftSentence(parts=(as_sentence(text), HandleMark(handles)), opens_paragraph=not kept))
    warnings = []
    if bare:
        warnings.append(f"{counted(bare, 'sentence')} without evidence left out of the model's answer.")
    if alien:
        warnings.append(f"{counted(alien, 'sentence')} without a word of its evidence left out of the model's answer.")
    return tuple(kept), tuple(warnings)


def shares_words(text: str, quotes: Iterable[str]) -> bool:
    """Whether a fifth of the content of a text stands in the quotes; true for a text without content words."""
    wanted = set(content_stems(text))
    given = {stem for quote in quotes for stem in content_stems(quote)}
    return not wanted or not given or len(wanted & given) >= _LEAST_SHARED * len(wanted)


def as_sentence(text: str) -> str:
    """Gives a text without handles in it that ends as a sentence does."""
    text = re.sub(r"\s*\[p\d+(?:\s*[,;]\s*p\d+)*\]", "", text).strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
