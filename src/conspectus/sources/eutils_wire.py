"""E-utilities: what is asked and what comes back, without the asking.

Formats are those of NCBI's "E-utilities In-Depth" (Entrez Programming Utilities Help). ESearch gives no id beyond
place 9,999 of PubMed, whatever is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conspectus.foundation.errors import InputError, SourceFailed, UsageError
from conspectus.foundation.http import HttpReply
from conspectus.readers.xml_hardened import parse_xml
from conspectus.sources.searching import SearchQuery

MOST_IDS = 9_999
"""The most ids that ESearch gives of one search."""
HAS_ABSTRACT = "hasabstract"
FIRST_DATE, LAST_DATE = "1000", "3000"

# What ESearch says in <ERROR> when the fault is its own.
_SERVICE_ERROR = re.compile(
    r"backend|failed|timeout|timed out|unavailable|temporar|try again|internal|resource|exceeded|exception|server",
    re.IGNORECASE,
)
_TOLD = {
    "PhraseNotFound": "Phrase not found",
    "FieldNotFound": "Field not found",
    "PhraseIgnored": "Phrase ignored",
    "QuotedPhraseNotFound": "Quoted phrase not found",
    "OutputMessage": "",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What ESearch answers: how many hits, the ids of them that were asked for, the query as understood, warnings."""

    count: int
    ids: tuple[str, ...] = ()
    translation: str = ""
    warnings: tuple[str, ...] = ()


def search_term(query: SearchQuery) -> str:
    """Gives the term for ESearch: the user's query as it is, in brackets before what is added to it.

    A query whose brackets do not match is not put into further ones, so that the service's repair stays its own.
    """
    text = query.text.strip()
    if not query.with_abstract:
        return text
    return f"({text}) AND {HAS_ABSTRACT}" if brackets_match(text) else f"{text} AND {HAS_ABSTRACT}"


def brackets_match(text: str) -> bool:
    """Gives whether every round bracket outside quotes is closed, and every one that closes was opened."""
    depth = 0
    for part in re.split(r'"[^"]*"', text):
        for char in part:
            depth += (char == "(") - (char == ")")
            if depth < 0:
                return False
    return depth == 0


def date_range(first: str, last: str) -> dict[str, str]:
    """Gives the parameters for publication dates from ``first`` to ``last`` inclusive, both named or none."""
    if (first, last) == (FIRST_DATE, LAST_DATE):
        return {}
    return {"datetype": "pdat", "mindate": first, "maxdate": last}


def read_search(content: bytes) -> Found:
    """Gives what an ESearch reply says.

    Raises:
        SourceFailed: It is no such reply, is cut off, or says that the service failed.
        UsageError: It says what is wrong with the query.
    """
    root = _root(content, "eSearchResult")
    if told := _text(root.find("ERROR")):
        if _SERVICE_ERROR.search(told):
            raise SourceFailed(f"PubMed failed: {told}")
        raise UsageError(f"PubMed cannot answer the query: {told}", hint="Mend the query; PubMed gets it as it is.")
    count = _text(root.find("Count"))
    if not count.isdecimal():
        raise SourceFailed("PubMed's reply to a search does not say how many hits there are.")
    warnings = [
        f"{_TOLD[element.tag]}: {_text(element)}" if _TOLD[element.tag] else _text(element)
        for path in ("ErrorList", "WarningList")
        for element in root.iterfind(f"{path}/*")
        if element.tag in _TOLD and _text(element)
    ]
    return Found(
        count=int(count),
        ids=tuple(text for element in root.iterfind("IdList/Id") if (text := _text(element)).isdecimal()),
        translation=_text(root.find("QueryTranslation")),
        warnings=tuple(dict.fromkeys(warnings)),
    )


def read_spelling(content: bytes) -> str:
    """Gives the query as ESpell would spell it, "" if it has no suggestion.

    Raises:
        SourceFailed: It is no such reply.
    """
    root = _root(content, "eSpellResult")
    corrected = _text(root.find("CorrectedQuery"))
    return "" if corrected.casefold() == _text(root.find("Query")).casefold() else corrected


def read_years(content: bytes) -> dict[str, int | None]:
    """Gives the year of each record of an ESummary reply, None where it names none.

    The year is the latest in ``PubDate``, so that "1999 Dec-2000 Jan" is 2000.

    Raises:
        SourceFailed: It is no such reply.
    """
    years: dict[str, int | None] = {}
    for summary in _root(content, "eSummaryResult").iterfind("DocSum"):
        told = next((_text(item) for item in summary.iterfind("Item") if item.get("Name") == "PubDate"), "")
        numbers = [int(number) for number in re.findall(r"(?<!\d)\d{4}(?!\d)", told)]
        years[_text(summary.find("Id"))] = max(numbers, default=None)
    return years


def is_search(reply: HttpReply) -> str:
    """Gives why a reply is none of ESearch, "" if it is, raising what is wrong with the query."""
    return _trouble(reply, read_search)


def is_spelling(reply: HttpReply) -> str:
    """Gives why a reply is none of ESpell, "" if it is."""
    return _trouble(reply, read_spelling)


def is_summary(reply: HttpReply) -> str:
    """Gives why a reply is none of ESummary, "" if it is."""
    return _trouble(reply, read_years)


_ARTICLE_SETS = ("PubmedArticleSet", "PubmedBookArticleSet")
_END = re.compile(rb"</(?:PubmedArticleSet|PubmedBookArticleSet)\s*>\s*\Z|<PubmedArticleSet\s*/>\s*\Z")


def is_articles(reply: HttpReply) -> str:
    """Gives why a reply is no whole set of records, "" if it is."""
    if not reply.is_success:
        return ""
    head = reply.content[:4000]
    if not any(f"<{name}".encode() in head for name in _ARTICLE_SETS):
        told = _told(reply.content)
        return f"its reply is no set of records{f' (it says: {told})' if told else ''}"
    return "" if _END.search(reply.content[-200:]) else "its reply is cut off"


def words_of(reply: HttpReply) -> str:
    """Gives what an unsuccessful reply says: the error in its JSON or XML, or the title of its page."""
    told = reply.json
    if isinstance(told, Mapping):
        return str(told.get("error") or told.get("message") or "")
    return _told(reply.content)


def _told(content: bytes) -> str:
    text = content[:20_000].decode("utf-8", "replace")
    found = re.search(r"<(ERROR|title)[^>]*>(.*?)</\1>", text, re.IGNORECASE | re.DOTALL)
    return " ".join(found.group(2).split())[:200] if found else ""


def _trouble(reply: HttpReply, read: Any) -> str:
    if not reply.is_success:
        return ""
    try:
        read(reply.content)
    except SourceFailed as error:
        return error.message.removesuffix(".")[:1].lower() + error.message.removesuffix(".")[1:]
    return ""


def _root(content: bytes, name: str) -> Any:
    try:
        root = parse_xml(content)
    except InputError as error:
        raise SourceFailed(f"PubMed's reply is garbage or cut off: {error.message}") from None
    if root.tag != name:
        raise SourceFailed(f"PubMed's reply is a <{root.tag}> where <{name}> was expected.")
    return root


def _text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
