"""The threads of a paper as a drawing: one column for each discourse role, one box for each community."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conspectus.domain.entity_graph import EntityGraph
from conspectus.exporters.marked_text import escape, unmarked

ROLES = ("motivation", "method", "findings", "implication")
_WIDTH, _GAP_X, _GAP_Y, _MARGIN, _HEAD = 210.0, 34.0, 16.0, 10.0, 26.0
_LINE, _PAD = 15, 10
_ENTITIES = 4
_LETTERS, _BOLD_LETTERS = 30, 26  # that fit into a line of a box
_NOT_TOLD = "not told"
_MOST_NOT_TOLD = 4


def draw_communities(block: Mapping[str, Any], graph: EntityGraph | None) -> str:
    """Gives an SVG element of the communities of level 0 that are kept, without a blank line; "" for none.

    Lines join communities between which relations run, the thicker the more; ones that the plan leaves out are grey.

    Args:
        block: The summary's block.
        graph: The paper's graph, for the relations between communities.
    """
    shown = [c for c in block["communities"] if c["level"] == 0 and c["kept"]]
    told = {name: number for number, name in enumerate(block["plan"])}
    shown.sort(key=lambda c: (told.get(c["id"], len(told)), int(c["id"][1:])))
    spare = [community for community in shown if community["id"] not in told]
    left_out = max(0, len(spare) - _MOST_NOT_TOLD)
    shown = [community for community in shown if community["id"] in told] + spare[:_MOST_NOT_TOLD]
    if not shown:
        return ""
    columns = [role for role in (*ROLES, "") if any(c["role"] == role for c in shown)]
    boxes: dict[str, tuple[float, float, float]] = {}
    bottoms = []
    for number, role in enumerate(columns):
        y = float(_MARGIN + _HEAD)
        for community in shown:
            if community["role"] == role:
                height = _PAD * 2 + _LINE * len(_lines(community))
                boxes[community["id"]] = (_MARGIN + number * (_WIDTH + _GAP_X), y, height)
                y += height + _GAP_Y
        bottoms.append(y)
    width = 2 * _MARGIN + len(columns) * _WIDTH + (len(columns) - 1) * _GAP_X
    extent = max(bottoms)
    title = f"{len(shown)} threads of the paper by what they are for" + (
        f"; {left_out} more are not told" if left_out else ""
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="communities" role="img" viewBox="0 0 {width:g} {extent:g}" '
        f'width="{width:g}" height="{extent:g}" font-size="11">',
        f"<title>{title}</title>",
    ]
    for number, role in enumerate(columns):
        x = _MARGIN + number * (_WIDTH + _GAP_X) + _WIDTH / 2
        parts.append(
            f'<text x="{x:g}" y="{_MARGIN + 12:g}" text-anchor="middle" font-weight="bold" fill="currentColor">'
            f"{role or _NOT_TOLD}</text>"
        )
    parts += _links(boxes, graph, {c["id"]: c for c in shown})
    for community in shown:
        parts += _box(community, boxes[community["id"]], told=community["id"] in told)
    return "\n".join([*parts, "</svg>"])


def _lines(community: Mapping[str, Any]) -> list[str]:
    names = [unmarked(name) for name in community["entities"][:_ENTITIES]]
    more = len(community["entities"]) - len(names)
    title = _short(unmarked(community["title"]) or "a part of the text", _BOLD_LETTERS)
    lines = [title, *(f"· {_short(name)}" for name in names)]
    return [*lines, f"· and {more} more"] if more > 0 else lines


def _short(text: str, most: int = _LETTERS) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _box(community: Mapping[str, Any], place: tuple[float, float, float], *, told: bool) -> list[str]:
    x, y, height = place
    opacity = "0.10" if told else "0.03"
    dashes = "" if told else ' stroke-dasharray="4 3"'
    hover = f"{unmarked(community['title'])}: {', '.join(map(unmarked, community['entities']))}"
    parts = [
        f'<g><title>{escape(hover)}</title><rect x="{x:g}" y="{y:g}" width="{_WIDTH:g}" height="{height:g}" rx="6" '
        f'fill="currentColor" fill-opacity="{opacity}" stroke="currentColor" stroke-opacity="0.5"{dashes}/>'
    ]
    for number, line in enumerate(_lines(community)):
        weight = ' font-weight="bold"' if number == 0 else ' fill-opacity="0.8"'
        baseline = y + _PAD + _LINE * number + 10
        parts.append(f'<text x="{x + _PAD:g}" y="{baseline:g}" fill="currentColor"{weight}>{escape(line)}</text>')
    return [*parts, "</g>"]


def _links(
    boxes: Mapping[str, tuple[float, float, float]], graph: EntityGraph | None, shown: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    if graph is None:
        return []
    home = {
        entity: community.id
        for community in graph.communities
        if community.id in shown
        for entity in community.entities
    }
    between: dict[tuple[str, str], int] = {}
    for relation in graph.relations:
        ends = sorted({home.get(relation.source, ""), home.get(relation.target, "")} - {""})
        if len(ends) == 2:
            between[ends[0], ends[1]] = between.get((ends[0], ends[1]), 0) + relation.weight
    return [_link(boxes[one], boxes[other], weight) for (one, other), weight in sorted(between.items())]


def _link(one: Sequence[float], other: Sequence[float], weight: int) -> str:
    if one[0] > other[0]:
        one, other = other, one
    same = one[0] == other[0]
    x1, x2 = one[0] + _WIDTH, other[0] + (_WIDTH if same else 0)
    y1, y2 = one[1] + one[2] / 2, other[1] + other[2] / 2
    bend = _GAP_X * 0.8 if same else (x2 - x1) / 2
    path = f"M{x1:g} {y1:g}C{x1 + bend:g} {y1:g} {x2 + (bend if same else -bend):g} {y2:g} {x2:g} {y2:g}"
    return (
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.35" '
        f'stroke-width="{min(5.0, 0.8 + 0.4 * weight):g}"/>'
    )
