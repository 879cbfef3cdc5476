"""Where a paper appeared, who its people belong to, and who paid: what its record says besides its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as calendar_day

from conspectus.domain.paper import Paper
from conspectus.domain.structure_graph import Iri, Literal, Triple
from conspectus.graphs.structure.node_names import NodeNames, shared_iri
from conspectus.graphs.structure.vocabulary import RDFS, TYPE, Profile

_VENUES = {"article-journal": ("Journal", "appearsInJournal"), "paper-conference": ("Conference", "presentedIn")}
_PAGES = re.compile(r"\s*([A-Za-z]*\d+)\s*[-–—]+\s*([A-Za-z]*\d+)\s*")
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")


def publication_triples(paper: Paper, names: NodeNames, profile: Profile) -> Iterator[Triple]:
    """Yields the journal or conference of a paper, the organisations of its authors, and the grants behind it.

    Journals, conferences and organisations are one node for each name, in whatever paper it stands.
    """
    askg = profile.askg
    if paper.venue and paper.kind in _VENUES:
        kind, predicate = _VENUES[paper.kind]
        venue = shared_iri(kind, paper.venue, profile)
        yield Triple(names.paper, Iri(askg + predicate), venue)
        yield from _named(venue, askg + kind, paper.venue)
    for place, author in enumerate(paper.authors, 1):
        node = names.node(f"author{place}")
        if _ORCID.fullmatch(author.orcid):
            researcher = Iri(f"https://orcid.org/{author.orcid}")
            yield Triple(node, Iri(profile.iri("owl:sameAs")), researcher)
            yield from _named(researcher, f"{askg}Researcher", author.full)
        for name in filter(None, author.affiliations):
            organisation = shared_iri("Organisation", name, profile)
            yield Triple(node, Iri(f"{askg}memberOf"), organisation)
            yield from _named(organisation, f"{askg}Organisation", name)
    for place, funding in enumerate(paper.funding, 1):
        for number, award in enumerate(funding.awards or ("",), 1):
            grant = names.node(f"grant{place}.{number}")
            yield Triple(names.paper, Iri(f"{askg}supportedBy"), grant)
            yield from _named(grant, f"{askg}Grant", award)
            if funding.funder:
                funder = shared_iri("Organisation", funding.funder, profile)
                yield Triple(grant, Iri(f"{askg}funder"), funder)
                yield from _named(funder, f"{askg}Organisation", funding.funder)


def first_and_last_page(pages: str) -> tuple[str, str]:
    """Gives the first and the last of printed pages ("1021-9" ends at 1029); the first alone where there is one.

    Two empty strings where that cannot be told.
    """
    found = _PAGES.fullmatch(pages)
    if not found:
        return (pages.strip(), "") if re.fullmatch(r"\s*[A-Za-z]*\d+\s*", pages) else ("", "")
    first, last = found.groups()
    if last.isdigit() and len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return first, last


def day_of(paper: Paper) -> str:
    """Gives the day of publication as xsd:date has it, "" where the day is not known or there is none such."""
    date = paper.date
    if date is None or not date.month or not date.day or not 1 <= date.year <= 9999:
        return ""
    try:
        return calendar_day(date.year, date.month, date.day).isoformat()
    except ValueError:
        return ""


def _named(node: Iri, kind: str, name: str) -> Iterator[Triple]:
    yield Triple(node, Iri(TYPE), Iri(kind))
    if name:
        yield Triple(node, Iri(f"{RDFS}label"), Literal(name))
