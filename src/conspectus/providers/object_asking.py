"""Answers as validated objects, by the surest way of asking for JSON that a server knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from conspectus.foundation.errors import RungUnsupported, ServerFailed, UnusableAnswer
from conspectus.providers.asking import Asker, IsCut
from conspectus.providers.completion import Completion, CompletionRequest, FinishReason, Rung
from conspectus.providers.ledger import CallTally
from conspectus.providers.retrying import StopFlag
from conspectus.providers.structured_output import (
    LADDER,
    AnswerModel,
    Reading,
    RungMemory,
    complaint_messages,
    read_answer,
)

_LAST = len(LADDER) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectAsker:
    """Asks one model for objects, at the rung that is remembered or is found out with the first answer."""

    label: str
    asker: Asker
    rungs: RungMemory
    stop: StopFlag

    def ask(
        self, request: CompletionRequest, answer: type[AnswerModel], tally: CallTally
    ) -> tuple[AnswerModel, Completion, Rung]:
        """Gives a valid object, the completion it was read from, and the rung.

        Raises:
            UnusableAnswer: There was none, even when asked again.
            ModelError: As for ``Asker.whole``.
        """
        rung = self.rungs.known()
        if rung is None:
            with self.rungs.finding(self.stop) as rung:
                if rung is None:
                    return self._finding(request, answer, tally, 0)
        try:
            return self._at(rung, request, answer, tally)
        except RungUnsupported:
            # The server has changed, or does not take this schema: the rungs below are left.
            if rung is LADDER[-1]:
                raise
        return self._finding(request, answer, tally, LADDER.index(rung) + 1)

    def _at(
        self, rung: Rung, request: CompletionRequest, answer: type[AnswerModel], tally: CallTally
    ) -> tuple[AnswerModel, Completion, Rung]:
        request = replace(request, rung=rung)
        completion = self.asker.whole(request, tally, _is_cut(answer))
        reading = read_answer(completion.text, answer)
        if reading.value is None and completion.finish is not FinishReason.LENGTH:
            completion = self._again(request, completion, reading.problem, tally)
            reading = read_answer(completion.text, answer)
        return self._valid(reading, completion), completion, rung

    def _finding(
        self, request: CompletionRequest, answer: type[AnswerModel], tally: CallTally, first: int
    ) -> tuple[AnswerModel, Completion, Rung]:
        """The answer of the first rung that gives a valid one, which is then remembered."""
        completion, place, sure = self._down(request, answer, tally, first)
        reading = read_answer(completion.text, answer)
        if reading.value is None and completion.finish is not FinishReason.LENGTH:
            if LADDER[place] in (Rung.JSON_SCHEMA, Rung.JSON_OBJECT):
                # A server may take a schema and not keep to it; the next rung says it in words, too. An object need
                # not be one of the schema, which some servers (llama-cpp-python) enforce for a tool alone.
                place, sure = place + 1, False
            try:
                completion = self._again(
                    replace(request, rung=LADDER[place]), completion, reading.problem, tally, finding_rung=not sure
                )
            except RungUnsupported:
                if place == _LAST:
                    raise
                completion, place, sure = self._down(request, answer, tally, place + 1)
            reading = read_answer(completion.text, answer)
        value = self._valid(reading, completion)
        self.rungs.remember(LADDER[place], sure=sure)
        return value, completion, LADDER[place]

    def _down(
        self, request: CompletionRequest, answer: type[AnswerModel], tally: CallTally, first: int
    ) -> tuple[Completion, int, bool]:
        """The first answer on the way down the ladder, its place, and whether that is surely the highest possible.

        It is not where a rung above failed for what may have been another reason: a server that is not well.
        """
        sure = True
        for place in range(first, _LAST):
            before = tally.retries
            try:
                rung_request = replace(request, rung=LADDER[place])
                completion = self.asker.whole(rung_request, tally, _is_cut(answer), finding_rung=True)
                return completion, place, sure and tally.retries == before
            except RungUnsupported as error:
                failed_only_at_once = not isinstance(error.__cause__, ServerFailed) or tally.retries - before == 1
                sure = sure and failed_only_at_once
            except UnusableAnswer:
                sure = False
        before = tally.retries
        completion = self.asker.whole(replace(request, rung=LADDER[_LAST]), tally, _is_cut(answer))
        return completion, _LAST, sure and tally.retries == before

    def _again(
        self,
        request: CompletionRequest,
        completion: Completion,
        problem: str,
        tally: CallTally,
        *,
        finding_rung: bool = False,
    ) -> Completion:
        """The answer to the one complaint about an answer that was not valid."""
        tally.asked_again += 1
        complained = replace(request, messages=complaint_messages(request, completion.text, problem))
        return self.asker.once(complained, tally, finding_rung=finding_rung and request.rung is not LADDER[_LAST])

    def _valid(self, reading: Reading[AnswerModel], completion: Completion) -> AnswerModel:
        if reading.value is not None:
            return reading.value
        cut = completion.finish is FinishReason.LENGTH
        raise UnusableAnswer(
            f"{self.label} did not answer as asked: {reading.problem}",
            hint="Allow longer answers or ask for less." if cut else "Try a model that keeps to a schema.",
        )


def _is_cut(answer: type[AnswerModel]) -> IsCut:
    """An object that is whole is not cut, whatever is said of the chatter behind it."""

    def is_cut(completion: Completion) -> bool:
        if completion.finish is FinishReason.STOP:
            return False
        reading = read_answer(completion.text, answer)
        return reading.value is None and (completion.finish is FinishReason.LENGTH or reading.unclosed)

    return is_cut
