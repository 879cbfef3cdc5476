"""Writes the summary of one paper from its own sentences: one for each duty, then what else is worth telling."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conspectus.domain.summary_tasks import (
    IntegrateRequest,
    PlannedThread,
    RevisedSentence,
    ReviseSentencesRequest,
    ReviseSentencesResult,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.authors_named import mentions_authors, told_of_authors
from conspectus.engines.extractive.summary_candidates import SummaryCandidate, SummaryMaterial, material_of
from conspectus.engines.extractive.summary_languages import TOLD_AS_IT_STANDS
from conspectus.engines.extractive.summary_roles import Duty, Part, gist_score

ALIKE = 0.5
"""The cosine from which two sentences say the same."""
_REDUNDANT, _COVERS, _PREFERRED, _WANTED = 1.5, 0.05, 0.02, 0.6
_LEAST_WORDS = 6
_WORTH_TELLING = 0.8
"""The least score of a sentence that only fills room, where sections tell the places of sentences."""
_SLOT_SHARE, _SLOT_SLACK = 0.45, 8
_FIRST = (Duty.APPROACH, Duty.RESULT, Duty.PROBLEM)
"""The order in which the first sentence of each duty is chosen; an implication comes only where there is room."""
_ROOM_FOR_IMPLICATION = 110
_SINGLE = 50
"""Words up to which a summary is one sentence, the one that best says what the paper does."""
_CUES_OF_A_GIST = 0.25
_MOST_OF_A_DUTY = 0.5


@dataclass(slots=True)
class _Choice:
    """What was chosen so far: candidates by duty, and the words used."""

    material: SummaryMaterial
    most: int
    taken: list[tuple[SummaryCandidate, Duty]] = field(default_factory=list)
    words: int = 0

    def fits(self, candidate: SummaryCandidate) -> bool:
        """Whether it can be added: room, not told already, not without the sentence that it leans on."""
        if candidate.words < _LEAST_WORDS or self.words + candidate.words > self.most:
            return False
        orders = {chosen.order for chosen, _ in self.taken}
        if candidate.order in orders or (candidate.leans and candidate.order - 1 not in orders):
            return False
        return all(self.material.likeness(candidate, chosen) <= ALIKE for chosen, _ in self.taken)

    def redundancy(self, candidate: SummaryCandidate) -> float:
        """How much like what was chosen it is."""
        return max((self.material.likeness(candidate, chosen) for chosen, _ in self.taken), default=0.0)

    def add(self, candidate: SummaryCandidate, duty: Duty) -> None:
        """Chooses it; one that leans on another takes the duty of that one, so that the two stay together."""
        if candidate.leans:
            duty = next((d for chosen, d in self.taken if chosen.order == candidate.order - 1), duty)
        self.taken.append((candidate, duty))
        self.words += candidate.words


def write_subsummary(request: WriteSubsummaryRequest) -> DraftText:
    """Gives the one or two sentences that tell a thread best, by its discourse role and centrality."""
    material = material_of(request.paper)
    handles = {item.handle for item in request.thread.evidence}
    own = [candidate for candidate in material.candidates if candidate.item.handle in handles and not candidate.leans]
    duty = _DUTIES[request.thread.role]
    own.sort(key=lambda candidate: (-(candidate.scores[duty] + max(candidate.scores.values())), candidate.order))
    chosen: list[SummaryCandidate] = []
    for candidate in own:
        if len(chosen) < 2 and all(material.likeness(candidate, other) <= ALIKE for other in chosen):
            chosen.append(candidate)
    return DraftText(sentences=_told(sorted(chosen, key=lambda candidate: candidate.order), material))


_DUTIES = {
    "motivation": Duty.PROBLEM,
    "method": Duty.APPROACH,
    "findings": Duty.RESULT,
    "implication": Duty.IMPLICATION,
}


def integrate(request: IntegrateRequest) -> DraftText:
    """Gives one text of at most the wanted words: problem, approach, result, implication.

    The sentences that the sub-summaries chose are preferred over others of like worth, and threads that nothing tells
    yet over those that something does. From a teacher's issues: sentences that were flagged are not told again, and
    what was missing comes first.
    """
    material = material_of(request.paper)
    barred = _barred(request)
    pool = [c for c in material.candidates if c.item.handle not in barred]
    if request.words[1] <= _SINGLE:
        return DraftText(sentences=_told(_gist(pool, request.words[1]), material), warnings=_remarks(material))
    choice = _Choice(material, request.words[1])
    worth = _Worth(request)
    duties = list(_FIRST)
    if request.words[1] >= _ROOM_FOR_IMPLICATION:
        duties.append(Duty.IMPLICATION)
    longest = request.words[1] * _SLOT_SHARE + _SLOT_SLACK
    for duty in duties:
        fitting = [c for c in pool if c.words <= longest and not c.leans and choice.fits(c)]
        if fitting:
            best = max(fitting, key=lambda c: (c.scores[duty] + worth.of(c, choice, slot=True), -c.order))
            choice.add(best, duty)
    _fill(choice, pool, worth)
    # Without cues a duty is a guess, so that other languages keep the paper's own order.
    duty_first = 0 if material.foreign else 1
    ordered = sorted(choice.taken, key=lambda pair: (duty_first * list(Duty).index(pair[1]), pair[0].order))
    if not ordered:
        return DraftText(warnings=("No sentence of the text stands by itself.",))
    told = _told([candidate for candidate, _ in ordered], material)
    return DraftText(sentences=told, warnings=_remarks(material))


def revise_sentences(request: ReviseSentencesRequest) -> ReviseSentencesResult:
    """Gives for each flagged sentence the best sentence of the evidence retrieved for it that is not told yet.

    Where none of it can be told by itself the sentence is taken out.
    """
    material = material_of(request.paper)
    flagged = {each.index for each in request.flagged}
    told = {handle for i, s in enumerate(request.draft.sentences) if i not in flagged for handle in s.handles}
    by_handle = {candidate.item.handle: candidate for candidate in material.candidates}
    revised = []
    for each in request.flagged:
        offered = [by_handle[item.handle] for item in each.evidence if item.handle in by_handle]
        fitting = [c for c in offered if not c.leans and c.item.handle not in told]
        if not fitting:
            revised.append(RevisedSentence(index=each.index, sentence=None))
            continue
        best = fitting[0]
        told.add(best.item.handle)
        opens = (
            request.draft.sentences[each.index].opens_paragraph if each.index < len(request.draft.sentences) else False
        )
        (sentence,) = _told([best], material)
        revised.append(
            RevisedSentence(index=each.index, sentence=DraftSentence(parts=sentence.parts, opens_paragraph=opens))
        )
    return ReviseSentencesResult(sentences=tuple(revised))


def _gist(pool: Sequence[SummaryCandidate], most: int) -> list[SummaryCandidate]:
    """The one sentence that says best what the paper does; of the abstract where there is one."""
    inside = (
        [c for c in pool if c.part is Part.ABSTRACT] or [c for c in pool if c.part is not Part.MIDDLE] or list(pool)
    )
    fitting = [c for c in inside if c.words <= most]
    alone = [c for c in fitting if not c.leans] or fitting
    if not alone:
        return []

    def value(candidate: SummaryCandidate) -> float:
        cues = candidate.scores[Duty.APPROACH]
        return gist_score(candidate.item.passage.quote, candidate.share, candidate.words) + _CUES_OF_A_GIST * cues

    return [max(alone, key=lambda candidate: (value(candidate), -candidate.order))]


class _Worth:
    """What makes a candidate worth choosing besides its duty: new threads, the sub-summaries, the teacher's wishes."""

    def __init__(self, request: IntegrateRequest) -> None:
        self._threads: dict[str, list[PlannedThread]] = {}
        for thread in request.plan:
            for item in thread.evidence:
                self._threads.setdefault(item.handle, []).append(thread)
        self._share = 1 / max(1, len(request.plan))
        self._preferred = {h for sub in request.subsummaries for s in sub.sentences for h in s.handles}
        missing = {issue.claim for issue in request.issues if issue.kind == "missing"}
        self._missing = {item.handle for thread in request.plan if thread.title in missing for item in thread.evidence}

    def of(self, candidate: SummaryCandidate, choice: _Choice, *, slot: bool = False) -> float:
        """Gives the worth, less for what is like the sentences chosen already.

        The first sentence of each duty (``slot``) is chosen for that duty alone, whatever a teacher misses.
        """
        handle = candidate.item.handle
        covered = {t.community.id for c, _ in choice.taken for t in self._threads.get(c.item.handle, ())}
        new = [thread for thread in self._threads.get(handle, ()) if thread.community.id not in covered]
        return (
            _COVERS * bool(new)
            + _PREFERRED * (handle in self._preferred)
            + _WANTED * (handle in self._missing and not slot)
            - _REDUNDANT * choice.redundancy(candidate)
        )


def _fill(choice: _Choice, pool: Sequence[SummaryCandidate], worth: _Worth) -> None:
    """Fills the room that is left with the sentences that serve any duty best."""
    flat = all(candidate.part in (Part.UNKNOWN, Part.ABSTRACT) for candidate in pool)
    floor = -math.inf if flat else _WORTH_TELLING
    while True:
        fitting = [
            candidate for candidate in pool if max(candidate.scores.values()) >= floor and choice.fits(candidate)
        ]
        if not fitting:
            return
        counts = {duty: sum(1 for _, d in choice.taken if d is duty) for duty in Duty}
        total = max(1, len(choice.taken))

        def value(candidate: SummaryCandidate, counts: dict[Duty, int] = counts, total: int = total) -> float:
            duty = candidate.duty
            crowded = counts[duty] / total > _MOST_OF_A_DUTY
            return candidate.scores[duty] + worth.of(candidate, choice) - 0.5 * crowded

        best = max(fitting, key=lambda candidate: (value(candidate), -candidate.order))
        choice.add(best, best.duty)


def _barred(request: IntegrateRequest) -> set[str]:
    """The handles of sentences that a teacher flagged, which are not told again."""
    if request.previous is None:
        return set()
    flagged = {issue.sentence for issue in request.issues if issue.sentence is not None}
    return {
        handle
        for index, sentence in enumerate(request.previous.sentences)
        if index in flagged
        for handle in sentence.handles
    }


def _remarks(material: SummaryMaterial) -> tuple[str, ...]:
    return (TOLD_AS_IT_STANDS,) if material.foreign else ()


def _told(chosen: Iterable[SummaryCandidate], material: SummaryMaterial) -> tuple[DraftSentence, ...]:
    """The sentences in the third person, the authors named where the sentence before does not speak of them.

    Those of a paper that is not in English are told as they stand.
    """
    sentences: list[DraftSentence] = []
    known = False
    for candidate in chosen:
        text = candidate.text if material.foreign else told_of_authors(candidate.text, known=known)
        known = mentions_authors(candidate.text)
        sentences.append(
            DraftSentence(parts=(text, HandleMark((candidate.item.handle,))), opens_paragraph=not sentences)
        )
    return tuple(sentences)
