"""A minigraph as GraphML, for Gephi, Cytoscape, yEd and network libraries."""

from __future__ import annotations

from conspectus.domain.minigraph import Minigraph
from conspectus.exporters.graph_parts import numbered
from conspectus.exporters.marked_text import escape

_KEYS = (
    ("node", "label", "string"),
    ("node", "kind", "string"),
    ("node", "aliases", "string"),
    ("node", "papers", "string"),
    ("node", "weight", "double"),
    ("edge", "kind", "string"),
    ("edge", "passages", "string"),
    ("edge", "quotes", "string"),
    ("edge", "weight", "double"),
)


class GraphmlExporter:
    """Minigraphs as GraphML."""

    name = "graphml"
    label = "GraphML"
    suffix = ".graphml"

    def export(self, minigraph: Minigraph) -> str:
        """Gives one directed graph; lists are joined by "; ", quotes by line feeds."""
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        ]
        for holder, name, kind in _KEYS:
            lines.append(f'  <key id="{holder}-{name}" for="{holder}" attr.name="{name}" attr.type="{kind}"/>')
        lines.append('  <graph id="minigraph" edgedefault="directed">')
        graph = numbered(minigraph)
        for index, concept in enumerate(graph.concepts):
            lines.append(f'    <node id="n{index}">')
            named = (
                ("label", concept.name),
                ("kind", concept.kind.value),
                ("aliases", "; ".join(concept.aliases)),
                ("papers", "; ".join(concept.papers)),
                ("weight", repr(float(concept.weight))),
            )
            lines.extend(_data("node", name, value) for name, value in named if value)
            lines.append("    </node>")
        for index, (head, tail, relation) in enumerate(graph.links):
            direction = ' directed="false"' if relation.kind.is_symmetric else ""
            lines.append(f'    <edge id="e{index}" source="n{head}" target="n{tail}"{direction}>')
            stated = (
                ("kind", relation.kind.value),
                ("passages", "; ".join(passage.id for passage in relation.support)),
                ("quotes", "\n".join(passage.quote for passage in relation.support)),
                ("weight", repr(float(relation.weight))),
            )
            lines.extend(_data("edge", name, value) for name, value in stated if value)
            lines.append("    </edge>")
        return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _data(holder: str, name: str, value: str) -> str:
    return f'      <data key="{holder}-{name}">{escape(value)}</data>'
