"""The nodes of an RDF graph in the order of their file, with their properties by local name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conspectus.foundation.errors import InputError

_LOCAL = re.compile(r"[^/#]*\Z")
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def local_name(iri: str) -> str:
    """Gives what stands behind the last "#" or "/" of an IRI."""
    found = _LOCAL.search(iri)
    return found.group() if found else ""


class GraphNodes:
    """Nodes with their types and properties; iterate over it for the IRIs, in order of first appearance."""

    def __init__(self) -> None:
        self._kinds: dict[str, set[str]] = {}
        self._held: dict[str, dict[str, list[tuple[str, bool]]]] = {}

    @classmethod
    def of_turtle(cls, data: bytes) -> GraphNodes:
        """Gives the nodes of a Turtle file (N-Triples are Turtle too).

        Raises:
            InputError: It is no Turtle; the message names the line.
        """
        from pyoxigraph import Literal, RdfFormat, parse

        nodes = cls()
        try:
            for quad in parse(data, format=RdfFormat.TURTLE, base_iri="urn:conspectus:base:"):
                # A quoted triple is no node of its own.
                if (value := getattr(quad.object, "value", None)) is not None:
                    subject = str(getattr(quad.subject, "value", ""))
                    nodes._add(subject, quad.predicate.value, str(value), isinstance(quad.object, Literal))
        except (SyntaxError, ValueError) as error:
            raise InputError(
                f"The Turtle is broken: {getattr(error, 'msg', error)}.",
                hint="Export the graph again, or mend that line.",
            ) from None
        return nodes

    def _add(self, subject: str, predicate: str, value: str, is_literal: bool) -> None:
        kinds = self._kinds.setdefault(subject, set())
        if predicate == _TYPE:
            kinds.add(local_name(value))
        else:
            held = self._held.setdefault(subject, {})
            held.setdefault(local_name(predicate).lower(), []).append((value, is_literal))

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def kinds(self, iri: str) -> frozenset[str]:
        """Gives the local names of a node's classes."""
        return frozenset(self._kinds.get(iri, ()))

    def nodes(self, iri: str, *names: str) -> list[str]:
        """Gives the nodes that the properties of these local names lead to, each once."""
        held = self._held.get(iri, {})
        return list(dict.fromkeys(v for name in names for v, literal in held.get(name.lower(), ()) if not literal))

    def texts(self, iri: str, *names: str) -> list[str]:
        """Gives the values of the first of the properties that has any; of a node its label, or its own name."""
        held = self._held.get(iri, {})
        for name in names:
            if found := held.get(name.lower()):
                return [value if literal else self.label(value) or local_name(value) for value, literal in found]
        return []

    def text(self, iri: str, *names: str) -> str:
        """Gives the first value of the first of the properties that has any, "" if none has."""
        return next(iter(self.texts(iri, *names)), "")

    def label(self, iri: str) -> str:
        """Gives the node's label, "" if it has none."""
        held = self._held.get(iri, {})
        for name in ("label", "name", "title", "preflabel"):
            for value, literal in held.get(name, ()):
                if literal:
                    return value
        return ""
