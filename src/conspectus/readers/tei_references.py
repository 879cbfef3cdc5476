"""Reference lists and people of TEI as GROBID writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.name_patterns import BODY
from conspectus.readers.names import normal_orcid, parse_name, person, spell_initials
from conspectus.readers.record_fields import page_range, title_text
from conspectus.readers.reference_fields import composed_text
from conspectus.readers.reference_lines import joined_lines
from conspectus.readers.xml_hardened import attribute

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_PARTED = re.compile(r"(?<=[^\W\d_]-) (?=[a-z])")
_FORMS = {"doi": normal_doi, "pmid": normal_pmid, "pmcid": normal_pmcid, "arxiv": normal_arxiv}
_NAMED_SO = {"pmc": "pmcid", "medline": "pmid", "pubmed": "pmid"}


def references(text: Any) -> tuple[Reference, ...]:
    """Gives the entries of the ``listBibl`` elements of a ``text``; the key is the XML id of the ``biblStruct``.

    The text of an entry is what GROBID was given as raw citation, else its parts in the usual order.
    """
    listed: list[Reference] = []
    for number, entry in enumerate(text.iterfind(".//listBibl/biblStruct"), 1):
        reference = _reference(entry, attribute(entry, "id") or f"ref-{number}")
        if reference.text:
            listed.append(reference)
    return tuple(listed)


def people(parent: Any) -> Iterator[Author]:
    """Yields the ``author`` elements that name somebody, with affiliations and ORCID."""
    for element in parent.iterchildren("author"):
        author = _author(element)
        if author is not None:
            yield author


def text_of(element: Any) -> str:
    """Gives the text of an element on one line, "" for None."""
    return "" if element is None else one_line("".join(element.itertext()))


def first_title(parent: Any, level: str = "") -> str:
    """Gives the title that is not marked as another than the main one, of a level ("a", "j", "m") if one is given."""
    if parent is None:
        return ""
    titles = [title for title in parent.iterchildren("title") if not level or attribute(title, "level") == level]
    main = [title for title in titles if attribute(title, "type") in {"main", ""}]
    return next((shown for title in (main or titles) if (shown := text_of(title))), "")


def identifiers_of(element: Any) -> dict[str, str]:
    """Gives the identifiers of a ``biblStruct`` by scheme ("doi", "pmid", "pmcid", "arxiv"), in normal form."""
    found = dict.fromkeys(_FORMS, "")
    for idno in element.iter("idno"):
        scheme = attribute(idno, "type").lower()
        scheme = _NAMED_SO.get(scheme, scheme)
        if scheme in found and not found[scheme]:
            found[scheme] = _FORMS[scheme](text_of(idno))
    for pointer in element.iter("ptr"):
        target = attribute(pointer, "target")
        if not found["doi"] and "doi.org/" in target:
            found["doi"] = normal_doi(target)
        elif not found["arxiv"] and "arxiv.org/" in target:
            found["arxiv"] = normal_arxiv(target)
    return found


def scope(element: Any, unit: str) -> str:
    """Gives a volume, an issue or the pages of an ``imprint``'s parent."""
    for part in element.iterfind(".//biblScope") if element is not None else ():
        if attribute(part, "unit") == unit:
            first, last = attribute(part, "from"), attribute(part, "to")
            return page_range(first, last) if first else text_of(part)
    return ""


def year_of(element: Any) -> int | None:
    """Gives the year of the first date of an element that has one."""
    for date in element.iter("date"):
        if found := _YEAR.search(attribute(date, "when")) or _YEAR.search(text_of(date)):
            return int(found.group(1))
    return None


def _reference(entry: Any, key: str) -> Reference:
    analytic, monogr = entry.find("analytic"), entry.find("monogr")
    title, venue = first_title(analytic), first_title(monogr)
    authors = tuple(people(analytic)) if analytic is not None else ()
    if monogr is not None:
        authors = authors or tuple(people(monogr))
        if not venue or not title:
            venue, title = ("", venue) if not title else (venue, title)
        venue = venue or text_of(monogr.find("meeting"))
    raw = next((_raw(text_of(n)) for n in entry.iterchildren("note") if attribute(n, "type") == "raw_reference"), "")
    notes = [
        text_of(n) for n in entry.iterchildren("note") if attribute(n, "type") not in {"raw_reference", "report_type"}
    ]
    venue = venue or next((note for note in notes if note), "")
    names = tuple(_listed(author) for author in authors)
    year, volume, pages = year_of(entry), scope(entry, "volume"), scope(entry, "page")
    return Reference(
        key=key,
        text=raw or composed_text(names, year, title, f"{venue} {volume}".strip(), pages),
        title=title_text(title),
        authors=names,
        year=year,
        venue=venue,
        volume=volume,
        pages=pages,
        **identifiers_of(entry),
    )


def _raw(text: str) -> str:
    """Raw text has a space behind the hyphen of a word that was parted at the end of a line."""
    return joined_lines(_PARTED.split(text))


def _listed(author: Author) -> str:
    family = f"{author.particle} {author.family}".strip()
    return author.literal or ", ".join(part for part in (family, author.given, author.suffix) if part)


def _author(element: Any) -> Author | None:
    name = element.find("persName")
    if name is None:
        body = text_of(element.find("orgName"))
        return Author(literal=body) if body else None
    family = " ".join(filter(None, (text_of(part) for part in name.iterchildren("surname"))))
    given = " ".join(filter(None, (text_of(part) for part in name.iterchildren("forename"))))
    named = _named(family, given, text_of(name.find("genName")))
    if named is None:
        return None
    orcid = next((text_of(i) for i in element.iter("idno") if attribute(i, "type").upper() == "ORCID"), "")
    return Author(
        family=named.family,
        given=named.given,
        particle=named.particle,
        suffix=named.suffix,
        literal=named.literal,
        affiliations=tuple(dict.fromkeys(filter(None, map(_affiliation, element.iterchildren("affiliation"))))),
        orcid=normal_orcid(orcid),
    )


def _named(family: str, given: str, suffix: str) -> Author | None:
    if not family:
        return parse_name(given)
    if not given and BODY.search(family):
        return Author(literal=family)
    # Two initials of which each is an element are "B C", which are to be "B. C.".
    return person(family, spell_initials(given, longest=2), suffix=suffix)


def _affiliation(element: Any) -> str:
    raw = next((text_of(n) for n in element.iterchildren("note") if attribute(n, "type") == "raw_affiliation"), "")
    if raw:
        return raw
    parts = [text_of(part) for part in element.iterchildren("orgName")]
    address = element.find("address")
    if address is not None:
        parts += [text_of(part) for part in address]
    return ", ".join(dict.fromkeys(part.strip(" ;,") for part in parts if part.strip(" ;,")))
