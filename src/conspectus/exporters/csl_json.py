"""Papers as CSL-JSON, the form in which reference managers and citation processors exchange references."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from conspectus.domain.paper import Author, Paper, PartialDate


class CslJsonExporter:
    """References as a CSL-JSON array that Zotero, Pandoc and others import."""

    name = "csl_json"
    label = "CSL-JSON"
    suffix = ".json"

    def export(self, papers: Sequence[Paper]) -> str:
        """Gives the papers as an indented JSON array, abstracts included."""
        items = [csl_item(paper, abstract=True) for paper in papers]
        return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def csl_item(paper: Paper, *, abstract: bool = False) -> dict[str, Any]:
    """Gives a paper as a CSL-JSON item without empty fields.

    ``id`` is the paper's id, ``citation-key`` the user's first own key, ``keyword`` the author keywords and
    MeSH headings (qualifiers behind a slash), separated by "; ". A retracted or paraphrased paper says so
    under ``custom``.

    Args:
        paper: The paper.
        abstract: Whether the abstract is included.
    """
    found = paper.identifiers
    item: dict[str, Any] = {
        "id": paper.id,
        "citation-key": paper.keys[0] if paper.keys else "",
        "type": paper.kind,
        "title": paper.title,
        "author": csl_names(paper.authors),
        "editor": csl_names(paper.editors),
        "issued": csl_date(paper.date),
        "container-title": paper.venue,
        "container-title-short": paper.venue_short,
        "collection-title": paper.series,
        "volume": paper.volume,
        "issue": paper.issue,
        "page": paper.pages,
        "publisher": paper.publisher,
        "publisher-place": paper.place,
        "edition": paper.edition,
        "DOI": found.doi,
        "PMID": found.pmid,
        "PMCID": found.pmcid,
        "ISBN": " ".join(found.isbn),
        "ISSN": " ".join(paper.issn),
        "URL": paper.url or (f"https://arxiv.org/abs/{found.arxiv}" if found.arxiv and not found.doi else ""),
        "language": paper.language,
        "keyword": "; ".join(_keywords(paper)),
        "abstract": paper.abstract if abstract else "",
        "custom": {
            name: True for name, holds in (("retracted", paper.is_retracted), ("paraphrase", paper.paraphrase)) if holds
        },
    }
    return {name: value for name, value in item.items() if value}


def csl_names(authors: Sequence[Author]) -> list[dict[str, str]]:
    """Gives names in the CSL form; a person with one name only is a literal."""
    names = []
    for author in authors:
        if author.literal or not author.family:
            name = {"literal": author.full}
        else:
            name = {
                "family": author.family,
                "given": author.given,
                "non-dropping-particle": author.particle,
                "suffix": author.suffix,
            }
        name = {part: value for part, value in name.items() if value}
        if name:
            names.append(name)
    return names


def csl_date(date: PartialDate | None) -> dict[str, Any]:
    """Gives a date as ``{"date-parts": [[year, month, day]]}`` as far as it is known, {} if it is not."""
    if date is None:
        return {}
    parts = [date.year]
    for part in (date.month, date.day):
        if part is None:
            break
        parts.append(part)
    return {"date-parts": [parts]}


def _keywords(paper: Paper) -> tuple[str, ...]:
    headings = [
        name for mesh in paper.mesh for name in (mesh.descriptor, *(f"{mesh.descriptor}/{q}" for q in mesh.qualifiers))
    ]
    return tuple(dict.fromkeys((*paper.keywords, *headings)))
