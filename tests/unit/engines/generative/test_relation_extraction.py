from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind, render_minigraph
from conspectus.domain.tasks import ExtractRelationsRequest, ReferenceAbstract, RelationConstraints
from conspectus.foundation.errors import (
    AuthenticationFailed,
    ContextTooLong,
    LimitReached,
    ModelRefused,
    ServerFailed,
    TooManyFailures,
)
from conspectus.providers.completion import CompletionRequest

Make = Callable[..., tuple[ReferenceAbstract, ...]]
ABSTRACTS = (
    "We propose the tide gauge for river levels. The gauge is cheap.",
    "Tide gauges and radar are compared. Radar needs power.",
)


def relation(head: str, kind: str, tail: str, *evidence: str) -> dict[str, Any]:
    return {"head": head, "relation": kind, "tail": tail, "evidence": list(evidence)}


def graph(*relations: dict[str, Any], **types: str) -> str:
    concepts = [{"name": name.replace("_", " "), "type": kind} for name, kind in types.items()]
    return json.dumps({"concepts": concepts, "relations": list(relations)})


def request(abstracts: tuple[ReferenceAbstract, ...], **fields: Any) -> ExtractRelationsRequest:
    return ExtractRelationsRequest(abstracts=abstracts, **fields)


def test_evidence_becomes_support_and_concepts_get_the_papers_that_name_them(ask: Any, references: Make) -> None:
    given = references(*ABSTRACTS)
    answer = graph(
        relation("tide gauge", "used for", "river levels", "p1"),
        relation("radar", "COMPARE", "tide gauge", "p3", "p4"),
        tide_gauge="method",
        radar="Method",
        river_levels="Other-Scientific-Term",
    )
    result = ask(answer).engine.extract_relations(request(given))
    assert render_minigraph(result.minigraph).splitlines() == [
        "tide gauge -Used-for→ river levels", "radar -Compare→ tide gauge",
    ]  # fmt: skip
    first, second = result.minigraph.relations
    assert first.support == (given[0].evidence[0].passage,)
    assert second.support == (given[1].evidence[0].passage, given[1].evidence[1].passage)
    assert [r.weight for r in result.minigraph.relations] == [1, 1 / 2]
    # "Tide gauges" of the second abstract is the same concept.
    assert [(c.name, c.kind, c.papers) for c in result.minigraph.concepts] == [
        ("tide gauge", ConceptKind.METHOD, ("paper-a", "paper-b")),
        ("radar", ConceptKind.METHOD, ("paper-b",)),
        ("river levels", ConceptKind.OTHER, ("paper-a",)),
    ]
    assert result.warnings == ()


def test_a_relation_without_evidence_gets_the_sentences_that_name_both_ends(ask: Any, references: Make) -> None:
    given = references(*ABSTRACTS)
    answer = graph(
        relation("tide gauge", "Compare", "radar"),
        relation("radar", "Used-for", "river levels"),
        relation("radar", "Used-for", "tide gauge", "p77"),
    )
    result = ask(answer).engine.extract_relations(request(given))
    both, nowhere, unknown = result.minigraph.relations
    assert both.support == (given[1].evidence[0].passage,)
    assert nowhere.support == ()
    assert unknown.support == (given[1].evidence[0].passage,)
    assert result.warnings == ("1 handle of unknown evidence left out in the answer on 2 abstracts.",)


def test_a_sentence_that_names_neither_end_does_not_support_a_relation(ask: Any, references: Make) -> None:
    given = references("Rain falls on levees.", "Snow melts in May. The levees hold.")
    answer = graph(relation("snow", "Used-for", "pills", "p1", "p2", "p3"), relation("gold", "Part-of", "pills", "p1"))
    result = ask(answer).engine.extract_relations(request(given))
    first, second = result.minigraph.relations
    assert (first.support, second.support) == ((given[1].evidence[0].passage,), ())
    assert result.warnings == (
        "3 pieces of evidence without a word of the relation left out in the answer on 2 abstracts.",
    )


def test_what_is_wrong_is_left_out_and_counted(ask: Any, references: Make) -> None:
    answer = graph(
        relation("tide gauge", "Used-for", "river levels", "p1"),
        relation("tide gauge", "Loves", "radar", "p3"),
        relation("tide gauge", "Used-for", ""),
        relation("radar", "Used-for", "Radar"),
        relation("Tide Gauges", "used-for", "river level", "p2"),
        tide_gauge="Gadget",
        unicorn="Method",
    )
    result = ask(answer).engine.extract_relations(request(references(*ABSTRACTS)))
    assert render_minigraph(result.minigraph) == "tide gauge -Used-for→ river levels"
    # The fifth says the same as the first, in other words and with more evidence.
    assert [passage.address for passage in result.minigraph.relations[0].support] == ["s1.p1.t1", "s1.p1.t2"]
    assert [(c.name, c.kind) for c in result.minigraph.concepts] == [
        ("tide gauge", ConceptKind.GENERIC), ("river levels", ConceptKind.GENERIC),
    ]  # fmt: skip
    where = "in the answer on 2 abstracts."
    assert result.warnings == (
        f"1 relation without head or tail left out {where}",
        f"1 relation of a concept with itself left out {where}",
        f"1 relation of unknown type left out {where}",
        f"1 concept of unknown type taken as Generic {where}",
        f"1 concept that no abstract names left out {where}",
    )


def test_the_volume_keeps_the_first_and_says_what_it_cuts(ask: Any, references: Make) -> None:
    names = ["rain", "snow", "ice", "wind"]
    answer = graph(*(relation(name, "Used-for", "river levels", "p1") for name in names))
    constraints = RelationConstraints(volume=2)
    result = ask(answer).engine.extract_relations(request(references(*ABSTRACTS), constraints=constraints))
    assert [r.head for r in result.minigraph.relations] == ["rain", "snow"]
    assert result.warnings == ("2 relations beyond the most asked for left out in the answer on 2 abstracts.",)


def previous(references: tuple[ReferenceAbstract, ...]) -> Minigraph:
    old = references[0].evidence[0].passage
    return Minigraph(
        concepts=(
            Concept(name="tide gauge", kind=ConceptKind.METHOD, aliases=("TG",), papers=("old",)),
            Concept(name="river levels", kind=ConceptKind.TASK, papers=("old",)),
        ),
        relations=(
            Relation(head="tide gauge", kind=RelationKind.USED_FOR, tail="river levels", support=(old,), weight=9),
            Relation(head="radar", kind=RelationKind.COMPARE, tail="tide gauge", support=(old,), weight=8),
            Relation(head="snow", kind=RelationKind.PART_OF, tail="river levels", weight=7),
        ),
    )


def test_relations_that_come_back_keep_their_support_and_lost_ones_are_counted(ask: Any, references: Make) -> None:
    first, second = references(*ABSTRACTS)
    before = previous((first,))
    answer = graph(
        relation("tide gauge", "Used-for", "river levels"),
        # A symmetric relation the other way round, with evidence of its own.
        relation("tide gauge", "Compare", "radar", "p3"),
    )
    result = ask(answer).engine.extract_relations(request((second,), previous=before))
    kept, united = result.minigraph.relations
    assert kept.support == (first.evidence[0].passage,)
    assert united.support == (first.evidence[0].passage, second.evidence[0].passage)
    gauge = result.minigraph.by_key()["tide gauge"]
    assert (gauge.kind, gauge.aliases, gauge.papers) == (ConceptKind.METHOD, ("TG",), ("old", "paper-b"))
    assert result.warnings == (
        "1 of 3 relations of the minigraph before did not come back in the answer on 1 abstract.",
    )
    united_policy = ask(answer).engine.extract_relations(request((second,), previous=before, merge="union"))
    assert united_policy.warnings == ()


def test_the_previous_minigraph_is_in_the_prompt_in_its_text_form(ask: Any, references: Make) -> None:
    asked = ask()
    first, second = references(*ABSTRACTS)
    asked.engine.extract_relations(request((second,), previous=previous((first,))))
    user = asked.client.calls[0].messages[1].content
    assert "Update it by the abstracts below" in user
    assert "tide gauge -Used-for→ river levels\nradar -Compare→ tide gauge\nsnow -Part-of→ river levels\n" in user
    asked.engine.extract_relations(request((second,)))
    assert "Update" not in asked.client.calls[1].messages[1].content


@pytest.mark.parametrize(
    "constraints, present, absent",
    [
        (RelationConstraints(), ["## Types of", "Hyponym-of", "at most 32 relations", '"type": "Task"'], []),
        (RelationConstraints(volume=5), ["at most 5 relations"], ["32"]),
        (RelationConstraints(volume=None), ["## Types of"], ["How many", "at most", "most significant"]),
        (
            RelationConstraints(scientific=False),
            ["at most 32 relations", '"relation": "repairs"'],
            ["Types of", "Hyponym-of", "Used-for", "OtherScientificTerm", '"type"'],
        ),
        (RelationConstraints(scientific=False, volume=None), ["## Example"], ["Types of", "Used-for", "at most"]),
    ],
)
def test_each_constraint_can_be_left_out_of_the_prompt(
    ask: Any, references: Make, constraints: RelationConstraints, present: list[str], absent: list[str]
) -> None:
    asked = ask()
    asked.engine.extract_relations(request(references(*ABSTRACTS), constraints=constraints))
    system = asked.client.calls[0].messages[0].content
    assert all(text in system for text in (*present, "one JSON object and nothing else", "## Example"))
    assert not [text for text in absent if text in system]


def test_without_types_relations_of_any_name_stand_side_by_side(ask: Any, references: Make) -> None:
    answer = graph(relation("tide gauge", "measures", "river levels", "p1"), tide_gauge="whatever")
    constraints = RelationConstraints(scientific=False)
    result = ask(answer).engine.extract_relations(request(references(*ABSTRACTS), constraints=constraints))
    assert render_minigraph(result.minigraph) == "tide gauge -Conjunction→ river levels"
    assert {concept.kind for concept in result.minigraph.concepts} == {ConceptKind.OTHER}
    assert result.warnings == ()


def test_the_call_carries_what_the_trace_and_the_server_need(ask: Any, references: Make) -> None:
    asked = ask()
    asked.engine.extract_relations(request(references(*ABSTRACTS), constraints=RelationConstraints(volume=2)))
    (call,) = asked.client.calls
    assert (call.task, call.temperature, call.seed) == ("extract_relations", 0.0, None)
    assert call.prompt.startswith("extract_relations 1 ")
    # 512, and 100 for each of 2 relations.
    assert call.max_output_tokens == 712


@pytest.mark.parametrize(
    "failure",
    [ServerFailed("It is down."), ModelRefused("It refused."), LimitReached("All calls are used up."), "no JSON", "{}"],
)
def test_without_an_answer_the_minigraph_stays_as_it_was(ask: Any, references: Make, failure: Any) -> None:
    first, second = references(*ABSTRACTS)
    before = previous((first,))
    asked = ask(failure)
    result = asked.engine.extract_relations(request((second,), previous=before))
    assert result.minigraph == before
    assert "the minigraph stays as it was" in result.warnings[0]
    assert str(failure) in result.warnings[0] or isinstance(failure, str)
    assert [task for task, _ in asked.client.fallbacks] == ["extract_relations"]
    empty = asked.engine.extract_relations(request((second,)))
    assert empty.minigraph == Minigraph()
    assert "they add nothing" in empty.warnings[0]


@pytest.mark.parametrize("stop", [AuthenticationFailed("The key is wrong."), TooManyFailures("5"), KeyboardInterrupt()])
def test_what_ends_the_run_is_not_caught(ask: Any, references: Make, stop: BaseException) -> None:
    def raise_it(_: CompletionRequest) -> str:
        raise stop

    with pytest.raises(type(stop)):
        ask(raise_it).engine.extract_relations(request(references(*ABSTRACTS)))


def test_abstracts_are_shrunk_evenly_when_the_model_takes_less(ask: Any, references: Make) -> None:
    shown: list[list[str]] = []

    def answer(asked: CompletionRequest) -> Any:
        lines = [line for line in asked.messages[1].content.splitlines() if line.startswith("[p")]
        shown.append([line.split("]")[0][1:] for line in lines])
        return ContextTooLong("Too long.") if len(lines) > 4 else graph(relation("rain", "Used-for", "ice", "p1", "p2"))

    given = references("Rain falls. Snow melts. Ice cracks. Wind blows.", "Fish swim. Birds fly.")
    result = ask(answer).engine.extract_relations(request(given))
    # First with less room for the answer. 70 % of 4 and 2 sentences are 3 and 2, which is too long; half are 2 and 1.
    whole = ["p1", "p2", "p3", "p4", "p5", "p6"]
    assert shown == [whole, whole, ["p1", "p3", "p4", "p5", "p6"], ["p1", "p4", "p5"]]
    assert result.warnings[0].startswith("The model takes fewer tokens than the request has: 3 of 6 sentences")
    # A handle that was not shown is unknown.
    assert result.minigraph.relations[0].support == (given[0].evidence[0].passage,)
    assert result.warnings[1] == "1 handle of unknown evidence left out in the answer on 2 abstracts."
