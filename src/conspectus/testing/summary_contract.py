"""What every engine must do when one paper is summarised, as tests to inherit."""

from __future__ import annotations

from dataclasses import dataclass

from conspectus.domain.document import Document
from conspectus.domain.engine import Engine
from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.summary_tasks import (
    ClassifyPairsRequest,
    ExtractEntitiesRequest,
    IntegrateRequest,
    PlannedThread,
    ReviewDraftRequest,
    ReviewIssue,
    ReviseSentencesRequest,
    SentenceToRevise,
    SummaryPaper,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.graphs.entities.communities import find_communities
from conspectus.graphs.entities.pairs import entity_pairs
from conspectus.graphs.entities.units import text_units
from conspectus.graphs.entities.variants import unite_variants
from conspectus.pipelines.paper_summary.pipeline import summary_paper
from conspectus.pipelines.paper_summary.plan import make_plan
from conspectus.testing.full_paper import made_full_paper

MOST_WORDS = 90


class SummaryContract:
    """The part of ``EngineContract`` on summaries of one paper."""

    def test_named_entities_and_relations_stand_in_the_units(self, engine: Engine) -> None:
        """ScholarSum, stage 1: every mention has its offsets; relations are of pairs that were asked about."""
        document = _document()
        units = text_units(document)
        by_id = {unit.id: unit for unit in units}
        found = engine.extract_entities(ExtractEntitiesRequest(units=units)).entities
        assert found, "a paper that names methods and data gives no entity"
        for entity in found:
            assert entity.mentions, f"{entity.name!r} has no mention"
            for mention in entity.mentions:
                unit = by_id[mention.unit]
                assert unit.start <= mention.start < mention.end <= unit.end, "outside its unit"
                assert document.text[mention.start : mention.end] == mention.surface, "another surface"
        entities = unite_variants(found, {})
        pairs = tuple(entity_pairs(units, entities))
        asked = {frozenset((pair.first, pair.second)) for pair in pairs}
        request = ClassifyPairsRequest(units=units, entities=entities, pairs=pairs)
        for relation in engine.classify_pairs(request).relations:
            assert frozenset((relation.source, relation.target)) in asked, "a relation of a pair that was not asked"
            assert 0 <= relation.start < relation.end <= len(document.text), "a span outside the text"

    def test_a_thread_is_told_in_a_sentence_or_two_from_its_evidence(self, engine: Engine) -> None:
        """ScholarSum, stage 2: a sub-summary rests on the sentences of its thread alone."""
        made = _made()
        for thread in made.plan:
            written = engine.write_subsummary(WriteSubsummaryRequest(paper=made.paper, thread=thread))
            assert len(written.sentences) <= 2, f"{len(written.sentences)} sentences on one thread"
            known = {item.handle for item in thread.evidence}
            for sentence in written.sentences:
                assert sentence.handles, "a sentence of a sub-summary cites nothing"
                assert set(sentence.handles) <= known, f"unknown handles: {sorted(set(sentence.handles) - known)}"

    def test_a_summary_cites_its_paper_and_comes_out_the_same_again(self, engine: Engine) -> None:
        """Same input, same seed, same output; a handle that names no sentence is an invented citation."""
        made = _made()
        draft = engine.integrate(_integration(made))
        known = {item.handle for item in made.paper.evidence}
        assert draft.sentences, "a paper with an abstract gives no summary"
        for sentence in draft.sentences:
            assert sentence.handles, "a sentence of the summary cites nothing"
            assert set(sentence.handles) <= known, f"unknown handles: {sorted(set(sentence.handles) - known)}"
        assert draft == engine.integrate(_integration(made)), "another time another summary"

    def test_only_flagged_sentences_are_rewritten(self, engine: Engine) -> None:
        """ScholarSum, minor revision: what was not flagged is not given back changed."""
        made = _made()
        items = made.paper.evidence
        draft = DraftText(
            sentences=tuple(DraftSentence(parts=(i.passage.quote, HandleMark((i.handle,)))) for i in items[:3])
        )
        issue = ReviewIssue(kind="unsupported", claim=items[1].passage.quote, advice="Find evidence.", sentence=1)
        flagged = SentenceToRevise(index=1, issues=(issue,), evidence=items[4:7])
        found = engine.revise_sentences(ReviseSentencesRequest(paper=made.paper, draft=draft, flagged=(flagged,)))
        assert {each.index for each in found.sentences} <= {1}, "a sentence that was not flagged was rewritten"

    def test_a_review_has_marks_within_bounds_and_issues_of_the_draft(self, engine: Engine) -> None:
        """ScholarSum, stage 3: coherence and style are in [0, 1]; an issue names a sentence that is there."""
        made = _made()
        for draft in (engine.integrate(_integration(made)), DraftText()):
            review = engine.review_draft(ReviewDraftRequest(paper=made.paper, plan=made.plan, draft=draft))
            assert 0.0 <= review.coherence <= 1.0, f"a coherence of {review.coherence}"
            assert 0.0 <= review.style <= 1.0, f"a style of {review.style}"
            for issue in review.issues:
                assert issue.sentence is None or 0 <= issue.sentence < len(draft.sentences), "an issue of no sentence"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    paper: SummaryPaper
    graph: EntityGraph
    plan: tuple[PlannedThread, ...]


def _document() -> Document:
    document = made_full_paper().document
    assert document is not None
    return document


def _made() -> _Made:
    document = _document()
    units = text_units(document)
    graph = EntityGraph(
        paper="peat", version=document.version, units=units, communities=find_communities(units, (), ())
    )
    paper = summary_paper(made_full_paper(), document)
    return _Made(paper=paper, graph=graph, plan=make_plan(graph, paper.evidence, words=MOST_WORDS))


def _integration(made: _Made) -> IntegrateRequest:
    return IntegrateRequest(paper=made.paper, graph=made.graph, plan=made.plan, subsummaries=(), words=(40, MOST_WORDS))
