"""Unites the names of one entity: by form, by abbreviation, by likeness (ScholarSum, stage 1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from conspectus.domain.entity_graph import EntityKind, EntityMention, GraphEntity
from conspectus.domain.minigraph import concept_key
from conspectus.foundation.text.tokens import words

LIKENESS = 0.92
"""The cosine from which two names are one, inclusive (methods 4.3)."""
Likeness = Callable[[Sequence[str]], Iterable[tuple[int, int, float]]]
"""Gives pairs of like names: their indices, the smaller first, and their cosine."""
_NUMBERED = re.compile(r"\d+(?:\.\d+)?|\b[A-Za-z]\b|\b[IVX]+\b")


def unite_variants(
    entities: Iterable[GraphEntity],
    abbreviations: Mapping[str, str],
    *,
    likeness: Likeness | None = None,
    least: float = LIKENESS,
) -> tuple[GraphEntity, ...]:
    """Gives the entities with variants united, numbered anew in order of first mention; no mention is lost.

    Two names are one if they differ in case, accents, hyphens or a plural only, if one abbreviates the other, or if
    their likeness is at least ``least`` and they have the same number of words, numbers and single letters ("type 1"
    is never "type 2"). The most frequent form is the name, the others are aliases; the most frequent type but Other
    is the type.

    Args:
        entities: As found, in any order.
        abbreviations: Long forms by short form, as the text defines them.
        likeness: Compares names beyond their form; without it only forms and abbreviations count.
        least: The smallest cosine, in [0, 1].
    """
    found = list(entities)
    parent = list(range(len(found)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    def unite(one: int, other: int) -> None:
        first, second = sorted((root(one), root(other)))
        parent[second] = first

    by_key: dict[str, int] = {}
    for index, entity in enumerate(found):
        for name in (entity.name, *entity.aliases):
            key = concept_key(name)
            if key:
                unite(index, by_key.setdefault(key, index))
    for short, long in abbreviations.items():
        one, other = by_key.get(concept_key(short)), by_key.get(concept_key(long))
        if one is not None and other is not None:
            unite(one, other)
    if likeness is not None:
        # Each name once, however often a paper uses it: pairs of names grow with the square.
        first: dict[str, int] = {}
        for index, entity in enumerate(found):
            first.setdefault(concept_key(entity.name) or entity.name, index)
        firsts = list(first.values())
        names = [found[index].name for index in firsts]
        for one, other, cosine in likeness(names):
            if cosine >= least and _may_be_one(names[one], names[other]):
                unite(firsts[one], firsts[other])
    groups: dict[int, list[GraphEntity]] = {}
    for index, entity in enumerate(found):
        groups.setdefault(root(index), []).append(entity)
    united = [_united(group, abbreviations) for group in groups.values()]
    united.sort(key=lambda entity: (entity.mentions[0].start, entity.mentions[0].end) if entity.mentions else (0, 0))
    return tuple(
        GraphEntity(id=f"e{n}", name=e.name, kind=e.kind, aliases=e.aliases, mentions=e.mentions)
        for n, e in enumerate(united, 1)
    )


def _may_be_one(one: str, other: str) -> bool:
    first, second = words(one), words(other)
    return (
        len(first) == len(second)
        and [w[:1].lower() for w in first] == [w[:1].lower() for w in second]
        and Counter(_NUMBERED.findall(one)) == Counter(_NUMBERED.findall(other))
    )


def _united(group: Sequence[GraphEntity], abbreviations: Mapping[str, str]) -> GraphEntity:
    mentions: dict[tuple[int, int], EntityMention] = {}
    kinds: Counter[EntityKind] = Counter()
    forms: Counter[str] = Counter()
    for entity in group:
        kinds[entity.kind] += max(1, len(entity.mentions))
        forms.update({name: 0 for name in (entity.name, *entity.aliases) if name not in forms})
        for mention in entity.mentions:
            if mentions.setdefault((mention.start, mention.end), mention) is mention:
                forms[mention.surface] += 1
    # A long form says more than its abbreviation, however often the latter is used.
    long = [form for form in forms if form not in abbreviations] or list(forms)
    name = max(long, key=lambda form: (forms[form], -list(forms).index(form)))
    typed = {kind: count for kind, count in kinds.items() if kind is not EntityKind.OTHER} or kinds
    return GraphEntity(
        id=group[0].id,
        name=name,
        kind=max(typed, key=lambda kind: (typed[kind], -list(EntityKind).index(kind))),
        aliases=tuple(form for form in forms if form != name),
        mentions=tuple(mentions[span] for span in sorted(mentions)),
    )


def letter_likeness(names: Sequence[str]) -> Iterable[tuple[int, int, float]]:
    """Gives the cosines of names as bags of letter triples, the pairs of at least 0.8 only."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    if len(names) < 2:
        return
    triples = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 3), use_idf=False)
    try:
        rows = triples.fit_transform(names)
    except ValueError:  # no name has three letters
        return
    pairs = (rows @ rows.T).tocoo()
    order = sorted(zip(pairs.row.tolist(), pairs.col.tolist(), pairs.data.tolist(), strict=True))
    for one, other, cosine in order:
        if one < other and cosine >= 0.8:
            yield one, other, min(1.0, cosine)
