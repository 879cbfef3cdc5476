"""A minigraph in Graphviz's DOT language."""

from __future__ import annotations

from conspectus.domain.minigraph import Minigraph
from conspectus.exporters.graph_parts import KIND_COLOURS, numbered
from conspectus.exporters.marked_text import unmarked


class DotExporter:
    """Minigraphs as DOT, which Graphviz lays out and draws."""

    name = "dot"
    label = "Graphviz DOT"
    suffix = ".dot"

    def export(self, minigraph: Minigraph) -> str:
        """Gives a directed graph; relations without direction are drawn without arrowheads."""
        lines = [
            "digraph minigraph {",
            '  graph [rankdir=LR, charset="UTF-8"];',
            '  node [shape=box, style="rounded,filled", fontname="Helvetica"];',
            '  edge [fontname="Helvetica", fontsize=10];',
        ]
        graph = numbered(minigraph)
        for index, concept in enumerate(graph.concepts):
            fill, stroke = KIND_COLOURS[concept.kind]
            attributes = {
                "label": concept.name,
                "tooltip": concept.kind.value,
                "fillcolor": fill,
                "color": stroke,
                "class": concept.kind.value,
            }
            lines.append(f"  n{index} [{_attributes(attributes)}];")
        for head, tail, relation in graph.links:
            attributes = {"label": relation.kind.value, "tooltip": " ".join(p.quote for p in relation.support)}
            if relation.kind.is_symmetric:
                attributes["dir"] = "none"
            lines.append(f"  n{head} -> n{tail} [{_attributes(attributes)}];")
        return "\n".join([*lines, "}", ""])


def _attributes(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={_quoted(value)}" for name, value in values.items() if value)


def _quoted(text: str) -> str:
    # In labels a backslash starts an escape such as \N, and HTML entities are read; both must stand for themselves.
    escaped = unmarked(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return f'"{escaped}"'
