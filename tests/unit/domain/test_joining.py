from __future__ import annotations

import pytest

from conspectus.domain.cited_text import Citation, CitationMark, CitedSection, CitedSentence, CitedText
from conspectus.domain.joining import join_products
from conspectus.domain.minigraph import Minigraph, Relation, RelationKind, build_minigraph
from conspectus.domain.paper import Paper
from conspectus.domain.passage import Passage
from conspectus.domain.run_record import NotCited, Product, RunRecord


def product(name: str, weight: float, seconds: float) -> Product:
    passage = Passage(paper=name, version="0" * 8, address="s1.p1.t1", quote=f"We study {name}.")
    sentence = CitedSentence(parts=(f"{name} is studied ", CitationMark((Citation(passage=passage),)), "."))
    graph: Minigraph = build_minigraph(
        (), [Relation(head=name, kind=RelationKind.USED_FOR, tail="rain", support=(passage,), weight=weight)]
    )
    return Product(
        kind="review",
        title=name,
        text=CitedText(evidence=(passage,), sections=(CitedSection(sentences=(sentence,)),)),
        papers=(Paper(id=name, title=name),),
        not_cited=(NotCited(paper=f"{name}-left", reason="no abstract"),),
        graph=graph,
        run=RunRecord(id="1", seed=0, engine="extractive", seconds=(("write", seconds),)),
        warnings=("beware",),
    )


def test_everything_of_each_product_is_in_the_joint_one() -> None:
    joint = join_products([product("snow", 2, 0.5), product("hail", 1, 0.25)], ["Snow", "Hail"], title="Weather")
    assert [section.heading for section in joint.text.sections] == ["Snow", "Hail"]
    assert joint.text.cited_papers() == ("snow", "hail")
    assert [paper.id for paper in joint.papers] == ["snow", "hail"]
    assert [left.paper for left in joint.not_cited] == ["snow-left", "hail-left"]
    assert len(joint.graph.relations) == 2
    assert joint.run.seconds == (("write", 0.75),)
    assert joint.warnings == ("beware",)
    assert joint.title == "Weather"


def test_each_product_has_its_share_of_the_minigraph() -> None:
    joint = join_products([product("snow", 1, 0), product("hail", 2, 0)], ["a", "b"], title="t", volume=2)
    assert [relation.head for relation in joint.graph.relations] == ["snow", "hail"]
    joint = join_products([product("snow", 1, 0), product("hail", 2, 0)], ["a", "b"], title="t", volume=1)
    assert [relation.head for relation in joint.graph.relations] == ["hail"]


@pytest.mark.parametrize("headings", [[], ["one", "two"]])
def test_headings_must_match(headings: list[str]) -> None:
    with pytest.raises(ValueError, match="heading"):
        join_products([product("snow", 1, 0)], headings, title="t")
