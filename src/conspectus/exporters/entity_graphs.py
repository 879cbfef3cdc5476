"""The entity graph of a paper as JSON, GraphML and RDF, with its communities."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from conspectus.domain.entity_graph import EntityCommunity, EntityGraph, GraphEntity, GraphRelation
from conspectus.exporters.marked_text import escape
from conspectus.exporters.turtle import iri_safe, turtle_literal

_KEYS = (
    ("node", "label", "string"),
    ("node", "kind", "string"),
    ("node", "aliases", "string"),
    ("node", "units", "string"),
    ("node", "offsets", "string"),
    ("node", "communities", "string"),
    ("edge", "kind", "string"),
    ("edge", "units", "string"),
    ("edge", "offsets", "string"),
    ("edge", "weight", "int"),
    ("edge", "fits", "boolean"),
)
_PREFIXES = (
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("eg", "urn:conspectus:entity-graph:"),
)


class EntityGraphJsonExporter:
    """Entity graphs as JSON."""

    name = "json"
    label = "JSON"
    suffix = ".json"

    def export(self, graph: EntityGraph) -> str:
        """Gives units, entities, relations and communities as indented JSON."""
        return json.dumps(entity_graph_object(graph), ensure_ascii=False, indent=2) + "\n"


class EntityGraphmlExporter:
    """Entity graphs as GraphML."""

    name = "graphml"
    label = "GraphML"
    suffix = ".graphml"

    def export(self, graph: EntityGraph) -> str:
        """Gives one directed graph; each node names the communities that it is in."""
        homes = _homes(graph)
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
        for holder, name, kind in _KEYS:
            lines.append(f'  <key id="{holder}-{name}" for="{holder}" attr.name="{name}" attr.type="{kind}"/>')
        lines.append('  <graph id="entities" edgedefault="directed">')
        for entity in graph.entities:
            lines.append(f'    <node id="{entity.id}">')
            lines += _data("node", _entity_data(entity, homes.get(entity.id, [])))
            lines.append("    </node>")
        for number, relation in enumerate(graph.relations, 1):
            lines.append(f'    <edge id="r{number}" source="{relation.source}" target="{relation.target}">')
            lines += _data("edge", _relation_data(relation))
            lines.append("    </edge>")
        return "\n".join([*lines, "  </graph>", "</graphml>", ""])


class EntityGraphTurtleExporter:
    """Entity graphs as RDF in Turtle."""

    name = "turtle"
    label = "Turtle"
    suffix = ".ttl"

    def export(self, graph: EntityGraph) -> str:
        """Gives entities as concepts, relations as triples and as statements with their units, and communities."""
        base = f"urn:conspectus:entity-graph:{iri_safe(graph.paper)}:{graph.version}:"
        blocks = ["\n".join(f"@prefix {name}: <{iri}> ." for name, iri in _PREFIXES)]
        for unit in graph.units:
            facts = ["a eg:Unit", f"eg:start {unit.start}", f"eg:end {unit.end}"]
            facts += [f"eg:sentence {turtle_literal(address)}" for address in unit.sentences]
            blocks.append(_block(f"<{base}{unit.id}>", facts))
        for entity in graph.entities:
            blocks.append(_block(f"<{base}{entity.id}>", _entity_facts(entity, base)))
        for number, relation in enumerate(graph.relations, 1):
            ends = f"<{base}{relation.source}>", f"eg:{relation.kind.value}", f"<{base}{relation.target}>"
            blocks.append(" ".join(ends) + " .")
            facts = ["a rdf:Statement", f"rdf:subject {ends[0]}", f"rdf:predicate {ends[1]}", f"rdf:object {ends[2]}"]
            facts += [f"eg:weight {relation.weight}", f"eg:fitsSignature {str(relation.fits).lower()}"]
            facts += [f"eg:statedIn <{base}{unit}>" for unit in relation.units]
            blocks.append(_block(f"<{base}r{number}>", facts))
        for community in graph.communities:
            blocks.append(_block(f"<{base}{community.id}>", _community_facts(community, base)))
        return "\n\n".join(blocks) + "\n"


def entity_graph_object(graph: EntityGraph) -> dict[str, Any]:
    """Gives the graph as plain JSON values, every node and edge with its units and offsets."""
    return {
        "paper": graph.paper,
        "version": graph.version,
        "units": [
            {
                "id": unit.id,
                "start": unit.start,
                "end": unit.end,
                "sentences": list(unit.sentences),
                "section": unit.section.value,
                "heading": unit.heading,
            }
            for unit in graph.units
        ],
        "entities": [
            {
                "id": entity.id,
                "name": entity.name,
                "kind": entity.kind.value,
                "aliases": list(entity.aliases),
                "mentions": [asdict(mention) for mention in entity.mentions],
            }
            for entity in graph.entities
        ],
        "relations": [
            {
                "source": relation.source,
                "kind": relation.kind.value,
                "target": relation.target,
                "units": list(relation.units),
                "spans": [list(span) for span in relation.spans],
                "weight": relation.weight,
                "fits": relation.fits,
            }
            for relation in graph.relations
        ],
        "communities": [
            {
                "id": community.id,
                "level": community.level,
                "parent": community.parent,
                "title": community.title,
                "kept": community.kept,
                "entities": list(community.entities),
                "units": list(community.units),
            }
            for community in graph.communities
        ],
    }


def _homes(graph: EntityGraph) -> dict[str, list[str]]:
    homes: dict[str, list[str]] = {}
    for community in graph.communities:
        for entity in community.entities:
            homes.setdefault(entity, []).append(community.id)
    return homes


def _entity_data(entity: GraphEntity, homes: list[str]) -> list[tuple[str, str]]:
    return [
        ("label", entity.name),
        ("kind", entity.kind.value),
        ("aliases", "; ".join(entity.aliases)),
        ("units", " ".join(entity.units)),
        ("offsets", " ".join(f"{mention.start}-{mention.end}" for mention in entity.mentions)),
        ("communities", " ".join(homes)),
    ]


def _relation_data(relation: GraphRelation) -> list[tuple[str, str]]:
    return [
        ("kind", relation.kind.value),
        ("units", " ".join(relation.units)),
        ("offsets", " ".join(f"{start}-{end}" for start, end in relation.spans)),
        ("weight", str(relation.weight)),
        ("fits", str(relation.fits).lower()),
    ]


def _data(holder: str, values: list[tuple[str, str]]) -> list[str]:
    return [f'      <data key="{holder}-{name}">{escape(value)}</data>' for name, value in values if value]


def _entity_facts(entity: GraphEntity, base: str) -> list[str]:
    facts = ["a skos:Concept", f"skos:prefLabel {turtle_literal(entity.name)}"]
    facts.append(f"eg:kind {turtle_literal(entity.kind.value)}")
    facts += [f"skos:altLabel {turtle_literal(alias)}" for alias in entity.aliases]
    facts += [f"eg:namedIn <{base}{unit}>" for unit in entity.units]
    facts += [f'eg:span "{mention.start}-{mention.end}"' for mention in entity.mentions]
    return facts


def _community_facts(community: EntityCommunity, base: str) -> list[str]:
    facts = ["a skos:Collection", f"skos:prefLabel {turtle_literal(community.title)}"]
    facts += [f"eg:level {community.level}", f"eg:kept {str(community.kept).lower()}"]
    facts += [f"eg:parent <{base}{community.parent}>"] if community.parent else []
    facts += [f"skos:member <{base}{entity}>" for entity in community.entities]
    facts += [f"eg:supportedBy <{base}{unit}>" for unit in community.units]
    return facts


def _block(subject: str, facts: list[str]) -> str:
    return f"{subject} " + " ;\n    ".join(facts) + " ."
