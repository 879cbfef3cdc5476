"""Options that several commands share, and the workbench that they ask for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from conspectus.foundation.events import Events
    from conspectus.workbench import Workbench

LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        help="The library folder; by default ./.conspectus if it exists, else one in your user data folder.",
    ),
]
CacheOption = Annotated[
    Path | None,
    typer.Option("--cache", metavar="DIR", help="Where answers of models are kept; by default your user cache folder."),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress and no remarks, only results and errors.")
]
EmbedderOption = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="NAME",
        help="Which embedder makes vectors: offline, specter2, gist, minilm or remote. Default: offline.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def open_workbench(library: Path | None = None, events: Events | None = None, **arguments: Any) -> Workbench:
    """Gives the workbench for a command's options.

    Args:
        library: The value of ``--library``.
        events: Told of progress and warnings.
        arguments: Settings by "section__key"; None values are left to the other layers.
    """
    from conspectus.foundation.settings import load_settings
    from conspectus.workbench import Workbench

    given: dict[str, Any] = {name.replace("__", ".", 1): value for name, value in arguments.items()}
    given["library.folder"] = None if library is None else str(library)
    return Workbench(load_settings(arguments=given), events)
