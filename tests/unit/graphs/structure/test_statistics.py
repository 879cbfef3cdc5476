from __future__ import annotations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_graph_papers import heath_triples

from conspectus.domain.structure_graph import Iri, Literal, Triple
from conspectus.graphs.structure.statistics import GraphStatistics, graph_statistics
from conspectus.graphs.structure.vocabulary import TYPE


def triple(subject: str, predicate: str, value: str) -> Triple:
    return Triple(Iri(f"urn:{subject}"), Iri(TYPE if predicate == "a" else f"urn:{predicate}"), Iri(f"urn:{value}"))


def test_a_graph_counted_by_hand() -> None:
    """A triangle a, b, c with a tail d at c; e is alone and has a label; 8 triples, one said twice."""
    triples = [
        triple("a", "p", "b"),
        triple("b", "q", "a"),
        triple("b", "p", "c"),
        triple("c", "p", "a"),
        triple("c", "p", "d"),
        triple("a", "a", "Kind"),
        triple("e", "a", "Other"),
        Triple(Iri("urn:e"), Iri("urn:label"), Literal("e")),
        Triple(Iri("urn:e"), Iri("urn:label"), Literal("e")),
    ]
    found = graph_statistics(iter(triples))
    assert found == GraphStatistics(
        relation_types=4,  # p, q, label, rdf:type
        entity_types=2,
        entities=5,
        triples=8,
        average_degree=pytest.approx(8 / 5),  # 2, 2, 3, 1, 0
        clustering=pytest.approx((1 + 1 + 1 / 3) / 5),  # c has three neighbours, one pair of them joined
        components=2,
        density=pytest.approx(8 / 5),
    )


def test_an_empty_graph_has_nothing() -> None:
    assert graph_statistics([]) == GraphStatistics(
        relation_types=0, entity_types=0, entities=0, triples=0, average_degree=0.0, clustering=0.0, components=0,
        density=0.0,
    )  # fmt: skip


def test_who_points_at_itself_has_no_neighbour() -> None:
    found = graph_statistics([triple("a", "p", "a")])
    assert (found.entities, found.average_degree, found.components) == (1, 0.0, 1)


def test_literals_and_classes_are_no_entities_and_a_text_is_no_iri() -> None:
    same = "urn:x"
    triples = [triple("a", "p", "x"), Triple(Iri("urn:a"), Iri("urn:p"), Literal(same)), triple("a", "a", "Kind")]
    found = graph_statistics(triples)
    assert (found.entities, found.triples, found.entity_types) == (2, 3, 1)


@given(st.lists(st.tuples(st.integers(0, 12), st.sampled_from("pq"), st.integers(0, 12)), max_size=60))
def test_the_network_is_as_another_library_sees_it(edges: list[tuple[int, str, int]]) -> None:
    graph = networkx.Graph()
    for one, _, other in edges:
        graph.add_nodes_from((one, other))
        if one != other:
            graph.add_edge(one, other)
    found = graph_statistics(triple(str(one), name, str(other)) for one, name, other in edges)
    assert found.entities == len(graph)
    assert found.triples == len(set(edges))
    assert found.components == networkx.number_connected_components(graph)
    assert found.clustering == pytest.approx(networkx.average_clustering(graph) if graph else 0.0)
    assert found.average_degree == pytest.approx(2 * graph.number_of_edges() / len(graph) if graph else 0.0)


def test_a_paper_is_one_component() -> None:
    found = graph_statistics(heath_triples())
    # The node of the text's version hangs on the paper, and everything else below it.
    assert found.components == 1
    assert found.density == pytest.approx(found.triples / found.entities)
    assert 0 < found.clustering < 1
