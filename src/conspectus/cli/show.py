"""`conspectus show`: one paper, with the address of every passage."""

from __future__ import annotations

import difflib
import io
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from conspectus.cli.console import Console
from conspectus.cli.options import JsonOption, LibraryOption, QuietOption, open_workbench
from conspectus.foundation.errors import NothingFound
from conspectus.foundation.text.counting import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conspectus.domain.document import Document, Place
    from conspectus.domain.paper import Paper
    from conspectus.library.store import Library

_MOST_NAMES = 100_000
_LENGTH_APART = 4


class Format(StrEnum):
    """How a paper is shown."""

    tree = "tree"
    json = "json"
    xml = "xml"
    turtle = "turtle"


def command(
    paper: Annotated[
        str, typer.Argument(metavar="PAPER", help="An id, citation key, DOI, PMID or PMCID, or the id of a passage.")
    ],
    form: Annotated[
        Format,
        typer.Option("--format", help="A tree of passages, or all there is as DDM JSON, DDM XML or Turtle (RDF)."),
    ] = Format.tree,
    version: Annotated[
        str, typer.Option("--text", metavar="VERSION", help="The text version to show; by default the fullest.")
    ] = "",
    library: LibraryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show one paper with the addresses of its passages."""
    console = Console(quiet=quiet)
    name, marked, address = _passage(paper)
    with open_workbench(library) as workbench:
        found = workbench.library.resolve(name)
        if found is None:
            raise _unknown(workbench.library, name)
    if address:
        from conspectus.domain.passage import resolve_passage

        passage, place = resolve_passage(found, marked, address)
        if as_json or form is not Format.tree:
            console.result_json({"paper": found.id, "passage": passage.id, "quote": passage.quote, "kind": place.kind})
        else:
            console.result(passage.quote)
            console.remark(f"{found.label}: {found.title}")
        return
    if as_json or form is not Format.tree:
        console.result(_written(found, form).rstrip("\n"))
        return
    document = found.version(version) if version else found.document
    if version and document is None:
        known = ", ".join(d.version for d in found.documents) or "none"
        raise NothingFound(f"{found.id} has no text version {version!r}.", hint=f"Versions: {known}.")
    for line in _head(found):
        console.result(line)
    if document is not None:
        for line in _tree(found, document):
            console.result(line)


def _written(paper: Paper, form: Format) -> str:
    """Gives a paper with all its texts in a file format; JSON where a tree was asked for as JSON."""
    if form is Format.xml:
        from conspectus.exporters.ddm_xml import ddm_xml

        return ddm_xml(paper)
    if form is Format.turtle:
        from conspectus.graphs.structure.mapping import paper_triples
        from conspectus.graphs.structure.serialising import write_triples
        from conspectus.graphs.structure.vocabulary import ASKG_2024

        target = io.BytesIO()
        write_triples(paper_triples(paper), "turtle", target, ASKG_2024)
        return target.getvalue().decode("utf-8")
    from conspectus.exporters.ddm_json import ddm_json

    return ddm_json(paper)


def _passage(name: str) -> tuple[str, str, str]:
    """Gives (paper, version, address) of the id of a passage, or (name, "", "") of anything else."""
    from conspectus.domain.passage import parse_passage_id
    from conspectus.foundation.errors import GroundingError

    try:
        return parse_passage_id(name)
    except GroundingError:
        return name, "", ""


def _unknown(library: Library, name: str) -> NothingFound:
    similar = (known for known in library.names() if abs(len(known) - len(name)) <= _LENGTH_APART)
    by_lower = {known.lower(): known for known, _ in zip(similar, range(_MOST_NAMES), strict=False)}
    near = [by_lower[lower] for lower in difflib.get_close_matches(name.lower(), by_lower, n=3)]
    near += [found for found, _ in library.find_by_title(name, 3) if found not in near]
    hint = f"Did you mean {', '.join(near)}?" if near else "`conspectus papers` lists what there is."
    return NothingFound(f"There is no paper {name!r} in the library.", hint=hint)


def _head(paper: Paper) -> Iterator[str]:
    yield paper.title or "(untitled)"
    yield f"  id: {paper.id}"
    lines = {
        "authors": "; ".join(author.full for author in paper.authors),
        "year": str(paper.year or ""),
        "in": paper.venue,
        "identifiers": ", ".join(paper.identifiers.strong()),
        "keys": ", ".join(paper.keys),
        "former ids": ", ".join(paper.aliases),
        "notices": "; ".join(f"{n.kind} {n.direction} {n.target or n.text}".strip() for n in paper.notices),
        "from": "; ".join(
            f"{p.source}" + (f" record {p.record}" if p.record else "") + f" ({p.reader})" for p in paper.provenance
        ),
        "texts": ", ".join(f"{d.version} ({'full text' if d.is_full_text else 'abstract'})" for d in paper.documents)
        or "none",
    }
    for name, value in lines.items():
        if value:
            yield f"  {name}: {value}"


def _tree(paper: Paper, document: Document) -> Iterator[str]:
    yield ""
    yield f"Passages are named {paper.id}@{document.version}#<address>."
    figures = tables = 0
    for place in document.places():
        figures += place.kind == "figure"
        tables += place.kind == "table"
        yield _line(document, place)
    yield f"{counted(figures, 'figure')}, {counted(tables, 'table')}, {counted(len(document.references), 'reference')}"


def _line(document: Document, place: Place) -> str:
    depth = "  " * place.address.count(".")
    if place.kind == "section":
        title = f"{place.section.number} {place.section.heading}".strip() or "(no heading)"
        return f"{depth}{place.address}  {title} [{place.section.kind.value}]"
    if place.kind == "sentence":
        return f"{depth}{place.address}  {' '.join(document.text[place.start : place.end].split())}"
    if place.kind == "paragraph":
        kind = place.paragraph.kind if place.paragraph is not None else "text"
        return f"{depth}{place.address}" + (f"  ({kind})" if kind != "text" else "")
    number = int(place.address.rpartition(".")[2][1:]) - 1
    if place.kind == "figure":
        return f"{depth}{place.address}  figure {place.section.figures[number].label}".rstrip()
    table = place.section.tables[number]
    size = f"{counted(len(table.rows), 'row')}, {counted(max(map(len, table.rows), default=0), 'column')}"
    return f"{depth}{place.address}  table {table.label} ({size})".replace("table  (", "table (")
