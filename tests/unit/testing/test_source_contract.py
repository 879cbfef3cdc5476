"""The source contract passes a sound source and fails each way of being unsound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from conspectus.domain.document_building import abstract_document
from conspectus.domain.paper import Paper, Provenance, with_id
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.testing.source_contract import SourceCase, SourceContract


class Shelf:
    """Thirty papers in memory, half of each decade."""

    name = "shelf"
    label = "Shelf"

    def __init__(self, *, fails: bool = False, key: str = "") -> None:
        self.fails = fails
        self._key = key.encode()
        self.ids = [f"b{(number * 7) % 30}" for number in range(30)]

    def search(self, query: SearchQuery, /) -> SearchOutcome:
        if not query.text.strip() or query.limit < 1 or (query.start_year or 0) > (query.end_year or 9999):
            raise UsageError("Impossible.")
        if "(" in query.text:
            raise UsageError("Mismatched brackets.", hint="Close them.")
        if self.fails:
            raise SourceFailed("Shelf fell down.", hint="Put it up.")
        ids = [] if query.text == "nothing" else self.ids
        ids = [name for name in ids if (query.start_year or 0) <= 2001 + int(name[1:]) <= (query.end_year or 9999)]
        return SearchOutcome(ids=tuple(ids[: query.limit]), total=len(ids))

    def fetch(self, ids: Sequence[str], /) -> Fetched:
        if self.fails and ids:
            raise SourceFailed("Shelf fell down.", hint="Put it up.")
        known = dict.fromkeys(name for name in ids if name in self.ids)
        missing = dict.fromkeys(name for name in ids if name not in self.ids)
        return Fetched(
            papers=tuple(self.paper(name) for name in known),
            missing=tuple((name, "It is not on the shelf.") for name in missing),
        )

    def paper(self, name: str) -> Paper:
        text = abstract_document(f"This is about {name}.")
        return with_id(Paper(id="", title=f"Book {name}", provenance=(self.stamp(),), documents=(text,)))

    def stamp(self) -> Provenance:
        return Provenance(source=self.name, sha256="0", reader=self.name)


class Shuffled(Shelf):
    def fetch(self, ids: Sequence[str], /) -> Fetched:
        return super().fetch(sorted(ids))


class Forgetful(Shelf):
    def fetch(self, ids: Sequence[str], /) -> Fetched:
        return replace(super().fetch(ids), missing=())


class Silent(Shelf):
    def search(self, query: SearchQuery, /) -> SearchOutcome:
        return SearchOutcome(ids=(), total=0) if self.fails else super().search(query)


class Loud(Shelf):
    def search(self, query: SearchQuery, /) -> SearchOutcome:
        if self.fails:
            raise SourceFailed(f"Shelf fell down: {self._key.decode()}.", hint="Put it up.")
        return super().search(query)


class Boundless(Shelf):
    def search(self, query: SearchQuery, /) -> SearchOutcome:
        return super().search(replace(query, limit=99) if query.limit > 0 else query)


class Timeless(Shelf):
    def search(self, query: SearchQuery, /) -> SearchOutcome:
        found = super().search(query)
        return super().search(replace(query, start_year=None, end_year=None)) if found.total else found


class Unstamped(Shelf):
    def paper(self, name: str) -> Paper:
        return replace(super().paper(name), provenance=())


class Careless(Shelf):
    def search(self, query: SearchQuery, /) -> SearchOutcome:
        return super().search(replace(query, text=query.text or "all", limit=max(query.limit, 1)))


TESTS = [name for name in vars(SourceContract) if name.startswith("test_")]


def case_of(kind: type[Shelf]) -> SourceCase:
    return SourceCase(
        name="shelf",
        make=kind,
        make_failing=lambda: kind(fails=True, key="key-0123456789"),
        query="all",
        no_hits="nothing",
        page=20,
        batch=20,
        absent="c1",
        malformed=("(", "Mismatched"),
        secrets=("key-0123456789",),
    )


@pytest.mark.parametrize("test", TESTS)
def test_a_sound_source_keeps_the_contract(test: str) -> None:
    # A key in memory is no key in sight, as long as it is not shown.
    case = replace(case_of(Shelf), secrets=())
    getattr(SourceContract(), test)(case)


@pytest.mark.parametrize(
    ("kind", "test"),
    [
        (Shuffled, "test_fetches_in_the_order_of_the_ids_and_accounts_for_each"),
        (Forgetful, "test_fetches_in_the_order_of_the_ids_and_accounts_for_each"),
        (Silent, "test_a_failure_is_said_and_hinted_at"),
        (Loud, "test_shows_secrets_to_nobody"),
        (Boundless, "test_finds_each_paper_once_up_to_the_limit"),
        (Timeless, "test_years_bound_the_search"),
        (Unstamped, "test_papers_carry_their_id_and_origin"),
        (Careless, "test_an_impossible_query_is_a_usage_error"),
    ],
)
def test_an_unsound_source_breaks_it(kind: type[Shelf], test: str) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        getattr(SourceContract(), test)(case_of(kind))
