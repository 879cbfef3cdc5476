from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.generative.structure_answers import EntitiesAnswer, SectionAnswer, type_from_text


@pytest.mark.parametrize(
    "value",
    [
        {"entities": [{"name": "bog parser", "type": "Method"}]},
        {"Entities": [{"entity": " bog  parser", "category": "Method"}]},
        [{"text": "bog parser", "kind": "Method"}],
        {"Method": ["bog parser"]},
        {"entities": {"Method": "bog parser"}},
    ],
)
def test_spellings_of_entities(value: Any) -> None:
    (entity,) = EntitiesAnswer.model_validate(value).entities
    assert (entity.name, entity.type) == ("bog parser", "Method")


def test_a_bare_name_has_no_type() -> None:
    (entity,) = EntitiesAnswer.model_validate({"entities": ["moss"]}).entities
    assert (entity.name, entity.type) == ("moss", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("research problem", ScientificType.RESEARCH_PROBLEM), ("DATASET", ScientificType.DATASET),
        ("Research_Problem", ScientificType.RESEARCH_PROBLEM), ("task", ScientificType.RESEARCH_PROBLEM),
        ("software", ScientificType.TOOL), ("person", None), ("", None),
    ],
)  # fmt: skip
def test_names_of_types(text: str, expected: ScientificType | None) -> None:
    assert type_from_text(text) is expected


@pytest.mark.parametrize(
    "value",
    [
        {
            "keywords": [{"text": "peat", "score": 0.5}],
            "summary": [{"sentence": "It grows.", "evidence": ["p1", "p2"]}],
        },
        {"Keyphrases": [["peat", "50%"]], "sentences": [{"text": "It grows.", "handles": "p1, p2"}]},
        {"keywords": [{"keyword": "peat", "relevance": 50}], "summary": [{"sentence": "It grows.", "support": [1, 2]}]},
    ],
)
def test_spellings_of_a_description(value: Any) -> None:
    found = SectionAnswer.model_validate(value)
    assert [(k.text, k.score) for k in found.keywords] == [("peat", 0.5)]
    assert [(s.sentence, s.evidence) for s in found.summary] == [("It grows.", ["p1", "p2"])]


def test_a_summary_in_one_string_has_the_handles_in_it() -> None:
    found = SectionAnswer.model_validate({"keywords": ["peat"], "summary": "It grows [p3]."})
    assert found.keywords[0].score == 0.0
    assert found.summary[0].evidence == ["p3"]


@pytest.mark.parametrize("score", ["high", None, float("nan"), -3])
def test_a_score_that_is_none_is_zero(score: Any) -> None:
    found = SectionAnswer.model_validate({"keywords": [{"text": "peat", "score": score}], "summary": None})
    assert (found.keywords[0].score, found.summary) == (0.0, [])
