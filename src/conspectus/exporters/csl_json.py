"""Papers as CSL-JSON, the form in which reference managers and citation processors exchange references."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.exporters.csl_complete import complete_item


class CslJsonExporter:
    """References as a CSL-JSON array that Zotero, Pandoc and others import.

    Args:
        abstracts: Whether abstracts are included.
        complete: Whether everything that is known of a paper is written, for reading it back; then the user's
            first own key is the item's id.
    """

    name = "csl_json"
    label = "CSL-JSON"
    suffix = ".json"

    def __init__(self, *, abstracts: bool = True, complete: bool = False) -> None:
        self.abstracts = abstracts
        self.complete = complete

    def export(self, papers: Sequence[Paper]) -> str:
        """Gives the papers as an indented JSON array, abstracts included unless they are not wanted."""
        keys = (paper.keys[0] for paper in papers if paper.keys)
        return "".join(self.pieces(papers, own_keys=keys))

    def pieces(self, papers: Iterable[Paper], *, own_keys: Iterable[str] = ()) -> Iterator[str]:
        """Yields the file piece by piece, so that many papers need little memory.

        Args:
            papers: The papers, taken one by one.
            own_keys: Of no account here, where only keys that are written twice are told apart.
        """
        used: set[str] = set()
        empty = True
        for paper in papers:
            item = self._complete(paper, used) if self.complete else csl_item(paper, abstract=self.abstracts)
            yield ("[" if empty else ",") + json.dumps([item], ensure_ascii=False, indent=2)[1:-2]
            empty = False
        yield "[]\n" if empty else "\n]\n"

    def _complete(self, paper: Paper, used: set[str]) -> dict[str, Any]:
        stem = key = paper.keys[0] if paper.keys else paper.id
        count = 1
        while key in used:
            count += 1
            key = f"{stem}-{count}"
        used.add(key)
        return complete_item(paper, key, csl_item(paper), abstracts=self.abstracts)


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
