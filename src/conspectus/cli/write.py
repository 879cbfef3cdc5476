"""`conspectus write`: the written products, one subcommand each, with options made from their requests."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.add import print_left_out
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
_BIB_HEAD = "% The references of a text that conspectus wrote; it may be written again."
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
        str | None, typer.Option("--engine", metavar="NAME", help="Who writes. Default: extractive.")
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
        beside = None if output is None else _check_writable(output, named, workbench.library_folder)
        papers, report = workbench.gather(named)
        _report_import(console, report)
        own_abstract, own_id = _own_abstract(workbench, abstract, citing)
        product = workbench.write(
            kind, request, [paper for paper in papers if paper.id != own_id], own_abstract=own_abstract
        )
        text = exporter.export(product, style=workbench.settings.output.style)
    if output is None or beside is None:
        console.result(text.rstrip("\n"))
    else:
        _save(output, beside, text, product)
        console.result(str(output))
        console.remark(f"The references are in {beside}.")
    _remark(console, product, papers)
    raise typer.Exit(IN_PART if report is not None and report.failed else DONE)


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


def _check_writable(output: Path, sources: list[str], library: Path) -> Path:
    """Gives the path of the references beside an output, having made sure that nothing of the user's is overwritten.

    Raises:
        UsageError: The output is a source, lies in the library, or cannot be made.
    """
    if output.is_dir():
        raise UsageError(f"{output} is a folder.", hint="Name a file with -o.")
    if not output.parent.is_dir():
        raise UsageError(f"The folder {output.parent} does not exist.", hint="Make it first, or choose another -o.")
    if output.resolve().is_relative_to(library.resolve()):
        raise UsageError(f"{output} lies in the library.", hint="Choose an -o outside the library folder.")
    if any(_same(output, source) for source in sources):
        raise UsageError(f"{output} is one of the sources and would be overwritten.", hint="Choose another -o.")
    for beside in (output.with_suffix(".bib"), output.with_suffix(".references.bib")):
        if not beside.exists() or (beside.is_file() and beside.read_bytes().startswith(_BIB_HEAD.encode())):
            return beside
    raise UsageError(
        f"{beside} and {output.with_suffix('.bib')} exist and are not ours to overwrite.", hint="Choose another -o."
    )


def _same(output: Path, source: str) -> bool:
    try:
        path = Path(source)
        inside = path.is_dir() and output.resolve().is_relative_to(path.resolve()) and output.exists()
        return inside or (path.exists() and path.resolve() == output.resolve())
    except OSError:
        return False


def _save(output: Path, beside: Path, text: str, product: Product) -> None:
    """Writes both files whole or not at all."""
    from conspectus.exporters import REFERENCE_EXPORTERS

    references = REFERENCE_EXPORTERS.get("bibtex")().export(product.papers)
    for path, content in ((output, text), (beside, f"{_BIB_HEAD}\n{references}")):
        part = path.with_name(f".{path.name[:200]}.part")
        try:
            part.write_text(content, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise UnreadableFile(f"{path} cannot be written: {error.strerror}.", hint="Choose another -o.") from None


def _remark(console: Console, product: Product, papers: list[Paper]) -> None:
    sentences = sum(1 for _ in product.text.sentences())
    seconds = sum(value for _, value in product.run.seconds)
    said = "1 sentence cites" if sentences == 1 else f"{sentences} sentences cite"
    console.remark(
        f"{said} {len(product.papers)} of {len(papers)} references ({seconds:.1f} s); "
        f"seed {product.run.seed}, engine {product.run.engine}."
    )
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
