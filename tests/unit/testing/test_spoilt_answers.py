from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import validate
from pydantic import BaseModel, Field

from conspectus.testing.spoilt_answers import (
    BROKEN_JSON,
    WRAPPINGS,
    in_german,
    invented_handles,
    least_instance,
    wrong_types,
)

ANSWER = json.dumps({"concepts": [{"name": "bee", "kind": "Method"}], "relations": [{"support": ["p1", "p2"]}]})


@pytest.mark.parametrize("how", BROKEN_JSON)
def test_broken_json_is_broken(how: str) -> None:
    broken = BROKEN_JSON[how](ANSWER)
    assert broken != ANSWER
    with pytest.raises(ValueError, match=r"."):
        json.loads(broken)


def test_there_are_ten_kinds() -> None:
    assert len(BROKEN_JSON) == 10
    assert len({break_it(ANSWER) for break_it in BROKEN_JSON.values()}) == 10


@pytest.mark.parametrize("how", WRAPPINGS)
def test_a_wrapped_answer_is_in_there_to_the_letter(how: str) -> None:
    wrapped = WRAPPINGS[how](ANSWER)
    assert ANSWER in wrapped
    assert wrapped != ANSWER


def test_types_are_wrong_at_the_top() -> None:
    assert json.loads(wrong_types('{"a": [1], "b": "x", "c": 2, "d": {}}')) == {
        "a": "none",
        "b": 7,
        "c": [2],
        "d": "none",
    }


@given(st.integers(1, 30), st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_the_share_of_handles_that_are_invented(count: int, share: float) -> None:
    text = " ".join(f"[p{number}]" for number in range(1, count + 1))
    invented = invented_handles(text, share)
    assert invented.count("[p90") == int(count * share)
    assert (invented == text) is (int(count * share) == 0)


def test_german_cites_what_was_cited() -> None:
    assert in_german("Bees dance [p1]. They [p2] rest [p1].").count("[p") == 2
    assert "Verfahren" in in_german("nothing")


class Part(BaseModel):
    name: str = Field(min_length=6)
    kind: Literal["a", "b"]


class Whole(BaseModel):
    parts: list[Part] = Field(min_length=2)
    count: int = Field(ge=3)
    ratio: float
    flag: bool
    note: str | None
    pair: tuple[int, str]
    left: str = "as it was"


def test_the_least_instance_is_valid() -> None:
    schema = Whole.model_json_schema()
    made: Any = least_instance(schema)
    validate(made, schema)
    assert Whole.model_validate(made).left == "as it was"
