"""The queries with which KGQP asks the structure graph; what the user said comes in as bound terms only."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

ASKG = "https://www.anu.edu.au/onto/scholarly#"
"""The namespace of the terms in the data of ASKG."""

_LABELLED = "?entity a askg:AcademicEntity ; rdfs:label|skos:altLabel ?label ."


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPatterns:
    """The queries by step; each gives ``?entity`` and ``?label``, ``paragraphs`` gives ``?paragraph``.

    Bound variables are selected, too, since not every store binds others. ``known`` has ``?question`` bound (in lower
    case), ``exact``, ``any_case`` and ``part`` have ``?wanted`` bound, ``paragraphs`` has ``?entity`` bound.
    """

    known: str
    exact: str
    any_case: str
    part: str
    labels: str
    paragraphs: str


def graph_patterns(askg: str = ASKG) -> GraphPatterns:
    """Gives the queries for a graph whose terms are in a namespace."""
    prefixes = (
        f"PREFIX askg: <{askg}>\n"
        "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
        "PREFIX skos: <http://www.w3.org/2004/02/skos/core#>\n"
    )
    return GraphPatterns(
        known=f"""{prefixes}SELECT DISTINCT ?label ?question WHERE {{
  {_LABELLED}
  FILTER(STRLEN(STR(?label)) > 2 && CONTAINS(?question, LCASE(STR(?label))))
}}""",
        exact=f"""{prefixes}SELECT DISTINCT ?entity ?label ?wanted WHERE {{
  {_LABELLED}
  FILTER(STR(?label) = STR(?wanted))
}}""",
        any_case=f"""{prefixes}SELECT DISTINCT ?entity ?label ?wanted WHERE {{
  {_LABELLED}
  FILTER(LCASE(STR(?label)) = LCASE(STR(?wanted)))
}}""",
        part=f"""{prefixes}SELECT DISTINCT ?entity ?label ?wanted WHERE {{
  {_LABELLED}
  FILTER(CONTAINS(LCASE(STR(?label)), LCASE(STR(?wanted))))
}} ORDER BY STRLEN(STR(?label)) STR(?label) LIMIT 20""",
        labels=f"""{prefixes}SELECT DISTINCT ?entity ?label WHERE {{ {_LABELLED} }}""",
        paragraphs=f"""{prefixes}SELECT DISTINCT ?paragraph ?entity WHERE {{
  ?excerpt askg:mentions ?entity .
  ?paragraph askg:hasExcerpt ?excerpt .
}}""",
    )


GRAPH_PATTERNS = graph_patterns()
"""Those for the namespace of ASKG's data."""


def place_of_iri(iri: str) -> tuple[str, str]:
    """Gives the paper id and the address of a paragraph from an IRI that ends in ``/<paper>#<address>``."""
    paper, _, address = iri.rpartition("#")
    return unquote(paper.rpartition("/")[2]), unquote(address)
