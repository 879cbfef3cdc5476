"""An answer that is there and not cut off, from as few requests as that takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from conspectus.foundation.errors import ModelCallFailed, ModelRefused, UnusableAnswer
from conspectus.providers.answer_text import without_reasoning
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason
from conspectus.providers.ledger import CallTally
from conspectus.providers.sending import Sender

_LARGER = 2
IsCut = Callable[[Completion], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Asks again where an answer is empty or cut off."""

    label: str
    sender: Sender

    def whole(
        self, request: CompletionRequest, tally: CallTally, is_cut: IsCut, *, finding_rung: bool = False
    ) -> Completion:
        """Gives an answer that is not empty and, if twice the room is enough, not cut off.

        Args:
            request: What is asked.
            tally: Told of each request.
            is_cut: Whether an answer lacks its end; if it still does at last, its finish is LENGTH.
            finding_rung: As for ``Sender.send``.

        Raises:
            UnusableAnswer: It was empty, twice.
            ModelRefused: The model refused.
            ModelError: As for ``Sender.send``.
        """
        completion = self._filled(request, tally, is_cut, finding_rung=finding_rung)
        if is_cut(completion):
            tally.asked_again += 1
            larger = replace(request, max_output_tokens=_LARGER * request.max_output_tokens)
            # Half an answer is better than none.
            try:
                fuller = self._filled(larger, tally, is_cut)
            except ModelCallFailed:
                if _is_empty(request, completion):
                    raise
            else:
                completion = completion if _is_empty(request, fuller) else fuller
            if is_cut(completion):
                completion = replace(completion, finish=FinishReason.LENGTH)
        if _is_empty(request, completion):
            raise UnusableAnswer(
                f"{self.label} answered nothing within {_LARGER * request.max_output_tokens} tokens.",
                hint="A model that reasons at length needs more room than its answer; another model may not.",
            )
        return completion

    def once(self, request: CompletionRequest, tally: CallTally, *, finding_rung: bool = False) -> Completion:
        """Gives the answer as it comes, unless the model refused.

        Raises:
            ModelRefused: The model refused.
            ModelError: As for ``Sender.send``.
        """
        completion = self.sender.send(request, tally, finding_rung=finding_rung)
        if completion.finish is FinishReason.REFUSAL:
            raise ModelRefused(f"{self.label} refused to answer.", hint="Another model may not.")
        return completion

    def _filled(
        self, request: CompletionRequest, tally: CallTally, is_cut: IsCut, *, finding_rung: bool = False
    ) -> Completion:
        completion = self.once(request, tally, finding_rung=finding_rung)
        if _is_empty(request, completion) and not is_cut(completion):
            tally.asked_again += 1
            completion = self.once(request, tally, finding_rung=finding_rung)
        if _is_empty(request, completion) and not is_cut(completion):
            raise UnusableAnswer(f"{self.label} gave an empty answer, twice.", hint="Try another model.")
        return completion


def _is_empty(request: CompletionRequest, completion: Completion) -> bool:
    """Whether an answer holds nothing for its reader; an object may stand in reasoning whose end is not marked."""
    return not (without_reasoning(completion.text) if request.schema is None else completion.text.strip())


def is_cut_text(completion: Completion) -> bool:
    """Says whether a text lacks its end."""
    return completion.finish is FinishReason.LENGTH
