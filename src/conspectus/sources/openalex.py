"""OpenAlex: works of all fields; its abstracts come as lists of places of each word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote_plus

from conspectus.domain.paper import Author, Notice, Paper, unique
from conspectus.foundation.errors import SourceFailed
from conspectus.foundation.http import HttpReply, HttpRequest
from conspectus.readers.json_fields import list_of, object_of, objects_of, raw_of, text_of, texts_of
from conspectus.readers.names import normal_orcid, parse_name
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.sources.paging import Batch, Batches, Page, all_pages, read_records
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.sources.service import RECORD_DAYS, SEARCH_DAYS, SourceOptions, checked_query, counted_years, refused

ADDRESS = "https://api.openalex.org"
MAIL_VARIABLES = ("OPENALEX_MAILTO",)
KEY_VARIABLES = ("OPENALEX_API_KEY",)
PAGE_SIZE = 100
"""Works on a page, and ids in one filter."""
MOST_WITHOUT_KEY = 10_000
"""The most works that pages by number reach; cursors reach all, and need a key."""
_ID = re.compile(r"W\d+\Z")
_LONGEST_ABSTRACT = 20_000
_KINDS = {
    "article": "article-journal", "review": "article-journal", "letter": "article-journal",
    "editorial": "article-journal", "book": "book", "book-chapter": "chapter", "dissertation": "thesis",
    "preprint": "article", "dataset": "dataset", "report": "report", "erratum": "article-journal",
}  # fmt: skip


class OpenAlex:
    """Searches OpenAlex and fetches its works; ids are those of OpenAlex ("W2741809807").

    Args:
        options: Environment (``OPENALEX_MAILTO``, ``OPENALEX_API_KEY``), cache and, for tests, another address.
    """

    name = "openalex"
    label = "OpenAlex"

    def __init__(self, options: SourceOptions) -> None:
        self._options = options
        self._url = f"{options.address(ADDRESS)}/works"
        key = options.from_environment(options.key, KEY_VARIABLES)
        mail = options.from_environment(options.mail, MAIL_VARIABLES)
        self._has_key = bool(key)
        self._http = options.client(self.label, per_second=8, private={"mailto": mail, "api_key": key})

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Gives the ids of the works that a query finds, the most relevant first, with the years of all.

        Raises:
            SourceFailed: OpenAlex cannot be reached, or failed.
            UsageError: The query is empty, or OpenAlex does not understand it.
        """
        asked = _parameters(checked_query(query))
        most = query.limit if self._has_key else min(query.limit, MOST_WITHOUT_KEY)
        pages = all_pages(partial(self._page, asked), first="*" if self._has_key else "1", limit=most)
        warnings = [pages.trouble] if pages.trouble else []
        if most < min(query.limit, pages.total):
            warnings.append(f"Without a key, OpenAlex gives {most} of {pages.total} works; see OPENALEX_API_KEY.")
        years, note = self._years(asked, pages.total)
        return SearchOutcome(
            ids=pages.ids,
            total=pages.total,
            translation=", ".join(f"{name}: {value}" for name, value in asked.items()),
            link=f"https://openalex.org/works?search={quote_plus(query.text.strip())}",
            warnings=tuple(warnings),
            years=years,
            years_note=note,
            complete=not pages.trouble,
        )

    def fetch(self, ids: Sequence[str]) -> Fetched:
        """Gives the papers behind OpenAlex ids, in the order of the ids.

        Raises:
            SourceFailed: OpenAlex cannot be reached, or failed before it gave anything.
        """
        workers, events = self._options.side_by_side, self._options.events
        return Batches(label=self.label, size=PAGE_SIZE, side_by_side=workers, events=events).fetch(ids, self._batch)

    def close(self) -> None:
        """Closes connections."""
        self._http.close()

    def _page(self, asked: Mapping[str, str], cursor: str, most: int) -> Page:
        place = {"cursor": cursor} if self._has_key else {"page": cursor}
        # Pages by number must all have one size.
        size = min(most, PAGE_SIZE) if self._has_key else PAGE_SIZE
        told = self._ask({**asked, "select": "id", "per-page": str(size), **place}, SEARCH_DAYS, is_query=True).json
        meta, works = object_of(told.get("meta")), objects_of(told.get("results"))
        total = int(text_of(meta.get("count")) or 0)
        after = raw_of(meta.get("next_cursor"))
        if not self._has_key:
            after = str(int(cursor) + 1) if int(cursor) * PAGE_SIZE < min(total, MOST_WITHOUT_KEY) else ""
        return Page(ids=tuple(name for work in works if (name := _id_of(work))), total=total, after=after)

    def _years(self, asked: Mapping[str, str], total: int) -> tuple[tuple[tuple[int, int], ...], str]:
        if not total:
            return (), ""
        try:
            told = self._ask({**asked, "group_by": "publication_year"}, SEARCH_DAYS, is_query=True).json
        except SourceFailed as error:
            return (), f"The years of the works could not be counted: {error.message}"
        pairs = [(text_of(g.get("key")), text_of(g.get("count"))) for g in objects_of(told.get("group_by"))]
        return counted_years(pairs, total, "by year of publication")

    def _batch(self, ids: tuple[str, ...]) -> Batch:
        known = [name for name in ids if _ID.match(name)]
        reasons = {name: "It is no id of OpenAlex." for name in ids if name not in known}
        if not known:
            return Batch(papers={}, reasons=reasons)
        parameters = {"filter": f"ids.openalex:{'|'.join(known)}", "per-page": str(PAGE_SIZE)}
        reply = self._ask(parameters, RECORD_DAYS)
        records = [(_id_of(work), partial(openalex_paper, work)) for work in objects_of(reply.json.get("results"))]
        papers, broken = read_records(records, source=self.name, content=reply.content)
        return Batch(papers=papers, reasons={**broken, **reasons})

    def _ask(self, parameters: dict[str, str], kept_days: int, *, is_query: bool = False) -> HttpReply:
        reply = self._http.ask(HttpRequest(url=self._url, parameters=parameters, kept_days=kept_days, check=_trouble))
        if reply.is_success:
            return reply
        told = object_of(reply.json)
        words = ": ".join(text for name in ("error", "message") if (text := raw_of(told.get(name))))
        if reply.status == 403 and "invalid" in words.lower():
            # Older versions of the service answer a wrong query so.
            reply = replace(reply, status=400)
        raise refused(self._http, reply, words, is_query=is_query)


def openalex_paper(work: Mapping[str, Any]) -> Paper:
    """Gives the paper of a work.

    Raises:
        BrokenRecord: It has no title, no author and no identifier.
    """
    place = object_of(work.get("primary_location"))
    source = object_of(place.get("source"))
    biblio, ids = object_of(work.get("biblio")), object_of(work.get("ids"))
    kind = text_of(work.get("type"))
    draft = RecordDraft(kind=_KINDS.get(kind, "document"))
    if draft.kind == "article-journal" and text_of(source.get("type")) == "conference":
        draft.kind = "paper-conference"
    elif draft.kind == "article-journal" and text_of(source.get("type")) == "repository":
        draft.kind = "article"
    people = (_author(entry) for entry in objects_of(work.get("authorships")))
    draft.authors = tuple(author for author in people if author is not None)
    for name, value in (
        ("title", work.get("title") or work.get("display_name")),
        ("venue", source.get("display_name")),
        ("publisher", source.get("host_organization_name")),
        ("volume", biblio.get("volume")),
        ("issue", biblio.get("issue")),
        ("first_page", biblio.get("first_page")),
        ("last_page", biblio.get("last_page")),
        ("language", work.get("language")),
        ("doi", work.get("doi") or ids.get("doi")),
        ("pmid", ids.get("pmid")),
        ("pmcid", ids.get("pmcid")),
        ("url", place.get("landing_page_url")),
        ("year", work.get("publication_year")),
        ("date", work.get("publication_date")),
        ("abstract", uninverted(work.get("abstract_inverted_index"))),
        ("type", kind),
    ):
        draft.add(name, name, text_of(value))
    for number in unique([*texts_of(source.get("issn")), text_of(source.get("issn_l"))]):
        draft.add("issn", "issn", number)
    for keyword in objects_of(work.get("keywords")):
        draft.add("keyword", "keyword", text_of(keyword.get("display_name")) or text_of(keyword.get("keyword")))
    if work.get("is_retracted") is True:
        draft.notices = (Notice(kind="retraction", text="OpenAlex: is_retracted"),)
    paper = drafted_paper(draft)
    name = _id_of(work)
    return replace(paper, aliases=(*paper.aliases, f"openalex:{name}") if name else paper.aliases)


def uninverted(index: Any) -> str:
    """Gives the text of an abstract that is told as word → places; "" if there is none.

    Places that no word has are passed over, and so are places beyond any abstract.

    Example:
        >>> uninverted({"bees": [1, 3], "Some": [0], "see": [2]})
        'Some bees see bees'
    """
    words = {
        place: word
        for word, places in object_of(index).items()
        for place in list_of(places)
        if isinstance(place, int) and 0 <= place < _LONGEST_ABSTRACT
    }
    return " ".join(words[place] for place in sorted(words))


def _author(entry: Mapping[str, Any]) -> Author | None:
    person = object_of(entry.get("author"))
    author = parse_name(text_of(person.get("display_name")) or text_of(entry.get("raw_author_name")))
    if author is None:
        return None
    places = texts_of(entry.get("raw_affiliation_strings")) or [
        text_of(body.get("display_name")) for body in objects_of(entry.get("institutions"))
    ]
    return replace(author, affiliations=unique(places), orcid=normal_orcid(text_of(person.get("orcid"))))


def _parameters(query: SearchQuery) -> dict[str, str]:
    filters = ["has_abstract:true"] if query.with_abstract else []
    if query.start_year is not None:
        filters.append(f"from_publication_date:{query.start_year:04}-01-01")
    if query.end_year is not None:
        filters.append(f"to_publication_date:{query.end_year:04}-12-31")
    return {"search": query.text.strip(), **({"filter": ",".join(filters)} if filters else {})}


def _trouble(reply: HttpReply) -> str:
    if not reply.is_success:
        return ""
    told = object_of(reply.json)
    return "" if isinstance(told.get("meta"), dict) and "results" in told else "its reply is garbage or cut off"


def _id_of(work: Mapping[str, Any]) -> str:
    name = text_of(work.get("id")).rpartition("/")[2].upper()
    return name if _ID.match(name) else ""
