"""The entities of a whole library: those of the papers, united where they are surely one or a person said so.

A library entity is a view: the annotations of the papers stay as they are, and what unites them is a list of pairs.
Whatever is merged can therefore be split again, and no mention is ever lost.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from conspectus.domain.entity_names import entity_key
from conspectus.domain.scientific_entities import PaperAnnotations, ScientificEntity, ScientificType
from conspectus.foundation.errors import NothingFound, UsageError
from conspectus.graphs.scientific_entities.variants import Reason, Variant, form_variants
from conspectus.library.entity_book import EntityDecision

_UNITED_BY_NAME: frozenset[Reason] = frozenset({"spelling", "abbreviation", "alias"})
_ABBREVIATION_SCORE = 0.9
# An abbreviation that so many papers define alike, and none otherwise, means the same where it is not defined.
_ENOUGH_PAPERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityOfPaper:
    """An entity as one paper has it."""

    paper: str
    entity: ScientificEntity


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntity:
    """An entity of the library: its commonest label and type, and the entities of papers that it unites.

    ``key`` is the key of its first form in the library; ``labels`` are the commonest label in each language;
    ``keys`` are those of the forms that were united, sorted.
    """

    key: str
    label: str
    kind: ScientificType
    labels: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...]
    keys: tuple[str, ...]
    members: tuple[EntityOfPaper, ...]

    @property
    def papers(self) -> tuple[str, ...]:
        """The ids of the papers that name it, in library order."""
        return tuple(dict.fromkeys(member.paper for member in self.members))

    @property
    def mentions(self) -> int:
        """How often the papers name it."""
        return sum(len(member.entity.mentions) for member in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntities:
    """All entities of a library, and the pairs that a person may want to judge, the surest first."""

    entities: tuple[LibraryEntity, ...]
    offers: tuple[Variant, ...]

    def by_key(self) -> dict[str, LibraryEntity]:
        """Gives the entity of each key, that of every united form included."""
        return {key: entity for entity in self.entities for key in entity.keys}

    def named(self, name: str) -> LibraryEntity:
        """Gives the entity with a label or alias, case and number set aside.

        Raises:
            NothingFound: There is none.
            UsageError: Several entities have the alias.
        """
        key = entity_key(name)
        found = self.by_key().get(key)
        if found is not None:
            return found
        known = [e for e in self.entities if key and any(entity_key(alias) == key for alias in e.aliases)]
        if not known:
            raise NothingFound(
                f"No paper of the library names {name!r}.", hint="`conspectus entities list` shows what they name."
            )
        if len(known) > 1:
            labels = ", ".join(f'"{entity.label}"' for entity in known[:5])
            raise UsageError(f"{name!r} stands for {len(known)} entities.", hint=f"Name one of them: {labels}.")
        return known[0]


def library_entities(
    annotations: Iterable[PaperAnnotations], decisions: Sequence[EntityDecision] = ()
) -> LibraryEntities:
    """Gives the entities of papers, united by key, by sure variants and by what a person decided.

    A pair that a person split is never in one entity, whatever else would unite it. What a person merged comes
    first, then the surest variants. The same annotations and decisions always give the same entities.

    Args:
        annotations: Of the papers, in library order.
        decisions: The decision that counts for each pair.
    """
    members: dict[str, list[EntityOfPaper]] = defaultdict(list)
    for paper in annotations:
        for entity in paper.entities:
            members[entity.key].append(EntityOfPaper(paper=paper.paper, entity=entity))
    variants = [*_by_alias(members), *_by_form(members)]
    groups = _Groups(members, decisions)
    for decision in decisions:
        if decision.state == "merged":
            groups.unite(decision.first, decision.second)
    for variant in sorted(variants, key=lambda v: (-v.score, v.first, v.second)):
        if variant.is_certain and (variant.reason in _UNITED_BY_NAME or _of_one_kind(members, variant)):
            groups.unite(variant.first, variant.second)
    made = [_entity(keys, members) for keys in groups.groups()]
    offers: dict[tuple[str, str], Variant] = {}
    for variant in sorted(map(_offered, variants), key=lambda v: (-v.score, v.first, v.second)):
        apart = groups.root(variant.first) != groups.root(variant.second)
        if apart and not groups.is_decided(variant.first, variant.second):
            offers.setdefault((variant.first, variant.second), variant)
    return LibraryEntities(entities=tuple(made), offers=tuple(offers.values()))


class _Groups:
    """Keys in groups that grow, but never so that a pair that was split comes together."""

    def __init__(self, members: Mapping[str, object], decisions: Sequence[EntityDecision]) -> None:
        self._above = {key: key for key in members}
        self._inside = {key: [key] for key in members}
        self._decided = {(decision.first, decision.second) for decision in decisions}
        self._apart: dict[str, set[str]] = defaultdict(set)
        for decision in decisions:
            if decision.state == "split":
                self._apart[decision.first].add(decision.second)
                self._apart[decision.second].add(decision.first)

    def root(self, key: str) -> str:
        while self._above[key] != key:
            self._above[key] = self._above[self._above[key]]
            key = self._above[key]
        return key

    def unite(self, first: str, second: str) -> None:
        if first not in self._above or second not in self._above:
            # A paper that named it has left the library; the decision waits for another.
            return
        one, other = self.root(first), self.root(second)
        if one == other or any(not self._apart[key].isdisjoint(self._inside[other]) for key in self._inside[one]):
            return
        self._above[other] = one
        self._inside[one] += self._inside.pop(other)

    def is_decided(self, first: str, second: str) -> bool:
        return (min(first, second), max(first, second)) in self._decided

    def groups(self) -> Iterator[list[str]]:
        """The groups in the order of their first key in the library."""
        done: set[str] = set()
        for key in self._above:
            root = self.root(key)
            if root not in done:
                done.add(root)
                yield self._inside[root]


def _entity(keys: Sequence[str], members: Mapping[str, Sequence[EntityOfPaper]]) -> LibraryEntity:
    inside = [member for key in keys for member in members[key]]
    kinds: Counter[ScientificType] = Counter()
    forms: Counter[str] = Counter()
    by_language: dict[str, Counter[str]] = defaultdict(Counter)
    for member in inside:
        entity = member.entity
        kinds[entity.kind] += max(1, len(entity.mentions))
        by_language[entity.language][entity.label] += max(1, len(entity.mentions))
        forms[entity.label] += 0
        for form in entity.aliases:
            forms[form] += 0
        for mention in entity.mentions:
            forms[mention.surface] += 1
    labels = {language: _commonest(counted) for language, counted in by_language.items()}
    total: Counter[str] = Counter()
    for counted in by_language.values():
        total.update(counted)
    label = _commonest(total)
    aliases: dict[str, str] = {}
    for form in sorted(forms, key=lambda form: (-forms[form], form)):
        if form.casefold() != label.casefold():
            aliases.setdefault(form.casefold(), form)
    return LibraryEntity(
        key=keys[0],
        label=label,
        kind=max(kinds, key=lambda kind: (kinds[kind], kind.value)),
        labels=tuple(sorted(labels.items())),
        aliases=tuple(aliases.values()),
        keys=tuple(sorted(keys)),
        members=tuple(inside),
    )


def _commonest(forms: Counter[str]) -> str:
    return min(forms, key=lambda form: (-forms[form], form))


def _by_form(members: Mapping[str, Sequence[EntityOfPaper]]) -> Iterator[Variant]:
    return form_variants(member.entity.label for inside in members.values() for member in inside)


def _by_alias(members: Mapping[str, Sequence[EntityOfPaper]]) -> Iterator[Variant]:
    """Pairs of an entity and what other papers call by one of its other names.

    An alias of several entities, such as an abbreviation with two long forms, is only offered.
    """
    owners: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    written: dict[str, str] = {}
    for key, inside in members.items():
        for member in inside:
            for alias in member.entity.aliases:
                if entity_key(alias) != key:
                    owners[entity_key(alias)][key].add(member.paper)
                    written.setdefault(entity_key(alias), alias)
    for alias in sorted(owners):
        if alias not in members:
            continue
        short = sum(char.isupper() for char in written[alias]) > 1 and " " not in written[alias]
        for key, papers in sorted(owners[alias].items()):
            enough = not short or len(papers) >= _ENOUGH_PAPERS
            sure = len(owners[alias]) == 1 and enough
            first, second = sorted((alias, key))
            yield Variant(
                first=first,
                second=second,
                reason="abbreviation" if short else "alias",
                score=1.0 if sure else _ABBREVIATION_SCORE,
            )


def _offered(variant: Variant) -> Variant:
    """A variant that was not united although its form is sure: the types differ, or a person said so."""
    return replace(variant, score=_ABBREVIATION_SCORE) if variant.is_certain else variant


def _of_one_kind(members: Mapping[str, Sequence[EntityOfPaper]], variant: Variant) -> bool:
    kinds = [{member.entity.kind for member in members[key]} for key in (variant.first, variant.second)]
    # A task is not the model that solves it.
    return bool(kinds[0] & kinds[1] - {ScientificType.RESEARCH_PROBLEM})
