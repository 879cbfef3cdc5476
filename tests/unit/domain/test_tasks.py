from __future__ import annotations

import typing
from dataclasses import fields, is_dataclass

import pytest

from conspectus.domain import answer_tasks, scientific_entities, structure_tasks, summary_tasks, tasks
from conspectus.domain.engine import Engine
from conspectus.domain.tasks import DraftSentence, HandleMark, RelationConstraints

MODULES = (tasks, answer_tasks, structure_tasks, summary_tasks, scientific_entities)
NOUNS = [
    value
    for module in MODULES
    for value in vars(module).values()
    if is_dataclass(value) and value.__module__ == module.__name__
]


def test_a_draft_sentence_cites_by_handle_in_order() -> None:
    sentence = DraftSentence(
        parts=(HandleMark(("p3",), "narrative"), " builds on trees ", HandleMark(("p1", "p3")), ".")
    )
    assert sentence.handles == ("p3", "p1", "p3")
    assert DraftSentence(parts=("Trees grow.",)).handles == ()


def test_the_published_constraints_are_the_defaults() -> None:
    assert RelationConstraints() == RelationConstraints(scientific=True, volume=32)


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
def test_tasks_speak_in_frozen_nouns_and_carry_no_prompt(noun: type) -> None:
    assert noun.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert not {field.name for field in fields(noun)} & {"prompt", "instructions", "system", "messages"}


def test_every_task_of_an_engine_has_a_protocol_of_one_request() -> None:
    performed = [value for value in vars(Engine).values() if isinstance(value, property)]
    assert performed
    for task in performed:
        protocol = typing.get_type_hints(task.fget)["return"]
        hints = typing.get_type_hints(protocol.__call__)
        result = hints.pop("return")
        (request,) = hints.values()
        assert request in NOUNS
        assert result in NOUNS
