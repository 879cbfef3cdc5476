from __future__ import annotations

import io

import networkx
import pytest
import rdflib

from conspectus.domain.structure_graph import Iri, Literal, Triple
from conspectus.foundation.errors import UnknownName
from conspectus.graphs.structure.mapping import paper_triples
from conspectus.graphs.structure.serialising import serialise
from conspectus.testing.full_paper import made_full_paper

pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning")
TRIPLES = list(paper_triples(made_full_paper()))
READ_AS = {"turtle": "turtle", "ntriples": "nt", "json-ld": "json-ld", "rdf-xml": "xml"}


@pytest.mark.parametrize("form", READ_AS)
def test_other_programs_read_the_same_triples(form: str) -> None:
    graph = rdflib.Graph().parse(data=serialise(TRIPLES, form), format=READ_AS[form])
    plain = rdflib.Graph().parse(data=serialise(TRIPLES, "ntriples"), format="nt")
    assert len(graph) == len(set(TRIPLES))
    assert set(graph) == set(plain)


def test_graphml_has_nodes_with_properties_and_edges_with_predicates() -> None:
    graph = networkx.read_graphml(io.BytesIO(serialise(TRIPLES, "graphml")), force_multigraph=True)
    paper = "https://www.anu.edu.au/onto/scholarly/peat"
    assert graph.nodes[paper]["dc:title"] == "Carbon loss of drained peat bogs"
    assert {data["predicate"] for _, _, data in graph.out_edges(paper, data=True)} >= {"askg:hasSection"}


@pytest.mark.parametrize("form", [*READ_AS, "graphml"])
def test_awkward_text_is_written_so_that_it_can_be_read(form: str) -> None:
    text = 'quotes " and \\ braces {} <tags> & \x0b control \ud800 surrogate \u202e override'
    data = serialise([Triple(Iri("urn:a"), Iri("urn:b#c"), Literal(text))], form)
    if form == "graphml":
        networkx.read_graphml(io.BytesIO(data))
    else:
        assert len(rdflib.Graph().parse(data=data, format=READ_AS[form])) == 1


def test_an_unknown_form_is_named_with_those_that_are_known() -> None:
    with pytest.raises(UnknownName, match="'n3'") as raised:
        serialise(TRIPLES, "n3")
    assert "turtle" in raised.value.hint
