"""The JSON in which a model names entities and describes a section, read with patience for other spellings of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from conspectus.domain.scientific_entities import ScientificType
from conspectus.engines.generative.minigraph_answer import every_field, first_of, read_handles, read_words
from conspectus.foundation.text.normalise import match_key

_ENTITIES = ("entities", "scientific_entities", "concepts", "items")
_NAME = ("name", "entity", "text", "label", "mention", "term")
_TYPE = ("type", "kind", "category", "class", "entity_type")
_KEYWORDS = ("keywords", "key_words", "keyphrases", "key_phrases", "terms")
_SUMMARY = ("summary", "sentences", "abstract")
_SENTENCE = ("sentence", "text", "summary")
_EVIDENCE = ("evidence", "handles", "support", "sources", "handle")
_SCORE = ("score", "weight", "relevance")
_OTHER_TYPES = {
    "task": ScientificType.RESEARCH_PROBLEM, "problem": ScientificType.RESEARCH_PROBLEM,
    "researchtask": ScientificType.RESEARCH_PROBLEM, "corpus": ScientificType.DATASET, "data": ScientificType.DATASET,
    "benchmark": ScientificType.DATASET, "software": ScientificType.TOOL, "model": ScientificType.METHOD,
    "algorithm": ScientificType.METHOD, "technique": ScientificType.METHOD, "material": ScientificType.RESOURCE,
}  # fmt: skip

Words = Annotated[str, BeforeValidator(read_words)]


def _score(value: object) -> float:
    """A number in [0, 1]; percentages are taken as such, what is no number is 0."""
    try:
        number = float(str(value).strip().rstrip("%"))
    except ValueError:
        return 0.0
    if number != number:
        return 0.0
    return min(1.0, max(0.0, number / 100 if number > 1 else number))


def type_from_text(text: str) -> ScientificType | None:
    """Gives the type that a text names ("research problem", "DATASET", "task"), or None."""
    wanted = match_key(text).replace(" ", "")
    found = next((kind for kind in ScientificType if kind.value.lower() == wanted), None)
    return found or _OTHER_TYPES.get(wanted)


class AnswerEntity(BaseModel):
    """An entity as a model names it."""

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


class EntitiesAnswer(BaseModel):
    """The entities of a part of a paper; a mapping from types to names is read, too."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    entities: list[AnswerEntity]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return {"entities": list(value)}
        if not isinstance(value, Mapping):
            return value
        entities = first_of(value, _ENTITIES)
        if isinstance(entities, Mapping):
            value, entities = entities, None
        if entities is None and any(type_from_text(str(key)) for key in value):
            entities = [
                {"name": name, "type": str(kind)}
                for kind, names in value.items()
                for name in (names if isinstance(names, list) else [names])
            ]
        return {"entities": entities}


class AnswerKeyword(BaseModel):
    """A keyword as a model gives it."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    text: Words
    score: Annotated[float, BeforeValidator(_score)] = 0.0

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, str):
            return {"text": value}
        if isinstance(value, Mapping):
            return {"text": first_of(value, (*_NAME, "keyword")), "score": first_of(value, _SCORE)}
        if isinstance(value, Sequence) and len(value) == 2:
            return {"text": value[0], "score": value[1]}
        return value


class AnswerSentence(BaseModel):
    """A sentence of a summary with the handles that it rests on."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    sentence: Words
    evidence: Annotated[list[str], BeforeValidator(read_handles)] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if isinstance(value, str):
            return {"sentence": value, "evidence": value}
        if isinstance(value, Mapping):
            return {"sentence": first_of(value, _SENTENCE), "evidence": first_of(value, _EVIDENCE)}
        return value


class SectionAnswer(BaseModel):
    """What a model says of a section."""

    model_config = ConfigDict(extra="ignore", json_schema_extra=every_field)

    keywords: list[AnswerKeyword]
    summary: list[AnswerSentence]

    @model_validator(mode="before")
    @classmethod
    def _other_spellings(cls, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        given: Any = first_of(value, _SUMMARY)
        summary = [given] if isinstance(given, str) and given.strip() else given or []
        return {"keywords": first_of(value, _KEYWORDS) or [], "summary": summary}
