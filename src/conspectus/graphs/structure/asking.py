"""Queries with limits: in a process apart, which is stopped when its time is up, and with a bound on rows."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from conspectus.domain.structure_graph import Term
from conspectus.foundation.errors import ConspectusError, GraphLimitReached
from conspectus.graphs.structure.solutions import answer_text, solutions_text
from conspectus.graphs.structure.store import StructureStore, check_reads, open_path
from conspectus.graphs.structure.terms import from_oxigraph
from conspectus.graphs.structure.vocabulary import ASKG_2024, Profile, profile_named

SECONDS, ROWS = 30.0, 10_000
MEMORY = 2 << 30
"""Bytes that a query may take (not on Windows)."""
MEDIA_TYPES = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "turtle": "text/turtle",
    "ntriples": "application/n-triples",
    "json-ld": "application/ld+json",
    "rdf-xml": "application/rdf+xml",
}
"""The media type of each form."""
_RESULTS = ("json", "csv", "tsv", "xml")
_GRAPHS = {"turtle": "TURTLE", "ntriples": "N_TRIPLES", "json-ld": "JSON_LD", "rdf-xml": "RDF_XML"}


def ask_snapshot(
    snapshot: Path,
    query: str,
    form: str = "json",
    *,
    seconds: float = SECONDS,
    rows: int = ROWS,
    memory: int = MEMORY,
    profile: Profile = ASKG_2024,
    bindings: Mapping[str, Term] | None = None,
) -> bytes:
    """Gives the result of a query over a snapshot, serialised.

    The query runs in a process of its own, so that one that never ends (a path through everything) is stopped.

    Args:
        snapshot: The folder of a snapshot.
        query: SPARQL 1.1, reading only.
        form: One of results for SELECT and ASK, one of graphs for CONSTRUCT and DESCRIBE; where it does not fit,
            JSON or Turtle is given.
        seconds: The most time.
        rows: The most solutions or triples.
        memory: The most bytes of memory (not on Windows).
        profile: Whose prefixes may be used.
        bindings: Values of variables.

    Raises:
        UsageError: The query is an update or cannot be read.
        GraphLimitReached: It takes more time or memory, or has more rows.
    """
    check_reads(query)
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe(duplex=False)
    limits = {"form": form, "rows": rows, "memory": memory, "profile": profile.name, "bindings": dict(bindings or {})}
    process = context.Process(target=_answer, args=(theirs, str(snapshot), query), kwargs=limits, daemon=True)
    process.start()
    theirs.close()
    try:
        if not mine.poll(seconds):
            raise GraphLimitReached(
                f"The query took longer than {seconds:g} seconds and was stopped.",
                hint="Narrow it: name a paper, add LIMIT, avoid paths of any length; or give --seconds.",
            )
        outcome: bytes | ConspectusError = mine.recv()
    except EOFError:
        raise GraphLimitReached("The query broke its process.", hint="Narrow it: it took too much memory.") from None
    finally:
        mine.close()
        if process.is_alive():
            process.terminate()
        process.join(5)
        if process.is_alive():
            process.kill()
    if isinstance(outcome, ConspectusError):
        raise outcome
    return outcome


def answer_query(store: StructureStore, query: str, form: str = "json", *, rows: int = ROWS) -> bytes:
    """Gives the result of a query, serialised; see ``ask_snapshot``.

    Raises:
        UsageError: The query is an update or cannot be read.
        GraphLimitReached: It has more rows than are allowed.
    """
    return _serialised(store.query(query), form, rows)


def _answer(
    pipe: Connection,
    path: str,
    query: str,
    *,
    form: str,
    rows: int,
    memory: int,
    profile: str,
    bindings: dict[str, Term],
) -> None:
    _limit_memory(memory)
    try:
        store = open_path(Path(path), profile_named(profile))
        pipe.send(_serialised(store.query(query, bindings), form, rows))
    except ConspectusError as error:
        pipe.send(error)
    except Exception as error:
        # Whatever it is must be told where the query was asked; here nobody reads it.
        pipe.send(GraphLimitReached(f"The query failed: {error}.", hint="Narrow it, or report it."))
    finally:
        pipe.close()


def _limit_memory(memory: int) -> None:
    """Bounds the memory of this process; native code that gets no more ends it and prints a trace for nobody."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 2)


def _serialised(result: Any, form: str, rows: int) -> bytes:
    import pyoxigraph

    if isinstance(result, pyoxigraph.QueryTriples):
        triples = []
        for triple in result:
            triples.append(triple)
            if len(triples) > rows:
                raise _too_many(rows)
        name = _GRAPHS.get(form, "TURTLE")
        return bytes(pyoxigraph.serialize(triples, format=getattr(pyoxigraph.RdfFormat, name)) or b"")
    if isinstance(result, pyoxigraph.QueryBoolean):
        return answer_text(bool(result), form).encode("utf-8")
    names = [variable.value for variable in result.variables]
    found: list[dict[str, Term]] = []
    for solution in result:
        if len(found) == rows:
            raise _too_many(rows)
        found.append({name: from_oxigraph(solution[name]) for name in names if solution[name] is not None})
    return solutions_text(names, found, form if form in _RESULTS else "json").encode("utf-8")


def _too_many(rows: int) -> GraphLimitReached:
    return GraphLimitReached(f"The query has more than {rows} rows.", hint="Add LIMIT to it, or give --rows.")
