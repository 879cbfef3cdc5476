from __future__ import annotations

import itertools
import random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conspectus.graphs.entities.leiden import leiden


def clique(names: str, weight: float = 1.0) -> list[tuple[str, str, float]]:
    return [(one, other, weight) for one, other in itertools.combinations(names, 2)]


def test_a_planted_partition_is_found() -> None:
    edges = [*clique("abcde"), *clique("fghij"), *clique("klmno"), ("a", "f", 0.1), ("g", "k", 0.1)]
    assert leiden(edges) == [tuple("abcde"), tuple("fghij"), tuple("klmno")]


def test_the_same_seed_gives_the_same_whatever_the_order_of_edges() -> None:
    draw = random.Random(3)
    nodes = [f"n{n}" for n in range(60)]
    edges = [
        (one, other, draw.random() + 0.1) for one, other in itertools.combinations(nodes, 2) if draw.random() < 0.1
    ]
    wanted = leiden(edges, seed=7)
    for _ in range(3):
        draw.shuffle(edges)
        flipped = [
            (other, one, weight) if draw.random() < 0.5 else (one, other, weight) for one, other, weight in edges
        ]
        assert leiden(flipped, seed=7) == wanted


def test_higher_resolution_gives_no_fewer_communities() -> None:
    edges = [*clique("abcd"), *clique("efgh"), ("a", "e", 1.0), ("b", "f", 1.0)]
    assert len(leiden(edges, resolution=3.0)) >= len(leiden(edges, resolution=0.2))


def test_no_edges_no_communities_and_loops_are_nothing() -> None:
    assert leiden([]) == []
    assert leiden([("a", "a", 1.0)]) == []


@pytest.mark.parametrize("edges, resolution", [([("a", "b", 0.0)], 1.0), ([("a", "b", 1.0)], 0.0)])
def test_weights_and_resolution_are_positive(edges: list[tuple[str, str, float]], resolution: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        leiden(edges, resolution=resolution)


@settings(max_examples=40, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=40), st.integers(0, 5))
def test_communities_are_connected_and_cover_every_node_once(pairs: set[tuple[int, int]], seed: int) -> None:
    edges = [(str(one), str(other), 1.0) for one, other in sorted(pairs)]
    parts = leiden(edges, seed=seed)
    graph = networkx.Graph((one, other) for one, other, _ in edges if one != other)
    assert sorted(itertools.chain.from_iterable(parts)) == sorted(graph.nodes)
    assert all(networkx.is_connected(graph.subgraph(part)) for part in parts)
