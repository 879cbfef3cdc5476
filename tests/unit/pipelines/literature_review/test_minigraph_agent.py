from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import (
    ExtractRelationsRequest,
    ExtractRelationsResult,
    ReferenceAbstract,
    RelationConstraints,
)
from conspectus.foundation.events import Event, Events, StageAdvanced
from conspectus.pipelines.literature_review.minigraph_agent import MinigraphHistory, construct_minigraph, partition

MakeReference = Callable[..., ReferenceAbstract]


def relation(head: str, tail: str, weight: float = 1.0, papers: tuple[str, ...] = ("a",)) -> Relation:
    support = tuple(Passage(paper=paper, version="00000000", address="s1.p1.t1", quote="x") for paper in papers)
    return Relation(head=head, kind=RelationKind.USED_FOR, tail=tail, support=support, weight=weight)


def concept(name: str, *papers: str) -> Concept:
    return Concept(name=name, kind=ConceptKind.METHOD, papers=papers)


class ScriptedExtractor:
    """Plays scripted graphs and keeps the requests."""

    def __init__(self, *graphs: Minigraph, warnings: tuple[str, ...] = ()) -> None:
        self.graphs = list(graphs)
        self.warnings = warnings
        self.requests: list[ExtractRelationsRequest] = []

    def __call__(self, request: ExtractRelationsRequest, /) -> ExtractRelationsResult:
        graph = self.graphs[len(self.requests)]
        self.requests.append(request)
        return ExtractRelationsResult(minigraph=graph, warnings=self.warnings)


@pytest.fixture
def chunks(make_reference: MakeReference) -> list[tuple[ReferenceAbstract, ...]]:
    return [(make_reference("a"), make_reference("b")), (make_reference("c"),), (make_reference("d"),)]


THREE = (
    build_minigraph((), [relation("LSTM", "parsing", 3.0)]),
    build_minigraph((), [relation("CRF", "tagging", 2.0)]),
    build_minigraph((), [relation("BERT", "reading", 1.0)]),
)


def construct(
    chunks: list[tuple[ReferenceAbstract, ...]],
    extract: ScriptedExtractor,
    *,
    merge: Literal["replace", "union"] = "replace",
    shape: Literal["chain", "tree"] = "chain",
    volume: int | None = 32,
    events: Events | None = None,
) -> MinigraphHistory:
    return construct_minigraph(
        chunks,
        extract,
        RelationConstraints(volume=volume),
        merge=merge,
        shape=shape,
        events=events or Events(),
    )


def heads(graph: Minigraph) -> list[str]:
    return [found.head for found in graph.relations]


@pytest.mark.parametrize("total, size, sizes", [(7, 3, [3, 3, 1]), (3, 3, [3]), (1, 3, [1]), (4, 1, [1] * 4)])
def test_chunk_sizes(make_reference: MakeReference, total: int, size: int, sizes: list[int]) -> None:
    references = [make_reference(f"r{number}") for number in range(total)]
    assert [len(chunk) for chunk in partition(references, size, random.Random(0))] == sizes


@settings(max_examples=60)
@given(total=st.integers(0, 40), size=st.integers(1, 9), seed=st.integers(0, 99))
def test_chunks_are_a_partition(make_reference: MakeReference, total: int, size: int, seed: int) -> None:
    references = [make_reference(f"r{number}") for number in range(total)]
    chunks = partition(references, size, random.Random(seed))
    assert len(chunks) == math.ceil(total / size)
    assert all(0 < len(chunk) <= size for chunk in chunks)
    assert sorted(r.paper for chunk in chunks for r in chunk) == sorted(r.paper for r in references)
    assert chunks == partition(references, size, random.Random(seed))


def test_chunks_are_drawn_at_random(make_reference: MakeReference) -> None:
    references = [make_reference(f"r{number}") for number in range(9)]
    drawn = {tuple(r.paper for c in partition(references, 3, random.Random(seed)) for r in c) for seed in range(20)}
    assert len(drawn) > 15
    assert [r.paper for r in references] == [f"r{number}" for number in range(9)]  # the list given is left alone


def test_each_step_sees_its_chunk_and_the_graph_before_and_nothing_else(
    chunks: list[tuple[ReferenceAbstract, ...]],
) -> None:
    extract = ScriptedExtractor(*THREE)
    history = construct(chunks, extract)
    assert [request.abstracts for request in extract.requests] == chunks
    assert [request.previous for request in extract.requests] == [None, THREE[0], THREE[1]]
    assert {request.merge for request in extract.requests} == {"replace"}
    assert history.graphs == THREE
    assert history.final == THREE[2]


def test_replace_does_not_carry_over_what_the_extractor_dropped(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    assert heads(construct(chunks, ScriptedExtractor(*THREE)).final) == ["BERT"]


def test_union_keeps_what_the_extractor_dropped(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    extract = ScriptedExtractor(*THREE)
    history = construct(chunks, extract, merge="union")
    assert [heads(graph) for graph in history.graphs] == [["LSTM"], ["LSTM", "CRF"], ["LSTM", "CRF", "BERT"]]
    assert extract.requests[2].previous == history.graphs[1]


def test_union_is_cut_to_the_heaviest_relations_at_each_step(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    history = construct(chunks, ScriptedExtractor(*THREE), merge="union", volume=2)
    assert [heads(graph) for graph in history.graphs] == [["LSTM"], ["LSTM", "CRF"], ["LSTM", "CRF"]]


def test_union_counts_a_relation_in_both_graphs_once(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    grown = build_minigraph((), [relation("lstm", "Parsing", 5.0, papers=("a", "c"))])
    history = construct(chunks[:2], ScriptedExtractor(THREE[0], grown), merge="union")
    (only,) = history.final.relations
    assert (only.weight, only.papers) == (5.0, ("a", "c"))


@pytest.mark.parametrize("shape", ["chain", "tree"])
@pytest.mark.parametrize("weights", [(3.0, 5.0), (5.0, 3.0)])
def test_union_keeps_all_support_and_papers_and_the_heavier_weight(
    chunks: list[tuple[ReferenceAbstract, ...]], shape: Literal["chain", "tree"], weights: tuple[float, float]
) -> None:
    def graph(weight: float, papers: tuple[str, ...]) -> Minigraph:
        ends = [replace(concept("LSTM", *papers), weight=weight), replace(concept("parsing", *papers), weight=1.0)]
        return build_minigraph(ends, [relation("LSTM", "parsing", weight, papers=papers)])

    extract = ScriptedExtractor(graph(weights[0], ("a", "b")), graph(weights[1], ("b", "c")))
    final = construct(chunks[:2], extract, merge="union", shape=shape).final
    (only,) = final.relations
    assert (only.weight, only.papers) == (5.0, ("a", "b", "c"))
    assert len(only.support) == 3
    assert {found.key: (found.weight, found.papers) for found in final.concepts} == {
        "lstm": (5.0, ("a", "b", "c")),
        "parsing": (1.0, ("a", "b", "c")),
    }


def test_union_cuts_by_the_heavier_weight(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    first = build_minigraph((), [relation("LSTM", "parsing", 1.0), relation("CRF", "tagging", 3.0)])
    second = build_minigraph((), [relation("LSTM", "parsing", 4.0)])
    final = construct(chunks[:2], ScriptedExtractor(first, second), merge="union", volume=1).final
    assert heads(final) == ["LSTM"]


def test_union_keeps_the_papers_of_a_concept(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    first = build_minigraph([concept("parsing", "a", "b")], ())
    second = build_minigraph([concept("Parsing", "a", "b", "c"), concept("tagging", "c")], ())
    final = construct(chunks[:2], ScriptedExtractor(first, second), merge="union").final
    assert {found.key: found.papers for found in final.concepts} == {
        "parsing": ("a", "b", "c"),
        "tagging": ("c",),
    }


def test_a_tree_starts_each_chunk_afresh_and_unites_neighbours(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    extract = ScriptedExtractor(*THREE)
    history = construct(chunks, extract, shape="tree")
    assert [request.previous for request in extract.requests] == [None, None, None]
    # three leaves, then (1+2) while 3 is carried up without being repeated, then the root
    assert [heads(graph) for graph in history.graphs] == [
        ["LSTM"], ["CRF"], ["BERT"], ["LSTM", "CRF"], ["LSTM", "CRF", "BERT"],
    ]  # fmt: skip


def test_the_nodes_of_a_tree_are_cut(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    history = construct(chunks, ScriptedExtractor(*THREE), shape="tree", volume=1)
    assert heads(history.final) == ["LSTM"]
    assert all(len(graph.relations) <= 1 for graph in history.graphs)


def test_warnings_of_every_step_are_passed_on(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    history = construct(chunks, ScriptedExtractor(*THREE, warnings=("the answer was no JSON",)))
    assert history.warnings == tuple(f"Minigraph of chunk {n}: the answer was no JSON" for n in (1, 2, 3))


def test_progress_is_told_for_each_chunk(chunks: list[tuple[ReferenceAbstract, ...]]) -> None:
    told: list[Event] = []
    construct(chunks, ScriptedExtractor(*THREE), events=Events(listeners=[told.append]))
    assert told == [StageAdvanced(stage="minigraph")] * 3


def test_no_chunk_gives_the_empty_graph() -> None:
    history = construct([], ScriptedExtractor())
    assert history.graphs == ()
    assert history.final == Minigraph()
