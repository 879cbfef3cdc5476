"""`conspectus write answer`: from a question to an answer whose every sentence opens its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.console import Console
from conspectus.cli.model_options import check_model_is_named, print_rehearsal, split_model_options
from conspectus.cli.options import CacheOption, EmbedderOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, IN_PART, NOTHING
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
from conspectus.foundation.text.counting import counted
from conspectus.pipelines.answer.request import AnswerRequest

if TYPE_CHECKING:
    from conspectus.domain.run_record import Product
    from conspectus.workbench import Workbench

HELP = "Answer a question from the library, each sentence with the sentence, section and page that it rests on."
_TAKEN = ("question", "papers")


def _write(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to answer, in words.")],
    paper: Annotated[
        list[str] | None,
        typer.Option("--paper", metavar="PAPER", help="Only from this paper, by id, citation key or file; repeatable."),
    ] = None,
    engine: EngineOption = None,
    output_format: FormatOption = None,
    output: OutputOption = None,
    style: StyleOption = None,
    embedder: EmbedderOption = None,
    library: LibraryOption = None,
    cache: CacheOption = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what was asked of graph and texts, and which paragraphs were found.")
    ] = False,
    dry_run: DryRunOption = False,
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
        request = _request(question, paper, given, workbench)
        beside = None if dry_run or output is None else check_writable(output, paper or [], workbench.library_folder)
        if dry_run:
            print_rehearsal(workbench.rehearse_answer(request), console, as_json=as_json)
            raise typer.Exit(DONE)
        product = workbench.write_answer(request)
        text = exporter.export(product, style=workbench.settings.output.style)
    give_product(console, product, text, output, beside)
    if explain:
        _explain(console, product)
    print_remarks(
        console, product, counted(len(product.papers) + len(product.not_cited), "paper shown", "papers shown")
    )
    if product.block["refused"]:
        raise typer.Exit(NOTHING)
    raise typer.Exit(IN_PART if product.run.usage.fallbacks else DONE)


run = product_command(_write, request_parameters(AnswerRequest, without=_TAKEN), HELP)


def _request(question: str, papers: list[str] | None, given: dict[str, Any], workbench: Workbench) -> AnswerRequest:
    """The request of the options given, the rest from the settings."""
    wishes = {
        **given,
        # A space keeps an empty question for the message that says how to ask.
        "question": question or " ",
        "papers": tuple(papers or ()),
        "instructions": words_or_file(given.get("instructions")),
    }
    defaults = {**workbench.settings.answer.model_dump(), "seed": workbench.settings.engine.seed}
    made = make_request(AnswerRequest, wishes, defaults)
    return AnswerRequest.model_validate(made.model_dump())


def _explain(console: Console, product: Product) -> None:
    """Says on stderr what was looked for, and which paragraphs were found."""
    block = product.block
    for entity in block["entities"]:
        labels = ", ".join(each["label"] for each in entity["labels"][:5])
        found = f"{entity['level'] or 'not found'}, {counted(entity['paragraphs'], 'paragraph')}"
        console.problem(f"entity {entity['text']!r}: {found}{f' ({labels})' if labels else ''}")
    for query in block["queries"]:
        bound = ", ".join(f"{name} = {value!r}" for name, value in query["bindings"].items())
        console.problem(f"query, {query['step']}: {bound}: {counted(query['rows'], 'row')}")
    for each in block["relaxations"]:
        by = f" by {each['by']}" if each["by"] else ""
        console.problem(f"{each['kind']} of {each['entity']!r}{by}: {counted(each['paragraphs'], 'paragraph')} left")
    console.problem(f"level: {block['level']}; ranking: {block['ranking']}; {block['searched']} paragraphs searched")
    for number, each in enumerate(block["candidates"], 1):
        hits = ", ".join(f"{entity} {count}" for entity, count in each["hits"].items())
        routes = "+".join(each["routes"])
        console.problem(f"{number}. {each['score']:.2f} {each['paper']} {each['address']} [{routes}] {hits}".rstrip())
