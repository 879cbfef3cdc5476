from __future__ import annotations

from lxml import etree

from conspectus.domain.paper import Paper
from conspectus.exporters.structure_drawing import structure_dot, structure_svg
from conspectus.testing.full_paper import made_full_paper


def test_the_drawing_has_a_box_for_the_paper_and_each_section() -> None:
    tree = etree.fromstring(structure_svg(made_full_paper()).encode())
    texts = ["".join(node.itertext()) for node in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Carbon loss of drained peat bogs"
    assert texts[3].startswith("Methods [Methodology] – 2 ¶, 5 sentences")
    assert len(texts) == 6


def test_dot_has_an_edge_for_each_section() -> None:
    dot = structure_dot(made_full_paper())
    assert dot.count("->") == 5
    assert dot.startswith("digraph structure {")


def test_awkward_titles_are_escaped_and_a_paper_without_text_is_one_box() -> None:
    paper = Paper(id="x", title='A "quoted" <b>title</b> & more')
    etree.fromstring(structure_svg(paper).encode())
    assert '\\"quoted\\"' in structure_dot(paper)
    assert "->" not in structure_dot(paper)
