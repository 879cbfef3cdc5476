"""A record whose fields have been named, and the paper that it makes: what flat formats have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from conspectus.domain.document import Document, Reference
from conspectus.domain.document_building import build_document
from conspectus.domain.identifiers import Identifiers, normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author, Funding, Notice, Paper, PartialDate, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.names import parse_name
from conspectus.readers.notices import told_notices
from conspectus.readers.partial_dates import month_number, parse_date
from conspectus.readers.pubmed_terms import normal_language
from conspectus.readers.record_fields import (
    abstract_documents,
    arxiv_in,
    doi_in,
    isbns_in,
    issns_in,
    page_range,
    pmcid_in,
    pmid_in,
    split_keywords,
    title_text,
)

_DOI_IN_ADDRESS = re.compile(r"(?:doi(?:\.org/|[:=])(?:doi:)?)(10\.\d{4,9}(?:/|%2f)[^&\s\"]+)", re.IGNORECASE)
_ABSTRACT_HEADING = re.compile(r"\A\s*abstract\s*(?:[:.]\s*|\n)", re.IGNORECASE)
_PARTS = frozenset({"chapter", "paper-conference", "entry-dictionary", "entry-encyclopedia"})
_BOOKS = frozenset({"book", "report", "thesis"})
_ADDRESS = re.compile(r"https?://[^\s<>\"]+")
_PUBMED_ADDRESS = re.compile(r"ncbi\.nlm\.nih\.gov", re.IGNORECASE)


@dataclass(slots=True)
class RecordDraft:
    """The values of a record under the names of what they are, each with the heading it had in the source.

    Names: title, author, editor, year, month, day, date, venue, venue_short, book_title, conference, series, volume,
    issue, pages, first_page, last_page, article_number, publisher, place, edition, issn, isbn, language, url, doi,
    pmid, pmcid, arxiv, keyword, abstract, note, key, type. What has no such name goes to ``extra``.
    """

    values: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    extra: list[tuple[str, str]] = field(default_factory=list)
    kind: str = ""
    authors: tuple[Author, ...] = ()
    editors: tuple[Author, ...] = ()
    date: PartialDate | None = None
    notices: tuple[Notice, ...] = ()
    funding: tuple[Funding, ...] = ()
    references: tuple[Reference, ...] = ()

    def add(self, name: str, heading: str, value: str) -> None:
        """Puts a value under a name ("" for none); empty values are passed over."""
        if not value.strip():
            return
        if name:
            self.values.setdefault(name, []).append((heading, value))
        else:
            self.keep(heading, value)

    def keep(self, heading: str, value: str) -> None:
        """Puts a value without a home into ``extra``, as one line."""
        line = one_line(plain(value))
        if line and (heading, line) not in self.extra:
            self.extra.append((heading, line))

    def all(self, *names: str) -> list[str]:
        """Gives the values under the names."""
        return [value for name in names for _, value in self.values.get(name, ())]

    def first(self, *names: str) -> str:
        """Gives the first value under the names as one plain line; different further ones go to ``extra``."""
        given = [(h, one_line(plain(value))) for name in names for h, value in self.values.get(name, ())]
        given = [(heading, value) for heading, value in given if value]
        if not given:
            return ""
        best = given[0][1]
        for heading, value in given[1:]:
            if match_key(value) != match_key(best):
                self.keep(heading, value)
        return best


def drafted_paper(draft: RecordDraft) -> Paper:
    """Gives the paper of a record.

    Raises:
        BrokenRecord: The record has no title, no author and no identifier.
    """
    notes = draft.all("note")
    kind = draft.kind or "document"
    title = title_text(draft.first("title"))
    types = unique(one_line(plain(value)) for value in draft.all("type"))
    identifiers = _identifiers(draft, notes)
    venue, venue_short, series = _venue(draft, kind)
    documents = _documents(draft)
    paper = Paper(
        id="",
        title=title,
        authors=draft.authors or _people(draft.all("author")),
        editors=draft.editors or _people(draft.all("editor")),
        date=draft.date or _date(draft),
        venue=venue,
        venue_short=venue_short,
        series=series,
        volume=draft.first("volume"),
        issue=draft.first("issue"),
        pages=_pages(draft),
        publisher=draft.first("publisher"),
        place=draft.first("place"),
        edition=draft.first("edition"),
        issn=_issn(draft),
        kind=kind,
        publication_types=types,
        language=normal_language(draft.first("language")),
        url=_url(draft),
        identifiers=identifiers,
        keywords=unique(word for value in draft.all("keyword") for word in split_keywords(value)),
        funding=draft.funding,
        notices=draft.notices or told_notices(title, types, notes),
        keys=unique(one_line(value) for value in draft.all("key")),
        documents=documents,
    )
    if not (paper.title or paper.authors or paper.identifiers.strong()):
        raise BrokenRecord(
            "The record has no title, no author and no identifier.",
            hint="Look it up in the program that exported it, and export it again.",
        )
    for heading, value in draft.values.get("note", ()):
        draft.keep(heading, value)
    return replace(paper, extra=tuple(draft.extra))


def doi_of_address(text: str) -> str:
    """Gives the DOI that an address names, also where it is one of the address's parameters, or ""."""
    found = _DOI_IN_ADDRESS.search(text)
    return normal_doi("https://doi.org/" + found.group(1)) if found else ""


def abstract_with_references(text: str, references: Sequence[Reference]) -> tuple[tuple[Document, ...], str]:
    """Gives the document of an abstract with a reference list, and the publisher's notice taken off the abstract."""
    documents, notice = abstract_documents(_ABSTRACT_HEADING.sub("", plain(text)))
    if not references:
        return documents, notice
    if not documents:
        return (build_document([], references=references, origin="reference list"),), notice
    return tuple(replace(document, references=tuple(references)) for document in documents), notice


def _documents(draft: RecordDraft) -> tuple[Document, ...]:
    given = draft.values.get("abstract", [])
    documents, notice = abstract_with_references(given[0][1] if given else "", draft.references)
    for heading, value in given[1:]:
        if match_key(value) != match_key(given[0][1]):
            draft.keep(heading, value)
    draft.keep("abstract notice", notice)
    return documents


def _people(names: Iterable[str]) -> tuple[Author, ...]:
    return tuple(dict.fromkeys(author for name in names if (author := parse_name(plain(name))) is not None))


def _identifiers(draft: RecordDraft, notes: list[str]) -> Identifiers:
    addresses = draft.all("url")
    found: dict[str, str] = {}
    for name, normal in (("doi", normal_doi), ("pmid", normal_pmid), ("pmcid", normal_pmcid), ("arxiv", normal_arxiv)):
        for heading, value in draft.values.get(name, ()):
            number = normal(value)
            if number and not found.get(name):
                found[name] = number
            elif number != found.get(name):
                draft.keep(heading, value)
    texts = [*notes, *addresses]
    pubmed = [value for value in addresses if _PUBMED_ADDRESS.search(value)]
    return Identifiers(
        doi=found.get("doi") or next((d for value in addresses if (d := doi_of_address(value))), "") or doi_in(texts),
        pmid=found.get("pmid") or pmid_in([*notes, *pubmed]),
        pmcid=found.get("pmcid") or pmcid_in([*notes, *pubmed]),
        arxiv=found.get("arxiv") or arxiv_in([*texts, *draft.all("venue", "publisher")]),
        isbn=unique(number for value in draft.all("isbn", "issn") for number in isbns_in(value)),
    )


def _issn(draft: RecordDraft) -> tuple[str, ...]:
    found: list[str] = []
    for name in ("issn", "isbn"):
        for heading, value in draft.values.get(name, ()):
            # Tables hold ISSNs as numbers, which have lost their leading zeros.
            padded = (
                value.strip().zfill(8) if name == "issn" and re.fullmatch(r"\d{5,7}[\dXx]", value.strip()) else value
            )
            numbers = issns_in(padded)
            found.extend(numbers)
            if not numbers and not isbns_in(value):
                draft.keep(heading, value)
    return unique(found)


def _venue(draft: RecordDraft, kind: str) -> tuple[str, str, str]:
    """Gives (venue, abbreviated venue, series)."""
    if kind in _BOOKS:
        return "", "", draft.first("series", "venue", "book_title", "conference")
    full = draft.first(*(("book_title", "venue") if kind in _PARTS else ("venue", "book_title")), "conference")
    short = draft.first("venue_short")
    if short == full:
        short = ""
    return full or short, short if full else "", draft.first("series")


def _pages(draft: RecordDraft) -> str:
    pages = page_range(draft.first("pages"))
    first, last = draft.first("first_page"), draft.first("last_page")
    ends = page_range(first, last)
    number = page_range(draft.first("article_number"))
    if pages and ends and match_key(pages) != match_key(ends) and not pages.startswith(ends):
        draft.keep("first and last page", ends)
    best = pages or ends or number
    if number and match_key(number) != match_key(best):
        draft.keep("article number", number)
    return best


def _date(draft: RecordDraft) -> PartialDate | None:
    best: PartialDate | None = None
    for heading, value in [pair for name in ("year", "date") for pair in draft.values.get(name, ())]:
        date = parse_date(value, year=best.year if best else None)
        if date is None:
            draft.keep(heading, value)
        elif best is None or (date.year == best.year and _precision(date) > _precision(best)):
            best = date
        elif date.year != best.year:
            draft.keep(heading, value)
    months, days = draft.all("month"), draft.all("day")
    if best is not None and best.month is None and months and (month := month_number(months[0])):
        day = int(days[0]) if days and re.fullmatch(r"0?[1-9]|[12]\d|3[01]", days[0].strip()) else None
        return replace(best, month=month, day=day)
    return best


def _precision(date: PartialDate) -> int:
    return (date.month is not None) + (date.day is not None)


def _url(draft: RecordDraft) -> str:
    addresses = [(heading, address) for heading, value in draft.values.get("url", ()) for address in _each(value)]
    best = next((address for _, address in addresses if _ADDRESS.fullmatch(address)), "")
    for heading, address in addresses:
        if address != best:
            draft.keep(heading, address)
    return best


def _each(value: str) -> list[str]:
    return [piece.strip() for piece in re.split(r"[\s;|]+(?=https?://)|\n", value.strip()) if piece.strip()]
