"""`conspectus export`: references of the library for reference managers."""

from __future__ import annotations

from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import LibraryOption, QuietOption, open_workbench
from conspectus.foundation.errors import NothingFound, UnreadableFile, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conspectus.domain.paper import Paper
    from conspectus.library.store import Library


class Format(StrEnum):
    """The formats of reference managers."""

    bibtex = "bibtex"
    ris = "ris"
    csl_json = "csl-json"
    nbib = "nbib"


_EXPORTERS = {Format.bibtex: "bibtex", Format.ris: "ris", Format.csl_json: "csl_json", Format.nbib: "medline"}
_ENDINGS = {".bib": Format.bibtex, ".ris": Format.ris, ".json": Format.csl_json, ".nbib": Format.nbib}


def command(
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="PAPER", help="Ids, citation keys, DOIs, PMIDs …; all papers when none is named."),
    ] = None,
    form: Annotated[
        Format | None, typer.Option("--format", help="By default told by the ending of -o, else bibtex.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; by default stdout.")
    ] = None,
    without_abstracts: Annotated[bool, typer.Option("--without-abstracts", help="Leave the abstracts out.")] = False,
    library: LibraryOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write references for a reference manager, with your keys and every field the format can hold."""
    console = Console(quiet=quiet)
    chosen = form or _ENDINGS.get(output.suffix.lower() if output else "", Format.bibtex)
    with open_workbench(library) as workbench:
        ids = [_resolved(workbench.library, name) for name in papers or ()]
        ids = list(dict.fromkeys(ids))
        number = len(ids) or workbench.library.count()
        if not number:
            raise NothingFound("The library has no papers.", hint="Add some with `conspectus add FILE`.")
        with _target(output) as write:
            for piece in _pieces(workbench.library, ids, chosen, abstracts=not without_abstracts):
                write(piece)
    if output is not None:
        console.result(str(output))
    console.remark(f"{number} {'paper' if number == 1 else 'papers'} as {chosen.value}.")


def _resolved(library: Library, name: str) -> str:
    found = library.resolve(name)
    if found is None:
        raise NothingFound(f"There is no paper {name!r}.", hint="`conspectus papers` lists all ids and keys.")
    return found.id


def _pieces(library: Library, ids: list[str], form: Format, *, abstracts: bool) -> Iterator[str]:
    from conspectus.exporters import REFERENCE_EXPORTERS

    exporter_class = REFERENCE_EXPORTERS.get(_EXPORTERS[form])
    more = {"complete": True} if form in (Format.bibtex, Format.csl_json) else {}
    exporter = exporter_class(abstracts=abstracts, **more)
    wanted = set(ids)
    # Keys are known before the first paper is written, so that made ones give way to them.
    own_keys = [s.keys[0] for s in library.summaries() if s.keys and (not ids or s.id in wanted)]
    yield from exporter.pieces(_each(library, ids), own_keys=own_keys)


def _each(library: Library, ids: list[str]) -> Iterator[Paper]:
    if not ids:
        yield from library.papers()
    for name in ids:
        paper = library.get(name)
        if paper is not None:
            yield paper


@contextmanager
def _target(output: Path | None) -> Iterator[Callable[[str], object]]:
    """Gives what takes the text: stdout, or a file that takes its name only when it is whole."""
    if output is None:
        import sys

        yield sys.stdout.write
        return
    if output.is_dir():
        raise UsageError(f"{output} is a folder.", hint="Name a file with -o.")
    if not output.parent.is_dir():
        raise UsageError(f"The folder {output.parent} does not exist.", hint="Make it first, or choose another -o.")
    unfinished = output.with_name(f".{output.name}.unfinished")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            yield file.write
        unfinished.replace(output)
    except OSError as error:
        raise UnreadableFile(f"{output} cannot be written: {error.strerror}.", hint="Choose another -o.") from None
    finally:
        unfinished.unlink(missing_ok=True)
