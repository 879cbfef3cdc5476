"""Which papers the writer sees: Algorithm 1 of TOPICAL with the corrections of methods 2.3.7.

The budget counts headings and separators. Every cluster's centre comes first, the biggest cluster's before all, and
one that does not fit is passed over. Then clusters are drawn in proportion to the square root of their original
size; an exhausted cluster is drawn no more, and a paper that does not fit is not drawn again. It ends when the
cheapest paper left exceeds what is left of the budget.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Within = Literal["uniform", "similarity"]
SmallStrategy = Literal["random", "relevance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The papers drawn from each cluster by number, in the order of drawing, and the tokens that they take.

    ``groups`` are parallel to the clusters; an empty one has no heading.
    """

    groups: tuple[tuple[int, ...], ...]
    tokens: int

    @property
    def papers(self) -> tuple[int, ...]:
        """All papers drawn, group by group."""
        return tuple(paper for group in self.groups for paper in group)


class _Pool:
    """The papers of one cluster that may still be drawn, nearest to the centre first when made."""

    def __init__(self, papers: Sequence[int], costs: Sequence[int]) -> None:
        self._left = list(papers)
        self._first = 0
        self._gone: set[int] = set()
        self._cheapest = [(costs[paper], paper) for paper in papers]
        heapq.heapify(self._cheapest)

    def __bool__(self) -> bool:
        return self._first < len(self._left)

    def cheapest(self) -> int:
        while self._cheapest[0][1] in self._gone:
            heapq.heappop(self._cheapest)
        return self._cheapest[0][0]

    def draw(self, draw: random.Random, within: Within) -> int:
        """Takes a paper out: whoever is drawn is sampled or does not fit, and comes back in neither case."""
        if within == "uniform":
            at = draw.randrange(self._first, len(self._left))
            self._left[self._first], self._left[at] = self._left[at], self._left[self._first]
        paper = self._left[self._first]
        self._first += 1
        self._gone.add(paper)
        return paper


def sample_clusters(
    clusters: Sequence[Sequence[int]],
    costs: Sequence[int],
    headings: Sequence[int],
    *,
    budget: int,
    draw: random.Random,
    within: Within = "uniform",
) -> Sample:
    """Gives papers of clusters within a budget of tokens (TOPICAL, Algorithm 1, corrected).

    Args:
        clusters: Numbers of papers, the biggest cluster first, in each the centre first and then by similarity to it;
            no paper is in two.
        costs: The tokens of each paper by number, with what separates it from the next; at least 0.
        headings: The tokens of each cluster's heading with its separators; charged with the cluster's first paper.
        budget: The most tokens in all.
        draw: The source of randomness.
        within: Whether a paper of a cluster is drawn by lot, or the nearest to the centre is taken.
    """
    groups: list[list[int]] = [[] for _ in clusters]
    weights = [math.sqrt(len(cluster)) for cluster in clusters]
    left = budget

    def price(cluster: int, cost: int) -> int:
        return cost if groups[cluster] else cost + headings[cluster]

    for number, cluster in enumerate(clusters):
        if cluster and price(number, costs[cluster[0]]) <= left:
            left -= price(number, costs[cluster[0]])
            groups[number].append(cluster[0])
    pools = [_Pool(cluster[1:], costs) for cluster in clusters]
    while candidates := [number for number, pool in enumerate(pools) if pool]:
        if min(price(number, pools[number].cheapest()) for number in candidates) > left:
            break
        number = draw.choices(candidates, weights=[weights[candidate] for candidate in candidates])[0]
        paper = pools[number].draw(draw, within)
        if price(number, costs[paper]) <= left:
            left -= price(number, costs[paper])
            groups[number].append(paper)
    return Sample(groups=tuple(map(tuple, groups)), tokens=budget - left)


def sample_without_clusters(
    costs: Sequence[int], *, budget: int, draw: random.Random, strategy: SmallStrategy = "random"
) -> Sample:
    """Gives papers within a budget of tokens as one group, by lot or the most relevant first.

    A paper that does not fit is passed over, and later ones that do are taken.

    Args:
        costs: The tokens of each paper in order of relevance.
        budget: The most tokens in all.
        draw: The source of randomness.
        strategy: ``random`` as in the paper, ``relevance`` as in its code.
    """
    order = list(range(len(costs)))
    if strategy == "random":
        draw.shuffle(order)
    chosen: list[int] = []
    left = budget
    for paper in order:
        if costs[paper] <= left:
            left -= costs[paper]
            chosen.append(paper)
    return Sample(groups=(tuple(chosen),), tokens=budget - left)
