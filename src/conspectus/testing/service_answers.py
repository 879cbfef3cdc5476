"""The formats of Europe PMC, arXiv, OpenAlex, Crossref and Semantic Scholar over a made-up collection."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote
from xml.sax.saxutils import escape

from conspectus.testing.made_collection import BadQuery, MadeRecord, MadeSearch
from conspectus.testing.service_server import Answer, Answerer, Asked


def other_services(search: MadeSearch) -> dict[str, Answerer]:
    """Gives who speaks the format of which service other than PubMed."""
    return {
        "europe_pmc": _EuropePmc(search),
        "arxiv": _Arxiv(search),
        "openalex": _OpenAlex(search),
        "crossref": _Crossref(search),
        "semantic_scholar": _SemanticScholar(search),
    }


class _Service:
    def __init__(self, search: MadeSearch) -> None:
        self.search = search

    def hits(self, asked: Asked, term: str, first: int = 0, last: int = 9999) -> list[MadeRecord]:
        """Gives the records that a term finds between two years, none if that is planned."""
        found = [] if asked.fault == "no_hits" else self.search.hits(term)
        records = [self.search.by_pmid[pmid] for pmid in found]
        return [record for record in records if (first, last) == (0, 9999) or first <= (record.year or 0) <= last]


def _json(value: Any, status: int = 200) -> Answer:
    return Answer(content=json.dumps(value).encode(), status=status)


def _years(text: str, pattern: str, default: int) -> int:
    found = re.search(pattern, text)
    return int(found.group(1)) if found else default


class _EuropePmc(_Service):
    def answer(self, asked: Asked) -> Answer:
        given = asked.parameters
        term = given.get("query", "")
        try:
            if ids := re.findall(r'EXT_ID:"?(\d+)', term):
                records = [self.search.by_pmid[int(n)] for n in ids if int(n) in self.search.by_pmid][::-1]
            elif doi := re.match(r'DOI:"10.55555/made.(\d+)"|PMCID:PMC(\d+)', term):
                number = int(doi.group(1) or doi.group(2))
                records = [self.search.by_pmid[number]] if number in self.search.by_pmid else []
            else:
                plain = re.sub(r" AND PUB_YEAR:\[.*?\]", "", term).replace("HAS_ABSTRACT:y", "hasabstract")
                first, last = _years(term, r"\[(\d+) TO", 0), _years(term, r"TO (\d+)\]", 9999)
                records = self.hits(asked, plain, first, last)
        except BadQuery as error:
            return _json({"errCode": 400, "errMsg": str(error)}, 400)
        start = 0 if given.get("cursorMark", "*") == "*" else int(given["cursorMark"])
        size = min(int(given.get("pageSize", 25)), 1000)
        page = records[start : start + size]
        told = [
            self._core(r) if given.get("resultType") == "core" else {"id": str(r.pmid), "source": "MED"} for r in page
        ]
        return _json(
            {
                "version": "6.9",
                "hitCount": len(records),
                "nextCursorMark": str(start + len(page)),
                "request": {"queryString": term, "resultType": given.get("resultType"), "cursorMark": "*"},
                "resultList": {"result": told},
            }
        )

    def _core(self, record: MadeRecord) -> dict[str, Any]:
        return {
            "id": str(record.pmid),
            "source": "MED",
            "pmid": str(record.pmid),
            "doi": record.doi,
            "title": f"{record.title}." if record.title else "",
            "authorList": {"author": [{"lastName": name, "firstName": "Mary"} for name in record.authors]},
            "journalInfo": {"volume": "7", "yearOfPublication": record.year, "journal": {"title": record.journal}},
            "pubYear": str(record.year or ""),
            "abstractText": f"<h4>Aim</h4>{escape(record.abstract)}" if record.abstract else "",
            "pubTypeList": {"pubType": ["Journal Article"]},
            "language": "eng",
        }


class _Arxiv(_Service):
    def answer(self, asked: Asked) -> Answer:
        given = asked.parameters
        if "id_list" in given:
            numbers = [90_000_001 + int(n.partition(".")[2]) for n in given["id_list"].split(",") if "." in n]
            records = [self.search.by_pmid[n] for n in sorted(numbers) if n in self.search.by_pmid]
            return self._feed(records, records)
        term = given.get("search_query", "")
        plain = re.sub(r"\b(?:all|ti|abs):|\s*AND submittedDate:\[.*?\]", "", term)
        first, last = _years(term, r"\[(\d{4})", 0), _years(term, r"TO (\d{4})", 9999)
        try:
            records = self.hits(asked, plain, first, last)
        except BadQuery as error:
            entry = (
                "<entry><id>http://arxiv.org/api/errors#bad_query</id><title>Error</title>"
                f"<summary>{escape(str(error))}</summary></entry>"
            )
            return Answer(status=400, content=_atom(1, entry), kind="application/atom+xml")
        start = int(given.get("start", 0))
        return self._feed(records, records[start : start + int(given.get("max_results", 10))])

    def _feed(self, records: Sequence[MadeRecord], page: Sequence[MadeRecord]) -> Answer:
        entries = "".join(
            f"<entry><id>http://arxiv.org/abs/{arxiv_id(r)}v2</id><published>{r.year or 2000}-{r.month:02}-03T00:00:00Z"
            f"</published><updated>2024-12-01T00:00:00Z</updated><title>{escape(r.title or 'Untitled')}</title>"
            f"<summary>  {escape(r.abstract)}\n</summary>"
            + "".join(f"<author><name>Mary {name}</name></author>" for name in r.authors)
            + f'<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">{r.doi}</arxiv:doi>'
            '<category term="q-bio.PE" scheme="http://arxiv.org/schemas/atom"/></entry>'
            for r in page
        )
        return Answer(content=_atom(len(records), entries), kind="application/atom+xml")


def arxiv_id(record: MadeRecord) -> str:
    """Gives the made-up arXiv id of a record."""
    return f"2101.{record.pmid - 90_000_001:05}"


def _atom(total: int, entries: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        '<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"{total}</opensearch:totalResults>{entries}</feed>\n"
    ).encode()


class _OpenAlex(_Service):
    def answer(self, asked: Asked) -> Answer:
        given = asked.parameters
        wanted = given.get("filter", "")
        size = min(int(given.get("per-page", 25)), 100)
        if "ids.openalex:" in wanted:
            numbers = sorted(int(number) for number in re.findall(r"W(\d+)", wanted))
            records = [self.search.by_pmid[n] for n in numbers if n in self.search.by_pmid]
            return _json({"meta": {"count": len(records)}, "results": [self._work(r) for r in records[:size]]})
        first = _years(wanted, r"from_publication_date:(\d{4})", 0)
        last = _years(wanted, r"to_publication_date:(\d{4})", 9999)
        try:
            text = f"({given.get('search', '')})" + (" AND hasabstract" if "has_abstract:true" in wanted else "")
            records = self.hits(asked, text, first, last)
        except BadQuery as error:
            return _json({"error": "Invalid query parameters error.", "message": str(error)}, 400)
        if given.get("group_by") == "publication_year":
            years = Counter(record.year for record in records if record.year)
            groups = [{"key": str(year), "count": count} for year, count in years.most_common()]
            return _json({"meta": {"count": len(records)}, "results": [], "group_by": groups})
        by_cursor = "cursor" in given
        if by_cursor and not given.get("api_key"):
            return _json({"error": "Unauthorized", "message": "Cursors need an API key."}, 401)
        start = (int(given.get("page", 1)) - 1) * size
        if by_cursor:
            start = 0 if given["cursor"] == "*" else int(given["cursor"])
        page = records[start : start + size]
        meta: dict[str, Any] = {"count": len(records), "per_page": size}
        if by_cursor:
            meta["next_cursor"] = str(start + size) if page else None
        return _json({"meta": meta, "results": [{"id": f"https://openalex.org/W{r.pmid}"} for r in page]})

    def _work(self, record: MadeRecord) -> dict[str, Any]:
        places: dict[str, list[int]] = {}
        for place, word in enumerate(record.abstract.split()):
            places.setdefault(word, []).append(place)
        people = [
            {"author": {"display_name": f"Mary {name}", "orcid": None}, "raw_affiliation_strings": ["Made University"]}
            for name in record.authors
        ]
        return {
            "id": f"https://openalex.org/W{record.pmid}",
            "doi": f"https://doi.org/{record.doi}",
            "title": record.title or None,
            "publication_year": record.year,
            "publication_date": f"{record.year}-{record.month:02}-01" if record.year else None,
            "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{record.pmid}"},
            "type": "article",
            "language": "en",
            "is_retracted": record.is_retracted,
            "primary_location": {"source": {"display_name": record.journal, "type": "journal", "issn": ["1234-5679"]}},
            "biblio": {"volume": "7", "issue": "2", "first_page": "11", "last_page": "19"},
            "authorships": people,
            "keywords": [{"display_name": "Pollination"}],
            "abstract_inverted_index": places or None,
        }


class _Crossref(_Service):
    def answer(self, asked: Asked) -> Answer:
        given = asked.parameters
        wanted = given.get("filter", "")
        name = unquote(asked.path).partition("/works/")[2]
        if name or "doi:" in wanted:
            numbers = sorted(int(number) for number in re.findall(r"10\.55555/made\.(\d+)", name or wanted))
            found = [self.search.by_pmid[n] for n in numbers if n in self.search.by_pmid]
            if name:
                return _message(self._item(found[0])) if found else Answer(status=404, content=b"Resource not found.")
            return _message({"total-results": len(found), "items": [self._item(record) for record in found]})
        first = _years(wanted, r"from-pub-date:(\d{4})", 0)
        last = _years(wanted, r"until-pub-date:(\d{4})", 9999)
        try:
            text = f"({given.get('query', '')})" + (" AND hasabstract" if "has-abstract:true" in wanted else "")
            records = self.hits(asked, text, first, last)
        except BadQuery as error:
            told = [{"type": "parameter-invalid", "value": given.get("query"), "message": str(error)}]
            return _json({"status": "failed", "message-type": "validation-failure", "message": told}, 400)
        if "facet" in given:
            years = Counter(str(record.year) for record in records if record.year)
            facets = {"published": {"value-count": len(years), "values": dict(years)}}
            return _message({"total-results": len(records), "items": [], "facets": facets})
        start = 0 if given.get("cursor", "*") == "*" else int(given["cursor"])
        page = records[start : start + int(given.get("rows", 20))]
        items = [{"DOI": record.doi} for record in page]
        return _message({"total-results": len(records), "items": items, "next-cursor": str(start + len(page))})

    def _item(self, record: MadeRecord) -> dict[str, Any]:
        item: dict[str, Any] = {
            "DOI": record.doi.upper(),
            "type": "journal-article",
            "title": [record.title] if record.title else [],
            "container-title": [record.journal],
            "author": [{"given": "Mary", "family": name, "sequence": "first"} for name in record.authors],
            "volume": "7",
            "publisher": "Made Press",
            "issued": {"date-parts": [[record.year, record.month] if record.year else [None]]},
        }
        if record.abstract:
            item["abstract"] = f"<jats:title>Abstract</jats:title><jats:p>{escape(record.abstract)}</jats:p>"
        return item


def _message(message: dict[str, Any]) -> Answer:
    return _json({"status": "ok", "message-type": "work-list", "message": message})


class _SemanticScholar(_Service):
    def __init__(self, search: MadeSearch) -> None:
        super().__init__(search)
        self._by_id = {s2_id(record): record for record in search.records}

    def answer(self, asked: Asked) -> Answer:
        given = asked.parameters
        if asked.tool == "batch":
            ids = asked.body["ids"] if isinstance(asked.body, dict) else []
            return _json([self._paper(self._by_id[name]) if name in self._by_id else None for name in ids])
        years = given.get("year", "")
        first, last = _years(years, r"^(\d{4})-", 0), _years(years, r"-(\d{4})$", 9999)
        try:
            records = self.hits(asked, given.get("query", ""), first, last)
        except BadQuery as error:
            return _json({"error": str(error)}, 400)
        if asked.tool == "bulk":
            records = sorted(records, key=s2_id)
            start = int(given.get("token", 0))
            page = records[start : start + 1000]
            token = str(start + 1000) if start + 1000 < len(records) else None
            return _json({"total": len(records), "token": token, "data": [{"paperId": s2_id(r)} for r in page]})
        start, size = int(given.get("offset", 0)), int(given.get("limit", 100))
        if start + size > 1000:
            return _json({"error": "Requested data for this limit and/or offset is not available"}, 400)
        page = records[start : start + size]
        told: dict[str, Any] = {"total": len(records), "offset": start}
        if start + size < len(records):
            told["next"] = start + size
        if page:
            told["data"] = [{"paperId": s2_id(record)} for record in page]
        return _json(told)

    def _paper(self, record: MadeRecord) -> dict[str, Any]:
        return {
            "paperId": s2_id(record),
            "externalIds": {"DOI": record.doi, "PubMed": str(record.pmid)},
            "title": record.title or None,
            "abstract": record.abstract or None,
            "year": record.year,
            "venue": record.journal,
            "publicationTypes": ["JournalArticle"],
            "authors": [{"authorId": "1", "name": f"Mary {name}"} for name in record.authors],
        }


def s2_id(record: MadeRecord) -> str:
    """Gives the made-up id of a record at Semantic Scholar."""
    return hashlib.sha1(str(record.pmid).encode(), usedforsecurity=False).hexdigest()
