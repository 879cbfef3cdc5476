"""Two records of one work become one, field by field, never poorer than its parts.

Precedence: for each single-valued field the richer record wins (a value over none; for titles, venues and
names the more complete form; for dates the more precise one), else the one that was there first. Where a work
was published (venue, volume, issue, pages, publisher …) is taken whole from one record where two records name
different venues or volumes; what the other says stays in ``extra``. Lists are united in order.
Text versions are all kept, each under its own hash.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from conspectus.domain.document import Document
from conspectus.domain.identifiers import Identifiers
from conspectus.domain.paper import Author, MeshHeading, Paper, PartialDate, unique, with_id
from conspectus.domain.venue_names import same_venue
from conspectus.foundation.text.normalise import match_key

Value = TypeVar("Value")

_SINGLE = ("language", "url")
# Where a work was published is one statement: a volume of one journal never stands beside the pages of another.
_PUBLISHED = ("venue_short", "volume", "issue", "publisher", "place", "edition", "series")
_PUBLISHED_LONGER = ("venue", "pages")
OTHER_PLACE = "other place of publication"


def merge_papers(first: Paper, second: Paper) -> Paper:
    """Gives one paper from two records of the same work.

    The id is that of the united identifiers; both former ids stay as aliases. Merging a paper with a copy
    of itself gives the paper itself, and provenance says which source gave which field.

    Args:
        first: The record that was there; it wins where both say different things equally well.
        second: The record that comes.
    """
    identifiers = _merge_identifiers(first.identifiers, second.identifiers)
    changes: dict[str, Any] = {name: getattr(first, name) or getattr(second, name) for name in _SINGLE}
    changes |= _merge_publication(first, second)
    changes |= {
        "title": _better_title(first.title, second.title),
        "authors": merge_authors(first.authors, second.authors),
        "editors": merge_authors(first.editors, second.editors),
        "date": _better_date(first.date, second.date),
        "kind": second.kind if first.kind == "document" else first.kind,
        "identifiers": identifiers,
        "issn": unique((*first.issn, *second.issn)),
        "publication_types": _united(first.publication_types, second.publication_types, match_key),
        "keywords": _united(first.keywords, second.keywords, match_key),
        "mesh": _merge_mesh(first.mesh, second.mesh),
        "funding": _united(first.funding, second.funding, lambda f: (match_key(f.funder), f.awards)),
        "notices": _united(first.notices, second.notices, lambda n: (n.kind, n.direction, n.target)),
        "keys": unique((*first.keys, *second.keys)),
        "aliases": unique((*first.aliases, *second.aliases, first.id, second.id)),
        "documents": _merge_documents(first.documents, second.documents),
        "provenance": _united(first.provenance, second.provenance, lambda p: (p.source, p.sha256, p.record)),
        "extra": _united((*first.extra, *_other_place(first, second)), second.extra, lambda pair: pair),
        "paraphrase": first.paraphrase or second.paraphrase,
    }
    merged = with_id(replace(first, **changes))
    return replace(merged, aliases=tuple(alias for alias in merged.aliases if alias != merged.id))


def _merge_publication(first: Paper, second: Paper) -> dict[str, Any]:
    if _published_elsewhere(first, second):
        return {name: getattr(first, name) for name in (*_PUBLISHED, *_PUBLISHED_LONGER)}
    return {name: getattr(first, name) or getattr(second, name) for name in _PUBLISHED} | {
        name: _more_complete(getattr(first, name), getattr(second, name)) for name in _PUBLISHED_LONGER
    }


def _published_elsewhere(first: Paper, second: Paper) -> bool:
    """Whether two records name different venues or volumes, so that their details do not belong together."""
    mine, theirs = match_key(first.venue), match_key(second.venue)
    if mine and theirs and not same_venue(mine, theirs):
        return True
    volumes = match_key(first.volume), match_key(second.volume)
    return all(volumes) and volumes[0] != volumes[1]


def _other_place(first: Paper, second: Paper) -> tuple[tuple[str, str], ...]:
    if not _published_elsewhere(first, second):
        return ()
    said = ", ".join(value for value in (second.venue, second.volume, second.issue, second.pages) if value)
    pair = (OTHER_PLACE, said)
    return () if pair in first.extra else (pair,)


def merge_authors(first: Sequence[Author], second: Sequence[Author]) -> tuple[Author, ...]:
    """Gives the longer author list, each person with the fullest name, affiliations and ORCID that either has."""
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    by_name: dict[str, list[Author]] = {}
    for author in shorter:
        by_name.setdefault(match_key(author.short), []).append(author)
    return tuple(_merge_author(author, _same_person(author, by_name)) for author in longer)


def _same_person(author: Author, by_name: Mapping[str, Sequence[Author]]) -> Author:
    """The one entry that is the same person, among namesakes by their given names, else the author."""
    given = match_key(author.given)
    namesakes = by_name.get(match_key(author.short), ())
    exact = [other for other in namesakes if match_key(other.given) == given]
    alike = [other for other in namesakes if not given or match_key(other.given)[:1] in ("", given[0])]
    candidates = exact or alike
    return candidates[0] if len(candidates) == 1 else author


def _merge_author(mine: Author, other: Author) -> Author:
    return replace(
        mine,
        given=other.given if _letters(other.given) > _letters(mine.given) else mine.given or other.given,
        family=mine.family or other.family,
        particle=mine.particle or other.particle,
        suffix=mine.suffix or other.suffix,
        orcid=mine.orcid or other.orcid,
        affiliations=unique((*mine.affiliations, *other.affiliations)),
    )


def _letters(name: str) -> int:
    """How much of a name is written out: "John" says more than "J. A."."""
    return sum(char.isalpha() for char in name)


def _merge_identifiers(first: Identifiers, second: Identifiers) -> Identifiers:
    united = {
        field.name: getattr(first, field.name) or getattr(second, field.name)
        for field in fields(Identifiers)
        if field.name != "isbn"
    }
    return Identifiers(**united, isbn=unique((*first.isbn, *second.isbn)))


def _better_title(first: str, second: str) -> str:
    """Prefers a title that is not all capitals, then the longer one if it begins with the shorter, else the first."""
    if not first or not second:
        return first or second
    if first.isupper() != second.isupper():
        return second if first.isupper() else first
    mine, theirs = match_key(first), match_key(second)
    return second if len(theirs) > len(mine) and theirs.startswith(mine) else first


def _more_complete(first: str, second: str) -> str:
    return second if len(second) > len(first) * 1.25 else first or second


def _better_date(first: PartialDate | None, second: PartialDate | None) -> PartialDate | None:
    if first is None or second is None:
        return first or second
    if first.year != second.year:
        return first

    def precision(date: PartialDate) -> int:
        return (date.month is not None) + (date.day is not None)

    return second if precision(second) > precision(first) else first


def _merge_mesh(first: Sequence[MeshHeading], second: Sequence[MeshHeading]) -> tuple[MeshHeading, ...]:
    by_name: dict[str, MeshHeading] = {}
    for heading in (*first, *second):
        key = match_key(heading.descriptor)
        known = by_name.get(key)
        by_name[key] = (
            heading
            if known is None
            else replace(
                known,
                qualifiers=unique((*known.qualifiers, *heading.qualifiers)),
                major=known.major or heading.major,
                ui=known.ui or heading.ui,
            )
        )
    return tuple(by_name.values())


def _merge_documents(first: Sequence[Document], second: Sequence[Document]) -> tuple[Document, ...]:
    """Keeps the tree that was there for each text, since passages name its nodes, and adds a missing reference list."""
    references = {document.text: document.references for document in second}
    kept = [replace(d, references=d.references or references.get(d.text, ())) for d in first]
    return _united(kept, second, lambda document: document.text)


def _united(first: Sequence[Value], second: Sequence[Value], key: Callable[[Value], Hashable]) -> tuple[Value, ...]:
    united = list(first)
    seen = {key(value) for value in first}
    for value in second:
        if key(value) not in seen:
            seen.add(key(value))
            united.append(value)
    return tuple(united)
