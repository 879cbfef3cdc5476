"""Which entities are looked at together (ScholarSum, stage 1, step 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conspectus.domain.entity_graph import GraphEntity, TextUnit
from conspectus.domain.summary_tasks import EntityPair

ADJACENCY = 1
"""How many units apart two mentions may stand."""


def entity_pairs(
    units: Sequence[TextUnit], entities: Sequence[GraphEntity], *, window: int = ADJACENCY
) -> Iterator[EntityPair]:
    """Yields the pairs of entities that the same unit names, or two units at most ``window`` apart, in order.

    A pair is named once for each unit that names both, and once for each two near units of which neither does. The
    ``unit`` of the latter is the first of the two.
    """
    named: dict[str, list[str]] = {unit.id: [] for unit in units}
    for entity in entities:
        for name in entity.units:
            named[name].append(entity.id)
    for position, unit in enumerate(units):
        here = named[unit.id]
        for index, first in enumerate(here):
            for second in here[index + 1 :]:
                yield EntityPair(first=first, second=second, unit=unit.id)
        for other in units[position + 1 : position + 1 + window]:
            there = named[other.id]
            alone_here, alone_there = set(here) - set(there), set(there) - set(here)
            for first in here:
                if first in alone_here:
                    for second in there:
                        if second in alone_there:
                            yield EntityPair(first=first, second=second, unit=unit.id)
