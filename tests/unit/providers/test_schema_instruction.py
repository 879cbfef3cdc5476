from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import validate
from pydantic import BaseModel, Field

from conspectus.providers.completion import Message
from conspectus.providers.schema_instruction import (
    plain_name,
    schema_in_words,
    schema_instruction,
    strict_schema,
    with_schema_words,
)


class Dance(BaseModel):
    title: str = Field(min_length=1)
    turns: int = 2


class Dances(BaseModel):
    dances: list[Dance]
    note: str | None = None


class Tally(BaseModel):
    counts: dict[str, int]


SCHEMA = Dances.model_json_schema()


def test_the_words_join_the_system_message() -> None:
    told = with_schema_words((Message("user", "a"), Message("system", "Be kind."), Message("user", "b")), SCHEMA)
    assert [message.role for message in told] == ["user", "system", "user"]
    assert told[1].content == f"Be kind.\n\n{schema_instruction(SCHEMA)}"
    assert (told[0].content, told[2].content) == ("a", "b")


def test_without_a_system_message_the_words_come_first() -> None:
    told = with_schema_words((Message("user", "a"),), SCHEMA)
    assert told == (Message("system", schema_instruction(SCHEMA)), Message("user", "a"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(), children, max_size=3),
)


@given(st.dictionaries(st.text(), json_values), st.text())
def test_a_schema_in_words_can_be_read_back(schema: dict[str, object], system: str) -> None:
    if "JSON Schema:" not in system:
        assert schema_in_words(with_schema_words((Message("system", system),), schema)) == schema


def test_no_schema_in_other_words() -> None:
    assert schema_in_words((Message("system", "Answer."), Message("user", schema_instruction(SCHEMA)))) is None
    assert schema_in_words((Message("system", schema_instruction(SCHEMA)[:-9] + "}"),)) is None


def test_a_strict_schema_wants_every_property_and_no_other() -> None:
    strict, is_strict = strict_schema(SCHEMA)
    assert is_strict
    dance = strict["$defs"]["Dance"]
    assert dance["required"] == ["title", "turns"]
    assert dance["additionalProperties"] is False
    assert strict["required"] == ["dances", "note"]
    text = json.dumps(strict)
    assert "minLength" not in text
    assert "default" not in text
    # The property called title stays, only the keyword goes.
    assert list(dance["properties"]) == ["title", "turns"]
    assert dance["properties"]["title"] == {"type": "string"}


def test_what_a_strict_schema_allows_the_schema_allows() -> None:
    strict, _ = strict_schema(SCHEMA)
    answer = {"dances": [{"title": "waggle", "turns": 8}], "note": None}
    validate(answer, strict)
    validate(answer, SCHEMA)


def test_the_given_schema_is_left_as_it_was() -> None:
    before = json.dumps(SCHEMA)
    strict_schema(SCHEMA)
    assert json.dumps(SCHEMA) == before


def test_free_keys_cannot_be_strict() -> None:
    schema = Tally.model_json_schema()
    assert strict_schema(schema) == (schema, False)
    assert strict_schema({"type": "object"}) == ({"type": "object"}, False)


@pytest.mark.parametrize(
    "name, plain", [("answer", "answer"), ("A b/c", "A_b_c"), ("é", "answer"), ("x" * 70, "x" * 64), ("", "answer")]
)
def test_names_in_the_letters_that_servers_allow(name: str, plain: str) -> None:
    assert plain_name(name) == plain
