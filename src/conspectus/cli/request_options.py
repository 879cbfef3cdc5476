"""Command options made from the request model of a product: a field there is an option here, and nowhere twice."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from pydantic import BaseModel, ValidationError

from conspectus.foundation.errors import UsageError


def request_parameters(model: type[BaseModel], *, without: tuple[str, ...] = ()) -> list[inspect.Parameter]:
    """Gives a keyword parameter with a typer option for each field of a request model.

    A set of choices becomes an option that may be repeated or hold several names separated by commas. An option
    that is not given leaves the field to the settings or its default. A yes or no becomes ``--name`` and ``--no-name``.

    Args:
        model: The request model.
        without: Fields that the command takes in a way of its own.
    """
    parameters = []
    for name, field in model.model_fields.items():
        if name in without:
            continue
        choices = _choices(field.annotation)
        is_set = get_origin(field.annotation) in (frozenset, set)
        help_text = field.description or ""
        if choices:
            help_text += f" Choices: {', '.join(choices)}."
        default = field.get_default(call_default_factory=False)
        shown = "" if default in (None, "") or is_set or isinstance(default, bool) else f" Default: {default}."
        kind: Any = list[str] if is_set else str if choices else _plain(field.annotation)
        metavar = None if kind is bool else "NAME" if choices else {int: "N", float: "X"}.get(kind, "TEXT")
        option = name.replace("_", "-")
        spelled = f"--{option}/--no-{option}" if kind is bool else f"--{option}"
        annotation = Annotated[kind | None, typer.Option(spelled, metavar=metavar, help=help_text + shown)]
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation))
    return parameters


def make_request(model: type[BaseModel], given: Mapping[str, Any], defaults: Mapping[str, Any]) -> BaseModel:
    """Gives the request of the options given, the rest from the settings' section of the product.

    Args:
        model: The request model.
        given: Values by field; None values are not given.
        defaults: Values by field from the settings; others than fields of the model are left out.

    Raises:
        UsageError: A value is not allowed; the hint names the option.
    """
    values = {name: value for name, value in defaults.items() if name in model.model_fields}
    for name, value in given.items():
        if value is None:
            continue
        if get_origin(model.model_fields[name].annotation) in (frozenset, set):
            value = [part.strip() for item in value for part in item.split(",") if part.strip()]
        values[name] = value
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        option = "--" + str(first["loc"][0]).replace("_", "-")
        known = _choices(model.model_fields[str(first["loc"][0])].annotation)
        hint = f"Choose among {', '.join(known)}." if known else "See --help for what it takes."
        raise UsageError(f"{option}: {first['msg']}.", hint=hint) from None


def _choices(annotation: Any) -> tuple[str, ...]:
    if get_origin(annotation) is Literal:
        return tuple(str(choice) for choice in get_args(annotation))
    for inner in get_args(annotation):
        if found := _choices(inner):
            return found
    return ()


def _plain(annotation: Any) -> Any:
    inner = [kind for kind in get_args(annotation) if kind is not type(None)]
    return inner[0] if inner else annotation
