from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_graph_papers import heath_paper

from conspectus.domain.paper import Paper
from conspectus.graphs.structure.node_names import NodeNames, entity_iri, graph_iri, keyword_iri, paper_iri
from conspectus.graphs.structure.terms import is_iri
from conspectus.graphs.structure.vocabulary import ASKG_2024, W3ID


def test_nodes_are_named_by_paper_and_address() -> None:
    names = NodeNames(heath_paper())
    assert names.paper.value == "https://www.anu.edu.au/onto/scholarly/doi:10.1000%2Fheath"
    assert names.node("s2.1.p3.t4").value == names.paper.value + "#s2.1.p3.t4"
    assert names.paper == paper_iri("doi:10.1000/heath")


def test_the_graph_of_a_paper_has_one_name_wherever_it_is_asked_for() -> None:
    assert NodeNames(heath_paper()).graph == graph_iri("doi:10.1000/heath")
    assert NodeNames(heath_paper("Böe 2020")).graph == graph_iri("Böe 2020")


def test_a_mended_text_keeps_the_names_of_its_nodes() -> None:
    paper = heath_paper()
    mended = replace(paper, title="Another title", documents=())
    assert NodeNames(mended).node("s1.p1").value == NodeNames(paper).node("s1.p1").value


def test_the_legacy_scheme_hashes_labels() -> None:
    paper = heath_paper()
    label = f"{paper.title}-Ann Moor-2021-doi:10.1000/heath"
    wanted = hashlib.blake2s(label.encode(), digest_size=7).hexdigest()
    names = NodeNames(paper, legacy=True)
    assert names.paper.value == f"{ASKG_2024.data}Paper-{wanted}"
    assert len(wanted) == 14
    below = hashlib.blake2s(f"{label} | s1.p2".encode(), digest_size=7).hexdigest()
    assert names.node("s1.p2").value == f"{names.paper.value}-{below}"


@pytest.mark.parametrize("legacy", [False, True])
def test_two_papers_of_one_title_author_and_year_are_two(legacy: bool) -> None:
    one, two = (NodeNames(heath_paper(name), legacy=legacy) for name in ("a", "b"))
    assert one.paper != two.paper
    assert one.node("s1.p1.t1") != two.node("s1.p1.t1")
    assert one.graph != two.graph


def test_profiles_name_data_in_their_own_space() -> None:
    assert NodeNames(heath_paper(), W3ID).node("s1").value.startswith("https://w3id.org/ASKG/data/scholarly/")


def test_entities_and_keywords_are_the_same_in_every_paper() -> None:
    assert entity_iri("neural network").value.startswith(f"{ASKG_2024.data}entity/neural-network-")
    assert keyword_iri("Peat Moss") == keyword_iri("peat moss")
    # Slugs that are equal, or empty, do not make two entities one.
    assert len({entity_iri(key).value for key in ("c", "c++", "c#", "苔", "泥")}) == 5


@given(st.text(min_size=1), st.text(min_size=1))
def test_every_id_gives_an_iri_of_its_own(one: str, two: str) -> None:
    names = [NodeNames(Paper(id=name)) for name in (one, two)]
    for name in names:
        assert is_iri(name.paper.value)
        assert is_iri(name.node(one).value)
        assert is_iri(name.graph.value)
    assert (names[0].paper == names[1].paper) == (one == two)


def test_lone_surrogates_make_no_broken_name() -> None:
    for legacy in (False, True):
        assert is_iri(NodeNames(Paper(id="a\ud800", title="\udfff"), legacy=legacy).node("s\ud800").value)
    assert is_iri(entity_iri("\ud800").value)
