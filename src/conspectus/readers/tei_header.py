"""The metadata of a TEI header as GROBID writes it."""

from __future__ import annotations

from typing import Any

from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, Funding, Paper, PartialDate, unique
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.partial_dates import parse_date
from conspectus.readers.record_fields import issns_in, split_keywords, title_text
from conspectus.readers.tei_references import first_title, identifiers_of, people, scope, text_of, year_of
from conspectus.readers.xml_hardened import attribute


def metadata(document: Any) -> Paper:
    """Gives the paper that a ``TEI`` element's header describes, without its text.

    Args:
        document: The element, its tags without namespaces.
    """
    header = document.find("teiHeader")
    if header is None:
        return Paper(id="")
    source = header.find("fileDesc/sourceDesc/biblStruct")
    analytic = source.find("analytic") if source is not None else None
    monogr = source.find("monogr") if source is not None else None
    title = first_title(header.find("fileDesc/titleStmt")) or first_title(analytic) or first_title(monogr)
    journal = first_title(monogr, "j") or first_title(monogr, "m")
    ids = identifiers_of(source) if source is not None else {}
    authors: list[Author] = []
    for parent in (analytic, monogr):
        if parent is not None and not authors:
            authors = list(people(parent))
    return Paper(
        id="",
        title=title_text(title),
        authors=tuple(authors),
        date=_date(header, source),
        venue=journal if journal != title else "",
        venue_short=_short_venue(monogr),
        volume=scope(monogr, "volume"),
        issue=scope(monogr, "issue"),
        pages=scope(monogr, "page"),
        publisher=_publisher(header, monogr),
        issn=unique(issn for number in _numbers(monogr, "ISSN") for issn in issns_in(number)),
        kind=_kind(monogr, has_journal=bool(journal and journal != title), is_preprint=bool(ids.get("arxiv"))),
        language=_language(document, header),
        identifiers=Identifiers(
            doi=ids.get("doi", ""), pmid=ids.get("pmid", ""), pmcid=ids.get("pmcid", ""), arxiv=ids.get("arxiv", "")
        ),
        keywords=_keywords(header),
        funding=_funding(header, document),
        extra=_extra(source, header),
    )


def _date(header: Any, source: Any) -> PartialDate | None:
    published = header.find("fileDesc/publicationStmt/date")
    for date in (published, *(source.iterfind(".//imprint/date") if source is not None else ())):
        if date is not None:
            found = parse_date(attribute(date, "when")) or parse_date(text_of(date))
            if found:
                return found
    year = year_of(source) if source is not None else None
    return PartialDate(year=year) if year else None


def _short_venue(monogr: Any) -> str:
    for title in monogr.iterchildren("title") if monogr is not None else ():
        if attribute(title, "type") == "abbrev":
            return text_of(title)
    return ""


def _publisher(header: Any, monogr: Any) -> str:
    named = text_of(header.find("fileDesc/publicationStmt/publisher"))
    return named or (text_of(monogr.find("imprint/publisher")) if monogr is not None else "")


def _numbers(monogr: Any, scheme: str) -> list[str]:
    elements = monogr.iter("idno") if monogr is not None else ()
    return [text_of(idno) for idno in elements if scheme in attribute(idno, "type").upper()]


def _kind(monogr: Any, *, has_journal: bool, is_preprint: bool) -> str:
    if monogr is not None and text_of(monogr.find("meeting")):
        return "paper-conference"
    if has_journal:
        return "article-journal"
    return "article" if is_preprint else "document"


def _language(document: Any, header: Any) -> str:
    text = document.find("text")
    return (attribute(text, "lang") if text is not None else "") or attribute(header, "lang")


def _keywords(header: Any) -> tuple[str, ...]:
    found: list[str] = []
    for element in header.iterfind("profileDesc/textClass/keywords"):
        terms = [text_of(term) for term in element.iter("term")]
        found += terms or split_keywords(one_line("".join(element.itertext())), commas=True)
    return unique(term.strip(" .;,") for term in found)


def _funding(header: Any, document: Any) -> tuple[Funding, ...]:
    awards = {
        attribute(org, "id"): tuple(text_of(idno) for idno in org.iterchildren("idno") if text_of(idno))
        for org in document.iterfind(".//listOrg/org")
    }
    found: dict[str, tuple[str, ...]] = {}
    for funder in header.iterfind("fileDesc/titleStmt/funder"):
        name = text_of(funder.find("orgName")) or text_of(funder)
        if name:
            own = awards.get(attribute(funder, "ref").lstrip("#"), ())
            found[name] = unique((*found.get(name, ()), *own))
    return tuple(Funding(funder=name, awards=own) for name, own in found.items())


def _extra(source: Any, header: Any) -> tuple[tuple[str, str], ...]:
    found = []
    for note in source.iterchildren("note") if source is not None else ():
        if shown := text_of(note):
            found.append((attribute(note, "type") or "note", shown))
    if licence := text_of(header.find("fileDesc/publicationStmt/availability/licence")):
        found.append(("licence", licence))
    return tuple(found)
