"""What an HTML page says of the article on it: Highwire, JSON-LD, PRISM, Dublin Core and OpenGraph, in that order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_isbn, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author, Paper, unique
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.json_fields import list_of, object_of, text_of, year_of
from conspectus.readers.names import normal_orcid, parse_name, person
from conspectus.readers.partial_dates import parse_date
from conspectus.readers.pubmed_terms import normal_language
from conspectus.readers.record_fields import issns_in, page_range, split_keywords, title_text

_SCHOLARLY = frozenset({"ScholarlyArticle", "MedicalScholarlyArticle", "Report", "Thesis", "TechArticle"})
_SEPARATORS = re.compile(r"[.:]")


@dataclass(slots=True)
class PageMetadata:
    """The named values of a page in order, and the descriptions of works in its JSON-LD."""

    values: dict[str, list[str]] = field(default_factory=dict)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    works: list[dict[str, Any]] = field(default_factory=list)
    language: str = ""

    def first(self, *names: str) -> str:
        """Gives the first value that one of the names has, or ""."""
        return next((value for name in names for value in self.values.get(name, ())), "")

    def all(self, *names: str) -> list[str]:
        """Gives all values of the first of the names that has any."""
        return next((self.values[name] for name in names if self.values.get(name)), [])

    @property
    def sign(self) -> str:
        """Why the page is that of an article, or "" if its metadata do not say so."""
        if self.first("citation_title"):
            return "citation_title"
        if any(_types(work) & _SCHOLARLY for work in self.works):
            return "JSON-LD of a scholarly article"
        if any(name.startswith("prism.") for name in self.values):
            return "PRISM metadata"
        if self.first("dc.title", "dcterms.title") and self.first("dc.creator", "dcterms.creator"):
            return "Dublin Core with a creator"
        return ""


def page_metadata(root: Any) -> PageMetadata:
    """Gives the metadata of a parsed page; names are lower-cased, "DC:Title" is "dc.title"."""
    found = PageMetadata(language=(root.get("lang") or "").strip())
    for element in root.iter("meta"):
        name = element.get("name") or element.get("property") or element.get("itemprop") or ""
        value = one_line(element.get("content") or "")
        key = name.strip().lower()
        if not key.startswith(("og:", "article:")):
            key = _SEPARATORS.sub(".", key)
        if key and value:
            found.values.setdefault(key, []).append(value)
            found.pairs.append((key, value))
    for element in root.iter("script"):
        if (element.get("type") or "").strip().lower() == "application/ld+json":
            found.works += _works(element.text or "")
    return found


def page_paper(meta: PageMetadata, *, heading: str, shown: str) -> Paper:
    """Gives the bibliographic data of a page.

    Args:
        meta: The page's metadata.
        heading: The first heading of the article.
        shown: The title of the page, used when there is neither metadata nor a heading.
    """
    work = next((w for w in meta.works if _types(w) & _SCHOLARLY), meta.works[0] if meta.works else {})
    paper = _from_work(work)
    journal = meta.first("citation_journal_title", "prism.publicationname")
    conference = meta.first("citation_conference_title", "citation_conference")
    book = meta.first("citation_inbook_title", "citation_book_title")
    title = meta.first("citation_title") or paper.title or meta.first("dc.title", "dcterms.title")
    dates = ("citation_publication_date", "citation_date", "citation_cover_date", "citation_online_date",
             "citation_year", "prism.publicationdate", "dc.date", "dcterms.issued", "dcterms.date",
             "article:published_time")  # fmt: skip
    told = parse_date(meta.first(*dates[:6])) or paper.date or parse_date(meta.first(*dates[6:]))
    return replace(
        paper,
        title=title_text(title or heading or meta.first("og:title") or shown),
        authors=_authors(meta) or paper.authors,
        date=told,
        venue=journal or conference or book or paper.venue or meta.first("dc.source", "og:site_name"),
        venue_short=meta.first("citation_journal_abbrev"),
        volume=meta.first("citation_volume", "prism.volume") or paper.volume,
        issue=meta.first("citation_issue", "prism.number") or paper.issue,
        pages=_pages(meta) or paper.pages,
        publisher=_publisher(meta) or paper.publisher,
        issn=_issns(meta) or paper.issn,
        kind=_kind(meta, journal, conference, book, paper),
        language=normal_language((meta.first("citation_language", "dc.language") or meta.language).split("-")[0]),
        url=meta.first("citation_public_url", "citation_fulltext_html_url", "citation_abstract_html_url", "og:url")
        or paper.url,
        identifiers=_identifiers(meta, paper.identifiers),
        keywords=_keywords(meta) or paper.keywords,
    )  # fmt: skip


def page_abstract(meta: PageMetadata) -> str:
    """Gives the abstract that the metadata hold, or ""; a description for search engines is none."""
    told = meta.first("citation_abstract", "dcterms.abstract")
    told = told or next((text_of(work.get("abstract")) for work in meta.works if work.get("abstract")), "")
    if not told and meta.sign and len(meta.first("dc.description").split()) > 40:
        told = meta.first("dc.description")
    return told


def page_references(meta: PageMetadata) -> tuple[Reference, ...]:
    """Gives the references in the metadata, each a text or named parts ("citation_title=…; citation_doi=…")."""
    found = []
    for number, value in enumerate(meta.values.get("citation_reference", ()), 1):
        parts: dict[str, list[str]] = {}
        for piece in re.split(r";\s*(?=citation_)", value):
            name, equals, text = piece.partition("=")
            if equals and name.strip().startswith("citation_"):
                parts.setdefault(name.strip(), []).append(text.strip(" ;"))
        first = {name: values[0] for name, values in parts.items()}
        authors = tuple(parts.get("citation_author", ()))
        shown = ". ".join(p for p in (", ".join(authors), first.get("citation_title", ""),
                                      first.get("citation_journal_title", "")) if p)  # fmt: skip
        found.append(
            Reference(
                key=f"ref-{number}",
                text=value if not parts else shown,
                title=first.get("citation_title", ""),
                authors=authors,
                year=year_of(first.get("citation_publication_date") or first.get("citation_year")),
                venue=first.get("citation_journal_title", ""),
                volume=first.get("citation_volume", ""),
                pages=page_range(first.get("citation_firstpage", ""), first.get("citation_lastpage", "")),
                doi=normal_doi(first.get("citation_doi", "") or value),
                pmid=normal_pmid(first.get("citation_pmid", "")),
            )
        )
    return tuple(found)


def _works(text: str) -> list[dict[str, Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    entries = [object_of(entry) for entry in (value if isinstance(value, list) else [value])]
    entries = [inner for entry in entries for inner in (entry, *(object_of(e) for e in list_of(entry.get("@graph"))))]
    entries += [object_of(entry.get("mainEntity")) for entry in entries if entry.get("mainEntity")]
    return [entry for entry in entries if any("Article" in name or name in _SCHOLARLY for name in _types(entry))]


def _types(work: dict[str, Any]) -> set[str]:
    given = work.get("@type")
    return {text_of(name) for name in (given if isinstance(given, list) else [given])}


def _from_work(work: dict[str, Any]) -> Paper:
    chain = [work]
    while len(chain) < 6 and (outer := _object(chain[-1].get("isPartOf"))):
        chain.append(outer)
    periodical = next((w for w in chain[1:] if _types(w) & {"Periodical", "Book", "CreativeWorkSeries"}), {})
    ids = [text_of(value) for value in (*_ids(work.get("identifier")), *_ids(work.get("sameAs")), work.get("@id"))]
    keywords = work.get("keywords")
    return Paper(
        id="",
        title=text_of(work.get("headline")) or text_of(work.get("name")),
        authors=tuple(a for entry in _many(work.get("author")) if (a := _ld_author(entry)) is not None),
        date=parse_date(text_of(work.get("datePublished"))),
        venue=text_of(periodical.get("name")),
        volume=next((v for w in chain if (v := text_of(w.get("volumeNumber")))), ""),
        issue=next((v for w in chain if (v := text_of(w.get("issueNumber")))), ""),
        pages=page_range(text_of(work.get("pagination") or work.get("pageStart")), text_of(work.get("pageEnd"))),
        publisher=text_of(_object(work.get("publisher")).get("name")),
        issn=unique(i for value in _ids(periodical.get("issn")) for i in issns_in(text_of(value))),
        url=text_of(work.get("url")),
        identifiers=Identifiers(doi=next((doi for value in ids if (doi := normal_doi(value))), "")),
        keywords=unique(one_line(text_of(k)) for k in keywords) if isinstance(keywords, list)
        else unique(split_keywords(text_of(keywords), commas=True)),
    )  # fmt: skip


def _object(value: Any) -> dict[str, Any]:
    return object_of(value[0]) if isinstance(value, list) and value else object_of(value)


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _ids(value: Any) -> Iterator[Any]:
    for entry in _many(value):
        yield entry.get("value", entry.get("@id")) if isinstance(entry, dict) else entry


def _ld_author(entry: Any) -> Author | None:
    if not isinstance(entry, dict):
        return parse_name(text_of(entry))
    family, given, name = (text_of(entry.get(key)) for key in ("familyName", "givenName", "name"))
    if "Organization" in _types(entry):
        return Author(literal=name) if name else None
    author = person(family, given) if family else parse_name(name)
    if author is None:
        return None
    places = [text_of(p.get("name")) if isinstance(p, dict) else text_of(p) for p in _many(entry.get("affiliation"))]
    orcid = next((o for v in (*_ids(entry.get("identifier")), entry.get("@id")) if (o := normal_orcid(text_of(v)))), "")
    return replace(author, affiliations=unique(places), orcid=orcid)


def _authors(meta: PageMetadata) -> tuple[Author, ...]:
    """Gives the authors; an institution or ORCID belongs to the author that stands before it."""
    authors: list[Author] = []
    for name, value in meta.pairs:
        if name == "citation_author" and (author := parse_name(value)) is not None:
            authors.append(author)
        elif name == "citation_author_institution" and authors:
            authors[-1] = replace(authors[-1], affiliations=unique((*authors[-1].affiliations, value)))
        elif name == "citation_author_orcid" and authors:
            authors[-1] = replace(authors[-1], orcid=normal_orcid(value))
    if not authors:
        listed = re.split(r"\s*;\s*", meta.first("citation_authors")) or []
        named = [name for name in listed if name] or meta.all("dc.creator", "dcterms.creator")
        authors = [author for name in named if (author := parse_name(name)) is not None]
    return tuple(authors)


def _publisher(meta: PageMetadata) -> str:
    named = meta.first("citation_publisher", "dc.publisher", "dcterms.publisher", "prism.publisher")
    return named or meta.first("citation_dissertation_institution", "citation_technical_report_institution")


def _issns(meta: PageMetadata) -> tuple[str, ...]:
    return unique(issn for v in (*meta.all("citation_issn"), *meta.all("prism.issn")) for issn in issns_in(v))


def _pages(meta: PageMetadata) -> str:
    first = meta.first("citation_firstpage", "prism.startingpage")
    return page_range(first, meta.first("citation_lastpage", "prism.endingpage")) if first else ""


def _kind(meta: PageMetadata, journal: str, conference: str, book: str, paper: Paper) -> str:
    if meta.first("citation_dissertation_institution", "citation_dissertation_name"):
        return "thesis"
    if meta.first("citation_technical_report_institution"):
        return "report"
    if journal or (paper.venue and paper.issn):
        return "article-journal"
    if conference:
        return "paper-conference"
    if book:
        return "chapter"
    if meta.first("citation_arxiv_id"):
        return "article"
    return "article-journal" if paper.venue else "webpage"


def _identifiers(meta: PageMetadata, told: Identifiers) -> Identifiers:
    marked = [value for name in ("dc.identifier", "dcterms.identifier") for value in meta.values.get(name, ())]
    dois = [meta.first("citation_doi"), meta.first("prism.doi"), meta.first("bepress_citation_doi"), *marked]
    isbns = [normal_isbn(value) for value in meta.values.get("citation_isbn", ())]
    return Identifiers(
        doi=next((doi for value in dois if (doi := normal_doi(value))), "") or told.doi,
        pmid=normal_pmid(meta.first("citation_pmid")),
        pmcid=normal_pmcid(meta.first("citation_pmcid")),
        arxiv=normal_arxiv(meta.first("citation_arxiv_id")),
        isbn=unique(isbns),
    )


def _keywords(meta: PageMetadata) -> tuple[str, ...]:
    values = meta.all("citation_keywords", "dc.subject", "dcterms.subject", "prism.keyword", "keywords")
    return unique(keyword for value in values for keyword in split_keywords(value, commas=True))
