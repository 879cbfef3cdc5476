"""Comparisons turned round: what the claim has left of the comparator stands right of it in the evidence."""

from __future__ import annotations

import re
from functools import lru_cache

from conspectus.grounding.support import Finding
from conspectus.grounding.words import Reading, Word, content_stems_of, read

_COMPARATOR = re.compile(
    r"\b(?:than|versus|vs\.?|(?:compared|relative|in comparison) (?:to|with)|(?:outperform|exceed|surpass|underperform|"
    r"beat)\w*|over|superior to|inferior to|preferred to|followed by|precedes?|leads? to|led to|causes?|caused|"
    r"results? in|resulted in|predicts?|predicted)\b",
    re.IGNORECASE,
)
# "A is outperformed by B": the sides are the other way round.
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being)\s(?:\w+ly\s)?(?:outperform|exceed|surpass|caus|predict)\w*\s+by\b"
)
_FURTHEST = 8
# Words that are on either side of any comparison.
_OF_ANY_SIDE = frozenset("result perform accuraci score".split())


def comparison_findings(claim: Reading, evidence: Reading) -> list[Finding]:
    """Gives a finding if what stands on the two sides of a comparator in the claim is exchanged in the evidence.

    Args:
        claim: What is said.
        evidence: The piece that it rests on.
    """
    held = _comparisons(evidence.text)
    for said, left, right in _comparisons(claim.text):
        same = [sides for text, *sides in held if _kind(text) == _kind(said)]
        if not same:
            continue
        # The same comparison in the evidence is the one of the most words in common.
        one, other = max(same, key=lambda sides: len((left | right) & (sides[0] | sides[1])))
        if (left - right) & (other - one) and (right - left) & (one - other):
            message = f"The sides of {said!r} are exchanged in the evidence."
            return [Finding(kind="comparison", message=message, words=said)]
    return []


def _kind(comparator: str) -> str:
    """Comparators of one kind have their sides in the same order."""
    word = comparator.lower()
    if re.match(r"than|versus|vs|compared|relative|in comparison|over", word):
        return "than"
    return re.match(r"[a-z]{4,5}", word).group() if re.match(r"[a-z]{4,5}", word) else word  # type: ignore[union-attr]


@lru_cache(maxsize=8192)
def _comparisons(text: str) -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    """Each comparator with the stems of the words before and behind it."""
    reading = read(text)
    found = []
    for match in _COMPARATOR.finditer(reading.text):
        before = [word for word in reading.words if word.end <= match.start()][-_FURTHEST:]
        behind = [word for word in reading.words if word.start >= match.end()][:_FURTHEST]
        left, right = _stems(before), _stems(behind)
        if any(passive.start() <= match.start() < passive.end() for passive in _PASSIVE.finditer(reading.text)):
            left, right = right, left
        found.append((match.group(), left, right))
    return tuple(found)


def _stems(words: list[Word]) -> frozenset[str]:
    return frozenset(stem for word in words for stem in content_stems_of(word)) - _OF_ANY_SIDE
