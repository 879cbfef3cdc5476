"""Linking entities to a local label table in PARSE's order (methods 3.4, step 5).

The lower-cased name first, then without stop words, then its lemmas; else the first hit, which is no exact match and
says so. Names of one word are skipped, names of two to four words are linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from conspectus.domain.scientific_entities import EntityLink, ScientificEntity
from conspectus.foundation.errors import UsageError
from conspectus.foundation.text.normalise import one_line
from conspectus.graphs.scientific_entities.label_index import STEPS, LabelIndex

LinkMode = Literal["all", "fuzzy_match", "exact_match"]
MODES: tuple[LinkMode, ...] = get_args(LinkMode)


class Linker:
    """Gives the entry of a label table for a name or an entity; what was looked up once is remembered.

    Example:
        >>> from conspectus.graphs.scientific_entities.label_tables import LabelEntry
        >>> index = LabelIndex.of([LabelEntry(iri="urn:1", names=(("Word sense", ""),))])
        >>> Linker(index).link_name("word senses").how
        'lemma'

    Args:
        index: Of the label table.
        mode: "exact_match" keeps links by one of the three exact steps, "fuzzy_match" only those by the first hit,
            "all" both, exact ones first.
        least_words: Names of fewer words are skipped.
        most_words: So are names of more.

    Raises:
        UsageError: There is no such mode, or no name can have so many words.
    """

    def __init__(self, index: LabelIndex, *, mode: LinkMode = "all", least_words: int = 2, most_words: int = 4) -> None:
        if mode not in MODES:
            raise UsageError(f"There is no way of linking called {mode!r}.", hint=f"Choose one of {', '.join(MODES)}.")
        if not 1 <= least_words <= most_words:
            raise UsageError(
                f"No name has at least {least_words} and at most {most_words} words.",
                hint="The fewest words must be 1 or more, and not more than the most.",
            )
        self._index = index
        self._mode = mode
        self._words = range(least_words, most_words + 1)
        self._known: dict[tuple[str, str], EntityLink | None] = {}

    def __call__(self, entity: ScientificEntity) -> EntityLink | None:
        """Gives the link of an entity by its label, else by the first of its aliases that has one; exact ones first."""
        links = [self.link_name(name, language=entity.language) for name in (entity.label, *entity.aliases)]
        found = [link for link in links if link is not None]
        return next((link for link in found if link.is_exact), found[0] if found else None)

    def link_name(self, name: str, *, language: str = "") -> EntityLink | None:
        """Gives the link of a name, None where the table has none of the wanted kind.

        Args:
            name: As it stands in a text.
            language: Of the text, as an ISO 639-1 code; entries in it come first.
        """
        asked = one_line(name).casefold(), language
        if asked not in self._known:
            self._known[asked] = self._look_up(*asked)
        return self._known[asked]

    def _look_up(self, name: str, language: str) -> EntityLink | None:
        if len(name.split()) not in self._words:
            return None
        for step in STEPS:
            hit = self._index.by_step(name, step, language=language)
            if hit is not None:
                exact = EntityLink(iri=hit.iri, label=hit.label, how=step)
                return None if self._mode == "fuzzy_match" else exact
        hit = None if self._mode == "exact_match" else self._index.first(name)
        return None if hit is None else EntityLink(iri=hit.iri, label=hit.label, how="first", score=hit.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNames:
    """Which of some names a label table knows: the link of each known one, and those that it does not know."""

    known: tuple[tuple[str, EntityLink], ...]
    unknown: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of the names that the table knows, 0 if there are none."""
        total = len(self.known) + len(self.unknown)
        return len(self.known) / total if total else 0.0


def known_beside(names: Iterable[str] | Mapping[str, tuple[str, ...]], index: LabelIndex) -> KnownNames:
    """Gives which concepts of a minigraph, or entities of a graph, a label table knows by an exact step.

    Names of any number of words count, single ones too.

    Args:
        names: Names, or names with their other forms.
        index: Of the label table.
    """
    linker = Linker(index, mode="exact_match", least_words=1, most_words=100)
    known: list[tuple[str, EntityLink]] = []
    unknown: list[str] = []
    for name, others in _with_others(names):
        link = next(filter(None, map(linker.link_name, (name, *others))), None)
        if link is None:
            unknown.append(name)
        else:
            known.append((name, link))
    return KnownNames(known=tuple(known), unknown=tuple(unknown))


def _with_others(names: Iterable[str] | Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(names, Mapping):
        yield from names.items()
    else:
        yield from ((name, ()) for name in dict.fromkeys(names))
