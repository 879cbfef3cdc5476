"""Terms of the domain as terms of pyoxigraph, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import pyoxigraph as ox

from conspectus.domain.structure_graph import Iri, Literal, Term, Triple

_SURROGATE = re.compile("[\ud800-\udfff]")
_STRING = "http://www.w3.org/2001/XMLSchema#string"
_LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"


def to_oxigraph(term: Term) -> ox.NamedNode | ox.Literal:
    """Gives a term as pyoxigraph has it; a lone surrogate, which no encoding can hold, becomes U+FFFD.

    Raises:
        ValueError: An IRI or a language tag is malformed.
    """
    if isinstance(term, Iri):
        return ox.NamedNode(term.value)
    value = term.value if term.value.isascii() else _SURROGATE.sub("\ufffd", term.value)
    if term.language:
        return ox.Literal(value, language=term.language)
    return ox.Literal(value, datatype=ox.NamedNode(term.datatype)) if term.datatype else ox.Literal(value)


def is_iri(text: str) -> bool:
    """Whether a text is an absolute IRI."""
    try:
        ox.NamedNode(text)
    except ValueError:
        return False
    return True


def from_oxigraph(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> Term:
    """Gives a term of pyoxigraph; a blank node is an IRI in the scheme "_"."""
    if isinstance(term, ox.NamedNode):
        return Iri(term.value)
    if isinstance(term, ox.Literal):
        datatype = term.datatype.value
        plain = datatype in (_STRING, _LANG_STRING)
        return Literal(term.value, "" if plain else datatype, term.language or "")
    return Iri(f"_:{term.value}") if isinstance(term, ox.BlankNode) else Literal(str(term))


def to_triples(triples: Iterable[Triple]) -> Iterator[ox.Triple]:
    """Yields triples as pyoxigraph has them."""
    for triple in triples:
        yield ox.Triple(
            ox.NamedNode(triple.subject.value), ox.NamedNode(triple.predicate.value), to_oxigraph(triple.object)
        )


def to_quads(triples: Iterable[Triple], graph: str) -> Iterator[ox.Quad]:
    """Yields the triples of a named graph as pyoxigraph has them."""
    name = ox.NamedNode(graph)
    for triple in triples:
        yield ox.Quad(
            ox.NamedNode(triple.subject.value), ox.NamedNode(triple.predicate.value), to_oxigraph(triple.object), name
        )


def from_triple(triple: ox.Triple | ox.Quad) -> Triple:
    """Gives a triple of pyoxigraph; a blank node is an IRI in the scheme "_"."""
    subject, predicate = from_oxigraph(triple.subject), triple.predicate
    assert isinstance(subject, Iri)
    return Triple(subject, Iri(predicate.value), from_oxigraph(triple.object))


def to_substitutions(bindings: Mapping[str, Term] | None) -> dict[ox.Variable, ox.NamedNode | ox.Literal]:
    """Gives bindings as pyoxigraph takes them."""
    return {ox.Variable(name): to_oxigraph(term) for name, term in (bindings or {}).items()}
