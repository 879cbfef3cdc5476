"""`conspectus doctor`: is everything well, and what can be saved if it is not?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.console import Console
from conspectus.cli.model_options import REACHING, add_model_options, split_model_options
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, FAILED, IN_PART
from conspectus.foundation.text.counting import counted

if TYPE_CHECKING:
    from conspectus.collection.doctor import Check
    from conspectus.collection.recovery import Recovery
    from conspectus.providers.examination import ModelCheck

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
    **given: Any,
) -> None:
    """Examine the library and the program, or a language model with --model, and say what is well and what is not."""
    console = Console(quiet=quiet)
    if recover:
        _recover(library, console, as_json=as_json)
    settings, _ = split_model_options(given)
    with open_workbench(library, **settings) as workbench:
        asked = any(value is not None for value in settings.values())
        checks: list[Check | ModelCheck] = [*(workbench.examine_model() if asked else workbench.examine())]
        if as_json:
            console.result_json([asdict(check) for check in checks])
        else:
            if not asked:
                console.remark(f"Library folder: {workbench.library_folder}")
            for check in checks:
                console.result(f"{'ok    ' if check.ok else 'BROKEN'}  {check.name}: {check.text}")
                if check.hint:
                    console.result(f"        hint: {check.hint}")
    raise typer.Exit(DONE if all(check.ok for check in checks) else FAILED)


add_model_options(command, REACHING)


def _recover(library: LibraryOption, console: Console, *, as_json: bool) -> None:
    with console.watching() as events, open_workbench(library, events) as workbench:
        recovery = workbench.recover()
    if as_json:
        console.result_json(asdict(recovery))
    else:
        _print(recovery, console)
    raise typer.Exit(IN_PART if recovery.lost or recovery.incomplete or recovery.decisions_lost else DONE)


def _print(recovery: Recovery, console: Console) -> None:
    _list(console, "lost", recovery.lost)
    _list(console, "without all of its texts", recovery.incomplete)
    console.remark(f"The damaged file is kept as {recovery.backup}.")
    if recovery.lost or recovery.incomplete:
        console.remark("Add your files again: what is there is found unchanged, what is lost comes back.")
        _list(console, "was added from", recovery.files)
    console.result(
        f"{counted(recovery.papers, 'paper')} saved, {len(recovery.incomplete)} of them without all of their texts; "
        f"{len(recovery.lost)} known to be lost"
    )
    console.result(recovery.decisions_told)


def _list(console: Console, what: str, names: tuple[str, ...]) -> None:
    for name in names[:_SHOWN]:
        console.remark(f"{what}: {name}")
    if len(names) > _SHOWN:
        console.remark(f"{what}: {len(names) - _SHOWN} more; --json lists all")
