"""What a run was and what it produced."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from conspectus.domain.cited_text import CitedText
from conspectus.domain.entity_graph import EntityGraph
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.paper import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """What language models were asked for during a run; all 0 with an engine that asks none.

    ``calls`` counts the answers that the run rests on, ``reused`` those of them that were kept from an earlier
    run and not sent again. ``input_tokens``, ``output_tokens`` and ``cost`` (US dollars, None where a price is
    not known) are those of all ``calls``; ``paid`` is the part of ``cost`` that this run added.
    ``cached_tokens`` is the part of the input that servers had kept. ``retries`` counts requests sent again
    after an error, ``asked_again`` those sent again because an answer was unusable, ``fallbacks`` the tasks that
    went on without a model. ``estimated`` says that a server did not tell its tokens.
    """

    calls: int = 0
    reused: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = 0.0
    paid: float | None = 0.0
    retries: int = 0
    asked_again: int = 0
    fallbacks: int = 0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """Tokens in and out."""
        return self.input_tokens + self.output_tokens

    def since(self, before: ModelUsage) -> ModelUsage:
        """Gives what was added after ``before``, an earlier state of the same count."""
        unpriced = self.cost is None or before.cost is None or self.paid is None or before.paid is None
        return ModelUsage(
            calls=self.calls - before.calls,
            reused=self.reused - before.reused,
            input_tokens=self.input_tokens - before.input_tokens,
            output_tokens=self.output_tokens - before.output_tokens,
            cached_tokens=self.cached_tokens - before.cached_tokens,
            cost=None if unpriced else (self.cost or 0.0) - (before.cost or 0.0),
            paid=None if unpriced else (self.paid or 0.0) - (before.paid or 0.0),
            retries=self.retries - before.retries,
            asked_again=self.asked_again - before.asked_again,
            fallbacks=self.fallbacks - before.fallbacks,
            estimated=self.estimated,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """Who made a product, with what and when.

    ``started`` is an ISO 8601 time in UTC; ``seconds`` holds the wall time by stage; ``usage`` concerns language
    models and is all 0 offline; ``parameters`` are the request's values.
    """

    id: str
    seed: int
    engine: str
    model: str = ""
    embedder: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    started: str = ""
    seconds: tuple[tuple[str, float], ...] = ()
    usage: ModelUsage = ModelUsage()
    parameters: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCited:
    """A given paper that the text does not cite, and why."""

    paper: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A written product: the text, the papers it cites in order of appearance, and how it came about.

    ``entity_graph`` is that of a summary's paper.

    ``block`` is what this kind of product adds (``review``, ``topic_page``, …), as plain JSON values.
    """

    kind: Literal["review", "topic_page", "answer", "summary"]
    title: str
    text: CitedText
    papers: tuple[Paper, ...]
    not_cited: tuple[NotCited, ...]
    graph: Minigraph
    run: RunRecord
    block: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    entity_graph: EntityGraph | None = None
