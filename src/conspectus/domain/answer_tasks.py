"""The tasks of answering a question: naming what it asks about, and composing an answer (KGQP, methods 3.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from conspectus.domain.scientific_entities import ScientificType
from conspectus.domain.tasks import DraftText, EvidenceItem


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionEntity:
    """Something that a question asks about, as the question writes it; ``kind`` is None if it cannot be told."""

    text: str
    kind: ScientificType | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifyQuestionEntitiesRequest:
    """Name the entities of a question (step 1); ``known`` are labels of the graph that its words hold."""

    question: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifyQuestionEntitiesResult:
    """The entities in order of the question, each once; ``warnings`` say what went wrong."""

    entities: tuple[QuestionEntity, ...] = ()
    warnings: tuple[str, ...] = ()


class IdentifyQuestionEntities(Protocol):
    """Names the entities of a question."""

    def __call__(self, request: IdentifyQuestionEntitiesRequest, /) -> IdentifyQuestionEntitiesResult:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerParagraph:
    """A paragraph that may hold the answer: its sentences as evidence, in order, with its paper and heading.

    ``score`` is that of the ranking, comparable within one request only.
    """

    paper: str
    title: str
    label: str
    plural: bool
    year: int | None
    heading: str
    evidence: tuple[EvidenceItem, ...]
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposeAnswerRequest:
    """Answer a question from these paragraphs only, the best first (step 5).

    ``language`` is that of the question (ISO 639-1, "" if unknown); ``words`` the most words wanted. ``of_papers``
    says that the question is about papers that were named, so that the paragraphs are on its subject.
    """

    question: str
    paragraphs: tuple[AnswerParagraph, ...]
    entities: tuple[QuestionEntity, ...] = ()
    words: int = 120
    audience: str = ""
    style: str = ""
    language: str = ""
    of_papers: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDraft:
    """The answer as an engine wrote it; ``refused`` says that the paragraphs do not hold it, and the text is empty.

    ``short`` is the answer in a word where the question asks for one ("yes", "no", "maybe", a number with its unit).
    """

    text: DraftText
    short: str = ""
    refused: bool = False
    warnings: tuple[str, ...] = ()


class ComposeAnswer(Protocol):
    """Composes an answer."""

    def __call__(self, request: ComposeAnswerRequest, /) -> AnswerDraft:
        """Performs the task."""
        ...
