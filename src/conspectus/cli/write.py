"""`conspectus write`: the written products, one subcommand each, with options made from their requests."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, IN_PART
from conspectus.cli.request_options import make_request, request_parameters
from conspectus.foundation.errors import UnreadableFile, UsageError
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
    engine: Annotated[str | None, typer.Option("--engine", help="Who writes. Default: extractive.")] = None,
    output_format: Annotated[
        str | None, typer.Option("--format", help="markdown, html or json; by default that of -o, else markdown.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to write; the references go beside it as .bib."),
    ] = None,
    style: Annotated[
        str | None, typer.Option("--style", help="CSL style by name (apa, ieee, vancouver …) or a .csl file.")
    ] = None,
    library: LibraryOption = None,
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
    settings = {"engine__name": engine, "engine__seed": given.get("seed"), "output__style": style}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        exporter = _exporter(chosen or workbench.settings.output.format)
        model = REQUESTS.get(kind)
        section = getattr(workbench.settings, kind, None)
        defaults = section.model_dump() if section is not None else {}
        request = make_request(model, given, {**defaults, "seed": workbench.settings.engine.seed})
        if output is not None:
            _check_writable(output)
        papers, report = workbench.gather(named)
        own_abstract, own_id = _own_abstract(workbench, abstract, citing)
        product = workbench.write(
            kind, request, [paper for paper in papers if paper.id != own_id], own_abstract=own_abstract
        )
        text = exporter.export(product, style=workbench.settings.output.style)
    if output is None:
        console.result(text.rstrip("\n"))
    else:
        _save(output, text, product, console)
    _remark(console, product, papers)
    raise typer.Exit(_report_import(console, report))


def _product_command(kind: str) -> Any:
    """The command of one product: the shared options with those of its request."""

    def run(**options: Any) -> None:
        _write(kind, **options)

    shared = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=_annotations()[parameter.name])
        for parameter in inspect.signature(_write).parameters.values()
        if parameter.name not in ("kind", "given")
    ]
    own = request_parameters(REQUESTS.get(kind))
    run.__signature__ = inspect.Signature([*shared, *own])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*shared, *own)}
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
    if named is None and output is not None:
        return _SUFFIXES.get(output.suffix.lower())
    return named


def _exporter(name: str) -> Any:
    from conspectus.exporters import EXPORTERS

    return EXPORTERS.get(name)()


def _own_abstract(workbench: Workbench, abstract: Path | None, citing: str | None) -> tuple[str, str]:
    """The abstract of the user's own paper, and its id where it is in the library."""
    if abstract is not None:
        try:
            return abstract.read_text("utf-8").strip(), ""
        except (OSError, UnicodeDecodeError) as error:
            raise UnreadableFile(
                f"{abstract} cannot be read: {error}.", hint="--abstract takes a text file in UTF-8."
            ) from None
    if citing is None:
        return "", ""
    (own, *_), _ = workbench.gather([citing])
    if not own.abstract:
        raise UsageError(f"{own.id} has no abstract.", hint="Give the abstract as a text file with --abstract.")
    return own.abstract, own.id


def _check_writable(output: Path) -> None:
    if output.is_dir():
        raise UsageError(f"{output} is a folder.", hint="Name a file with -o.")
    if not output.parent.is_dir():
        raise UsageError(f"The folder {output.parent} does not exist.", hint="Make it first, or choose another -o.")


def _save(output: Path, text: str, product: Product, console: Console) -> None:
    from conspectus.exporters import REFERENCE_EXPORTERS

    references = REFERENCE_EXPORTERS.get("bibtex")()
    beside = output.with_suffix(references.suffix)
    try:
        output.write_text(text, encoding="utf-8")
        beside.write_text(references.export(product.papers), encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{output} cannot be written: {error.strerror}.", hint="Choose another -o.") from None
    console.result(str(output))
    console.remark(f"The references are in {beside}.")


def _remark(console: Console, product: Product, papers: list[Paper]) -> None:
    sentences = sum(1 for _ in product.text.sentences())
    seconds = sum(value for _, value in product.run.seconds)
    console.remark(
        f"{sentences} sentences cite {len(product.papers)} of {len(papers)} references ({seconds:.1f} s); "
        f"seed {product.run.seed}, engine {product.run.engine}."
    )
    by_reason: dict[str, int] = {}
    for left in product.not_cited:
        by_reason[left.reason] = by_reason.get(left.reason, 0) + 1
    for reason, count in by_reason.items():
        console.remark(f"not cited: {count}, {reason}")
    for warning in product.warnings:
        console.problem(f"warning: {warning}")


def _report_import(console: Console, report: AddReport | None) -> int:
    if report is None or not report.failed:
        return DONE
    for failed in report.failed[:20]:
        place = f" (record {failed.record}, line {failed.line})" if failed.record else ""
        console.problem(f"failed: {failed.source}{place}: {failed.reason}")
        if failed.hint:
            console.problem(f"hint: {failed.hint}")
    return IN_PART


__all__ = ["command"]
