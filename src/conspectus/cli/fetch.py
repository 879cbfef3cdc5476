"""`conspectus fetch`: papers that a query finds into the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import CacheOption, JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, IN_PART

if TYPE_CHECKING:
    from conspectus.collection.fetching import FetchReport

_SHOWN = 20


def command(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="pubmed, europe_pmc, arxiv, openalex, crossref, semantic_scholar.")
    ],
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to search for, in the source's own syntax.")],
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Most papers, by relevance.")] = 100,
    start_year: Annotated[int | None, typer.Option("--start-year", metavar="N", help="First year.")] = None,
    end_year: Annotated[int | None, typer.Option("--end-year", metavar="N", help="Last year.")] = None,
    with_abstract: Annotated[
        bool, typer.Option("--with-abstract/--all", help="Only papers with an abstract, where the source can tell.")
    ] = True,
    library: LibraryOption = None,
    cache: CacheOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Search a service and add the papers that it finds to the library.

    Replies are kept, so that the same command goes on where it was interrupted. Records of one work become one paper.
    """
    from conspectus.sources.searching import SearchQuery

    asked = SearchQuery(text=query, start_year=start_year, end_year=end_year, limit=limit, with_abstract=with_abstract)
    console = Console(quiet=quiet)
    settings = {"cache__folder": None if cache is None else str(cache)}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        report = workbench.fetch(source, asked)
    if as_json:
        console.result_json(report.to_json())
    else:
        print_fetched(report, console)
    raise typer.Exit(IN_PART if report.in_part else DONE)


def print_fetched(report: FetchReport, console: Console) -> None:
    """Prints what fetching did; what is missing or failed goes to stderr, at most twenty of each."""
    if report.translation:
        console.remark(f"{report.found} found; understood as {report.translation}")
    for name, reason in report.missing[:_SHOWN]:
        console.problem(f"missing: {name}: {reason}")
    if len(report.missing) > _SHOWN:
        console.problem(f"missing: {len(report.missing) - _SHOWN} more; --json lists all")
    for item in report.failed[:_SHOWN]:
        console.problem(f"failed: record {item.record}: {item.reason}")
    if len(report.failed) > _SHOWN:
        console.problem(f"failed: {len(report.failed) - _SHOWN} more; --json lists all")
    for warning in report.warnings:
        console.problem(f"warning: {warning}")
    if not report.complete:
        console.problem(f"warning: {report.source} stopped half way; run the command again to go on.")
    console.result(
        f"{report.added} added, {report.merged} merged, {report.unchanged} unchanged, {len(report.missing)} missing, "
        f"{len(report.failed)} failed"
    )
