"""The structure of a paper as a drawing: its tree of sections with what each holds, as SVG or Graphviz DOT."""

from __future__ import annotations

from dataclasses import dataclass

from conspectus.domain.document import Section
from conspectus.domain.paper import Paper
from conspectus.exporters.marked_text import escape, unmarked

_ROW, _INDENT, _WIDTH, _MARGIN, _BOX = 34, 26, 560, 10, 26
_LETTERS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    """A box: its address, depth, words, and the place of its parent, -1 for the paper."""

    address: str
    depth: int
    text: str
    parent: int


def structure_svg(paper: Paper) -> str:
    """Gives the tree of a paper's fullest text as an SVG document; a paper without a text is one box."""
    nodes = _nodes(paper)
    deepest = max(node.depth for node in nodes)
    width = 2 * _MARGIN + deepest * _INDENT + _WIDTH
    height = 2 * _MARGIN + len(nodes) * _ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(unmarked(paper.title) or paper.id)}</title>",
    ]
    for number, node in enumerate(nodes):
        x, y = _MARGIN + node.depth * _INDENT, _MARGIN + number * _ROW
        if node.parent >= 0:
            above = _MARGIN + node.parent * _ROW + _BOX
            stem = _MARGIN + nodes[node.parent].depth * _INDENT + 10
            parts.append(f'<path d="M{stem} {above}V{y + _BOX / 2:g}H{x}" fill="none" stroke="#7d8791"/>')
        parts.append(
            f'<g id="{escape(node.address)}"><rect x="{x}" y="{y}" width="{_WIDTH}" height="{_BOX}" rx="5" '
            f'fill="#f4f1e9" stroke="#7d8791"/><text x="{x + 8}" y="{y + 17}" fill="#1e2125">'
            f"{escape(_short(node.text))}</text></g>"
        )
    return "\n".join([*parts, "</svg>", ""])


def structure_dot(paper: Paper) -> str:
    """Gives the tree of a paper's fullest text in the language of Graphviz."""
    lines = ["digraph structure {", '  rankdir="LR";', "  node [shape=box];"]
    nodes = _nodes(paper)
    for number, node in enumerate(nodes):
        text = node.text.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'  n{number} [label="{text}"];')
        if node.parent >= 0:
            lines.append(f"  n{node.parent} -> n{number};")
    return "\n".join([*lines, "}", ""])


def _nodes(paper: Paper) -> list[_Node]:
    nodes = [_Node(address="paper", depth=0, text=unmarked(paper.title) or paper.id, parent=-1)]
    document = paper.document
    if document is not None:
        for number, section in enumerate(document.sections, 1):
            _add(nodes, section, f"s{number}", 1, 0)
        if document.references:
            text = f"{len(document.references)} references"
            nodes.append(_Node(address="references", depth=1, text=text, parent=0))
    return nodes


def _add(nodes: list[_Node], section: Section, address: str, depth: int, parent: int) -> None:
    sentences = sum(len(paragraph.sentences) for paragraph in section.paragraphs)
    held = [f"{len(section.paragraphs)} ¶", f"{sentences} sentences"]
    held += [f"{len(section.figures)} figures"] if section.figures else []
    held += [f"{len(section.tables)} tables"] if section.tables else []
    heading = f"{section.number} {unmarked(section.heading)}".strip() or "(no heading)"
    nodes.append(
        _Node(
            address=address,
            depth=depth,
            text=f"{heading} [{section.kind.value}] – {', '.join(held)}",
            parent=parent,
        )
    )
    me = len(nodes) - 1
    for number, nested in enumerate(section.sections, 1):
        _add(nodes, nested, f"{address}.{number}", depth + 1, me)


def _short(text: str) -> str:
    return text if len(text) <= _LETTERS + 16 else text[: _LETTERS + 15].rstrip() + "…"
