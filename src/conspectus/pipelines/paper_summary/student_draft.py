"""The student: sub-summaries of the plan's threads, one text of them, and its grounding (methods 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.engine import Engine
from conspectus.domain.entity_graph import EntityCommunity, EntityGraph
from conspectus.domain.summary_tasks import (
    Audience,
    IntegrateRequest,
    PlannedThread,
    ReviewIssue,
    ReviseSentencesRequest,
    SentenceToRevise,
    SummaryPaper,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem, HandleMark
from conspectus.foundation.parallel import mapped
from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import count_words
from conspectus.grounding.repair import repair_numbers
from conspectus.pipelines.paper_summary.coverage import coverage_of
from conspectus.pipelines.paper_summary.evidence_search import EvidenceSearch
from conspectus.pipelines.paper_summary.teacher_loop import Judgement, Retrieved, Revised

_REVISABLE = frozenset({"unsupported", "inaccurate", "logic", "style"})
_MOST_INSERTED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What the student works from and towards; ``words`` are the least and the most, ``grounds`` the ablation."""

    paper: SummaryPaper
    graph: EntityGraph
    plan: tuple[PlannedThread, ...]
    words: tuple[int, int]
    audience: Audience = "expert"
    style: str = ""
    language: str = ""
    seed: int = 0
    temperature: float = 0.8
    grounds: bool = True


class Student:
    """Writes and revises drafts whose every sentence names its evidence.

    Args:
        assignment: What to write from.
        engine: Who performs the tasks.
        search: Finds the evidence of a claim.
    """

    def __init__(self, assignment: Assignment, engine: Engine, search: EvidenceSearch) -> None:
        self._work = assignment
        self._engine = engine
        self._search = search
        self._items = {item.handle: item for item in assignment.paper.evidence}
        self._subsummaries: tuple[DraftText, ...] | None = None

    @property
    def subsummaries(self) -> tuple[DraftText, ...]:
        """One for each thread of the plan, in order; written when first asked for."""
        if self._subsummaries is None:
            work = self._work
            requests = [
                WriteSubsummaryRequest(
                    paper=work.paper, thread=thread, audience=work.audience, language=work.language, seed=work.seed
                )
                for thread in work.plan
            ]
            engine = self._engine
            self._subsummaries = tuple(mapped(engine.write_subsummary, requests, workers=engine.side_by_side))
        return self._subsummaries

    def write(self) -> DraftText:
        """Gives the first draft."""
        return self._grounded(self._integrated(None, ()))

    def rebuild(self, draft: DraftText, judgement: Judgement) -> Revised:
        """Gives a draft written anew from the plan and the teacher's issues (major revision)."""
        retrieved = tuple(self._look_up(issue, draft) for issue in judgement.issues if issue.retrieval_query)
        return self._grounded(self._integrated(draft, judgement.issues)), retrieved

    def revise(self, draft: DraftText, judgement: Judgement) -> Revised:
        """Gives the draft with only its flagged sentences changed (minor revision); anew where none is flagged."""
        flagged: dict[int, list[ReviewIssue]] = {}
        for issue in judgement.issues:
            if issue.sentence is not None and issue.kind in _REVISABLE and issue.sentence < len(draft.sentences):
                flagged.setdefault(issue.sentence, []).append(issue)
        if not flagged:
            return self.rebuild(draft, judgement)
        retrieved: list[Retrieved] = []
        asked: list[SentenceToRevise] = []
        for index, issues in sorted(flagged.items()):
            looked_up = self._look_up(issues[0], draft)
            retrieved.append(looked_up)
            evidence = tuple(item for item in self._work.paper.evidence if item.passage.id in looked_up.passages)
            asked.append(SentenceToRevise(index=index, issues=tuple(issues), evidence=evidence))
        work = self._work
        result = self._engine.revise_sentences(
            ReviseSentencesRequest(
                paper=work.paper,
                draft=draft,
                flagged=tuple(asked),
                audience=work.audience,
                language=work.language,
                seed=work.seed,
                temperature=work.temperature,
            )
        )
        # Whatever an engine gives back, only flagged sentences change.
        changed = {revised.index: revised.sentence for revised in result.sentences if revised.index in flagged}
        sentences = []
        for index, sentence in enumerate(draft.sentences):
            new = changed.get(index, sentence)
            if new is not None:
                sentences.append(self._with_evidence(new) if index in changed else sentence)
        warnings = tuple(dict.fromkeys((*draft.warnings, *result.warnings)))
        return replace(draft, sentences=tuple(sentences), warnings=warnings), tuple(retrieved)

    def _integrated(self, previous: DraftText | None, issues: tuple[ReviewIssue, ...]) -> DraftText:
        work = self._work
        return self._engine.integrate(
            IntegrateRequest(
                paper=work.paper,
                graph=work.graph,
                plan=work.plan,
                subsummaries=self.subsummaries,
                words=work.words,
                audience=work.audience,
                style=work.style,
                language=work.language,
                previous=previous,
                issues=issues,
                seed=work.seed,
                temperature=work.temperature,
            )
        )

    def _look_up(self, issue: ReviewIssue, draft: DraftText) -> Retrieved:
        query = issue.retrieval_query or issue.claim
        index = -1 if issue.sentence is None else issue.sentence
        rejected = words_of(draft.sentences[index]) if 0 <= index < len(draft.sentences) else ""
        found = self._search.find(query)
        return Retrieved(
            sentence=index, rejected=rejected, query=query, passages=tuple(each.item.passage.id for each in found)
        )

    def _grounded(self, draft: DraftText) -> DraftText:
        sentences = [self._with_evidence(sentence) for sentence in draft.sentences]
        if self._work.grounds:
            sentences = self._with_salient(sentences)
        return replace(draft, sentences=tuple(sentences))

    def _with_evidence(self, sentence: DraftSentence) -> DraftSentence:
        """The sentence with the handles of real evidence only, found where it names none, and its numbers repaired."""
        known = tuple(dict.fromkeys(handle for handle in sentence.handles if handle in self._items))
        text = words_of(sentence)
        if not known and self._work.grounds:
            known = tuple(each.item.handle for each in self._search.find(text)[:2])
        if self._work.grounds and known:
            text = repair_numbers(text, [self._items[handle].passage.quote for handle in known])
        parts: tuple[str | HandleMark, ...] = (text, HandleMark(known)) if known else (text,)
        return DraftSentence(parts=parts, opens_paragraph=sentence.opens_paragraph)

    def _with_salient(self, sentences: list[DraftSentence]) -> list[DraftSentence]:
        """The draft with sentences on salient relations that it lacks, while there is room (methods 4.4e)."""
        work = self._work
        handles = {item.passage.address: item.handle for item in work.paper.evidence}
        inserted = 0
        for _, stating in coverage_of(sentences, work.plan, work.graph, handles).missing_triples:
            used = sum(count_words(words_of(sentence)) for sentence in sentences)
            if inserted >= _MOST_INSERTED or used >= work.words[0]:
                break
            new = self._told([self._items[handle] for handle in stating])
            if new is None or used + count_words(words_of(new)) > work.words[1] or set(new.handles) & _all(sentences):
                continue
            if match_key(words_of(new)) in {match_key(words_of(sentence)) for sentence in sentences}:
                continue  # papers say some things twice
            sentences = _in_order(sentences, new, self._place_of)
            inserted += 1
        return sentences

    def _told(self, evidence: Sequence[EvidenceItem]) -> DraftSentence | None:
        work = self._work
        community = EntityCommunity(id="c0", level=0, entities=(), units=())
        thread = PlannedThread(
            community=community, role="findings", title="", entities=(), triples=(), evidence=tuple(evidence)
        )
        written = self._engine.write_subsummary(
            WriteSubsummaryRequest(
                paper=work.paper, thread=thread, audience=work.audience, language=work.language, seed=work.seed
            )
        )
        return self._with_evidence(written.sentences[0]) if written.sentences else None

    def _place_of(self, sentence: DraftSentence) -> int:
        order = list(self._items)
        return min((order.index(handle) for handle in sentence.handles if handle in self._items), default=len(order))


def words_of(sentence: DraftSentence) -> str:
    """Gives the words of a sentence without its marks."""
    text = "".join(part for part in sentence.parts if isinstance(part, str))
    return " ".join(text.split())


def _all(sentences: Sequence[DraftSentence]) -> set[str]:
    return {handle for sentence in sentences for handle in sentence.handles}


def _in_order(
    sentences: list[DraftSentence], new: DraftSentence, place_of: Callable[[DraftSentence], int]
) -> list[DraftSentence]:
    """Puts a sentence before the first one whose evidence stands later in the paper, but never first."""
    place = place_of(new)
    at = next((i for i, sentence in enumerate(sentences) if i and place_of(sentence) > place), len(sentences))
    return [*sentences[:at], new, *sentences[at:]]
