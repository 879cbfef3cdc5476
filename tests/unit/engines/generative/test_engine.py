from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conspectus.domain.engine import Engine
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.tasks import WriteChunkRequest
from conspectus.engines.generative.engine import GenerativeEngine
from conspectus.foundation.events import Events
from conspectus.pipelines.literature_review.pipeline import write_review
from conspectus.pipelines.literature_review.references import given_references
from conspectus.pipelines.literature_review.request import ReviewRequest
from conspectus.providers.models import ModelOptions, Models
from conspectus.testing import made_papers


def test_it_says_what_it_writes_with(ask: Any) -> None:
    engine: Engine = ask().engine
    assert (engine.name, engine.version, engine.model, engine.side_by_side) == ("generative", "1", "fake:model", 4)
    assert GenerativeEngine.asks_models
    assert [name for name, _ in engine.materials()] == [
        "prompt extract_relations", "prompt write_chunk", "prompt merge_chunks",
        "prompt write_topic_page", "prompt name_scientific_entities", "prompt describe_section",
        "prompt extract_entities", "prompt classify_pairs", "prompt write_subsummary",
        "prompt integrate", "prompt revise_sentences", "prompt review_draft",
            "prompt identify_question_entities", "prompt compose_answer",
    ]  # fmt: skip
    assert all(re.fullmatch(r"\d+ sha256:[0-9a-f]{12}", version) for _, version in engine.materials())
    assert engine.usage().calls == 0


@pytest.mark.parametrize(
    "ablate, tasks",
    [
        # Four references in chunks of two: I graphs, I summaries, E reviews (methods 1.4).
        ((), {"extract_relations": 2, "write_chunk": 2, "merge_chunks": 3}),
        (("kmca",), {"write_chunk": 2, "merge_chunks": 3}),
        (("iterative",), {"extract_relations": 1, "write_chunk": 2, "merge_chunks": 3}),
        (("mpsa",), {"extract_relations": 2, "write_chunk": 1}),
        (("kmca", "mpsa"), {"write_chunk": 1}),
        (("chunk-summary",), {"extract_relations": 2, "merge_chunks": 3}),
    ],
)
def test_each_ablation_asks_what_is_left_of_the_method(
    ask: Any, ablate: tuple[str, ...], tasks: dict[str, int]
) -> None:
    asked = ask()
    request = ReviewRequest.model_validate({"chunk_size": 2, "ablate": ablate})
    write_review(request, list(made_papers()), asked.engine)
    named = [call.task for call in asked.client.calls]
    assert {task: named.count(task) for task in named} == tasks
    users = {call.task: call.messages[1].content for call in asked.client.calls}
    assert ("<<<relations" in users["write_chunk" if "write_chunk" in users else "merge_chunks"]) == (
        "kmca" not in ablate
    )
    if "merge_chunks" in users:
        assert ("<<<drafts" in users["merge_chunks"]) == ("chunk-summary" not in ablate)


def test_experts_read_the_drafts_in_orders_of_their_own(ask: Any) -> None:
    asked = ask()
    write_review(ReviewRequest(chunk_size=2), list(made_papers()), asked.engine)
    merges = {call.messages[1].content for call in asked.client.calls if call.task == "merge_chunks"}
    assert len(merges) == 3


def test_a_request_with_the_real_models_and_a_double() -> None:
    models = Models(ModelOptions(model="scripted:scholar"), cache=None, events=Events())
    references = given_references(made_papers()).usable
    request = WriteChunkRequest(own_abstract="", references=references, minigraph=Minigraph(), words=120)
    draft = GenerativeEngine(models).write_chunk(request)
    assert draft.left_out == ()
    assert {reference.paper for reference in references} == {
        reference.paper
        for reference in references
        for item in reference.evidence
        for sentence in draft.sentences
        if item.handle in sentence.handles
    }
    assert (models.usage().calls, models.usage().fallbacks) == (1, 0)


def test_rules_of_a_user_can_stand_in_for_a_model(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"rules": [{"answer": "I cannot do that."}]}', encoding="utf-8")
    models = Models(ModelOptions(model=f"scripted:{rules}"), cache=None, events=Events())
    product = write_review(ReviewRequest(chunk_size=2), list(made_papers()), GenerativeEngine(models))
    # Two graphs, two summaries and three reviews.
    assert models.usage().fallbacks == 7
    assert product.text.cited_papers()
    assert [warning for warning in product.warnings if "wrote this text instead of the model" in warning]
