"""Semantic Scholar through its Graph API."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote_plus

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord, SourceFailed
from conspectus.foundation.http import HttpReply, HttpRequest
from conspectus.readers.json_fields import list_of, object_of, objects_of, raw_of, text_of
from conspectus.readers.reading import ReadPaper
from conspectus.readers.s2orc import S2orcReader
from conspectus.sources.paging import Batch, Batches, Page, Pages, all_pages, read_records
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.sources.service import RECORD_DAYS, SEARCH_DAYS, SourceOptions, checked_query, refused

ADDRESS = "https://api.semanticscholar.org/graph/v1"
KEY_VARIABLES = ("SEMANTIC_SCHOLAR_API_KEY", "S2_API_KEY")
PAGE_SIZE = 100
MOST_RANKED = 1000
"""So many papers come in order of relevance; further ones only from the search in bulk, which has no such order."""
BATCH = 100
FIELDS = (
    "paperId,corpusId,externalIds,url,title,abstract,venue,year,publicationDate,publicationTypes,journal,authors,"
    "fieldsOfStudy"
)
_ID = re.compile(r"[0-9a-f]{40}\Z")


class SemanticScholar:
    """Searches Semantic Scholar and fetches its papers; ids are its own (40 hex digits).

    It cannot leave out papers without an abstract. The search takes plain words.

    Args:
        options: Environment (``SEMANTIC_SCHOLAR_API_KEY``), cache and, for tests, another address.
    """

    name = "semantic_scholar"
    label = "Semantic Scholar"

    def __init__(self, options: SourceOptions) -> None:
        self._options = options
        self._address = options.address(ADDRESS)
        key = options.from_environment(options.key, KEY_VARIABLES)
        self._http = options.client(self.label, per_second=1, private_headers={"x-api-key": key})

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Gives the ids of the papers that a query finds, the first thousand by relevance.

        Raises:
            SourceFailed: The service cannot be reached, or failed.
            UsageError: The query is empty, or the service does not understand it.
        """
        asked = _parameters(checked_query(query))
        pages = all_pages(partial(self._page, asked), first="0", limit=min(query.limit, MOST_RANKED))
        ids, warnings, complete = pages.ids, [pages.trouble] if pages.trouble else [], not pages.trouble
        if complete and len(ids) < min(query.limit, pages.total):
            more = self._in_bulk(asked, query.limit + len(ids))
            ids = tuple(dict.fromkeys((*ids, *more.ids)))[: query.limit]
            warnings.append(f"The first {len(pages.ids)} papers are in order of relevance, the others are not.")
            if more.trouble:
                warnings.append(more.trouble)
                complete = len(ids) >= min(query.limit, pages.total)
        return SearchOutcome(
            ids=ids,
            total=pages.total,
            translation=", ".join(f"{name}: {value}" for name, value in asked.items()),
            link=f"https://www.semanticscholar.org/search?q={quote_plus(query.text.strip())}",
            warnings=tuple(warnings),
            complete=complete,
        )

    def fetch(self, ids: Sequence[str]) -> Fetched:
        """Gives the papers behind ids that a search gave, in the order of the ids.

        Raises:
            SourceFailed: The service cannot be reached, or failed before it gave anything.
        """
        return Batches(label=self.label, size=BATCH, events=self._options.events).fetch(ids, self._batch)

    def close(self) -> None:
        """Closes connections."""
        self._http.close()

    def _page(self, asked: Mapping[str, str], cursor: str, most: int) -> Page:
        start = int(cursor)
        parameters = {**asked, "offset": cursor, "limit": str(min(most, PAGE_SIZE)), "fields": "paperId"}
        told = object_of(self._ask("paper/search", parameters).json)
        after = text_of(told.get("next"))
        return Page(
            ids=_ids_of(told),
            total=int(text_of(told.get("total")) or 0),
            after=after if after.isdecimal() and start < int(after) < MOST_RANKED else "",
        )

    def _in_bulk(self, asked: Mapping[str, str], limit: int) -> Pages:
        def page(token: str, _: int) -> Page:
            parameters = {**asked, "fields": "paperId", **({"token": token} if token else {})}
            told = object_of(self._ask("paper/search/bulk", parameters).json)
            total = int(text_of(told.get("total")) or 0)
            return Page(ids=_ids_of(told), total=total, after=raw_of(told.get("token")))

        try:
            return all_pages(page, first="", limit=limit)
        except SourceFailed as error:
            return Pages(ids=(), total=0, trouble=error.message)

    def _batch(self, ids: tuple[str, ...]) -> Batch:
        known = [name for name in ids if _ID.match(name)]
        reasons = {name: "It is no id of Semantic Scholar." for name in ids if name not in known}
        if not known:
            return Batch(papers={}, reasons=reasons)
        reply = self._http.ask(
            HttpRequest(
                url=f"{self._address}/paper/batch",
                parameters={"fields": FIELDS},
                method="POST",
                body={"ids": known},
                kept_days=RECORD_DAYS,
                check=_batch_trouble,
            )
        )
        if not reply.is_success:
            raise refused(self._http, reply, _words_of(reply))
        # An id that is not there has null in its place.
        pairs = [(name, record) for name, record in zip(known, list_of(reply.json), strict=False) if record]
        records = [(name, partial(_paper, record)) for name, record in pairs]
        papers, broken = read_records(records, source=self.name, content=reply.content)
        return Batch(papers=papers, reasons={**broken, **reasons})

    def _ask(self, tool: str, parameters: Mapping[str, str]) -> HttpReply:
        request = HttpRequest(
            url=f"{self._address}/{tool}", parameters=parameters, kept_days=SEARCH_DAYS, check=_search_trouble
        )
        reply = self._http.ask(request)
        if not reply.is_success:
            raise refused(self._http, reply, _words_of(reply), is_query=True)
        return reply


def _paper(record: Any) -> Paper:
    for item in S2orcReader().read(json.dumps(record).encode()):
        if isinstance(item, ReadPaper):
            return item.paper
        raise item if isinstance(item, BrokenRecord) else BrokenRecord(item.reason)
    raise BrokenRecord("The record is empty.", hint="Fetch it again.")


def _parameters(query: SearchQuery) -> dict[str, str]:
    asked = {"query": query.text.strip()}
    if query.start_year is not None or query.end_year is not None:
        asked["year"] = f"{query.start_year or ''}-{query.end_year or ''}"
    return asked


def _search_trouble(reply: HttpReply) -> str:
    if not reply.is_success:
        return ""
    return "" if "total" in object_of(reply.json) else "its reply is garbage or cut off"


def _batch_trouble(reply: HttpReply) -> str:
    if not reply.is_success:
        return ""
    return "" if isinstance(reply.json, list) else "its reply is garbage or cut off"


def _ids_of(told: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for entry in objects_of(told.get("data")) if _ID.match(name := text_of(entry.get("paperId"))))


def _words_of(reply: HttpReply) -> str:
    told = object_of(reply.json)
    return raw_of(told.get("error")) or raw_of(told.get("message"))
