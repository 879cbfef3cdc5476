"""The methods of a run by their names, each with the models or the engine that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from conspectus.domain.run_record import ModelUsage
from conspectus.evaluation.item import Method
from conspectus.evaluation.methods import METHODS, MODEL_METHODS
from conspectus.foundation.errors import UsageError
from conspectus.foundation.registry import Registry

if TYPE_CHECKING:
    from conspectus.domain.engine import Engine
    from conspectus.providers.models import Models

PRODUCT = "conspectus"
"""The method that an engine performs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenMethod:
    """A method under its name.

    ``model`` names the language models that it asks, "" for none; ``usage`` gives what they were asked for so far
    by the whole run. ``side_by_side`` items may be written at a time.
    """

    name: str
    write: Method
    model: str = ""
    side_by_side: int = 1
    usage: Callable[[], ModelUsage] = ModelUsage


def default_methods(models: Models | None) -> tuple[str, ...]:
    """Gives the names of all methods that can be performed: those that ask models only where there are models."""
    return METHODS.names() if models is None else (*METHODS.names(), *MODEL_METHODS.names())


def chosen_methods(
    names: Iterable[str], *, models: Models | None = None, engine: Engine | None = None
) -> tuple[ChosenMethod, ...]:
    """Gives the methods of these names, each once.

    Args:
        names: Names in ``METHODS`` and ``MODEL_METHODS``.
        models: For methods that ask language models.
        engine: Performs ``conspectus``; the extractive engine if None.

    Raises:
        UnknownName: A method is not known; the hint lists near or all names.
        UsageError: A method asks a language model and none is given, or not for one of its tasks.
    """
    return tuple(_chosen(name, models, engine) for name in dict.fromkeys(names))


def _chosen(name: str, models: Models | None, engine: Engine | None) -> ChosenMethod:
    if name == PRODUCT and engine is not None:
        return _product(engine, models)
    if name in METHODS:
        return ChosenMethod(name=name, write=METHODS.get(name))
    if name not in MODEL_METHODS:
        both = (*METHODS.names(), *MODEL_METHODS.names())
        Registry(METHODS.role, dict.fromkeys(both, "")).get(name)
    if models is None:
        raise UsageError(
            f"The method {name} asks a language model, and none is named.",
            hint="Name one with --model PROVIDER:NAME, as in --model ollama:qwen3.",
        )
    return ChosenMethod(
        name=name,
        write=MODEL_METHODS.get(name)(models),
        model=models.names,
        side_by_side=models.side_by_side,
        usage=models.usage,
    )


def _product(engine: Engine, models: Models | None) -> ChosenMethod:
    from conspectus.engines.generative.prompt_templates import PROMPTS
    from conspectus.evaluation.methods.conspectus_review import review_with

    if models is not None and getattr(engine, "asks_models", False):
        for task in PROMPTS:
            models.for_task(task)  # raises now rather than for each item
    # Items are performed side by side, so that each of them takes one call at a time.
    sequential = copy(engine)
    sequential.side_by_side = 1
    return ChosenMethod(
        name=PRODUCT,
        write=partial(review_with, sequential),
        model=engine.model,
        side_by_side=engine.side_by_side,
        usage=engine.usage,
    )
