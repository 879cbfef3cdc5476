"""What may be asked of a store, and that nobody takes a snapshot from under a reader."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from conspectus.domain.structure_graph import Iri, Literal, Triple
from conspectus.foundation.errors import GraphLimitReached, UsageError
from conspectus.graphs.structure.asking import ask_snapshot
from conspectus.graphs.structure.remote_store import sparql_term, with_values
from conspectus.graphs.structure.store import GraphWriter, check_reads, discard, open_path, open_snapshot

COUNT = "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"


def write(folder: Path, text: str, number: int = 1) -> Path:
    """A snapshot with so many triples."""
    with GraphWriter(folder) as writer:
        said = (Triple(Iri(f"urn:{n}"), Iri("urn:says"), Literal(text)) for n in range(number))
        writer.replace(Iri("urn:graph"), said)
        return writer.publish()


def counted(folder: Path, path: Path | None = None) -> str:
    store = open_snapshot(folder) if path is None else open_path(path)
    return store.select(COUNT)[0]["n"].value


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { service SILENT <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o SERVICE<http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { SERVICE ?where { ?s ?p ?o } }",
        "SELECT * { \\u0053ERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "# it's a remark\nASK { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
    ],
)
def test_no_query_goes_to_the_network(query: str) -> None:
    """The store would ask the address; what answers from a library must not."""
    with pytest.raises(UsageError, match="SERVICE") as caught:
        check_reads(query)
    assert "--graph-store" in caught.value.hint


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?service { ?service a <urn:service> }",
        "SELECT * { ?s ?p 'customer SERVICE ' }",
        "PREFIX service: <urn:x:> SELECT * { ?s a service:Thing }",
        "# SERVICE <x:y>\nSELECT * { ?s ?p ?o }",
        "PREFIX ex: <urn:x:> SELECT * { ?s ex:service ?o }",
    ],
)
def test_the_word_alone_is_not_refused(query: str) -> None:
    check_reads(query)


def test_a_snapshot_that_is_read_outlives_later_ones_and_a_new_beginning(tmp_path: Path) -> None:
    first = write(tmp_path, "one", number=3)
    reader = open_path(first)
    for _ in range(3):
        write(tmp_path, "more", number=5)
    assert first.exists()
    discard(tmp_path)
    assert first.exists()
    assert reader.select(COUNT)[0]["n"].value == "3"
    newest = write(tmp_path, "new", number=2)
    assert counted(tmp_path) == counted(tmp_path, newest) == "2"
    del reader
    discard(tmp_path)
    assert not first.exists()


def test_a_query_that_wants_all_memory_is_ended(tmp_path: Path) -> None:
    path = write(tmp_path, "x" * 50, number=400)
    greedy = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i LIMIT 3"
    with pytest.raises(GraphLimitReached, match="broke its process") as caught:
        ask_snapshot(path, greedy, seconds=60, memory=1 << 28)
    assert caught.value.hint


@pytest.mark.parametrize(
    "query",
    [
        "# { is no pattern\nSELECT ?s WHERE { ?s <urn:says> ?wanted }",
        'SELECT ?s ("{" AS ?sign) WHERE { ?s <urn:says> ?wanted }',
        "SELECT ?s { ?s <urn:says> ?wanted }",
    ],
)
def test_values_for_an_endpoint_stand_in_the_pattern(query: str) -> None:
    store = ox.Store()
    for number, text in enumerate(("one", '"} DROP ALL #')):
        said = ox.Quad(ox.NamedNode(f"urn:{number}"), ox.NamedNode("urn:says"), ox.Literal(text), ox.DefaultGraph())
        store.add(said)
    for number, text in enumerate(("one", '"} DROP ALL #')):
        found = list(store.query(with_values(query, {"wanted": Literal(text)})))
        assert [row["s"].value for row in found] == [f"urn:{number}"]


@pytest.mark.parametrize(
    "term",
    [Literal("a", language="en> } DROP ALL"), Literal("a", datatype="x:y> } DROP ALL"), Iri("x:y> } DROP ALL")],
)
def test_what_cannot_be_written_safely_is_not_written(term: Iri | Literal) -> None:
    with pytest.raises(UsageError) as caught:
        sparql_term(term)
    assert caught.value.hint


def test_lone_surrogates_can_be_sent() -> None:
    assert sparql_term(Literal("a\ud800b")).encode("utf-8") == '"a\ufffdb"'.encode()
