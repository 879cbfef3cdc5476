"""What happened on the way to an answer: every query, match, relaxation and candidate (KGQP)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from conspectus.domain.answer_tasks import QuestionEntity
from conspectus.domain.structure_graph import Literal as GraphLiteral
from conspectus.domain.structure_graph import Term

Level = Literal["exact", "string", "embedding", "vector"]
LEVELS: tuple[Level, ...] = ("exact", "string", "embedding", "vector")
Route = Literal["graph", "text", "ranking", "vector"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedQuery:
    """A query as it was sent, with what was bound to its variables and how many rows came back."""

    step: str
    sparql: str
    bindings: tuple[tuple[str, Term], ...]
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityMatch:
    """What was found for an entity of the question: labels of the graph with their likeness, and paragraphs.

    ``level`` is how it was found, None if it was not. ``paragraphs`` counts those that both routes lead to.
    """

    entity: QuestionEntity
    level: Level | None
    labels: tuple[tuple[str, float], ...] = ()
    paragraphs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxation:
    """A pattern of the question that was given another label, or given up, and how many paragraphs then fulfil all.

    The question is a conjunction of patterns, one for each entity (Q = ∧ T_i): *replacement* puts another label in
    place of one, *deletion* drops one.
    """

    kind: Literal["replacement", "deletion"]
    entity: str
    by: str = ""
    paragraphs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A paragraph that was ranked: where it is, its score, how often each entity occurs, and what led to it."""

    paper: str
    address: str
    score: float
    hits: tuple[tuple[str, int], ...] = ()
    routes: tuple[Route, ...] = ()


@dataclass(slots=True, kw_only=True)
class KgqpTrace:
    """The trace of one question, filled step by step."""

    question: str
    language: str = ""
    ranking: str = "default"
    entities: tuple[QuestionEntity, ...] = ()
    level: Level = "vector"
    matches: list[EntityMatch] = field(default_factory=list)
    queries: list[TracedQuery] = field(default_factory=list)
    relaxations: list[Relaxation] = field(default_factory=list)
    candidates: tuple[Candidate, ...] = ()
    paragraphs: int = 0
    has_graph: bool = False
    fallback: str = ""
    short: str = ""
    answer: str = ""
    refused: bool = False

    def json_form(self) -> dict[str, Any]:
        """Gives the trace as plain JSON values: the ``answer`` block of the product."""
        return {
            "question": self.question,
            "language": self.language,
            "ranking": self.ranking,
            "entities": [
                {
                    "text": match.entity.text,
                    "type": None if match.entity.kind is None else match.entity.kind.value,
                    "level": match.level,
                    "labels": [{"label": label, "score": round(score, 4)} for label, score in match.labels],
                    "paragraphs": match.paragraphs,
                }
                for match in self.matches
            ],
            "level": self.level,
            "queries": [
                {
                    "step": query.step,
                    "sparql": query.sparql,
                    "bindings": {name: _term(term) for name, term in query.bindings},
                    "rows": query.rows,
                }
                for query in self.queries
            ],
            "relaxations": [
                {"kind": each.kind, "entity": each.entity, "by": each.by, "paragraphs": each.paragraphs}
                for each in self.relaxations
            ],
            "candidates": [
                {
                    "paper": each.paper,
                    "address": each.address,
                    "score": round(each.score, 4),
                    "hits": dict(each.hits),
                    "routes": list(each.routes),
                }
                for each in self.candidates
            ],
            "searched": self.paragraphs,
            "graph": self.has_graph,
            "fallback": self.fallback,
            "short": self.short,
            "answer": self.answer,
            "refused": self.refused,
        }


def _term(term: Term) -> str:
    return term.value if isinstance(term, GraphLiteral) else f"<{term.value}>"
