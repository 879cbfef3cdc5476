"""The whole pipeline. Where each point of a complete implementation (methods 4.9) is tested:

| point | test |
|---|---|
| 1 segmentation with offsets, two modes | graphs/entities/test_units.py |
| 2 typed graph with provenance, near pairs only | graphs/entities/test_building.py, test_pairs.py |
| 3 five relation types and none, signatures | graphs/entities/test_building.py |
| 4 Leiden: seeded, planted partition, connected | graphs/entities/test_leiden.py |
| 5 small and overlapping communities | graphs/entities/test_communities.py |
| 6 levels in the export | exporters/test_entity_graphs.py |
| 7 plan, sub-summaries, integration, grounding | test_plan_and_coverage.py, test_student_and_teacher.py |
| 8 evidence search, numbers and names | test_evidence_search.py, test_student_and_teacher.py |
| 9 nearest abstracts, leakage guard | test_similar_abstracts.py, collection/test_similar_papers.py |
| 10 four dimensions, exact score, thresholds | test_scoring.py, test_student_and_teacher.py |
| 11 stop rules, best draft, log | test_teacher_loop.py, and below |
| 12 a minor revision touches flagged sentences only | test_student_and_teacher.py |
| 13 an unsupported claim is found and removed | below |
| 14 ablations | below |
| 15 baselines, measures, cost | evaluation/summaries/ |
| 16 offline end to end | below, journeys/test_summary_journey.py |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conspectus.domain.cited_text import Verdict
from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper
from conspectus.domain.summary_tasks import DraftReview, IntegrateRequest, StyleExample
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.foundation.errors import EngineError, NothingFound, UsageError
from conspectus.foundation.events import Events
from conspectus.pipelines.paper_summary.pipeline import SummaryParts, summary_paper, write_summary
from conspectus.pipelines.paper_summary.request import SummaryRequest
from conspectus.pipelines.paper_summary.student_draft import words_of
from conspectus.testing.full_paper import made_full_paper

ALIEN = "Zebras graze on the bogs of Mars in winter."


def request(**fields: Any) -> SummaryRequest:
    return SummaryRequest.model_validate(fields)


def test_offline_from_end_to_end(scripted: Any, parts: SummaryParts) -> None:
    events = Events()
    product = write_summary(request(length=120), made_full_paper(), scripted(), parts=parts, events=events)
    sentences = list(product.text.sentences())
    assert sum(len(s.bare_text.split()) for s in sentences) <= 120
    assert {s.verdict for s in sentences} == {Verdict.SUPPORTED}
    document = made_full_paper().document
    assert document is not None
    for sentence in sentences:
        for citation in sentence.citations:
            place = document.at(citation.passage.address)
            assert document.text[place.start : place.end] == citation.passage.quote
    told = " ".join(s.bare_text for s in sentences)
    assert "The authors propose the BogTrack model" in told
    assert not {"We", "we", "Our", "Figure", "Section"} & set(told.replace(".", " ").split())
    assert product.block["stop_reason"] == "accepted"
    assert product.block["paper"] == "peat"
    assert product.run.parameters[-1] == ("words", [84, 120])
    assert list(events.seconds) == ["graph", "similar", "plan", "rounds"]
    assert product.entity_graph is not None
    assert product.block["graph"]["entities"] == len(product.entity_graph.entities)


def test_the_same_seed_gives_the_same_summary(scripted: Any, parts: SummaryParts) -> None:
    one, other = (write_summary(request(), made_full_paper(3), scripted(), parts=parts) for _ in range(2))
    assert (one.text, one.block, one.entity_graph) == (other.text, other.block, other.entity_graph)


def test_a_claim_from_nowhere_is_found_looked_up_again_and_gone_within_two_rounds(
    scripted: Any, parts: SummaryParts
) -> None:
    """The student puts a sentence about Mars into its first draft and cites a real sentence for it."""

    def injected(asked: IntegrateRequest) -> DraftText:
        real = [DraftSentence(parts=(i.passage.quote, HandleMark((i.handle,)))) for i in asked.paper.evidence[:4]]
        return DraftText(sentences=(*real, DraftSentence(parts=(ALIEN, HandleMark(("p1",))))))

    engine = scripted(integrated=injected, reviewed=lambda _: DraftReview(coherence=1.0, style=0.9))
    product = write_summary(request(accept=0.99), made_full_paper(), engine, parts=parts)
    first, second = product.block["rounds"][:2]
    issue = next(issue for issue in first["issues"] if issue["sentence"] is not None)
    assert first["sentences"][issue["sentence"]]["text"] == ALIEN
    assert first["sentences"][issue["sentence"]]["verdict"] == "unsupported"
    assert first["decision"] == "minor"
    assert [found["rejected"] for found in first["retrieved"]] == [ALIEN]
    assert ALIEN not in second["text"]
    assert ALIEN not in " ".join(s.bare_text for s in product.text.sentences())
    # The sentences that nothing was wrong with are those of the first draft, to the letter.
    assert second["sentences"][:4] == first["sentences"][:4]


def test_a_model_that_is_cut_off_in_round_three_leaves_the_best_draft_and_says_so(
    scripted: Any, parts: SummaryParts
) -> None:
    drafts = iter(range(1, 9))

    def one_more(asked: IntegrateRequest) -> DraftText:
        number = next(drafts)
        if number == 3:
            raise EngineError("The model was cut off.")
        items = asked.paper.evidence[:number]
        return DraftText(
            sentences=tuple(DraftSentence(parts=(i.passage.quote, HandleMark((i.handle,)))) for i in items)
        )

    engine = scripted(integrated=one_more, reviewed=lambda _: DraftReview(coherence=0.1, style=0.1))
    product = write_summary(request(minor=0.9, accept=0.95), made_full_paper(), engine, parts=parts)
    assert product.block["stop_reason"] == "failed"
    assert product.block["error"] == "The model was cut off."
    assert len(product.block["rounds"]) == 2
    assert product.block["best"] in (1, 2)
    assert any("The best draft of 2 rounds is given." in warning for warning in product.warnings)
    best = product.block["rounds"][product.block["best"] - 1]
    assert best["score"] == max(each["score"] for each in product.block["rounds"])
    assert [s.bare_text for s in product.text.sentences()] == [s["text"] for s in best["sentences"]]


def test_an_engine_that_gives_the_same_draft_for_ever_is_stopped(scripted: Any, parts: SummaryParts) -> None:
    def same(asked: IntegrateRequest) -> DraftText:
        item = asked.paper.evidence[0]
        return DraftText(sentences=(DraftSentence(parts=(item.passage.quote, HandleMark((item.handle,)))),))

    engine = scripted(integrated=same, reviewed=lambda _: DraftReview(coherence=0.0, style=0.0))
    product = write_summary(request(ablate=["grounding"]), made_full_paper(), engine, parts=parts)
    assert (product.block["stop_reason"], len(product.block["rounds"])) == ("repeated", 1)


@pytest.mark.parametrize("part", ["graph", "hierarchy", "grounding", "teacher", "similar"])
def test_each_part_can_be_left_out(scripted: Any, parts: SummaryParts, part: str) -> None:
    asked: list[Paper] = []

    def similar(paper: Paper, count: int) -> tuple[StyleExample, ...]:
        asked.append(paper)
        return ()

    with_library = replace(parts, similar=similar)
    engine = scripted()
    options = {"ablate": [part], "accept": 1.0}
    product = write_summary(request(**options), made_full_paper(3), engine, parts=with_library)
    assert ("ablate", [part]) in product.run.parameters
    graph = product.block["graph"]
    assert (graph["relations"] == 0 and graph["entities"] == 0) is (part == "graph")
    levels = {community["level"] for community in product.block["communities"]}
    assert (levels == {0}) is (part in ("graph", "hierarchy"))
    assert (len(product.block["rounds"]) == 1 and product.block["stop_reason"] == "budget") is (part == "teacher")
    assert (asked == []) is (part == "similar")
    compared = [w for w in product.warnings if "not compared with similar papers" in w]
    assert (compared == []) is (part == "similar")
    assert list(product.text.cited_papers()) == ["peat"]


def test_the_body_alone_leaves_the_abstract_unread(scripted: Any, parts: SummaryParts) -> None:
    product = write_summary(request(text="body"), made_full_paper(), scripted(), parts=parts)
    assert all(not c.passage.address.startswith("s1.") for s in product.text.sentences() for c in s.citations)


def test_an_abstract_alone_is_said_to_be_one(scripted: Any, parts: SummaryParts) -> None:
    text = "Drained bogs lose carbon. We propose the BogTrack model for the carbon loss of drained bogs in winter."
    paper = Paper(id="a", title="T", documents=(abstract_document(text),))
    product = write_summary(request(), paper, scripted(), parts=parts)
    assert product.block["abstract_only"] is True
    assert "Only the abstract is in the library: this is a summary of the abstract." in product.warnings
    with pytest.raises(UsageError, match="only an abstract"):
        write_summary(request(text="body"), paper, scripted(), parts=parts)


def test_what_cannot_be_summarised_is_an_error_with_a_hint(scripted: Any, parts: SummaryParts) -> None:
    with pytest.raises(NothingFound) as caught:
        write_summary(request(), Paper(id="a", title="T"), scripted(), parts=parts)
    assert caught.value.hint
    with pytest.raises(UsageError, match="--minor is above"):
        write_summary(request(minor=0.9), made_full_paper(), scripted(), parts=parts)
    empty = scripted(integrated=lambda _: DraftText())
    with pytest.raises(NothingFound, match="Nothing can be told"):
        write_summary(request(ablate=["grounding"]), made_full_paper(), empty, parts=parts)


def test_formulas_are_no_evidence(material: Any) -> None:
    shown = summary_paper(material.paper, material.paper.document)
    assert [item.handle for item in shown.evidence] == [f"p{n}" for n in range(1, len(shown.evidence) + 1)]
    body = summary_paper(material.paper, material.paper.document, body_only=True)
    assert len(shown.evidence) - len(body.evidence) == 4
    assert (shown.label, shown.plural, shown.year, shown.abstract_only) == ("Moor and Fenn", True, 2021, False)


def test_words_of_a_sentence_are_without_its_marks(said: Callable[..., DraftText]) -> None:
    (sentence,) = said(("One  two.", ("p1",))).sentences
    assert words_of(sentence) == "One two."
