"""What is printed in a typeset paper, by which a reader's document is judged."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueHeading:
    """A heading without its number; ``level`` is 1 for a section, 2 for one nested in it."""

    text: str
    level: int
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueSentence:
    """A sentence of running text, the page its first word is printed on, and whether a break falls into it."""

    text: str
    page: int
    is_interrupted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueReference:
    """An entry of the reference list."""

    title: str
    families: tuple[str, ...]
    year: int
    doi: str = ""


@dataclass(slots=True, kw_only=True)
class Truth:
    """Everything that stands in a paper; superscripts in words are written "10^3".

    ``words`` are those of the running text in reading order, headings with their numbers included; title, authors,
    captions, cells, notes, formulas and references are not among them.
    """

    title: str = ""
    affiliations: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    abstract: str = ""
    doi: str = ""
    words: list[str] = field(default_factory=list)
    headings: list[TrueHeading] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    sentences: list[TrueSentence] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    furniture: list[str] = field(default_factory=list)
    references: list[TrueReference] = field(default_factory=list)
    pages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TypesetPaper:
    """A PDF with its truth; ``what`` says what is special about it."""

    name: str
    what: str
    data: bytes
    truth: Truth
