"""`conspectus write topic-page`: from a query to a cited page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.console import Console
from conspectus.cli.model_options import check_model_is_named, print_rehearsal, split_model_options
from conspectus.cli.options import CacheOption, EmbedderOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, IN_PART
from conspectus.cli.product_options import (
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
from conspectus.foundation.text.counting import counted
from conspectus.pipelines.topic_page.request import TopicPageRequest

if TYPE_CHECKING:
    from conspectus.domain.run_record import Product
    from conspectus.workbench import Workbench

HELP = "Write what a topic is, what is known of it and what is open, from the papers that a query finds."
_EXPLAINED = 20
"""So many clusters are explained whether or not a paper of theirs was shown."""
_TAKEN = ("query", "names")


def _write(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to search for, in the source's own syntax.")],
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="The topic's name; repeat it for synonyms. Default: the query."),
    ] = None,
    engine: EngineOption = None,
    output_format: FormatOption = None,
    output: OutputOption = None,
    topical_json: Annotated[
        Path | None,
        typer.Option(
            "--topical-json", metavar="DIR", help="Also write the page as TOPICAL's own JSON into this folder."
        ),
    ] = None,
    style: StyleOption = None,
    embedder: EmbedderOption = None,
    library: LibraryOption = None,
    cache: CacheOption = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say which clusters were found and what the writer was shown.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Search and fetch, say which calls to models it takes, and send none.")
    ] = False,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
    **given: Any,
) -> None:
    console = Console(quiet=quiet)
    chosen = chosen_format(output_format, as_json, output)
    settings, given = split_model_options(given)
    settings |= {"engine__name": engine, "output__style": style, "cache__folder": None if cache is None else str(cache)}
    settings["embedder__name"] = embedder
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        check_model_is_named(settings, workbench.settings)
        exporter = exporter_named(chosen or workbench.settings.output.format)
        request = _request(query, name, given, workbench)
        beside = None if dry_run or output is None else check_writable(output, [], workbench.library_folder)
        if topical_json is not None:
            _check_folder(topical_json)
        if dry_run:
            print_rehearsal(workbench.rehearse_topic_page(request), console, as_json=as_json)
            raise typer.Exit(DONE)
        product = workbench.write_topic_page(request)
        text = exporter.export(product, style=workbench.settings.output.style)
    give_product(console, product, text, output, beside)
    if topical_json is not None:
        console.remark(f"TOPICAL's JSON is in {_save_topical(topical_json, product)}.")
    if explain:
        _explain(console, product)
    shown = product.block["counts"]["shown"]
    print_remarks(console, product, counted(shown, "paper shown", "papers shown"))
    in_part = not product.block["complete"] or product.run.usage.fallbacks
    raise typer.Exit(IN_PART if in_part else DONE)


run = product_command(_write, request_parameters(TopicPageRequest, without=_TAKEN), HELP)


def _request(query: str, names: list[str] | None, given: dict[str, Any], workbench: Workbench) -> TopicPageRequest:
    """The request of the options given, the rest from the settings."""
    wishes = {
        **given,
        "query": query.strip(),
        "names": tuple(names or ()),
        "instructions": words_or_file(given.get("instructions")),
    }
    made = make_request(TopicPageRequest, wishes, workbench.settings.topic_page.model_dump())
    return TopicPageRequest.model_validate(made.model_dump())


def _check_folder(folder: Path) -> None:
    from conspectus.foundation.errors import UsageError

    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder.", hint="--topical-json takes a folder that exists.")


def _save_topical(folder: Path, product: Product) -> Path:
    """Writes TOPICAL's own JSON: UTF-8, not escaped, indented by 4."""
    import json

    from conspectus.foundation.errors import UnreadableFile
    from conspectus.pipelines.topic_page.upstream_json import file_name, upstream_object

    made = upstream_object(product)
    path = folder / file_name(made["entity"])
    try:
        path.write_text(json.dumps(made, ensure_ascii=False, indent=4) + "\n", encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be written: {error.strerror}.", hint="Choose another folder.") from None
    return path


def _explain(console: Console, product: Product) -> None:
    """Says on stderr how the papers were grouped and which the writer saw."""
    block = product.block
    console.problem(f"query: {block['query']}; understood as {block['translation'] or block['query']}")
    threshold = block["threshold"]
    if threshold is not None:
        tried = ", ".join(f"{value:.2f}" for value in threshold["tried"])
        console.problem(f"similarities tried: {tried} ({threshold['published_by'] or threshold['source']})")
    if block["clusters_note"]:
        console.problem(f"no clusters: {block['clusters_note']}")
    for number, cluster in enumerate(block["clusters"], 1):
        if not cluster["shown"] and number > _EXPLAINED:
            continue
        keywords = f" [{', '.join(cluster['keywords'])}]" if cluster["keywords"] else ""
        size, shown = counted(cluster["size"], "paper"), len(cluster["shown"])
        console.problem(f"cluster {number}: {size}, {shown} shown, around “{cluster['centre']['title']}”{keywords}")
    hidden = sum(1 for cluster in block["clusters"][_EXPLAINED:] if not cluster["shown"])
    if hidden:
        console.problem(f"{counted(hidden, 'smaller cluster')} of which no paper was shown; --json lists them")
    sampled = block["sampled"]
    papers = counted(len(sampled["papers"]), "paper")
    console.problem(
        f"shown to the writer: {papers} by {sampled['strategy']}, {sampled['tokens']} of {sampled['budget']} tokens"
    )
    for paper in sampled["papers"]:
        console.problem(f"  {paper}")
