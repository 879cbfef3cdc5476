"""The tasks of PARSE: naming scientific entities, and saying what a section is about (methods 3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from conspectus.domain.document import Document
from conspectus.domain.scientific_entities import ScientificEntity, SectionDescription


@dataclass(frozen=True, slots=True, kw_only=True)
class NameScientificEntitiesRequest:
    """Name the scientific entities in one version of a paper's text; bibliography is never part of a document's text.

    ``language`` is that of the text as an ISO 639-1 code, "" if unknown. ``title`` and ``keywords`` say what the
    paper is about; ``names`` are names of persons and organisations that are no entities, such as its authors.
    """

    paper: str
    document: Document
    language: str = ""
    title: str = ""
    keywords: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NameScientificEntitiesResult:
    """The entities with every mention, abbreviations united with their long forms; ``warnings`` say what went wrong."""

    entities: tuple[ScientificEntity, ...] = ()
    warnings: tuple[str, ...] = ()


class NameScientificEntities(Protocol):
    """Names the scientific entities of a text."""

    def __call__(self, request: NameScientificEntitiesRequest, /) -> NameScientificEntitiesResult:
        """Performs the task."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeSectionRequest:
    """Say what the section at ``address`` is about: at most ``keywords`` phrases of one to three words and a summary.

    A section of fewer than ``least_words`` words gets no summary; a summary has at most ``summary_words``.
    """

    paper: str
    document: Document
    address: str
    keywords: int = 5
    least_words: int = 40
    summary_words: int = 80


class DescribeSection(Protocol):
    """Describes a section."""

    def __call__(self, request: DescribeSectionRequest, /) -> SectionDescription:
        """Performs the task."""
        ...
