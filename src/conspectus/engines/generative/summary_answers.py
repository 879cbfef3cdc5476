"""The JSON in which a model answers the tasks of a summary, read with patience for other spellings of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from conspectus.domain.entity_graph import EntityKind, EntityRelation
from conspectus.engines.generative.minigraph_answer import every_field, first_of, read_handles, read_words
from conspectus.engines.generative.structure_answers import AnswerSentence
from conspectus.foundation.text.normalise import match_key

Words = Annotated[str, BeforeValidator(read_words)]
_KINDS = {
    "researchproblem": EntityKind.TASK,
    "problem": EntityKind.TASK,
    "model": EntityKind.METHOD,
    "algorithm": EntityKind.METHOD,
    "material": EntityKind.DATASET,
    "corpus": EntityKind.DATASET,
    "data": EntityKind.DATASET,
    "measure": EntityKind.METRIC,
}


def entity_kind(text: str) -> EntityKind | None:
    """Gives the type that a text names ("Task", "METHOD", "corpus"), or None."""
    wanted = match_key(text).replace(" ", "")
    found = next((kind for kind in EntityKind if kind.value.lower() == wanted), None)
    return found or _KINDS.get(wanted)


def entity_relation(text: str) -> EntityRelation | None:
    """Gives the relation that a text names ("evaluates on", "Uses"), or None."""
    wanted = match_key(text)
    return next((kind for kind in EntityRelation if match_key(kind.value) == wanted), None)


def _share(value: object) -> float:
    """A number in [0, 1]; percentages and marks out of ten are taken as such, what is no number is 0."""
    try:
        number = float(str(value).strip().rstrip("%"))
    except ValueError:
        return 0.0
    if number != number:
        return 0.0
    number = number / 10 if 1 < number <= 10 else number / 100 if number > 10 else number
    return min(1.0, max(0.0, number))


def _index(value: object) -> int | None:
    """The number of a sentence as an index from 0; None where there is none."""
    digits = "".join(char for char in str(value) if char.isdigit())
    return int(digits[:6]) - 1 if digits and int(digits[:6]) > 0 else None


class AnswerPair(BaseModel):
    """A relation as a model states it: the number of the pair, the relation, and whether it runs backwards."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    pair: Annotated[int | None, BeforeValidator(_index)] = None
    relation: Words = ""
    source: Words = ""

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Mapping):
            return {
                "pair": first_of(value, ("pair", "number", "id", "index")),
                "relation": first_of(value, ("relation", "type", "kind", "label")),
                "source": first_of(value, ("source", "from", "head")),
            }
        return value


class PairsAnswer(BaseModel):
    """The relations of some pairs."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    relations: list[AnswerPair]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return {"relations": list(value)}
        if isinstance(value, Mapping):
            return {"relations": first_of(value, ("relations", "pairs", "edges")) or []}
        return value


class TextAnswer(BaseModel):
    """Sentences with the handles that they rest on."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    sentences: list[AnswerSentence]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return {"sentences": list(value)}
        if isinstance(value, Mapping):
            return {"sentences": first_of(value, ("sentences", "summary", "text", "items")) or []}
        return value


class AnswerRevised(BaseModel):
    """The new form of a numbered sentence; empty words take it out."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    number: Annotated[int | None, BeforeValidator(_index)] = None
    sentence: Words = ""
    evidence: Annotated[list[str], BeforeValidator(read_handles)] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Mapping):
            return {
                "number": first_of(value, ("number", "index", "id", "sentence_number")),
                "sentence": first_of(value, ("sentence", "text", "revised", "new")),
                "evidence": first_of(value, ("evidence", "handles", "support", "sources")),
            }
        return value


class RevisedAnswer(BaseModel):
    """The revised sentences."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    sentences: list[AnswerRevised]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return {"sentences": list(value)}
        if isinstance(value, Mapping):
            return {"sentences": first_of(value, ("sentences", "revisions", "revised")) or []}
        return value


class AnswerIssue(BaseModel):
    """Something that a model finds wrong with a draft."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    kind: Words = ""
    sentence: Annotated[int | None, BeforeValidator(_index)] = None
    claim: Words = ""
    advice: Words = ""
    query: Words = ""

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, str):
            return {"kind": "missing", "advice": value}
        if isinstance(value, Mapping):
            return {
                "kind": first_of(value, ("kind", "type", "category")),
                "sentence": first_of(value, ("sentence", "number", "index", "sentence_index")),
                "claim": first_of(value, ("claim", "text", "what")),
                "advice": first_of(value, ("advice", "suggestion", "comment", "reason")),
                "query": first_of(value, ("query", "retrieval_query", "search")),
            }
        return value


class ReviewAnswer(BaseModel):
    """A model's judgement of a draft."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    coherence: Annotated[float, BeforeValidator(_share)]
    style: Annotated[float, BeforeValidator(_share)]
    issues: list[AnswerIssue] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        given: dict[str, Any] = {
            "coherence": first_of(value, ("coherence",)),
            "style": first_of(value, ("style", "fluency")),
            "issues": first_of(value, ("issues", "problems", "feedback")) or [],
        }
        return {name: item for name, item in given.items() if item is not None}
