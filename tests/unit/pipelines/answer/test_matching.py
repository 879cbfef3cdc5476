from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from conspectus.domain.answer_tasks import QuestionEntity
from conspectus.pipelines.answer.graph_patterns import graph_patterns, place_of_iri
from conspectus.pipelines.answer.matching import Matched, Matcher, MatchOptions
from conspectus.pipelines.answer.pipeline import AnswerParts
from conspectus.pipelines.answer.trace import KgqpTrace


def matched(parts: AnswerParts, graph: Any, *names: str, **options: Any) -> tuple[Matched, KgqpTrace]:
    trace = KgqpTrace(question="?")
    matcher = Matcher(parts.index, trace, graph, MatchOptions(**{"min_paragraphs": 1, **options}))
    return matcher.match([QuestionEntity(text=name) for name in names]), trace


def places(parts: AnswerParts, numbers: Any) -> set[tuple[str, str]]:
    return {(parts.index.place(n).paper, parts.index.place(n).address) for n in numbers}


def test_an_exact_label(parts: AnswerParts, graph: Any) -> None:
    found, trace = matched(parts, graph, "Varroa Mite")
    assert trace.level == "exact"
    assert places(parts, found.by_graph) == {("bees", "s1.p1"), ("bees", "s1.p2")}
    assert places(parts, found.by_text) == {("bees", "s1.p2")}
    assert trace.matches[0].labels == (("Varroa Mite", 1.0),)
    assert [query.step for query in trace.queries] == ["exact label", "paragraphs of entity"]


def test_an_alias_counts_as_a_label(parts: AnswerParts, graph: Any) -> None:
    found, trace = matched(parts, graph, "varroa destructor")
    assert trace.level == "exact"
    assert len(found.by_graph) == 2


@pytest.mark.parametrize("name, step", [("VARROA MITE", "label in any case"), ("mite", "part of label")])
def test_escalation_to_strings(parts: AnswerParts, graph: Any, name: str, step: str) -> None:
    found, trace = matched(parts, graph, name)
    assert trace.level == "string"
    assert step in [query.step for query in trace.queries]
    assert ("bees", "s1.p2") in places(parts, found.by_graph)


def test_a_short_name_is_no_part_of_labels(parts: AnswerParts, graph: Any) -> None:
    _, trace = matched(parts, graph, "xi")
    assert "part of label" not in [query.step for query in trace.queries]


@pytest.mark.parametrize("threshold, level", [(0.6999, "embedding"), (0.70, "embedding"), (0.7001, "vector")])
def test_likeness_of_names_at_the_threshold(parts: AnswerParts, graph: Any, threshold: float, level: str) -> None:
    def embed(texts: Sequence[str]) -> np.ndarray:  # type: ignore[type-arg]
        rows = {"acarid": (1.0, 0.0), "Varroa Mite": (0.70, np.sqrt(1 - 0.49))}
        return np.array([rows.get(text, (0.0, 1.0)) for text in texts], dtype=np.float32)

    found, trace = matched(parts, graph, "acarid", threshold=threshold, embed=embed)
    assert trace.level == level
    assert bool(found.by_graph) == (level == "embedding")


def test_a_name_that_is_nowhere(parts: AnswerParts, graph: Any) -> None:
    found, trace = matched(parts, graph, "zebra")
    assert (found.by_graph, found.by_text, trace.level) == ({}, frozenset(), "vector")
    assert trace.matches[0].level is None


def test_without_a_graph_the_text_alone_counts(parts: AnswerParts) -> None:
    found, trace = matched(parts, None, "oxalic acid", "zebra")
    assert trace.level == "string"
    assert trace.queries == []
    assert places(parts, found.by_text) == {("bees", "s1.p1")}
    assert [match.level for match in trace.matches] == ["string", None]


def test_patterns_are_dropped_until_enough_paragraphs_are_left(parts: AnswerParts) -> None:
    found, trace = matched(parts, None, "oxalic acid", "carbon", min_paragraphs=2)
    assert [(each.kind, each.entity, each.paragraphs) for each in trace.relaxations] == [("deletion", "oxalic acid", 2)]
    assert places(parts, found.fulfilled) == {("bogs", "s1.p1"), ("bogs", "s1.p2")}


def test_a_label_is_replaced_by_wider_ones_first(parts: AnswerParts, graph: Any) -> None:
    graph.entity("bare", "mite", paragraphs=("bees#s1.p2",))
    _, trace = matched(parts, graph, "mite", "oxalic acid", min_paragraphs=1)
    assert [(each.kind, each.entity, each.by) for each in trace.relaxations] == []
    graph.entity("oxal", "oxal", paragraphs=("bogs#s1.p1",))
    _, trace = matched(parts, graph, "oxal", "carbon", min_paragraphs=3)
    assert trace.relaxations[0].kind == "replacement"
    assert trace.relaxations[0].by == "oxalic acid"


def test_user_strings_are_bound_and_never_pasted(parts: AnswerParts, graph: Any) -> None:
    """Quotes, braces and backslashes, and an update: the store stays as it is, and queries hold none of them."""
    evil = 'mite" } ; DELETE WHERE { ?s ?p ?o } # \\ {x} <y> \n'
    before = len(graph.store)
    _, trace = matched(parts, graph, evil, "'; DROP", "\\u0022")
    assert len(graph.store) == before
    assert trace.level == "vector"
    for query, bindings in graph.asked:
        assert "DELETE" not in query
        assert "DROP" not in query
        assert bindings


def test_labels_in_a_question(parts: AnswerParts, graph: Any) -> None:
    matcher = Matcher(parts.index, KgqpTrace(question="?"), graph, MatchOptions())
    assert set(matcher.known_labels("Does OXALIC ACID harm the varroa mite?")) == {"oxalic acid", "Varroa Mite"}
    assert Matcher(parts.index, KgqpTrace(question="?"), None, MatchOptions()).known_labels("Oxalic acid?") == ()


def test_places_from_iris() -> None:
    assert place_of_iri("https://x.org/data/doi-10.1_a%20b#s1.p2") == ("doi-10.1_a b", "s1.p2")
    assert place_of_iri("") == ("", "")


def test_another_namespace(parts: AnswerParts, graph: Any) -> None:
    trace = KgqpTrace(question="?")
    other = graph_patterns("https://example.org/onto#")
    matcher = Matcher(parts.index, trace, graph, MatchOptions(), other)
    matcher.match([QuestionEntity(text="oxalic acid")])
    assert trace.matches[0].labels == ()
    assert replace(other, known="") != other
