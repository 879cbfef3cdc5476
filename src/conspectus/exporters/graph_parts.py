"""What all writers of minigraphs need: numbered concepts with their links, and the colours of concept kinds."""

from __future__ import annotations

from dataclasses import dataclass

from conspectus.domain.minigraph import Concept, ConceptKind, Minigraph, Relation, concept_key

# Fill and outline; after Okabe and Ito (2008), so that readers who do not see red and green apart can read them.
KIND_COLOURS: dict[ConceptKind, tuple[str, str]] = {
    ConceptKind.TASK: ("#dcebf7", "#0072b2"),
    ConceptKind.METHOD: ("#d5f0e6", "#00805d"),
    ConceptKind.METRIC: ("#fdebc8", "#a86f00"),
    ConceptKind.MATERIAL: ("#f7e0ec", "#a8437c"),
    ConceptKind.GENERIC: ("#eceef0", "#6b7580"),
    ConceptKind.OTHER: ("#fbe2d5", "#b84a00"),
}
KIND_LABELS: dict[ConceptKind, str] = {
    kind: "Other term" if kind is ConceptKind.OTHER else kind.value for kind in ConceptKind
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedGraph:
    """A minigraph with its concepts by number: each link is the number of its head, that of its tail, the relation."""

    concepts: tuple[Concept, ...]
    links: tuple[tuple[int, int, Relation], ...]


def numbered(minigraph: Minigraph) -> NumberedGraph:
    """Gives the minigraph with concepts by number; an end that is no concept becomes a generic one at the end."""
    concepts = list(minigraph.concepts)
    places: dict[str, int] = {}
    for index, concept in enumerate(concepts):
        places.setdefault(concept.key, index)
    for key, concept in minigraph.by_key().items():
        places.setdefault(key, places[concept.key])

    def number(name: str) -> int:
        if concept_key(name) not in places:
            places[concept_key(name)] = len(concepts)
            concepts.append(Concept(name=name, kind=ConceptKind.GENERIC))
        return places[concept_key(name)]

    links = tuple((number(relation.head), number(relation.tail), relation) for relation in minigraph.relations)
    return NumberedGraph(concepts=tuple(concepts), links=links)
