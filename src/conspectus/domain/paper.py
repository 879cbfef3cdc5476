"""A paper: who wrote what, when and where, what others call it, and its texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from conspectus.domain.document import Document
from conspectus.domain.identifiers import Identifiers, paper_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """A person, or a corporate author whose whole name is in ``literal``.

    ``particle`` is a non-dropping particle ("van der"); ``orcid`` is the bare 16-digit form with hyphens.
    """

    family: str = ""
    given: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    affiliations: tuple[str, ...] = ()
    orcid: str = ""

    @property
    def short(self) -> str:
        """The name as cited in running text: particle and family name, or the corporate name."""
        if self.literal:
            return self.literal
        return f"{self.particle} {self.family}".strip() or self.given

    @property
    def full(self) -> str:
        """The name in reading order."""
        return self.literal or " ".join(p for p in (self.given, self.particle, self.family, self.suffix) if p)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialDate:
    """A date known to the year, month or day; ``text`` is the form in the source when it says more."""

    year: int
    month: int | None = None
    day: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeshHeading:
    """A MeSH descriptor with its qualifiers; ``major`` marks a main topic of the paper."""

    descriptor: str
    qualifiers: tuple[str, ...] = ()
    major: bool = False
    ui: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Funding:
    """A funder and the awards it gave."""

    funder: str
    awards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something that happened to a paper after publication, or that this paper does to another.

    ``direction`` is "received" on the paper concerned and "issued" on the notice itself; ``target`` names
    the other record (an identifier such as "pmid:123" or a citation).
    """

    kind: Literal["retraction", "correction", "expression-of-concern", "update"]
    direction: Literal["received", "issued"] = "received"
    target: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where fields of a record came from: file name, SHA-256 of the file, reader, record number and line.

    ``fields`` names the fields that this source gave; ``record`` and ``line`` are 1-based, 0 if unknown.
    """

    source: str
    sha256: str
    reader: str
    record: int = 0
    line: int = 0
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One work with its bibliographic data and the versions of its text.

    ``kind`` is a CSL type ("article-journal", "paper-conference", "book", "chapter", "thesis", "report",
    "article" for preprints, "dataset", "webpage", "document"). ``keys`` are the user's own citation keys.
    ``extra`` holds fields of the source that have no home here, as (name, value) pairs.
    """

    id: str
    title: str = ""
    authors: tuple[Author, ...] = ()
    editors: tuple[Author, ...] = ()
    date: PartialDate | None = None
    venue: str = ""
    venue_short: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    edition: str = ""
    series: str = ""
    issn: tuple[str, ...] = ()
    kind: str = "document"
    publication_types: tuple[str, ...] = ()
    language: str = ""
    url: str = ""
    identifiers: Identifiers = Identifiers()
    keywords: tuple[str, ...] = ()
    mesh: tuple[MeshHeading, ...] = ()
    funding: tuple[Funding, ...] = ()
    notices: tuple[Notice, ...] = ()
    keys: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    paraphrase: bool = False

    @property
    def year(self) -> int | None:
        """The year of publication, if known."""
        return self.date.year if self.date else None

    @property
    def document(self) -> Document | None:
        """The fullest version of the text: full text before abstract, then the longest."""
        return max(self.documents, key=lambda d: (d.is_full_text, len(d.text)), default=None)

    @property
    def abstract_version(self) -> Document | None:
        """The version whose abstract is the longest, preferring the fullest text among equals; None if none has one."""
        best = max(self.documents, key=lambda d: (len(d.abstract_text()), d.is_full_text), default=None)
        return best if best is not None and best.abstract_text() else None

    @property
    def abstract(self) -> str:
        """The abstract as running text, or ""."""
        best = self.abstract_version
        return best.abstract_text() if best else ""

    @property
    def is_retracted(self) -> bool:
        """Whether a retraction notice concerns this paper."""
        return any(n.kind == "retraction" and n.direction == "received" for n in self.notices)

    def version(self, name: str) -> Document | None:
        """Gives the text version called ``name`` (8 hex digits), or None."""
        return next((d for d in self.documents if d.version == name), None)

    @property
    def label(self) -> str:
        """The paper as cited in running text without its year: "Smith", "Smith and Jones", "Smith et al."."""
        names = [author.short for author in self.authors if author.short]
        if not names:
            return self.title.split(":")[0][:60] or self.id
        if len(names) == 1:
            return names[0]
        return f"{names[0]} and {names[1]}" if len(names) == 2 else f"{names[0]} et al."

    @property
    def is_plural(self) -> bool:
        """Whether the label takes a plural verb ("Smith and Jones propose", "Smith proposes")."""
        return len([author for author in self.authors if author.short]) > 1


def with_id(paper: Paper) -> Paper:
    """Gives the paper under the id that its identifiers or description make; a different former id becomes an alias."""
    wanted = id_of(paper)
    if paper.id == wanted:
        return paper
    aliases = unique((*paper.aliases, paper.id)) if paper.id else paper.aliases
    return replace(paper, id=wanted, aliases=tuple(alias for alias in aliases if alias != wanted))


def id_of(paper: Paper) -> str:
    """Gives the id that the identifiers or the description of a paper make, whatever id it has."""
    first = paper.authors[0].short if paper.authors else ""
    # A paper without a title (a parsed PDF) is told from others of that kind by its text.
    title = paper.title or (paper.document.version if paper.document else "")
    return paper_id(paper.identifiers, title=title, year=paper.year, first_author=first)


def unique(values: Iterable[str]) -> tuple[str, ...]:
    """Gives the values in order, each once, without empty ones."""
    return tuple(dict.fromkeys(value for value in values if value))
