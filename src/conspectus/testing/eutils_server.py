"""A real HTTP server that speaks NCBI's E-utilities over a made-up collection, and other services' formats beside.

Run it by itself, and give the addresses that it prints as base URLs::

    python -m conspectus.testing.eutils_server --port 8124 --plan plan.json

It prints ``{"address": "http://127.0.0.1:8124", "services": {"pubmed": "http://127.0.0.1:8124/pubmed", …}}`` on one
line and answers until it is interrupted. The plan is JSON with the fields of ``ServicePlan``; tests use
``running_services``.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from conspectus.testing.made_collection import BadQuery, MadeRecord, MadeSearch, made_collection
from conspectus.testing.service_answers import other_services
from conspectus.testing.service_server import Answer, Answerer, Asked, ServicePlan, ServiceServer, read_service_plan

MOST_IDS = 9_999
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" ?>\n'


class Eutilities:
    """ESearch, EFetch, ESummary and ESpell, with the history of searches.

    Args:
        search: The collection.
    """

    def __init__(self, search: MadeSearch) -> None:
        self._search = search
        self._lock = threading.Lock()
        self._history: list[list[int]] = []

    def answer(self, asked: Asked) -> Answer:
        """Gives the answer to a request."""
        tools = {
            "esearch": self._esearch,
            "efetch": self._efetch,
            "esummary": self._esummary,
            "espell": self._espell,
        }
        if asked.tool not in tools:
            return Answer(status=404, content=b"<html><title>Not found</title></html>", kind="text/html")
        if asked.parameters.get("db", "pubmed") != "pubmed":
            return _xml("<eSearchResult><ERROR>Invalid db name specified.</ERROR></eSearchResult>")
        return tools[asked.tool](asked)

    def _esearch(self, asked: Asked) -> Answer:
        given = asked.parameters
        if asked.fault == "error" or not given.get("term", "").strip():
            told = asked.message or "Empty term and query_key - nothing todo"
            return _xml(f"<eSearchResult><ERROR>{escape(told)}</ERROR></eSearchResult>")
        start, most = int(given.get("retstart", 0)), int(given.get("retmax", 20))
        if start > MOST_IDS - 1:
            told = f"'retstart' cannot be larger than {MOST_IDS - 1}."
            return _xml(f"<eSearchResult><ERROR>{told}</ERROR></eSearchResult>")
        try:
            hits = [] if asked.fault == "no_hits" else self._dated(self._search.hits(given["term"]), asked)
        except BadQuery as error:
            return _xml(f"<eSearchResult><ERROR>{escape(str(error))}</ERROR></eSearchResult>")
        if given.get("rettype") == "count":
            return _xml(f"<eSearchResult><Count>{len(hits)}</Count></eSearchResult>")
        ids = hits[start : min(start + most, MOST_IDS)]
        history = ""
        if given.get("usehistory") == "y":
            with self._lock:
                self._history.append(hits)
                history = f"<QueryKey>{len(self._history)}</QueryKey><WebEnv>MADE_1</WebEnv>"
        listed = "\n".join(f"<Id>{pmid}</Id>" for pmid in ids)
        return _xml(
            f"<eSearchResult><Count>{len(hits)}</Count><RetMax>{len(ids)}</RetMax><RetStart>{start}</RetStart>"
            f"{history}<IdList>\n{listed}\n</IdList><TranslationSet/>"
            f"<QueryTranslation>{escape(_translation(given))}</QueryTranslation>"
            f"{self._complaints(asked, has_hits=bool(hits))}</eSearchResult>"
        )

    def _complaints(self, asked: Asked, *, has_hits: bool) -> str:
        term = asked.parameters["term"]
        errors = [("PhraseNotFound", word) for word in self._search.unknown(term)]
        errors += [("FieldNotFound", field) for field in self._search.unknown_fields(term)]
        warnings = [] if has_hits else [("OutputMessage", "No items found.")]
        if asked.fault == "warning":
            warnings.append(("OutputMessage", asked.message))
        told = ""
        for name, entries in (("ErrorList", errors), ("WarningList", warnings)):
            if entries:
                told += f"<{name}>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for tag, text in entries) + f"</{name}>"
        return told

    def _dated(self, hits: list[int], asked: Asked) -> list[int]:
        given = asked.parameters
        if given.get("datetype") != "pdat" or "mindate" not in given or "maxdate" not in given:
            return hits
        first, last = (_day(given["mindate"], 1), _day(given["maxdate"], 31))
        return [pmid for pmid in hits if first <= _date_of(self._search.by_pmid[pmid]) <= last]

    def _wanted(self, asked: Asked) -> list[MadeRecord]:
        given = asked.parameters
        if given.get("WebEnv") and given.get("query_key", "").isdecimal():
            with self._lock:
                ids = self._history[int(given["query_key"]) - 1]
            start = int(given.get("retstart", 0))
            ids = ids[start : start + int(given.get("retmax", 10_000))]
        else:
            ids = [int(number) for number in re.findall(r"\d+", given.get("id", ""))]
        # In the order of the ids, not in that of the request: nobody may rely on either.
        return [self._search.by_pmid[pmid] for pmid in sorted(set(ids)) if pmid in self._search.by_pmid]

    def _efetch(self, asked: Asked) -> Answer:
        records = "\n".join(_record(record) for record in self._wanted(asked))
        return _xml(f"<PubmedArticleSet>\n{records}\n</PubmedArticleSet>")

    def _esummary(self, asked: Asked) -> Answer:
        summaries = [
            f'<DocSum><Id>{record.pmid}</Id><Item Name="PubDate" Type="Date">{_date_text(record)}</Item>'
            f'<Item Name="Title" Type="String">{escape(record.title)}</Item></DocSum>'
            for record in self._wanted(asked)
        ]
        return _xml("<eSummaryResult>" + "\n".join(summaries) + "</eSummaryResult>")

    def _espell(self, asked: Asked) -> Answer:
        term = asked.parameters.get("term", "")
        words = []
        for word in term.split():
            known = not self._search.unknown(word)
            near = [] if known else difflib.get_close_matches(word.lower(), self._search.vocabulary, n=1, cutoff=0.7)
            words.append(near[0] if near else word)
        corrected = " ".join(words) if words != term.split() else ""
        return _xml(
            f"<eSpellResult><Database>pubmed</Database><Query>{escape(term)}</Query>"
            f"<CorrectedQuery>{escape(corrected)}</CorrectedQuery><SpelledQuery/><ERROR/></eSpellResult>"
        )


def _xml(body: str) -> Answer:
    return Answer(content=(_DECLARATION + body + "\n").encode(), kind="text/xml; charset=UTF-8")


def _translation(given: object) -> str:
    assert isinstance(given, dict)
    translated = re.sub(
        r"[A-Za-z0-9-]+(?:\[[^\]]*\])?",
        lambda found: (
            found.group() if found.group() in ("AND", "OR", "NOT") or "[" in found.group()
            else f'"{found.group()}"[All Fields]'
        ),
        given["term"].replace('"', ""),
    )  # fmt: skip
    if given.get("datetype") == "pdat":
        translated += f" AND {given['mindate']}:{given['maxdate']}[Date - Publication]"
    return translated


def _day(text: str, missing: int) -> tuple[int, int, int]:
    parts = [int(part) for part in text.split("/")]
    year, month, day = (*parts, *((1, 1) if missing == 1 else (12, 31))[len(parts) - 1 :])
    return year, month, day


def _date_of(record: MadeRecord) -> tuple[int, int, int]:
    return (record.year or 1900, record.month, 1 + record.pmid % 28)


def _date_text(record: MadeRecord) -> str:
    return f"{record.year} {_MONTHS[record.month - 1]}" if record.year else ""


def _record(record: MadeRecord) -> str:
    if record.kind == "broken":
        return f"<PubmedArticle><PubmedData><Made>{record.pmid}</Made></PubmedData></PubmedArticle>"
    authors = "".join(
        f'<Author ValidYN="Y"><LastName>{name}</LastName><ForeName>Mary</ForeName><Initials>M</Initials></Author>'
        for name in record.authors
    )
    abstract = f"<Abstract><AbstractText>{escape(record.abstract)}</AbstractText></Abstract>" if record.abstract else ""
    date = f"<Year>{record.year}</Year><Month>{_MONTHS[record.month - 1]}</Month>" if record.year else ""
    if record.kind == "book":
        return (
            f'<PubmedBookArticle><BookDocument><PMID Version="1">{record.pmid}</PMID><Book><Publisher>'
            f"<PublisherName>Made Press</PublisherName></Publisher><BookTitle>{escape(record.title)}</BookTitle>"
            f"<PubDate>{date}</PubDate><AuthorList>{authors}</AuthorList></Book>{abstract}</BookDocument>"
            "</PubmedBookArticle>"
        )
    retracted = '<PublicationType UI="D016441">Retracted Publication</PublicationType>' if record.is_retracted else ""
    return (
        f'<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">{record.pmid}</PMID><Article>'
        f"<Journal><JournalIssue><Volume>7</Volume><PubDate>{date}</PubDate></JournalIssue>"
        f"<Title>{record.journal}</Title></Journal><ArticleTitle>{escape(record.title)}</ArticleTitle>{abstract}"
        f"<AuthorList>{authors}</AuthorList><Language>eng</Language><PublicationTypeList>"
        f'<PublicationType UI="D016428">Journal Article</PublicationType>{retracted}</PublicationTypeList></Article>'
        f"</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="
        f'"pubmed">{record.pmid}</ArticleId><ArticleId IdType="doi">{record.doi}</ArticleId></ArticleIdList>'
        "</PubmedData></PubmedArticle>"
    )


def made_services(plan: ServicePlan) -> dict[str, Answerer]:
    """Gives who speaks which service's format, all over one collection."""
    search = MadeSearch(made_collection(plan.size))
    return {"pubmed": Eutilities(search), **other_services(search)}


def _shut_down_with_stdin(server: ServiceServer) -> None:
    sys.stdin.read()
    server.shutdown()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the server until it is interrupted, and gives the exit code."""
    parser = argparse.ArgumentParser(description="A local server of made-up papers.")
    parser.add_argument("--port", type=int, default=0, help="the port on this machine, 0 for a free one")
    parser.add_argument("--plan", type=Path, help="a JSON file that says how it behaves")
    parser.add_argument("--log", type=Path, help="a file to write what is received into, as JSON lines")
    parser.add_argument("--until-stdin-closes", action="store_true", help="end with the process that started it")
    given = parser.parse_args(arguments)
    plan = read_service_plan(json.loads(given.plan.read_text(encoding="utf-8"))) if given.plan else ServicePlan()
    services = made_services(plan)
    server = ServiceServer(given.port, plan, services, given.log)
    address = f"http://127.0.0.1:{server.server_address[1]}"
    with open(1, "w", encoding="utf-8", closefd=False) as out:
        out.write(json.dumps({"address": address, "services": {n: f"{address}/{n}" for n in services}}) + "\n")
    if given.until_stdin_closes:
        threading.Thread(target=_shut_down_with_stdin, args=(server,), daemon=True).start()
    try:
        server.serve_forever(poll_interval=0.05)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
