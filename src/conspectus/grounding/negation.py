"""Negation: whether a claim denies what its evidence affirms, or the other way round, by the parity of cues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conspectus.grounding.support import Finding
from conspectus.grounding.words import Reading, Word, around, read, stem_of

CUES = frozenset(
    """not no never neither nor none without lack lacks lacked lacking absence absent fail fails failed failing
    unable hardly cannot nothing nobody""".split()
)
"""Words that deny what stands beside them."""
# Words that come near a denial: where one side has one and the other a cue, nothing is said against the claim.
_NEAR_DENIALS = frozenset(
    """few little rarely seldom scarce scarcely scarcity limited limit limits limitation insufficient insufficiently
    unlikely difficult difficulty hard challenging challenge inadequate poor poorly ignore ignores ignored neglect
    neglects neglected overlook overlooked instead rather avoid avoids avoided avoiding eliminate eliminates remove
    removes removed prevent prevents except but however only infeasible impossible unavailable unknown unclear yet
    missing exclude excluded excluding beyond free remain remains unexplored against impractical independent
    independently unsupervised zero need needs needed less lower barely regardless despite""".split()
)
_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")
_LEAST_BARE = 4
# "no. 5", "not only", "whether or not", "no doubt": cues that deny nothing.
_IDLE_AFTER = {"not": frozenset({"only", "just", "merely", "necessarily", "least"}), "no": frozenset({"doubt"})}
_BEFORE, _AFTER = 1, 3
# How much of what stands beside a cue the other side has to have: of a cue of the evidence, which says more, half.
_ANY, _HALF = 0.01, 0.5


@dataclass(frozen=True, slots=True)
class _Cue:
    """A cue as written, where it begins, and the stems beside it."""

    text: str
    start: int
    beside: frozenset[str]


def negation_findings(claim: Reading, evidence: Reading) -> list[Finding]:
    """Gives a finding if the number of cues differs by an odd number between claim and evidence.

    Only cues are counted whose neighbours stand on the other side too, so that a denial of something else in a long
    piece of evidence is none of the claim. A word with a denying prefix counts where the other side has it without.

    Args:
        claim: What is said.
        evidence: The piece that it rests on.
    """
    mine = [*_counted(claim, evidence, _ANY), *_prefixed(claim, evidence)]
    theirs = [*_counted(evidence, claim, _HALF), *_prefixed(evidence, claim)]
    if len(mine) % 2 == len(theirs) % 2:
        return []
    beside: frozenset[str] = frozenset().union(*(cue.beside for cue in (*mine, *theirs)))
    fewer, more = (claim, evidence) if len(mine) < len(theirs) else (evidence, claim)
    if len(_near_denials(fewer, beside)) > len(_near_denials(more, beside)):
        return []
    if len(mine) > len(theirs):
        return [
            Finding(kind="negation", message=f"The claim denies with {mine[-1].text!r} what the evidence does not.",
                    words=mine[-1].text)
        ]  # fmt: skip
    return [Finding(kind="negation", message=f"The evidence says {theirs[-1].text!r}, the claim does not.")]


def _counted(text: Reading, other: Reading, share: float) -> list[_Cue]:
    return [
        cue for cue in _cues(text.text) if not cue.beside or len(cue.beside & other.content) >= share * len(cue.beside)
    ]


@lru_cache(maxsize=8192)
def _cues(text: str) -> tuple[_Cue, ...]:
    words = read(text).words
    return tuple(_cues_among(words, text))


def _cues_among(words: tuple[Word, ...], text: str) -> Iterator[_Cue]:
    seen: set[str] = set()
    for place, word in enumerate(words):
        if word.lower not in CUES:
            continue
        following = words[place + 1].lower if place + 1 < len(words) else ""
        if following in _IDLE_AFTER.get(word.lower, frozenset()) or (word.lower == "nor" and "neither" in seen):
            continue
        if word.lower == "not" and place and words[place - 1].lower == "or":
            continue
        if word.lower == "no" and text[word.end : word.end + 1] == ".":
            continue
        seen.add(word.lower)
        yield _Cue(word.text, word.start, around(words, place, before=_BEFORE, after=_AFTER, skip=CUES))


def _prefixed(text: Reading, other: Reading) -> Iterator[_Cue]:
    """The words that deny by a prefix what the other side affirms ("ineffective" for "effective")."""
    theirs = {word.stem for word in other.words}
    mine = {word.stem for word in text.words}
    for word in text.words:
        if word.stem in theirs:
            continue
        for prefix in _PREFIXES:
            bare = word.lower.removeprefix(prefix)
            # "in-domain" denies nothing, "non-linear" does.
            bare = bare.removeprefix("-") if prefix == "non" else bare
            if (
                len(bare) >= _LEAST_BARE
                and bare != word.lower
                and (stem := stem_of(bare)) in theirs
                and stem not in mine
            ):
                yield _Cue(word.text, word.start, frozenset({stem}))
                break


def _near_denials(text: Reading, beside: frozenset[str]) -> list[str]:
    """The near denials of a text that stand beside some of the stems."""
    return [
        word.lower
        for place, word in enumerate(text.words)
        if word.lower in _NEAR_DENIALS
        and around(text.words, place, before=_AFTER, after=_AFTER, skip=_NEAR_DENIALS) & beside
    ]
