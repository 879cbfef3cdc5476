"""`conspectus doctor`: is everything well?"""

from __future__ import annotations

from dataclasses import asdict

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, FAILED


def command(library: LibraryOption = None, quiet: QuietOption = False, as_json: JsonOption = False) -> None:
    """Examine the library and the program, and say in words what is well and what is not."""
    console = Console(quiet=quiet)
    with open_workbench(library) as workbench:
        checks = list(workbench.examine())
        if as_json:
            console.result_json([asdict(check) for check in checks])
        else:
            console.remark(f"Library folder: {workbench.library_folder}")
            for check in checks:
                console.result(f"{'ok    ' if check.ok else 'BROKEN'}  {check.name}: {check.text}")
                if check.hint:
                    console.result(f"        hint: {check.hint}")
    raise typer.Exit(DONE if all(check.ok for check in checks) else FAILED)
