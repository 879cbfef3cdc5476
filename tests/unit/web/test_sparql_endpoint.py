from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from conspectus.domain.structure_graph import Iri, Literal
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.graphs.structure.mapping import paper_triples
from conspectus.graphs.structure.node_names import graph_iri
from conspectus.graphs.structure.remote_store import RemoteStore, sparql_term, with_values
from conspectus.graphs.structure.store import GraphWriter
from conspectus.testing.full_paper import made_full_paper
from conspectus.web.sparql_endpoint import Endpoint, make_app

QUERY = "SELECT ?s ?label WHERE { ?s a askg:Section ; rdfs:label ?label } ORDER BY ?label"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on loopback over the graph of a made-up paper."""
    folder = tmp_path_factory.mktemp("library")
    with GraphWriter(folder) as writer:
        writer.replace(graph_iri("peat"), paper_triples(made_full_paper()))
        writer.publish()
    app = make_app(Endpoint(folder=folder, seconds=2.0, rows=200))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}/sparql"
    server.should_exit = True
    thread.join(10)


def labels(response: httpx.Response) -> list[str]:
    assert response.status_code == 200, response.text
    return [row["label"]["value"] for row in json.loads(response.text)["results"]["bindings"]]


def test_the_three_ways_to_send_a_query(address: str) -> None:
    wanted = ["Abstract", "Discussion", "Introduction", "Methods", "Results"]
    assert labels(httpx.get(address, params={"query": QUERY})) == wanted
    assert labels(httpx.post(address, data={"query": QUERY})) == wanted
    kind = {"Content-Type": "application/sparql-query"}
    assert labels(httpx.post(address, content=QUERY, headers=kind)) == wanted


@pytest.mark.parametrize(
    "accept, media",
    [
        ("text/csv", "text/csv"),
        ("application/sparql-results+xml;q=0.9, text/csv;q=0.1", "application/sparql-results+xml"),
        ("*/*", "application/sparql-results+json"),
        ("text/html, application/json;q=0.5", "application/sparql-results+json"),
    ],
)
def test_the_form_is_the_one_that_is_liked_best(address: str, accept: str, media: str) -> None:
    response = httpx.get(address, params={"query": QUERY}, headers={"Accept": accept})
    assert response.headers["content-type"].startswith(media)


def test_graphs_come_as_turtle_or_as_asked_for(address: str) -> None:
    query = "# a remark\nPREFIX x: <urn:x>\nCONSTRUCT WHERE { ?s a askg:Section }"
    response = httpx.get(address, params={"query": query}, headers={"Accept": "application/n-triples"})
    assert response.text.count("\n") == 5
    assert httpx.get(address, params={"query": query}).headers["content-type"].startswith("text/turtle")


@pytest.mark.parametrize(
    "send, status, told",
    [
        (lambda a: httpx.get(a), 400, "one query"),
        (lambda a: httpx.get(a, params={"query": "DELETE WHERE { ?s ?p ?o }"}), 400, "read-only"),
        (lambda a: httpx.post(a, data={"update": "CLEAR ALL"}), 400, "read-only"),
        (lambda a: httpx.post(a, content="x", headers={"Content-Type": "text/plain"}), 400, "text/plain"),
        (lambda a: httpx.post(a, content="x" * (1 << 21), headers={"Content-Type": "application/sparql-query"}), 400,
         "megabyte"),
        (lambda a: httpx.get(a, params={"query": "SELECT"}), 400, "cannot be read"),
        (lambda a: httpx.get(a, params={"query": QUERY}, headers={"Accept": "image/png"}), 400, "can be given"),
        (lambda a: httpx.get(a, params={"query": "SELECT * WHERE { ?a ?b ?c . ?d ?e ?f }"}), 503, "more than 200"),
        (lambda a: httpx.get(a, params={"query": QUERY}, headers={"Host": "evil.example"}), 403, "loopback"),
        (lambda a: httpx.put(a, content=QUERY), 405, "Method Not Allowed"),
    ],
)  # fmt: skip
def test_what_is_refused_says_why(address: str, send: object, status: int, told: str) -> None:
    response = send(address)  # type: ignore[operator]
    assert response.status_code == status
    assert told in response.text


def test_a_query_that_never_ends_does_not_hold_the_server(address: str) -> None:
    endless = "SELECT (COUNT(*) AS ?n) WHERE { ?a (<x:y>|!<x:y>)* ?b . ?b (<x:y>|!<x:y>)* ?c . ?c (<x:y>|!<x:y>)* ?d }"
    assert httpx.get(address, params={"query": endless}, timeout=30).status_code == 503
    assert len(labels(httpx.get(address, params={"query": QUERY}))) == 5


def test_a_remote_store_answers_as_the_own_one_does(address: str) -> None:
    store = RemoteStore(address)
    query = "SELECT ?s WHERE { ?s a askg:Section ; rdfs:label ?wanted }"
    (row,) = store.select(query, {"wanted": Literal("Methods")})
    assert row == {"s": Iri("https://www.anu.edu.au/onto/scholarly/peat#s3")}
    assert store.select(query, {"wanted": Literal('") } #')}) == []


def test_a_remote_store_tells_what_went_wrong(address: str) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        RemoteStore(address).select("SELECT nothing")
    with pytest.raises(UsageError, match="read-only"):
        RemoteStore(address).select("CLEAR ALL")
    with pytest.raises(SourceFailed, match="cannot be asked"):
        RemoteStore("http://127.0.0.1:9/sparql", seconds=2).select(QUERY)
    with pytest.raises(SourceFailed, match="404"):
        RemoteStore(address + "x").select(QUERY)
    with pytest.raises(UsageError, match="no address"):
        RemoteStore("ftp://example.org")


def test_a_graph_that_is_not_there_is_told(tmp_path: Path) -> None:
    from conspectus.web.sparql_endpoint import answer_request

    with pytest.raises(UsageError, match="no graph yet"):
        answer_request(Endpoint(folder=tmp_path), QUERY, "")


def test_terms_are_written_so_that_nothing_ends_them() -> None:
    assert sparql_term(Literal('a"b\\c\nd')) == '"a\\"b\\\\c\\nd"'
    assert sparql_term(Literal("x", language="de")) == '"x"@de'
    with pytest.raises(UsageError, match="no IRI"):
        sparql_term(Iri("urn:a> <urn:b"))
    assert with_values("ASK { ?s ?p ?o }", {"s": Iri("urn:a")}) == "ASK { VALUES (?s) { (<urn:a>) }  ?s ?p ?o }"
