"""`conspectus write`: the written products, one subcommand each, with options made from their requests."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.add import print_left_out
from conspectus.cli.console import Console
from conspectus.cli.model_options import model_parameters, print_bill, print_rehearsal, split_model_options
from conspectus.cli.options import CacheOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, IN_PART
from conspectus.cli.request_options import make_request, request_parameters
from conspectus.cli.written_files import check_writable, save_product
from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.counting import counted
from conspectus.pipelines import REQUESTS

if TYPE_CHECKING:
    from conspectus.collection.report import AddReport
    from conspectus.domain.paper import Paper
    from conspectus.domain.run_record import Product
    from conspectus.workbench import Workbench

command = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True, help="Write a cited overview.")

_HELP = {"review": "Write a literature review of given references, each sentence with its evidence."}
_SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".json": "json"}


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
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine", metavar="NAME", help="Who writes. Default: generative with --model, extractive without."
        ),
    ] = None,
    output_format: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="markdown, html or json; by default that of -o, else markdown."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to write; the references go beside it as .bib."),
    ] = None,
    style: Annotated[
        str | None,
        typer.Option("--style", metavar="CSL", help="CSL style by name (apa, ieee, vancouver …) or a .csl file."),
    ] = None,
    library: LibraryOption = None,
    cache: CacheOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say which calls to models it takes, and send none.")
    ] = False,
    quiet: QuietOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    **given: Any,
) -> None:
    console = Console(quiet=quiet)
    named = [*(sources or []), *(from_sources or [])]
    if not named:
        raise UsageError("No references are given.", hint="Name files or papers: conspectus write review --from FILE")
    if abstract is not None and citing is not None:
        raise UsageError("--abstract and --citing both name your own paper.", hint="Give one of the two.")
    chosen = _format(output_format, as_json, output)
    settings, given = split_model_options(given)
    settings |= {"engine__name": engine, "engine__seed": given.get("seed"), "output__style": style}
    settings |= {"cache__folder": None if cache is None else str(cache)}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        exporter = _exporter(chosen or workbench.settings.output.format)
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
    if output is None or beside is None:
        console.result(text.rstrip("\n"))
    else:
        save_product(output, beside, text, product)
        console.result(str(output))
        console.remark(f"The references are in {beside}.")
    _remark(console, product, papers)
    in_part = (report is not None and report.failed) or product.run.usage.fallbacks
    raise typer.Exit(IN_PART if in_part else DONE)


def _request(kind: str, given: dict[str, Any], workbench: Workbench) -> Any:
    """The request of the options given, the rest from the settings."""
    section = getattr(workbench.settings, kind, None)
    defaults = section.model_dump() if section is not None else {}
    wishes = {**given, "instructions": _instructions(given.get("instructions"))}
    return make_request(REQUESTS.get(kind), wishes, {**defaults, "seed": workbench.settings.engine.seed})


def _product_command(kind: str) -> Any:
    """The command of one product: the shared options with those of its request."""

    def run(**options: Any) -> None:
        _write(kind, **options)

    shared = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=_annotations()[parameter.name])
        for parameter in inspect.signature(_write).parameters.values()
        if parameter.name not in ("kind", "given")
    ]
    options = [*shared, *model_parameters(), *request_parameters(REQUESTS.get(kind))]
    run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in options}
    run.__doc__ = _HELP.get(kind, f"Write a {kind.replace('_', ' ')}.")
    return run


def _annotations() -> dict[str, Any]:
    from typing import get_type_hints

    return get_type_hints(_write, include_extras=True, localns={"Path": Path})


for _kind in REQUESTS.names():
    command.command(_kind, help=_HELP.get(_kind))(_product_command(_kind))


@command.callback()
def _root() -> None:
    """Write a cited overview from the library, or from files that are added to it first."""


def _format(named: str | None, as_json: bool, output: Path | None) -> str | None:
    if as_json:
        if named not in (None, "json"):
            raise UsageError(f"--json and --format {named} exclude each other.", hint="Give one of the two.")
        return "json"
    if named is None and output is not None and output.suffix:
        form = _SUFFIXES.get(output.suffix.lower())
        if form is None:
            known = ", ".join(_SUFFIXES)
            raise UsageError(
                f"No format goes with the ending {output.suffix}.", hint=f"Known: {known}; or name one with --format."
            )
        return form
    return named


def _exporter(name: str) -> Any:
    from conspectus.exporters import EXPORTERS

    return EXPORTERS.get(name)()


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


def _instructions(given: str | None) -> str | None:
    """The user's wishes: the text of the file of that name if there is one, else the words themselves."""
    if given is None or not _is_file(given):
        return given
    try:
        return Path(given).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{given} cannot be read: {error}.", hint="--instructions takes words or a text file."
        ) from None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _remark(console: Console, product: Product, papers: list[Paper]) -> None:
    sentences = sum(1 for _ in product.text.sentences())
    seconds = sum(value for _, value in product.run.seconds)
    model = f", {product.run.model}" if product.run.model else ""
    said = "1 sentence cites" if sentences == 1 else f"{sentences} sentences cite"
    console.remark(
        f"{said} {len(product.papers)} of {counted(len(papers), 'reference')} ({seconds:.1f} s); "
        f"seed {product.run.seed}, engine {product.run.engine}{model}."
    )
    print_bill(product.run.usage, dict(product.run.seconds), console)
    by_reason: dict[str, int] = {}
    for left in product.not_cited:
        by_reason[left.reason] = by_reason.get(left.reason, 0) + 1
    for reason, count in by_reason.items():
        console.remark(f"not cited: {count}, {reason}")
    for warning in product.warnings:
        console.problem(f"warning: {warning}")


def _report_import(console: Console, report: AddReport | None) -> None:
    """Says what of the files could not be read, before the writing, which may then have nothing to write from."""
    if report is None:
        return
    print_left_out(report, console)


__all__ = ["command"]
