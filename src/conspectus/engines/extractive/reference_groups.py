"""Which references belong together: a walk along the concepts that they share in the minigraph."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, RelationKind, concept_key
from conspectus.domain.tasks import ReferenceAbstract
from conspectus.foundation.text.tokens import content_stems

_KIND_WEIGHT = {
    ConceptKind.TASK: 1.3,
    ConceptKind.METHOD: 1.1,
    ConceptKind.MATERIAL: 0.7,
    ConceptKind.OTHER: 0.8,
    ConceptKind.METRIC: 0.2,
    ConceptKind.GENERIC: 0.0,
}
LARGEST_GROUP = 7

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceGroup:
    """References (by index) that share a concept; ``concept`` is None for a single or a merely similar one.

    ``core`` are the members whose own text names the concept; others joined by similarity.
    """

    members: tuple[int, ...]
    concept: Concept | None = None
    core: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Shared:
    concept: Concept
    members: frozenset[int]
    score: float


def group_references(
    references: Sequence[ReferenceAbstract], minigraph: Minigraph, *, similarity: float = 0.16
) -> list[ReferenceGroup]:
    """Gives the references in groups, ordered as a walk that begins with the first reference given.

    Groups form around the concept that characterises the most references not yet in a group; what is left
    joins the most similar group, or stands alone. The next group is the one closest to the last by shared
    concepts and words; ties keep the order of the references, so the order given decides where the walk
    begins and how it goes on.

    Args:
        references: In the order of the path.
        minigraph: The concepts and relations over all references.
        similarity: The least cosine at which a reference joins a group without sharing its concept.
    """
    alike = reference_similarity(references)
    shared = _shared_concepts(references, minigraph)
    groups: list[ReferenceGroup] = []
    free = set(range(len(references)))
    while free:
        best = _best_shared(shared, free)
        if best is None:
            break
        concept, members = best
        groups.append(ReferenceGroup(members=members, concept=concept, core=members))
        free -= set(members)
    groups = _join_similar(groups, sorted(free), alike, similarity)
    return _walk(groups, alike)


def contrast(first: ReferenceAbstract, second: ReferenceAbstract, minigraph: Minigraph) -> Concept | None:
    """Gives the task for which the minigraph knows different methods of two references, or None.

    That is the case when each has a Used-for relation from a Method of its own to one Task, or when a Compare
    relation links a concept of the one with a concept of the other.
    """
    methods: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    named = minigraph.by_key()
    for relation in minigraph.relations:
        head, tail = named.get(concept_key(relation.head)), named.get(concept_key(relation.tail))
        if head is None or tail is None:
            continue
        if relation.kind is RelationKind.COMPARE and _apart(head, tail, first.paper, second.paper):
            return head
        if relation.kind is RelationKind.USED_FOR and head.kind is ConceptKind.METHOD and tail.kind is ConceptKind.TASK:
            for side, paper in enumerate((first.paper, second.paper)):
                if paper in relation.papers:
                    methods[tail.key][side].add(head.key)
    for task, (mine, theirs) in methods.items():
        if mine and theirs and not mine & theirs:
            return named[task]
    return None


def _apart(head: Concept, tail: Concept, first: str, second: str) -> bool:
    def only(concept: Concept, here: str, there: str) -> bool:
        return here in concept.papers and there not in concept.papers

    return (only(head, first, second) and only(tail, second, first)) or (
        only(head, second, first) and only(tail, first, second)
    )


def _shared_concepts(references: Sequence[ReferenceAbstract], minigraph: Minigraph) -> list[_Shared]:
    """Concepts that at least two references name, with those whose name ends in another's ("neural parsing")."""
    place = {reference.paper: index for index, reference in enumerate(references)}
    members: dict[str, set[int]] = defaultdict(set)
    named: dict[str, Concept] = {}
    for concept in minigraph.concepts:
        if concept.kind is ConceptKind.GENERIC:
            continue
        named.setdefault(concept.key, concept)
        for alias in (concept.name, *concept.aliases):
            members[concept.key if alias == concept.name else concept_key(alias)] |= {
                place[paper] for paper in concept.papers if paper in place
            }
        tokens = concept.key.split()
        for cut in range(1, len(tokens) - 1):
            members[" ".join(tokens[cut:])] |= {place[paper] for paper in concept.papers if paper in place}
    shared = []
    for key, concept in named.items():
        found = members[key]
        if len(found) >= 2:
            shared.append(_Shared(concept, frozenset(found), _characteristic(concept, len(found), len(references))))
    return sorted(shared, key=lambda item: (-item.score, item.concept.key))


def _characteristic(concept: Concept, covered: int, total: int) -> float:
    tokens = len(concept.key.split())
    length = {1: 0.45, 2: 1.0, 3: 1.15}.get(tokens, 1.1)
    weight = concept.weight / max(1, len(concept.papers)) or 1.0
    everywhere = 0.6 if total > 4 and covered > 0.8 * total else 1.0
    return _KIND_WEIGHT[concept.kind] * length * weight * math.log2(1 + covered) * everywhere


def _best_shared(shared: Sequence[_Shared], free: set[int]) -> tuple[Concept, tuple[int, ...]] | None:
    best: tuple[float, Concept, tuple[int, ...]] | None = None
    for item in shared:
        members = tuple(sorted(item.members & free))[:LARGEST_GROUP]
        if len(members) < 2:
            continue
        score = item.score * math.log2(1 + len(members)) / math.log2(1 + len(item.members))
        if best is None or score > best[0]:
            best = (score, item.concept, members)
    return None if best is None else (best[1], best[2])


def _join_similar(
    groups: list[ReferenceGroup], free: Sequence[int], alike: Matrix, least: float
) -> list[ReferenceGroup]:
    for index in free:
        scored = [
            (float(alike[index, list(group.members)].max()), -place, place)
            for place, group in enumerate(groups)
            if len(group.members) < LARGEST_GROUP
        ]
        best = max(scored, default=(0.0, 0, -1))
        if best[0] >= least:
            group = groups[best[2]]
            groups[best[2]] = ReferenceGroup(members=(*group.members, index), concept=group.concept, core=group.core)
        else:
            groups.append(ReferenceGroup(members=(index,)))
    return groups


def _walk(groups: list[ReferenceGroup], alike: Matrix) -> list[ReferenceGroup]:
    rest = sorted(groups, key=lambda group: min(group.members))
    walk = rest[:1]
    rest = rest[1:]
    while rest:
        rows = alike[list(walk[-1].members)].max(axis=0)
        nearest = max(
            range(len(rest)), key=lambda place: (round(float(rows[list(rest[place].members)].max()), 6), -place)
        )
        walk.append(rest.pop(nearest))
    return walk


def reference_similarity(references: Sequence[ReferenceAbstract]) -> Matrix:
    """Gives the cosine of each two references, in [0, 1], over stems weighted by their rarity among the references."""
    bags = [
        Counter(content_stems(" ".join((reference.title, *(item.passage.quote for item in reference.evidence)))))
        for reference in references
    ]
    frequency = Counter(word for bag in bags for word in bag)
    place = {word: index for index, word in enumerate(sorted(frequency))}
    matrix = np.zeros((len(bags), max(1, len(place))))
    for row, bag in enumerate(bags):
        for word, count in bag.items():
            matrix[row, place[word]] = (1 + math.log(count)) * math.log(1 + len(references) / frequency[word])
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix /= np.where(norms == 0, 1, norms)
    # Rounded, so that the order of summation in the linear algebra library cannot decide a tie.
    return np.round(matrix @ matrix.T, 9)
