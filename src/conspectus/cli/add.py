"""`conspectus add`: files into the library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, FAILED, IN_PART, NOTHING
from conspectus.foundation.text.counting import counted

if TYPE_CHECKING:
    from conspectus.collection.report import AddReport, FailedItem, FileReport, SkippedItem

_SHOWN = 20


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH",
            help="Files and archives, and folders to search; or papers as doi:…, pmid:…, pmcid:… or arxiv:….",
        ),
    ],
    library: LibraryOption = None,
    include_text: Annotated[
        bool,
        typer.Option(
            "--include-text",
            help="Also read running text (Markdown, HTML, plain text) that lies in folders and archives.",
        ),
    ] = False,
    pdf_engine: Annotated[
        str | None,
        typer.Option(
            "--pdf-engine",
            metavar="NAME",
            help="What reads PDFs: own, or grobid, a server that you run. Default: own.",
        ),
    ] = None,
    grobid_url: Annotated[
        str | None,
        typer.Option(
            "--grobid-url",
            metavar="URL",
            help="The address of the GROBID server. Default: http://localhost:8070.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only report what would be added; nothing is written.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List everything that was skipped or failed, however long.")
    ] = False,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Add files of papers to the library.

    The format of each file is recognised from its content. Records of one work become one paper. Adding a file
    again changes nothing, and an interrupted run goes on where it stopped.
    """
    console = Console(quiet=quiet)
    identifiers, paths = _split(paths)
    if identifiers:
        _add_identified(identifiers, paths, console, library, as_json=as_json, dry_run=dry_run)
    settings = {"reading__pdf_engine": pdf_engine, "reading__grobid_url": grobid_url}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        add = workbench.rehearse_add if dry_run else workbench.add
        report = add(paths, include_text=include_text)
    if as_json:
        console.result_json(report.to_json())
    else:
        _print(report, console, most=None if verbose else _SHOWN)
    raise typer.Exit(exit_code(report))


def _split(paths: list[Path]) -> tuple[list[str], list[Path]]:
    """The identifiers among what was given, and the paths; a file that exists is a file, whatever its name."""
    from conspectus.sources.identifier_lookup import is_identifier

    # A path has lost double slashes, which no identifier has before its value.
    identifiers = [str(path) for path in paths if is_identifier(str(path)) and not path.exists()]
    return identifiers, [path for path in paths if str(path) not in identifiers]


def _add_identified(
    identifiers: list[str], paths: list[Path], console: Console, library: Path | None, *, as_json: bool, dry_run: bool
) -> None:
    """Adds papers by identifier and ends the command."""
    from conspectus.cli.fetch import print_fetched
    from conspectus.foundation.errors import UsageError

    if paths:
        raise UsageError(
            f"{identifiers[0]} is an identifier and {paths[0]} a path.",
            hint="Add files and identifiers one after another.",
        )
    if dry_run:
        raise UsageError("--dry-run does not go with identifiers.", hint="`conspectus add FILE --dry-run` does.")
    with console.watching() as events, open_workbench(library, events) as workbench:
        report = workbench.add_identified(identifiers)
    if as_json:
        console.result_json(report.to_json())
    else:
        print_fetched(report, console)
    if not report.papers:
        raise typer.Exit(NOTHING)
    raise typer.Exit(IN_PART if report.in_part else DONE)


def exit_code(report: AddReport) -> int:
    """Gives 0 if everything was taken in, 3 if something failed, 1 if all did, 4 if there was nothing to take in."""
    if report.failed:
        return IN_PART if report.taken else FAILED
    return DONE if report.taken else NOTHING


def _print(report: AddReport, console: Console, *, most: int | None) -> None:
    for file in report.files[:most]:
        console.remark(_line(_file(file)))
    if most is not None and len(report.files) > most:
        console.remark(
            f"{counted(len(report.files) - most, 'more file was', 'more files were')} read; "
            "`conspectus add --verbose` or --json lists all"
        )
    print_left_out(report, console, most)
    for warning in report.warnings:
        console.problem(_line(f"warning: {warning}"))
    if report.uncertain:
        pairs = "1 pair of papers" if report.uncertain == 1 else f"{report.uncertain} pairs of papers"
        console.remark(f"{pairs} may be one work: `conspectus duplicates list` shows them.")
    if report.dry_run:
        console.remark("Dry run: nothing was written; the counts are what adding would do.")
    console.result(
        f"{'dry run: ' if report.dry_run else ''}{report.added} added, {report.merged} merged, "
        f"{report.unchanged} unchanged, {report.skipped_count} skipped, {report.failed_count} failed"
    )


def print_left_out(report: AddReport, console: Console, most: int | None = _SHOWN) -> None:
    """Prints what was skipped or failed: at most ``most`` of each, but every file that failed as a whole."""
    _print_skipped(report.skipped, console, most)
    _print_failed(report.failed, console, most)


def _print_skipped(skipped: list[SkippedItem], console: Console, most: int | None) -> None:
    for item in skipped[:most]:
        console.remark(_line(f"skipped: {_place(item)}: {item.reason}"))
    left = sum(item.records for item in skipped[most:]) if most is not None else 0
    if left:
        console.remark(f"skipped: {left} more; `conspectus add --verbose` or --json lists all")


def _print_failed(failed: list[FailedItem], console: Console, most: int | None) -> None:
    """Prints every file that failed as a whole, and the first of the records that did."""
    records = [item for item in failed if item.record or item.line]
    left = records[most:] if most is not None else []
    hidden = set(map(id, left))
    hint = ""
    for item in failed:
        if id(item) in hidden:
            continue
        console.problem(_line(f"failed: {_place(item)}: {item.reason}"))
        if item.hint and item.hint != hint:
            console.problem(_line(f"hint: {item.hint}"))
        hint = item.hint
    if left:
        console.problem(
            f"failed: {counted(sum(item.records for item in left), 'more record')}; "
            "`conspectus add --verbose` or --json lists all"
        )


def _file(file: FileReport) -> str:
    counts = ", ".join(f"{number} {name}" for name, number in file.counts().items() if number) or "no papers"
    label = f"{file.label} from {file.dialect}" if file.dialect else file.label
    extra = ", ".join(sorted(file.extra_fields, key=lambda name: (-file.extra_fields[name], name))[:5])
    more = f"{', …' if len(file.extra_fields) > 5 else ''}"
    kept = f"; kept without a field of their own: {extra}{more}" if extra else ""
    loss = f"; {file.loss_text}" if file.loss_text else ""
    return f"{file.source}: {label} ({file.reason}): {counts}{loss}{kept}"


def _place(item: FailedItem | SkippedItem) -> str:
    within = [f"record {item.record}"] if item.record else []
    within += [f"line {item.line}"] if item.line else []
    within += [f"and {item.records - 1} more like it"] if item.records > 1 else []
    return f"{item.source} ({', '.join(within)})" if within else item.source


def _line(text: str) -> str:
    from conspectus.collection.visible_text import visible

    return visible(text)
