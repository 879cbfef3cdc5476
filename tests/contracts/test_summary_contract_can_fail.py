"""A contract that nothing can break says nothing: broken engines must fail it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conspectus.domain.summary_tasks import (
    DraftReview,
    ExtractEntitiesRequest,
    ExtractEntitiesResult,
    IntegrateRequest,
    ReviewDraftRequest,
    RevisedSentence,
    ReviseSentencesRequest,
    ReviseSentencesResult,
    WriteSubsummaryRequest,
)
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.testing.summary_contract import SummaryContract

INVENTED = DraftSentence(parts=("Bogs sing.", HandleMark(("p999",))))


class Broken(ExtractiveEngine):
    """Does every task wrongly."""

    calls = 0

    def extract_entities(self, request: ExtractEntitiesRequest, /) -> ExtractEntitiesResult:
        found = super().extract_entities(request).entities
        moved = [replace(e, mentions=tuple(replace(m, surface=m.surface + "x") for m in e.mentions)) for e in found]
        return ExtractEntitiesResult(entities=tuple(moved))

    def write_subsummary(self, request: WriteSubsummaryRequest, /) -> DraftText:
        return DraftText(sentences=(INVENTED,))

    def integrate(self, request: IntegrateRequest, /) -> DraftText:
        self.calls += 1
        text = f"Bogs burn {self.calls} times."
        return DraftText(sentences=(DraftSentence(parts=(text, HandleMark(("p1",)))),))

    def revise_sentences(self, request: ReviseSentencesRequest, /) -> ReviseSentencesResult:
        return ReviseSentencesResult(sentences=(RevisedSentence(index=0, sentence=None),))

    def review_draft(self, request: ReviewDraftRequest, /) -> DraftReview:
        return DraftReview(coherence=7.0, style=1.0)


def test_broken_engines_are_found() -> None:
    contract, engine = SummaryContract(), Broken()
    with pytest.raises(AssertionError, match="another surface"):
        contract.test_named_entities_and_relations_stand_in_the_units(engine)
    with pytest.raises(AssertionError, match="unknown handles"):
        contract.test_a_thread_is_told_in_a_sentence_or_two_from_its_evidence(engine)
    with pytest.raises(AssertionError, match="another summary"):
        contract.test_a_summary_cites_its_paper_and_comes_out_the_same_again(engine)
    with pytest.raises(AssertionError, match="was not flagged"):
        contract.test_only_flagged_sentences_are_rewritten(engine)
    with pytest.raises(AssertionError, match="a coherence of"):
        contract.test_a_review_has_marks_within_bounds_and_issues_of_the_draft(engine)
