from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from conspectus.domain.answer_tasks import AnswerDraft, ComposeAnswerRequest
from conspectus.domain.cited_text import Verdict
from conspectus.domain.run_record import Product
from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.engines.extractive.engine import ExtractiveEngine
from conspectus.exporters.json import product_object, product_schema
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.pipelines.answer.pipeline import AnswerParts, write_answer
from conspectus.pipelines.answer.request import AnswerRequest
from conspectus.retrieval.paragraph_index import build_index


def answered(question: str, parts: AnswerParts, **fields: Any) -> Product:
    return write_answer(AnswerRequest(question=question, **fields), ExtractiveEngine(), parts=parts)


def said(product: Product) -> str:
    return " ".join(sentence.bare_text for sentence in product.text.sentences())


def test_an_answer_cites_what_it_says(parts: AnswerParts, graph: Any) -> None:
    product = answered("Does oxalic acid reduce the number of mites?", replace(parts, graph=graph))
    assert said(product).startswith("Oxalic acid significantly reduced the number of mites")
    assert [paper.id for paper in product.papers] == ["bees"]
    for sentence in product.text.sentences():
        assert sentence.verdict is Verdict.SUPPORTED
        for citation in sentence.citations:
            document = next(p for p in product.papers if p.id == citation.passage.paper).documents[0]
            place = document.at(citation.passage.address)
            assert document.text[place.start : place.end] == citation.passage.quote
    block = product.block
    assert (block["level"], block["refused"], block["short"], block["graph"]) == ("exact", False, "yes", True)
    assert block["candidates"][0]["routes"] == ["graph", "text"]
    assert block["candidates"][0]["hits"] == {"oxalic acid": 1, "mites": 1}
    assert any(query["bindings"].get("wanted") == "oxalic acid" for query in block["queries"])
    assert [left.paper for left in product.not_cited] == ["bogs"]


def test_the_product_fulfils_the_schema(parts: AnswerParts, graph: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for question in ("Does oxalic acid reduce the number of mites?", "What is the capital of France?"):
        product = answered(question, replace(parts, graph=graph), top=2)
        jsonschema.validate(json.loads(json.dumps(product_object(product, style="apa"))), product_schema())


def test_refused_where_the_library_does_not_hold_it(parts: AnswerParts) -> None:
    product = answered("What is the capital of France?", parts)
    assert said(product) == "The library does not answer this question."
    assert product.papers == ()
    assert product.block["refused"]
    assert {left.paper for left in product.not_cited} == {"bees", "bogs"}


def test_refused_in_the_language_of_the_question(parts: AnswerParts) -> None:
    product = answered("Wie heißt die Hauptstadt von Frankreich und wer regiert dort?", parts)
    assert said(product) == "Die Bibliothek beantwortet diese Frage nicht."


def test_only_named_papers(parts: AnswerParts) -> None:
    product = answered("What happens to carbon?", parts, papers=("bogs",))
    assert {candidate["paper"] for candidate in product.block["candidates"]} == {"bogs"}
    with pytest.raises(NothingFound, match="no text"):
        answered("What happens to carbon?", parts, papers=("bees2",))


def test_the_published_ranking_is_by_keyword_frequency(parts: AnswerParts) -> None:
    product = answered("What of mites and autumn?", parts, ranking="published")
    assert product.block["ranking"] == "published"
    assert [(c["address"], c["score"]) for c in product.block["candidates"]] == [("s1.p2", 2.0), ("s1.p1", 1.0)]


def test_the_published_ranking_falls_back_where_nothing_is_found(parts: AnswerParts) -> None:
    product = answered("What of zebras?", parts, ranking="published")
    assert product.block["candidates"]
    assert product.block["level"] == "vector"


def test_vectors_are_the_last_fallback_and_marked(parts: AnswerParts) -> None:
    asked: list[str] = []

    def likeness(question: str, papers: Sequence[str]) -> Mapping[str, float]:
        asked.append(question)
        return {"bogs": 0.9, "bees": 0.1}

    given = replace(parts, likeness=likeness, embedder=lambda: "made:1")
    product = answered("What of zebras?", given)
    assert product.block["candidates"][0]["paper"] == "bogs"
    assert product.block["fallback"] in product.warnings
    assert product.run.embedder == "made:1"
    answered("What of mites?", given)
    assert asked == ["What of zebras?"]


def test_a_question_that_names_nothing(parts: AnswerParts) -> None:
    product = answered("What did they do?", parts)
    assert "names nothing that is known" in product.block["fallback"]


@pytest.mark.parametrize("question", ["", "   ", "?!", "\u200b"])
def test_an_empty_question(parts: AnswerParts, question: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        write_answer(AnswerRequest(question=question or " "), ExtractiveEngine(), parts=parts)


def test_long_questions(parts: AnswerParts) -> None:
    product = answered("Does oxalic acid reduce mites? " + "Really and truly so? " * 480, parts)
    assert any("first 2000 characters" in warning for warning in product.warnings)
    with pytest.raises(UsageError, match="characters"):
        answered("mites " * 4000, parts)


def test_an_empty_library(parts: AnswerParts) -> None:
    with pytest.raises(NothingFound, match="no paragraphs"):
        answered("Does oxalic acid help?", replace(parts, index=build_index([])))


def test_a_paragraph_that_has_gone_since_is_left_out(parts: AnswerParts) -> None:
    product = answered("Do mites weaken colonies?", replace(parts, paper_of=lambda name: None))
    assert product.block["refused"]
    assert any("changed since" in warning for warning in product.warnings)


class Inventing(ExtractiveEngine):
    """Cites what it was not given."""

    def compose_answer(self, request: ComposeAnswerRequest, /) -> AnswerDraft:
        sentences = (
            DraftSentence(parts=("Mites are fine ", HandleMark(("p1", "p999")), ".")),
            DraftSentence(parts=("Bogs are fine ", HandleMark(("p777",)), ".")),
        )
        return AnswerDraft(text=DraftText(sentences=sentences), short="yes")


def test_what_an_engine_invents_is_removed(parts: AnswerParts) -> None:
    request = AnswerRequest(question="Are mites fine?")
    product = write_answer(request, Inventing(), parts=parts)
    assert said(product) == "Mites are fine ."
    assert any("2 citations of nothing" in warning for warning in product.warnings)
    assert any("1 sentence without evidence" in warning for warning in product.warnings)


def test_the_same_question_gives_the_same_answer(parts: AnswerParts, graph: Any) -> None:
    given = replace(parts, graph=graph)
    one, other = (answered("How many hives were kept in the Marlow valley?", given) for _ in range(2))
    assert (one.text, one.block) == (other.text, other.block)
    assert one.block["short"] == "42 hives"
