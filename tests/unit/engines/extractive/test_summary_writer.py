from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.document_building import ParagraphDraft, SectionDraft, build_document
from conspectus.domain.entity_graph import EntityCommunity, EntityGraph
from conspectus.domain.paper import Paper
from conspectus.domain.summary_tasks import (
    IntegrateRequest,
    PlannedThread,
    ReviewDraftRequest,
    ReviewIssue,
    ReviseSentencesRequest,
    SentenceToRevise,
    StyleExample,
    SummaryPaper,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.summary_candidates import material_of
from conspectus.engines.extractive.summary_languages import TOLD_AS_IT_STANDS
from conspectus.engines.extractive.summary_review import review_draft
from conspectus.engines.extractive.summary_writer import integrate, revise_sentences, write_subsummary
from conspectus.pipelines.paper_summary.pipeline import summary_paper
from conspectus.testing.full_paper import made_full_paper


def shown(paper: Paper | None = None) -> SummaryPaper:
    paper = paper or made_full_paper()
    document: Any = paper.document
    return summary_paper(paper, document)


def in_parts(**parts: str) -> SummaryPaper:
    document = build_document([SectionDraft(heading=h, paragraphs=[ParagraphDraft(t)]) for h, t in parts.items()])
    return shown(Paper(id="x", title="T", documents=(document,)))


def handle(paper: SummaryPaper, beginning: str) -> str:
    return next(item.handle for item in paper.evidence if item.passage.quote.startswith(beginning))


def thread(paper: SummaryPaper, name: str, *handles: str, role: Any = "findings") -> PlannedThread:
    items = tuple(item for item in paper.evidence if item.handle in handles)
    community = EntityCommunity(id=name, level=0, entities=(), units=())
    return PlannedThread(community=community, role=role, title=name, entities=(), triples=(), evidence=items)


def request(paper: SummaryPaper, most: int = 200, **more: Any) -> IntegrateRequest:
    graph = EntityGraph(paper=paper.paper, version="0")
    return IntegrateRequest(
        **{"paper": paper, "graph": graph, "plan": (), "subsummaries": (), "words": (1, most), **more}
    )


def texts(draft: DraftText) -> list[str]:
    return ["".join(p for p in sentence.parts if isinstance(p, str)) for sentence in draft.sentences]


def draft(*sentences: tuple[str, str]) -> DraftText:
    return DraftText(sentences=tuple(DraftSentence(parts=(text, HandleMark((h,)))) for text, h in sentences))


def test_problem_approach_result_in_this_order_in_the_third_person() -> None:
    told = texts(integrate(request(shown())))
    places = [
        next(i for i, text in enumerate(told) if text.startswith(head))
        for head in ("Drained peat bogs lose", "The authors propose", "The authors’ results")
    ]
    assert places == sorted(places)
    assert not any(word in " ".join(told) for word in (" we ", "We ", "Figure", "Section", "organised"))


@pytest.mark.parametrize("most", [20, 60, 120, 200])
def test_the_length_is_kept(most: int) -> None:
    made = integrate(request(shown(made_full_paper(3)), most))
    assert 0 < sum(len(text.split()) for text in texts(made)) <= most


def test_no_sentence_leans_on_one_that_is_not_told() -> None:
    paper = in_parts(
        Results="The wells were read every day in summer. This made the losses of all bogs very clear to the team. "
        "Carbon loss rose by 12 percent in drained bogs."
    )
    told = texts(integrate(request(paper, 100)))
    for index, text in enumerate(told):
        assert not text.startswith("This made") or (index and told[index - 1].startswith("The wells"))
    alone = {c.text.split()[0]: c.leans for c in material_of(paper).candidates}
    assert alone == {"The": False, "This": True, "Carbon": False}


def test_what_cannot_be_told_is_no_candidate() -> None:
    paper = in_parts(
        Introduction="Section 2 describes the wells in more detail for readers. We will show that bogs burn in summer. "
        "Moor et al. measured the wells in northern bogs. Bogs lose carbon in every warm summer, as shown in Figure 3.",
        Acknowledgements="The farmers helped with all of the wells in winter.",
    )
    assert [c.text for c in material_of(paper).candidates] == ["Bogs lose carbon in every warm summer."]


def test_a_thread_is_told_in_one_or_two_sentences_of_its_own() -> None:
    paper = shown()
    own = (handle(paper, "Our results show"), handle(paper, "The PeatSim model"), handle(paper, "Carbon loss rose"))
    written = write_subsummary(WriteSubsummaryRequest(paper=paper, thread=thread(paper, "c1", *own)))
    assert len(written.sentences) == 2
    assert {h for sentence in written.sentences for h in sentence.handles} <= set(own)
    nothing = write_subsummary(WriteSubsummaryRequest(paper=paper, thread=thread(paper, "c1")))
    assert nothing.sentences == ()


def test_what_a_teacher_flagged_is_not_told_again_and_what_it_missed_is() -> None:
    paper = shown()
    flagged, missed = handle(paper, "Drained peat bogs lose"), handle(paper, "Peat bogs hold")
    before = draft(("Drained peat bogs lose carbon.", flagged))
    assert missed not in {h for s in integrate(request(paper, 60)).sentences for h in s.handles}
    again = integrate(
        request(
            paper,
            60,
            previous=before,
            plan=(thread(paper, "the data", missed),),
            issues=(
                ReviewIssue(kind="unsupported", claim="", advice="", sentence=0),
                ReviewIssue(kind="missing", claim="the data", advice=""),
            ),
        )
    )
    told = {h for sentence in again.sentences for h in sentence.handles}
    assert flagged not in told
    assert missed in told


def test_a_flagged_sentence_becomes_the_best_one_of_what_was_retrieved_or_goes() -> None:
    paper = shown()
    items = {item.handle: item for item in paper.evidence}
    one, other = handle(paper, "Carbon loss rose"), handle(paper, "Rewetted bogs")
    made = revise_sentences(
        ReviseSentencesRequest(
            paper=paper,
            draft=draft(("Kept.", one), ("Wrong.", "p1"), ("Wrong, too.", "p2")),
            flagged=(
                SentenceToRevise(index=1, issues=(), evidence=(items[one], items[other])),
                SentenceToRevise(index=2, issues=(), evidence=(items[one],)),
            ),
        )
    )
    # p of the kept sentence is told already; nothing is left for the last one.
    first, second = made.sentences
    assert first.sentence is not None
    assert texts(DraftText(sentences=(first.sentence,))) == ["Rewetted bogs did not lose carbon in the second year."]
    assert (second.index, second.sentence) == (2, None)


def test_another_language_is_told_as_it_stands_in_its_own_order() -> None:
    paper = in_parts(
        Einleitung="Moore speichern ein Drittel des Kohlenstoffs aller Böden. Wir haben die Moore in zwei Jahren "
        "gemessen. Diese sind nun in der Regel trocken und gut zu messen.",
        Ergebnisse="Der Verlust stieg um 12 Prozent für je 10 cm an Entwässerung.",
    )
    made = integrate(request(paper))
    assert made.warnings == (TOLD_AS_IT_STANDS,)
    quotes = [item.passage.quote for item in paper.evidence]
    told = texts(made)
    assert told == [quote for quote in quotes if quote in told]
    assert len(told) >= 3
    assert "Wir haben die Moore in zwei Jahren gemessen." in told


def test_a_text_of_which_nothing_can_be_told_says_so() -> None:
    made = integrate(request(in_parts(Results="x = 1. y = 2. See Figure 3 for it.")))
    assert (made.sentences, made.warnings) == ((), ("No sentence of the text stands by itself.",))


def test_review_by_rules_of_a_good_and_of_bad_drafts() -> None:
    paper = shown()

    def review(*sentences: tuple[str, str], **more: Any) -> Any:
        return review_draft(ReviewDraftRequest(paper=paper, plan=(), draft=draft(*sentences), **more))

    good = review(("Drained bogs lose carbon.", "p1"), ("The error of the model is small.", "p9"))
    assert (good.coherence, good.style, good.issues) == (1.0, 1.0, ())
    # One of two sentences leans on nothing: a half is taken off.
    orphan = review(("Drained bogs lose carbon.", "p1"), ("This is bad for the air.", "p9"))
    assert (orphan.coherence, orphan.issues[0].kind, orphan.issues[0].sentence) == (0.5, "logic", 1)
    first_person = review(("We measured the bogs.", "p1"), ("Bogs lose carbon.", "p9"))
    assert (first_person.style, first_person.issues[0].kind) == (0.5, "style")
    assert review(("Bogs lose carbon.", "p1"), ("Bogs lose carbon.", "p9")).coherence == 0.5
    pointing = review(("Figure 2 shows bogs.", "p1"), ("Bogs lose carbon.", "p9"))
    assert pointing.style == pytest.approx(0.7)
    nothing = review()
    assert (nothing.coherence, nothing.style) == (0.0, 0.0)
    # Sentences of four words beside examples of eight: half as long, and so half of 0.3 is taken off.
    example = StyleExample(paper="o", title="T", abstract="one two three four five six seven eight.")
    assert review(("Drained bogs lose carbon.", "p1"), examples=(example,)).style == pytest.approx(0.85)
