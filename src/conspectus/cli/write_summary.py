"""`conspectus write summary`: the gist of one paper, each sentence with its evidence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
from conspectus.foundation.errors import NothingFound, UnreadableFile, UsageError
from conspectus.pipelines.paper_summary.request import SummaryRequest

if TYPE_CHECKING:
    from conspectus.domain.run_record import Product
    from conspectus.workbench import Workbench

HELP = "Write a faithful summary of one paper, each sentence with the sentences that it rests on."
_GRAPH_FORMATS = {".graphml": "graphml", ".json": "json", ".ttl": "turtle"}


def _write(
    paper: Annotated[
        str, typer.Argument(metavar="PAPER", help="A paper by id or citation key, or a file that holds one paper.")
    ],
    engine: EngineOption = None,
    output_format: FormatOption = None,
    output: OutputOption = None,
    style: StyleOption = None,
    library: LibraryOption = None,
    cache: CacheOption = None,
    log: Annotated[
        bool, typer.Option("--log", help="Also give the teacher's log: drafts, scores, what was rejected and why.")
    ] = False,
    graph: Annotated[
        Path | None,
        typer.Option("--graph", metavar="FILE", help="Also write the paper's entity graph (.graphml, .json or .ttl)."),
    ] = None,
    dry_run: DryRunOption = False,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
    **given: Any,
) -> None:
    console = Console(quiet=quiet)
    chosen = chosen_format(output_format, as_json, output)
    graph_format = None if graph is None else _graph_format(graph)
    settings, given = split_model_options(given)
    settings |= {"engine__name": engine, "output__style": style, "cache__folder": None if cache is None else str(cache)}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        check_model_is_named(settings, workbench.settings)
        form = chosen or workbench.settings.output.format
        exporter = exporter_named(form)
        request = _request(given, workbench)
        beside = None if dry_run or output is None else check_writable(output, [paper], workbench.library_folder)
        papers, _ = workbench.gather([paper])
        if not papers:
            raise NothingFound(f"{paper} holds no paper.", hint=f"conspectus add {paper} --dry-run says why.")
        if len(papers) > 1:
            raise UsageError(f"{paper} holds {len(papers)} papers.", hint="Name one of them by its id.")
        if dry_run:
            print_rehearsal(workbench.rehearse_summary(request, papers[0]), console, as_json=as_json)
            raise typer.Exit(DONE)
        product = workbench.write_summary(request, papers[0])
        product.block["log"] = log
        text = exporter.export(product, style=workbench.settings.output.style)
    if graph is not None and graph_format is not None:
        _save_graph(graph, graph_format, product)
        console.remark(f"The entity graph is in {graph}.")
    give_product(console, product, text, output, beside)
    if log and form == "json":
        _print_log(console, product)
    print_remarks(console, product, "1 paper")
    in_part = product.block["stop_reason"] == "failed" or product.run.usage.fallbacks
    raise typer.Exit(IN_PART if in_part else DONE)


run = product_command(_write, request_parameters(SummaryRequest), HELP)


def _request(given: dict[str, Any], workbench: Workbench) -> SummaryRequest:
    """The request of the options given, the rest from the settings."""
    wishes = {**given, "instructions": words_or_file(given.get("instructions"))}
    defaults = {**workbench.settings.summary.model_dump(), "seed": workbench.settings.engine.seed}
    made = make_request(SummaryRequest, wishes, defaults)
    return SummaryRequest.model_validate(made.model_dump())


def _graph_format(path: Path) -> str:
    form = _GRAPH_FORMATS.get(path.suffix.lower())
    if form is None:
        raise UsageError(
            f"No graph format goes with the ending {path.suffix or path.name}.",
            hint=f"Known: {', '.join(_GRAPH_FORMATS)}.",
        )
    return form


def _save_graph(path: Path, form: str, product: Product) -> None:
    from conspectus.exporters import ENTITY_GRAPH_EXPORTERS

    graph = product.entity_graph
    if graph is None:
        raise UsageError("There is no entity graph to write.", hint="Leave --graph out.")
    try:
        path.write_text(ENTITY_GRAPH_EXPORTERS.get(form)().export(graph), encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be written: {error.strerror}.", hint="Choose another place.") from None


def _print_log(console: Console, product: Product) -> None:
    """Says the teacher's log on stderr where the document on stdout is for programs."""
    from conspectus.exporters.summary_parts import log_text

    for line in log_text(product.block):
        console.problem(line)
