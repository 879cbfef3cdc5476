from __future__ import annotations

import pytest

from conspectus.readers.graph_nodes import GraphNodes, local_name

TURTLE = b"""@prefix a: <http://one.example/a#> . @prefix b: <http://two.example/b/> .
a:x a a:Thing , b:Other ; a:Name "first" ; b:name "second" , a:y .
a:y a:label "a label" .
"""


@pytest.mark.parametrize(("iri", "name"), [("http://e/a#b", "b"), ("http://e/a/b", "b"), ("http://e/", "")])
def test_local_names(iri: str, name: str) -> None:
    assert local_name(iri) == name


def test_properties_are_found_by_local_name_in_any_namespace_and_case() -> None:
    nodes = GraphNodes.of_turtle(TURTLE)
    x, y = list(nodes)
    assert nodes.kinds(x) == {"Thing", "Other"}
    assert nodes.texts(x, "missing", "NAME") == ["first", "second", "a label"]
    assert nodes.nodes(x, "name") == [y]
    assert nodes.text(x, "missing") == ""
    assert nodes.label(y) == "a label"
