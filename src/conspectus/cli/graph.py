"""`conspectus graph`: the papers' own structure as an RDF graph, to export, ask, count, check, draw and serve."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.cli.problems import DONE, FAILED
from conspectus.foundation.errors import NothingFound, UnreadableFile, UsageError
from conspectus.foundation.text.counting import counted

command = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Export, ask, count, check, draw and serve the graph of the papers' structure.",
)
PapersOption = Annotated[
    list[str] | None, typer.Option("--paper", metavar="PAPER", help="Only this paper; may be repeated.")
]
StoreOption = Annotated[
    str | None, typer.Option("--graph-store", metavar="URL", help="A SPARQL endpoint instead of the library's graph.")
]
ProfileOption = Annotated[
    str | None, typer.Option("--profile", metavar="NAME", help="The namespaces: askg-2024 or w3id. Default: askg-2024.")
]
OutputOption = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write.")]
SecondsOption = Annotated[float | None, typer.Option("--seconds", min=0.01, help="Most time of a query. Default: 30.")]
RowsOption = Annotated[int | None, typer.Option("--rows", min=1, help="Most rows of a query. Default: 10000.")]


@command.command("export")
def export(
    papers: PapersOption = None,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help="turtle, ntriples, json-ld, rdf-xml or graphml.")
    ] = "turtle",
    output: OutputOption = None,
    profile: ProfileOption = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write the graph, of some papers or of all."""
    from conspectus.graphs.structure.serialising import FORMS, write_triples

    console = Console(quiet=quiet)
    if form not in FORMS:
        raise UsageError(f"There is no form {form!r} of a graph.", hint=f"Known: {', '.join(FORMS)}.")
    with console.watching() as events, open_workbench(library, events, graph__profile=profile) as workbench:
        chosen = workbench.gather(papers)[0] if papers else []
        with workbench.graph_triples(chosen) as triples:
            if output is None:
                write_triples(triples, form, sys.stdout.buffer, workbench.graph_profile)
                sys.stdout.buffer.flush()
                return
            try:
                with output.open("wb") as target:
                    write_triples(triples, form, target, workbench.graph_profile)
            except OSError as error:
                raise UnreadableFile(f"{output} cannot be written: {error.strerror}.", hint="Choose another.") from None
    console.result(str(output))


@command.command("query")
def query(
    text: Annotated[str, typer.Argument(metavar="QUERY", help="SPARQL 1.1, or a file that holds it, or - for stdin.")],
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="NAME", help="table, json, csv, tsv, xml; of graphs turtle, ntriples, json-ld, rdf-xml."
        ),
    ] = "table",
    seconds: SecondsOption = None,
    rows: RowsOption = None,
    store: StoreOption = None,
    profile: ProfileOption = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
) -> None:
    """Ask the graph in SPARQL; the usual prefixes (askg, domo, cito …) are known."""
    from conspectus.graphs.structure.asking import MEDIA_TYPES
    from conspectus.graphs.structure.solutions import read_solutions, solutions_table

    console = Console(quiet=quiet)
    if form != "table" and form not in MEDIA_TYPES:
        raise UsageError(f"There is no format {form!r}.", hint=f"Known: table, {', '.join(MEDIA_TYPES)}.")
    asked = _query_text(text)
    settings = {"graph__store": store, "graph__profile": profile}
    with console.watching() as events, open_workbench(library, events, **settings) as workbench:
        answer = workbench.ask_graph(asked, "json" if form == "table" else form, seconds=seconds, rows=rows)
        shown = answer.decode("utf-8")
        if form == "table" and shown.lstrip().startswith("{") and '"bindings"' in shown:
            names, found = read_solutions(shown)
            for line in solutions_table(names, found, workbench.graph_profile):
                console.result(line)
            console.remark(counted(len(found), "row"))
            return
    console.result(shown.rstrip("\n"))


@command.command("stats")
def stats(
    beside: Annotated[
        Path | None,
        typer.Option("--beside", metavar="LABELS", help="Also which entities a label table knows (CSV, SKOS, MeSH)."),
    ] = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Count what is in the graph."""
    from conspectus.graphs.structure.statistics import graph_statistics

    console = Console(quiet=quiet)
    with console.watching() as events, open_workbench(library, events) as workbench:
        with workbench.graph_triples() as triples:
            figures = asdict(graph_statistics(triples))
        known = workbench.known_labels(beside) if beside is not None else None
    value = figures | ({"beside": known} if known is not None else {})
    if as_json:
        console.result_json(value)
        return
    for name, number in figures.items():
        shown = f"{number:,.4g}" if isinstance(number, float) else f"{number:,}"
        console.result(f"{name.replace('_', ' ')}: {shown}")
    if known is not None:
        console.result(f"known to {beside}: {known['known']} of {known['entities']} entities")


@command.command("validate")
def validate(
    papers: PapersOption = None,
    with_shacl: Annotated[
        bool, typer.Option("--shacl", help="Check with pyshacl (extra shacl) instead of the built-in checks; slow.")
    ] = False,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check the graph of every paper against the shapes."""
    from conspectus.graphs.structure.checks import check_triples, check_with_shacl
    from conspectus.graphs.structure.node_names import graph_iri

    console = Console(quiet=quiet)
    check = check_with_shacl if with_shacl else check_triples
    problems: list[dict[str, str]] = []
    with console.watching() as events, open_workbench(library, events) as workbench:
        store, profile = workbench.structure_store(), workbench.graph_profile
        chosen = [graph_iri(p.id, profile) for p in workbench.gather(papers)[0]] if papers else store.graphs()
        if not chosen:
            raise NothingFound("The library has no paper to check.", hint="Add papers with conspectus add.")
        with events.stage("check", total=len(chosen)):
            for graph in chosen:
                for found in check(list(store.triples(graph)), profile):
                    problems.append({"graph": graph.value, **asdict(found)})
                events.advance("check")
    if as_json:
        console.result_json({"papers": len(chosen), "problems": problems})
    else:
        for problem in problems:
            console.result(f"{problem['focus']}: {problem['message']}")
        verdict = "fulfil the shapes" if not problems else f"{counted(len(problems), 'problem')}"
        console.result(f"{counted(len(chosen), 'paper')} checked: {verdict}")
    raise typer.Exit(FAILED if problems else DONE)


@command.command("draw")
def draw(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="A paper by id or citation key.")],
    output: OutputOption = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
) -> None:
    """Draw the structure of a paper as SVG, or as Graphviz DOT where the output ends in .dot."""
    from conspectus.exporters.structure_drawing import structure_dot, structure_svg

    console = Console(quiet=quiet)
    with console.watching() as events, open_workbench(library, events) as workbench:
        found = workbench.gather([paper])[0]
        if len(found) != 1:
            raise UsageError(f"{paper} is {len(found)} papers.", hint="Name one by its id.")
    drawing = structure_dot if output is not None and output.suffix == ".dot" else structure_svg
    text = drawing(found[0])
    if output is None:
        console.result(text.rstrip("\n"))
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(f"{output} cannot be written: {error.strerror}.", hint="Choose another.") from None
    console.result(str(output))


@command.command("serve")
def serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="On 127.0.0.1; 0 takes a free one.")] = 7878,
    seconds: SecondsOption = None,
    rows: RowsOption = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
) -> None:
    """Serve the graph as a SPARQL 1.1 endpoint on loopback, for reading."""
    from conspectus.web.serving import serve_graph

    console = Console(quiet=quiet)

    def tell(address: str) -> None:
        console.result(address)
        sys.stdout.flush()  # who reads it from a pipe waits for it, and nothing else is printed

    with console.watching() as events, open_workbench(library, events) as workbench:
        workbench.complete_graph()
        graph = workbench.settings.graph
        serve_graph(
            workbench.library_folder,
            profile=workbench.graph_profile,
            port=port,
            seconds=seconds or graph.seconds,
            rows=rows or graph.rows,
            on_start=tell,
        )


def _query_text(text: str) -> str:
    if text == "-":
        return sys.stdin.read()
    try:
        if "\n" not in text and len(text) < 1024 and Path(text).is_file():
            return Path(text).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(
            f"{text} cannot be read: {error}.", hint="Give the query itself, or a text file."
        ) from None
    return text
