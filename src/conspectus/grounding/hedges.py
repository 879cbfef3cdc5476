"""Hedges: whether a claim is surer of itself than its evidence is."""

from __future__ import annotations

from conspectus.grounding.support import Finding
from conspectus.grounding.words import Reading, around

_HEDGES = frozenset(
    """may might could possibly potentially perhaps probably suggest suggests suggested suggesting likely appear appears
    appeared seem seems seemed putative putatively hypothesize hypothesized speculate speculated preliminary tentative
    tentatively presumably apparently possible indicate indicates indicated indicating conceivably trend""".split()
)
_SURE = frozenset(
    """prove proves proved proven proving proof establish establishes established confirm confirms confirmed confirming
    definitely definitively certainly undoubtedly clearly conclusively unequivocally always guarantee guarantees
    guaranteed must undeniably invariably""".split()
)
_BEFORE, _AFTER = 3, 5


def hedge_findings(claim: Reading, evidence: Reading) -> list[Finding]:
    """Gives a finding if the claim is sure where the evidence hedges about the same things.

    Args:
        claim: What is said; one that hedges itself is in order.
        evidence: The piece that it rests on.
    """
    said = {word.lower for word in claim.words}
    held = {word.lower for word in evidence.words}
    sure = [word.text for word in claim.words if word.lower in _SURE and word.lower not in held]
    if not sure or said & _HEDGES:
        return []
    for place, word in enumerate(evidence.words):
        beside = around(evidence.words, place, before=_BEFORE, after=_AFTER, skip=_HEDGES)
        if word.lower in _HEDGES and beside & claim.content:
            message = f"The claim says {sure[0]!r} where the evidence says {word.text!r}."
            return [Finding(kind="hedge", message=message, words=sure[0])]
    return []
