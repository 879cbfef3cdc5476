"""`conspectus add`: files into the library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, FAILED, IN_PART, NOTHING

if TYPE_CHECKING:
    from conspectus.collection.report import AddReport, FailedItem

_SHOWN = 20


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Files, and folders to search for files.")],
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Add files of papers to the library.

    The format of each file is recognised from its content. Records of one work become one paper. Adding a file
    again changes nothing, and an interrupted run goes on where it stopped.
    """
    console = Console(quiet=quiet)
    with console.watching() as events, open_workbench(library, events) as workbench:
        report = workbench.add(paths)
    if as_json:
        console.result_json(report.to_json())
    else:
        _print(report, console)
    raise typer.Exit(exit_code(report))


def exit_code(report: AddReport) -> int:
    """Gives 0 if everything was taken in, 3 if something failed, 1 if all did, 4 if there was nothing to take in."""
    if report.failed:
        return IN_PART if report.taken else FAILED
    return DONE if report.taken else NOTHING


def _print(report: AddReport, console: Console) -> None:
    for file in report.files:
        counts = ", ".join(f"{number} {name}" for name, number in file.counts().items() if number) or "no papers"
        console.remark(f"{file.source}: {file.label} ({file.reason}): {counts}")
    for skipped in report.skipped[:_SHOWN]:
        console.remark(f"skipped: {skipped.source}: {skipped.reason}")
    if len(report.skipped) > _SHOWN:
        console.remark(f"skipped: {len(report.skipped) - _SHOWN} more; --json lists all")
    for failed in report.failed[:_SHOWN]:
        console.problem(f"failed: {_place(failed)}: {failed.reason}")
        if failed.hint:
            console.problem(f"hint: {failed.hint}")
    if len(report.failed) > _SHOWN:
        console.problem(f"failed: {len(report.failed) - _SHOWN} more; --json lists all")
    for warning in report.warnings:
        console.problem(f"warning: {warning}")
    console.result(
        f"{report.added} added, {report.merged} merged, {report.unchanged} unchanged, "
        f"{len(report.skipped)} skipped, {len(report.failed)} failed"
    )


def _place(failed: FailedItem) -> str:
    within = [f"record {failed.record}"] if failed.record else []
    within += [f"line {failed.line}"] if failed.line else []
    return f"{failed.source} ({', '.join(within)})" if within else failed.source
