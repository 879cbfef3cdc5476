"""A minigraph as a drawing: concepts as boxes coloured by kind, relations as labelled arrows, with a legend."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation
from conspectus.exporters.graph_parts import KIND_COLOURS, KIND_LABELS, NumberedGraph, numbered
from conspectus.exporters.marked_text import escape, unmarked
from conspectus.exporters.minigraph_layout import Layout, Size, lay_out

_FONT = "ui-sans-serif, system-ui, 'Helvetica Neue', Arial, sans-serif"
_NODE_FONT = 13.0
_LABEL_FONT = 11.0
_LINE = 16.0
_MARGIN = 16.0
_LEGEND = 40.0
_ROW_WIDTH = 940.0
_LONGEST_LINE = 24
# The page that a drawing stands in sets these colours for dark mode; alone the fallbacks hold.
_STYLE = f"""
.mg text {{ font-family: {_FONT}; }}
.mg .name {{ font-size: {_NODE_FONT}px; fill: #1b1f23; }}
.mg .relation {{ font-size: {_LABEL_FONT}px; fill: var(--graph-ink, #444c55); }}
.mg .behind {{ fill: var(--graph-paper, #ffffff); }}
.mg .link {{ fill: none; stroke: var(--graph-line, #7d8791); stroke-width: 1.3; }}
.mg .even {{ stroke-dasharray: 5 3; }}
.mg .tip {{ fill: var(--graph-line, #7d8791); }}
.mg .concept rect {{ stroke-width: 1.3; }}
.mg .concept:hover rect, .mg .bond:hover .link {{ stroke-width: 2.6; }}
.mg .legend {{ font-size: {_LABEL_FONT}px; fill: var(--graph-ink, #444c55); }}
"""


@dataclass(frozen=True, slots=True)
class _Box:
    lines: tuple[str, ...]
    size: Size


class SvgExporter:
    """Minigraphs as an SVG drawing."""

    name = "svg"
    label = "SVG drawing"
    suffix = ".svg"

    def export(self, minigraph: Minigraph) -> str:
        """Gives a drawing that stands alone, the same for the same minigraph; hovering shows kinds and quotes."""
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + draw_minigraph(minigraph)


def draw_minigraph(minigraph: Minigraph) -> str:
    """Gives the drawing as an ``<svg>`` element to be put into a page; names and labels never overlap."""
    graph = numbered(minigraph)
    boxes = [_box(unmarked(concept.name)) for concept in graph.concepts]
    sizes = [(head, tail, Size(_text_width(r.kind.value, _LABEL_FONT) + 8, 18.0)) for head, tail, r in graph.links]
    layout = lay_out([box.size for box in boxes], sizes, width=_ROW_WIDTH)
    legend, legend_width = _legend(graph, layout.height + 2 * _MARGIN)
    width = max(layout.width, legend_width) + 2 * _MARGIN
    height = layout.height + 2 * _MARGIN + _LEGEND
    concepts, relations = len(graph.concepts), len(graph.links)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="mg" role="img" aria-labelledby="mg-title mg-desc" '
            f'viewBox="0 0 {width:.1f} {height:.1f}" width="{width:.0f}" height="{height:.0f}">',
            '<title id="mg-title">Knowledge minigraph</title>',
            f'<desc id="mg-desc">{concepts} concepts and {relations} relations between them.</desc>',
            f"<style>{_STYLE}</style>",
            '<defs><marker id="mg-tip" viewBox="0 0 8 8" refX="7.2" refY="4" markerWidth="8" markerHeight="8" '
            'markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0.6 L8 4 L0 7.4 Z"/></marker></defs>',
            f'<g transform="translate({_MARGIN} {_MARGIN})">',
            *_bonds(graph, boxes, layout),
            *(_concept(c, box, place) for c, box, place in zip(graph.concepts, boxes, layout.boxes, strict=True)),
            "</g>",
            *legend,
            "</svg>",
            "",
        ]
    )


def _bonds(graph: NumberedGraph, boxes: list[_Box], layout: Layout) -> list[str]:
    """The lines first and the labels last, so that no line crosses a label."""
    lines, labels = [], []
    for number, (head, tail, relation) in enumerate(graph.links):
        points = list(layout.routes[number])
        step = 1.0 if points[-1][0] >= points[0][0] else -1.0
        points[0] = (points[0][0] + step * boxes[head].size.width / 2, points[0][1])
        points[-1] = (points[-1][0] - step * boxes[tail].size.width / 2, points[-1][1])
        even = relation.kind.is_symmetric
        title = escape(_relation_title(relation))
        end = "" if even else ' marker-end="url(#mg-tip)"'
        lines.append(
            f'<g class="bond"><title>{title}</title>'
            f'<path class="link{" even" if even else ""}" d="{_path(points)}"{end}/></g>'
        )
        x, y = layout.labels[number]
        half = _text_width(relation.kind.value, _LABEL_FONT) / 2 + 3
        labels.append(
            f'<g><title>{title}</title><rect class="behind" x="{x - half:.1f}" y="{y - 8.5:.1f}" '
            f'width="{2 * half:.1f}" height="17"/><text class="relation" x="{x:.1f}" y="{y + 3.8:.1f}" '
            f'text-anchor="middle">{escape(relation.kind.value)}</text></g>'
        )
    return [*lines, *labels]


def _path(points: list[tuple[float, float]]) -> str:
    """A curve through the points that is level at each of them."""
    commands = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (x1, y1), (x2, y2) in pairwise(points):
        middle = (x1 + x2) / 2
        commands.append(f"C{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {x2:.1f} {y2:.1f}")
    return " ".join(commands)


def _concept(concept: Concept, box: _Box, place: tuple[float, float]) -> str:
    fill, stroke = KIND_COLOURS[concept.kind]
    (x, y), size = place, box.size
    first = y - (len(box.lines) - 1) * _LINE / 2 + 4.4
    lines = "".join(
        f'<tspan x="{x:.1f}" y="{first + index * _LINE:.1f}">{escape(line)}</tspan>'
        for index, line in enumerate(box.lines)
    )
    return (
        f'<g class="concept"><title>{escape(_concept_title(concept))}</title>'
        f'<rect x="{x - size.width / 2:.1f}" y="{y - size.height / 2:.1f}" width="{size.width:.1f}" '
        f'height="{size.height:.1f}" rx="6" fill="{fill}" stroke="{stroke}"/>'
        f'<text class="name" text-anchor="middle">{lines}</text></g>'
    )


def _legend(graph: NumberedGraph, top: float) -> tuple[list[str], float]:
    kinds = [kind for kind in ConceptKind if any(concept.kind is kind for concept in graph.concepts)]
    parts, x, y = ['<g class="legend">'], _MARGIN, top + 14
    for kind in kinds:
        fill, stroke = KIND_COLOURS[kind]
        parts.append(
            f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="14" height="14" rx="3" fill="{fill}" stroke="{stroke}"/>'
        )
        parts.append(f'<text x="{x + 20:.1f}" y="{y + 1.5:.1f}">{escape(KIND_LABELS[kind])}</text>')
        x += 20 + _text_width(KIND_LABELS[kind], _LABEL_FONT) + 18
    if any(relation.kind.is_symmetric for _, _, relation in graph.links):
        parts.append(f'<path class="link even" d="M{x:.1f} {y - 3:.1f} h28"/>')
        parts.append(f'<text x="{x + 34:.1f}" y="{y + 1.5:.1f}">without direction</text>')
        x += 34 + _text_width("without direction", _LABEL_FONT) + 18
    return [*parts, "</g>"], x - _MARGIN


def _concept_title(concept: Concept) -> str:
    parts = [f"{unmarked(concept.name)} ({KIND_LABELS[concept.kind]})"]
    if concept.aliases:
        parts.append("also: " + ", ".join(unmarked(alias) for alias in concept.aliases))
    if concept.papers:
        parts.append(f"named by {len(concept.papers)} {'paper' if len(concept.papers) == 1 else 'papers'}")
    return "\n".join(parts)


def _relation_title(relation: Relation) -> str:
    arrow = "—" if relation.kind.is_symmetric else "→"
    first = f"{unmarked(relation.head)} {arrow} {relation.kind.value} {arrow} {unmarked(relation.tail)}"
    return "\n".join([first, *(f"“{unmarked(passage.quote)}”" for passage in relation.support)])


def _box(name: str) -> _Box:
    lines = _wrapped(name)
    width = max(_text_width(line, _NODE_FONT) for line in lines) + 20
    return _Box(lines, Size(max(width, 44.0), len(lines) * _LINE + 12))


def _wrapped(name: str) -> tuple[str, ...]:
    """The name in lines of up to 24 characters; longer words are broken, nothing is left out."""
    lines: list[str] = []
    for word in name.split():
        while len(word) > _LONGEST_LINE:
            lines.append(word[:_LONGEST_LINE])
            word = word[_LONGEST_LINE:]
        if lines and len(lines[-1]) + 1 + len(word) <= _LONGEST_LINE:
            lines[-1] = f"{lines[-1]} {word}".strip()
        else:
            lines.append(word)
    return tuple(lines) or ("",)


def _text_width(text: str, size: float) -> float:
    """How wide a line of sans-serif text is at most, nearly: no font is at hand to measure it."""
    units = 0.0
    for char in text:
        if unicodedata.east_asian_width(char) in "WF":
            units += 1.05
        elif char in "mwMW@%":
            units += 0.9
        elif char.isupper():
            units += 0.72
        elif char in "iljtfrI.,;:'|!()[] -":
            units += 0.36
        else:
            units += 0.58
    return units * size
