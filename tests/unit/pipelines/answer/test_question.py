from __future__ import annotations

import pytest

from conspectus.domain.answer_tasks import IdentifyQuestionEntitiesResult, QuestionEntity
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.foundation.errors import UsageError
from conspectus.pipelines.answer.question import LONGEST, identify_entities, readable_question


class Repeating(ExtractiveEngine):
    """Names one entity in two spellings, and nothing."""

    def identify_question_entities(self, request: object, /) -> IdentifyQuestionEntitiesResult:
        names = ("Honey bees", "honey bee", "  ", "mites")
        return IdentifyQuestionEntitiesResult(entities=tuple(QuestionEntity(text=name) for name in names))


def test_each_entity_once() -> None:
    entities, warnings = identify_entities("?", (), Repeating())
    assert [entity.text for entity in entities] == ["Honey bees", "mites"]
    assert warnings == ()


def test_a_question_on_one_line_without_hidden_characters() -> None:
    assert readable_question(" What\u200b is\n it? ") == "What is it?"
    assert len(readable_question("x" * LONGEST)) == LONGEST
    for text in ("", "...", "x" * (LONGEST + 1)):
        with pytest.raises(UsageError):
            readable_question(text)
