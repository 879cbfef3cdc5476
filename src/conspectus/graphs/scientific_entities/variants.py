"""Which names are variants of one entity: surely, perhaps, or not at all.

Sure are spellings of one name ("data set", "dataset", "data-sets"), and a name with and without the word for what it
is ("BERT", "BERT model"). Perhaps are names of the same words in another order, and names that differ by one letter.
Names that differ in a number or by a prefix that turns the sense ("supervised", "unsupervised") never are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from conspectus.domain.entity_names import entity_key, joined_key
from conspectus.domain.scientific_entities import ScientificEntity, ScientificType, united

Reason = Literal["spelling", "type word", "abbreviation", "alias", "word order", "one letter"]

# Words that say what a name is of, and add nothing to the name.
_TYPE_WORDS = frozenset(
    "algorithm|benchmark|corpus|data set|database|dataset|language|library|model|ontology|package|software|"
    "software package|toolkit|treebank".split("|")
)
_TURNING = (
    "un", "non", "in", "im", "ir", "il", "dis", "de", "anti", "a", "hyper", "hypo", "inter", "intra", "pre", "post",
    "micro", "macro", "mono", "bi", "multi", "over", "under", "up", "down", "pro", "re", "co", "sub", "super", "semi",
    "self", "homo", "hetero", "endo", "exo", "ex",
)  # fmt: skip
_SHORTEST_FOR_LETTER = 10
_WORD_ORDER, _ONE_LETTER = 0.8, 0.7
# Names that so many share are talk, and comparing all of them takes the square of it.
_LARGEST_BLOCK = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """Two names, by key and the lesser first, that are or may be one entity; ``score`` in (0, 1], 1 if it is sure."""

    first: str
    second: str
    reason: Reason
    score: float

    @property
    def is_certain(self) -> bool:
        """Whether the two are united without asking anyone."""
        return self.score >= 1.0


def variant_of(one: str, other: str) -> Variant | None:
    """Gives whether two names are variants by their form alone, None if they are not or if they have one key."""
    first, second = sorted((entity_key(one), entity_key(other)))
    if not first or first == second:
        return None
    if first.replace(" ", "") == second.replace(" ", ""):
        return Variant(first=first, second=second, reason="spelling", score=1.0)
    shorter, longer = sorted((one, other), key=lambda name: len(entity_key(name)))
    if _is_name(shorter) and _without_type_word(entity_key(longer)) == entity_key(shorter):
        return Variant(first=first, second=second, reason="type word", score=1.0)
    if _numbers(first) != _numbers(second):
        return None
    words = first.split(), second.split()
    if len(words[0]) > 1 and sorted(words[0]) == sorted(words[1]):
        return Variant(first=first, second=second, reason="word order", score=_WORD_ORDER)
    if _differ_by_a_letter(first, second):
        return Variant(first=first, second=second, reason="one letter", score=_ONE_LETTER)
    return None


def form_variants(names: Iterable[str]) -> Iterator[Variant]:
    """Yields the variants by form among many names, each pair once, in a fixed order.

    Only names that share a block are compared, so that the time grows with the number of names and not its square.
    """
    by_key: dict[str, str] = {}
    for name in names:
        by_key.setdefault(entity_key(name), name)
    blocks: dict[str, list[str]] = defaultdict(list)
    for key in sorted(by_key):
        for block in dict.fromkeys(_blocks(key)):
            blocks[block].append(key)
    seen: set[tuple[str, str]] = set()
    for block in sorted(blocks):
        keys = blocks[block]
        if len(keys) > _LARGEST_BLOCK:
            continue
        for place, first in enumerate(keys):
            for second in keys[place + 1 :]:
                if (first, second) not in seen:
                    seen.add((first, second))
                    found = variant_of(by_key[first], by_key[second])
                    if found is not None:
                        yield found


def unite_variants(entities: Sequence[ScientificEntity]) -> tuple[ScientificEntity, ...]:
    """Gives the entities of one paper with sure variants of one type united: no mention and no form is lost.

    The label with more mentions stays, the other becomes an alias. Entities of one key are united whatever their type.
    """
    by_key: dict[str, ScientificEntity] = {}
    for entity in entities:
        by_key[entity.key] = united(by_key[entity.key], entity) if entity.key in by_key else entity
    into: dict[str, str] = {}

    def root(key: str) -> str:
        while key in into:
            key = into[key]
        return key

    for found in form_variants(entity.label for entity in entities):
        one, other = by_key[root(found.first)], by_key[root(found.second)]
        if not found.is_certain or one.key == other.key or one.kind is not other.kind:
            continue
        if found.reason == "type word" and one.kind is ScientificType.RESEARCH_PROBLEM:
            # A task is not the model that solves it.
            continue
        kept, left = sorted((one, other), key=lambda entity: (-len(entity.mentions), entity.key))
        by_key[kept.key] = united(kept, left)
        into[left.key] = kept.key
    return tuple(entity for key, entity in by_key.items() if key not in into)


def _blocks(key: str) -> Iterator[str]:
    joined = key.replace(" ", "")
    yield joined
    bare = _without_type_word(key)
    if bare != key:
        yield bare.replace(" ", "")
    yield "order " + " ".join(sorted(key.split()))
    if len(joined) >= _SHORTEST_FOR_LETTER:
        # Two names that differ by one letter share one with a letter left out.
        yield from (f"letter {key[:place]}{key[place + 1 :]}" for place in range(1, len(key)))
        yield f"letter {key}"


def _without_type_word(key: str) -> str:
    words = key.split()
    for length in (2, 1):
        if len(words) > length and " ".join(words[-length:]) in _TYPE_WORDS:
            return " ".join(words[:-length])
    return key


def _is_name(name: str) -> bool:
    """Whether a name is written as one: with a capital behind the first letter, or a digit."""
    return any(char.isupper() or char.isdigit() for char in name[1:]) and joined_key(name) != ""


def _numbers(key: str) -> list[str]:
    return [word for word in key.split() if any(char.isdigit() for char in word) or len(word) == 1]


def _differ_by_a_letter(first: str, second: str) -> bool:
    """Whether one letter inside a long word was changed, left out or doubled, and that does not turn the sense."""
    one, other = first.split(), second.split()
    if len(one) != len(other) or min(len(first), len(second)) < _SHORTEST_FOR_LETTER:
        return False
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(different) != 1:
        return False
    (left, right) = sorted(different[0], key=len)
    if len(left) < 5 or left[0] != right[0] or not (left.isalpha() and right.isalpha()):
        return False
    if any(right == prefix + left for prefix in _TURNING) or _share_all_but_a_prefix(left, right):
        return False
    return _is_one_edit(left, right)


def _share_all_but_a_prefix(left: str, right: str) -> bool:
    """Whether both begin with prefixes that turn the sense ("interannotator", "intraannotator")."""
    prefixes = [(a, b) for a in _TURNING for b in _TURNING if a != b and left.startswith(a) and right.startswith(b)]
    return any(left[len(a) :] == right[len(b) :] for a, b in prefixes)


def _is_one_edit(left: str, right: str) -> bool:
    if len(right) - len(left) > 1:
        return False
    place = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), len(left))
    # Endings make other words of a stem ("syntactic", "syntactics" aside): what differs lies inside.
    if place >= len(left) - 1:
        return False
    if len(left) == len(right):
        swapped = left[place + 1] == right[place] and left[place] == right[place + 1]
        return left[place + 1 :] == right[place + 1 :] or (swapped and left[place + 2 :] == right[place + 2 :])
    return left[place:] == right[place + 1 :]
