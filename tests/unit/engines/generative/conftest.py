"""A language model that is a function, and references to write about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper
from conspectus.domain.passage import passages_of
from conspectus.domain.run_record import ModelUsage
from conspectus.domain.tasks import EvidenceItem, ReferenceAbstract, TopicPaper, WriteTopicPageRequest
from conspectus.engines.generative.engine import GenerativeEngine
from conspectus.foundation.errors import UnusableAnswer
from conspectus.providers.answer_text import answer_object
from conspectus.providers.client import ModelCall
from conspectus.providers.completion import Completion, CompletionRequest, Message, Usage
from conspectus.providers.made_answers import answer as scholar
from conspectus.providers.prices import Price

Answer = str | Completion | Exception
Answerer = Callable[[CompletionRequest], Answer]
MakeReferences = Callable[..., tuple[ReferenceAbstract, ...]]


class FakeClient:
    """Asks a function once for each call; an exception that it gives is raised."""

    label = "fake:model"

    def __init__(self, answerer: Answerer) -> None:
        self.answerer = answerer
        self.calls: list[ModelCall] = []
        self.fallbacks: list[tuple[str, str]] = []
        self.asked_again: list[str] = []

    def ask(self, call: ModelCall) -> Completion:
        return self._completion(call, None)

    def ask_for(self, call: ModelCall, answer: Any) -> Any:
        completion = self._completion(call, answer.model_json_schema())
        value = answer_object(completion.text).value
        if value is None:
            raise UnusableAnswer("The answer is no JSON object.")
        try:
            return answer.model_validate(value)
        except ValueError as error:
            raise UnusableAnswer("The answer does not have the form asked for.") from error

    def count_tokens(self, messages: Sequence[Message], *, answer: Any = None) -> int:
        return sum(len(message.content.split()) for message in messages)

    def count_fallback(self, task: str, reason: str) -> None:
        self.fallbacks.append((task, reason))

    def count_asked_again(self, task: str) -> None:
        self.asked_again.append(task)

    def _completion(self, call: ModelCall, schema: Any) -> Completion:
        self.calls.append(call)
        given = self.answerer(
            CompletionRequest(
                model="model",
                messages=call.messages,
                max_output_tokens=call.max_output_tokens,
                temperature=call.temperature,
                seed=call.seed,
                schema=schema,
            )
        )
        if isinstance(given, Exception):
            raise given
        return Completion(text=given, usage=Usage()) if isinstance(given, str) else given


class FakeModels:
    """One fake client for every task."""

    names = "fake:model"
    side_by_side = 4

    def __init__(self, answerer: Answerer, price: Price | None = None) -> None:
        self.client = FakeClient(answerer)
        self.price = price

    def for_task(self, task: str) -> FakeClient:
        return self.client

    def usage(self) -> ModelUsage:
        return ModelUsage(calls=len(self.client.calls))

    def price_of(self, label: str) -> Price | None:
        return self.price


class Asked:
    """An engine with the client that it asks."""

    def __init__(self, answerer: Answerer) -> None:
        models: Any = FakeModels(answerer)
        self.client: FakeClient = models.client
        self.engine = GenerativeEngine(models)


@pytest.fixture
def ask() -> Callable[..., Asked]:
    """Makes an engine from answers given in order (the last one again and again), or from one function."""

    def make(*answers: Answer | Answerer) -> Asked:
        if not answers:
            return Asked(scholar)
        if callable(answers[0]):
            return Asked(answers[0])
        left = list(answers)
        return Asked(lambda request: left.pop(0) if len(left) > 1 else left[0])  # type: ignore[arg-type, return-value]

    return make


@pytest.fixture
def references() -> MakeReferences:
    """Makes a reference of each abstract, by A, B, …, with handles over all of their sentences."""

    def make(*abstracts: str) -> tuple[ReferenceAbstract, ...]:
        made = []
        number = 0
        for index, abstract in enumerate(abstracts):
            name = chr(ord("A") + index)
            paper = Paper(id=f"paper-{name.lower()}", title=f"Title {name}", documents=(abstract_document(abstract),))
            items = []
            for passage in passages_of(paper):
                number += 1
                items.append(EvidenceItem(handle=f"p{number}", passage=passage))
            made.append(
                ReferenceAbstract(
                    paper=paper.id, title=paper.title, label=f"{name}son", plural=False, year=2020 + index,
                    evidence=tuple(items),
                )
            )  # fmt: skip
        return tuple(made)

    return make


@pytest.fixture
def topic(references: MakeReferences) -> Callable[..., WriteTopicPageRequest]:
    """Makes a request about moors from three papers in two groups; fields of the request can be set."""

    def make(title: str = "", **fields: Any) -> WriteTopicPageRequest:
        papers = [
            TopicPaper(
                paper=found.paper, title=title or found.title, label=found.label, plural=False, year=found.year,
                date=date, keywords=(), evidence=found.evidence, truncated_after=gap,
            )
            for found, date, gap in zip(
                references(
                    "A moor is a wetland where peat builds up. Moors hold much carbon.",
                    "Drained moors lose carbon to the air. Wet moors burn less often in summer.",
                    "Birds breed on moors in spring. "
                    "Further studies are needed to learn how fast drained moors recover.",
                ),
                ("2021 Mar 4", "2022", ""), (1, None, None), strict=True,
            )
        ]  # fmt: skip
        known: dict[str, Any] = {
            "names": ("moor", "peatland"), "clustered": True, "end_year": 2024, "sentences": (2, 3),
            "groups": (tuple(papers[:2]), tuple(papers[2:])), "sizes": (9, 5),
        }  # fmt: skip
        return WriteTopicPageRequest(**{**known, **fields})

    return make
