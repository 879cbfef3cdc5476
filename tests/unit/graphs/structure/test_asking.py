from __future__ import annotations

import json
from pathlib import Path

import pytest

from conspectus.domain.structure_graph import Literal
from conspectus.foundation.errors import GraphLimitReached, UsageError
from conspectus.graphs.structure.asking import answer_query, ask_snapshot
from conspectus.graphs.structure.mapping import paper_triples
from conspectus.graphs.structure.node_names import graph_iri
from conspectus.graphs.structure.store import GraphWriter, open_path, snapshot_path
from conspectus.testing.full_paper import made_full_paper

ENDLESS = "SELECT (COUNT(*) AS ?n) WHERE { ?a (<x:y>|!<x:y>)* ?b . ?b (<x:y>|!<x:y>)* ?c . ?c (<x:y>|!<x:y>)* ?d }"


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    with GraphWriter(folder) as writer:
        writer.replace(graph_iri("peat"), paper_triples(made_full_paper()))
        writer.publish()
    path = snapshot_path(folder)
    assert path is not None
    return path


def test_a_query_is_answered_in_a_process_apart(snapshot: Path) -> None:
    found = json.loads(ask_snapshot(snapshot, "SELECT (COUNT(?s) AS ?n) WHERE { ?s a askg:Section }"))
    assert found["results"]["bindings"][0]["n"]["value"] == "5"


def test_a_query_that_never_ends_is_stopped(snapshot: Path) -> None:
    with pytest.raises(GraphLimitReached, match="longer than 1 seconds") as raised:
        ask_snapshot(snapshot, ENDLESS, seconds=1.0)
    assert raised.value.hint


def test_more_rows_than_allowed_are_an_error_not_a_cut(snapshot: Path) -> None:
    query = "SELECT ?s WHERE { ?s a askg:Sentence }"
    store = open_path(snapshot)
    count = len(store.select(query))
    assert answer_query(store, query, "csv", rows=count).count(b"\r\n") == count + 1
    with pytest.raises(GraphLimitReached, match=f"more than {count - 1} rows"):
        answer_query(store, query, "csv", rows=count - 1)
    with pytest.raises(GraphLimitReached, match="more than 3 rows"):
        answer_query(store, "CONSTRUCT WHERE { ?s ?p ?o }", "turtle", rows=3)


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:b> <a:c> <a:d> }",
        "PREFIX a: <b:c>\nDELETE WHERE { ?s ?p ?o }",
        "# a remark\n  clear all",
        "DROP GRAPH <a:b>",
        "LOAD <http://example.org/>",
        "WITH <a:b> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "",
        "SELECT nothing",
    ],
)
def test_what_changes_or_is_no_query_is_refused_with_a_hint(snapshot: Path, query: str) -> None:
    with pytest.raises(UsageError) as raised:
        ask_snapshot(snapshot, query)
    assert raised.value.hint


def test_an_error_of_the_other_process_is_told_here(snapshot: Path, tmp_path: Path) -> None:
    from conspectus.foundation.errors import LibraryError

    with pytest.raises(LibraryError, match="cannot be opened"):
        ask_snapshot(tmp_path / "none", "ASK { ?s ?p ?o }")


def test_values_are_bound_and_never_pasted(snapshot: Path) -> None:
    query = "SELECT ?s WHERE { ?s rdfs:label ?wanted }"
    for text in ('") } DROP ALL #', "Methods' OR 1=1", '"; INSERT { }', "{Methods}"):
        found = json.loads(ask_snapshot(snapshot, query, bindings={"wanted": Literal(text)}))
        assert found["results"]["bindings"] == []
    found = json.loads(ask_snapshot(snapshot, query, bindings={"wanted": Literal("Methods")}))
    assert len(found["results"]["bindings"]) == 1
