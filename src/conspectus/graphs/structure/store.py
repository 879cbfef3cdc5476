"""The structure graph on disk: one writer, snapshots for readers, one named graph for each paper (architecture 9).

``graph/`` of a library holds the writer's own store, the snapshots made after each commit, and a file that names the
newest. Whoever reads opens a snapshot, so that nobody reads beside a writer.

The default graph holds every triple of the papers' graphs once. A union made while asking would not do: pyoxigraph
gives a triple as often as graphs have it, so that an entity of ten papers would be counted ten times, and its label and
type joined a hundred times.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from conspectus.domain.structure_graph import XSD, Iri, Literal, Term, Triple
from conspectus.foundation.errors import LibraryError, UsageError
from conspectus.graphs.structure.query_text import bare_query
from conspectus.graphs.structure.snapshots import Hold, hold, remove_unused
from conspectus.graphs.structure.terms import from_oxigraph, to_quads, to_substitutions, to_triples
from conspectus.graphs.structure.vocabulary import ASKG_2024, Profile, integer_datatypes

FOLDER = "graph"
_OWN, _POINTER, _SNAPSHOT = "store", "current", "snapshot-"
_KEPT = 2
"""Snapshots that stay in any case: the newest, and the one before, which somebody may be about to open."""
_SELECT = re.compile(r"\bSELECT\b(?:\s+(?:DISTINCT|REDUCED)\b)?(?P<all>\s*\*)?", re.IGNORECASE)
_SERVICE = re.compile(r"(?<![?$:\w.-])SERVICE(?=[\s?$])", re.IGNORECASE)
_CODE_POINT = re.compile(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})")
_UPDATES = re.compile(
    # A prologue can be read in one way only: a query of many prefixes must not take exponential time.
    r"^\s*(?:(?:PREFIX\s+[^\s<]*|BASE)\s*<[^>]*>\s*)*(?:INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY|WITH)\b",
    re.IGNORECASE,
)


class StructureStore:
    """A store of the graph, open for reading.

    Args:
        store: Of pyoxigraph.
        profile: Whose prefixes queries may use.
        held: What keeps the store from being removed for as long as this object lives.
    """

    def __init__(self, store: Any, profile: Profile = ASKG_2024, held: Hold | None = None) -> None:
        self._store = store
        self._held = held
        self._profile = profile

    def select(self, query: str, bindings: Mapping[str, Term] | None = None) -> list[dict[str, Term]]:
        """Gives the solutions of a SELECT query; see ``GraphQueries.select``.

        Raises:
            UsageError: The query is not a SELECT query that can be parsed.
        """
        import pyoxigraph

        result = self.query(query, bindings)
        if not isinstance(result, pyoxigraph.QuerySolutions):
            raise UsageError("The query is no SELECT query.", hint="Begin it with SELECT.")
        names = [variable.value for variable in result.variables if variable.value not in (bindings or {})]
        rows = []
        for solution in result:
            row = {}
            for name in names:
                value = solution[name]
                if value is not None:
                    row[name] = from_oxigraph(value)
            rows.append(row)
        return rows

    def query(self, query: str, bindings: Mapping[str, Term] | None = None) -> Any:
        """Gives the result of a query as pyoxigraph has it; its default graph is the union of all papers.

        Raises:
            UsageError: It is an update, or cannot be parsed.
        """
        check_reads(query)
        try:
            return self._store.query(
                _projecting(query, bindings or {}),
                prefixes=self._profile.prefixes,
                substitutions=to_substitutions(bindings) or None,
            )
        except (SyntaxError, ValueError) as error:
            hint = "Write SPARQL 1.1." + (" A query that counts must group by its bound variables." if bindings else "")
            raise UsageError(f"The query cannot be read: {error}.", hint=hint) from None

    def triples(self, graph: Iri | None = None) -> Iterator[Triple]:
        """Yields the triples of one paper's graph, or of all papers, each once."""
        import pyoxigraph

        where = pyoxigraph.DefaultGraph() if graph is None else pyoxigraph.NamedNode(graph.value)
        # pyoxigraph keeps every kind of integer as xsd:integer; what was written comes back by the property.
        kinds = integer_datatypes(self._profile)
        for quad in self._store.quads_for_pattern(None, None, None, where):
            value = from_oxigraph(quad.object)
            if isinstance(value, Literal) and value.datatype == XSD + "integer":
                value = Literal(value.value, kinds.get(quad.predicate.value, value.datatype))
            yield Triple(Iri(quad.subject.value), Iri(quad.predicate.value), value)

    def graphs(self) -> list[Iri]:
        """Gives the named graphs, one for each paper, in order of their names."""
        return sorted((Iri(graph.value) for graph in self._store.named_graphs()), key=lambda iri: iri.value)

    def __len__(self) -> int:
        """The number of different triples."""
        for solution in self._store.query("SELECT (COUNT(*) AS ?count) { ?s ?p ?o }"):
            return int(solution["count"].value)
        return 0


def check_reads(query: str) -> None:
    """Makes sure that a query changes nothing.

    Raises:
        UsageError: It is an update, or empty.
    """
    bare = re.sub(r"(?m)^\s*#.*$", "", query).strip()
    if not bare:
        raise UsageError("The query is empty.", hint="Write a SELECT, ASK, CONSTRUCT or DESCRIBE query.")
    if _UPDATES.match(bare):
        raise UsageError(
            "The graph is read-only: the query is an update.",
            hint="Change papers with conspectus add; the graph follows the library.",
        )
    # pyoxigraph would go to the network for it; code points may be escaped anywhere in a query.
    if any(_SERVICE.search(bare_query(text)) for text in (query, _CODE_POINT.sub(_char, query))):
        raise UsageError(
            "The query asks another endpoint by SERVICE, and a library's graph answers by itself.",
            hint="Leave SERVICE out, or ask the other endpoint with --graph-store URL.",
        )


def _char(escape: re.Match[str]) -> str:
    code = int(escape.group(1) or escape.group(2), 16)
    return chr(code) if code <= 0x10FFFF else escape.group()


def _projecting(query: str, bindings: Mapping[str, Term]) -> str:
    """The query with the names of bound variables among those that it selects, as pyoxigraph wants it.

    Only names of variables are added; the values are bound as terms.
    """
    if not bindings:
        return query
    # What a remark says is no part of the query.
    found = _SELECT.search(re.sub(r"(?m)^\s*#.*$", lambda remark: " " * len(remark.group()), query))
    if found is None or found.group("all"):
        return query
    names = [f"?{name}" for name in bindings if not re.search(rf"[?$]{name}\b", query[found.end() : query.index("{")])]
    return f"{query[: found.end()]} {' '.join(names)} {query[found.end() :]}"


class GraphWriter:
    """The one writer of a library's graph; to be used under the library's writer lock.

    Args:
        folder: The library folder.
    """

    def __init__(self, folder: Path) -> None:
        import pyoxigraph

        self._folder = folder / FOLDER
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._store = pyoxigraph.Store(str(self._folder / _OWN))
        except (OSError, RuntimeError) as error:
            raise LibraryError(
                f"The graph in {self._folder} cannot be opened for writing: {error}.",
                hint="If another process is writing, wait for it; else run `conspectus reindex` to make it again.",
            ) from error

    def replace(self, graph: Iri, triples: Iterable[Triple]) -> int:
        """Puts a paper's triples in place of those that were there; gives how many there are."""
        import pyoxigraph

        quads = list(to_quads(triples, graph.value))
        self.remove(graph)
        # Readers see snapshots only, so that the fast way, which is no transaction, loses nothing. The paper's graph
        # comes first: whatever a kill leaves in the default graph is then still known to be the paper's.
        self._store.bulk_extend(quads)
        everywhere = pyoxigraph.DefaultGraph()
        self._store.bulk_extend(pyoxigraph.Quad(q.subject, q.predicate, q.object, everywhere) for q in quads)
        return len(quads)

    def remove(self, graph: Iri) -> None:
        """Takes a paper out."""
        import pyoxigraph

        name, everywhere = pyoxigraph.NamedNode(graph.value), pyoxigraph.DefaultGraph()
        if not self._store.contains_named_graph(name):
            return
        for quad in self._store.quads_for_pattern(None, None, None, name):
            holding = self._store.quads_for_pattern(quad.subject, quad.predicate, quad.object, None)
            if all(other.graph_name in (name, everywhere) for other in holding):
                self._store.remove(pyoxigraph.Quad(quad.subject, quad.predicate, quad.object, everywhere))
        self._store.remove_graph(name)

    def publish(self) -> Path:
        """Makes a snapshot of what is there and points readers at it; gives its folder."""
        self._store.flush()
        self._store.optimize()
        numbers = [number for number, _ in _snapshots(self._folder)]
        number = max(numbers, default=0) + 1
        target = self._folder / f"{_SNAPSHOT}{number}"
        self._store.backup(str(target))
        pointer = self._folder / f"{_POINTER}.new"
        pointer.write_text(target.name, encoding="utf-8")
        pointer.replace(self._folder / _POINTER)
        for old, path in _snapshots(self._folder):
            if old <= number - _KEPT:
                remove_unused(path)
        return target

    def close(self) -> None:
        """Lets the store go."""
        self._store.flush()
        del self._store

    def __enter__(self) -> GraphWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_snapshot(folder: Path, profile: Profile = ASKG_2024) -> StructureStore:
    """Gives the newest snapshot of a library's graph, open for reading.

    Raises:
        LibraryError: There is none yet, or it is damaged; the hint says how to make it.
    """
    import pyoxigraph

    hint = "Run `conspectus graph stats`, which makes the graph, or `conspectus reindex`."
    # A writer may take the snapshot away between the two steps; the pointer then names a newer one.
    for _ in range(3):
        path = snapshot_path(folder)
        if path is None:
            raise LibraryError(f"There is no graph in {folder / FOLDER} yet.", hint=hint)
        try:
            held = hold(path)
            return StructureStore(pyoxigraph.Store.read_only(str(path)), profile, held)
        except (OSError, RuntimeError) as error:
            failure = error
    raise LibraryError(f"The graph in {folder / FOLDER} cannot be opened: {failure}.", hint=hint) from failure


def open_path(path: Path, profile: Profile = ASKG_2024) -> StructureStore:
    """Gives the store in a snapshot's folder, open for reading.

    Raises:
        LibraryError: It is damaged.
    """
    import pyoxigraph

    try:
        held = hold(path)
        return StructureStore(pyoxigraph.Store.read_only(str(path)), profile, held)
    except (OSError, RuntimeError) as error:
        raise LibraryError(
            f"The graph in {path} cannot be opened: {error}.", hint="Run `conspectus reindex` to make it again."
        ) from error


def snapshot_path(folder: Path) -> Path | None:
    """Gives the folder of the newest snapshot, None if there is none."""
    try:
        name = (folder / FOLDER / _POINTER).read_text("utf-8").strip()
    except OSError:
        return None
    path = folder / FOLDER / name
    return path if name.startswith(_SNAPSHOT) and path.is_dir() else None


def discard(folder: Path) -> None:
    """Removes a library's graph, so that it is made anew; snapshots that somebody reads stay until they are let go."""
    (folder / FOLDER / _POINTER).unlink(missing_ok=True)
    for _, path in _snapshots(folder / FOLDER):
        remove_unused(path)
    for path in (folder / FOLDER).glob("*"):
        if path.is_dir() and not path.name.startswith(_SNAPSHOT):
            shutil.rmtree(path, ignore_errors=True)
        elif path.is_file() and not path.name.startswith(_SNAPSHOT):
            path.unlink(missing_ok=True)


def memory_store(triples: Iterable[Triple], profile: Profile = ASKG_2024) -> StructureStore:
    """Gives a store in memory, for one paper or a test."""
    import pyoxigraph

    store = pyoxigraph.Store()
    everywhere = pyoxigraph.DefaultGraph()
    store.extend(pyoxigraph.Quad(t.subject, t.predicate, t.object, everywhere) for t in to_triples(triples))
    return StructureStore(store, profile)


def _snapshots(folder: Path) -> Sequence[tuple[int, Path]]:
    found = []
    for path in folder.glob(f"{_SNAPSHOT}*"):
        number = path.name.removeprefix(_SNAPSHOT)
        if number.isdigit():
            found.append((int(number), path))
    return sorted(found)
