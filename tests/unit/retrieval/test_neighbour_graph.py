"""The graph of neighbours finds nearly all, is kept beside the vectors, and is not needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conspectus.retrieval import vector_index
from conspectus.retrieval.neighbour_graph import FILE, NeighbourGraph, graph_is_at_hand
from conspectus.retrieval.vector_index import create_vectors, open_vectors

needs_faiss = pytest.mark.skipif(
    not graph_is_at_hand(),
    reason='the extra "faiss" is not installed: pip install "conspectus[faiss]" lets this test run',
)


def unit(count: int) -> np.ndarray:
    rows = np.random.default_rng(0).standard_normal((count, 16))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_without_the_extra_search_beyond_the_limit_is_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_index, "graph_is_at_hand", lambda: False)
    rows = unit(40)
    index = create_vectors(tmp_path / "vectors", "one", 16)
    index.update({f"p{at:02}": (str(at), "") for at in range(40)}, lambda papers: rows[[int(t) for t, _ in papers]])
    found = open_vectors(tmp_path / "vectors", "one", exact_up_to=10).search(rows[3], 5)
    expected = np.argsort(-(rows @ rows[3]))[:5]
    assert [paper for paper, _ in found] == [f"p{at:02}" for at in expected]
    assert not (tmp_path / "vectors" / FILE).exists()


@needs_faiss
def test_nearly_all_near_vectors_are_found(tmp_path: Path) -> None:
    rows = unit(2000)
    graph = NeighbourGraph(tmp_path, 16)
    graph.complete(rows)
    shares = []
    for at in range(0, 2000, 100):
        found, similarities = graph.search(rows[at], 10)
        exact = set(np.argsort(-(rows @ rows[at]))[:10].tolist())
        shares.append(len(exact & set(found.tolist())) / 10)
        assert similarities[0] == pytest.approx(1.0, abs=1e-5)
    assert np.mean(shares) >= 0.98


@needs_faiss
def test_it_is_kept_completed_and_made_again_when_torn(tmp_path: Path) -> None:
    rows = unit(50)
    NeighbourGraph(tmp_path, 16).complete(rows[:30])
    again = NeighbourGraph(tmp_path, 16)
    again.complete(rows)
    assert again.search(rows[45], 1)[0].tolist() == [45]
    (tmp_path / FILE).write_bytes(b"torn")
    mended = NeighbourGraph(tmp_path, 16)
    mended.complete(rows[:20])
    assert mended.search(rows[7], 1)[0].tolist() == [7]
