from __future__ import annotations

from typing import Any

import pytest

from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.tasks import WriteChunkRequest
from conspectus.engines.generative.rehearsal import Rehearsal, RehearsalEngine, RehearsedTask
from conspectus.foundation.events import Events
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.references import given_references
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.providers.models import ModelOptions, Models
from conspectus.providers.prices import Price
from conspectus.testing import made_papers


class Counter:
    """Counts a token for each word, and two for the message."""

    def __init__(self, label: str) -> None:
        self.label = label

    def count(self, messages: Any, schema: Any = None) -> int:
        return sum(2 + len(message.content.split()) for message in messages)


class FixedModels:
    names = "a:cheap, a:strong"
    side_by_side = 9

    def __init__(self, price: Price | None) -> None:
        self.price = price

    def counter_for(self, task: str) -> Counter:
        return Counter("a:cheap" if task == "extract_relations" else "a:strong")

    def price_of(self, label: str) -> Price | None:
        return self.price


def rehearsed(models: Any) -> Rehearsal:
    engine = RehearsalEngine(models)
    as_engine: Engine = engine
    write_review(ReviewRequest(chunk_size=2), list(made_papers()), as_engine)
    return engine.rehearsal()


def test_one_task_by_hand() -> None:
    models: Any = FixedModels(Price(input=2.0, cached_input=1.0, output=10.0))
    engine = RehearsalEngine(models)
    request = WriteChunkRequest(
        own_abstract="", references=given_references(made_papers()).usable, minigraph=Minigraph(), words=300
    )
    draft = engine.write_chunk(request)
    engine.write_chunk(request)
    from conspectus.domain.draft_text import render_draft
    from conspectus.engines.generative.review_writing import assign

    words = sum(2 + len(message.content.split()) for message in assign(request).messages)
    written = len(render_draft(draft.sentences).split())
    (task,) = engine.rehearsal().tasks
    # The answer may take 3 tokens for each of 300 words; half the stand-in's is the least expected.
    low, high = round(written / 2), 900
    assert (task.task, task.model, task.calls, task.input_tokens) == ("write_chunk", "a:strong", 2, 2 * words)
    assert (task.output_from, task.output_to) == (2 * low, 2 * high)
    assert task.cost_from == pytest.approx(2 * (2 * words + 10 * low) / 1e6)
    assert task.cost_to == pytest.approx(2 * (2 * words + 10 * high) / 1e6)


def test_all_calls_of_a_review_are_rehearsed_and_none_is_made() -> None:
    models = Models(ModelOptions(model="scripted:scholar"), cache=None, events=Events())
    found = rehearsed(models)
    assert {task.task: task.calls for task in found.tasks} == {
        "extract_relations": 2, "write_chunk": 2, "merge_chunks": 3,
    }  # fmt: skip
    assert models.usage().calls == 0


def test_the_rehearsal_agrees_with_the_run(ask: Any) -> None:
    """Issue 4: input within 20 %, output in the range."""
    options = ModelOptions(model="scripted:scholar")
    found = rehearsed(Models(options, cache=None, events=Events()))
    models = Models(options, cache=None, events=Events())
    from conspectus.engines.generative.engine import GenerativeEngine

    write_review(ReviewRequest(chunk_size=2), list(made_papers()), GenerativeEngine(models))
    usage = models.usage()
    assert found.calls == usage.calls
    assert found.input_tokens == pytest.approx(usage.input_tokens, rel=0.2)
    assert found.output_tokens[0] <= usage.output_tokens <= found.output_tokens[1]


def test_an_unknown_price_is_said_to_be_unknown() -> None:
    models: Any = FixedModels(None)
    found = rehearsed(models)
    assert found.cost is None
    assert found.json_form()["cost"] is None
    assert all("at a price that is not known" in line for line in found.lines())


def test_in_words_and_in_json() -> None:
    first = RehearsedTask(
        task="write_chunk", model="a:b", calls=1, input_tokens=1200, output_from=50, output_to=512,
        cost_from=0.001, cost_to=0.01,
    )  # fmt: skip
    second = RehearsedTask(
        task="merge_chunks", model="a:b", calls=2, input_tokens=800, output_from=70, output_to=1024,
        cost_from=0.002, cost_to=0.02,
    )  # fmt: skip
    found = Rehearsal(tasks=(first, second))
    assert found.lines() == (
        "write_chunk: 1 call to a:b, about 1,200 tokens in, 50 to 512 out, 0.0010 to 0.0100 USD",
        "merge_chunks: 2 calls to a:b, about 800 tokens in, 70 to 1,024 out, 0.0020 to 0.0200 USD",
        "3 calls, about 2,000 tokens in, 120 to 1,536 out, 0.0030 to 0.0300 USD; nothing was sent",
    )
    form = found.json_form()
    assert (form["calls"], form["input_tokens"], form["output_tokens"]) == (3, 2000, [120, 1536])
    assert form["cost"] == pytest.approx([0.003, 0.03])
    assert form["tasks"][0]["output_to"] == 512
    assert Rehearsal().lines() == ("0 calls, about 0 tokens in, 0 to 0 out, 0.0000 to 0.0000 USD; nothing was sent",)


def test_neither_a_key_nor_a_server_is_needed() -> None:
    models = Models(ModelOptions(model="openai:gpt-unheard-of", environment={}), cache=None, events=Events())
    assert rehearsed(models).calls == 7
