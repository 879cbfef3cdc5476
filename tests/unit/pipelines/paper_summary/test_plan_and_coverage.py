from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conspectus.domain.document import SectionKind
from conspectus.domain.entity_graph import (
    EntityCommunity,
    EntityGraph,
    EntityKind,
    EntityMention,
    EntityRelation,
    GraphEntity,
    GraphRelation,
    TextUnit,
)
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import DraftText, EvidenceItem
from conspectus.pipelines.paper_summary.coverage import coverage_of
from conspectus.pipelines.paper_summary.plan import edge_salience, make_plan, thread_salience

_SECTIONS = (SectionKind.DISCUSSION, SectionKind.METHODOLOGY, SectionKind.INTRODUCTION, SectionKind.EXPERIMENT)
HANDLES = {f"s{n}.p1.t1": f"p{n}" for n in range(1, 5)}


def evidence() -> tuple[EvidenceItem, ...]:
    return tuple(
        EvidenceItem(handle=h, passage=Passage(paper="x", version="00000000", address=a, quote=f"Sentence {h}."))
        for a, h in HANDLES.items()
    )


def graph(kind: EntityKind = EntityKind.OTHER) -> EntityGraph:
    """Four units, each with two entities that are related, each a community: e1-e2 in u1, e3-e4 in u2 …"""
    units = tuple(
        TextUnit(
            id=f"u{n}", start=n * 100, end=n * 100 + 50, text="", sentences=(f"s{n}.p1.t1",), section=_SECTIONS[n - 1]
        )
        for n in range(1, 5)
    )
    entities = tuple(
        GraphEntity(
            id=f"e{n}",
            name=f"Thing{n}",
            kind=kind,
            mentions=(EntityMention(unit=f"u{(n + 1) // 2}", start=0, end=1, surface="x"),),
        )
        for n in range(1, 9)
    )
    # The first relation has two units and so twice the weight of the others.
    relations = tuple(
        GraphRelation(
            source=f"e{2 * n - 1}",
            kind=EntityRelation.USES,
            target=f"e{2 * n}",
            units=("u1", "u2") if n == 1 else (f"u{n}",),
        )
        for n in range(1, 5)
    )
    communities = tuple(
        EntityCommunity(id=f"c{n}", level=0, entities=(f"e{2 * n - 1}", f"e{2 * n}"), units=(f"u{n}",), title=f"T{n}")
        for n in range(1, 5)
    )
    return EntityGraph(
        paper="x", version="0", units=units, entities=entities, relations=relations, communities=communities
    )


def test_threads_follow_the_discourse_and_not_the_paper() -> None:
    """Sections vote: introduction, methods, results, discussion, in whatever order they stand."""
    plan = make_plan(graph(), evidence(), words=200)
    assert [(thread.community.id, thread.role) for thread in plan] == [
        ("c3", "motivation"),
        ("c2", "method"),
        ("c4", "findings"),
        ("c1", "implication"),
    ]
    assert [item.handle for item in plan[0].evidence] == ["p3"]
    assert plan[0].triples == ("Thing5 uses Thing6",)
    assert plan[0].entities == ("Thing5", "Thing6")


def test_without_sections_position_tells_the_role() -> None:
    """Middles at 125, 225, 325 and 425 of 450: shares 0.28, 0.5, 0.72 and 0.94."""
    plan = make_plan(graph(), evidence(), words=200, sections=False)
    assert [(t.community.id, t.role) for t in plan] == [
        ("c1", "motivation"),
        ("c2", "method"),
        ("c3", "findings"),
        ("c4", "implication"),
    ]


def test_the_types_of_entities_vote_too() -> None:
    """A quarter of a vote for each unit cannot outvote a section, but half a vote by position and its own can."""
    plan = make_plan(graph(EntityKind.TASK), evidence(), words=200)
    assert [thread.role for thread in plan] == ["motivation", "method", "findings", "implication"]


def test_a_short_summary_has_the_most_salient_threads_only() -> None:
    """Room for 75 / 25 = 3 threads; the first is twice as salient, the others are equal and go by number."""
    assert {thread.community.id for thread in make_plan(graph(), evidence(), words=75)} == {"c1", "c2", "c3"}
    assert len(make_plan(graph(), evidence(), words=20)) == 3
    assert len(make_plan(graph(), evidence(), words=100)) == 4


def test_salience_is_weight_times_pagerank() -> None:
    """Eight nodes in four pairs have a PageRank of 1/8 each; the first relation weighs 2."""
    salience = edge_salience(graph())
    assert salience == pytest.approx({0: 0.25, 1: 0.125, 2: 0.125, 3: 0.125})
    assert thread_salience(graph().communities[0], graph(), salience) == pytest.approx(0.25)
    assert edge_salience(EntityGraph(paper="x", version="0")) == {}


def test_completeness_by_hand(said: Callable[..., DraftText]) -> None:
    """Threads weigh 0.25, 0.125, 0.125 and 0.125; the top tenth of four triples is one, the first.

    A sentence that cites p1 covers thread 1 and that triple: (0.25 / 0.625 + 1) / 2 = 0.7.
    """
    plan = make_plan(graph(), evidence(), words=200)
    covered = coverage_of(said(("Something.", ("p1",))).sentences, plan, graph(), HANDLES)
    assert covered.completeness == pytest.approx(0.7)
    assert {thread.community.id for thread in covered.missing_threads} == {"c2", "c3", "c4"}
    assert covered.missing_triples == ()
    nothing = coverage_of(said(("Something.", ())).sentences, plan, graph(), HANDLES)
    assert nothing.completeness == 0.0
    assert nothing.missing_triples == (("Thing1 uses Thing2", ("p1", "p2")),)


def test_words_that_name_a_thread_cover_it(said: Callable[..., DraftText]) -> None:
    """Thing3 covers thread 2 (0.125 of 0.625); a triple wants both of its ends."""
    plan = make_plan(graph(), evidence(), words=200)
    one = coverage_of(said(("A thing3 is told.", ())).sentences, plan, graph(), HANDLES)
    assert one.completeness == pytest.approx((0.2 + 0.0) / 2)
    both = coverage_of(said(("Thing1 is of thing2.", ())).sentences, plan, graph(), HANDLES)
    assert both.completeness == pytest.approx((0.4 + 1.0) / 2)


def test_an_empty_graph_is_covered() -> None:
    empty: Any = EntityGraph(paper="x", version="0")
    assert coverage_of((), (), empty, {}).completeness == 1.0
