"""From two files to a graph that is asked, checked, exported and drawn."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from graph_papers import FIRST, SECOND, write_papers

from conspectus.foundation.settings import load_settings
from conspectus.workbench import Workbench

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "query-the-graph.md"
QUESTIONS = re.findall(r"^### (.+?)\n\n```sparql\n(.*?)```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
DATA = "https://www.anu.edu.au/onto/scholarly/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library of the two papers."""
    folder = tmp_path_factory.mktemp("graph")
    (folder / "papers").mkdir()
    write_papers(folder / "papers")
    done = run(folder, "add", str(folder / "papers"), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["added"] == 2
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "conspectus.toml").touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CONSPECTUS_")}
    named = {"CONSPECTUS_CONFIG": str(folder / "conspectus.toml"), "CONSPECTUS_LIBRARY": str(folder / "library")}
    return subprocess.run(
        [sys.executable, "-m", "conspectus", *words],
        env={**kept, **named}, capture_output=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


def asked(folder: Path, query: str) -> list[dict[str, str]]:
    """The rows of a query through the command, as plain values."""
    done = run(folder, "graph", "query", query, "--format", "json")
    assert done.returncode == 0, done.stderr
    return [
        {name: value["value"] for name, value in row.items()} for row in json.loads(done.stdout)["results"]["bindings"]
    ]


def test_the_page_has_ten_questions() -> None:
    assert len(QUESTIONS) == 10


@pytest.mark.parametrize("heading, query", QUESTIONS, ids=[heading for heading, _ in QUESTIONS])
def test_every_question_of_the_page_has_an_answer(folder: Path, heading: str, query: str) -> None:
    """A documented query that finds nothing is a bug of the query or of the graph."""
    settings = load_settings(arguments={"library.folder": str(folder / "library")})
    with Workbench(settings) as workbench:
        found = json.loads(workbench.ask_graph(query, "json"))
    assert found.get("boolean") or found["results"]["bindings"], heading


def test_a_citation_joins_two_papers_of_the_library(folder: Path) -> None:
    rows = asked(folder, dict(QUESTIONS)["Who cites what"])
    assert rows == [{"citing": DATA + SECOND, "cited": DATA + FIRST}]


def test_every_node_of_an_answer_opens_a_passage(folder: Path) -> None:
    """The address behind the hash is that of `conspectus show`, and the text is that sentence's."""
    rows = asked(folder, dict(QUESTIONS)["All sentences that mention something"])
    assert {row["sentence"].removeprefix(DATA).partition("#")[0] for row in rows} == {FIRST, SECOND}
    settings = load_settings(arguments={"library.folder": str(folder / "library")})
    with Workbench(settings) as workbench:
        for row in rows:
            name, _, address = row["sentence"].removeprefix(DATA).partition("#")
            paper = workbench.library.get(name)
            assert paper is not None
            assert paper.document is not None
            place = paper.document.at(address)
            assert paper.document.text[place.start : place.end] == row["text"]


def test_an_update_is_refused_with_a_hint(folder: Path) -> None:
    done = run(folder, "graph", "query", "DELETE WHERE { ?s ?p ?o }")
    assert done.returncode == 2
    assert "read-only" in done.stderr
    assert "hint:" in done.stderr
    assert asked(folder, "SELECT (COUNT(*) AS ?n) WHERE { ?p a askg:Paper }") == [{"n": "2"}]


def test_a_path_without_end_is_stopped(folder: Path) -> None:
    endless = "SELECT (COUNT(*) AS ?n) WHERE { ?a (<x:y>|!<x:y>)* ?b . ?b (<x:y>|!<x:y>)* ?c . ?c (<x:y>|!<x:y>)* ?d }"
    done = run(folder, "graph", "query", endless, "--seconds", "1")
    assert done.returncode == 1
    assert "longer than 1 second" in done.stderr
    assert "hint:" in done.stderr


def test_the_whole_library_fits_the_shapes(folder: Path) -> None:
    done = run(folder, "graph", "validate", "--json")
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout) == {"papers": 2, "problems": []}


@pytest.mark.parametrize("form", ["turtle", "ntriples", "json-ld", "rdf-xml"])
def test_every_form_holds_the_same_triples(folder: Path, form: str) -> None:
    import pyoxigraph as ox

    formats = {"turtle": "TURTLE", "ntriples": "N_TRIPLES", "json-ld": "JSON_LD", "rdf-xml": "RDF_XML"}
    files = {name: folder / f"library.{name}" for name in ("ntriples", form)}
    for name, path in files.items():
        assert run(folder, "graph", "export", "--format", name, "-o", str(path)).returncode == 0
    parsed = {
        name: {
            str(ox.Triple(quad.subject, quad.predicate, quad.object))
            for quad in ox.parse(path=str(path), format=getattr(ox.RdfFormat, formats[name]))
        }
        for name, path in files.items()
    }
    assert len(parsed[form]) > 500
    assert parsed[form] == parsed["ntriples"]


def test_an_empty_library_says_what_to_do(tmp_path: Path) -> None:
    done = run(tmp_path, "graph", "query", "SELECT ?s WHERE { ?s ?p ?o }")
    assert done.returncode == 4
    assert "hint:" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_paper_that_is_added_later_is_cited_at_once(tmp_path: Path) -> None:
    """The reference was there first; the paper it means comes later, and the citation with it."""
    (tmp_path / "papers").mkdir()
    write_papers(tmp_path / "papers")
    query = dict(QUESTIONS)["Who cites what"]
    assert run(tmp_path, "add", str(tmp_path / "papers" / "second.xml")).returncode == 0
    assert asked(tmp_path, query) == []
    assert run(tmp_path, "add", str(tmp_path / "papers" / "first.xml")).returncode == 0
    assert asked(tmp_path, query) == [{"citing": DATA + SECOND, "cited": DATA + FIRST}]


def test_an_outline_is_drawn(folder: Path) -> None:
    done = run(folder, "graph", "draw", FIRST)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(("<svg", "<?xml"))
    assert "Sites" in done.stdout
