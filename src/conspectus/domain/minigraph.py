"""Knowledge minigraphs: the concepts of a few abstracts and the relations between them (CKMAs, section 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from conspectus.domain.passage import Passage
from conspectus.foundation.text.normalise import match_key, one_line


class ConceptKind(Enum):
    """The six entity types of SciERC."""

    TASK = "Task"
    METHOD = "Method"
    METRIC = "Metric"
    MATERIAL = "Material"
    GENERIC = "Generic"
    OTHER = "OtherScientificTerm"


class RelationKind(Enum):
    """The seven relation types of SciERC; the head is the first argument.

    Used-for: head serves tail. Feature-of: head is a property of tail. Hyponym-of: head is a kind of tail.
    Part-of: head is a component of tail. Evaluate-for: head (metric, data) evaluates tail. Compare and
    Conjunction have no direction.
    """

    USED_FOR = "Used-for"
    FEATURE_OF = "Feature-of"
    HYPONYM_OF = "Hyponym-of"
    EVALUATE_FOR = "Evaluate-for"
    PART_OF = "Part-of"
    COMPARE = "Compare"
    CONJUNCTION = "Conjunction"

    @property
    def is_symmetric(self) -> bool:
        """Whether head and tail may change places."""
        return self in (RelationKind.COMPARE, RelationKind.CONJUNCTION)


# Relations whose extraction is close to guesswork offline count for less wherever relations are weighed.
RELIABILITY: dict[RelationKind, float] = {
    RelationKind.USED_FOR: 1.0,
    RelationKind.COMPARE: 1.0,
    RelationKind.CONJUNCTION: 0.8,
    RelationKind.HYPONYM_OF: 1.0,
    RelationKind.EVALUATE_FOR: 0.8,
    RelationKind.PART_OF: 0.3,
    RelationKind.FEATURE_OF: 0.3,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A concept: its name as the papers write it, its type, other forms, and the ids of the papers that name it.

    ``weight`` says how much it characterises the references, 0 if unknown.
    """

    name: str
    kind: ConceptKind
    aliases: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    weight: float = 0.0

    @property
    def key(self) -> str:
        """What makes two mentions one concept."""
        return concept_key(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A relation between two concepts by name, with the sentences that state it.

    ``weight`` orders relations when a minigraph is cut to its volume.
    """

    head: str
    kind: RelationKind
    tail: str
    support: tuple[Passage, ...] = ()
    weight: float = 0.0

    @property
    def key(self) -> tuple[str, RelationKind, str]:
        """What makes two relations the same; symmetric ones are the same both ways round."""
        head, tail = concept_key(self.head), concept_key(self.tail)
        if self.kind.is_symmetric and tail < head:
            head, tail = tail, head
        return head, self.kind, tail

    @property
    def papers(self) -> tuple[str, ...]:
        """The ids of the papers whose sentences state the relation."""
        return tuple(dict.fromkeys(passage.paper for passage in self.support))


@dataclass(frozen=True, slots=True, kw_only=True)
class Minigraph:
    """Concepts and the relations between them; every relation's ends are among the concepts."""

    concepts: tuple[Concept, ...] = ()
    relations: tuple[Relation, ...] = ()

    def by_key(self) -> dict[str, Concept]:
        """Gives the concepts by key, and by the keys of their aliases where no concept has that name."""
        named = {concept.key: concept for concept in self.concepts}
        for concept in self.concepts:
            for alias in concept.aliases:
                named.setdefault(concept_key(alias), concept)
        return named


@lru_cache(maxsize=100_000)
def concept_key(name: str) -> str:
    """Gives the key of a concept name: case, accents, hyphens and a plural "s" do not matter."""
    words = match_key(name).split()
    if words and len(words[-1]) > 3 and words[-1].endswith("s") and not words[-1].endswith(("ss", "us", "is")):
        words[-1] = words[-1][:-1]
    return " ".join(words)


def build_minigraph(
    concepts: Iterable[Concept], relations: Iterable[Relation], *, volume: int | None = None
) -> Minigraph:
    """Gives the minigraph of what an extractor found, in the form every consumer relies on.

    Concepts of one key are united (papers and aliases too; the first kind that is not Generic stays), self
    loops and names without any letter or digit go, relations of one key are united with all their support,
    the ``volume`` heaviest relations stay (ties keep their order), and a relation's missing end becomes a
    Generic concept. Concepts without a relation stay.

    Args:
        concepts: In order of appearance.
        relations: In order of appearance.
        volume: The most relations to keep (m), all if None.
    """
    united: dict[tuple[str, RelationKind, str], Relation] = {}
    for relation in relations:
        head, tail = one_line(relation.head), one_line(relation.tail)
        if not concept_key(head) or not concept_key(tail) or concept_key(head) == concept_key(tail):
            continue
        if (head, tail) != (relation.head, relation.tail):
            relation = replace(relation, head=head, tail=tail)
        known = united.get(key := relation.key)
        united[key] = (
            relation
            if known is None
            else replace(
                known,
                support=tuple(dict.fromkeys((*known.support, *relation.support))),
                weight=known.weight + relation.weight,
            )
        )
    kept = list(united.values())
    if volume is not None and len(kept) > volume:
        order = sorted(range(len(kept)), key=lambda index: (-kept[index].weight, index))[:volume]
        kept = [kept[index] for index in sorted(order)]
    by_key: dict[str, Concept] = {}
    for concept in concepts:
        _unite(by_key, concept)
    for relation in kept:
        for end in (relation.head, relation.tail):
            if concept_key(end) not in by_key:
                _unite(by_key, Concept(name=end, kind=ConceptKind.GENERIC, papers=relation.papers))
    return Minigraph(concepts=tuple(by_key.values()), relations=tuple(kept))


def _unite(by_key: dict[str, Concept], concept: Concept) -> None:
    if not concept.key:
        return
    known = by_key.get(concept.key)
    by_key[concept.key] = (
        concept
        if known is None
        else replace(
            known,
            kind=concept.kind if known.kind is ConceptKind.GENERIC else known.kind,
            aliases=tuple(dict.fromkeys((*known.aliases, *concept.aliases))),
            papers=tuple(dict.fromkeys((*known.papers, *concept.papers))),
            weight=known.weight + concept.weight,
        )
    )


def kind_from_text(text: str) -> RelationKind | None:
    """Gives the relation type that a text names ("used for", "USED-FOR", "Used_For"), or None."""
    wanted = match_key(text)
    return next((kind for kind in RelationKind if match_key(kind.value) == wanted), None)


# Only the names of the types are looked for, so that a name may hold hyphens ("a -b") and be read back.
_KINDS = "|".join(kind.value.replace("-", r"[\s_-]+") for kind in RelationKind)
_LINE = re.compile(
    rf"^\s*(?P<head>.+?)\s+-\s*(?P<kind>{_KINDS})\s*(?:→|->)\s+(?P<tail>.+?)\s*$",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"\\|→|->")
_ESCAPED = re.compile(r"\\(\\|→|->)")


def render_minigraph(minigraph: Minigraph, *, ascii_only: bool = False) -> str:
    """Gives the text form R of a minigraph: one line ``head -Used-for→ tail`` for each relation (CKMAs, 3.2).

    An arrow or a backslash inside a name stands behind a backslash.

    Args:
        minigraph: The graph.
        ascii_only: Write ``->`` for the arrow.
    """
    arrow = "->" if ascii_only else "→"
    return "\n".join(f"{_escaped(r.head)} -{r.kind.value}{arrow} {_escaped(r.tail)}" for r in minigraph.relations)


def _escaped(name: str) -> str:
    return _ESCAPE.sub(lambda found: "\\" + found.group(), one_line(name))


def parse_minigraph(text: str) -> Minigraph:
    """Gives the minigraph of a text in the form R; lines of another form or of unknown type are left out.

    ``parse_minigraph(render_minigraph(g))`` has the relations of ``g`` (without support and weight).
    """
    relations = []
    for line in text.splitlines():
        found = _LINE.match(line)
        kind = kind_from_text(found.group("kind")) if found else None
        if found and kind:
            head, tail = (_ESCAPED.sub(r"\1", found.group(end)) for end in ("head", "tail"))
            relations.append(Relation(head=head, kind=kind, tail=tail))
    return build_minigraph((), relations)
