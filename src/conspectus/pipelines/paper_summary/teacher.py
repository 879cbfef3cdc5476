"""The teacher: judges a draft against its evidence, the plan, and similar abstracts (methods 4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from conspectus.domain.cited_text import CitedSection, CitedSentence, CitedText, Verdict
from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.paper import Paper
from conspectus.domain.summary_tasks import (
    DraftReview,
    IssueKind,
    PlannedThread,
    ReviewDraft,
    ReviewDraftRequest,
    ReviewIssue,
    StyleExample,
    SummaryPaper,
)
from conspectus.domain.tasks import DraftText
from conspectus.grounding.attach import attach
from conspectus.grounding.verify import Support, verify_sentence
from conspectus.pipelines.paper_summary.coverage import coverage_of
from conspectus.pipelines.paper_summary.scoring import Dimensions, sigma
from conspectus.pipelines.paper_summary.teacher_loop import Judgement

_WORTH = {Verdict.SUPPORTED: 1.0, Verdict.PARTLY: 0.5}
# Findings of the rules that a model's opinion never overrules.
_FACTS = frozenset({"number", "unit", "name", "negation", "direction", "comparison"})
_MOST_MISSING = 3


class Teacher:
    """Judges drafts of one summary.

    Args:
        paper: The paper, with all its sentences as evidence.
        source: The same as it lies in the library, in which quotes are proved.
        plan: What should be told.
        graph: The paper's graph.
        review: Judges coherence and style, and names what is missing.
        examples: Abstracts of similar papers, for style only.
    """

    def __init__(
        self,
        paper: SummaryPaper,
        source: Paper,
        plan: Sequence[PlannedThread],
        graph: EntityGraph,
        review: ReviewDraft,
        *,
        examples: Sequence[StyleExample] = (),
        language: str = "",
        seed: int = 0,
    ) -> None:
        self._paper = paper
        self._source = source
        self._plan = tuple(plan)
        self._graph = graph
        self._review = review
        self._examples = tuple(examples)
        self._language = language
        self._seed = seed
        self._handles = {item.passage.address: item.handle for item in paper.evidence}

    def judge(self, draft: DraftText) -> Judgement:
        """Gives what is to be said of a draft.

        Faithfulness is the mean over sentences (supported 1, partly 0.5, else 0; those in a language in which only
        numbers and names are checked, and agree, are left out), completeness the weighted share of the plan that is
        covered; both are computed from the evidence. Coherence and style are the engine's.
        """
        text, supports = self.verified(draft)
        faithfulness = _faithfulness(supports)
        covered = coverage_of(draft.sentences, self._plan, self._graph, self._handles)
        opinion = self._review(
            ReviewDraftRequest(
                paper=self._paper,
                plan=self._plan,
                draft=draft,
                examples=self._examples,
                language=self._language,
                seed=self._seed,
            )
        )
        dimensions = Dimensions(
            faithfulness=faithfulness,
            completeness=covered.completeness,
            coherence=_within(opinion.coherence),
            style=_within(opinion.style),
        )
        own = [
            issue for index, support in enumerate(supports) for issue in _issues(index, support, text, self._language)
        ]
        own += [
            ReviewIssue(
                kind="missing",
                claim=thread.title,
                advice=f"Say what the paper holds on {thread.title}.",
                retrieval_query=" ".join((thread.title, *thread.triples[:1])),
            )
            for thread in covered.missing_threads[:_MOST_MISSING]
            if thread.title
        ]
        contradicted = any(support.verdict is Verdict.CONTRADICTED for support in supports)
        return Judgement(
            text=text,
            dimensions=dimensions,
            score=sigma(dimensions, contradicted=contradicted),
            issues=(*own, *_admissible(opinion, len(draft.sentences))),
            remarks=opinion.warnings,
        )

    def verified(self, draft: DraftText) -> tuple[CitedText, list[Support]]:
        """Gives the draft as cited text with a verdict on each sentence, and the support behind each verdict."""
        attached = attach(
            draft, self._paper.evidence, paper_of=lambda name: self._source if name == self._source.id else None,
            shown=False,
        )  # fmt: skip
        section = attached.text.sections[0] if attached.text.sections else CitedSection()
        sentences: list[CitedSentence] = []
        supports: list[Support] = []
        for sentence in section.sentences:
            quotes = [citation.passage.quote for citation in sentence.citations]
            support = verify_sentence(sentence.bare_text, quotes)
            supports.append(support)
            sentences.append(
                replace(
                    sentence,
                    verdict=support.verdict,
                    score=support.score,
                    reasons=support.reasons,
                )
            )
        verified = CitedText(evidence=attached.text.evidence, sections=(replace(section, sentences=tuple(sentences)),))
        return verified, supports


def _faithfulness(supports: Sequence[Support]) -> float:
    checked = [
        each
        for each in supports
        if each.verdict is not Verdict.NOT_CHECKABLE or all(found.kind != "language" for found in each.findings)
    ]
    if not checked:
        return 1.0 if supports else 0.0
    return sum(_WORTH.get(each.verdict, 0.0) for each in checked) / len(checked)


def _issues(index: int, support: Support, text: CitedText, language: str) -> list[ReviewIssue]:
    if support.verdict in (Verdict.SUPPORTED, Verdict.NOT_CHECKABLE):
        return []
    sentence = text.sections[0].sentences[index]
    wrong = [finding for finding in support.findings if finding.kind in _FACTS]
    kind: IssueKind = "inaccurate" if wrong else "unsupported"
    told = "; ".join(finding.message for finding in support.findings)
    return [
        ReviewIssue(
            kind=kind,
            claim=sentence.bare_text,
            advice=told or "Nothing cited supports it: find evidence, or take it out.",
            retrieval_query=sentence.bare_text,
            sentence=index,
        )
    ]


def _admissible(opinion: DraftReview, sentences: int) -> tuple[ReviewIssue, ...]:
    return tuple(issue for issue in opinion.issues if issue.sentence is None or 0 <= issue.sentence < sentences)


def _within(value: float) -> float:
    return min(1.0, max(0.0, value)) if value == value else 0.0
