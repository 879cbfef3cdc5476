"""What a source is made from, the client that it asks its service with, and what the service's refusals mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conspectus.foundation.cache import Cache
from conspectus.foundation.errors import SourceFailed, UsageError
from conspectus.foundation.events import Events
from conspectus.foundation.http import HttpClient, HttpReply, Paces
from conspectus.foundation.waiting import Backoff
from conspectus.sources.searching import SearchQuery

SEARCH_DAYS = 1
"""For how many days the reply to a search is kept: new papers appear daily."""
RECORD_DAYS = 7
"""For how many days records are kept: a paper may be retracted at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOptions:
    """What a source is made from.

    ``environment`` holds variables with keys and mail addresses; ``mail`` and ``key`` come before them. A mail
    address lets services write to who asks too much, and some serve those first who give one. ``base_url`` is
    another address of the service, ``transport`` an httpx transport in place of the network, both for tests.
    ``paces`` is shared between sources that ask one host. ``side_by_side`` requests are under way at a time.
    The other fields are those of ``HttpClient``; ``per_second`` is None for what the service allows.
    """

    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    mail: str = field(default="", repr=False)
    key: str = field(default="", repr=False)
    base_url: str = ""
    cache: Cache | None = None
    events: Events | None = None
    paces: Paces = field(default_factory=Paces)
    per_second: float | None = None
    side_by_side: int = 3
    timeout: float = 60.0
    retries: int = 4
    longest_wait: float = 120.0
    backoff: Backoff = field(default_factory=Backoff)
    transport: Any = None

    def from_environment(self, given: str, variables: Sequence[str]) -> str:
        """Gives what was given, else the first variable of the environment that is set, else ""."""
        values = (given, *(self.environment.get(name, "") for name in variables))
        return next((value.strip() for value in values if value.strip()), "")

    def address(self, default: str) -> str:
        """Gives the service's address without a slash at its end."""
        return (self.base_url or default).rstrip("/")

    def client(
        self,
        service: str,
        *,
        per_second: float,
        private: Mapping[str, str] | None = None,
        private_headers: Mapping[str, str] | None = None,
    ) -> HttpClient:
        """Gives the client for a service.

        Args:
            service: Its name in messages.
            per_second: The most requests in a second that it allows.
            private: Parameters that are kept and shown nowhere; empty ones are left out.
            private_headers: Headers of that kind.
        """
        return HttpClient(
            service=service,
            cache=self.cache,
            paces=self.paces,
            per_second=self.per_second or per_second,
            private={name: value for name, value in (private or {}).items() if value},
            private_headers={name: value for name, value in (private_headers or {}).items() if value},
            timeout=self.timeout,
            retries=self.retries,
            longest_wait=self.longest_wait,
            backoff=self.backoff,
            transport=self.transport,
            events=self.events,
        )


def checked_query(query: SearchQuery) -> SearchQuery:
    """Gives the query if it asks for something.

    Raises:
        UsageError: The text is empty, the limit below 1, or the years are out of order.
    """
    if not query.text.strip():
        raise UsageError("The query is empty.", hint="Say what to search for.")
    if query.limit < 1:
        raise UsageError(f"A search for at most {query.limit} papers finds none.", hint="Ask for at least 1 paper.")
    for year in (query.start_year, query.end_year):
        if year is not None and not 1 <= year <= 9999:
            raise UsageError(f"{year} is no year.", hint="Years have four digits.")
    if query.start_year is not None and query.end_year is not None and query.start_year > query.end_year:
        raise UsageError(
            f"The years {query.start_year} to {query.end_year} are out of order.", hint="Give the earlier year first."
        )
    return query


def refused(
    client: HttpClient, reply: HttpReply, told: str = "", *, is_query: bool = False
) -> UsageError | SourceFailed:
    """Gives the error that an unsuccessful reply means.

    Args:
        client: The client of the service.
        reply: The reply, whose status is not 2xx.
        told: The service's own words, "" for none.
        is_query: Whether status 400 is about what the user searched for.
    """
    words = client.without_secrets(" ".join(told.split()))[:500]
    if is_query and reply.status in (400, 422):
        return UsageError(
            f"{client.service} cannot answer the query: {words or f'HTTP {reply.status}'}",
            hint=f"Mend the query; it is passed on to {client.service} as it is.",
        )
    hint = "Try again later; --source library needs no service."
    if reply.status in (401, 403):
        hint = "Look whether the key for the service is right and not expired, or leave it out."
    return SourceFailed(f"{client.service} refused (HTTP {reply.status}){f': {words}' if words else '.'}", hint=hint)


def not_refused(client: HttpClient, reply: HttpReply) -> HttpReply:
    """Gives a reply of status 2xx.

    Raises:
        SourceFailed: Its status is another.
    """
    if not reply.is_success:
        raise refused(client, reply)
    return reply


def counted_years(counts: Iterable[tuple[str, str]], total: int, how: str) -> tuple[tuple[tuple[int, int], ...], str]:
    """Gives (year, works) in order from a service's own counts, and a note of which works they cover.

    Args:
        counts: Year and number as the service writes them; what is no number is left out.
        total: All works of the search.
        how: By which date.
    """
    pairs = [(year, count) for year, count in counts if year.isdecimal() and count.isdecimal()]
    years = tuple(sorted((int(year), int(count)) for year, count in pairs))
    covered = sum(count for _, count in years)
    return years, f"{'All' if covered == total else f'{covered} of'} {total} works, {how}."
