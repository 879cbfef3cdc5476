"""From the abstracts of a chunk and the minigraph so far to the next minigraph (CKMAs, Eq. 1), offline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from conspectus.domain.minigraph import (
    RELIABILITY,
    Concept,
    ConceptKind,
    Relation,
    RelationKind,
    build_minigraph,
    concept_key,
)
from conspectus.domain.tasks import (
    ExtractRelationsRequest,
    ExtractRelationsResult,
    ReferenceAbstract,
    RelationConstraints,
)
from conspectus.engines.extractive.extract import Extraction, Mention, extract_abstract
from conspectus.engines.extractive.word_frequencies import inverse_frequency
from conspectus.foundation.text.tokens import plain_tokens


def extract_relations(request: ExtractRelationsRequest) -> ExtractRelationsResult:
    """Gives the minigraph that extends the previous one by the concepts and relations of one chunk.

    With ``merge="replace"`` the whole graph is emitted anew: the relations of the previous graph and of the
    chunk are weighed again in the light of all papers that now name their ends, and the heaviest ``volume``
    stay. With "union" the previous relations keep the weights that they had. Without the scientific
    constraint concepts have no type and neighbours in a sentence are joined.
    """
    concepts: list[Concept] = list(request.previous.concepts) if request.previous else []
    relations: list[Relation] = list(request.previous.relations) if request.previous else []
    for reference in request.abstracts:
        found = extract_abstract([item.passage.quote for item in reference.evidence])
        concepts.extend(_concepts(found, reference, request.constraints))
        relations.extend(_relations(found, reference, request.constraints))
    united = build_minigraph(concepts, relations)
    if request.merge == "replace":
        named = united.by_key()
        united = replace(united, relations=tuple(replace(r, weight=_weight(r, named)) for r in united.relations))
    return ExtractRelationsResult(
        minigraph=build_minigraph(united.concepts, united.relations, volume=request.constraints.volume)
    )


def specificity(name: str) -> float:
    """Gives how much a name characterises a text: the mean inverse frequency of its words, at least 0."""
    tokens = plain_tokens(name)
    return sum(inverse_frequency(token) for token in tokens) / len(tokens) if tokens else 0.0


def _weight(relation: Relation, named: Mapping[str, Concept]) -> float:
    ends = (named.get(concept_key(relation.head)), named.get(concept_key(relation.tail)))
    sharing = sum(math.log2(1 + len(end.papers)) for end in ends if end is not None)
    return RELIABILITY[relation.kind] * (specificity(relation.head) + specificity(relation.tail)) * (1 + sharing)


def _concepts(found: Extraction, reference: ReferenceAbstract, constraints: RelationConstraints) -> Iterator[Concept]:
    for mention in found.mentions:
        if mention.kind is ConceptKind.GENERIC:
            continue
        name, alias = _split_abbreviation(mention.text)
        yield Concept(
            name=name,
            kind=mention.kind if constraints.scientific else ConceptKind.OTHER,
            aliases=(alias,) if alias else (),
            papers=(reference.paper,),
            weight=specificity(name),
        )


def _relations(found: Extraction, reference: ReferenceAbstract, constraints: RelationConstraints) -> Iterator[Relation]:
    for head, kind, tail in _pairs(found, constraints):
        # "Method" of one paper is not "method" of another: a relation with a Generic end says nothing here.
        if ConceptKind.GENERIC in (head.kind, tail.kind):
            continue
        yield Relation(
            head=_split_abbreviation(head.text)[0],
            kind=kind,
            tail=_split_abbreviation(tail.text)[0],
            support=(reference.evidence[head.sentence].passage,),
            weight=RELIABILITY[kind] * (specificity(head.text) + specificity(tail.text)),
        )


def _pairs(found: Extraction, constraints: RelationConstraints) -> Iterator[tuple[Mention, RelationKind, Mention]]:
    if constraints.scientific:
        for relation in found.relations:
            yield relation.head, relation.kind, relation.tail
        return
    mentions: Sequence[Mention] = found.mentions
    for left, right in pairwise(mentions):
        if left.sentence == right.sentence:
            yield left, RelationKind.CONJUNCTION, right


def _split_abbreviation(name: str) -> tuple[str, str]:
    """Gives (long form, abbreviation) of "long form (ABC)"; the abbreviation is "" if there is none."""
    head, bracket, tail = name.partition(" (")
    alias = tail.strip(" )")
    return (head.strip(), alias) if bracket and 1 < len(alias) <= 12 and " " not in alias else (name.strip(), "")
