"""What a run was and what it produced."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from conspectus.domain.cited_text import CitedText
from conspectus.domain.minigraph import Minigraph
from conspectus.domain.paper import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """Who made a product, with what and when.

    ``started`` is an ISO 8601 time in UTC; ``seconds`` holds the wall time by stage; ``calls``, ``tokens``
    and ``cost`` concern language models and are 0 offline; ``parameters`` are the request's values.
    """

    id: str
    seed: int
    engine: str
    model: str = ""
    embedder: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    started: str = ""
    seconds: tuple[tuple[str, float], ...] = ()
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    parameters: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCited:
    """A given paper that the text does not cite, and why."""

    paper: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A written product: the text, the papers it cites in order of appearance, and how it came about.

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
