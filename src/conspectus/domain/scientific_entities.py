"""Scientific entities of a paper, section keywords and summaries: what PARSE adds to the document model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from conspectus.domain.minigraph import concept_key


class ScientificType(Enum):
    """The seven types of PARSE (methods 3.4)."""

    DATASET = "Dataset"
    LANGUAGE = "Language"
    METHOD = "Method"
    RESEARCH_PROBLEM = "ResearchProblem"
    RESOURCE = "Resource"
    SOLUTION = "Solution"
    TOOL = "Tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place where an entity is named: the sentence's address, and the span in the document's text."""

    address: str
    start: int
    end: int
    surface: str
    score: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityLink:
    """The entry of a label table that an entity is linked to.

    ``how`` says which step of PARSE's order found it; ``first`` is the best-ranked entry without an exact match.
    """

    iri: str
    label: str
    how: Literal["exact", "stopwords", "lemma", "first"]
    score: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScientificEntity:
    """An entity of one paper: its label in the text's language, type, other forms and mentions in order."""

    label: str
    kind: ScientificType
    aliases: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    language: str = "en"
    link: EntityLink | None = None

    @property
    def key(self) -> str:
        """What makes two entities one: the key of the label."""
        return concept_key(self.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionKeyword:
    """A keyword of a section and its score in [0, 1]."""

    text: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionDescription:
    """What a section is about: at most five keywords, the best first, and a summary, "" below the minimum length."""

    address: str
    keywords: tuple[SectionKeyword, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperAnnotations:
    """Everything that PARSE found in one version of a paper's text."""

    paper: str
    version: str
    entities: tuple[ScientificEntity, ...] = ()
    sections: tuple[SectionDescription, ...] = ()
