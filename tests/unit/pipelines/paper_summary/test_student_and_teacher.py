from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conspectus.domain.cited_text import CitedText, Verdict
from conspectus.domain.summary_tasks import (
    DraftReview,
    ReviewIssue,
    RevisedSentence,
    ReviseSentencesRequest,
    ReviseSentencesResult,
    StyleExample,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.pipelines.paper_summary.evidence_search import EvidenceSearch
from conspectus.pipelines.paper_summary.scoring import Dimensions, sigma
from conspectus.pipelines.paper_summary.student_draft import Assignment, Student, words_of
from conspectus.pipelines.paper_summary.teacher import Teacher
from conspectus.pipelines.paper_summary.teacher_loop import Judgement

MakeDraft = Callable[..., DraftText]
LOSS, MODEL, ERROR = "Drained peat bogs lose", "In this paper we propose", "The BogTrack model was evaluated"


def student(material: Any, engine: Any, **changes: Any) -> Student:
    work = Assignment(paper=material.shown, graph=material.graph, plan=material.plan, words=(20, 200))
    return Student(replace(work, **changes), engine, EvidenceSearch(material.graph, material.shown.evidence))


def teacher(material: Any, review: Any, **more: Any) -> Teacher:
    return Teacher(material.shown, material.paper, material.plan, material.graph, review, **more)


def fine(_: Any) -> DraftReview:
    return DraftReview(coherence=1.0, style=1.0)


def judged(*issues: ReviewIssue) -> Judgement:
    values = Dimensions(faithfulness=0.5, completeness=0.5, coherence=0.5, style=0.5)
    return Judgement(text=CitedText(evidence=()), dimensions=values, score=0.7, issues=issues)


def texts(draft: DraftText) -> list[str]:
    return [words_of(sentence) for sentence in draft.sentences]


def test_plan_subsummaries_and_draft_can_each_be_looked_at(material: Any, scripted: Any) -> None:
    made = student(material, scripted())
    assert len(made.subsummaries) == len(material.plan)
    assert all(1 <= len(draft.sentences) <= 2 for draft in made.subsummaries)
    known = {item.handle for item in material.shown.evidence}
    assert all(set(s.handles) <= known and s.handles for s in made.write().sentences)


def test_a_minor_revision_touches_only_the_flagged_sentence(material: Any, scripted: Any, said: MakeDraft) -> None:
    """The engine gives back all sentences changed; only the flagged one is taken."""

    def all_changed(request: ReviseSentencesRequest) -> ReviseSentencesResult:
        return ReviseSentencesResult(
            sentences=tuple(
                RevisedSentence(
                    index=index, sentence=DraftSentence(parts=(f"New words {index}.", HandleMark(sentence.handles)))
                )
                for index, sentence in enumerate(request.draft.sentences)
            )
        )

    draft = said(
        ("First as it was.", (material.handle(LOSS),)),
        ("Second, wrong.", (material.handle(MODEL),)),
        ("Third as it was.", (material.handle(ERROR),)),
    )
    issue = ReviewIssue(kind="unsupported", claim="Second, wrong.", advice="Find evidence.", sentence=1)
    engine = scripted(revised=all_changed)
    revised, retrieved = student(material, engine).revise(draft, judged(issue))
    assert texts(revised) == ["First as it was.", "New words 1.", "Third as it was."]
    assert revised.sentences[0] is draft.sentences[0]
    assert revised.sentences[2] is draft.sentences[2]
    assert [(found.sentence, found.rejected) for found in retrieved] == [(1, "Second, wrong.")]
    assert engine.integrations == []


def test_a_revision_without_a_flagged_sentence_writes_anew(material: Any, scripted: Any, said: MakeDraft) -> None:
    engine = scripted()
    draft = said(("First.", (material.handle(LOSS),)))
    missing = ReviewIssue(kind="missing", claim="FenSet", advice="Tell it.", retrieval_query="FenSet data set")
    _, retrieved = student(material, engine).revise(draft, judged(missing))
    (request,) = engine.integrations
    assert (request.previous, request.issues) == (draft, (missing,))
    assert [found.query for found in retrieved] == ["FenSet data set"]


def test_handles_that_name_nothing_are_replaced_by_evidence_that_is_found(
    material: Any, scripted: Any, said: MakeDraft
) -> None:
    words = "Drained peat bogs lose carbon, but how fast is poorly known."
    engine = scripted(integrated=lambda _: said((words, ("p999",))))
    (sentence,) = student(material, engine, words=(1, 12)).write().sentences
    assert material.handle(LOSS) in sentence.handles
    (sentence,) = student(material, engine, words=(1, 12), grounds=False).write().sentences
    assert sentence.handles == ()


def test_a_number_is_repaired_to_that_of_the_evidence(material: Any, scripted: Any, said: MakeDraft) -> None:
    """Number fidelity: 4.2 percent, whatever the engine wrote; without grounding it stays for the teacher to find."""
    wrong = "BogTrack reaches an error of 7.9 percent on the FenSet data set."
    engine = scripted(integrated=lambda _: said((wrong, (material.handle("BogTrack reaches"),))))
    assert texts(student(material, engine, words=(1, 16)).write()) == [wrong.replace("7.9", "4.2")]
    draft = student(material, engine, words=(1, 16), grounds=False).write()
    assert texts(draft) == [wrong]
    judgement = teacher(material, fine).judge(draft)
    assert judgement.issues[0].kind == "inaccurate"
    assert "7.9" in judgement.issues[0].advice


def test_salient_relations_that_a_draft_lacks_are_put_in_by_place(
    material: Any, scripted: Any, said: MakeDraft
) -> None:
    first, last = material.handle(LOSS), material.handle("A limitation is")
    engine = scripted(integrated=lambda _: said(("Bogs lose carbon.", (first,)), ("Only the north.", (last,))))
    draft = student(material, engine, words=(40, 200)).write()
    assert len(draft.sentences) > 2
    order = [int(sentence.handles[0][1:]) for sentence in draft.sentences]
    assert order == sorted(order)
    assert len(student(material, engine, words=(40, 200), grounds=False).write().sentences) == 2


def test_four_dimensions_and_their_score(material: Any, said: MakeDraft) -> None:
    """One of two sentences is supported: F = 0.5; coherence and style are the engine's."""
    draft = said(
        ("Drained peat bogs lose carbon, but how fast is poorly known.", (material.handle(LOSS),)),
        ("Zebras sleep in tall trees near the river.", (material.handle(MODEL),)),
    )
    judgement = teacher(material, lambda _: DraftReview(coherence=0.8, style=0.6)).judge(draft)
    values = judgement.dimensions
    assert (values.faithfulness, values.coherence, values.style) == (0.5, 0.8, 0.6)
    assert judgement.score == pytest.approx(0.4 * 0.5 + 0.3 * values.completeness + 0.15 * 0.8 + 0.15 * 0.6)
    assert judgement.score == sigma(values)
    flagged = [issue for issue in judgement.issues if issue.sentence is not None]
    assert [issue.sentence for issue in flagged] == [1]
    assert flagged[0].retrieval_query.startswith("Zebras")


def test_a_contradicted_sentence_caps_the_score(material: Any, said: MakeDraft) -> None:
    """Appendix B: everything else is perfect, and the draft is not accepted."""
    draft = said(
        *((item.passage.quote, (item.handle,)) for item in material.shown.evidence),
        ("Rewetted bogs did lose carbon in the second year.", (material.handle("Rewetted bogs"),)),
    )
    text, supports = teacher(material, fine).verified(draft)
    assert supports[-1].verdict is Verdict.CONTRADICTED
    assert [sentence.verdict for sentence in text.sections[0].sentences][-1] is Verdict.CONTRADICTED
    assert teacher(material, fine).judge(draft).score == 0.84


@pytest.mark.parametrize("opinion", [float("nan"), -3.0, 7.0])
def test_a_teacher_that_answers_nonsense_stays_in_bounds(material: Any, said: MakeDraft, opinion: float) -> None:
    bad = ReviewIssue(kind="style", claim="", advice="x", sentence=99)
    draft = said(("Drained peat bogs lose carbon, but how fast is poorly known.", (material.handle(LOSS),)))
    judgement = teacher(material, lambda _: DraftReview(coherence=opinion, style=opinion, issues=(bad,))).judge(draft)
    assert judgement.dimensions.coherence == (1.0 if opinion > 1 else 0.0)
    assert bad not in judgement.issues


def test_an_opinion_never_overrules_a_number(material: Any, said: MakeDraft) -> None:
    """The model is enthusiastic; the rules still find the number, and the sentence is worth nothing."""
    draft = said(
        ("The BogTrack model was evaluated with a mean error of 9.9 percent.", (material.handle(ERROR),)),
    )
    judgement = teacher(material, fine).judge(draft)
    assert judgement.dimensions.faithfulness == 0.0
    assert judgement.issues[0].kind == "inaccurate"


def test_the_teacher_reads_similar_abstracts_and_never_cites_them(material: Any, said: MakeDraft) -> None:
    seen: list[Any] = []
    example = StyleExample(paper="other", title="On moors", abstract="Moors hold 99 tons of carbon.")

    def review(request: Any) -> DraftReview:
        seen.append(request)
        return fine(request)

    draft = said(("Moors hold 99 tons of carbon.", ()))
    judgement = teacher(material, review, examples=(example,)).judge(draft)
    assert seen[0].examples == (example,)
    assert judgement.dimensions.faithfulness == 0.0
    assert all(passage.paper == "peat" for passage in judgement.text.evidence)


def test_sentences_in_a_language_that_is_not_read_count_neither_way(material: Any, said: MakeDraft) -> None:
    draft = said(
        ("Drained peat bogs lose carbon, but how fast is poorly known.", (material.handle(LOSS),)),
        ("El modelo de las turberas se usa para estimar la pérdida de carbono en el aire.", (material.handle(MODEL),)),
    )
    judgement = teacher(material, fine).judge(draft)
    assert [s.verdict for s in judgement.text.sentences()] == [Verdict.SUPPORTED, Verdict.NOT_CHECKABLE]
    assert judgement.dimensions.faithfulness == 1.0
    assert teacher(material, fine).judge(said()).dimensions.faithfulness == 0.0
