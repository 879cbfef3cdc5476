from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conspectus.domain.tasks import DraftText, MergeChunksRequest
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.evaluation.item import BenchmarkItem
from conspectus.evaluation.methods import METHODS, MODEL_METHODS
from conspectus.evaluation.methods.chosen import chosen_methods, default_methods
from conspectus.foundation.errors import UnknownName, UsageError

Make = Callable[..., Any]


class SlowEngine(ExtractiveEngine):
    """The extractive engine under a model's name, counting what it is asked."""

    model = "made:up"
    side_by_side = 3

    def __init__(self) -> None:
        self.asked: list[int] = []

    def merge_chunks(self, request: MergeChunksRequest, /) -> DraftText:
        self.asked.append(self.side_by_side)
        return super().merge_chunks(request)


def test_methods_that_ask_models_are_performed_only_with_one(make_models: Make) -> None:
    assert default_methods(None) == METHODS.names()
    assert default_methods(make_models(str)) == (*METHODS.names(), *MODEL_METHODS.names())


@pytest.mark.parametrize("name", MODEL_METHODS.names())
def test_without_a_model_the_hint_says_how_to_name_one(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        chosen_methods(["lead", name])
    assert name in caught.value.message
    assert "--model" in caught.value.hint


def test_near_names_are_looked_for_among_all_methods(make_models: Make) -> None:
    for models in (None, make_models(str)):
        with pytest.raises(UnknownName) as caught:
            chosen_methods(["zeroshot"], models=models)
        assert "zero-shot" in caught.value.hint
        with pytest.raises(UnknownName) as caught:
            chosen_methods(["lexrnk"], models=models)
        assert "lexrank" in caught.value.hint


def test_each_method_knows_its_model_and_how_many_items_go_side_by_side(make_models: Make) -> None:
    lead, ours, shot = chosen_methods(
        ["lead", "conspectus", "zero-shot", "lead"], models=make_models(str, side_by_side=5), engine=SlowEngine()
    )
    assert [(m.name, m.model, m.side_by_side) for m in (lead, ours, shot)] == [
        ("lead", "", 1),
        ("conspectus", "made:up", 3),
        ("zero-shot", "made:up", 5),
    ]


def test_conspectus_is_performed_by_the_engine_given(three: BenchmarkItem) -> None:
    engine = SlowEngine()
    (given,) = chosen_methods(["conspectus"], engine=engine)
    (own,) = chosen_methods(["conspectus"])
    assert given.write(three, 60, 0) == own.write(three, 60, 0)
    assert set(engine.asked) == {1}  # items go side by side, not the tasks of one
    assert engine.side_by_side == 3
    assert own.model == ""


def test_a_task_of_the_engine_without_a_model_is_told_before_any_item(make_models: Make) -> None:
    class AskingEngine(SlowEngine):
        asks_models = True

    chosen_methods(["conspectus"], models=make_models(str), engine=AskingEngine())
    with pytest.raises(LookupError):
        chosen_methods(["conspectus"], models=make_models(str, unknown=["merge_chunks"]), engine=AskingEngine())
