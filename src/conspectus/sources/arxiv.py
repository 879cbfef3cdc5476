"""Preprints of arXiv, through its query interface, which answers with Atom feeds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote_plus

from conspectus.domain.identifiers import normal_arxiv
from conspectus.domain.paper import Author, Paper
from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.foundation.http import HttpReply, HttpRequest
from conspectus.readers.names import parse_name
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.readers.xml_hardened import parse_xml, strip_namespaces
from conspectus.sources.paging import Batch, Batches, Page, all_pages, read_records
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.sources.service import RECORD_DAYS, SEARCH_DAYS, SourceOptions, checked_query, refused

ADDRESS = "https://export.arxiv.org/api"
PAGE_SIZE = 500
BATCH = 100
MOST = 30_000
"""The most papers of one search that arXiv gives."""
_ERRORS = "arxiv.org/api/errors"


class Arxiv:
    """Searches arXiv in its own syntax (``ti:``, ``au:``, ``cat:`` …); ids are arXiv ids without version.

    arXiv asks for one request every three seconds.

    Args:
        options: Cache and, for tests, another address.
    """

    name = "arxiv"
    label = "arXiv"

    def __init__(self, options: SourceOptions) -> None:
        self._options = options
        self._url = f"{options.address(ADDRESS)}/query"
        self._http = options.client(self.label, per_second=1 / 3)

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Gives the ids of the papers that a query finds, the most relevant first; all of arXiv has abstracts.

        Raises:
            SourceFailed: arXiv cannot be reached, or failed.
            UsageError: The query is empty, or arXiv does not understand it.
        """
        term = _term(checked_query(query))
        pages = all_pages(partial(self._page, term), first="0", limit=min(query.limit, MOST))
        warnings = [pages.trouble] if pages.trouble else []
        if query.limit > MOST and pages.total > MOST:
            warnings.append(f"Of {pages.total} papers, arXiv gives {MOST} ids.")
        return SearchOutcome(
            ids=pages.ids,
            total=pages.total,
            translation=pages.translation or term,
            link=f"https://arxiv.org/search/?query={quote_plus(query.text.strip())}&searchtype=all",
            warnings=tuple(warnings),
            complete=not pages.trouble,
        )

    def fetch(self, ids: Sequence[str]) -> Fetched:
        """Gives the papers behind arXiv ids, in the order of the ids.

        Raises:
            SourceFailed: arXiv cannot be reached, or failed before it gave anything.
        """
        # One request at a time is all that arXiv allows.
        return Batches(label=self.label, size=BATCH, events=self._options.events).fetch(ids, self._batch)

    def close(self) -> None:
        """Closes connections."""
        self._http.close()

    def _page(self, term: str, cursor: str, most: int) -> Page:
        start, size = int(cursor), min(most, PAGE_SIZE)
        parameters = {
            "search_query": term,
            "start": cursor,
            "max_results": str(size),
            "sortBy": "relevance",
            "sortOrder": "descending",
        }
        feed = self._feed(parameters, kept_days=SEARCH_DAYS, expects=start)[0]
        ids = tuple(name for entry in feed.iterfind("entry") if (name := normal_arxiv(_text(entry, "id"))))
        total = int(_text(feed, "totalResults") or 0)
        after = start + size
        return Page(ids=ids, total=total, after=str(after) if ids and after < min(total, MOST) else "")

    def _batch(self, ids: tuple[str, ...]) -> Batch:
        known = {normal: name for name in ids if (normal := normal_arxiv(name))}
        reasons = {name: "It is no arXiv id." for name in ids if not normal_arxiv(name)}
        if not known:
            return Batch(papers={}, reasons=reasons)
        parameters = {"id_list": ",".join(known), "max_results": str(len(known))}
        feed, content = self._feed(parameters, kept_days=RECORD_DAYS)
        records = [
            (known.get(normal_arxiv(_text(entry, "id")), ""), partial(arxiv_paper, entry))
            for entry in feed.iterfind("entry")
            # An id that does not exist has an entry without a title in some versions of the service.
            if _text(entry, "title")
        ]
        papers, broken = read_records(records, source=self.name, content=content)
        papers.pop("", None)
        return Batch(papers=papers, reasons={**broken, **reasons})

    def _feed(self, parameters: dict[str, str], *, kept_days: int, expects: int | None = None) -> tuple[Any, bytes]:
        """The feed and its bytes; ``expects`` is the place from which on there must be entries if there are so many."""

        def check(reply: HttpReply) -> str:
            return _trouble(reply, expects)

        reply = self._http.ask(HttpRequest(url=self._url, parameters=parameters, kept_days=kept_days, check=check))
        feed = _parsed(reply.content) if reply.content else None
        told = _error_of(feed) if feed is not None else ""
        if not reply.is_success or told:
            refusal = reply if not reply.is_success else HttpReply(status=400, content=b"", url=reply.url)
            raise refused(self._http, refusal, told, is_query=expects is not None)
        return feed, reply.content


def arxiv_paper(entry: Any) -> Paper:
    """Gives the paper of an Atom entry, its tags without namespaces.

    Raises:
        BrokenRecord: It has no title, no author and no identifier.
    """
    number = normal_arxiv(_text(entry, "id"))
    if not number:
        raise BrokenRecord("The entry has no arXiv id.", hint="Fetch it again.")
    published = _text(entry, "journal_ref")
    draft = RecordDraft(kind="article", authors=tuple(_authors(entry)))
    for name, value in (
        ("title", _text(entry, "title")),
        ("arxiv", f"arXiv:{number}"),
        ("doi", _text(entry, "doi")),
        ("date", _text(entry, "published")[:10]),
        ("publisher", "arXiv"),
        ("url", f"https://arxiv.org/abs/{number}"),
        ("abstract", _paragraphs("\n\n".join("".join(part.itertext()) for part in entry.iterfind("summary")))),
    ):
        draft.add(name, name, value)
    draft.keep("journal reference", published)
    draft.keep("comment", _text(entry, "comment"))
    draft.keep("updated", _text(entry, "updated")[:10])
    for category in entry.iterfind("category"):
        draft.keep("category", category.get("term", ""))
    return drafted_paper(draft)


def _paragraphs(text: str) -> str:
    """Running text whose lines are joined; arXiv breaks them anywhere and indents new paragraphs."""
    parts = re.split(r"\n\s*\n|\n {2,}", text.strip())
    return "\n\n".join(" ".join(part.split()) for part in parts)


def _authors(entry: Any) -> list[Author]:
    found = []
    for element in entry.iterfind("author"):
        author = parse_name(_text(element, "name"))
        if author is not None:
            places = tuple(" ".join("".join(part.itertext()).split()) for part in element.iterfind("affiliation"))
            found.append(replace(author, affiliations=tuple(place for place in places if place)))
    return found


def _term(query: SearchQuery) -> str:
    text = query.text.strip()
    if query.start_year is None and query.end_year is None:
        return text
    first, last = query.start_year or 1991, query.end_year or 2999
    return f"({text}) AND submittedDate:[{first}01010000 TO {last}12312359]"


def _trouble(reply: HttpReply, expects: int | None) -> str:
    if not reply.is_success:
        return ""
    feed = _parsed(reply.content)
    if feed is None:
        return "its reply is garbage or cut off"
    total = _text(feed, "totalResults")
    if expects is not None and not _error_of(feed):
        if not total.isdecimal():
            return "its reply does not say how many papers there are"
        # A known fault of the service: a page in the middle comes without entries now and then.
        if expects < min(int(total), MOST) and feed.find("entry") is None:
            return "its reply has no entries where there are some"
    return ""


def _error_of(feed: Any) -> str:
    entry = feed.find("entry")
    if entry is None or _ERRORS not in _text(entry, "id"):
        return ""
    return _text(entry, "summary") or _text(entry, "title")


def _parsed(content: bytes) -> Any:
    """The feed with its tags bare, None if it is none."""
    try:
        root = parse_xml(content)
    except InputError:
        return None
    strip_namespaces(root)
    return root if root.tag == "feed" else None


def _text(element: Any, name: str) -> str:
    found = element.find(name)
    return re.sub(r"\s+", " ", "".join(found.itertext())).strip() if found is not None else ""
