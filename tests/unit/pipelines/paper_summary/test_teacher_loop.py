from __future__ import annotations

from collections.abc import Callable

import pytest

from conspectus.domain.cited_text import CitedText
from conspectus.domain.tasks import DraftSentence, DraftText
from conspectus.foundation.errors import EngineError
from conspectus.pipelines.paper_summary.scoring import Dimensions
from conspectus.pipelines.paper_summary.teacher_loop import (
    Judgement,
    LoopOptions,
    LoopResult,
    Moves,
    run_teacher_loop,
)


def draft(name: str) -> DraftText:
    return DraftText(sentences=(DraftSentence(parts=(name,)),))


class Played:
    """A student that writes d1, d2 …, and a teacher that gives the scores of a list."""

    def __init__(
        self, scores: list[float], drafts: Callable[[int], str] = lambda n: f"d{n}", fails_at: int = 0
    ) -> None:
        self.scores, self.drafts, self.fails_at = scores, drafts, fails_at
        self.moves: list[str] = []
        self.written = 0

    def _next(self, move: str) -> DraftText:
        self.moves.append(move)
        self.written += 1
        if self.written == self.fails_at:
            raise EngineError("the model was cut off")
        return draft(self.drafts(self.written))

    def judge(self, _: DraftText) -> Judgement:
        score = self.scores[self.written - 1]
        values = Dimensions(faithfulness=score, completeness=score, coherence=score, style=score)
        return Judgement(text=CitedText(evidence=()), dimensions=values, score=score)

    def run(self, **options: float) -> LoopResult:
        moves = Moves(
            write=lambda: self._next("write"),
            judge=self.judge,
            revise=lambda *_: (self._next("revise"), ()),
            rebuild=lambda *_: (self._next("rebuild"), ()),
        )
        return run_teacher_loop(moves, LoopOptions(**options))  # type: ignore[arg-type]


def test_a_good_draft_is_accepted_at_once() -> None:
    played = Played([0.85])
    result = played.run()
    assert (result.stop_reason, len(result.rounds), played.moves) == ("accepted", 1, ["write"])


def test_the_score_decides_between_revision_and_writing_anew() -> None:
    played = Played([0.3, 0.6, 0.7, 0.9])
    assert played.run().stop_reason == "accepted"
    assert played.moves == ["write", "rebuild", "revise", "revise"]


def test_the_budget_ends_the_loop_and_the_best_draft_is_given_not_the_last() -> None:
    result = Played([0.5, 0.7, 0.65, 0.75, 0.7]).run(rounds=5)
    assert result.stop_reason == "budget"
    assert (result.chosen.number, result.chosen.judgement.score) == (4, 0.75)


def test_two_rounds_without_a_hundredth_more_end_it() -> None:
    result = Played([0.7, 0.705, 0.709, 0.9]).run()
    assert result.stop_reason == "stagnation"
    assert len(result.rounds) == 3
    assert result.chosen.number == 3
    assert Played([0.7, 0.70, 0.71, 0.9]).run().stop_reason == "accepted"


def test_a_student_that_gives_the_same_draft_for_ever_is_stopped() -> None:
    result = Played([0.7] * 9, drafts=lambda _: "again").run()
    assert (result.stop_reason, len(result.rounds)) == ("repeated", 1)


def test_two_drafts_in_turns_are_stopped_too() -> None:
    result = Played([0.61, 0.7, 0.8, 0.8], drafts=lambda n: f"d{n % 2}").run()
    assert (result.stop_reason, len(result.rounds)) == ("repeated", 2)


def test_an_engine_that_fails_in_round_three_leaves_the_best_so_far() -> None:
    result = Played([0.6, 0.7, 0.0], fails_at=3).run()
    assert (result.stop_reason, result.error) == ("failed", "the model was cut off")
    assert result.chosen.number == 2


def test_an_engine_that_fails_at_once_is_an_error() -> None:
    with pytest.raises(EngineError, match="cut off"):
        Played([0.6], fails_at=1).run()


def test_of_equal_drafts_the_first_is_given() -> None:
    assert Played([0.7, 0.7, 0.7]).run().chosen.number == 1
