"""Direction: whether "more" in a claim stands where the evidence has "less", by words that point up or down."""

from __future__ import annotations

from conspectus.grounding.support import Finding
from conspectus.grounding.words import Reading, around

_UP = """increase increases increased increasing increasingly higher high highest greater greatest more elevate
elevated elevates elevation enhance enhanced enhances enhancing enhancement promote promotes promoted promoting
upregulate upregulated upregulates upregulation up-regulated up-regulation up-regulates improve improves improved
improving improvement improvements activate activates activated activating activation induce induces induced stimulate
stimulates stimulated rise rises rose risen rising larger largest longer faster better stronger gain gains gained
accelerate accelerates accelerated outperform outperforms outperformed outperforming superior positive positively
above exceed exceeds exceeded surpass surpasses surpassed most best boost boosts boosted raise raises raised grow
grows grew growth strengthen strengthens strengthened expand expands expanded amplify amplifies amplified majority
maximum maximal deeper upward wins benefit beneficial easier"""
_DOWN = """decrease decreases decreased decreasing lower low lowest lowers lowered reduce reduces reduced reducing
reduction reductions fewer fewest less attenuate attenuated attenuates suppress suppresses suppressed suppressing
suppression inhibit inhibits inhibited inhibiting inhibition downregulate downregulated downregulates downregulation
down-regulated down-regulation down-regulates impair impairs impaired impairment diminish diminished diminishes
decline declines declined declining smaller smallest shorter slower worse weaker loss losses lose loses lost block
blocks blocked abolish abolished prevent prevents prevented worsen worsens worsened underperform underperforms
underperformed underperforming inferior negative negatively below least worst drop drops dropped fall falls fell
fallen degrade degrades degraded degradation deteriorate deteriorates deteriorated deterioration shrink shrinks weaken
weakens weakened hinder hinders hindered minority minimum minimal downward hurt hurts harm harmful harms harder cut
cuts"""
_UP_WORDS, _DOWN_WORDS = frozenset(_UP.split()), frozenset(_DOWN.split())
_DIRECTED = _UP_WORDS | _DOWN_WORDS
# Words of which one says the opposite of the other, by how they begin; those of up to five letters whole.
_OPPOSITES = tuple(
    (left, right)
    for left, right in (
        pair.split("/")
        for pair in """before/after earlier/later early/late older/younger old/young similar/different
        similar/dissimilar same/different maximum/minimum success/failure succeed/fail common/rare frequent/rare
        simple/complex easy/hard easy/difficult strong/weak short/long small/large fast/slow cheap/expensive
        deep/shallow broad/narrow wide/narrow rich/poor good/bad benefi/harm gain/drop gain/loss reject/accept
        agree/disagree include/exclude with/without upper/lower presence/absence supervised/unsupervised male/female
        men/women supports/contradicts supported/contradicted confirm/refute always/never dense/sparse static/dynamic
        explicit/implicit internal/external directly/inversely chronic/acute safe/dangerous homogeneous/heterogeneous
        dependent/independent start/end first/last best/worst upregulat/downregulat underestimat/overestimat""".split()
    )
)
_LONGEST_WHOLE = 5
_BEFORE, _AFTER = 2, 3
_Pointer = tuple[str, frozenset[str]]


def direction_findings(claim: Reading, evidence: Reading) -> list[Finding]:
    """Gives a finding if words of direction in claim and evidence have traded places.

    That is: the claim points one way more often and the other way less often than the evidence does of the same
    things; or it has one of two opposites where the evidence has the other.

    Args:
        claim: What is said.
        evidence: The piece that it rests on.
    """
    up, down = _pointing(claim, evidence, _UP_WORDS), _pointing(claim, evidence, _DOWN_WORDS)
    held_up, held_down = _pointing(evidence, claim, _UP_WORDS), _pointing(evidence, claim, _DOWN_WORDS)
    for more, fewer, held_fewer, held_more in ((up, down, held_up, held_down), (down, up, held_down, held_up)):
        if len(more) > len(held_fewer) and len(fewer) < len(held_more) and (pair := _facing(more, held_more)):
            return [_traded(*pair)]
    for left, right in _OPPOSITES:
        for said, held in ((left, right), (right, left)):
            mine, theirs = _places(claim, said), _places(evidence, held)
            if len(mine) <= len(_places(evidence, said)) or len(theirs) <= len(_places(claim, held)):
                continue
            if pair := _facing(mine, theirs):
                return [_traded(*pair)]
    return []


def _traded(said: str, held: str) -> Finding:
    return Finding(kind="direction", message=f"The claim says {said!r} where the evidence says {held!r}.", words=said)


def _pointing(text: Reading, other: Reading, directed: frozenset[str]) -> list[_Pointer]:
    """The words of one direction that stand beside words of the other text."""
    return [
        (word.lower, beside)
        for place, word in enumerate(text.words)
        if word.lower in directed
        and (beside := around(text.words, place, before=_BEFORE, after=_AFTER, skip=_DIRECTED)) & other.content
    ]


def _places(text: Reading, form: str) -> list[_Pointer]:
    """Where a word of this form stands; one of more than five letters is known by how it begins."""
    return [
        (word.lower, around(text.words, place, before=_BEFORE, after=_AFTER, skip=_DIRECTED))
        for place, word in enumerate(text.words)
        if (word.lower == form if len(form) <= _LONGEST_WHOLE else word.lower.startswith(form))
    ]


def _facing(mine: list[_Pointer], theirs: list[_Pointer]) -> tuple[str, str] | None:
    """The first word of each side that stand beside the same word, None if none do."""
    for said, beside in mine:
        for held, others in theirs:
            if beside & others and said != held:
                return said, held
    return None
