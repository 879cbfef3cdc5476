"""The vector index: one vector a text, kept with the identity of the embedder that made it.

A projection of the library in a folder of three files: ``about.json`` (identity, dimension), ``vectors.f32``
(float32 rows, little-endian, only ever appended to) and ``book.jsonl``, a line for each addition: the keys of its
texts, a checksum of their rows, and which paper has which text. Rows are written before the line that names them,
so that a kill leaves at most rows that no line names; these are cut off. What else does not agree is damage, and
the index is made again from the library.

A text is embedded once: papers with the same title and abstract share a row, and a rebuilt index takes over the
rows of the former one. Search is exact up to 100,000 rows, and beyond by a graph of neighbours (HNSW, Y. Malkov and
D. Yashunin 2018) where the extra ``faiss`` is installed, exact where it is not.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conspectus.foundation.errors import LibraryError, UsageError
from conspectus.retrieval.neighbour_graph import NeighbourGraph, graph_is_at_hand

FOLDER = "vectors"
FORMAT = 1
EXACT_UP_TO = 100_000
"""So many rows are searched one by one; a graph is used for more."""

Matrix = NDArray[np.float32]
Embed = Callable[[Sequence[tuple[str, str]]], Matrix]

_ABOUT, _ROWS, _BOOK = "about.json", "vectors.f32", "book.jsonl"
_HINT = "Run `conspectus reindex` to make it again from the library; no paper is lost."
_BATCH = 500
_BLOCK = 65_536
_STORED = np.dtype("<f4")


def text_key(title: str, abstract: str) -> str:
    """Gives the name under which the vector of a title and abstract is kept: a hash of both."""
    return hashlib.sha256(f"{len(title)}\n{title}\n{abstract}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


class VectorIndex:
    """An open index; made with ``open_vectors``, ``create_vectors`` or ``rebuilt_vectors``.

    Args:
        folder: Where its files are.
        exact_up_to: So many rows are searched one by one.
    """

    def __init__(self, folder: Path, *, exact_up_to: int = EXACT_UP_TO) -> None:
        self.folder = folder
        self._exact_up_to = exact_up_to
        self.identity, self.dimension = _about(folder)
        self._row_of_text: dict[str, int] = {}
        self._text_of_paper: dict[str, str] = {}
        self._last_line_ends = 0
        self._former: VectorIndex | None = None
        self._graph: NeighbourGraph | None = None
        self._papers_of_row: list[list[str]] | None = None
        self._read_book()
        self._rows = self._mapped()

    def __contains__(self, paper: object) -> bool:
        return paper in self._text_of_paper

    def count(self) -> int:
        """Gives how many papers have a vector."""
        return len(self._text_of_paper)

    def update(
        self, papers: Mapping[str, tuple[str, str]], embed: Embed, gone: Iterable[str] = (), *, batch: int = _BATCH
    ) -> int:
        """Puts papers in, in place of what was there under their ids, lets ids go, and gives how many were embedded.

        Args:
            papers: (title, abstract) by id.
            embed: Gives the vectors of those whose text has none yet.
            gone: Ids to let go.
            batch: The most texts that are embedded and written at a time.

        Raises:
            UsageError: The vectors are not of the index's dimension.
        """
        embedded = 0
        if leaving := [paper for paper in gone if paper in self._text_of_paper]:
            self._write([], np.zeros((0, self.dimension), np.float32), {}, leaving)
        wanted = list(papers.items())
        for start in range(0, len(wanted), batch):
            keys = {paper: text_key(*text) for paper, text in wanted[start : start + batch]}
            texts = {keys[paper]: text for paper, text in wanted[start : start + batch]}
            new = [key for key in texts if key not in self._row_of_text]
            vectors, made = self._vectors_for(new, texts, embed)
            embedded += made
            changed = {paper: key for paper, key in keys.items() if self._text_of_paper.get(paper) != key}
            if new or changed:
                self._write(new, vectors, changed, [])
        return embedded

    def search(self, vector: Matrix, limit: int = 10) -> list[tuple[str, float]]:
        """Gives (paper id, similarity) of the papers most similar to a vector, best first, ties by id.

        Args:
            vector: Of length 1 and of the same embedder; shape (dimension,) or (1, dimension).
            limit: At most so many papers.
        """
        sought = np.asarray(vector, dtype=np.float32).reshape(-1)
        if len(sought) != self.dimension:
            raise UsageError(f"A vector of {len(sought)} numbers is sought among vectors of {self.dimension}.")
        if limit < 1 or not len(self._rows) or not sought.any():
            return []
        papers_of_row = self._papers_by_row()
        # Rows that no paper has any more may be among the best.
        wanted = min(limit + len(papers_of_row) - sum(map(bool, papers_of_row)), len(papers_of_row))
        if len(self._rows) > self._exact_up_to and graph_is_at_hand():
            rows, similarities = self._neighbour_graph().search(sought, wanted)
        else:
            rows, similarities = self._nearest(sought, wanted)
        found = [
            (paper, float(similarity))
            for row, similarity in zip(rows, similarities, strict=True)
            for paper in papers_of_row[int(row)]
        ]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def similarities(self, vector: Matrix) -> dict[str, float]:
        """Gives the similarity of every paper to a vector, by id."""
        return dict(self.search(vector, max(self.count(), 1)))

    def vectors_of(self, papers: Sequence[str]) -> Matrix:
        """Gives the vectors of papers in their order, zeros for those that have none."""
        vectors = np.zeros((len(papers), self.dimension), dtype=np.float32)
        places = [place for place, paper in enumerate(papers) if paper in self._text_of_paper]
        vectors[places] = self._rows[[self._row_of_text[self._text_of_paper[papers[place]]] for place in places]]
        return vectors

    def _vectors_for(
        self, keys: Sequence[str], texts: Mapping[str, tuple[str, str]], embed: Embed
    ) -> tuple[Matrix, int]:
        vectors = np.zeros((len(keys), self.dimension), dtype=np.float32)
        unknown = []
        for place, key in enumerate(keys):
            row = self._former._row_of_text.get(key) if self._former else None
            if self._former is None or row is None:
                unknown.append(place)
            else:
                vectors[place] = self._former._rows[row]
        if unknown:
            made = np.asarray(embed([texts[keys[place]] for place in unknown]), dtype=np.float32)
            if made.shape != (len(unknown), self.dimension):
                raise UsageError(
                    f"Vectors of shape {made.shape} do not fit an index of {self.dimension} numbers a vector.",
                    hint="Run `conspectus reindex` to embed all papers again.",
                )
            vectors[unknown] = made
        return vectors, len(unknown)

    def _write(self, texts: Sequence[str], vectors: Matrix, papers: Mapping[str, str], gone: Sequence[str]) -> None:
        data = vectors.astype(_STORED).tobytes()
        with (self.folder / _ROWS).open("r+b") as rows:
            # Rows that no line names are cut off.
            rows.truncate(len(self._row_of_text) * self._row_size)
            rows.seek(0, os.SEEK_END)
            rows.write(data)
            rows.flush()
            os.fsync(rows.fileno())
        line = {"texts": list(texts), "sum": zlib.crc32(data), "papers": dict(papers), "gone": list(gone)}
        with (self.folder / _BOOK).open("r+b") as book:
            book.truncate(self._last_line_ends)
            book.seek(0, os.SEEK_END)
            book.write(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")
            book.flush()
            os.fsync(book.fileno())
            self._last_line_ends = book.tell()
        self._take(line)
        self._rows = self._mapped()

    @property
    def _row_size(self) -> int:
        return self.dimension * _STORED.itemsize

    def _read_book(self) -> None:
        try:
            with (self.folder / _BOOK).open("rb") as book, (self.folder / _ROWS).open("rb") as rows:
                for line in book:
                    if not line.endswith(b"\n"):
                        break  # A kill while it was written: what it names is added again.
                    entry = json.loads(line)
                    data = rows.read(len(entry["texts"]) * self._row_size)
                    if len(data) != len(entry["texts"]) * self._row_size or zlib.crc32(data) != entry["sum"]:
                        raise LibraryError(f"The vectors in {self.folder} are damaged.", hint=_HINT)
                    self._take(entry)
                    self._last_line_ends += len(line)
            if any(text not in self._row_of_text for text in self._text_of_paper.values()):
                raise LibraryError(f"The vectors in {self.folder} are damaged.", hint=_HINT)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise _unusable(self.folder, error) from error

    def _take(self, entry: Mapping[str, Any]) -> None:
        for text in entry["texts"]:
            self._row_of_text[text] = len(self._row_of_text)
        self._text_of_paper.update(entry["papers"])
        for paper in entry["gone"]:
            self._text_of_paper.pop(paper, None)
        self._papers_of_row = None

    def _mapped(self) -> Matrix:
        shape = (len(self._row_of_text), self.dimension)
        if not shape[0]:
            return np.zeros(shape, dtype=np.float32)
        return np.memmap(self.folder / _ROWS, dtype=_STORED, mode="r", shape=shape)

    def _papers_by_row(self) -> list[list[str]]:
        if self._papers_of_row is None:
            self._papers_of_row = [[] for _ in self._row_of_text]
            for paper, text in self._text_of_paper.items():
                self._papers_of_row[self._row_of_text[text]].append(paper)
        return self._papers_of_row

    def _nearest(self, vector: Matrix, number: int) -> tuple[NDArray[np.intp], Matrix]:
        """Gives the rows most similar to a vector, all that tie with the last one included."""
        similarities = np.concatenate(
            [self._rows[start : start + _BLOCK] @ vector for start in range(0, len(self._rows), _BLOCK)]
        )
        least = np.partition(similarities, len(similarities) - number)[len(similarities) - number]
        rows = np.flatnonzero(similarities >= least)
        return rows, similarities[rows]

    def _neighbour_graph(self) -> NeighbourGraph:
        if self._graph is None:
            self._graph = NeighbourGraph(self.folder, self.dimension)
        self._graph.complete(self._rows)
        return self._graph


def open_vectors(folder: Path, identity: str, *, exact_up_to: int = EXACT_UP_TO) -> VectorIndex:
    """Gives the index in a folder.

    Args:
        folder: Where it is.
        identity: That of the embedder that is used with it.
        exact_up_to: So many rows are searched one by one.

    Raises:
        LibraryError: It is missing, damaged or of another form; the hint says how to make it again.
        UsageError: Its vectors are of another embedder, or of another fit: they cannot be compared.
    """
    index = VectorIndex(folder, exact_up_to=exact_up_to)
    if index.identity != identity:
        raise UsageError(
            f"The library's vectors were made by {index.identity}, which cannot be compared with those of {identity}.",
            hint="Run `conspectus reindex` to embed all papers again.",
        )
    return index


def create_vectors(folder: Path, identity: str, dimension: int) -> VectorIndex:
    """Gives a new empty index in place of whatever is in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in (_ROWS, _BOOK):
        (folder / name).touch()
    about = {"format": FORMAT, "identity": identity, "dimension": dimension}
    (folder / _ABOUT).write_text(json.dumps(about) + "\n", "utf-8")
    return VectorIndex(folder)


@contextmanager
def rebuilt_vectors(folder: Path, identity: str, dimension: int) -> Iterator[VectorIndex]:
    """Gives a new index to fill, which takes the place of the old one at the end of the block, unless that fails.

    Texts that the old one has vectors of, by the same embedder, are not embedded again.
    """
    fresh, old = folder.with_name(folder.name + ".new"), folder.with_name(folder.name + ".old")
    index = create_vectors(fresh, identity, dimension)
    try:
        index._former = open_vectors(folder, identity)
    except (LibraryError, UsageError):
        index._former = None
    yield index
    index._former = None
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    fresh.rename(folder)
    index.folder = folder
    shutil.rmtree(old, ignore_errors=True)


def _about(folder: Path) -> tuple[str, int]:
    if not folder.is_dir():
        raise LibraryError(f"The vectors in {folder} are missing.", hint=_HINT)
    try:
        about = json.loads((folder / _ABOUT).read_text("utf-8"))
        form, identity, dimension = about["format"], str(about["identity"]), int(about["dimension"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _unusable(folder, error) from error
    if form != FORMAT or dimension < 1:
        raise LibraryError(f"The vectors in {folder} are of another version.", hint=_HINT)
    return identity, dimension


def _unusable(folder: Path, error: Exception) -> LibraryError:
    return LibraryError(f"The vectors in {folder} cannot be used: {error or type(error).__name__}.", hint=_HINT)
