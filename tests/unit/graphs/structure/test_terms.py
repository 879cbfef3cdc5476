from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conspectus.domain.structure_graph import XSD, Iri, Literal, Term, Triple
from conspectus.graphs.structure.terms import (
    from_oxigraph,
    from_triple,
    is_iri,
    to_oxigraph,
    to_quads,
    to_substitutions,
    to_triples,
)

TERMS: list[Term] = [
    Iri("urn:x"),
    Literal(""),
    Literal('a "quoted" {word} \\ and\nnew line'),
    Literal("Moor", language="de"),
    Literal("Moor", language="pt-br"),
    Literal("7", datatype=XSD + "int"),
]


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_terms_come_back(term: Term) -> None:
    assert from_oxigraph(to_oxigraph(term)) == term
    triple = Triple(Iri("urn:s"), Iri("urn:p"), term)
    assert [from_triple(other) for other in to_triples([triple])] == [triple]
    (quad,) = to_quads([triple], "urn:g")
    assert quad.graph_name == ox.NamedNode("urn:g")
    assert from_triple(quad) == triple


@given(st.text())
def test_no_text_is_changed_on_the_way(text: str) -> None:
    assert from_oxigraph(to_oxigraph(Literal(text))) == Literal(text)


def test_lone_surrogates_are_replaced_and_pairs_are_not() -> None:
    assert from_oxigraph(to_oxigraph(Literal("a\ud800b😀"))) == Literal("a\ufffdb😀")


def test_a_string_needs_no_datatype() -> None:
    assert from_oxigraph(to_oxigraph(Literal("x", datatype=XSD + "string"))) == Literal("x")


def test_blank_nodes_are_iris_of_their_own_scheme() -> None:
    assert from_oxigraph(ox.BlankNode("b1")) == Iri("_:b1")


def test_bindings_are_terms() -> None:
    assert to_substitutions(None) == {}
    assert to_substitutions({"name": Literal('"} DROP ALL #')}) == {ox.Variable("name"): ox.Literal('"} DROP ALL #')}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("http://example.org/ä", True),
        ("urn:x", True),
        ("D012345", False),
        ("two words", False),
        ("http://a/{b}", False),
        ("http://a:b/", False),
        ("", False),
    ],
)
def test_what_is_an_iri(text: str, expected: bool) -> None:
    assert is_iri(text) is expected
