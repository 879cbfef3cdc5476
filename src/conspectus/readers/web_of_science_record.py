"""One record of the Web of Science, its two-letter fields given, to a paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_doi
from conspectus.domain.paper import Author, Funding, Paper
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.names import normal_orcid, parse_name
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.readers.record_fields import page_range
from conspectus.readers.reference_kinds import kind_named

LISTS = frozenset({"AU", "AF", "BA", "BF", "CA", "GP", "BE", "ED", "CR", "C1", "C3", "MH"})
"""Fields with one value a line; the lines of all others are one text."""

_FIELDS = {
    "TI": "title", "SO": "venue", "CT": "conference", "JI": "venue_short", "J9": "venue_short", "SE": "series",
    "BS": "series", "VL": "volume", "IS": "issue", "PS": "pages", "BP": "first_page", "SP": "first_page",
    "BR": "first_page", "EP": "last_page", "AR": "article_number", "PU": "publisher", "PI": "place", "SN": "issn",
    "EI": "issn", "BN": "isbn", "LA": "language", "DI": "doi", "PM": "pmid", "DE": "keyword", "ID": "keyword",
    "MH": "keyword", "AB": "abstract", "PY": "year", "PD": "date", "DT": "type",
}  # fmt: skip
_PEOPLE = frozenset({"AU", "AF", "BA", "BF", "CA", "GP", "BE", "ED"})
_HANDLED = _PEOPLE | {"PT", "CR", "C1", "FU", "OI", "TY"}
_OF_PAPERS = {"J": "article-journal", "B": "book", "S": "chapter", "P": "patent", "C": "paper-conference"}
_GRANTS = re.compile(r"\s*\[([^\]]*)\]\s*\Z")
_ADDRESS = re.compile(r"\[(?P<names>[^\]]+)\]\s*(?P<place>.+)\Z", re.DOTALL)
_MEDLINE = re.compile(r"MEDLINE:([1-9]\d{0,7})\Z")
_YEAR = re.compile(r"(?:1[4-9]|20)\d\d\Z")


def wos_paper(fields: Mapping[str, Sequence[str]]) -> Paper:
    """Gives the paper of a record.

    Args:
        fields: Values by tag; those of ``LISTS`` may have several, the others usually one.

    Raises:
        BrokenRecord: The record has no title, no author and no identifier.
    """
    draft = RecordDraft()
    draft.kind = _kind(fields)
    for tag, values in fields.items():
        for value in values:
            name = _FIELDS.get(tag, "")
            if tag == "UT" and (found := _MEDLINE.match(value)):
                draft.add("pmid", tag, found.group(1))
            elif tag == "DT" and not re.search(r"\w", value):
                continue
            elif tag == "DT":
                for part in value.split(";"):
                    draft.add("type", tag, part.strip())
            elif tag not in _HANDLED:
                draft.add(name, tag, value)
    # The ISO abbreviation reads better than the one in capitals.
    draft.values.get("venue_short", []).sort(key=lambda pair: pair[0] != "JI")
    draft.values.get("abstract", []).sort(key=lambda pair: -len(pair[1]))
    draft.authors = _authors(draft, fields)
    draft.editors = tuple(author for name in _names(fields, "BE", "ED") if (author := parse_name(name)) is not None)
    draft.references = tuple(
        reference for n, text in enumerate(fields.get("CR", ()), 1) if (reference := _reference(text, n)) is not None
    )
    draft.funding = tuple(found for value in fields.get("FU", ()) for found in _funding(value))
    return drafted_paper(draft)


def _kind(fields: Mapping[str, Sequence[str]]) -> str:
    letter = one_line(next(iter(fields.get("PT", ())), ""))[:1].upper()
    types = [match_key(part) for value in fields.get("DT", ()) for part in value.split(";")]
    if letter == "J":
        # A paper of a meeting printed in a journal is both; the journal is where it is found.
        return "paper-conference" if types == ["proceedings paper"] else "article-journal"
    if any(kind == "proceedings paper" for kind in types):
        return "paper-conference"
    if any(kind == "book chapter" for kind in types):
        return "chapter"
    if letter == "B" and types and not any(kind_named(kind) == "book" for kind in types):
        title, source = (match_key(next(iter(fields.get(tag, ())), "")) for tag in ("TI", "SO"))
        if source and title != source:
            return "chapter"
    return _OF_PAPERS.get(letter) or next((kind for text in types if (kind := kind_named(text))), "")


def _names(fields: Mapping[str, Sequence[str]], *tags: str) -> list[str]:
    return [
        re.sub(r"\s*\([^()]*@[^()]*\)\s*\Z", "", name)
        for tag in tags
        for value in fields.get(tag, ())
        for name in re.split(r"\s*;\s*", value)
        if name.strip()
    ]


def _authors(draft: RecordDraft, fields: Mapping[str, Sequence[str]]) -> tuple[Author, ...]:
    """Gives the authors with full names where there are as many of them, with affiliations and ORCIDs."""
    for_books = not (fields.get("AU") or fields.get("AF"))
    short, full = (_names(fields, tag) for tag in (("BA", "BF") if for_books else ("AU", "AF")))
    names = full if len(full) >= len(short) else short
    places, orcids = _places(fields.get("C1", ())), _orcids(fields.get("OI", ()))
    people: dict[str, Author] = {}
    for number, name in enumerate(names):
        author = parse_name(name)
        if author is None:
            continue
        keys = [match_key(name), *([match_key(short[number])] if len(short) == len(names) else [])]
        people.setdefault(
            name,
            replace(
                author,
                affiliations=next((places[key] for key in keys if key in places), ()),
                orcid=next((orcids[key] for key in keys if key in orcids), ""),
            ),
        )
    _keep_unassigned(draft, fields, people)
    bodies = [Author(literal=one_line(name)) for name in _names(fields, "CA", "GP")]
    return tuple(dict.fromkeys((*people.values(), *bodies)))


def _places(addresses: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Gives the addresses of each name, by the name's key, from "[Moor, Ida; Brook, Al] Univ Graz, Austria."."""
    found: dict[str, dict[str, None]] = {}
    for address in addresses:
        if told := _ADDRESS.match(address):
            place = one_line(told.group("place")).rstrip(".")
            for name in told.group("names").split(";"):
                found.setdefault(match_key(name), {})[place] = None
    return {name: tuple(places) for name, places in found.items()}


def _orcids(values: Sequence[str]) -> dict[str, str]:
    """Gives the ORCID of each name, by the name's key, from "Moor, Ida/0000-0001-2345-6789; …"."""
    entries = [entry.rpartition("/") for value in values for entry in value.split(";")]
    return {match_key(name): orcid for name, _, number in entries if (orcid := normal_orcid(number))}


def _keep_unassigned(draft: RecordDraft, fields: Mapping[str, Sequence[str]], people: dict[str, Author]) -> None:
    """Puts addresses and ORCIDs that belong to no author for certain among the extra fields."""
    places = {place for author in people.values() for place in author.affiliations}
    addresses = fields.get("C1", ())
    if len(people) == 1 and not any(_ADDRESS.match(address) for address in addresses):
        for name, author in people.items():
            people[name] = replace(author, affiliations=tuple(one_line(address).rstrip(".") for address in addresses))
        addresses = ()
    for address in addresses:
        told = _ADDRESS.match(address)
        if not told or one_line(told.group("place")).rstrip(".") not in places:
            draft.keep("C1", address)
    known = {author.orcid for author in people.values()}
    for value in fields.get("OI", ()):
        for entry in value.split(";"):
            if normal_orcid(entry) not in known:
                draft.keep("OI", entry)


def _reference(text: str, number: int) -> Reference | None:
    """Gives a cited reference: "Smith J, 1999, J BOT, V12, P34, DOI 10.1/2"."""
    whole = one_line(text).rstrip(" ;.")
    if not re.search(r"\w", whole):
        return None
    head, mark, tail = whole.partition(", DOI ")
    parts = [part.strip() for part in head.split(",")]
    place = next((n for n, part in enumerate(parts[:3]) if _YEAR.match(part)), -1)
    volume = page = ""
    venue: list[str] = []
    for part in parts[place + 1 :] if place >= 0 else parts[1:]:
        if not volume and venue and re.match(r"V\d", part):
            volume = part[1:]
        elif not page and venue and re.match(r"(?:P|ARTN? ?|UNSP )[A-Za-z]?\d", part):
            page = re.sub(r"\A(?:P|ARTN? ?|UNSP )", "", part)
        elif not volume and not page:
            venue.append(part)
    author = ", ".join(parts[:place]) if place > 0 else parts[0] if place < 0 else ""
    return Reference(
        key=f"r{number}",
        text=whole,
        authors=(author,) if author and not re.match(r"\[?\*?anonymous", author, re.IGNORECASE) else (),
        year=int(parts[place]) if place >= 0 else None,
        venue=", ".join(venue),
        volume=volume,
        pages=page_range(page),
        doi=normal_doi(tail) if mark else "",
    )


def _funding(value: str) -> list[Funding]:
    found = []
    for entry in re.split(r";\s*(?![^\[]*\])", value):
        awards = _GRANTS.search(entry)
        funder = one_line(entry[: awards.start()] if awards else entry)
        numbers = [one_line(number) for number in re.split(r"[,;]\s*", awards.group(1))] if awards else []
        if funder or numbers:
            found.append(Funding(funder=funder, awards=tuple(dict.fromkeys(number for number in numbers if number))))
    return found
