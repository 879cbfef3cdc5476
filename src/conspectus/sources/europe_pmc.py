"""Europe PMC: PubMed, PMC and preprints in one search, through its REST service and its own query syntax."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote

from conspectus.domain.paper import Author, Funding, MeshHeading, Notice, Paper
from conspectus.foundation.http import HttpReply, HttpRequest
from conspectus.readers.json_fields import object_of, objects_of, raw_of, text_of, texts_of
from conspectus.readers.names import normal_orcid, person
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.sources.paging import Batch, Batches, Page, all_pages, read_records
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.sources.service import RECORD_DAYS, SEARCH_DAYS, SourceOptions, checked_query, refused

ADDRESS = "https://www.ebi.ac.uk/europepmc/webservices/rest"
MAIL_VARIABLES = ("EUROPE_PMC_EMAIL",)
PAGE_SIZE = 1000
BATCH = 50
_ID = re.compile(r"[A-Z]{3}:[A-Za-z0-9.-]+\Z")
_HEADING = re.compile(r"</?h[1-6]>", re.IGNORECASE)
_PREPRINT = "preprint"


class EuropePmc:
    """Searches Europe PMC and fetches its records; ids are ``SOURCE:ID`` ("MED:123", "PMC:PMC1", "PPR:PPR9").

    Args:
        options: Environment (``EUROPE_PMC_EMAIL``), cache and, for tests, another address.
    """

    name = "europe_pmc"
    label = "Europe PMC"

    def __init__(self, options: SourceOptions) -> None:
        self._options = options
        self._url = f"{options.address(ADDRESS)}/search"
        mail = options.from_environment(options.mail, MAIL_VARIABLES)
        self._http = options.client(self.label, per_second=5, private={"email": mail})

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Gives the ids of the papers that a query finds, the most relevant first.

        Raises:
            SourceFailed: The service cannot be reached, or failed.
            UsageError: The query is empty, or the service does not understand it.
        """
        term = _term(checked_query(query))
        pages = all_pages(partial(self._page, term), first="*", limit=query.limit)
        return SearchOutcome(
            ids=pages.ids,
            total=pages.total,
            translation=pages.translation or term,
            link=f"https://europepmc.org/search?query={quote(term)}",
            warnings=(*pages.warnings, *((pages.trouble,) if pages.trouble else ())),
            complete=not pages.trouble,
        )

    def fetch(self, ids: Sequence[str]) -> Fetched:
        """Gives the papers behind ids that a search gave, in the order of the ids.

        Raises:
            SourceFailed: The service cannot be reached, or failed before it gave anything.
        """
        workers, events = self._options.side_by_side, self._options.events
        return Batches(label=self.label, size=BATCH, side_by_side=workers, events=events).fetch(ids, self._batch)

    def find(self, term: str) -> Paper | None:
        """Gives the first paper that a term finds, None if there is none.

        Raises:
            SourceFailed: The service cannot be reached, or failed.
        """
        reply = self._ask(term, "core", 1, "*")
        records = _records(reply)[:1]
        papers, _ = read_records(
            [(_id_of(record), partial(europe_pmc_paper, record)) for record in records],
            source=self.name,
            content=reply.content,
        )
        return next(iter(papers.values()), None)

    def close(self) -> None:
        """Closes connections."""
        self._http.close()

    def _page(self, term: str, cursor: str, most: int) -> Page:
        reply = self._ask(term, "idlist", min(most, PAGE_SIZE), cursor)
        told = object_of(reply.json)
        return Page(
            ids=tuple(_id_of(record) for record in _records(reply)),
            total=int(text_of(told.get("hitCount")) or 0),
            after=raw_of(told.get("nextCursorMark")),
            translation=raw_of(object_of(told.get("request")).get("queryString")),
        )

    def _batch(self, ids: tuple[str, ...]) -> Batch:
        known = [name for name in ids if _ID.match(name)]
        reasons = {name: "It is no id of Europe PMC." for name in ids if name not in known}
        if not known:
            return Batch(papers={}, reasons=reasons)
        parts = [f'(EXT_ID:"{number}" AND SRC:{source})' for source, _, number in (n.partition(":") for n in known)]
        reply = self._ask(" OR ".join(parts), "core", len(known), "*", kept_days=RECORD_DAYS)
        papers, broken = read_records(
            [(_id_of(record), partial(europe_pmc_paper, record)) for record in _records(reply)],
            source=self.name,
            content=reply.content,
        )
        return Batch(papers=papers, reasons={**broken, **reasons})

    def _ask(self, term: str, kind: str, size: int, cursor: str, *, kept_days: int = SEARCH_DAYS) -> HttpReply:
        parameters = {"query": term, "format": "json", "resultType": kind, "pageSize": str(size), "cursorMark": cursor}
        request = HttpRequest(url=self._url, parameters=parameters, kept_days=kept_days, check=self._check)
        reply = self._http.ask(request)
        if not reply.is_success:
            raise refused(self._http, reply, _error_of(reply), is_query=True)
        return reply

    def _check(self, reply: HttpReply) -> str:
        if not reply.is_success:
            return ""
        told = object_of(reply.json)
        if "errMsg" in told:
            # Some versions of the service tell of a wrong query with status 200.
            raise refused(
                self._http, HttpReply(status=400, content=b"", url=reply.url), _error_of(reply), is_query=True
            )
        return "" if "hitCount" in told and "resultList" in told else "its reply is garbage or cut off"


def europe_pmc_paper(record: dict[str, Any]) -> Paper:
    """Gives the paper of a record of result type ``core``.

    Raises:
        BrokenRecord: It has no title, no author and no identifier.
    """
    journal = object_of(record.get("journalInfo"))
    named = object_of(journal.get("journal"))
    book = object_of(record.get("bookOrReportDetails"))
    types = texts_of(object_of(record.get("pubTypeList")).get("pubType"))
    source = text_of(record.get("source"))
    draft = RecordDraft(kind=_kind(source, types, is_journal=bool(named), is_book=bool(book)))
    draft.authors = tuple(
        author for entry in objects_of(object_of(record.get("authorList")).get("author")) if (author := _author(entry))
    )
    for name, value in (
        ("title", record.get("title")),
        ("venue", named.get("title")),
        ("venue_short", named.get("medlineAbbreviation") or named.get("isoabbreviation")),
        ("volume", journal.get("volume")),
        ("issue", journal.get("issue")),
        ("pages", record.get("pageInfo")),
        ("publisher", book.get("publisher")),
        ("issn", named.get("issn")),
        ("issn", named.get("essn")),
        ("isbn", book.get("isbn13") or book.get("isbn10")),
        ("language", record.get("language")),
        ("doi", record.get("doi")),
        ("pmid", record.get("pmid")),
        ("pmcid", record.get("pmcid")),
        ("date", record.get("firstPublicationDate") if source == "PPR" else journal.get("printPublicationDate")),
        ("year", record.get("pubYear")),
    ):
        draft.add(name, name, text_of(value))
    # Labels of structured abstracts come as headings, and headings stand on lines of their own.
    draft.add("abstract", "abstract", _HEADING.sub("\n", raw_of(record.get("abstractText"))))
    for keyword in texts_of(object_of(record.get("keywordList")).get("keyword")):
        draft.add("keyword", "keyword", keyword)
    for kind in types:
        draft.add("type", "pubType", kind)
    draft.funding = tuple(
        Funding(funder=agency, awards=tuple(text for text in (text_of(grant.get("grantId")),) if text))
        for grant in objects_of(object_of(record.get("grantsList")).get("grant"))
        if (agency := text_of(grant.get("agency")))
    )
    draft.notices = _notices(record)
    return _with_mesh(drafted_paper(draft), record)


def _with_mesh(paper: Paper, record: dict[str, Any]) -> Paper:
    headings = tuple(
        MeshHeading(
            descriptor=name,
            qualifiers=tuple(
                text
                for part in objects_of(object_of(entry.get("meshQualifierList")).get("meshQualifier"))
                if (text := text_of(part.get("qualifierName")))
            ),
            major=text_of(entry.get("majorTopic_YN")) == "Y",
        )
        for entry in objects_of(object_of(record.get("meshHeadingList")).get("meshHeading"))
        if (name := text_of(entry.get("descriptorName")))
    )
    return replace(paper, mesh=headings)


def _notices(record: dict[str, Any]) -> tuple[Notice, ...]:
    found = []
    for entry in objects_of(object_of(record.get("commentCorrectionList")).get("commentCorrection")):
        kind = text_of(entry.get("type")).lower()
        target = f"pmid:{text_of(entry.get('id'))}" if text_of(entry.get("source")) == "MED" else ""
        if kind in ("retraction in", "retracted by"):
            found.append(Notice(kind="retraction", target=target, text=text_of(entry.get("reference"))))
        elif kind == "retraction of":
            found.append(Notice(kind="retraction", direction="issued", target=target))
        elif kind in ("erratum in", "corrected by"):
            found.append(Notice(kind="correction", target=target, text=text_of(entry.get("reference"))))
        elif kind == "expression of concern in":
            found.append(Notice(kind="expression-of-concern", target=target))
    return tuple(found)


def _author(entry: dict[str, Any]) -> Author | None:
    places = tuple(
        text
        for part in objects_of(object_of(entry.get("authorAffiliationDetailsList")).get("authorAffiliation"))
        if (text := text_of(part.get("affiliation")))
    )
    told = object_of(entry.get("authorId"))
    orcid = normal_orcid(text_of(told.get("value"))) if text_of(told.get("type")).upper() == "ORCID" else ""
    if body := text_of(entry.get("collectiveName")):
        return Author(literal=body, affiliations=places)
    family, given = text_of(entry.get("lastName")), text_of(entry.get("firstName")) or text_of(entry.get("initials"))
    if not family:
        name = text_of(entry.get("fullName"))
        return Author(literal=name, affiliations=places, orcid=orcid) if name else None
    return replace(person(family, given), affiliations=places, orcid=orcid)


def _kind(source: str, types: Sequence[str], *, is_journal: bool, is_book: bool) -> str:
    if source == "PPR" or any(kind.lower() == _PREPRINT for kind in types):
        return "article"
    if is_book:
        return "book"
    return "article-journal" if is_journal else "document"


def _term(query: SearchQuery) -> str:
    parts = [f"({query.text.strip()})"]
    if query.with_abstract:
        parts.append("HAS_ABSTRACT:y")
    if query.start_year is not None or query.end_year is not None:
        parts.append(f"PUB_YEAR:[{query.start_year or 1000} TO {query.end_year or 3000}]")
    return " AND ".join(parts) if len(parts) > 1 else query.text.strip()


def _records(reply: HttpReply) -> list[dict[str, Any]]:
    listed = objects_of(object_of(object_of(reply.json).get("resultList")).get("result"))
    return [record for record in listed if _id_of(record)]


def _id_of(record: dict[str, Any]) -> str:
    source, number = text_of(record.get("source")), text_of(record.get("id"))
    return f"{source}:{number}" if source and number else ""


def _error_of(reply: HttpReply) -> str:
    told = object_of(reply.json)
    return raw_of(told.get("errMsg")) or raw_of(told.get("message")) or raw_of(told.get("error"))
