"""Who judges support: conspectus, plain overlap of words beside it, and models whose weights are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from conspectus.foundation.text.tokens import content_stems
from conspectus.grounding.model_scoring import SupportModel, available_models
from conspectus.grounding.verify import verify_sentence

OVERLAP_FROM = 0.5
"""The share of content words from which plain overlap calls a claim supported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a judge says: the support in [0, 1] or None, the kinds of faults it names, and whether all is supported."""

    score: float | None
    faults: frozenset[str]
    in_part: bool = False

    @property
    def flagged(self) -> bool:
        """Whether it speaks against the claim."""
        return bool(self.faults)


Judge = Callable[[str, Sequence[str]], Judged]


def by_rules(claim: str, evidence: Sequence[str]) -> Judged:
    """Gives what the verifier of the product says."""
    support = verify_sentence(claim, evidence)
    return Judged(
        score=support.score,
        faults=frozenset(finding.kind for finding in support.faults),
        in_part=support.verdict.value == "partly",
    )


def by_plain_overlap(claim: str, evidence: Sequence[str]) -> Judged:
    """Gives the share of the claim's content words that its best piece of evidence has: the baseline."""
    said = set(content_stems(claim))
    shares = [len(said & set(content_stems(piece))) / len(said) for piece in evidence] if said else [1.0]
    score = max(shares, default=0.0)
    return Judged(score=score, faults=frozenset() if score >= OVERLAP_FROM else frozenset({"overlap"}))


def judges() -> Mapping[str, Judge]:
    """Gives the judges by name; a model whose weights are missing is not among them."""
    made: dict[str, Judge] = {"conspectus": by_rules, "plain overlap": by_plain_overlap}
    return {**made, **{name: _by_model(model) for name, model in available_models().items()}}


def _by_model(model: SupportModel) -> Judge:
    def judge(claim: str, evidence: Sequence[str]) -> Judged:
        support = verify_sentence(claim, evidence, model=model)
        return Judged(score=support.score, faults=frozenset(finding.kind for finding in support.faults))

    return judge
