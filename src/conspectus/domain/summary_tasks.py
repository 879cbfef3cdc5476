"""The tasks of summarising one paper: student and teacher (ScholarSum, methods 4.3 to 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from conspectus.domain.document import Document
from conspectus.domain.entity_graph import EntityCommunity, EntityGraph, EntityRelation, GraphEntity, TextUnit
from conspectus.domain.tasks import DraftSentence, DraftText, EvidenceItem

Audience = Literal["expert", "newcomer"]
DiscourseRole = Literal["motivation", "method", "findings", "implication"]
Decision = Literal["accept", "minor", "major"]
IssueKind = Literal["missing", "unsupported", "inaccurate", "logic", "style"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractEntitiesRequest:
    """Name the entities in these units of a text (stage 1, step 2)."""

    units: tuple[TextUnit, ...]
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractEntitiesResult:
    """The entities with every mention, variants not yet merged; ``warnings`` say what went wrong."""

    entities: tuple[GraphEntity, ...] = ()
    warnings: tuple[str, ...] = ()


class ExtractEntities(Protocol):
    """Names the entities of units."""

    def __call__(self, request: ExtractEntitiesRequest, /) -> ExtractEntitiesResult:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityPair:
    """Two entities that one unit, or two adjacent ones, name; ``unit`` is where the words between them stand."""

    first: str
    second: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRelation:
    """What relates the ends of a pair: from ``source`` to ``target``, stated by the text's span [start, end)."""

    source: str
    kind: EntityRelation
    target: str
    unit: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifyPairsRequest:
    """Say which relation each pair has (stage 1, step 3)."""

    units: tuple[TextUnit, ...]
    entities: tuple[GraphEntity, ...]
    pairs: tuple[EntityPair, ...]
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifyPairsResult:
    """The relations found; a pair without one is not among them."""

    relations: tuple[PairRelation, ...] = ()
    warnings: tuple[str, ...] = ()


class ClassifyPairs(Protocol):
    """Classifies pairs of entities."""

    def __call__(self, request: ClassifyPairsRequest, /) -> ClassifyPairsResult:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedThread:
    """A part of the plan: a community with its discourse role, what is salient in it, and its evidence sentences.

    ``triples`` are written "head relation tail", the most salient first.
    """

    community: EntityCommunity
    role: DiscourseRole
    title: str
    entities: tuple[str, ...]
    triples: tuple[str, ...]
    evidence: tuple[EvidenceItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryPaper:
    """The paper as the summary tasks see it: ``label`` names it in running text, ``evidence`` is all its sentences."""

    paper: str
    title: str
    label: str
    plural: bool
    year: int | None
    document: Document
    evidence: tuple[EvidenceItem, ...]
    abstract_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteSubsummaryRequest:
    """Write one or two sentences about one thread of the plan (stage 2b)."""

    paper: SummaryPaper
    thread: PlannedThread
    audience: Audience = "expert"
    language: str = ""
    seed: int = 0


class WriteSubsummary(Protocol):
    """Writes about one thread."""

    def __call__(self, request: WriteSubsummaryRequest, /) -> DraftText:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleExample:
    """An abstract of another paper, for style and coverage only; it is never evidence."""

    paper: str
    title: str
    abstract: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewIssue:
    """Something a teacher finds wrong with a draft; ``sentence`` is a 0-based index, None if it concerns the whole."""

    kind: IssueKind
    claim: str
    advice: str
    retrieval_query: str = ""
    sentence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrateRequest:
    """Write one text from the sub-summaries in the plan's order (stage 2c), or anew from a teacher's issues.

    ``words`` are the least and the most wanted, both inclusive.
    """

    paper: SummaryPaper
    graph: EntityGraph
    plan: tuple[PlannedThread, ...]
    subsummaries: tuple[DraftText, ...]
    words: tuple[int, int]
    audience: Audience = "expert"
    style: str = ""
    language: str = ""
    previous: DraftText | None = None
    issues: tuple[ReviewIssue, ...] = ()
    seed: int = 0
    temperature: float = 0.8


class Integrate(Protocol):
    """Writes one text from sub-summaries."""

    def __call__(self, request: IntegrateRequest, /) -> DraftText:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceToRevise:
    """A sentence of a draft that is to be written anew, why, and the evidence retrieved for it."""

    index: int
    issues: tuple[ReviewIssue, ...]
    evidence: tuple[EvidenceItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseSentencesRequest:
    """Write only the flagged sentences anew (minor revision, stage 3e)."""

    paper: SummaryPaper
    draft: DraftText
    flagged: tuple[SentenceToRevise, ...]
    audience: Audience = "expert"
    language: str = ""
    seed: int = 0
    temperature: float = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisedSentence:
    """The new form of the sentence at ``index``; None takes the sentence out."""

    index: int
    sentence: DraftSentence | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseSentencesResult:
    """The flagged sentences in their new form; one that is missing stays as it was."""

    sentences: tuple[RevisedSentence, ...] = ()
    warnings: tuple[str, ...] = ()


class ReviseSentences(Protocol):
    """Writes flagged sentences anew."""

    def __call__(self, request: ReviseSentencesRequest, /) -> ReviseSentencesResult:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDraftRequest:
    """Judge coherence and style of a draft, and name what is missing (stage 3).

    Faithfulness and completeness are not judged here: the pipeline computes them from the evidence.
    """

    paper: SummaryPaper
    plan: tuple[PlannedThread, ...]
    draft: DraftText
    examples: tuple[StyleExample, ...] = ()
    language: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReview:
    """Coherence and style in [0, 1], and the issues found."""

    coherence: float
    style: float
    issues: tuple[ReviewIssue, ...] = ()
    warnings: tuple[str, ...] = ()


class ReviewDraft(Protocol):
    """Judges a draft."""

    def __call__(self, request: ReviewDraftRequest, /) -> DraftReview:
        """Performs the task."""
        ...
