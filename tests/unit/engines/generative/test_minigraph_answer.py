from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from conspectus.engines.generative.minigraph_answer import MinigraphAnswer

PLAIN = {
    "concepts": [{"name": "gauge", "type": "Method"}],
    "relations": [{"head": "gauge", "relation": "Used-for", "tail": "river", "evidence": ["p3"]}],
}


@pytest.mark.parametrize(
    "given",
    [
        PLAIN,
        {"entities": [{"entity": "gauge", "Type": "Method"}], "relations": PLAIN["relations"]},
        {
            "Nodes": [{"label": " gauge ", "category": "Method"}],
            "edges": [{"source": "gauge", "label": "Used-for", "target": "river", "handles": "[p3]"}],
        },
        {"concepts": PLAIN["concepts"], "triples": [["gauge", "Used-for", "river", "p3"]]},
        {
            "concepts": PLAIN["concepts"],
            "relations": [{"subject": "gauge", "predicate": "Used-for", "object": "river", "evidence": [3]}],
        },
        {
            "concepts": PLAIN["concepts"],
            "relations": [{"head": "gauge", "type": "Used-for", "tail": "river", "evidence": ["P3", "p3"]}],
        },
    ],
)
def test_other_spellings_mean_the_same(given: dict[str, Any]) -> None:
    assert MinigraphAnswer.model_validate(given).model_dump() == PLAIN


def test_evidence_may_be_a_list_in_words_or_missing() -> None:
    answer = MinigraphAnswer.model_validate(
        {
            "concepts": ["gauge", {"name": None, "type": 7}],
            "relations": [
                {"head": "a", "relation": "Compare", "tail": "b", "evidence": "p3, [p4] and p12"},
                {"head": "a", "relation": "Compare", "tail": "b", "evidence": None},
                {"head": "a", "relation": "Compare", "tail": "b"},
                {"head": "a", "relation": "Compare", "tail": "b", "evidence": ["none", "exp3", "p3"]},
            ],
        }
    )
    assert [relation.evidence for relation in answer.relations] == [["p3", "p4", "p12"], [], [], ["p3"]]
    assert [(concept.name, concept.type) for concept in answer.concepts] == [("gauge", ""), ("", "7")]


def test_relations_alone_will_do() -> None:
    assert MinigraphAnswer.model_validate({"relations": PLAIN["relations"]}).concepts == []


@pytest.mark.parametrize(
    "given",
    [
        {},
        [],
        "text",
        {"concepts": []},
        {"concepts": "gauge", "relations": []},
        {"concepts": [], "relations": {"a": "b"}},
        {"concepts": [], "relations": ["gauge is used for rivers"]},
        {"concepts": [3], "relations": []},
    ],
)
def test_what_is_no_minigraph_is_refused(given: Any) -> None:
    with pytest.raises(ValidationError):
        MinigraphAnswer.model_validate(given)


def test_the_schema_suits_servers_that_keep_to_it_strictly() -> None:
    schema = MinigraphAnswer.model_json_schema()
    found = [schema, *schema["$defs"].values()]
    assert len(found) == 3
    for part in found:
        assert part["required"] == list(part["properties"])
        assert part["additionalProperties"] is False
        assert all("default" not in field for field in part["properties"].values())
