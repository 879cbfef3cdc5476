"""`conspectus reindex`: the projections of the library, made anew or completed."""

from __future__ import annotations

from typing import Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import EmbedderOption, JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.foundation.text.counting import counted


def command(
    missing: Annotated[bool, typer.Option("--missing", help="Only take in what the indexes lack.")] = False,
    embedder: EmbedderOption = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Make the full-text index and the vectors anew from the library; also brings an older library up to date."""
    console = Console(quiet=quiet)
    with console.watching() as events, open_workbench(library, events, embedder__name=embedder) as workbench:
        indexed = workbench.reindex(missing_only=missing)
    if as_json:
        console.result_json({"indexed": indexed})
    else:
        console.result(f"{counted(indexed, 'paper')} indexed")
