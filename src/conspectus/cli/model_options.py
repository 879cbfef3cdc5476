"""The options that name language models and bound what they may cost, and the bill in words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.counting import counted

if TYPE_CHECKING:
    from conspectus.cli.console import Console
    from conspectus.domain.run_record import ModelUsage
    from conspectus.engines.generative.rehearsal import Rehearsal
    from conspectus.foundation.settings import Settings

_PREFIX = "model_"
PROMPTS = (
    "extract_relations",
    "write_chunk",
    "merge_chunks",
    "write_topic_page",
    "name_scientific_entities",
    "describe_section",
    "extract_entities",
    "classify_pairs",
    "write_subsummary",
    "integrate",
    "revise_sentences",
    "review_draft",
    "identify_question_entities",
    "compose_answer",
)
"""The tasks of the products. A test compares them with the engine's own list, whose import would be slow here."""
_OPTIONS: dict[str, Any] = {
    "model_name": Annotated[
        str | None,
        typer.Option("--model", metavar="PROVIDER:NAME", help="Ask this language model. Default: none is asked."),
    ],
    "model_for_task": Annotated[
        list[str] | None,
        typer.Option("--model-for", metavar="TASK=PROVIDER:NAME", help="Another model for a task; may be repeated."),
    ],
    "model_base_url": Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Address of the model's server.")
    ],
    "model_key_file": Annotated[
        Path | None,
        typer.Option(
            "--key-file", metavar="FILE", help="File that holds the key. Default: the provider's environment variable."
        ),
    ],
    "model_max_calls": Annotated[
        int | None, typer.Option("--max-calls", metavar="N", min=1, help="Send at most this many calls to models.")
    ],
    "model_max_cost": Annotated[
        float | None, typer.Option("--max-cost", metavar="USD", min=0, help="Spend at most this much on models.")
    ],
    "model_side_by_side": Annotated[
        int | None, typer.Option("--side-by-side", metavar="N", min=1, help="Calls at a time. Default: 4.")
    ],
    "model_timeout": Annotated[
        float | None, typer.Option("--timeout", metavar="SECONDS", help="Most seconds for an answer. Default: 120.")
    ],
    "model_prices": Annotated[
        Path | None, typer.Option("--prices", metavar="FILE", help="TOML file of prices that you pay.")
    ],
    "model_trace": Annotated[
        Path | None, typer.Option("--trace", metavar="FILE", help="Write a JSON line about each call to models.")
    ],
    "model_record": Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Keep the answers, for --model replay:FILE.")
    ],
}
REACHING = ("model_name", "model_base_url", "model_key_file", "model_timeout")
"""The options that suffice to reach a server."""


def model_parameters(names: tuple[str, ...] = tuple(_OPTIONS)) -> list[inspect.Parameter]:
    """Gives a keyword parameter with a typer option for each of the options named."""
    return [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_OPTIONS[name])
        for name in names
    ]


def add_model_options(command: Callable[..., None], names: tuple[str, ...] = tuple(_OPTIONS)) -> None:
    """Gives a command that takes any keywords the options named, beside its own."""
    own = [
        parameter.replace(annotation=get_type_hints(command, include_extras=True).get(parameter.name))
        for parameter in inspect.signature(command).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    options = [*own, *model_parameters(names)]
    command.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in options}


def split_model_options(
    given: Mapping[str, Any], tasks: Sequence[str] = PROMPTS
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Gives the settings ("model__name") of the model options among the options given, and the other options.

    Args:
        given: Values by the name of the parameter.
        tasks: Those that ``--model-for`` may name.

    Raises:
        UsageError: A value is empty, as from a variable of the shell that is not set, or a task is not known.
    """
    settings: dict[str, Any] = {}
    others = {}
    for name, value in given.items():
        if name not in _OPTIONS:
            others[name] = value
            continue
        if value == "":
            raise UsageError(f"{_option(name)} is empty.", hint="Give it a value, or leave it out.")
        settings["model__" + name.removeprefix(_PREFIX)] = str(value) if isinstance(value, Path) else value
    for pair in settings.get("model__for_task") or ():
        task = pair.partition("=")[0].strip()
        if task not in tasks:
            raise UsageError(f"There is no task called {task!r}.", hint=f"The tasks are {', '.join(tasks)}.")
    return settings, others


def _option(name: str) -> str:
    """The option of a parameter, as it is typed."""
    short = {"name": "model", "for_task": "model-for"}
    plain = name.removeprefix(_PREFIX)
    return "--" + short.get(plain, plain.replace("_", "-"))


def check_model_is_named(given: Mapping[str, Any], settings: Settings) -> None:
    """Refuses options about models where no model is named anywhere, since they would be without effect.

    Args:
        given: The model settings of the options, as ``split_model_options`` gives them.
        settings: All settings, which may name a model themselves.

    Raises:
        UsageError: An option is given and no model is named.
    """
    named = settings.model.name or settings.model.for_task
    if not named and any(value is not None for name, value in given.items() if name.startswith("model__")):
        raise UsageError(
            "The options say how models are asked, but no model is named.",
            hint="Name one with --model, as in --model openai:gpt-5-mini, or leave these options out.",
        )


def print_bill(usage: ModelUsage, seconds: Mapping[str, float], console: Console) -> None:
    """Says what models were asked for and what it cost; nothing where none was asked."""
    if not usage.calls and not usage.fallbacks:
        return
    kept = f", {usage.reused} of them kept from an earlier run" if usage.reused else ""
    about = "about " if usage.estimated else ""
    console.remark(
        f"{counted(usage.calls, 'call')}{kept}; {about}{usage.input_tokens:,} tokens in "
        f"({usage.cached_tokens:,} cached), {usage.output_tokens:,} out; {_money(usage)}"
    )
    again = [
        counted(usage.retries, "request") + " sent again after an error" if usage.retries else "",
        counted(usage.asked_again, "answer") + " asked for again" if usage.asked_again else "",
        counted(usage.fallbacks, "task") + " done without the model" if usage.fallbacks else "",
    ]
    if any(again):
        console.remark("; ".join(part for part in again if part))
    console.remark("seconds: " + ", ".join(f"{stage} {value:.1f}" for stage, value in seconds.items()))


def print_rehearsal(rehearsal: Rehearsal, console: Console, *, as_json: bool) -> None:
    """Prints the calls, tokens and price of a run that was not made."""
    if as_json:
        console.result_json(rehearsal.json_form())
        return
    for line in rehearsal.lines():
        console.result(line)


def _money(usage: ModelUsage) -> str:
    if usage.cost is None or usage.paid is None:
        return "the cost is not known, since a price is not"
    if usage.reused:
        return f"{usage.paid:.4f} USD now, {usage.cost:.4f} USD in all"
    return f"{usage.cost:.4f} USD"
