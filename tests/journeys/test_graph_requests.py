"""The graph asked badly, over a server, and beside a writer: real commands and a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.library.store import Library
from conspectus.testing.full_paper import made_full_paper

PLAIN = Paper(
    id="doi-10.1000_plain",
    title="The BogTrack model and its data",
    authors=(Author(family="Fenn", given="Bo"),),
    date=PartialDate(year=2019),
    identifiers=Identifiers(doi="10.1000/plain"),
    documents=(abstract_document("We present the BogTrack model for carbon loss. BogTrack {reads} “water” levels."),),
)
PAPERS = "SELECT ?p WHERE { ?p a askg:Paper }"


def environment(folder: Path) -> dict[str, str]:
    config = folder / "conspectus.toml"
    config.touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONSPECTUS_")}
    return {**kept, "CONSPECTUS_CONFIG": str(config), "CONSPECTUS_LIBRARY": str(folder / "lib")}


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "conspectus", "graph", *words],
        env=environment(folder) | more, capture_output=True, encoding="utf-8", check=False, timeout=180,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of a full paper and two of one title, author and year."""
    home = tmp_path_factory.mktemp("graph")
    twin = replace(PLAIN, id="doi-10.1000_twin", identifiers=Identifiers(doi="10.1000/twin"))
    with Library(home / "lib", writable=True) as library:
        for paper in (made_full_paper(), PLAIN, twin):
            library.put(paper)
    return home


@pytest.mark.parametrize(
    "words, told",
    [
        (("query", "SELECT"), "cannot be read"),
        (("query", "SELECT ?s WHERE { ?s ?p ?o }", "--rows", "3"), "more than 3 rows"),
        (("query", "ASK {}", "--format", "pdf"), "'pdf'"),
        (("query", "ASK {}", "--profile", "none"), "'none'"),
        (("query", "ASK {}", "--graph-store", "http://127.0.0.1:9/sparql"), "cannot be asked"),
        (("export", "--format", "n3"), "'n3'"),
        (("export", "--paper", "nobody"), "nobody"),
        (("export", "-o", "."), "cannot be written"),
        (("draw", "nobody"), "nobody"),
        (("stats", "--beside", "none.csv"), "none.csv"),
    ],
)
def test_bad_requests_say_what_is_wrong_and_what_to_do(folder: Path, words: tuple[str, ...], told: str) -> None:
    done = run(folder, *words)
    assert done.returncode not in (0, 3)
    assert told in done.stderr
    assert "hint:" in done.stderr
    assert "Traceback" not in done.stderr


def test_papers_of_one_title_author_and_year_stay_two(folder: Path) -> None:
    query = f'SELECT ?p WHERE {{ ?p dc:title "{PLAIN.title}" }}'
    assert len(json.loads(run(folder, "query", query, "--format", "json").stdout)["results"]["bindings"]) == 2


def test_a_table_and_csv_are_made_for_people_and_programs(folder: Path) -> None:
    table = run(folder, "query", PAPERS + " ORDER BY ?p")
    assert table.stdout.splitlines()[1] == "askg-data:doi-10.1000_plain"
    assert "3 rows" in table.stderr
    assert run(folder, "query", PAPERS, "--format", "csv").stdout.startswith("p\n")


def test_the_eight_figures_and_what_a_label_table_knows(folder: Path, tmp_path: Path) -> None:
    found = json.loads(run(folder, "stats", "--json").stdout)
    assert len([value for value in found.values() if isinstance(value, int | float)]) >= 8
    labels = tmp_path / "labels.csv"
    labels.write_text("label,iri\ncarbon loss,http://example.org/loss\n", encoding="utf-8")
    beside = json.loads(run(folder, "stats", "--json", "--beside", str(labels)).stdout)["beside"]
    assert beside["entities"] >= beside["known"] >= 1


def test_pyshacl_finds_nothing_wrong_either(folder: Path) -> None:
    done = run(folder, "validate", "--shacl", "--json")
    assert json.loads(done.stdout) == {"papers": 3, "problems": []}


def test_a_server_answers_what_the_command_answers(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "conspectus", "graph", "serve", "--port", "0"],
        env=environment(folder), stdout=subprocess.PIPE, encoding="utf-8",
    ) as server:  # fmt: skip
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            assert len(_answer(address, PAPERS).json()["results"]["bindings"]) == 3
            remote = run(folder, "query", PAPERS, "--graph-store", address, "--format", "csv")
            assert remote.stdout.split() == run(folder, "query", PAPERS, "--format", "csv").stdout.split()
            taken = run(folder, "serve", "--port", address.rpartition(":")[2].partition("/")[0])
            assert taken.returncode == 2
            assert "cannot be used" in taken.stderr
        finally:
            server.terminate()


def test_who_needs_the_graph_beside_a_writer_reads_the_state_before(folder: Path) -> None:
    """A second process holds the library for writing all the while, with a paper that the graph lacks."""
    run(folder, "query", "ASK { ?s ?p ?o }")
    with Library(folder / "lib", writable=True) as library:
        library.put(replace(PLAIN, id="doi-10.1000_new", identifiers=Identifiers(doi="10.1000/new")))
        done = run(folder, "query", PAPERS, "--format", "csv", CONSPECTUS_LIBRARY_LOCK_TIMEOUT="1")
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.split()) == 4
        assert "writing" in done.stderr
    assert len(run(folder, "query", PAPERS, "--format", "csv").stdout.split()) == 5


def _answer(address: str, query: str) -> httpx.Response:
    for _ in range(100):
        try:
            return httpx.get(address, params={"query": query})
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
