"""`conspectus entities`: the scientific entities that the papers of the library name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.foundation.text.counting import counted

if TYPE_CHECKING:
    from conspectus.domain.scientific_entities import EntityLink, PaperAnnotations, ScientificType
    from conspectus.graphs.scientific_entities.judging import Judged
    from conspectus.graphs.scientific_entities.library_entities import LibraryEntities, LibraryEntity
    from conspectus.graphs.scientific_entities.linking import Linker
    from conspectus.graphs.scientific_entities.variants import Variant
    from conspectus.library.entity_book import EntityBook
    from conspectus.workbench import Workbench

command = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="List, merge and split the scientific entities that the papers of the library name.",
)

_MOST_ALIASES = 4


@command.command("list")
def list_entities(
    kind: Annotated[
        str | None,
        typer.Option("--type", metavar="TYPE", help="Only one of the seven types, for instance Dataset or Method."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many, 0 for all.")] = 0,
    offers: Annotated[
        bool, typer.Option("--offers", help="The pairs that may be one entity, the surest first, for you to judge.")
    ] = False,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="What was merged and split by hand, in the order of time.")
    ] = False,
    labels: Annotated[
        Path | None,
        typer.Option("--labels", metavar="FILE", help="Link them to a table: CSV, TSV, SKOS or MeSH descriptors."),
    ] = None,
    match: Annotated[
        str | None,
        typer.Option("--match", metavar="MODE", help="Links to keep: all, fuzzy_match or exact_match. Default: all."),
    ] = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """List the entities of the library, those that most papers name first."""
    console = Console(quiet=quiet)
    wanted = None if kind is None else _type_named(kind)
    linking = {"entities__labels": None if labels is None else str(labels), "entities__match": match}
    with console.watching() as events, open_workbench(library, events, **linking) as workbench:
        found = _entities(workbench)
        if decisions:
            _tell_decisions(console, workbench, as_json=as_json)
            return
        if offers:
            _tell_offers(console, found.offers[: limit or None], as_json=as_json)
            return
        ordered = sorted(found.entities, key=lambda e: (-len(e.papers), -e.mentions, e.key))
        shown = [entity for entity in ordered if wanted is None or entity.kind is wanted][: limit or None]
        link = _linker(workbench)
        links = [None if link is None else link(entity.members[0].entity) for entity in shown]
    if as_json:
        console.result_json([_json_form(entity, to) for entity, to in zip(shown, links, strict=True)])
        return
    for entity, to in zip(shown, links, strict=True):
        console.result(_line(entity, to))
    told = f"{counted(len(found.entities), 'entity', 'entities')}, {counted(len(found.offers), 'pair')} to judge"
    console.remark(f"{told}: `conspectus entities list --offers`")


@command.command("merge")
def merge(
    first: Annotated[str, typer.Argument(metavar="A", help="An entity by its label or another of its names.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another entity.")],
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Make one entity of two; every name and mention of both stays, and `split` undoes it."""
    from conspectus.graphs.scientific_entities.judging import merge_entities

    judged = _judge(library, "merge", quiet, lambda book, known: merge_entities(book, known, first, second))
    _tell_judged(Console(quiet=quiet), judged, as_json=as_json)


@command.command("split")
def split(
    first: Annotated[str, typer.Argument(metavar="A", help="An entity by its label or another of its names.")],
    second: Annotated[
        str | None, typer.Argument(metavar="B", help="The name that is not A; without it the last merge is undone.")
    ] = None,
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Say that two names are not one entity, or undo the last merge of an entity; they stay apart from then on."""
    from conspectus.graphs.scientific_entities.judging import split_entities

    judged = _judge(library, "split", quiet, lambda book, known: split_entities(book, known, first, second))
    _tell_judged(Console(quiet=quiet), judged, as_json=as_json)


def _entities(workbench: Workbench) -> LibraryEntities:
    from conspectus.graphs.scientific_entities.library_entities import library_entities

    return library_entities(_annotations(workbench), workbench.library.entities.decisions())


def _annotations(workbench: Workbench) -> tuple[PaperAnnotations, ...]:
    """The annotations of all papers; new ones are kept, so that they need not be made again."""
    from conspectus.graphs.scientific_entities.keeping import annotate_library, keep_new

    found = annotate_library(workbench.library, workbench.engine, workbench.events)
    if found.new:
        with workbench.writing("conspectus entities") as writable:
            keep_new(writable, found.new, workbench.engine)
    return found.annotations


def _judge(
    library: Path | None,
    what: str,
    quiet: bool,
    decide: Callable[[EntityBook, tuple[PaperAnnotations, ...]], Judged],
) -> Judged:
    with Console(quiet=quiet).watching() as events, open_workbench(library, events) as workbench:
        known = _annotations(workbench)
        with workbench.writing(f"conspectus entities {what}") as writable:
            return decide(writable.entities, known)


def _linker(workbench: Workbench) -> Linker | None:
    settings = workbench.settings
    if not settings.entities.labels:
        return None
    from conspectus.graphs.scientific_entities.label_index import open_label_index
    from conspectus.graphs.scientific_entities.linking import Linker

    index = open_label_index(Path(settings.entities.labels).expanduser(), workbench.library_folder / "labels")
    return Linker(
        index,
        mode=settings.entities.match,
        least_words=settings.entities.least_words,
        most_words=settings.entities.most_words,
    )


def _type_named(text: str) -> ScientificType:
    from conspectus.domain.scientific_entities import ScientificType
    from conspectus.foundation.errors import UsageError

    wanted = text.replace(" ", "").replace("-", "").lower()
    found = next((kind for kind in ScientificType if kind.value.lower() == wanted), None)
    if found is None:
        types = ", ".join(kind.value for kind in ScientificType)
        raise UsageError(f"There is no type called {text!r}.", hint=f"Choose one of {types}.")
    return found


def _tell_offers(console: Console, offers: tuple[Variant, ...], *, as_json: bool) -> None:
    if as_json:
        console.result_json(
            [{"first": o.first, "second": o.second, "score": o.score, "reason": o.reason} for o in offers]
        )
        return
    for offer in offers:
        console.result(f"{offer.score:.2f} {offer.reason}: {offer.first} / {offer.second}")
    console.remark(f"{counted(len(offers), 'pair')} to judge: `conspectus entities merge A B` or `… split A B`")


def _tell_decisions(console: Console, workbench: Workbench, *, as_json: bool) -> None:
    log = list(workbench.library.entities.log())
    if as_json:
        console.result_json([{"first": d.first, "second": d.second, "state": d.state} for d in log])
        return
    for decision in log:
        console.result(f"{decision.state}: {decision.first} / {decision.second}")


def _tell_judged(console: Console, judged: Judged, *, as_json: bool) -> None:
    if as_json:
        entities = [_json_form(entity, None) for entity in judged.entities]
        console.result_json({"first": judged.first, "second": judged.second, "entities": entities})
        return
    for entity in judged.entities:
        console.result(_line(entity, None))


def _json_form(entity: LibraryEntity, link: EntityLink | None) -> dict[str, Any]:
    return {
        "key": entity.key,
        "label": entity.label,
        "labels": dict(entity.labels),
        "type": entity.kind.value,
        "aliases": list(entity.aliases),
        "keys": list(entity.keys),
        "papers": list(entity.papers),
        "mentions": entity.mentions,
        "link": None if link is None else {"iri": link.iri, "label": link.label, "how": link.how, "score": link.score},
    }


def _line(entity: LibraryEntity, link: EntityLink | None) -> str:
    return "  ".join(_told(entity, link))


def _told(entity: LibraryEntity, link: EntityLink | None) -> Iterator[str]:
    yield f"{entity.label} [{entity.kind.value}]"
    yield f"{counted(len(entity.papers), 'paper')}, {counted(entity.mentions, 'mention')}"
    if entity.aliases:
        more = ", …" if len(entity.aliases) > _MOST_ALIASES else ""
        yield f"also: {', '.join(entity.aliases[:_MOST_ALIASES])}{more}"
    if link is not None:
        yield f"→ {link.label} <{link.iri}>" + ("" if link.is_exact else f" (no exact match, {link.score:.2f})")
