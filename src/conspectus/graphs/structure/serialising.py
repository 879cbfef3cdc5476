"""Triples as Turtle, N-Triples, JSON-LD and RDF/XML, and as GraphML for programs that draw networks."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import IO
from xml.sax.saxutils import escape

from conspectus.domain.structure_graph import Iri, Literal, Triple
from conspectus.foundation.errors import UnknownName
from conspectus.graphs.structure.terms import to_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024, TYPE, Profile

FORMS = ("turtle", "ntriples", "json-ld", "rdf-xml", "graphml")
_FORMATS = {"turtle": "TURTLE", "ntriples": "N_TRIPLES", "json-ld": "JSON_LD", "rdf-xml": "RDF_XML"}
_NEVER_IN_XML = {code: "\ufffd" for code in range(32) if chr(code) not in "\t\n\r"}


def serialise(triples: Iterable[Triple], form: str, profile: Profile = ASKG_2024) -> bytes:
    """Gives triples in one of ``FORMS``.

    Raises:
        UnknownName: There is no such form.
    """
    buffer = io.BytesIO()
    write_triples(triples, form, buffer, profile)
    return buffer.getvalue()


def write_triples(triples: Iterable[Triple], form: str, target: IO[bytes], profile: Profile = ASKG_2024) -> None:
    """Writes triples in one of ``FORMS``; all but GraphML as they come, in bounded memory.

    Raises:
        UnknownName: There is no such form.
    """
    if form == "graphml":
        for line in _graphml(triples, profile):
            target.write(line.encode("utf-8") + b"\n")
        return
    if form not in _FORMATS:
        raise UnknownName(f"There is no form {form!r} of a graph.", hint=f"Known: {', '.join(FORMS)}.")
    import pyoxigraph

    pyoxigraph.serialize(
        to_triples(_for_xml(triples) if form == "rdf-xml" else triples),
        target,
        format=getattr(pyoxigraph.RdfFormat, _FORMATS[form]),
        prefixes=profile.prefixes if form in ("turtle", "rdf-xml", "json-ld") else None,
    )


def _for_xml(triples: Iterable[Triple]) -> Iterator[Triple]:
    """XML cannot hold most control characters; they become U+FFFD."""
    for triple in triples:
        held = triple.object
        if isinstance(held, Literal):
            held = Literal(held.value.translate(_NEVER_IN_XML), held.datatype, held.language)
        yield Triple(triple.subject, triple.predicate, held)


def _graphml(triples: Iterable[Triple], profile: Profile) -> Iterator[str]:
    """Nodes with their literals as one property each; edges with the predicate."""
    nodes: dict[str, dict[str, list[str]]] = {}
    edges: list[tuple[str, str, str]] = []
    names: dict[str, None] = {}
    for triple in triples:
        values = nodes.setdefault(triple.subject.value, {})
        predicate = profile.shortened(triple.predicate.value)
        if isinstance(triple.object, Iri) and triple.predicate.value != TYPE:
            nodes.setdefault(triple.object.value, {})
            edges.append((triple.subject.value, predicate, triple.object.value))
            continue
        value = triple.object.value
        text = profile.shortened(value) if isinstance(triple.object, Iri) else value
        values.setdefault(predicate, []).append(text)
        names[predicate] = None
    keys = {name: f"k{number}" for number, name in enumerate(names)}
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for name, key in keys.items():
        yield f'  <key id="{key}" for="node" attr.name="{_safe(name)}" attr.type="string"/>'
    yield '  <key id="predicate" for="edge" attr.name="predicate" attr.type="string"/>'
    yield '  <graph id="structure" edgedefault="directed">'
    for iri, values in nodes.items():
        data = "".join(f'<data key="{keys[n]}">{_safe("; ".join(found))}</data>' for n, found in values.items())
        yield f'    <node id="{_safe(iri)}">{data}</node>'
    for number, (source, predicate, goal) in enumerate(edges):
        yield (
            f'    <edge id="e{number}" source="{_safe(source)}" target="{_safe(goal)}">'
            f'<data key="predicate">{_safe(predicate)}</data></edge>'
        )
    yield "  </graph>"
    yield "</graphml>"


def _safe(text: str) -> str:
    clean = text.translate(_NEVER_IN_XML).encode("utf-8", "replace").decode("utf-8")
    return escape(clean, {'"': "&quot;"})
