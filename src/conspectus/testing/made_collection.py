"""A made-up collection of papers on pollinators, of any size, and a search of it with AND, OR, NOT and brackets."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

FIRST_PMID = 90_000_001
_SUBJECTS = ("bees", "bumblebees", "hoverflies", "moths", "hummingbirds", "bats", "beetles", "butterflies")
_PLACES = ("meadows", "orchards", "gardens", "wetlands", "vineyards", "hedgerows", "clearings")
_CAUSES = ("drought", "mowing", "pesticides", "warming", "grazing", "shade", "noise", "nutrients", "light")
_MEASURES = ("visits", "nests", "foraging", "survival", "pollen", "flowering")
_JOURNALS = ("Annals of Made Ecology", "Journal of Invented Pollination", "Made Letters on Insects")
_FAMILIES = ("Abara", "Birk", "Castel", "Dorval", "Ekstrand", "Farouk", "Gantner", "Hoshino", "Ilves")
_TOKEN = re.compile(r'"[^"]*"(?:\[[^\]]*\])?|[()]|[^\s()"]+')
_TAG = re.compile(r"\[([^\]]*)\]\Z")
_FIELDS = frozenset({"", "all fields", "tiab", "title", "title/abstract", "mesh", "mesh terms", "pdat", "ti", "tw"})
LAST_YEAR = 2024


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeRecord:
    """A made-up paper; ``kind`` is "article", "book" or "broken" (a record that no reader can read)."""

    pmid: int
    title: str
    abstract: str
    year: int | None
    month: int
    authors: tuple[str, ...]
    journal: str
    kind: str = "article"
    is_retracted: bool = False

    @property
    def doi(self) -> str:
        """The made-up DOI."""
        return f"10.55555/made.{self.pmid}"

    @property
    def words(self) -> frozenset[str]:
        """The words that a search finds it by."""
        return frozenset(re.findall(r"[a-z0-9-]+", f"{self.title} {self.abstract}".lower()))


class BadQuery(ValueError):
    """A query that cannot be understood, with the message for the user."""


@lru_cache(maxsize=4)
def made_collection(size: int) -> tuple[MadeRecord, ...]:
    """Gives a collection of so many papers, the same each time.

    Of each hundred, places 91 to 97 are unlike the others: no abstract, no year, no title, a book, retracted,
    broken, and "axolotl" as a word that is nowhere else.
    """
    return tuple(_record(place) for place in range(size))


def _record(place: int) -> MadeRecord:
    subject, where = _SUBJECTS[place % len(_SUBJECTS)], _PLACES[place % len(_PLACES)]
    cause, measure = _CAUSES[place % len(_CAUSES)], _MEASURES[place % len(_MEASURES)]
    share, sites = 5 + place % 61, 4 + place % 23
    odd = place % 100
    abstract = (
        f"Wild {subject} depend on {where} for food. We asked whether {cause} changes {measure} there. "
        f"In {sites} {where} we counted {measure} for two summers. With {cause}, {measure} fell by {share} percent. "
        f"Rare species lost more than common ones. Our results suggest that {cause} is a threat to {subject}. "
        f"Future work should follow {subject} over whole seasons."
    )
    return MadeRecord(
        pmid=FIRST_PMID + place,
        title="" if odd == 93 else f"How {cause} changes {measure} of {subject} in {where}: study {place + 1}",
        abstract="" if odd == 91 else abstract + (" An axolotl was seen." if odd == 97 else ""),
        # Recent years have more papers.
        year=None if odd == 92 else LAST_YEAR - int((place * 7919 % 400) ** 0.5),
        month=1 + place * 5 % 12,
        authors=tuple(dict.fromkeys(_FAMILIES[(place * step) % len(_FAMILIES)] for step in (1, 2))),
        journal=_JOURNALS[place % len(_JOURNALS)],
        kind={94: "book", 96: "broken"}.get(odd, "article"),
        is_retracted=odd == 95,
    )


class MadeSearch:
    """Searches a made-up collection.

    Args:
        records: The collection.
    """

    def __init__(self, records: Sequence[MadeRecord]) -> None:
        self.records = records
        self.by_pmid = {record.pmid: record for record in records}
        self._by_word: dict[str, set[int]] = {}
        for record in records:
            for word in record.words:
                self._by_word.setdefault(word, set()).add(record.pmid)
        with_abstract = {record.pmid for record in records if record.abstract}
        self._by_word["hasabstract"] = with_abstract
        ranked = sorted(records, key=lambda record: hashlib.sha256(str(record.pmid).encode()).digest())
        self._ranked = [record.pmid for record in ranked]

    @property
    def vocabulary(self) -> list[str]:
        """Every word, in alphabetical order."""
        return sorted(self._by_word)

    def unknown(self, query: str) -> list[str]:
        """Gives the words of a query that no record has."""
        return [word for word, _ in _words(query) if not self._found(word)]

    def unknown_fields(self, query: str) -> list[str]:
        """Gives the field names of a query that there are not."""
        return [field for _, field in _words(query) if field.lower() not in _FIELDS]

    def hits(self, query: str) -> list[int]:
        """Gives the ids that a query finds, in an order of relevance that is that of neither ids nor years.

        Raises:
            BadQuery: Brackets do not match, or an operator has nothing to work on.
        """
        tokens = _TOKEN.findall(query)
        found, rest = self._either(tokens, 0)
        if rest != len(tokens):
            raise BadQuery("Mismatched parentheses in the query.")
        return [pmid for pmid in self._ranked if pmid in found]

    def _either(self, tokens: list[str], at: int) -> tuple[set[int], int]:
        found, at = self._all(tokens, at)
        while at < len(tokens) and tokens[at].upper() == "OR":
            more, at = self._all(tokens, at + 1)
            found = found | more
        return found, at

    def _all(self, tokens: list[str], at: int) -> tuple[set[int], int]:
        found, at = self._one(tokens, at)
        while at < len(tokens) and tokens[at] != ")" and tokens[at].upper() != "OR":
            operator = tokens[at].upper() if tokens[at].upper() in ("AND", "NOT") else ""
            more, at = self._one(tokens, at + (1 if operator else 0))
            found = found - more if operator == "NOT" else found & more
        return found, at

    def _one(self, tokens: list[str], at: int) -> tuple[set[int], int]:
        if at >= len(tokens) or tokens[at].upper() in ("AND", "OR", "NOT", ")"):
            raise BadQuery("An operator of the query has nothing to work on.")
        if tokens[at] == "(":
            found, at = self._either(tokens, at + 1)
            if at >= len(tokens):
                raise BadQuery("Mismatched parentheses in the query.")
            return found, at + 1
        return self._found(_TAG.sub("", tokens[at]).strip('"').lower()), at + 1

    def _found(self, phrase: str) -> set[int]:
        sets = [self._by_word.get(word, set()) for word in re.findall(r"[a-z0-9-]+", phrase)]
        return set.intersection(*sets) if sets else set()


def _words(query: str) -> Iterator[tuple[str, str]]:
    for token in _TOKEN.findall(query):
        if token in "()" or token.upper() in ("AND", "OR", "NOT"):
            continue
        tag = _TAG.search(token)
        yield _TAG.sub("", token).strip('"').lower(), tag.group(1) if tag else ""
