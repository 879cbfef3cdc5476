"""Triples of the structure graph, and what may be asked of a store that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

XSD = "http://www.w3.org/2001/XMLSchema#"


@dataclass(frozen=True, slots=True)
class Iri:
    """An absolute IRI."""

    value: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal: its lexical form, and a datatype IRI or a language tag; a plain string has neither."""

    value: str
    datatype: str = ""
    language: str = ""


Term = Iri | Literal


@dataclass(frozen=True, slots=True)
class Triple:
    """A statement; subjects and predicates are IRIs, blank nodes are never made."""

    subject: Iri
    predicate: Iri
    object: Term


class GraphQueries(Protocol):
    """A store of the structure graph that answers SPARQL, embedded or remote."""

    def select(self, query: str, bindings: Mapping[str, Term] | None = None) -> list[dict[str, Term]]:
        """Gives the solutions of a SELECT query in order; a variable without a value is absent.

        Args:
            query: SPARQL 1.1; its default graph is the union of the papers' graphs.
            bindings: Values of variables by name without "?". They are bound as terms, never pasted as text.

        Raises:
            UsageError: The query is not a SELECT query that can be parsed.
        """
        ...
