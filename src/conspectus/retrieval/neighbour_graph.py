"""A graph of near neighbours over many vectors (HNSW, by the extra ``faiss``), kept beside them."""

from __future__ import annotations

import importlib.util
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE = "neighbours.faiss"
_LINKS, _BREADTH, _BUILDING_BREADTH = 32, 256, 200

Matrix = NDArray[np.float32]


def graph_is_at_hand() -> bool:
    """Whether the extra ``faiss`` is installed."""
    return importlib.util.find_spec("faiss") is not None


class NeighbourGraph:
    """Finds most of the vectors nearest to one, in a time that hardly grows with their number.

    Args:
        folder: Where its file is kept; a file that cannot be read is made again.
        dimension: The numbers of a vector.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        self._faiss: Any = import_module("faiss")
        self._file = folder / FILE
        self._dimension = dimension
        self._graph: Any = self._kept() or self._empty()

    def complete(self, rows: Matrix) -> None:
        """Takes in the rows that it does not have yet, and keeps the graph if there were any."""
        if self._graph.ntotal > len(rows):
            self._graph = self._empty()
        known = self._graph.ntotal
        if known == len(rows):
            return
        self._graph.add(np.ascontiguousarray(rows[known:], dtype=np.float32))
        fresh = self._file.with_name(self._file.name + ".new")
        try:
            self._faiss.write_index(self._graph, str(fresh))
            fresh.replace(self._file)
        except (OSError, RuntimeError):
            # A library that cannot be written to is searched all the same.
            fresh.unlink(missing_ok=True)

    def search(self, vector: Matrix, number: int) -> tuple[NDArray[np.intp], Matrix]:
        """Gives rows and similarities of about the nearest vectors, at most so many."""
        self._graph.hnsw.efSearch = max(_BREADTH, 2 * number)
        similarities, rows = self._graph.search(vector.reshape(1, -1), number)
        found = rows[0] >= 0
        return rows[0][found], similarities[0][found]

    def _kept(self) -> Any:
        try:
            graph = self._faiss.read_index(str(self._file)) if self._file.exists() else None
        except RuntimeError:
            return None
        return graph if graph is not None and graph.d == self._dimension else None

    def _empty(self) -> Any:
        graph = self._faiss.IndexHNSWFlat(self._dimension, _LINKS, self._faiss.METRIC_INNER_PRODUCT)
        graph.hnsw.efConstruction = _BUILDING_BREADTH
        return graph
