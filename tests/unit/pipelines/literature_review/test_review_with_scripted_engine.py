"""What the pipeline asks of an engine, and what it does with a poor answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from conspectus.domain.cited_text import Verdict
from conspectus.domain.minigraph import Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.paper import Paper
from conspectus.domain.run_record import ModelUsage, Product
from conspectus.domain.tasks import (
    DraftSentence,
    DraftText,
    ExtractRelationsRequest,
    ExtractRelationsResult,
    HandleMark,
    MergeChunksRequest,
    TopicPageDraft,
    WriteChunkRequest,
    WriteTopicPageRequest,
)
from conspectus.foundation.errors import NothingFound
from conspectus.grounding.attach import parse_draft
from conspectus.pipelines.literature_review.pipeline import NOT_USED, write_review
from conspectus.pipelines.literature_review.request import ReviewRequest

MakePaper = Callable[..., Paper]


class ScriptedEngine:
    """Keeps every request; answers with fixed texts in the wire form, one expert after the other."""

    name = "scripted"
    version = "7"
    model = "nobody:nothing"
    side_by_side = 1

    def __init__(self, *reviews: str, chunk: str = "A chunk [p1].", warnings: tuple[str, ...] = ()) -> None:
        self.reviews = reviews or ("It rains [p1].",)
        self.chunk = chunk
        self.warnings = warnings
        self.extractions: list[ExtractRelationsRequest] = []
        self.chunks: list[WriteChunkRequest] = []
        self.merges: list[MergeChunksRequest] = []

    def usage(self) -> ModelUsage:
        calls = len(self.extractions) + len(self.chunks) + len(self.merges)
        return ModelUsage(calls=calls, input_tokens=10 * calls, output_tokens=calls, cost=calls / 4, paid=0.0)

    def materials(self) -> tuple[tuple[str, str], ...]:
        return (("prompt write_chunk", "1 sha256:0"),)

    def extract_relations(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        self.extractions.append(request)
        number = len(self.extractions)
        graph = build_minigraph((), [Relation(head=f"head {number}", kind=RelationKind.USED_FOR, tail="tail")])
        return ExtractRelationsResult(minigraph=graph, warnings=self.warnings)

    def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
        self.chunks.append(request)
        return parse_draft(self.chunk)

    def write_topic_page(self, request: WriteTopicPageRequest, /) -> TopicPageDraft:
        raise AssertionError("a review asks for no topic page")

    def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
        self.merges.append(request)
        return parse_draft(self.reviews[(len(self.merges) - 1) % len(self.reviews)])


@pytest.fixture
def five(make_paper: MakePaper) -> list[Paper]:
    return [make_paper(f"paper-{number}", f"Thing {number} works. It lasts.") for number in range(5)]


def run(engine: ScriptedEngine, papers: list[Paper], *, own_abstract: str = "", **wishes: object) -> Product:
    return write_review(ReviewRequest.model_validate(wishes), papers, engine, own_abstract=own_abstract)


def test_five_references_in_chunks_of_three_take_seven_calls(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five)
    assert (len(engine.extractions), len(engine.chunks), len(engine.merges)) == (2, 2, 3)


def test_the_graph_grows_over_the_chunks_and_every_writer_sees_the_last_one(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    product = run(engine, five)
    assert engine.extractions[0].previous is None
    assert [r.head for r in (engine.extractions[1].previous or Minigraph()).relations] == ["head 1"]
    last = build_minigraph((), [Relation(head="head 2", kind=RelationKind.USED_FOR, tail="tail")])
    assert product.graph == last
    assert (
        {request.minigraph for request in engine.chunks} == {request.minigraph for request in engine.merges} == {last}
    )
    assert [request.abstracts for request in engine.extractions] == [request.references for request in engine.chunks]


def test_experts_draw_freely_and_apart_where_permutations_are_ablated(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five, ablate=["permutation"], seed=5)
    assert [(request.temperature, request.seed) for request in engine.merges] == [(0.7, 5), (0.7, 6), (0.7, 7)]
    engine = ScriptedEngine()
    run(engine, five, seed=5)
    assert {(request.temperature, request.seed) for request in engine.merges} == {(0.0, 5)}


def test_the_record_of_the_run_counts_what_this_run_asked(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five)
    record = run(engine, five).run
    assert (record.usage.calls, record.usage.input_tokens, record.usage.tokens) == (7, 70, 77)
    assert record.usage.cost == pytest.approx(1.75)
    assert record.model == "nobody:nothing"
    assert dict(record.versions)["prompt write_chunk"] == "1 sha256:0"


def test_warnings_of_writers_reach_the_user(five: list[Paper]) -> None:
    class Complaining(ScriptedEngine):
        def write_chunk(self, request: WriteChunkRequest, /) -> DraftText:
            return replace(super().write_chunk(request), warnings=("one too many",))

        def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
            return replace(super().merge_chunks(request), warnings=("one too few",))

    warnings = run(Complaining(), five).warnings
    assert warnings[:3] == ("Summary of chunk 1: one too many", "Summary of chunk 2: one too many", "one too few")


@pytest.mark.parametrize("task", ["extract_relations", "write_chunk", "merge_chunks"])
def test_calls_that_do_not_depend_on_each_other_run_side_by_side(five: list[Paper], task: str) -> None:
    class Meeting(ScriptedEngine):
        """Each call of the task waits until a second one is under way; alone it would wait in vain."""

        side_by_side = 2
        barrier = threading.Barrier(2)

    def meet(self: Meeting, request: object) -> object:
        self.barrier.wait(timeout=20)
        return getattr(ScriptedEngine, task)(self, request)

    setattr(Meeting, task, meet)
    product = run(Meeting(), five[:4], chunk_size=2, experts=2, minigraph="tree")
    assert product.papers


def test_the_chain_is_sequential_by_definition(five: list[Paper]) -> None:
    class Watching(ScriptedEngine):
        side_by_side = 4
        inside = 0

        def extract_relations(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
            self.inside += 1
            assert self.inside == 1
            result = super().extract_relations(request)
            self.inside -= 1
            return result

    engine = Watching()
    run(engine, five, chunk_size=1)
    assert [request.previous is None for request in engine.extractions] == [True, False, False, False, False]


def test_every_writer_sees_the_own_abstract(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five, own_abstract="We do this.")
    assert {request.own_abstract for request in engine.chunks} == {"We do this."}
    assert {request.own_abstract for request in engine.merges} == {"We do this."}


def test_experts_get_the_chunk_texts_in_the_order_of_their_paths(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    product = run(engine, five)
    for request, expert in zip(engine.merges, product.block["experts"], strict=True):
        assert [reference.paper for reference in request.references] == expert["order"]
        assert len(request.chunks) == 2
    assert engine.merges[0].references != engine.merges[1].references


def test_words_are_shared_by_the_references_of_a_chunk(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five, words=200)
    assert [(len(request.references), request.words) for request in engine.chunks] == [(3, 120), (2, 80)]
    assert {request.words for request in engine.merges} == {200}


def test_the_expert_that_agrees_most_is_chosen(five: list[Paper]) -> None:
    engine = ScriptedEngine("a b [p1].", "a b c d [p1].", "a x [p1].")
    product = run(engine, five)
    assert product.block["chosen"] == 1
    assert [sentence.bare_text for sentence in product.text.sentences()] == ["a b c d ."]


def test_a_random_expert_without_router(five: list[Paper]) -> None:
    picks = {
        run(ScriptedEngine("a b [p1].", "a b c d [p1].", "a x [p1]."), five, ablate=["router"], seed=seed).block[
            "chosen"
        ]
        for seed in range(12)
    }
    assert picks == {0, 1, 2}


def test_without_chunk_summaries_experts_get_none(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five, ablate=["chunk-summary"])
    assert engine.chunks == []
    assert {request.chunks for request in engine.merges} == {()}


def test_without_mpsa_one_text_is_written_over_everything(five: list[Paper]) -> None:
    engine = ScriptedEngine(chunk="All of it [p1].")
    product = run(engine, five, ablate=["mpsa"])
    assert engine.merges == []
    (request,) = engine.chunks
    assert len(request.references) == 5
    assert [sentence.bare_text for sentence in product.text.sentences()] == ["All of it ."]
    assert (product.block["experts"], product.block["chosen"]) == ([], 0)


def test_without_kmca_no_graph_is_asked_for(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    assert run(engine, five, ablate=["kmca"]).graph == Minigraph()
    assert engine.extractions == []


def test_without_iteration_the_graph_sees_everything_at_once(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five, ablate=["iterative"])
    assert [len(request.abstracts) for request in engine.extractions] == [5]
    assert len(engine.chunks) == 2


def test_constraints_are_ablated_one_by_one(five: list[Paper]) -> None:
    for part, expected in (("scientific", (False, 9)), ("volume", (True, None))):
        engine = ScriptedEngine()
        run(engine, five, ablate=[part], relations=9)
        assert {(r.constraints.scientific, r.constraints.volume) for r in engine.extractions} == {expected}


def test_unknown_handles_are_removed_and_told(five: list[Paper]) -> None:
    product = run(ScriptedEngine("It rains [p1, p99]. It snows [p3][p98]."), five)
    assert [len(sentence.citations) for sentence in product.text.sentences()] == [1, 1]
    assert "Citations of unknown evidence were removed: p99, p98." in product.warnings


def test_a_sentence_without_any_known_handle_is_removed_and_told(five: list[Paper]) -> None:
    product = run(ScriptedEngine("Fish fly [p99]. It rains [p1]."), five)
    assert [sentence.bare_text for sentence in product.text.sentences()] == ["It rains ."]
    assert "A sentence without evidence was removed: Fish fly ." in product.warnings


def test_a_text_that_cites_nothing_is_no_review(five: list[Paper]) -> None:
    with pytest.raises(NothingFound, match=NOT_USED):
        run(ScriptedEngine("Fish fly [p99]."), five)


def test_the_engine_may_say_why_it_left_a_paper_out(five: list[Paper]) -> None:
    class Explaining(ScriptedEngine):
        def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
            return DraftText(
                sentences=(DraftSentence(parts=("It rains ", HandleMark(("p1",)), ".")),),
                left_out=(("paper-3", "too odd"), ("paper-0", "cited all the same")),
            )

    product = run(Explaining(), five)
    reasons = {item.paper: item.reason for item in product.not_cited}
    assert reasons == {"paper-1": NOT_USED, "paper-2": NOT_USED, "paper-3": "too odd", "paper-4": NOT_USED}


def test_warnings_of_the_extractor_reach_the_user(five: list[Paper]) -> None:
    product = run(ScriptedEngine(warnings=("The answer was no JSON; the graph before was kept.",)), five)
    assert product.warnings[:2] == (
        "Minigraph of chunk 1: The answer was no JSON; the graph before was kept.",
        "Minigraph of chunk 2: The answer was no JSON; the graph before was kept.",
    )


def test_a_verbatim_sentence_is_supported_from_the_first(five: list[Paper]) -> None:
    (only,) = run(ScriptedEngine("Thing 0 works [p1]."), five).text.sentences()
    assert (only.verdict, only.score) == (Verdict.SUPPORTED, 1.0)


def test_the_record_of_the_run(five: list[Paper]) -> None:
    run_record = run(ScriptedEngine(), five, seed=4, title="Things").run
    assert (run_record.engine, run_record.seed) == ("scripted", 4)
    assert dict(run_record.versions)["engine"] == "7"
    parameters = dict(run_record.parameters)
    assert (parameters["words"], parameters["ablate"], parameters["chunk_size"]) == (
        5 * ReviewRequest().words_per_reference,
        [],
        3,
    )
    assert set(dict(run_record.seconds)) == {"minigraph", "write", "attach"}
    assert run_record.started.endswith("+00:00")
    json.dumps(parameters)


def test_the_block_is_plain_json(five: list[Paper]) -> None:
    block = run(ScriptedEngine(), five).block
    assert json.loads(json.dumps(block)) == block


def test_the_block_holds_the_summaries_of_the_chunks(five: list[Paper]) -> None:
    block = run(ScriptedEngine(chunk="A chunk [p1]. It lasts [p2]."), five).block
    assert block["chunk_summaries"] == ["A chunk . It lasts ."] * 2
    assert run(ScriptedEngine(), five, ablate=["chunk-summary"]).block["chunk_summaries"] == []


def test_a_title_counts_what_was_given_and_not_what_is_cited(five: list[Paper], make_paper: MakePaper) -> None:
    product = run(ScriptedEngine(), [*five, make_paper("bare")])
    assert len(product.papers) == 1
    assert product.title == "Literature review of 6 papers"
    assert run(ScriptedEngine(), five[:1]).title == "Literature review of 1 paper"


def test_without_mpsa_the_writer_sees_the_own_abstract(five: list[Paper]) -> None:
    engine = ScriptedEngine()
    run(engine, five, own_abstract="We do this.", ablate=["mpsa"])
    assert [request.own_abstract for request in engine.chunks] == ["We do this."]


def test_equal_experts_count_once(five: list[Paper]) -> None:
    assert run(ScriptedEngine(), five).block["effective_experts"] == 1
    assert run(ScriptedEngine("a [p1].", "b [p1].", "a [p1]."), five).block["effective_experts"] == 2


def test_a_title_of_ones_own(five: list[Paper]) -> None:
    assert run(ScriptedEngine(), five, title="Things").title == "Things"
    assert run(ScriptedEngine(), [replace(paper) for paper in five]).title == "Literature review of 5 papers"
