"""Chooses the sentences of a review: the best opening for each reference, then what adds most within the budget."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from conspectus.domain.tasks import ReferenceAbstract
from conspectus.engines.extractive.candidates import Candidate
from conspectus.engines.extractive.own_relevance import OwnRelevance
from conspectus.engines.extractive.sentence_roles import Role
from conspectus.engines.extractive.word_rates import expected_rates, occurrence_tails
from conspectus.foundation.text.tokens import plain_tokens, stem

# How much a role adds to the worth of a sentence, as an opening and as a later sentence.
_OPENING = {
    Role.CONTRIBUTION: 0.50,
    Role.AIM: 0.20,
    Role.CONCLUSION: 0.20,
    Role.RESULT: 0.10,
    Role.OWN: 0.05,
    Role.UNKNOWN: 0.0,
    Role.METHOD: -0.05,
    Role.BACKGROUND: -0.60,
}
_LATER = {
    Role.CONTRIBUTION: 0.25,
    Role.RESULT: 0.20,
    Role.CONCLUSION: 0.25,
    Role.AIM: 0.10,
    Role.OWN: 0.05,
    Role.METHOD: 0.0,
    Role.UNKNOWN: 0.0,
    Role.BACKGROUND: -0.60,
}
LONG = 45  # words from which a sentence tires
MANY_DIGITS = 6
FEWEST_WORDS = 5  # words for each reference from which less good openings serve to cite all
ALIKE = 0.85  # share of the stems from which two sentences say the same
TITLE = 0.6  # how much more an opening is worth that names all of the title
COINED = 0.85  # what is left of the worth of an opening with names that another sentence brings in
NEAR = 3.0  # how much nearness to the own abstract is worth, in the logarithm for a cosine of 1
POINTING = 0.75  # what is left of the worth of a sentence that points at another one


@dataclass(slots=True)
class Selection:
    """The sentences chosen so far, the words that they take, and what they already say."""

    budget: int
    tails: Mapping[str, tuple[float, ...]]
    relevance: OwnRelevance = field(default_factory=lambda: OwnRelevance(""))
    chosen: dict[int, list[Candidate]] = field(default_factory=dict)
    words: int = 0
    used: Counter[str] = field(default_factory=Counter)
    sayings: list[frozenset[str]] = field(default_factory=list)
    added: list[Candidate] = field(default_factory=list)
    # What was found out about a candidate (by its identity: the pool outlives the selection) and up to which saying.
    _stems: dict[int, frozenset[str]] = field(default_factory=dict)
    _nearness: dict[int, float] = field(default_factory=dict)
    _gains: dict[int, tuple[int, float]] = field(default_factory=dict)
    _new_until: dict[int, int] = field(default_factory=dict)
    _lessened: list[frozenset[str]] = field(default_factory=list)

    def add(self, candidate: Candidate) -> None:
        """Takes a candidate in."""
        self.chosen.setdefault(candidate.reference, []).append(candidate)
        self.chosen[candidate.reference].sort(key=lambda c: c.order)
        self.words += candidate.length
        self.added.append(candidate)
        said = self._stems_of(candidate)
        # Only words that still had something to add can lessen what other candidates add.
        self._lessened.append(frozenset(word for word in said if self.used[word] < len(self.tails.get(word, ()))))
        self.used.update(candidate.stems)
        self.sayings.append(said)

    def drop_last(self) -> bool:
        """Takes the last sentence that is not the only one of its reference out again; False if there is none."""
        for candidate in reversed(self.added):
            mine = self.chosen[candidate.reference]
            if len(mine) > 1 and not any(
                other.order == candidate.order + 1 and other.needs_predecessor for other in mine
            ):
                mine.remove(candidate)
                self.added.remove(candidate)
                return True
        return False

    def reserve(self, words: int, said: Sequence[str] = ()) -> None:
        """Sets words aside for sentences that are written otherwise; what they say need not be said again."""
        self.words += words
        self.used.update(stem(token) for text in said for token in plain_tokens(text))

    @property
    def room(self) -> int:
        """Words that are left."""
        return self.budget - self.words

    def gain(self, candidate: Candidate) -> float:
        """Gives the expected number of words, for each word written, that a review would use and that are new here."""
        known = self._gains.get(id(candidate))
        if known is not None:
            mine, (until, value) = self._stems_of(candidate), known
            if all(mine.isdisjoint(words) for words in self._lessened[until:]):
                self._gains[id(candidate)] = (len(self._lessened), value)
                return value
        new: Counter[str] = Counter()
        total = 0.0
        for word in candidate.stems:
            seen = self.used[word] + new[word]
            new[word] += 1
            tails = self.tails.get(word)
            if tails and seen < len(tails):
                total += tails[seen]
        value = total / max(8, candidate.length)
        self._gains[id(candidate)] = (len(self._lessened), value)
        return value

    def nearness(self, candidate: Candidate) -> float:
        """Gives how near a candidate is to the own abstract, from 0 to 1."""
        found = self._nearness.get(id(candidate))
        if found is None:
            found = self._nearness[id(candidate)] = self.relevance(candidate.stems)
        return found

    def repeats(self, candidate: Candidate) -> bool:
        """Whether nearly the same has been said already; sentences that differ in a number say different things."""
        until = self._new_until.get(id(candidate), 0)
        if until < 0:
            return True
        mine = self._stems_of(candidate)
        for said in self.sayings[until:]:
            shared = len(mine & said)
            if shared > ALIKE * min(len(mine), len(said)) and not any(word.isdigit() for word in mine ^ said):
                self._new_until[id(candidate)] = -1
                return True
        self._new_until[id(candidate)] = len(self.sayings)
        return False

    def _stems_of(self, candidate: Candidate) -> frozenset[str]:
        found = self._stems.get(id(candidate))
        if found is None:
            found = self._stems[id(candidate)] = frozenset(candidate.stems)
        return found


def select_sentences(
    references: Sequence[ReferenceAbstract],
    pool: Sequence[Sequence[Candidate]],
    *,
    own_abstract: str,
    words: int,
    reserved: int = 0,
    preferred: frozenset[str] = frozenset(),
    per_reference: int = 4,
    said: Sequence[str] = (),
) -> Selection:
    """Gives the sentences to write, at least one for each reference as far as they fit.

    Args:
        references: The references.
        pool: The candidates of each reference, in the same order.
        own_abstract: The abstract of the paper under review, or "".
        words: The budget of the whole text.
        reserved: Words of the budget kept for other sentences.
        preferred: Handles that earlier summaries chose; they are taken before others of like worth.
        per_reference: The most sentences for one reference.
        said: What the sentences for which words are reserved say.
    """
    tails = occurrence_tails(expected_rates(references, own_abstract), words)
    selection = Selection(budget=words, tails=tails, relevance=OwnRelevance(own_abstract))
    selection.reserve(reserved, said)
    _choose_openings(selection, pool, preferred)
    _fill(selection, pool, preferred, per_reference)
    return selection


def _choose_openings(selection: Selection, pool: Sequence[Sequence[Candidate]], preferred: frozenset[str]) -> None:
    """One opening for each reference, the best first, such that the shortest openings of the others still fit."""
    every = {index: [c for c in found if c.opening is not None] for index, found in enumerate(pool)}
    open_to = {index: _up_to_tier(found, 0) for index, found in every.items() if found}
    shortest = {index: min(c.length for c in found) for index, found in open_to.items()}
    # Below that, every reference would get whatever is shortest in its abstract: some are left out instead.
    tiers = {index: min(c.opening_tier for c in found) for index, found in every.items() if found}
    bearable = selection.room >= FEWEST_WORDS * len(shortest)
    for tier in (1, 2, 3) if bearable else (1,):
        # Too little room: the references whose openings are the longest may open less well.
        for index in sorted(shortest, key=lambda index: (-shortest[index], index)):
            if sum(shortest.values()) <= selection.room:
                break
            open_to[index] = _up_to_tier(every[index], tier)
            shortest[index] = min(c.length for c in open_to[index])
    while sum(shortest.values()) > selection.room:
        # What is left out: the longest, but with hardly any room first those that open less well.
        longest = max(shortest, key=lambda index: (0 if bearable else tiers[index], shortest[index], index))
        del shortest[longest]
        if not shortest:
            return
    former: dict[int, float] = {}
    while shortest:
        share = selection.room / len(shortest)
        kept = sum(shortest.values())
        best: tuple[float, int, Candidate] | None = None
        for index in sorted(shortest):
            for candidate in open_to[index]:
                if candidate.length > selection.room - (kept - shortest[index]):
                    continue
                penalty = max(0.3, 1.5 * share / candidate.length) if candidate.length > max(14.0, 1.5 * share) else 1.0
                # What a candidate adds only shrinks, so its former worth bounds the present one.
                if best is not None and former.get(id(candidate), math.inf) * penalty <= best[0]:
                    continue
                if selection.repeats(candidate):
                    continue
                former[id(candidate)] = _worth(selection, candidate, _OPENING, preferred)
                worth = former[id(candidate)] * penalty
                if best is None or worth > best[0]:
                    best = (worth, index, candidate)
        if best is None:
            return
        selection.add(best[2])
        del shortest[best[1]]


def _up_to_tier(found: Sequence[Candidate], tier: int) -> list[Candidate]:
    """The candidates of the tiers up to one, or of the best tier there is."""
    best = max(tier, min(candidate.opening_tier for candidate in found))
    return [candidate for candidate in found if candidate.opening_tier <= best]


def _fill(
    selection: Selection, pool: Sequence[Sequence[Candidate]], preferred: frozenset[str], per_reference: int
) -> None:
    """Further sentences while they fit, each the one that adds most.

    What a sentence adds only shrinks as others are chosen, so the best of a queue that is brought up to date
    at its head is the best of all (lazy greedy selection).
    """
    queue = [
        (-_worth(selection, candidate, _LATER, preferred), index, place)
        for index, found in enumerate(pool)
        for place, candidate in enumerate(found)
        if candidate.role is not Role.BACKGROUND
    ]
    heapq.heapify(queue)
    waiting: dict[int, list[tuple[float, int, int]]] = {}
    while queue:
        _, index, place = heapq.heappop(queue)
        candidate = pool[index][place]
        mine = selection.chosen.get(index, [])
        if candidate.length > selection.room or not mine or len(mine) >= per_reference:
            continue
        if any(candidate.order == other.order for other in mine):
            continue
        if not _may_follow(candidate, mine):
            waiting.setdefault(index, []).append((0.0, index, place))
            continue
        worth = _worth(selection, candidate, _LATER, preferred)
        if queue and worth < -queue[0][0] - 1e-12:
            heapq.heappush(queue, (-worth, index, place))
        elif not selection.repeats(candidate):
            selection.add(candidate)
            for _, again, at in waiting.pop(index, []):
                heapq.heappush(queue, (-_worth(selection, pool[again][at], _LATER, preferred), again, at))


def _may_follow(candidate: Candidate, mine: Sequence[Candidate]) -> bool:
    """Whether what a sentence leans on is there.

    A sentence that begins with "this" or "however" may come only right after its predecessor, whole; one that
    speaks of "the model" only after a sentence that names one, and "they" only after the authors.
    """
    if candidate.presumes:
        before = " ".join(c.text for c in mine if c.order < candidate.order).lower().replace(" ", "")
        if not all(stem in before for stem in candidate.presumes):
            return False
    if candidate.refers_to_authors and candidate.opening is None and not any(c.names_authors for c in mine):
        return False
    if not candidate.needs_predecessor:
        return True
    return any(other.order == candidate.order - 1 and other.whole for other in mine)


def _worth(
    selection: Selection, candidate: Candidate, by_role: Mapping[Role, float], preferred: frozenset[str]
) -> float:
    worth = selection.gain(candidate) * math.exp(by_role[candidate.role])
    worth *= math.exp(NEAR * selection.nearness(candidate))
    if candidate.points_back:
        worth *= POINTING
    if by_role is _OPENING:
        # Where the authors are not named, only the title tells that a sentence is about the matter of the paper.
        worth *= 1 + TITLE * candidate.title_share if candidate.names_authors else 0.4 + candidate.title_share
        worth *= COINED if candidate.coined else 1.0
    if candidate.item.handle in preferred:
        worth *= 1.15
    if candidate.length > LONG:
        worth *= 0.7
    if _digits(candidate.text) > MANY_DIGITS:
        worth *= 0.85
    if candidate.opening is not None and not candidate.names_authors and candidate.role is not Role.CONTRIBUTION:
        worth *= 0.85
    return worth


@lru_cache(maxsize=20_000)
def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)
