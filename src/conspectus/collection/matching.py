"""Which stored papers are the same work as a record, and the one paper that they make together.

Records that share a DOI, PMID, PMCID or arXiv id are one work, unless they have two different DOIs. A record
without any of these is the same as one other paper of equal title, year and first author, if there is exactly
one; and a record with identifiers takes up a paper of that description that has none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from conspectus.collection.report import Outcome
from conspectus.domain.json_form import paper_to_json
from conspectus.domain.merging import merge_papers
from conspectus.domain.paper import Paper, unique
from conspectus.foundation.errors import InputError
from conspectus.foundation.text.normalise import match_key
from conspectus.foundation.text.tokens import content_stems
from conspectus.library.paper_rows import OTHER_IDENTIFIER, description_of
from conspectus.library.store import Library

OTHER_TITLE = "other title"
"""Name in ``Paper.extra`` under which titles are kept that a merged paper does not bear."""

_NAME_IT = "Give the record a title or a DOI, and add it again."
_SURROGATE = re.compile("[\ud800-\udfff]")
_SCHEMES = ("doi", "pmid", "pmcid", "arxiv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of a record: the paper that holds it, how, and a warning or ""."""

    paper: str
    outcome: Outcome
    warning: str = ""


def settle(library: Library, record: Paper) -> Settled:
    """Stores a record as a new paper or merges it with the papers of the same work, in one transaction.

    Args:
        library: Open for writing.
        record: A paper as a reader gave it, with its id.

    Raises:
        InputError: The record has nothing that could name a paper.
    """
    record = without_surrogates(record)
    named = bool(record.identifiers.strong() or record.title.strip())
    if not named and not record.authors:
        raise InputError("The record has neither a title nor an author nor an identifier.", hint=_NAME_IT)
    with library.transaction():
        same, apart = _same_work(library, record)
        warning = _apart_warning(record, apart) or _title_warning(record, same)
        if not same:
            library.put(record)
            return Settled(paper=record.id, outcome="added", warning=warning)
        merged = same[0]
        for part in (*same[1:], record):
            merged = _merge(merged, part)
        if not named and merged != replace(same[0], provenance=merged.provenance, keys=merged.keys):
            raise InputError(f"The record has no title and cannot be told apart from {same[0].id}.", hint=_NAME_IT)
        if len(same) == 1 and merged == same[0]:
            return Settled(paper=merged.id, outcome="unchanged", warning=warning)
        library.put(merged, replacing=tuple(paper.id for paper in same))
        return Settled(paper=merged.id, outcome="merged", warning=warning)


def without_surrogates(paper: Paper) -> Paper:
    """Gives the paper with every lone surrogate as U+FFFD, so that it can be stored; lengths stay."""
    try:
        paper_to_json(paper)
    except ValueError:
        return _mapped(paper)  # type: ignore[no-any-return]
    return paper


def _mapped(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, tuple):
        return tuple(_mapped(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _mapped(getattr(value, field.name)) for field in fields(value)})
    return value


def _same_work(library: Library, record: Paper) -> tuple[list[Paper], list[Paper]]:
    """Gives the stored papers that are the record's work, oldest first, and those kept apart by their DOI."""
    found = library.find_by_identifiers(record.identifiers)
    known = library.current_id(record.id)
    # "Editorial" of nobody in no year describes too many papers to tell one of them.
    telling = bool(record.title.strip() and record.authors and record.year is not None)
    described = library.find_by_description(description_of(record)) if telling and not known else ()
    if record.identifiers.strong():
        found = (*found, *(name for name in described if name.startswith("hash-")))
    elif len(described) == 1:
        found = described
    papers = [paper for name in unique((*found, known)) if (paper := library.get(name)) is not None]
    doi = record.identifiers.doi
    same: list[Paper] = []
    apart: list[Paper] = []
    for paper in papers:
        own = paper.identifiers.doi
        if doi and own and own != doi:
            apart.append(paper)
        else:
            doi = doi or own
            same.append(paper)
    place = {name: number for number, name in enumerate(library.in_order(paper.id for paper in same))}
    return sorted(same, key=lambda paper: place[paper.id]), apart


def _merge(first: Paper, second: Paper) -> Paper:
    """Merges, and keeps the titles and identifiers that lose: a paper found by one stays found by it."""
    merged = merge_papers(first, second)
    title = match_key(merged.title)
    lost = [
        (OTHER_TITLE, part.title)
        for part in (first, second)
        if part.title.strip() and not title.startswith(match_key(part.title))
    ]
    lost += [
        (OTHER_IDENTIFIER + scheme, value)
        for scheme in _SCHEMES
        for value in (getattr(first.identifiers, scheme), getattr(second.identifiers, scheme))
        if value and value != getattr(merged.identifiers, scheme)
    ]
    return replace(merged, extra=tuple(dict.fromkeys((*merged.extra, *lost)))) if lost else merged


def _title_warning(record: Paper, same: list[Paper]) -> str:
    """An identifier that stands in the wrong record unites works that are not one; the titles tell."""
    mine = set(content_stems(record.title))
    for paper in same:
        theirs = set(content_stems(paper.title))
        if len(mine & theirs) * 2 < min(len(mine), len(theirs)):
            return f"{paper.id}: merged by identifier, but the titles differ: {paper.title!r} and {record.title!r}."
    return ""


def _apart_warning(record: Paper, apart: list[Paper]) -> str:
    if not apart:
        return ""
    shared = [name for name in record.identifiers.strong() if any(name in p.identifiers.strong() for p in apart)]
    return f"{record.id} and {', '.join(paper.id for paper in apart)} have different DOIs and were kept apart" + (
        f", though they share {', '.join(shared)}." if shared else "."
    )
