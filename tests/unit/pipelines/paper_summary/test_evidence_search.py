from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from conspectus.domain.entity_graph import (
    EntityGraph,
    EntityKind,
    EntityMention,
    EntityRelation,
    GraphEntity,
    GraphRelation,
    TextUnit,
)
from conspectus.domain.passage import Passage
from conspectus.domain.tasks import EvidenceItem
from conspectus.pipelines.paper_summary.evidence_search import Embed, EvidenceSearch

QUOTES = ("Alpha peat burns.", "Alpha gravel sinks.", "Beta gravel floats.", "Gamma larch grows.")


def items(quotes: Sequence[str] = QUOTES) -> list[EvidenceItem]:
    return [
        EvidenceItem(handle=f"p{n}", passage=Passage(paper="x", version="00000000", address=f"s1.p{n}.t1", quote=quote))
        for n, quote in enumerate(quotes, 1)
    ]


def graph(entities: dict[str, tuple[str, ...]], *relations: tuple[str, str]) -> EntityGraph:
    units = tuple(
        TextUnit(id=f"u{n}", start=0, end=1, text=quote, sentences=(f"s1.p{n}.t1",))
        for n, quote in enumerate(QUOTES, 1)
    )
    ids = {name: f"e{n}" for n, name in enumerate(entities, 1)}
    return EntityGraph(
        paper="x",
        version="00000000",
        units=units,
        entities=tuple(
            GraphEntity(
                id=ids[name],
                name=name,
                kind=EntityKind.METHOD,
                mentions=tuple(EntityMention(unit=unit, start=0, end=1, surface=name) for unit in where),
            )
            for name, where in entities.items()
        ),
        relations=tuple(
            GraphRelation(source=ids[a], kind=EntityRelation.USES, target=ids[b], units=("u1",)) for a, b in relations
        ),
    )


def given_cosines(*values: float) -> Embed:
    """Vectors whose cosine to the claim is what is given: the claim is the first axis."""

    def embed(texts: Sequence[str]) -> np.ndarray:
        if len(texts) == 1:
            return np.array([[1.0, 0.0]])
        return np.array([[value, math.sqrt(1 - value * value)] for value in values])

    return embed


def test_the_score_is_half_cosine_three_tenths_entities_two_tenths_bm25() -> None:
    """Methods 4.4d by hand: the claim names Alpha and Beta; only the second sentence holds all words it can."""
    found = EvidenceSearch(
        graph({"Alpha": ("u1", "u2"), "Beta": ("u3",)}), items(), given_cosines(0.6, 0.8, 0.0, 0.0)
    ).find("Alpha and Beta gravel", least=0.0)
    scores = {each.item.handle: each.score for each in found}
    # Sentences are of three words each, so that BM25 is the sum of the idf of shared words (k1 and b cancel out).
    alpha = gravel = math.log(1 + (4 - 2 + 0.5) / 2.5)
    beta = math.log(1 + (4 - 1 + 0.5) / 1.5)
    best = beta + gravel
    assert scores["p1"] == pytest.approx(0.5 * 0.6 + 0.3 * 0.5 + 0.2 * alpha / best, abs=1e-6)
    assert scores["p2"] == pytest.approx(0.5 * 0.8 + 0.3 * 0.5 + 0.2 * (alpha + gravel) / best, abs=1e-6)
    assert scores["p3"] == pytest.approx(0.5 * 0.0 + 0.3 * 0.5 + 0.2 * 1.0, abs=1e-6)
    assert [each.item.handle for each in found] == ["p2", "p1", "p3"]


def test_what_scores_below_035_is_no_evidence_and_035_is() -> None:
    """No entity and no word is shared, so that the score is half the cosine."""
    search = EvidenceSearch(graph({}), items(), given_cosines(0.7, 0.699, 0.0, 0.0))
    assert [each.item.handle for each in search.find("zinc")] == ["p1"]
    assert search.find("zinc")[0].score == 0.35


def test_at_most_five_are_found() -> None:
    quotes = [f"Alpha peat burns {n}." for n in range(8)]
    search = EvidenceSearch(EntityGraph(paper="x", version="00000000"), items(quotes))
    assert len(search.find("Alpha peat burns", least=0.0)) == 5
    assert [each.item.handle for each in search.find("Alpha peat burns", top=2, least=0.0)] == ["p1", "p2"]


def test_candidates_are_within_one_hop_of_what_the_claim_names() -> None:
    """Alpha uses Beta, Beta uses Gamma: a claim about Alpha looks at sentences of Alpha and Beta."""
    entities = {"Alpha": ("u1", "u2"), "Beta": ("u3",), "Gamma": ("u4",)}
    search = EvidenceSearch(graph(entities, ("Alpha", "Beta"), ("Beta", "Gamma")), items())
    assert {each.item.handle for each in search.find("Alpha", least=0.0)} == {"p1", "p2", "p3"}
    assert {each.item.handle for each in search.find("zinc", least=0.0)} == {"p1", "p2", "p3", "p4"}
    assert {each.item.handle for each in search.find("Alpha", least=0.0, without=frozenset({"p2"}))} == {"p1", "p3"}


def test_without_sentences_nothing_is_found() -> None:
    assert EvidenceSearch(EntityGraph(paper="x", version="00000000"), []).find("Alpha") == ()
