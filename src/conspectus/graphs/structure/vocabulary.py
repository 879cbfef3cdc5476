"""The names of the structure graph: namespaces and their profiles, and IRIs of nodes.

For those who query the graph from code (``graphs.structure.store.StructureStore.select``); prefixes of the default
profile are in ``ASKG_2024.prefixes``:

    paper      <data><paper id>                        a askg:Paper
    section    <data><paper id>#s2                     a askg:Section, askg:Methodology; <paper> askg:hasSection it
    paragraph  <data><paper id>#s2.p3                  a askg:Paragraph; <section> askg:hasParagraph it
    sentence   <data><paper id>#s2.p3.t1               a askg:Sentence; <paragraph> askg:hasSentence it
    excerpt    <data><paper id>#s2.p3.t1.e1            a askg:Excerpt; <paragraph> askg:hasExcerpt it
    entity     <data>entity/<slug>-<hash>              a askg:AcademicEntity; rdfs:label, skos:altLabel,
                                                       skos:hiddenLabel (each name in small letters, no language)

    askg:hasText, askg:index              text and 1-based place of paragraphs and sentences
    askg:mentions                         excerpt or sentence -> entity
    skos:broader                          entity -> askg:Method, askg:Dataset … (a askg:ScientificType)
    askg:hasReference, askg:cites         sentence or paper -> entry of the reference list; paper -> paper
    askg:heading, askg:summary            of sections
    askg:onPage                           of paragraphs and sentences, where the print is known

What follows ``#`` is the address of ``domain.document``, so that a row of a query opens a passage.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Final

from conspectus.foundation.errors import UnknownName

XSD: Final = "http://www.w3.org/2001/XMLSchema#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
OWL: Final = "http://www.w3.org/2002/07/owl#"
SH: Final = "http://www.w3.org/ns/shacl#"
TYPE: Final = RDF + "type"
DOMO_2020: Final = "http://data.anu.edu.au/def/ont/domo#"
VOCABULARY_GRAPH: Final = "urn:conspectus:graph:vocabulary"

# What is the same in every profile.
SHARED_PREFIXES: Final = {
    "bibo": "http://purl.org/ontology/bibo/",
    "biro": "http://purl.org/spar/biro/",
    "c4o": "http://purl.org/spar/c4o/",
    "cito": "http://purl.org/spar/cito/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "deo": "http://purl.org/spar/deo/",
    "doco": "http://purl.org/spar/doco/",
    "domo2020": DOMO_2020,
    "fabio": "http://purl.org/spar/fabio/",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "org": "http://www.w3.org/ns/org#",
    "owl": OWL,
    "po": "http://www.essepuntato.it/2008/12/pattern#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": RDF,
    "rdfs": RDFS,
    "schema": "http://schema.org/",
    "sh": SH,
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "tnnt": "https://soco.cecc.anu.edu.au/tool/TNNT#",
    "wd": "http://www.wikidata.org/entity/",
    "xsd": XSD,
}


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The namespaces that a graph is written in: of its own terms, of DOMO's, and of its data."""

    name: str
    askg: str
    domo: str
    data: str

    @cached_property
    def prefixes(self) -> dict[str, str]:
        """The namespace of each prefix, in the order of the prefixes."""
        own = {"askg": self.askg, "askg-data": self.data, "domo": self.domo}
        return dict(sorted({**SHARED_PREFIXES, **own}.items()))

    def iri(self, name: str) -> str:
        """Gives the IRI of a prefixed name ("askg:Paper").

        Raises:
            UnknownName: There is no such prefix.
        """
        prefix, _, local = name.partition(":")
        if prefix not in self.prefixes:
            raise UnknownName(f"There is no prefix {prefix!r}.", hint=f"Known: {', '.join(self.prefixes)}.")
        return self.prefixes[prefix] + local

    def shortened(self, iri: str) -> str:
        """Gives an IRI as a prefixed name where a prefix fits, else as it is."""
        fitting = [(len(space), prefix) for prefix, space in self.prefixes.items() if iri.startswith(space)]
        if not fitting:
            return iri
        length, prefix = max(fitting)
        return f"{prefix}:{iri[length:]}"


ASKG_2024 = Profile(
    name="askg-2024",
    askg="https://www.anu.edu.au/onto/scholarly#",
    domo="https://www.anu.edu.au/onto/domo#",
    data="https://www.anu.edu.au/onto/scholarly/",
)
"""The IRIs of the published data; the default."""
W3ID = Profile(
    name="w3id",
    askg="https://w3id.org/ASKG/onto/scholarly#",
    domo=DOMO_2020,
    data="https://w3id.org/ASKG/data/scholarly/",
)
"""The IRIs of the later code, with DOMO's own of 2020."""
PROFILES: Final = {profile.name: profile for profile in (ASKG_2024, W3ID)}


def profile_named(name: str) -> Profile:
    """Gives a profile of namespaces by name.

    Raises:
        UnknownName: There is no such profile.
    """
    found = PROFILES.get(name)
    if found is None:
        raise UnknownName(f"There is no profile {name!r} of namespaces.", hint=f"Choose one of {', '.join(PROFILES)}.")
    return found


def vocabulary_text(name: str, profile: Profile = ASKG_2024) -> str:
    """Gives a packaged Turtle file in the namespaces of a profile.

    Args:
        name: "domo", "askg" or "shapes".
        profile: The files are written in the default profile.
    """
    text = (resources.files("conspectus.graphs.structure") / f"{name}.ttl").read_text("utf-8")
    own, default = profile.prefixes, ASKG_2024.prefixes
    for prefix in ("askg", "askg-data", "domo"):
        # Declarations of prefixes, and the whole IRIs of queries inside the shapes.
        text = text.replace(f"<{default[prefix]}", f"<{own[prefix]}")
    return text


@cache
def integer_datatypes(profile: Profile = ASKG_2024) -> dict[str, str]:
    """Gives the datatype of each property whose values are integers but not of xsd:integer itself, by its IRI."""
    import pyoxigraph

    kept = {SHARED_PREFIXES["nif"] + name: XSD + "nonNegativeInteger" for name in ("beginIndex", "endIndex")}
    text = vocabulary_text("askg", profile).encode("utf-8")
    for triple in pyoxigraph.parse(text, pyoxigraph.RdfFormat.TURTLE):
        if triple.predicate.value == RDFS + "range" and triple.object == pyoxigraph.NamedNode(XSD + "int"):
            kept[triple.subject.value] = XSD + "int"
    return kept
