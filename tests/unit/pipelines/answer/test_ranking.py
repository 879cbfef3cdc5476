from __future__ import annotations

import numpy as np
import pytest

from conspectus.pipelines.answer.pipeline import AnswerParts
from conspectus.pipelines.answer.ranking import (
    best,
    bm25_scores,
    default_scores,
    keyword_frequency,
    kind_matches,
    published_ranking,
    question_weights,
)
from conspectus.retrieval.paragraph_index import IndexedPaper, ParagraphText, build_index


def index_of(*texts: str):  # type: ignore[no-untyped-def]
    paragraphs = tuple(ParagraphText(address=f"s1.p{n}", text=text) for n, text in enumerate(texts, 1))
    return build_index([IndexedPaper(paper="p", version="0" * 8, title="", paragraphs=paragraphs)])


def test_keyword_frequency_by_hand() -> None:
    """Methods, appendix B 12: overlapping entities both count."""
    assert keyword_frequency({"graph", "knowledge graph"}, "Knowledge graph and graph") == 3
    assert keyword_frequency({"", "  "}, "anything") == 0


def test_the_published_ranking() -> None:
    index = index_of("Bee.", "Bees and a bee.", "A paragraph on wasps.", "Bee wasp wasp.", "Bee bee figs.")
    ranked = published_ranking(index, ["bee", "WASP", "bee"])
    assert [(each.number, each.score) for each in ranked] == [(3, 3.0), (1, 2.0), (4, 2.0), (0, 1.0), (2, 1.0)]
    assert ranked[0].hits == (("bee", 1), ("wasp", 2))
    assert [each.number for each in published_ranking(index, ["bee"], among={0, 4}, most=1)] == [4]
    assert published_ranking(index, ["zebra"]) == []


def test_of_equals_the_one_with_more_entities_comes_first() -> None:
    index = index_of("bee bee", "bee wasp", "bee wasp")
    assert [each.number for each in published_ranking(index, ["bee", "wasp"])] == [1, 2, 0]


def test_the_default_ranking_finds_what_is_asked(parts: AnswerParts) -> None:
    scores = default_scores(parts.index, "How long until rewetted bogs store carbon again?")
    assert best(scores, 1) == [parts.index.numbers["bogs", "s1.p2"]]


def test_the_graph_speaks_for_paragraphs(parts: AnswerParts) -> None:
    number = parts.index.numbers["bees", "s1.p2"]
    question = "What of zebras?"
    assert default_scores(parts.index, question, linked={number: 1.0})[number] == pytest.approx(
        default_scores(parts.index, question)[number] + 0.5
    )


def test_only_papers_that_are_asked_about(parts: AnswerParts) -> None:
    allowed = np.array([paper == 1 for paper in parts.index.paper_of])
    for scores in (default_scores(parts.index, "mites", allowed=allowed), bm25_scores(parts.index, "mites", allowed)):
        assert np.isneginf(scores[~allowed]).all()
        assert np.isfinite(scores[allowed]).all()
        assert len(best(scores, 10)) == int(allowed.sum())


def test_kinds_of_answers() -> None:
    index = index_of("We kept bees.", "We kept 12 bees.")
    assert kind_matches(index, "How many bees?").tolist() == [0.0, 1.0]
    assert kind_matches(index, "Bees?").tolist() == [0.0, 0.0]


def test_a_question_of_ten_thousand_characters_keeps_its_rarest_words(parts: AnswerParts) -> None:
    question = "mites " + " ".join(f"word{n}" for n in range(1500))
    weights = question_weights(parts.index, question)
    assert len(weights) == 200
    assert best(bm25_scores(parts.index, question), 1) == [parts.index.numbers["bees", "s1.p2"]]


def test_best_is_stable_and_finite() -> None:
    scores = np.array([1.0, 3.0, 3.0, -np.inf, 2.0], dtype=np.float32)
    assert best(scores, 3) == [1, 2, 4]
    assert best(scores, 9) == [1, 2, 4, 0]
    assert best(scores, 0) == [] == best(np.zeros(0, dtype=np.float32), 3)
