"""Communities of a weighted graph by the Leiden algorithm (Traag, Waltman, van Eck 2019), seeded."""

from __future__ import annotations

from collections.abc import Sequence

_ITERATIONS = 2


def leiden(edges: Sequence[tuple[str, str, float]], *, resolution: float = 1.0, seed: int = 0) -> list[tuple[str, ...]]:
    """Gives the communities of the nodes that have edges, by modularity: the largest first, members sorted.

    The same edges, in whatever order, and the same seed give the same communities, and each community is connected.

    Args:
        edges: Undirected, each pair of nodes once; weights above 0. Loops are left out.
        resolution: Above 0; higher gives more and smaller communities.
        seed: At least 0.

    Raises:
        ValueError: A weight or the resolution is not above 0.
    """
    import graspologic_native
    import networkx

    if resolution <= 0 or any(weight <= 0 for _, _, weight in edges):
        raise ValueError("weights and resolution must be above 0")
    united: dict[tuple[str, str], float] = {}
    for source, target, weight in edges:
        if source != target:
            key = (source, target) if source < target else (target, source)
            united[key] = united.get(key, 0.0) + float(weight)
    if not united:
        return []
    ordered = [(source, target, weight) for (source, target), weight in sorted(united.items())]
    _, community_of = graspologic_native.leiden(
        ordered, resolution=resolution, iterations=_ITERATIONS, use_modularity=True, seed=seed
    )
    graph = networkx.Graph()
    graph.add_nodes_from(community_of)
    graph.add_edges_from((s, t) for s, t, _ in ordered if community_of[s] == community_of[t])
    # Leiden's communities are connected; taking components apart makes sure of it whatever the implementation.
    parts = (tuple(sorted(component)) for component in networkx.connected_components(graph))
    return sorted(parts, key=lambda part: (-len(part), part))
