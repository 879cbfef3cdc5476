"""`conspectus duplicates`: papers that are, or may be, one work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench

if TYPE_CHECKING:
    from conspectus.collection.duplicates import ListedPair
    from conspectus.domain.paper import Paper
    from conspectus.foundation.events import Events
    from conspectus.library.store import Library

command = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Find, list, merge and split papers that may be one work.",
)

FirstArgument = Annotated[str, typer.Argument(metavar="A", help="A paper by id, citation key, DOI or PMID.")]
SecondArgument = Annotated[str, typer.Argument(metavar="B", help="Another paper.")]


@command.command("list")
def list_pairs(
    every: Annotated[bool, typer.Option("--all", help="Also pairs that were merged, split or rejected.")] = False,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """List the pairs of papers that may be one work, the surest first."""
    from conspectus.collection.duplicates import listed_pairs

    console = Console(quiet=quiet)
    with open_workbench(library) as workbench:
        pairs = list(listed_pairs(workbench.library, *(() if every else ("offered",))))
    if as_json:
        console.result_json([pair.to_json() for pair in pairs])
        return
    for pair in pairs:
        for line in _lines(pair):
            console.result(line)
    offered = sum(pair.pair.state == "offered" for pair in pairs)
    console.remark(f"{offered} pairs to judge: `conspectus duplicates merge A B` or `… reject A B`")


@command.command("merge")
def merge(
    first: FirstArgument,
    second: SecondArgument,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Make one paper of two, whatever the judge says; `split` undoes it."""
    from conspectus.collection.duplicates import merge_papers_of

    console = Console(quiet=quiet)
    with _changing(console, library, "merge") as opened:
        paper = merge_papers_of(opened, first, second)
    if as_json:
        console.result_json({"paper": paper.id, "aliases": list(paper.aliases)})
    else:
        console.result(paper.id)


@command.command("split")
def split(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="A merged paper by id, citation key or identifier.")],
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Undo the last merge of a paper: its parts come back as they were and stay apart."""
    from conspectus.collection.splitting import split_paper

    console = Console(quiet=quiet)
    with _changing(console, library, "split") as opened:
        parts = split_paper(opened, paper)
    if as_json:
        console.result_json({"papers": [part.id for part in parts]})
    else:
        for part in parts:
            console.result(part.id)


@command.command("reject")
def reject(
    first: FirstArgument,
    second: SecondArgument,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Say that two papers are different works: they are never merged by themselves nor offered again."""
    from conspectus.collection.duplicates import reject_pair

    console = Console(quiet=quiet)
    with _changing(console, library, "reject") as opened:
        pair = reject_pair(opened, first, second)
    if as_json:
        console.result_json({"first": pair.first, "second": pair.second, "state": pair.state})
    else:
        console.result(f"{pair.first} and {pair.second} stay apart")


@command.command("find")
def find(
    no_merge: Annotated[bool, typer.Option("--no-merge", help="Offer what is surely one work, too.")] = False,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare all papers of the library: merge those that are surely one work, offer the uncertain pairs."""
    from dataclasses import asdict

    from conspectus.collection.duplicates import find_duplicates

    console = Console(quiet=quiet)
    with console.watching() as events, _changing(console, library, "find", events) as opened:
        report = find_duplicates(opened, merge=not no_merge, events=events)
    if as_json:
        console.result_json(asdict(report))
    else:
        console.result(f"{report.papers} papers, {report.judged} pairs judged")
        console.result(f"{report.merged} merged, {report.offered} offered")


@contextmanager
def _changing(console: Console, folder: Path | None, what: str, events: Events | None = None) -> Iterator[Library]:
    """Gives the library open for writing, and brings its index up to date at the end."""
    from conspectus.collection.reindex import TextProjection
    from conspectus.foundation.errors import LibraryError
    from conspectus.library.database import require_library

    with open_workbench(folder, events) as workbench:
        require_library(workbench.library_folder)
        with workbench.writing(f"conspectus duplicates {what}") as library:
            yield library
            try:
                TextProjection(library, workbench.events).complete()
            except LibraryError as error:
                console.problem(f"warning: {error} {error.hint}")


def _lines(listed: ListedPair) -> Iterator[str]:
    pair = listed.pair
    yield f"{pair.score:.2f} {pair.state}: {'; '.join(pair.reasons)}"
    for name, paper in zip((pair.first, pair.second), listed.papers, strict=True):
        yield f"  {_told(name, paper)}"


def _told(name: str, paper: Paper) -> str:
    by = paper.authors[0].full + (" et al." if len(paper.authors) > 1 else "") if paper.authors else "anonymous"
    place = " ".join(part for part in (paper.venue, paper.volume) if part)
    pages = f", {paper.pages}" if paper.pages else ""
    now = "" if name == paper.id else f" (now {paper.id})"
    return f"{name}{now}  {by} ({paper.year or 'n.d.'}). {paper.title}" + (f". {place}{pages}" if place else "")
