"""From the tagged fields of one MEDLINE record to a Paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from conspectus.domain.document import Document, SectionKind
from conspectus.domain.document_building import build_document
from conspectus.domain.identifiers import Identifiers, normal_doi, normal_isbn, normal_pmcid, normal_pmid
from conspectus.domain.kept_fields import ABSTRACT, kept_pair, outlined_section, with_kept
from conspectus.domain.paper import Author, MeshHeading, Notice, Paper, unique
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.names import normal_orcid, parse_name
from conspectus.readers.pubmed_dates import parse_date
from conspectus.readers.pubmed_terms import (
    abstract_draft,
    full_pages,
    grouped_funding,
    is_no_title,
    kind_of,
    language_name,
    normal_language,
    notice_of,
    notices_with_types,
    plain_title,
)

_ISSN = re.compile(r"(?<!\d)\d{4}-\d{3}[\dXx](?![\dXx])")
_TYPED_ID = re.compile(r"(?P<value>.*?)\s*\[(?P<type>[A-Za-z]+)\]\s*\Z", re.DOTALL)
_PMID_BEHIND = re.compile(r"\.?\s*PMID:\s*(\d+)\.?\s*\Z")
# Tags whose values find a home in Paper; every other tag goes to ``extra``.
_KEPT = "CSPC"
# Opens records of ours that have neither a PMID nor a title.
_OWNER = "CONSPECTUS"
_PEOPLE = frozenset({"FAU", "AU", "AUID", "AD", "CN", "FED", "ED"})


@dataclass(slots=True)
class Field:
    """One tag with the lines of its value as they stand, and the line of the file where it begins."""

    tag: str
    lines: list[str] = field(default_factory=list)
    line: int = 0

    @property
    def value(self) -> str:
        """The value on one line, empty lines kept as paragraph breaks."""
        paragraphs = "\n".join(line.strip() or "\n" for line in self.lines).split("\n\n")
        readable = one_line if self.tag == _KEPT else plain
        return "\n\n".join(text for paragraph in paragraphs if (text := one_line(readable(paragraph))))


class _Values:
    """The values of a record by tag; what nobody takes is left for ``extra``."""

    def __init__(self, fields: Sequence[Field]) -> None:
        pairs = [(entry.tag, value) for entry in fields if (value := entry.value)]
        self.kept = dict(pair for tag, value in pairs if tag == _KEPT and (pair := kept_pair(value)))
        self.pairs = [(tag, value) for tag, value in pairs if tag != _KEPT or not kept_pair(value)]
        self.is_ours = ("OWN", _OWNER) in pairs
        self.pairs = [pair for pair in self.pairs if pair != ("OWN", _OWNER)]
        self.extra: list[tuple[str, str]] = []
        self._taken: set[str] = set()

    def all(self, tag: str) -> list[str]:
        self._taken.add(tag)
        return [value for name, value in self.pairs if name == tag]

    def first(self, *tags: str) -> str:
        """Gives the first value of the first tag that has one; further values of these tags go to ``extra``."""
        found = [(tag, value) for tag in tags for value in self.all(tag)]
        self.extra.extend(found[1:])
        return found[0][1] if found else ""

    def left(self) -> tuple[tuple[str, str], ...]:
        """Gives the pairs that nobody took, in order, behind those put aside on the way."""
        rest = [pair for pair in self.pairs if pair[0] not in self._taken]
        return tuple(dict.fromkeys([*self.extra, *rest]))


def medline_paper(fields: Sequence[Field]) -> Paper:
    """Gives the paper of one record; tags without a home are kept in ``extra``.

    Raises:
        BrokenRecord: The record has neither a title nor an abstract nor an identifier.
    """
    values = _Values(fields)
    authors, editors = _people(values)
    types = unique(values.all("PT"))
    title, venue, kind = _title_venue_kind(values, types)
    languages = values.all("LA")
    values.extra.extend(("LA", language) for language in languages[1:])
    identifiers, url = _identifiers(values)
    is_book = kind in {"book", "chapter"}
    paper = Paper(
        id="",
        title=title,
        authors=authors,
        editors=editors,
        date=next((date for tag in ("DP", "DEP") for v in values.all(tag) if (date := parse_date(v))), None),
        venue=venue,
        venue_short=values.first("TA"),
        volume=values.first("VI"),
        issue=values.first("IP"),
        pages=full_pages(values.first("PG")),
        publisher=values.first("PB"),
        place=values.first("PL") if is_book else "",
        edition=values.first("EN") if is_book else "",
        series=values.first("CTI"),
        issn=_issn(values),
        kind=kind,
        publication_types=types,
        language=normal_language(languages[0]) if languages else "",
        url=url,
        identifiers=identifiers,
        keywords=unique(keyword.lstrip("*").strip() for keyword in values.all("OT")),
        mesh=_mesh(values.all("MH")),
        funding=grouped_funding(_grant(value) for value in values.all("GR")),
        notices=notices_with_types(_notices(values), types),
        documents=_documents(values),
    )
    if not (paper.title or paper.documents or paper.identifiers.strong() or values.is_ours):
        raise BrokenRecord(
            "The record has neither a title nor an abstract nor an identifier.",
            hint="Save the record from PubMed again.",
        )
    values.extra.extend(("DEP", date) for date in values.all("DEP"))
    return with_kept(replace(paper, extra=values.left()), values.kept.items())


def _title_venue_kind(values: _Values, types: Sequence[str]) -> tuple[str, str, str]:
    title, book = " ".join(values.all("TI")), " ".join(values.all("BTI"))
    if is_no_title(title) and (transliterated := values.first("TT")):
        title = transliterated
    journals = values.all("JT")
    values.extra.extend(("JT", name) for name in journals[1:])
    if book and not journals:
        if title:
            return plain_title(title), plain_title(book), "chapter"
        return plain_title(book), "", "book"
    if book:
        values.extra.append(("BTI", book))
    has_journal = bool(journals or any(tag == "TA" for tag, _ in values.pairs))
    return plain_title(title or book), journals[0] if journals else "", kind_of(types, has_journal=has_journal)


def _people(values: _Values) -> tuple[tuple[Author, ...], tuple[Author, ...]]:
    """Gives authors and editors; affiliations and ORCIDs belong to the person before them."""
    people: list[tuple[bool, Author]] = []
    full_before = False
    for tag, value in values.pairs:
        if tag not in _PEOPLE:
            continue
        if tag in {"AD", "AUID"}:
            if not people:
                values.extra.append((tag, value))
                continue
            is_editor, person = people[-1]
            if tag == "AD":
                person = replace(person, affiliations=unique((*person.affiliations, value)))
            elif orcid := normal_orcid(value):
                person = replace(person, orcid=person.orcid or orcid)
            else:
                values.extra.append((tag, value))
            people[-1] = is_editor, person
            continue
        if tag in {"AU", "ED"} and full_before:
            full_before = False  # the short form of the person just named in full
            continue
        person_or_none = Author(literal=value) if tag == "CN" else parse_name(value)
        full_before = tag in {"FAU", "FED"}
        if person_or_none is None:
            values.extra.append((tag, value))
        else:
            people.append((tag in {"FED", "ED"}, person_or_none))
    for tag in _PEOPLE:
        values.all(tag)
    return tuple(p for is_editor, p in people if not is_editor), tuple(p for is_editor, p in people if is_editor)


def _identifiers(values: _Values) -> tuple[Identifiers, str]:
    doi, url = "", ""
    for tag in ("LID", "AID"):
        for text in values.all(tag):
            typed = _TYPED_ID.match(text)
            value, kind = (typed.group("value"), typed.group("type").lower()) if typed else (text, "")
            found = normal_doi(value) if kind in {"", "doi"} else ""
            if found:
                doi = doi or found
            if found == doi and found:
                continue
            if value.startswith(("http://", "https://")) and not found and not url:
                url = value
            else:
                values.extra.append((tag, text))
    pmids, pmcids, books = values.all("PMID"), values.all("PMC"), values.all("ISBN")
    for tag, texts, normal in (
        ("PMID", pmids, normal_pmid),
        ("PMC", pmcids, normal_pmcid),
        ("ISBN", books, normal_isbn),
    ):
        values.extra.extend((tag, text) for text in texts if not normal(text))
    identifiers = Identifiers(
        doi=doi,
        pmid=next((pmid for text in pmids if (pmid := normal_pmid(text))), ""),
        pmcid=next((pmcid for text in pmcids if (pmcid := normal_pmcid(text))), ""),
        isbn=unique(normal_isbn(text) for text in books),
    )
    return identifiers, url


def _issn(values: _Values) -> tuple[str, ...]:
    texts = [(tag, text) for tag in ("IS", "ISSN") for text in values.all(tag)]
    values.extra.extend(pair for pair in texts if not _ISSN.search(pair[1]))
    return unique(found.group().upper() for _, text in texts if (found := _ISSN.search(text)))


def _mesh(values: Sequence[str]) -> tuple[MeshHeading, ...]:
    headings = []
    for value in values:
        descriptor, *qualifiers = (part.strip() for part in value.split("/"))
        if name := descriptor.lstrip("*").strip():
            headings.append(
                MeshHeading(
                    descriptor=name, qualifiers=unique(q.lstrip("*").strip() for q in qualifiers), major="*" in value
                )
            )
    return tuple(headings)


def _grant(value: str) -> tuple[str, str]:
    """Gives (funder, award) of "R01 CA1/CA/NCI NIH HHS/United States"; award numbers may hold slashes."""
    parts = [part.strip() for part in value.split("/")]
    if len(parts) == 1:
        return ("", value) if re.search(r"\d", value) else (value, "")
    if len(parts) == 2:
        return parts[1], parts[0]
    *award, funder, _country = parts
    if len(award) > 1 and re.fullmatch(r"[A-Z]{2}", award[-1]):
        award.pop()
    return funder, "/".join(award).strip("/")


def _notices(values: _Values) -> list[Notice]:
    notices = []
    for tag in dict.fromkeys(name for name, _ in values.pairs):
        if notice_of(tag) is None:
            continue
        for text in values.all(tag):
            behind = _PMID_BEHIND.search(text)
            citation = text[: behind.start()] if behind else text
            notice = notice_of(tag, citation, behind.group(1) if behind else "")
            if notice is not None:
                notices.append(notice)
    return notices


def _documents(values: _Values) -> tuple[Document, ...]:
    sections = []
    text = "\n\n".join(values.all("AB"))
    outline = values.kept.pop(ABSTRACT, "")
    main, notice = abstract_draft(text)
    if outline and (told := outlined_section(text, outline)):
        main, notice = told, ""
    if main is not None:
        sections.append(main)
    if notice:
        values.extra.append(("CI", notice))
    languages = values.all("OABL")
    for number, text in enumerate(values.all("OAB")):
        other, notice = abstract_draft(text)
        if other is None:
            continue
        language = language_name(languages[number]) if number < len(languages) else ""
        if sections or language not in {"", "English"}:
            other.heading, other.kind = f"Abstract ({language or 'other'})", SectionKind.COMMON
        sections.append(other)
    return (build_document(sections, origin="abstract"),) if sections else ()
