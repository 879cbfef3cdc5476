"""Where the boxes and labels of a minigraph stand when it is drawn: a layered layout, the same every time.

Each connected part is laid out after Sugiyama, Tagawa and Toda (1981): concepts stand in columns, heads left of
tails where that does not make the drawing too wide; every relation's label is a box of its own in the column
between, and long relations pass through empty places. So nothing that is written can overlap. Columns are
ordered by barycentres; heights are the least-squares solution under the wanted gaps, column by column. Parts
are then packed into rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_GAP = 14.0
_COLUMN_GAP = 26.0
_PART_GAP = 34.0
_SWEEPS = 24
_FEWEST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in pixels."""

    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Centres of boxes and of labels by number, the points each link runs through, and the extent of all."""

    boxes: tuple[tuple[float, float], ...]
    labels: tuple[tuple[float, float], ...]
    routes: tuple[tuple[tuple[float, float], ...], ...]
    width: float
    height: float


@dataclass(slots=True)
class _Cell:
    """A box, a label, or an empty place that a long link passes."""

    column: int
    size: Size
    x: float = 0.0
    y: float = 0.0
    neighbours: list[_Cell] = field(default_factory=list)


def lay_out(boxes: Sequence[Size], links: Sequence[tuple[int, int, Size]], *, width: float) -> Layout:
    """Gives the places of boxes and link labels, none of which overlap.

    Args:
        boxes: The sizes of the boxes.
        links: The numbers of head and tail, and the size of the label.
        width: How wide the drawing may become before parts go into a new row, in pixels.
    """
    box_places: dict[int, tuple[float, float]] = {}
    label_places: dict[int, tuple[float, float]] = {}
    routes: dict[int, tuple[tuple[float, float], ...]] = {}
    x = y = row_height = widest = 0.0
    for members, own in _parts(len(boxes), links):
        part = _Part(members, {index: links[index] for index in own}, boxes)
        part.arrange()
        if x and x + part.width > width:
            x, y, row_height = 0.0, y + row_height + _PART_GAP, 0.0
        for index, cell in part.cells.items():
            box_places[index] = (cell.x + x, cell.y + y)
        for index, passed in part.chains.items():
            points = [(cell.x + x, cell.y + y) for cell in passed]
            label_places[index] = (part.labels[index].x + x, part.labels[index].y + y)
            routes[index] = tuple(reversed(points)) if index in part.turned else tuple(points)
        widest = max(widest, x + part.width)
        x += part.width + _PART_GAP
        row_height = max(row_height, part.height)
    return Layout(
        boxes=tuple(box_places[index] for index in range(len(boxes))),
        labels=tuple(label_places[index] for index in range(len(links))),
        routes=tuple(routes[index] for index in range(len(links))),
        width=widest,
        height=y + row_height,
    )


def _parts(count: int, links: Sequence[tuple[int, int, Size]]) -> list[tuple[list[int], list[int]]]:
    """The connected parts as box numbers and link numbers, those with most links first."""
    root = list(range(count))

    def find(index: int) -> int:
        while root[index] != index:
            root[index] = root[root[index]]
            index = root[index]
        return index

    for head, tail, _ in links:
        first, second = sorted((find(head), find(tail)))
        root[second] = first
    parts: dict[int, tuple[list[int], list[int]]] = {}
    for index in range(count):
        parts.setdefault(find(index), ([], []))[0].append(index)
    for number, (head, _, _) in enumerate(links):
        parts[find(head)][1].append(number)
    return sorted(parts.values(), key=lambda part: (-len(part[1]), part[0][0]))


class _Part:
    """One connected part of the graph."""

    def __init__(self, members: list[int], links: dict[int, tuple[int, int, Size]], boxes: Sequence[Size]) -> None:
        self.links = links
        columns = _columns(members, [links[index][:2] for index in links])
        self.turned = {index for index, (head, tail, _) in links.items() if columns[head] > columns[tail]}
        self.cells = {index: _Cell(2 * columns[index], boxes[index]) for index in members}
        self.labels: dict[int, _Cell] = {}
        self.chains: dict[int, list[_Cell]] = {}
        self._all = list(self.cells.values())
        for index in links:
            self._add_chain(index)
        self.width = self.height = 0.0

    def _ends(self, index: int) -> tuple[int, int]:
        """The boxes left and right."""
        head, tail, _ = self.links[index]
        return (tail, head) if index in self.turned else (head, tail)

    def _add_chain(self, index: int) -> None:
        left, right = self._ends(index)
        start, end = self.cells[left], self.cells[right]
        chain = [start]
        middle = start.column + 1 + 2 * ((end.column - start.column - 2) // 4)
        for column in range(start.column + 1, end.column):
            cell = _Cell(column, self.links[index][2] if column == middle else Size(0.0, 4.0))
            if column == middle:
                self.labels[index] = cell
            self._all.append(cell)
            chain.append(cell)
        chain.append(end)
        for first, second in pairwise(chain):
            first.neighbours.append(second)
            second.neighbours.append(first)
        self.chains[index] = chain

    def arrange(self) -> None:
        """Sets the place of every cell, the top left of the part at (0, 0)."""
        columns = [[c for c in self._all if c.column == n] for n in range(max(c.column for c in self._all) + 1)]
        _order(columns)
        x = 0.0
        for column in columns:
            width = max(cell.size.width for cell in column)
            for cell in column:
                cell.x = x + width / 2
            x += width + _COLUMN_GAP
        self.width = x - _COLUMN_GAP
        for column in columns:
            y = 0.0
            for cell in column:
                cell.y = y + cell.size.height / 2
                y += cell.size.height + _GAP
        for sweep in range(_SWEEPS):
            for column in columns if sweep % 2 == 0 else reversed(columns):
                _settle(column)
        top = min(cell.y - cell.size.height / 2 for cell in self._all)
        for cell in self._all:
            cell.y -= top
        self.height = max(cell.y + cell.size.height / 2 for cell in self._all)


def _columns(members: list[int], links: list[tuple[int, int]]) -> dict[int, int]:
    """The column of each box, never the same for two that are linked.

    Few columns are tried first. Moving one box at a time, links that run from right to left and links that
    skip columns are made few; as soon as no link stays within a column, the result is taken.
    """
    around: dict[int, list[tuple[int, int]]] = {member: [] for member in members}
    for head, tail in links:
        around[head].append((tail, 1))
        around[tail].append((head, -1))
    found = dict.fromkeys(members, 0)
    for count in range(min(_FEWEST_COLUMNS, len(members)), len(members) + 1):
        found = _from_left(members, links, count)
        _improve(found, around, count)
        if all(found[head] != found[tail] for head, tail in links):
            break
    used = sorted(set(found.values()))
    return {member: used.index(column) for member, column in found.items()}


def _from_left(members: list[int], links: list[tuple[int, int]], count: int) -> dict[int, int]:
    """Every box right of what is linked to it, as far as the columns reach."""
    columns = dict.fromkeys(members, 0)
    for _ in range(count):
        for head, tail in links:
            columns[tail] = min(max(columns[tail], columns[head] + 1), count - 1)
    return columns


def _improve(columns: dict[int, int], around: dict[int, list[tuple[int, int]]], count: int) -> None:
    def cost(member: int, column: int) -> int:
        total = 0
        for other, direction in around[member]:
            span = (columns[other] - column) * direction
            total += 100 if span == 0 else abs(span) - 1 + (0 if span > 0 else 2)
        return total

    for _ in range(_SWEEPS):
        moved = False
        for member in columns:
            best = min(range(count), key=lambda column: (cost(member, column), abs(column - columns[member]), column))
            if best != columns[member] and cost(member, best) < cost(member, columns[member]):
                columns[member] = best
                moved = True
        if not moved:
            return


def _order(columns: list[list[_Cell]]) -> None:
    """Orders the cells of each column by the mean place of their neighbours, keeping the best order met."""
    best, fewest = [list(column) for column in columns], _crossings(columns)
    for sweep in range(_SWEEPS):
        forward = sweep % 2 == 0
        for number in range(1, len(columns)) if forward else range(len(columns) - 2, -1, -1):
            fixed = {id(cell): place for place, cell in enumerate(columns[number - 1 if forward else number + 1])}
            columns[number].sort(key=_barycentre(fixed, {id(c): p for p, c in enumerate(columns[number])}))
        crossings = _crossings(columns)
        if crossings < fewest:
            best, fewest = [list(column) for column in columns], crossings
    columns[:] = best


def _barycentre(fixed: dict[int, int], own: dict[int, int]) -> Callable[[_Cell], float]:
    def mean(cell: _Cell) -> float:
        places = [fixed[id(near)] for near in cell.neighbours if id(near) in fixed]
        return sum(places) / len(places) if places else float(own[id(cell)])

    return mean


def _crossings(columns: list[list[_Cell]]) -> int:
    count = 0
    for left, right in pairwise(columns):
        places = {id(cell): place for place, cell in enumerate(right)}
        ends = [sorted(places[id(near)] for near in cell.neighbours if id(near) in places) for cell in left]
        flat = [place for own in ends for place in own]
        count += sum(1 for i, first in enumerate(flat) for second in flat[i + 1 :] if second < first)
    return count


def _settle(column: list[_Cell]) -> None:
    """Moves the cells of a column as near as can be to the mean height of their neighbours, in order, with gaps.

    With the offsets of a gapless column taken away this is isotonic regression, solved by pooling neighbours
    that would change places.
    """
    offsets = [0.0]
    for above, below in pairwise(column):
        offsets.append(offsets[-1] + (above.size.height + below.size.height) / 2 + _GAP)
    pools: list[tuple[float, int]] = []
    for cell, offset in zip(column, offsets, strict=True):
        heights = [near.y for near in cell.neighbours]
        wanted = (sum(heights) / len(heights) if heights else cell.y) - offset
        pools.append((wanted, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (first, n), (second, m) = pools[-2:]
            pools[-2:] = [((first * n + second * m) / (n + m), n + m)]
    level = [value for value, count in pools for _ in range(count)]
    for cell, offset, value in zip(column, offsets, level, strict=True):
        cell.y = value + offset
