"""The loop of student and teacher (ScholarSum, methods 4.2 and 4.5): draft, judge, revise, until a stop rule holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from conspectus.domain.cited_text import CitedText
from conspectus.domain.draft_text import render_draft
from conspectus.domain.summary_tasks import Decision, ReviewIssue
from conspectus.domain.tasks import DraftText
from conspectus.foundation.errors import ConspectusError
from conspectus.pipelines.paper_summary.scoring import ACCEPT, MINOR, Dimensions, decide

ROUNDS = 5
"""The published budget T."""
IMPROVEMENT = 0.01
PATIENCE = 2
"""After so many rounds without an improvement of at least ``IMPROVEMENT`` the loop ends."""
StopReason = Literal["accepted", "budget", "stagnation", "repeated", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the teacher says of a draft: the text with its verdicts, the dimensions, σ, and the issues."""

    text: CitedText
    dimensions: Dimensions
    score: float
    issues: tuple[ReviewIssue, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """What was retrieved for a flagged sentence: the words that were rejected, and the passages found instead."""

    sentence: int
    rejected: str
    query: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One draft and what became of it; ``retrieved`` is what the next draft was given for its flagged sentences."""

    number: int
    draft: DraftText
    judgement: Judgement
    decision: Decision
    retrieved: tuple[Retrieved, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopResult:
    """All rounds, the index of the best, why the loop ended, and the error that ended it, "" if none."""

    rounds: tuple[Round, ...]
    best: int
    stop_reason: StopReason
    error: str = ""

    @property
    def chosen(self) -> Round:
        """The round with the highest score, of equals the first."""
        return self.rounds[self.best]


Revised = tuple[DraftText, tuple[Retrieved, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """What the loop can do: write the first draft, judge one, revise its flagged sentences, write it anew."""

    write: Callable[[], DraftText]
    judge: Callable[[DraftText], Judgement]
    revise: Callable[[DraftText, Judgement], Revised]
    rebuild: Callable[[DraftText, Judgement], Revised]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopOptions:
    """The stop rules: σ from which a draft is accepted, that of a minor revision, and the most rounds, at least 1."""

    accept: float = ACCEPT
    minor: float = MINOR
    rounds: int = ROUNDS
    improvement: float = IMPROVEMENT
    patience: int = PATIENCE


def run_teacher_loop(moves: Moves, options: LoopOptions | None = None) -> LoopResult:
    """Gives every round, and the best draft rather than the last.

    The loop ends when a draft is accepted, the rounds are used up, no draft was better by ``improvement`` for
    ``patience`` rounds, or a draft comes back that was judged before. An engine that fails in a later round ends it
    with what there is, and the error is told.

    Raises:
        ConspectusError: The very first draft could not be written or judged.
    """
    options = options or LoopOptions()
    draft = moves.write()
    judgement = moves.judge(draft)
    rounds = [_round(1, draft, judgement, options)]
    seen = {_fingerprint(draft)}
    best_at, error = 0, ""
    best_score, since = judgement.score, 0
    while True:
        last = rounds[-1]
        if last.decision == "accept":
            reason: StopReason = "accepted"
            break
        if len(rounds) >= options.rounds:
            reason = "budget"
            break
        if since >= options.patience:
            reason = "stagnation"
            break
        try:
            move = moves.revise if last.decision == "minor" else moves.rebuild
            draft, retrieved = move(last.draft, last.judgement)
            rounds[-1] = Round(
                number=last.number,
                draft=last.draft,
                judgement=last.judgement,
                decision=last.decision,
                retrieved=retrieved,
            )
            if _fingerprint(draft) in seen:
                reason = "repeated"
                break
            seen.add(_fingerprint(draft))
            judgement = moves.judge(draft)
        except ConspectusError as failure:
            reason, error = "failed", str(failure)
            break
        rounds.append(_round(len(rounds) + 1, draft, judgement, options))
        since = 0 if judgement.score >= best_score + options.improvement else since + 1
        if judgement.score > best_score:
            best_score, best_at = judgement.score, len(rounds) - 1
    return LoopResult(rounds=tuple(rounds), best=best_at, stop_reason=reason, error=error)


def _round(number: int, draft: DraftText, judgement: Judgement, options: LoopOptions) -> Round:
    decision = decide(judgement.score, accept=options.accept, minor=options.minor)
    return Round(number=number, draft=draft, judgement=judgement, decision=decision)


def _fingerprint(draft: DraftText) -> str:
    return render_draft(draft.sentences)
