"""What a CSL-JSON item holds beyond what a citation processor needs, for reading it back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.kept_fields import ARXIV, field_name, kept_text
from conspectus.domain.paper import Author, Paper
from conspectus.exporters.record_parts import (
    abstract_text,
    kept_extra,
    keywords_unsaid,
    names_unsaid,
    pages_unsaid,
    venue_unsaid,
)

_BOOKS = frozenset({"book", "report", "thesis"})
_WEB = re.compile(r"https?://\S+\Z")


def complete_item(paper: Paper, key: str, item: dict[str, Any], *, abstracts: bool) -> dict[str, Any]:
    """Gives an item with everything that is known of the paper; what CSL has no variable for stands in ``custom``.

    Args:
        paper: The paper.
        key: The id of the item in the file.
        item: The item as citation processors need it.
        abstracts: Whether the abstract is included.
    """
    abstract = abstract_text(paper) if abstracts else None
    whole = {**item, "id": key}
    whole["author"] = [_with_person(n, a) for n, a in zip(item.get("author", ()), _named(paper.authors), strict=True)]
    whole["editor"] = [_with_person(n, a) for n, a in zip(item.get("editor", ()), _named(paper.editors), strict=True)]
    whole["keyword"] = "; ".join(paper.keywords)
    whole["URL"] = paper.url if _WEB.match(paper.url) else ""
    if paper.kind in _BOOKS:
        # A book's container is its series, for readers.
        whole["container-title"] = whole["container-title-short"] = ""
    whole["genre"] = paper.publication_types[0] if len(paper.publication_types) == 1 else ""
    whole["abstract"] = abstract.text if abstract else ""
    taken = ("abstract notice",) if abstract and abstract.text else ()
    kept = [(name, kept_text(paper, name)) for name in _unsaid(paper, key)]
    kept += (abstract.kept() if abstract else []) + kept_extra(pair for pair in paper.extra if pair[0] not in taken)
    whole["custom"] = {field_name(name): text for name, text in kept}
    return {name: value for name, value in whole.items() if value}


def _named(authors: tuple[Author, ...]) -> list[Author]:
    return [author for author in authors if author.full]


def _with_person(name: dict[str, str], author: Author) -> dict[str, Any]:
    more: dict[str, Any] = {"ORCID": author.orcid, "affiliation": [{"name": place} for place in author.affiliations]}
    return {**name, **{field: value for field, value in more.items() if value}}


def _unsaid(paper: Paper, key: str) -> Iterator[str]:
    """The fields of the paper that CSL variables do not hold, or not exactly."""
    for name, unsaid in (
        ("authors", names_unsaid(paper.authors)),
        ("editors", names_unsaid(paper.editors)),
        ("keywords", keywords_unsaid(paper.keywords)),
        ("pages", pages_unsaid(paper.pages)),
        ("venue", bool(paper.venue) and paper.kind in _BOOKS),
        ("keys", paper.keys != (key,)),
        (ARXIV, True),
        ("date", bool(paper.date and (paper.date.text or (paper.date.day and not paper.date.month)))),
        ("url", bool(paper.url) and not _WEB.match(paper.url)),
        ("publication_types", len(paper.publication_types) > 1),
        ("mesh", bool(paper.mesh)),
        ("funding", bool(paper.funding)),
        ("notices", bool(paper.notices)),
        ("paraphrase", paper.paraphrase),
    ):
        if unsaid and kept_text(paper, name):
            yield name
    yield from venue_unsaid(paper, is_book=paper.kind in _BOOKS)
