from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conspectus.domain.minigraph import (
    RELIABILITY,
    Concept,
    ConceptKind,
    Minigraph,
    Relation,
    RelationKind,
    build_minigraph,
    concept_key,
    kind_from_text,
    parse_minigraph,
    render_minigraph,
)
from conspectus.domain.passage import Passage

USED, COMPARE = RelationKind.USED_FOR, RelationKind.COMPARE
ODD_NAMES = st.lists(
    st.sampled_from(
        "graph model -Used-for→ -> → - -b (GNN) \\ \\→ BERT C++ α–β Compare -compare-> x\n naïve".split(" ")
    ),
    min_size=1,
    max_size=5,
).map(" ".join) | st.text(max_size=20)
RELATIONS = st.lists(
    st.builds(
        Relation,
        head=ODD_NAMES,
        kind=st.sampled_from(RelationKind),
        tail=ODD_NAMES,
        weight=st.sampled_from([0.0, 1.0, 2.0]),
    ),
    max_size=10,
)
CONCEPTS = st.lists(
    st.builds(Concept, name=ODD_NAMES, kind=st.sampled_from(ConceptKind), papers=st.just(("p1",))), max_size=6
)


def passage(paper: str) -> Passage:
    return Passage(paper=paper, version="0a1b2c3d", address="s1.p1.t1", quote="We use it.")


def rel(head: str, kind: RelationKind, tail: str, weight: float = 0.0, *papers: str) -> Relation:
    return Relation(head=head, kind=kind, tail=tail, weight=weight, support=tuple(map(passage, papers)))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Graph Models", "graph model"),
        ("graph-neural network", "Graph Neural Networks"),
        ("naïve Bayes", "Naive Bayes"),
        ("t-SNE", "T SNE"),
    ],
)
def test_names_of_one_concept(first: str, second: str) -> None:
    assert concept_key(first) == concept_key(second)


@pytest.mark.parametrize("name", ["loss", "corpus", "analysis", "gas"])
def test_words_that_end_in_s_and_are_no_plurals_stay(name: str) -> None:
    assert concept_key(name) == name


def test_relations_of_one_key_are_united_with_their_support() -> None:
    graph = build_minigraph(
        (),
        [
            rel("GNNs", USED, "parsing", 1.0, "a"),
            rel("gnn", USED, "Parsing", 0.5, "b", "a"),
            rel("parsing", USED, "GNN"),
        ],
    )
    assert [(r.head, r.tail, r.weight, r.papers) for r in graph.relations] == [
        ("GNNs", "parsing", 1.5, ("a", "b")),
        ("parsing", "GNN", 0.0, ()),
    ]


def test_symmetric_relations_are_one_whichever_way_round() -> None:
    graph = build_minigraph((), [rel("zebra", COMPARE, "ant", 1.0, "a"), rel("Ant", COMPARE, "Zebra", 2.0, "b")])
    assert [(r.key, r.weight, r.papers) for r in graph.relations] == [(("ant", COMPARE, "zebra"), 3.0, ("a", "b"))]
    assert {kind for kind in RelationKind if kind.is_symmetric} == {COMPARE, RelationKind.CONJUNCTION}


def test_self_loops_and_nameless_ends_go() -> None:
    relations = [rel("graph", USED, "Graphs"), rel("→", USED, "graph"), rel("graph", USED, "  "), rel("a", USED, "b")]
    graph = build_minigraph((), relations)
    assert [(r.head, r.tail) for r in graph.relations] == [("a", "b")]
    assert [c.name for c in graph.concepts] == ["a", "b"]


def test_a_missing_end_becomes_a_generic_concept_of_the_papers_that_name_it() -> None:
    known = Concept(name="BERT", kind=ConceptKind.METHOD, papers=("z",))
    graph = build_minigraph([known], [rel("bert", USED, "parsing", 0.0, "a")])
    assert graph.concepts == (known, Concept(name="parsing", kind=ConceptKind.GENERIC, papers=("a",)))


def test_concepts_of_one_key_are_united_and_the_first_real_kind_stays() -> None:
    parts = [
        Concept(name="BERT", kind=ConceptKind.GENERIC, papers=("a",), weight=1.0),
        Concept(name="Bert", kind=ConceptKind.METHOD, papers=("b", "a"), aliases=("encoder",), weight=0.5),
        Concept(name="bert", kind=ConceptKind.TASK),
        Concept(name="...", kind=ConceptKind.TASK),
    ]
    assert build_minigraph(parts, ()).concepts == (
        Concept(name="BERT", kind=ConceptKind.METHOD, papers=("a", "b"), aliases=("encoder",), weight=1.5),
    )


def test_the_volume_keeps_the_heaviest_and_ties_keep_their_order() -> None:
    relations = [rel(f"h{n}", USED, "t", weight) for n, weight in enumerate([1.0, 2.0, 1.0, 3.0, 1.0])]
    kept = build_minigraph((), relations, volume=4)
    assert [r.head for r in kept.relations] == ["h0", "h1", "h2", "h3"]
    assert [r.head for r in build_minigraph((), relations, volume=1).relations] == ["h3"]
    assert build_minigraph((), relations, volume=0).relations == ()
    assert len(build_minigraph((), relations, volume=None).relations) == 5
    assert "h4" not in [c.name for c in kept.concepts]


def test_the_volume_is_counted_after_relations_are_united() -> None:
    relations = [rel("a", USED, "b", 1.0), rel("A", USED, "B", 1.0), rel("c", USED, "d", 1.5), rel("e", USED, "f", 1.0)]
    assert [r.head for r in build_minigraph((), relations, volume=2).relations] == ["a", "c"]


@given(CONCEPTS, RELATIONS, st.none() | st.integers(0, 5))
def test_what_every_consumer_relies_on(concepts: list[Concept], relations: list[Relation], volume: int | None) -> None:
    graph = build_minigraph(concepts, relations, volume=volume)
    names = [concept.key for concept in graph.concepts]
    assert len(set(names)) == len(names)
    assert all(names)
    keys = [relation.key for relation in graph.relations]
    assert len(set(keys)) == len(keys) <= (volume if volume is not None else len(keys))
    for head, _, tail in keys:
        assert head != tail
        assert {head, tail} <= set(names)
    assert {concept.key for concept in concepts if concept.key} <= set(names)
    assert build_minigraph(graph.concepts, graph.relations, volume=volume) == graph


def test_concepts_are_found_by_alias_unless_another_has_the_name() -> None:
    net = Concept(name="GNN", kind=ConceptKind.METHOD, aliases=("graph network", "Parsing"))
    task = Concept(name="parsing", kind=ConceptKind.TASK)
    found = Minigraph(concepts=(net, task)).by_key()
    assert found["graph network"] is net
    assert found["parsing"] is task


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Used-for", USED),
        ("used for", USED),
        ("USED_FOR", USED),
        ("hyponym of", RelationKind.HYPONYM_OF),
        ("evaluate-for", RelationKind.EVALUATE_FOR),
        ("Usedfor", None),
        ("used", None),
        ("", None),
    ],
)
def test_kinds_by_name(text: str, kind: RelationKind | None) -> None:
    assert kind_from_text(text) is kind


def test_the_text_form() -> None:
    graph = build_minigraph((), [rel("GNN", USED, "parsing"), rel("GNN", COMPARE, "LSTM (2-layer)")])
    assert render_minigraph(graph) == "GNN -Used-for→ parsing\nGNN -Compare→ LSTM (2-layer)"
    assert render_minigraph(graph, ascii_only=True) == "GNN -Used-for-> parsing\nGNN -Compare-> LSTM (2-layer)"
    assert render_minigraph(Minigraph()) == ""


def test_lines_as_models_write_them_are_read_and_others_left_out() -> None:
    text = (
        "Here is the graph:\n"
        "  GNN -used for-> parsing  \n\n"
        "BERT -EVALUATE_FOR→ GLUE\n"
        "BERT -invented-by→ people\n"
        "BERT → GLUE\n"
        "-Compare→ nothing\n"
        "co-training -Part-of→ self-training -based parsing\r\n"
    )
    assert [(r.head, r.kind, r.tail) for r in parse_minigraph(text).relations] == [
        ("GNN", USED, "parsing"),
        ("BERT", RelationKind.EVALUATE_FOR, "GLUE"),
        ("co-training", RelationKind.PART_OF, "self-training -based parsing"),
    ]


@given(RELATIONS, st.booleans())
@example([rel("a -b", USED, "c")], False)
@example([rel("a -Used-for→ b", COMPARE, "c → d")], False)
@example([rel("a -Used-for-> b", COMPARE, "c\\")], True)
def test_what_is_rendered_is_read_back(relations: list[Relation], ascii_only: bool) -> None:
    graph = build_minigraph((), relations)
    back = parse_minigraph(render_minigraph(graph, ascii_only=ascii_only))
    assert [(r.head, r.kind, r.tail) for r in back.relations] == [(r.head, r.kind, r.tail) for r in graph.relations]


def test_every_kind_has_a_reliability() -> None:
    assert set(RELIABILITY) == set(RelationKind)
    assert all(0 < value <= 1 for value in RELIABILITY.values())
