"""The hierarchical entity graph of one paper (ScholarSum, methods 4.3): units, entities, relations, communities."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from conspectus.domain.document import SectionKind


class EntityKind(Enum):
    """The types of entities in a paper's graph."""

    TASK = "Task"
    METHOD = "Method"
    DATASET = "Dataset"
    METRIC = "Metric"
    OTHER = "Other"


class EntityRelation(Enum):
    """The five relations between entities; no relation is no edge."""

    ADDRESSES = "addresses"
    USES = "uses"
    EVALUATES_ON = "evaluates-on"
    REPORTS = "reports"
    COMPARES_WITH = "compares-with"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextUnit:
    """A stretch of the document that is read at once: a sentence, or a paragraph or a part of one.

    ``id`` is "u1", "u2" … in reading order; ``start`` and ``end`` are offsets in the document's text; ``sentences``
    are the addresses of its sentences.
    """

    id: str
    start: int
    end: int
    text: str
    sentences: tuple[str, ...]
    section: SectionKind = SectionKind.COMMON
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityMention:
    """A place where an entity is named, by unit and offsets in the document's text."""

    unit: str
    start: int
    end: int
    surface: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphEntity:
    """An entity: a node of the graph. ``id`` is "e1", "e2" … in order of first mention."""

    id: str
    name: str
    kind: EntityKind
    aliases: tuple[str, ...] = ()
    mentions: tuple[EntityMention, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """The units that name it, in order."""
        return tuple(dict.fromkeys(mention.unit for mention in self.mentions))


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphRelation:
    """An edge: ``source`` and ``target`` are entity ids; ``weight`` is the number of supporting units.

    ``spans`` are the offsets of the words that state it, one for each unit; ``fits`` says whether the types of its
    ends are those of the relation's signature.
    """

    source: str
    kind: EntityRelation
    target: str
    units: tuple[str, ...]
    spans: tuple[tuple[int, int], ...] = ()
    fits: bool = True

    @property
    def weight(self) -> int:
        """How many units support it."""
        return len(self.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityCommunity:
    """A topical thread: entities that belong together, at a level of the hierarchy (0 is the coarsest).

    ``id`` is "c1", "c2" …; ``units`` support its members and the relations among them; ``parent`` is the community
    it was split from, "" at level 0. ``kept`` is False for one too small for the plan, whose nodes stay in the graph.
    """

    id: str
    level: int
    entities: tuple[str, ...]
    units: tuple[str, ...]
    title: str = ""
    parent: str = ""
    kept: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityGraph:
    """The graph of one version of a paper's text; every id in it names something in it."""

    paper: str
    version: str
    units: tuple[TextUnit, ...] = ()
    entities: tuple[GraphEntity, ...] = ()
    relations: tuple[GraphRelation, ...] = ()
    communities: tuple[EntityCommunity, ...] = ()
