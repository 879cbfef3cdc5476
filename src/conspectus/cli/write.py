"""`conspectus write`: the written products, one subcommand each, with options made from their requests."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli import write_answer, write_summary, write_topic_page
from conspectus.cli.add import print_left_out
from conspectus.cli.console import Console
from conspectus.cli.model_options import check_model_is_named, print_rehearsal, split_model_options
from conspectus.cli.options import CacheOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, IN_PART
from conspectus.cli.product_options import (
    DryRunOption,
    EngineOption,
    FormatOption,
    JsonOption,
    OutputOption,
    StyleOption,
    product_command,
)
from conspectus.cli.product_output import chosen_format, exporter_named, print_remarks, words_or_file
from conspectus.cli.request_options import make_request, request_parameters
from conspectus.cli.written_files import check_writable, give_product
from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.counting import counted
from conspectus.pipelines import REQUESTS

if TYPE_CHECKING:
    from conspectus.collection.report import AddReport
    from conspectus.workbench import Workbench

command = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True, help="Write a cited overview.")

_HELP = {"review": "Write a literature review of given references, each sentence with its evidence."}


def _write(
    kind: str,
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="SOURCE", help="Files, folders, or papers by id or citation key.")
    ] = None,
    from_sources: Annotated[
        list[str] | None, typer.Option("--from", metavar="SOURCE", help="The same; may be repeated.")
    ] = None,
    abstract: Annotated[
        Path | None, typer.Option("--abstract", metavar="FILE", help="Text file with the abstract of your own paper.")
    ] = None,
    citing: Annotated[
        str | None, typer.Option("--citing", metavar="PAPER", help="Your own paper in the library, for its abstract.")
    ] = None,
    engine: EngineOption = None,
    output_format: FormatOption = None,
    output: OutputOption = None,
    style: StyleOption = None,
    library: LibraryOption = None,
    cache: CacheOption = None,
    dry_run: DryRunOption = False,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
    **given: Any,
) -> None:
    console = Console(quiet=quiet)
    named = [*(sources or []), *(from_sources or [])]
    if not named:
        raise UsageError("No references are given.", hint="Name files or papers: conspectus write review --from FILE")
    if abstract is not None and citing is not None:
        raise UsageError("--abstract and --citing both name your own paper.", hint="Give one of the two.")
    chosen = chosen_format(output_format, as_json, output)
    settings, given = split_model_options(given)
    settings |= {"engine__name": engine, "engine__seed": given.get("seed"), "output__style": style}
    settings |= {"cache__folder": None if cache is None else str(cache)}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        check_model_is_named(settings, workbench.settings)
        exporter = exporter_named(chosen or workbench.settings.output.format)
        request = _request(kind, given, workbench)
        beside = None if dry_run or output is None else check_writable(output, named, workbench.library_folder)
        papers, report = workbench.gather(named)
        _report_import(console, report)
        own_abstract, own_id = _own_abstract(workbench, abstract, citing)
        given_papers = [paper for paper in papers if paper.id != own_id]
        if dry_run:
            rehearsal = workbench.rehearse_write(kind, request, given_papers, own_abstract=own_abstract)
            print_rehearsal(rehearsal, console, as_json=as_json)
            raise typer.Exit(DONE)
        product = workbench.write(kind, request, given_papers, own_abstract=own_abstract)
        text = exporter.export(product, style=workbench.settings.output.style)
    give_product(console, product, text, output, beside)
    print_remarks(console, product, counted(len(papers), "reference"))
    in_part = (report is not None and report.failed) or product.run.usage.fallbacks
    raise typer.Exit(IN_PART if in_part else DONE)


def _request(kind: str, given: dict[str, Any], workbench: Workbench) -> Any:
    """The request of the options given, the rest from the settings."""
    section = getattr(workbench.settings, kind, None)
    defaults = section.model_dump() if section is not None else {}
    wishes = {**given, "instructions": words_or_file(given.get("instructions"))}
    return make_request(REQUESTS.get(kind), wishes, {**defaults, "seed": workbench.settings.engine.seed})


# Products that do not begin with references have commands of their own.
_OWN: dict[str, Any] = {"topic_page": write_topic_page, "summary": write_summary, "answer": write_answer}

for _kind in REQUESTS.names():
    if _kind in _OWN:
        command.command(_kind.replace("_", "-"), help=_OWN[_kind].HELP)(_OWN[_kind].run)
    else:
        _help = _HELP.get(_kind, f"Write a {_kind.replace('_', ' ')}.")
        command.command(_kind, help=_help)(
            product_command(partial(_write, _kind), request_parameters(REQUESTS.get(_kind)), _help)
        )


@command.callback()
def _root() -> None:
    """Write a cited overview from the library, or from files that are added to it first."""


def _own_abstract(workbench: Workbench, abstract: Path | None, citing: str | None) -> tuple[str, str]:
    """The abstract of the user's own paper, and its id where it is in the library."""
    if abstract is not None:
        try:
            text = abstract.read_text("utf-8").strip()
        except OSError as error:
            raise UsageError(
                f"{abstract} cannot be read: {error.strerror}.", hint="--abstract takes a text file."
            ) from None
        except UnicodeDecodeError:
            raise UsageError(
                f"{abstract} cannot be read: it is not UTF-8 text.", hint="--abstract takes a text file in UTF-8."
            ) from None
        if not text:
            raise UsageError(f"{abstract} is empty.", hint="Put the abstract of your own paper in it.")
        return text, ""
    if citing is None:
        return "", ""
    (own, *_), _ = workbench.gather([citing])
    if not own.abstract:
        raise UsageError(f"{own.id} has no abstract.", hint="Give the abstract as a text file with --abstract.")
    return own.abstract, own.id


def _report_import(console: Console, report: AddReport | None) -> None:
    """Says what of the files could not be read, before the writing, which may then have nothing to write from."""
    if report is None:
        return
    print_left_out(report, console)


__all__ = ["command"]
