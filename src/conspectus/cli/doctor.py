"""`conspectus doctor`: is everything well, and what can be saved if it is not?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, FAILED, IN_PART

if TYPE_CHECKING:
    from conspectus.collection.recovery import Recovery

_SHOWN = 20


def command(
    library: LibraryOption = None,
    recover: Annotated[
        bool,
        typer.Option(
            "--recover", help="Save what can be read of a damaged library into a new file; the damaged one is kept."
        ),
    ] = False,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Examine the library and the program, and say in words what is well and what is not."""
    console = Console(quiet=quiet)
    if recover:
        _recover(library, console, as_json=as_json)
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


def _recover(library: LibraryOption, console: Console, *, as_json: bool) -> None:
    with console.watching() as events, open_workbench(library, events) as workbench:
        recovery = workbench.recover()
    if as_json:
        console.result_json(asdict(recovery))
    else:
        _print(recovery, console)
    raise typer.Exit(IN_PART if recovery.lost or recovery.incomplete else DONE)


def _print(recovery: Recovery, console: Console) -> None:
    _list(console, "lost", recovery.lost)
    _list(console, "without all of its texts", recovery.incomplete)
    console.remark(f"The damaged file is kept as {recovery.backup}. Decisions about duplicates are not saved.")
    if recovery.lost or recovery.incomplete:
        console.remark("Add your files again: what is there is found unchanged, what is lost comes back.")
        _list(console, "was added from", recovery.files)
    console.result(
        f"{recovery.papers} papers saved, {len(recovery.incomplete)} of them without all of their texts; "
        f"{len(recovery.lost)} known to be lost"
    )


def _list(console: Console, what: str, names: tuple[str, ...]) -> None:
    for name in names[:_SHOWN]:
        console.remark(f"{what}: {name}")
    if len(names) > _SHOWN:
        console.remark(f"{what}: {len(names) - _SHOWN} more; --json lists all")
