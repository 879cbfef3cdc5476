from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.passage import Passage
from conspectus.domain.run_record import Product
from conspectus.exporters import EXPORTERS, GRAPH_EXPORTERS, REFERENCE_EXPORTERS
from conspectus.exporters.dot import DotExporter
from conspectus.exporters.graphml import GraphmlExporter
from conspectus.exporters.minigraph_layout import Size, lay_out
from conspectus.exporters.svg import SvgExporter
from conspectus.exporters.turtle import TurtleExporter

SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.text(alphabet=st.sampled_from("abcXYZ é中<>&\"'\\{}\n\x01"), max_size=28).map(lambda text: f"n{text}k")


@st.composite
def minigraphs(draw: st.DrawFn) -> Minigraph:
    names = draw(st.lists(NAMES, min_size=1, max_size=14))
    pick = st.sampled_from(names)
    relations = draw(st.lists(st.tuples(pick, st.sampled_from(list(RelationKind)), pick, NAMES), max_size=32))
    return build_minigraph(
        [Concept(name=name, kind=ConceptKind.METHOD, aliases=(name + "!",)) for name in names],
        [
            Relation(
                head=head,
                kind=kind,
                tail=tail,
                support=(Passage(paper="doi-10.1_é x", version="0a1b2c3d", address="s1.p1.t1", quote=quote),),
            )
            for head, kind, tail, quote in relations
        ],
    )


def boxes(text: str, expression: str) -> Iterator[tuple[float, float, float, float]]:
    for rect in etree.fromstring(text.encode()).iterfind(expression):
        x, y, width, height = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        yield x, y, x + width, y + height


class TestSvg:
    @settings(max_examples=60, deadline=None)
    @given(minigraphs())
    def test_nothing_written_overlaps(self, minigraph: Minigraph) -> None:
        text = SvgExporter().export(minigraph)
        placed = [
            *boxes(text, f".//{SVG}g[@class='concept']/{SVG}rect"),
            *boxes(text, f".//{SVG}rect[@class='behind']"),
        ]
        assert len(placed) == len(minigraph.concepts) + len(minigraph.relations)
        for index, (left, top, right, bottom) in enumerate(placed):
            for other in placed[index + 1 :]:
                assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
        assert text == SvgExporter().export(minigraph)

    def test_arrows_legend_and_titles(self, product: Product) -> None:
        text = SvgExporter().export(product.graph)
        root = etree.fromstring(text.encode())
        tipped = [p.get("marker-end") for p in root.iterfind(f".//{SVG}g[@class='bond']/{SVG}path")]
        assert tipped == ["url(#mg-tip)", None]
        legend = [text.text for text in root.iterfind(f"{SVG}g[@class='legend']/{SVG}text")]
        assert legend == ["Task", "Method", "Metric", "without direction"]
        titles = [t.text for t in root.iterfind(f".//{SVG}g[@class='concept']/{SVG}title")]
        assert titles[0] == "sparse retriever (Method)\nalso: sparse retrieval\nnamed by 1 paper"
        assert titles[2] == 'dense "encoders" <&> (Method)\nnamed by 1 paper'
        assert "recall → Evaluate-for → sparse retriever\n“We propose a sparse retriever" in text

    def test_long_names_are_wrapped_and_whole(self) -> None:
        name = "multi-document summarisation of pneumonoultramicroscopicsilicovolcanoconiosis"
        text = SvgExporter().export(Minigraph(concepts=(Concept(name=name, kind=ConceptKind.TASK),)))
        lines = [t.text for t in etree.fromstring(text.encode()).iterfind(f".//{SVG}tspan")]
        assert max(map(len, lines)) <= 24
        assert "".join(lines).replace(" ", "") == name.replace(" ", "")

    def test_chain_reads_from_left_to_right_and_a_cycle_is_no_trouble(self) -> None:
        size = Size(50, 20)
        chain = lay_out([size] * 3, [(0, 1, size), (1, 2, size)], width=900)
        assert chain.boxes[0][0] < chain.labels[0][0] < chain.boxes[1][0] < chain.boxes[2][0]
        assert chain.boxes[0][1] == chain.boxes[2][1]
        ring = lay_out([size] * 3, [(0, 1, size), (1, 2, size), (2, 0, size)], width=900)
        assert len({x for x, _ in ring.boxes}) == 3
        assert ring.routes[2][0] == ring.boxes[2]
        assert ring.routes[2][-1] == ring.boxes[0]

    def test_many_relations_stay_within_a_page(self) -> None:
        relations = [
            Relation(head=f"concept number {a}", kind=RelationKind.USED_FOR, tail=f"concept number {(a * 7 + 3) % 20}")
            for a in range(20)
        ]
        root = etree.fromstring(SvgExporter().export(build_minigraph((), relations)).encode())
        assert float(root.get("width")) < 1400

    def test_empty_graph(self) -> None:
        assert "0 concepts" in SvgExporter().export(Minigraph())


class TestGraphml:
    def test_nodes_edges_and_quotes(self, product: Product) -> None:
        root = etree.fromstring(GraphmlExporter().export(product.graph).encode())
        space = {"g": "http://graphml.graphdrawing.org/xmlns"}
        labels = root.xpath("//g:node/g:data[@key='node-label']/text()", namespaces=space)
        assert labels == ["sparse retriever", "recall", 'dense "encoders" <&>', "screening"]
        edges = [(e.get("source"), e.get("target"), e.get("directed")) for e in root.iterfind(".//{*}edge")]
        assert edges == [("n1", "n0", None), ("n2", "n0", "false")]
        quotes = root.xpath("//g:data[@key='edge-quotes']/text()", namespaces=space)
        assert quotes == [r.support[0].quote for r in product.graph.relations]

    @settings(max_examples=30, deadline=None)
    @given(minigraphs())
    def test_is_well_formed(self, minigraph: Minigraph) -> None:
        root = etree.fromstring(GraphmlExporter().export(minigraph).encode())
        assert len(root.findall(".//{*}node")) == len(minigraph.concepts)
        assert len(root.findall(".//{*}edge")) == len(minigraph.relations)


class TestDot:
    def test_statements(self, product: Product) -> None:
        text = DotExporter().export(product.graph)
        assert text.startswith("digraph minigraph {\n")
        assert 'n2 [label="dense \\"encoders\\" <&amp;>", tooltip="Method"' in text
        assert 'n1 -> n0 [label="Evaluate-for", tooltip="We propose' in text
        assert text.count(" -> ") == 2
        assert text.count('dir="none"') == 1

    def test_backslashes_and_line_ends_stay_inside_their_quotes(self) -> None:
        text = DotExporter().export(Minigraph(concepts=(Concept(name='a\\"]\nb', kind=ConceptKind.TASK),)))
        assert 'label="a\\\\\\"] b"' in text


class TestTurtle:
    def test_triples(self, product: Product) -> None:
        rdflib = pytest.importorskip("rdflib", reason="rdflib is not installed")
        graph = rdflib.Graph().parse(io.StringIO(TurtleExporter().export(product.graph)), format="turtle")
        rows = graph.query(
            "PREFIX skos: <http://www.w3.org/2004/02/skos/core#> PREFIX cm: <urn:conspectus:minigraph:> "
            "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> "
            "SELECT ?head ?tail ?quote ?paper WHERE { ?h cm:evaluate-for ?t . ?h skos:prefLabel ?head . "
            "?t skos:prefLabel ?tail . ?s rdf:subject ?h ; rdf:object ?t ; cm:statedBy ?p . "
            "?p cm:quote ?quote ; cm:paper ?paper }"
        )
        support = product.graph.relations[0].support[0]
        assert [tuple(map(str, row)) for row in rows] == [("recall", "sparse retriever", support.quote, support.paper)]

    @settings(max_examples=30, deadline=None)
    @given(minigraphs())
    def test_parses_with_every_name_whole(self, minigraph: Minigraph) -> None:
        rdflib = pytest.importorskip("rdflib", reason="rdflib is not installed")
        graph = rdflib.Graph().parse(io.StringIO(TurtleExporter().export(minigraph)), format="turtle")
        label = rdflib.URIRef("http://www.w3.org/2004/02/skos/core#prefLabel")
        assert {str(name) for name in graph.objects(None, label)} == {concept.name for concept in minigraph.concepts}


def test_registries_hold_exporters_that_know_their_names(product: Product) -> None:
    for registry in (EXPORTERS, GRAPH_EXPORTERS, REFERENCE_EXPORTERS):
        for name, kind in registry.items():
            exporter = kind()
            assert exporter.name == name
            assert exporter.label
            assert exporter.suffix.startswith(".")
    for _, kind in GRAPH_EXPORTERS.items():
        assert kind().export(product.graph) == kind().export(product.graph)


def test_graph_json_is_that_of_products(product: Product) -> None:
    made = json.loads(GRAPH_EXPORTERS.get("json")().export(product.graph))
    assert [concept["name"] for concept in made["concepts"]][:2] == ["sparse retriever", "recall"]
    assert made["relations"][1]["kind"] == "Compare"
