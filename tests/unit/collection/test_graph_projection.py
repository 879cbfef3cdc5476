from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from conspectus.collection.graph_projection import complete_graph, graph_state, rebuild_graph
from conspectus.domain.document import Reference
from conspectus.domain.document_building import abstract_document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Paper
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.graphs.structure.mapping import MappingOptions
from conspectus.graphs.structure.store import open_snapshot, snapshot_path
from conspectus.library.store import Library
from conspectus.testing.full_paper import made_full_paper

ENGINE = ExtractiveEngine()
CITED = Paper(
    id="doi-10.1000_b",
    title="Bogs",
    identifiers=Identifiers(doi="10.1000/b"),
    documents=(abstract_document("Bogs are wet."),),
)


def citing() -> Paper:
    paper = made_full_paper()
    (document,) = paper.documents
    entry = Reference(key="b1", title="Bogs", doi="10.1000/b", year=2001)
    return replace(paper, documents=(replace(document, references=(entry,)),))


def cites(folder: Path) -> list[tuple[str, str]]:
    rows = open_snapshot(folder).select("SELECT ?a ?b WHERE { ?a askg:cites ?b }")
    return [(row["a"].value.rpartition("/")[2], row["b"].value.rpartition("/")[2]) for row in rows]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path, writable=True) as opened:
        yield opened


def test_a_graph_is_made_once_and_then_only_completed(library: Library) -> None:
    library.put(CITED)
    assert not graph_state(library, ENGINE).is_complete
    assert complete_graph(library, ENGINE) == 1
    assert graph_state(library, ENGINE).is_complete
    assert complete_graph(library, ENGINE) == 0
    library.put(made_full_paper())
    assert complete_graph(library, ENGINE) == 1
    graphs = open_snapshot(library.folder).graphs()
    assert len(graphs) == 2


def test_a_paper_that_comes_later_is_found_by_the_references_that_were_there(library: Library) -> None:
    library.put(citing())
    complete_graph(library, ENGINE)
    assert cites(library.folder) == []
    library.put(CITED)
    assert complete_graph(library, ENGINE) == 2
    assert cites(library.folder) == [("peat", "doi-10.1000_b")]


def test_a_paper_that_changes_is_replaced_whole(library: Library) -> None:
    library.put(CITED)
    complete_graph(library, ENGINE)
    library.put(replace(CITED, documents=(abstract_document("Moors are dry."),)))
    complete_graph(library, ENGINE)
    rows = open_snapshot(library.folder).select("SELECT ?t WHERE { ?s a askg:Sentence ; askg:hasText ?t }")
    assert [row["t"].value for row in rows] == ["Moors are dry."]


def test_other_options_make_the_graph_anew(library: Library) -> None:
    library.put(CITED)
    complete_graph(library, ENGINE)
    bare = MappingOptions(alignments=frozenset())
    assert not graph_state(library, ENGINE, bare).is_as_wanted
    assert complete_graph(library, ENGINE, bare) == 1
    assert not open_snapshot(library.folder).query("ASK { ?s a doco:Sentence }")


def test_readers_keep_the_state_that_they_opened(library: Library) -> None:
    library.put(CITED)
    complete_graph(library, ENGINE)
    before = open_snapshot(library.folder)
    first = snapshot_path(library.folder)
    library.put(made_full_paper())
    complete_graph(library, ENGINE)
    assert len(before.graphs()) == 1
    assert snapshot_path(library.folder) != first


def test_a_damaged_graph_is_made_again(library: Library) -> None:
    library.put(CITED)
    complete_graph(library, ENGINE)
    path = snapshot_path(library.folder)
    assert path is not None
    (path.parent / "current").write_text("snapshot-99", encoding="utf-8")
    assert complete_graph(library, ENGINE) == 1
    assert rebuild_graph(library, ENGINE) == 1


def test_an_empty_library_has_an_empty_graph(library: Library) -> None:
    assert complete_graph(library, ENGINE) == 0
    assert open_snapshot(library.folder).graphs() == []
