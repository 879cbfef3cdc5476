"""What every source is asked and gives: a query, the ids it finds, the papers behind ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from conspectus.domain.paper import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """What is searched: text in the source's own syntax, years inclusive, and the most papers wanted.

    ``with_abstract`` leaves out papers without one, where the source can.
    """

    text: str
    start_year: int | None = None
    end_year: int | None = None
    limit: int = 1000
    with_abstract: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOutcome:
    """What a search found: ids in order of relevance, each once, at most as many as were wanted.

    ``total`` counts all hits of the source, ``translation`` is the query as the source understood it, ``link``
    opens the search in a browser, ``warnings`` are the source's own words on the query, ``spelling`` is its
    suggestion where nothing was found. ``years`` are the publication years of hits where the source tells them
    cheaply, and ``years_note`` says which hits they cover. ``complete`` is False where the service stopped half way.
    """

    ids: tuple[str, ...]
    total: int
    translation: str = ""
    link: str = ""
    warnings: tuple[str, ...] = ()
    spelling: str = ""
    years: tuple[tuple[int, int], ...] = ()
    years_note: str = ""
    complete: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """The papers behind ids, in the order of the ids; ``missing`` says of the others why there is none.

    ``complete`` is False where the service stopped half way; what came is kept, and asking again goes on.
    ``notes`` say what else people should know of the records ("2 of the records are books").
    """

    papers: tuple[Paper, ...]
    missing: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    complete: bool = True


class Source(Protocol):
    """Searches a collection of papers; ``name`` is its name in options ("pubmed"), ``label`` the one for people."""

    name: str
    label: str

    def search(self, query: SearchQuery, /) -> SearchOutcome:
        """Gives the ids that a query finds; none, with ``total`` 0, if there are no hits.

        Raises:
            SourceFailed: The service cannot be reached, or failed: that is not the same as no hits.
            UsageError: The query cannot be understood; the message is the service's own.
        """
        ...

    def fetch(self, ids: Sequence[str], /) -> Fetched:
        """Gives the papers behind ids that a search gave.

        Raises:
            SourceFailed: The service cannot be reached, or failed before it gave anything.
        """
        ...
