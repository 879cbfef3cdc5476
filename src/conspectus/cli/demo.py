"""`conspectus demo`: the main job on the bundled library, without key or network."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import QuietOption, open_workbench
from conspectus.foundation.errors import UnreadableFile
from conspectus.foundation.text.counting import counted


def command(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the library and the report.")] = Path(
        "conspectus-demo"
    ),
    open_report: Annotated[bool, typer.Option("--open", help="Open the report in the browser.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Write reviews of the bundled library: real papers, their abstracts retold in our own words."""
    console = Console(quiet=quiet)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableFile(f"{out} cannot be made: {error.strerror}.", hint="Choose another --out.") from None
    begun = time.perf_counter()
    with console.watching() as events, open_workbench(out / "library", events) as workbench:
        report = workbench.demonstrate(out)
        console.remark(
            f"{counted(workbench.library.count(), 'paper')}, two reviews, {time.perf_counter() - begun:.1f} seconds."
        )
    console.remark("The report, to be opened in any browser:")
    console.result(str(report.resolve()))
    if open_report:
        import webbrowser

        webbrowser.open(report.resolve().as_uri())
