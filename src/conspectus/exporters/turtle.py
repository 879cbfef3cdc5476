"""A minigraph as RDF in Turtle.

A concept is a ``skos:Concept``, a relation both a triple between its concepts (``cm:used-for``) and a node of its
own (an RDF statement) that names the passages stating it, each with its quote and its paper.
"""

from __future__ import annotations

import hashlib
import re

from conspectus.domain.minigraph import Concept, Minigraph, RelationKind, concept_key
from conspectus.domain.passage import Passage
from conspectus.exporters.graph_parts import numbered
from conspectus.foundation.text.normalise import slug

_PREFIXES = (
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("cm", "urn:conspectus:minigraph:"),
)
_IRI_UNSAFE = re.compile(r"[^A-Za-z0-9._~:@#\-]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class TurtleExporter:
    """Minigraphs as RDF in Turtle."""

    name = "turtle"
    label = "Turtle"
    suffix = ".ttl"

    def export(self, minigraph: Minigraph) -> str:
        """Gives concepts, relations and the passages that state them; names that differ only in form are one node."""
        blocks = ["\n".join(f"@prefix {name}: <{iri}> ." for name, iri in _PREFIXES)]
        graph = numbered(minigraph)
        blocks.extend(_concept_block(concept) for concept in graph.concepts)
        passages: dict[str, Passage] = {}
        for head, tail, relation in graph.links:
            subject, object_ = _concept_iri(graph.concepts[head]), _concept_iri(graph.concepts[tail])
            predicate = _predicate(relation.kind)
            name = hashlib.sha256(f"{subject} {predicate} {object_}".encode()).hexdigest()[:12]
            facts = [
                "a rdf:Statement",
                f"rdf:subject {subject}",
                f"rdf:predicate {predicate}",
                f"rdf:object {object_}",
                f'cm:weight "{float(relation.weight)!r}"^^xsd:double',
            ]
            for passage in relation.support:
                passages[passage.id] = passage
                facts.append(f"cm:statedBy {_passage_iri(passage)}")
            blocks.append(f"{subject} {predicate} {object_} .")
            blocks.append(_block(f"<urn:conspectus:relation:{name}>", facts))
        for passage in passages.values():
            blocks.append(
                _block(
                    _passage_iri(passage),
                    [
                        "a cm:Passage",
                        f"cm:quote {turtle_literal(passage.quote)}",
                        f"cm:paper {turtle_literal(passage.paper)}",
                    ],
                )
            )
        return "\n\n".join(blocks) + "\n"


def _concept_block(concept: Concept) -> str:
    facts = ["a skos:Concept", f"skos:prefLabel {turtle_literal(concept.name)}"]
    facts.append(f"cm:kind {turtle_literal(concept.kind.value)}")
    facts.extend(f"skos:altLabel {turtle_literal(alias)}" for alias in concept.aliases)
    facts.extend(f"cm:namedBy {turtle_literal(paper)}" for paper in concept.papers)
    return _block(_concept_iri(concept), facts)


def _block(subject: str, facts: list[str]) -> str:
    return f"{subject} " + " ;\n    ".join(facts) + " ."


def _concept_iri(concept: Concept) -> str:
    # The hash keeps names apart whose readable part is the same ("β-blockers", "γ-blockers").
    key = hashlib.sha256(concept_key(concept.name).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"<urn:conspectus:concept:{slug(concept.name)}-{key}>"


def _passage_iri(passage: Passage) -> str:
    return f"<urn:conspectus:passage:{iri_safe(passage.id)}>"


def iri_safe(text: str) -> str:
    """Gives a text with what may not stand in an IRI percent-encoded."""
    return _IRI_UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found.group().encode()), text)


def _predicate(kind: RelationKind) -> str:
    return f"cm:{kind.value.lower()}"


def turtle_literal(text: str) -> str:
    """Gives a plain literal in Turtle, quotes and control characters escaped."""
    return '"' + "".join(_literal_char(char) for char in text) + '"'


def _literal_char(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    return f"\\u{ord(char):04X}" if char < " " or char == "\x7f" else char
