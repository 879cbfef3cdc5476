"""How much of what a claim says its evidence says: recall of words, weighted by how much each tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from conspectus.grounding.words import TALK, Reading, WordWeight, content_stems_of

# A stem counts in part for another that begins as it does ("annotators" for "annotation", "linguist" for "linguistic").
_KIN_PREFIX, _KIN_SHARE = 5, 0.7
_LEAST_WEIGHT = 0.05
EVEN_RECALL = 0.40
"""The recall at which support is an even bet: below it evidence is mostly of another paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """The recall in [0, 1] of a claim in its best piece of evidence, ``best``, and in all of it together.

    ``missing`` are the stems that no evidence has, the most telling first; ``gap`` is the longest run of neighbouring
    content words of which none is found.
    """

    best: int
    recall: float
    union: float
    missing: tuple[str, ...]
    gap: tuple[str, ...] = ()


def overlap_of(
    claim: Reading, evidence: Sequence[Reading], weight: WordWeight, known: frozenset[str] = frozenset()
) -> Overlap:
    """Gives the overlap of a claim with its evidence; a claim without content is covered.

    Args:
        claim: What is said.
        evidence: At least one piece.
        weight: How much a word tells.
        known: Stems that make no gap, though they support nothing.
    """
    weights = claim_weights(claim, weight)
    covered = [covered_shares(weights, piece.content) for piece in evidence]
    total = sum(weights.values())
    if not total:
        return Overlap(best=0, recall=1.0, union=1.0, missing=())
    recalls = [sum(weights[stem] * share for stem, share in shares.items()) / total for shares in covered]
    best = max(range(len(recalls)), key=lambda place: (recalls[place], -place))
    together = {stem: max(shares[stem] for shares in covered) for stem in weights}
    missing = sorted((stem for stem in weights if not together[stem]), key=lambda stem: (-weights[stem], stem))
    union = sum(weights[stem] * share for stem, share in together.items()) / total
    gap = _longest_gap(claim, {stem: 1.0 if stem in known else share for stem, share in together.items()})
    return Overlap(best=best, recall=recalls[best], union=union, missing=tuple(missing), gap=gap)


def _longest_gap(claim: Reading, shares: Mapping[str, float]) -> tuple[str, ...]:
    longest: list[str] = []
    run: list[str] = []
    for word in claim.words:
        stems = [stem for stem in content_stems_of(word) if stem in shares]
        if not stems:
            continue
        run = [] if any(shares[stem] for stem in stems) else [*run, word.text]
        longest = max(longest, run, key=len)
    return tuple(longest)


def claim_weights(claim: Reading, weight: WordWeight) -> dict[str, float]:
    """Gives the weight of each stem of a claim that says something of its subject."""
    weights: dict[str, float] = {}
    for word in claim.words:
        stems = content_stems_of(word)
        # Of a hyphenated word the parts are counted, not the parts run together.
        for stem in stems[: max(1, len(stems) - 1)]:
            if stem not in TALK:
                weights[stem] = max(weights.get(stem, 0.0), weight(stem if len(stems) > 1 else word.lower))
    return {stem: value for stem, value in weights.items() if value > _LEAST_WEIGHT}


def covered_shares(weights: Iterable[str], content: frozenset[str]) -> dict[str, float]:
    """Gives how far each stem is found in a content: 1, a part for a kindred stem, or 0.

    Args:
        weights: The stems of a claim.
        content: The stems of a piece of evidence.
    """
    beginnings = {stem[:_KIN_PREFIX] for stem in content if len(stem) >= _KIN_PREFIX}
    return {
        stem: 1.0
        if stem in content
        else _KIN_SHARE
        if len(stem) > _KIN_PREFIX and stem[:_KIN_PREFIX] in beginnings
        else 0.0
        for stem in weights
    }


def support_of(recall: float) -> float:
    """Gives the support in [0, 1] that a recall speaks for: a line through one half at ``EVEN_RECALL``, bent there."""
    if recall < EVEN_RECALL:
        return 0.5 * recall / EVEN_RECALL
    return 0.5 + 0.5 * (recall - EVEN_RECALL) / (1.0 - EVEN_RECALL)
