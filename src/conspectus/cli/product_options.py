"""The options that every command that writes a product has, and how such a command is made of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from conspectus.cli.model_options import model_parameters

EngineOption = Annotated[
    str | None,
    typer.Option("--engine", metavar="NAME", help="Who writes. Default: generative with --model, extractive without."),
]
FormatOption = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help="markdown, html or json; by default that of -o, else markdown."),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Where to write; the references go beside it as .bib."),
]
StyleOption = Annotated[
    str | None,
    typer.Option("--style", metavar="CSL", help="CSL style by name (apa, ieee, vancouver …) or a .csl file."),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Say which calls to models it takes, and send none.")]
JsonOption = Annotated[bool, typer.Option("--json", help="The same as --format json.")]


def product_command(
    write: Callable[..., None], request_options: Sequence[inspect.Parameter], help_text: str
) -> Callable[..., None]:
    """Gives a command whose signature is made of a function's own options, a model's, and those of a request.

    Args:
        write: Does the work, and takes the options of the model and the request as ``**given``; a ``partial`` may have
            some of its arguments.
        request_options: Those of the request.
        help_text: What ``--help`` says.
    """
    made = write.func if isinstance(write, partial) else write
    hints = get_type_hints(made, include_extras=True, localns={"Path": Path})
    own = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[parameter.name])
        for parameter in inspect.signature(write).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    parameters = [*own, *model_parameters(), *request_options]

    def run(**options: Any) -> None:
        write(**options)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = help_text
    return run
