"""Crossref: what publishers say of the works that they registered a DOI for; abstracts where they gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, quote_plus

from conspectus.domain.identifiers import normal_doi
from conspectus.domain.paper import Paper
from conspectus.foundation.errors import SourceFailed
from conspectus.foundation.http import HttpReply, HttpRequest
from conspectus.readers.csl_items import csl_paper
from conspectus.readers.json_fields import object_of, objects_of, raw_of, text_of
from conspectus.sources.paging import Batch, Batches, Page, all_pages, read_records
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.sources.service import RECORD_DAYS, SEARCH_DAYS, SourceOptions, checked_query, counted_years, refused

ADDRESS = "https://api.crossref.org"
MAIL_VARIABLES = ("CROSSREF_MAILTO",)
KEY_VARIABLES = ("CROSSREF_PLUS_TOKEN",)
PAGE_SIZE = 1000
BATCH = 50


class Crossref:
    """Searches Crossref and fetches its works; ids are DOIs.

    Args:
        options: Environment (``CROSSREF_MAILTO`` for the polite pool, ``CROSSREF_PLUS_TOKEN``), cache and, for
            tests, another address.
    """

    name = "crossref"
    label = "Crossref"

    def __init__(self, options: SourceOptions) -> None:
        self._options = options
        self._url = f"{options.address(ADDRESS)}/works"
        mail = options.from_environment(options.mail, MAIL_VARIABLES)
        token = options.from_environment(options.key, KEY_VARIABLES)
        self._http = options.client(
            self.label,
            per_second=3 if mail or token else 1,
            private={"mailto": mail},
            private_headers={"Crossref-Plus-API-Token": f"Bearer {token.removeprefix('Bearer ')}" if token else ""},
        )

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Gives the DOIs of the works that a query finds, the most relevant first, with the years of all.

        Raises:
            SourceFailed: Crossref cannot be reached, or failed.
            UsageError: The query is empty, or Crossref does not understand it.
        """
        asked = _parameters(checked_query(query))
        pages = all_pages(partial(self._page, asked), first="*", limit=query.limit)
        years, note = self._years(asked, pages.total)
        return SearchOutcome(
            ids=pages.ids,
            total=pages.total,
            translation=", ".join(f"{name}: {value}" for name, value in asked.items()),
            link=f"https://search.crossref.org/search/works?q={quote_plus(query.text.strip())}",
            warnings=(pages.trouble,) if pages.trouble else (),
            years=years,
            years_note=note,
            complete=not pages.trouble,
        )

    def fetch(self, ids: Sequence[str]) -> Fetched:
        """Gives the papers behind DOIs, in the order of the DOIs.

        Raises:
            SourceFailed: Crossref cannot be reached, or failed before it gave anything.
        """
        events = self._options.events
        return Batches(label=self.label, size=BATCH, events=events).fetch(ids, self._batch)

    def close(self) -> None:
        """Closes connections."""
        self._http.close()

    def _page(self, asked: Mapping[str, str], cursor: str, most: int) -> Page:
        parameters = {**asked, "select": "DOI", "rows": str(min(most, PAGE_SIZE)), "cursor": cursor}
        message = object_of(self._ask(self._url, parameters, SEARCH_DAYS, is_query=True).json["message"])
        items = objects_of(message.get("items"))
        return Page(
            ids=tuple(doi for item in items if (doi := normal_doi(text_of(item.get("DOI"))))),
            total=int(text_of(message.get("total-results")) or 0),
            after=raw_of(message.get("next-cursor")) if items else "",
        )

    def _years(self, asked: Mapping[str, str], total: int) -> tuple[tuple[tuple[int, int], ...], str]:
        if not total:
            return (), ""
        try:
            told = self._ask(self._url, {**asked, "rows": "0", "facet": "published:*"}, SEARCH_DAYS, is_query=True).json
        except SourceFailed as error:
            return (), f"The years of the works could not be counted: {error.message}"
        facets = object_of(object_of(told["message"]).get("facets"))
        counts = object_of(object_of(facets.get("published")).get("values"))
        pairs = [(year, text_of(count)) for year, count in counts.items()]
        return counted_years(pairs, total, "by earliest year of publication")

    def _batch(self, ids: tuple[str, ...]) -> Batch:
        known = {doi: name for name in ids if (doi := normal_doi(name))}
        reasons = {name: "It is no DOI." for name in ids if not normal_doi(name)}
        papers: dict[str, Paper] = {}
        # In a filter a comma begins the next one.
        if listed := [doi for doi in known if "," not in doi]:
            parameters = {"filter": ",".join(f"doi:{doi}" for doi in listed), "rows": str(len(listed))}
            reply = self._ask(self._url, parameters, RECORD_DAYS)
            items = objects_of(object_of(reply.json["message"]).get("items"))
            papers, broken = self._read(reply, items, known)
            reasons.update(broken)
        for doi in (doi for doi in known if "," in doi):
            alone = self._ask(f"{self._url}/{quote(doi, safe='')}", {}, RECORD_DAYS, may_be_absent=True)
            if alone.is_success:
                found, broken = self._read(alone, [object_of(alone.json["message"])], known)
                papers.update(found)
                reasons.update(broken)
        return Batch(papers=papers, reasons=reasons)

    def _read(
        self, reply: HttpReply, items: list[dict[str, Any]], known: Mapping[str, str]
    ) -> tuple[dict[str, Paper], dict[str, str]]:
        named = [(known.get(normal_doi(text_of(item.get("DOI"))), ""), item) for item in items]
        records = [(name, partial(csl_paper, item)) for name, item in named if name]
        return read_records(records, source=self.name, content=reply.content)

    def _ask(
        self,
        url: str,
        parameters: Mapping[str, str],
        kept_days: int,
        *,
        is_query: bool = False,
        may_be_absent: bool = False,
    ) -> HttpReply:
        reply = self._http.ask(HttpRequest(url=url, parameters=parameters, kept_days=kept_days, check=_trouble))
        if reply.is_success or (may_be_absent and reply.status == 404):
            return reply
        raise refused(self._http, reply, _words_of(reply), is_query=is_query)


def _parameters(query: SearchQuery) -> dict[str, str]:
    filters = ["has-abstract:true"] if query.with_abstract else []
    if query.start_year is not None:
        filters.append(f"from-pub-date:{query.start_year:04}")
    if query.end_year is not None:
        filters.append(f"until-pub-date:{query.end_year:04}")
    return {"query": query.text.strip(), **({"filter": ",".join(filters)} if filters else {})}


def _trouble(reply: HttpReply) -> str:
    if not reply.is_success:
        return ""
    return "" if isinstance(object_of(reply.json).get("message"), dict) else "its reply is garbage or cut off"


def _words_of(reply: HttpReply) -> str:
    told = object_of(reply.json).get("message")
    if isinstance(told, str):
        return told
    return "; ".join(text for entry in objects_of(told) if (text := raw_of(entry.get("message"))))
