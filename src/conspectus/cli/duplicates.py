"""`conspectus duplicates`: papers that are, or may be, one work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.foundation.text.counting import counted

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
_Told = tuple[dict[str, Any], list[str]]
"""What a command says for programs, and the lines for people."""


def _of_two(name: str) -> Callable[[Callable[[Library, str, str], _Told]], Callable[..., None]]:
    """Makes a command of what a person decides about two papers; its docstring is the help."""

    def made(decide: Callable[[Library, str, str], _Told]) -> Callable[..., None]:
        def run(
            first: FirstArgument,
            second: SecondArgument,
            library: LibraryOption = None,
            quiet: QuietOption = False,
            as_json: JsonOption = False,
        ) -> None:
            console = Console(quiet=quiet)
            with _changing(console, library, name) as opened:
                value, lines = decide(opened, first, second)
            _tell(console, value, lines, as_json=as_json)

        return command.command(name, help=decide.__doc__)(run)

    return made


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
    console.remark(f"{counted(offered, 'pair')} to judge: `conspectus duplicates merge A B` or `… reject A B`")


@_of_two("merge")
def merge(library: Library, first: str, second: str) -> _Told:
    """Make one paper of two, whatever the judge says; `split` undoes it."""
    from conspectus.collection.duplicates import merge_papers_of

    paper = merge_papers_of(library, first, second)
    return {"paper": paper.id, "aliases": list(paper.aliases)}, [paper.id]


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
    names = [part.id for part in parts]
    _tell(console, {"papers": names}, names, as_json=as_json)


@_of_two("reject")
def reject(library: Library, first: str, second: str) -> _Told:
    """Say that two papers are different works: they are never merged by themselves nor offered again."""
    from conspectus.collection.duplicates import reject_pair

    pair = reject_pair(library, first, second)
    told = {"first": pair.first, "second": pair.second, "state": pair.state}
    return told, [f"{pair.first} and {pair.second} stay apart"]


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
    looked_at = f"{counted(report.papers, 'paper')}, {counted(report.judged, 'pair')} judged"
    told = f"{report.merged} merged, {report.offered} offered"
    _tell(console, asdict(report), [looked_at, told], as_json=as_json)


@contextmanager
def _changing(console: Console, folder: Path | None, what: str, events: Events | None = None) -> Iterator[Library]:
    """Gives the library open for writing, and brings its index and vectors up to date at the end."""
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
            for told in workbench.complete_vectors(library):
                console.problem(f"warning: {told}")


def _tell(console: Console, value: dict[str, Any], lines: list[str], *, as_json: bool) -> None:
    if as_json:
        console.result_json(value)
        return
    for line in lines:
        console.result(line)


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
