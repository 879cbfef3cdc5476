"""PubMed through NCBI's E-utilities: searches in PubMed's own syntax, records as PubMed XML."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import quote_plus

from conspectus.domain.paper import Paper
from conspectus.foundation.errors import BrokenRecord, ConspectusError, SourceFailed
from conspectus.foundation.http import Check, HttpReply, HttpRequest
from conspectus.readers.reading import ReadPaper, Skipped, read_bytes
from conspectus.sources.eutils_wire import (
    FIRST_DATE,
    LAST_DATE,
    MOST_IDS,
    Found,
    brackets_match,
    date_range,
    is_articles,
    is_search,
    is_spelling,
    is_summary,
    read_search,
    read_spelling,
    read_years,
    search_term,
    words_of,
)
from conspectus.sources.paging import Batch, Batches
from conspectus.sources.pubmed_ranges import merged_by_rank, split_ranges, years_backward
from conspectus.sources.searching import Fetched, SearchOutcome, SearchQuery
from conspectus.sources.service import RECORD_DAYS, SEARCH_DAYS, SourceOptions, checked_query, refused

ADDRESS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
PAGE = "https://pubmed.ncbi.nlm.nih.gov/"
MAIL_VARIABLES = ("ENTREZ_EMAIL",)
KEY_VARIABLES = ("ENTREZ_API_KEY", "NCBI_API_KEY")
BATCH = 200
"""Records in one request; NCBI asks to post longer lists."""
MOST_SUMMARIES = 500
"""Up to so many hits have their years read from their summaries, in one request."""
_FEWEST_COUNTS, _MOST_COUNTS = 12, 40


class PubMed:
    """Searches PubMed and fetches its records.

    ``ENTREZ_EMAIL`` tells NCBI whom to write to; with ``ENTREZ_API_KEY`` it allows ten requests a second, else
    three. Both are kept and shown nowhere.

    Args:
        options: Environment, cache and, for tests, another address.
    """

    name = "pubmed"
    label = "PubMed"

    def __init__(self, options: SourceOptions) -> None:
        key = options.from_environment(options.key, KEY_VARIABLES)
        mail = options.from_environment(options.mail, MAIL_VARIABLES)
        self._address = options.address(ADDRESS)
        self._options = options
        self._http = options.client(self.label, per_second=10 if key else 3, private={"email": mail, "api_key": key})

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Gives the ids of the papers that a query finds, the most relevant first.

        Up to 9,999 papers come in PubMed's order of relevance. If more are wanted and there are more, the others
        follow from searches of parts of the dates, by their relative place in those.

        Raises:
            SourceFailed: PubMed cannot be reached, or failed.
            UsageError: The query is empty, or PubMed does not understand it.
        """
        checked_query(query)
        term, years = search_term(query), _years_of(query)
        found = self._find(term, years, min(query.limit, MOST_IDS))
        outcome = SearchOutcome(
            ids=tuple(dict.fromkeys(found.ids)),
            total=found.count,
            translation=found.translation,
            link=f"{PAGE}?term={quote_plus(found.translation or term)}",
            warnings=found.warnings,
        )
        if not brackets_match(query.text):
            told = "The brackets of the query do not match; PubMed's translation shows how it was understood."
            outcome = replace(outcome, warnings=(*outcome.warnings, told))
        if not found.count:
            return replace(outcome, spelling=self._spelling(query.text))
        wanted = min(query.limit, found.count)
        if len(outcome.ids) < wanted:
            outcome = self._with_more(outcome, term, query)
        return self._with_years(outcome, term, query)

    def fetch(self, ids: Sequence[str]) -> Fetched:
        """Gives the papers behind PubMed ids, in the order of the ids.

        Raises:
            SourceFailed: PubMed cannot be reached, or failed before it gave anything.
        """
        batches = Batches(
            label=self.label, size=BATCH, side_by_side=self._options.side_by_side, events=self._options.events
        )
        given = [name for name in ids if name.isascii() and name.isdecimal()]
        fetched = batches.fetch(given, self._fetch_batch)
        known = set(given)
        others = tuple((name, "It is no PubMed id: those are digits.") for name in ids if name not in known)
        books = sum(paper.kind in ("book", "chapter") for paper in fetched.papers)
        notes = (f"{books} of the records {'is a book or a chapter' if books == 1 else 'are books or chapters'}.",)
        return replace(
            fetched,
            missing=(*fetched.missing, *dict.fromkeys(others)),
            notes=(*fetched.notes, *(notes if books else ())),
        )

    def close(self) -> None:
        """Closes connections."""
        self._http.close()

    def _fetch_batch(self, ids: tuple[str, ...]) -> Batch:
        reply = self._ask("efetch", {"retmode": "xml", "id": ",".join(ids)}, is_articles, kept_days=RECORD_DAYS)
        papers: dict[str, Paper] = {}
        troubles: list[str] = []
        try:
            for item in read_bytes(reply.content, source=self.name).items:
                if isinstance(item, ReadPaper):
                    papers[item.paper.identifiers.pmid] = item.paper
                elif isinstance(item, Skipped):
                    troubles.append(item.reason)
                else:
                    troubles.append(_told(item))
        except ConspectusError as error:
            troubles.append(error.message)
        absent = [name for name in ids if name not in papers]
        # Which record could not be read is known only where each absent one has its trouble.
        if len(troubles) != len(absent):
            troubles = ["; ".join(troubles)] * len(absent) if troubles else []
        return Batch(papers=papers, reasons=dict(zip(absent, troubles, strict=False)))

    def _find(self, term: str, years: tuple[str, str], most: int, *, counts_only: bool = False) -> Found:
        parameters = {"term": term, "retmode": "xml", "sort": "relevance", **date_range(*years)}
        parameters |= {"rettype": "count"} if counts_only else {"retmax": str(most), "retstart": "0"}
        return read_search(self._ask("esearch", parameters, is_search, kept_days=SEARCH_DAYS).content)

    def _with_more(self, outcome: SearchOutcome, term: str, query: SearchQuery) -> SearchOutcome:
        """The outcome with ids beyond the most of one search, or a note of why they did not come."""
        ranked: list[tuple[str, ...]] = []
        warnings, complete = list(outcome.warnings), True
        try:
            for part in split_ranges(partial(self.count, term), _numbers_of(query), MOST_IDS):
                if part.count > MOST_IDS:
                    warnings.append(f"Of {part.count} papers dated {part.first}, PubMed gives {MOST_IDS} ids.")
                ranked.append(self._find(term, (part.first, part.last), MOST_IDS).ids)
        except SourceFailed as error:
            complete = False
            warnings.append(f"The search stopped half way: {error.message}")
        ids = tuple(dict.fromkeys((*outcome.ids, *merged_by_rank(ranked))))[: query.limit]
        if complete and len(ids) < min(query.limit, outcome.total):
            warnings.append(f"PubMed gave the ids of {len(ids)} of {outcome.total} papers.")
        return replace(outcome, ids=ids, warnings=tuple(warnings), complete=complete)

    def _with_years(self, outcome: SearchOutcome, term: str, query: SearchQuery) -> SearchOutcome:
        """The outcome with the hits of each year: from summaries where they are few, else from counts."""
        total = outcome.total
        try:
            if total <= MOST_SUMMARIES:
                years = self._years_of_few(outcome, term, query)
                how = "by date of issue"
            else:
                most = min(_MOST_COUNTS, max(_FEWEST_COUNTS, query.limit // 20))
                years = years_backward(partial(self.count, term), _numbers_of(query), total, most)
                how = "by earliest date"
        except SourceFailed as error:
            return replace(outcome, years_note=f"The years of the hits could not be counted: {error.message}")
        covered = sum(number for _, number in years)
        note = f"All {total} hits, {how}." if covered == total else f"{covered} of {total} hits, {how}."
        return replace(outcome, years=years, years_note=note)

    def _years_of_few(self, outcome: SearchOutcome, term: str, query: SearchQuery) -> tuple[tuple[int, int], ...]:
        ids = outcome.ids
        if len(ids) < outcome.total:
            ids = self._find(term, _years_of(query), MOST_SUMMARIES).ids
        reply = self._ask("esummary", {"retmode": "xml", "id": ",".join(ids)}, is_summary, kept_days=RECORD_DAYS)
        told = [year for year in read_years(reply.content).values() if year is not None]
        return tuple((year, told.count(year)) for year in sorted(set(told)))

    def _spelling(self, text: str) -> str:
        try:
            return read_spelling(self._ask("espell", {"term": text}, is_spelling, kept_days=SEARCH_DAYS).content)
        except ConspectusError as error:
            if self._options.events is not None:
                self._options.events.warn(f"PubMed's spelling could not be asked for: {error.message}", error.hint)
            return ""

    def count(self, term: str, first: str, last: str) -> int:
        """Gives how many papers a term finds that were published between two dates.

        Raises:
            SourceFailed: PubMed cannot be reached, or failed.
        """
        return self._find(term, (first, last), 0, counts_only=True).count

    def _ask(self, tool: str, parameters: dict[str, str], check: Check, *, kept_days: int) -> HttpReply:
        reply = self._http.ask(
            HttpRequest(
                url=f"{self._address}/{tool}.fcgi",
                parameters={"db": "pubmed", "tool": "conspectus", **parameters},
                long_by_post=True,
                kept_days=kept_days,
                check=check,
            )
        )
        if reply.is_success:
            return reply
        told = words_of(reply)
        # An invalid key is answered with 400, too, and is nothing that the query could mend.
        is_query = tool == "esearch" and not re.search(r"api.?key", told, re.IGNORECASE)
        raise refused(self._http, reply, told, is_query=is_query)


def _told(error: BrokenRecord) -> str:
    return f"The record cannot be read: {error.message}"


def _years_of(query: SearchQuery) -> tuple[str, str]:
    first = FIRST_DATE if query.start_year is None else f"{query.start_year:04}"
    return first, LAST_DATE if query.end_year is None else f"{query.end_year:04}"


def _numbers_of(query: SearchQuery) -> tuple[int, int]:
    """The years that can have hits: papers are dated up to a year ahead."""
    ahead = datetime.datetime.now(datetime.UTC).year + 1
    first = query.start_year or int(FIRST_DATE)
    return first, max(first, min(query.end_year or ahead, ahead))
