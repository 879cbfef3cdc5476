"""What a person decides about entities of a library: that two are one, or that they are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conspectus.domain.entity_names import entity_key
from conspectus.domain.scientific_entities import PaperAnnotations
from conspectus.foundation.errors import UsageError
from conspectus.graphs.scientific_entities.library_entities import (
    LibraryEntities,
    LibraryEntity,
    library_entities,
)
from conspectus.library.entity_book import EntityBook, EntityDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of a decision: the pair of keys it is about, and the entities that the two now belong to."""

    first: str
    second: str
    entities: tuple[LibraryEntity, ...]


def merge_entities(book: EntityBook, annotations: Sequence[PaperAnnotations], first: str, second: str) -> Judged:
    """Makes one entity of two, for good or until they are split.

    Args:
        book: Of a library that is open for writing.
        annotations: Of all papers of the library.
        first: A label or alias of an entity.
        second: One of another.

    Raises:
        NothingFound: No paper names one of them.
        UsageError: They are one already, a name stands for several entities, or a part of one was split from a part
            of the other.
    """
    decisions = book.decisions()
    before = library_entities(annotations, decisions)
    one, other = key_named(before, first), key_named(before, second)
    by_key = before.by_key()
    if by_key[one] is by_key[other]:
        raise UsageError(f"{first!r} and {second!r} are one entity already.", hint="Nothing needs to be done.")
    decision = EntityDecision(number=0, first=min(one, other), second=max(one, other), state="merged")
    after = library_entities(annotations, (*_without(decisions, decision), decision)).by_key()
    if after[one] is not after[other]:
        apart = next(
            (d for d in decisions if d.state == "split" and _lies_between(d, by_key[one].keys, by_key[other].keys)),
            None,
        )
        told = f"{apart.first!r} and {apart.second!r} were split" if apart else "parts of them were split"
        raise UsageError(
            f"{first!r} and {second!r} cannot be merged: {told}.",
            hint=f'Merge those first: `conspectus entities merge "{apart.first}" "{apart.second}"`.' if apart else "",
        )
    book.decide(one, other, "merged")
    return Judged(first=one, second=other, entities=(after[one],))


def split_entities(
    book: EntityBook, annotations: Sequence[PaperAnnotations], first: str, second: str | None = None
) -> Judged:
    """Says that two names are not one entity; with one name, undoes the last merge that a person made of it.

    Args:
        book: Of a library that is open for writing.
        annotations: Of all papers of the library.
        first: A label or alias.
        second: Another one of the same entity, or None.

    Raises:
        NothingFound: No paper names one of them.
        UsageError: There is nothing to split: they are two entities already, a paper itself says that they are one,
            or no person has merged the entity.
    """
    decisions = book.decisions()
    before = library_entities(annotations, decisions)
    one = key_named(before, first)
    if second is None:
        one, other = _last_merge(before.by_key()[one], decisions)
    else:
        other = key_named(before, second)
    if one == other:
        raise UsageError(
            f"{first!r} and {second!r} are names of one entity in a paper.",
            hint="A paper that gives both for one thing cannot be split; only entities of different names can.",
        )
    if before.by_key()[one] is not before.by_key()[other]:
        raise UsageError(f"{first!r} and {second!r} are two entities already.", hint="Nothing needs to be done.")
    book.decide(one, other, "split")
    after = library_entities(annotations, book.decisions()).by_key()
    return Judged(first=one, second=other, entities=(after[one], after[other]))


def key_named(entities: LibraryEntities, name: str) -> str:
    """Gives the key of what papers call so, by label or, where no label is that, by alias.

    Raises:
        NothingFound: No paper names it.
        UsageError: It is an alias of several.
    """
    entity = entities.named(name)
    key = entity_key(name)
    if key in entity.keys:
        return key
    with_alias = {
        member.entity.key
        for member in entity.members
        if any(entity_key(alias) == key for alias in member.entity.aliases)
    }
    return min(with_alias) if with_alias else entity.key


def _last_merge(entity: LibraryEntity, decisions: Iterable[EntityDecision]) -> tuple[str, str]:
    keys = set(entity.keys)
    merges = [d for d in decisions if d.state == "merged" and d.first in keys and d.second in keys]
    if not merges:
        forms = ", ".join(f'"{key}"' for key in entity.keys)
        raise UsageError(
            f'Nobody has merged "{entity.label}" from several entities.',
            hint=f"Name two of its forms to split them: {forms}." if len(entity.keys) > 1 else "It has one form only.",
        )
    return merges[-1].first, merges[-1].second


def _without(decisions: Iterable[EntityDecision], other: EntityDecision) -> tuple[EntityDecision, ...]:
    return tuple(d for d in decisions if (d.first, d.second) != (other.first, other.second))


def _lies_between(decision: EntityDecision, one: Sequence[str], other: Sequence[str]) -> bool:
    pair = (decision.first, decision.second)
    return (pair[0] in one and pair[1] in other) or (pair[0] in other and pair[1] in one)
