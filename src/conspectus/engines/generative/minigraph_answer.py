"""The JSON in which a model gives a minigraph, read with patience for other spellings of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from conspectus.foundation.text.normalise import match_key, one_line

_CONCEPTS = ("concepts", "entities", "nodes", "entity", "concept")
_RELATIONS = ("relations", "relationships", "edges", "triples", "relation")
_NAME = ("name", "entity", "concept", "text", "label", "term", "id")
_TYPE = ("type", "kind", "category", "class", "entity_type", "concept_type")
_HEAD = ("head", "subject", "source", "from", "head_entity")
_RELATION = ("relation", "type", "predicate", "kind", "label", "relation_type", "relationship")
_TAIL = ("tail", "object", "target", "to", "tail_entity")
_EVIDENCE = ("evidence", "support", "handles", "handle", "sources", "citations")
_HANDLE = re.compile(r"(?<![A-Za-z0-9])[pP]?(\d{1,6})(?!\d)")


def read_words(value: object) -> str:
    """Gives a value as one line of text, "" for none."""
    return one_line(value) if isinstance(value, str) else "" if value is None else one_line(str(value))


def read_handles(value: object) -> list[str]:
    """Gives the handles in a list, or in words such as "p3, p4" or "[p3]"; bare numbers count as handles."""
    items = value if isinstance(value, Sequence) and not isinstance(value, str) else [] if value is None else [value]
    found = (f"p{int(number)}" for item in items for number in _HANDLE.findall(str(item)))
    return list(dict.fromkeys(found))


def first_of(value: Mapping[str, object], names: Sequence[str]) -> object:
    """Gives the value under the first of several names that an object has, however it is spelled, else None."""
    keys = {_field_name(str(key)): item for key, item in value.items()}
    return next((keys[name] for name in names if name in keys), None)


@lru_cache(maxsize=1024)
def _field_name(key: str) -> str:
    return match_key(key).replace(" ", "_")


def every_field(schema: dict[str, Any]) -> None:
    """Makes every field required and no other allowed, as servers want it that keep to a schema strictly."""
    schema["required"] = list(schema["properties"])
    schema["additionalProperties"] = False
    for field in schema["properties"].values():
        field.pop("default", None)


Words = Annotated[str, BeforeValidator(read_words)]


class AnswerConcept(BaseModel):
    """A concept as a model names it."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    name: Words
    type: Words = ""

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, str):
            return {"name": value}
        if isinstance(value, Mapping):
            return {"name": first_of(value, _NAME), "type": first_of(value, _TYPE)}
        return value


class AnswerRelation(BaseModel):
    """A relation as a model states it; ``evidence`` holds handles."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    head: Words
    relation: Words
    tail: Words
    evidence: Annotated[list[str], BeforeValidator(read_handles)] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Mapping):
            return {
                "head": first_of(value, _HEAD),
                "relation": first_of(value, _RELATION),
                "tail": first_of(value, _TAIL),
                "evidence": first_of(value, _EVIDENCE),
            }
        if isinstance(value, Sequence) and not isinstance(value, str) and len(value) >= 3:
            return {"head": value[0], "relation": value[1], "tail": value[2], "evidence": list(value[3:])}
        return value


class MinigraphAnswer(BaseModel):
    """A minigraph as a model gives it, relations in the order of their significance.

    Items without a name or an end are kept here; whoever uses the answer counts and drops them.
    """

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    concepts: list[AnswerConcept]
    relations: list[AnswerRelation]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        concepts, relations = first_of(value, _CONCEPTS), first_of(value, _RELATIONS)
        if concepts is None and isinstance(relations, list):
            # The ends of relations are concepts, so that nothing is lost but their types.
            concepts = []
        return {"concepts": concepts, "relations": relations}
