"""The options that every command that writes a product has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
