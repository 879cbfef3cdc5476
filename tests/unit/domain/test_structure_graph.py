from __future__ import annotations

from conspectus.domain.structure_graph import XSD, Iri, Literal, Triple


def test_terms_are_equal_by_value_and_kind() -> None:
    assert Iri("http://example.org/a") != Literal("http://example.org/a")
    assert Literal("7", XSD + "integer") != Literal("7")
    assert Literal("Zelle", language="de") == Literal("Zelle", "", "de")
    triple = Triple(Iri("http://example.org/a"), Iri("http://example.org/p"), Literal("x"))
    assert len({triple, Triple(triple.subject, triple.predicate, triple.object)}) == 1
