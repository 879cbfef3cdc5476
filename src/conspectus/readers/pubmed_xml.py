"""PubMed's XML (EFetch, baseline and update files) to papers; other E-utilities replies are named and skipped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.pubmed_article import article_paper
from conspectus.readers.pubmed_book import book_paper
from conspectus.readers.pubmed_markup import text_of
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head
from conspectus.readers.xml_hardened import XmlRecord, parse_xml, stream_records

_ARTICLES = ("PubmedArticle", "PubmedBookArticle", "DeleteCitation", "DeleteDocument")
_WITHDRAWN = frozenset({"DeleteCitation", "DeleteDocument"})
# Root element to the elements that are its records; they never nest in each other.
_ROOTS = {
    "PubmedArticleSet": _ARTICLES,
    "PubmedBookArticleSet": _ARTICLES,
    "PubmedArticle": _ARTICLES,
    "PubmedBookArticle": _ARTICLES,
    "DeleteCitation": _ARTICLES,
    "MedlineCitationSet": ("MedlineCitation", "DeleteCitation"),
    "MedlineCitation": ("MedlineCitation",),
    "BookDocumentSet": ("BookDocument", "DeleteDocument"),
    "BookDocument": ("BookDocument",),
}
_REPLIES = {
    "eSearchResult": "an ESearch reply (ids of records)",
    "eSummaryResult": "an ESummary reply (short summaries without abstracts)",
    "eLinkResult": "an ELink reply (links between records)",
    "eInfoResult": "an EInfo reply (a description of a database)",
    "eSpellResult": "an ESpell reply (spelling suggestions)",
    "ePostResult": "an EPost reply (a stored list of ids)",
    "eCitMatchResult": "an ECitMatch reply (matched citations)",
    "eFetchResult": "an EFetch reply without records (an error message of the service)",
    "SerialsSet": "a list of journals from the NLM Catalog",
}
_JSON_REPLY = re.compile(r'\s*\{\s*"header"\s*:\s*\{\s*"type"\s*:\s*"(?P<type>e[a-z]+)"')
_ADVICE = "fetch the records themselves with EFetch (rettype=xml)"


class PubmedXmlReader:
    """Reads PubmedArticleSet, PubmedBookArticleSet and MedlineCitationSet, and single records of them."""

    name = "pubmed_xml"
    label = "PubMed XML"

    def recognise(self, head: Head) -> str:
        """Gives why the content comes from PubMed, or "" if it does not."""
        if head.root in _ROOTS or head.root in _REPLIES:
            return f"root element <{head.root}>"
        if head.root.lower() == "html" and "ncbi.nlm.nih.gov" in head.text and "citation_title" not in head.text:
            return "an HTML page of NCBI"
        if _JSON_REPLY.match(head.text):
            return "a JSON reply of the E-utilities"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers of the file in order, broken records and what is no paper.

        Raises:
            InputError: The file is not well-formed and no record of it can be told from the others.
        """
        head = Head(data)
        if not (head.root in _ROOTS or head.root in _REPLIES):
            yield Skipped(reason=_reason_of_page(head))
            return
        if head.root in _REPLIES:
            yield Skipped(reason=f"{_REPLIES[head.root]}, no papers{_told(data)}; {_ADVICE}", record=1)
            return
        found = False
        names = _ROOTS[head.root]
        # Lists of what was withdrawn are no records, be they empty or not.
        empty = [name for name in names if name not in _WITHDRAWN]
        for record in stream_records(data, names, empty=empty):
            found = True
            yield from [record] if isinstance(record, BrokenRecord) else _items(record)
        if not found:
            yield Skipped(reason=f"<{head.root}> holds no record")


def _items(record: XmlRecord) -> Iterator[ReadItem]:
    element, number, line = record.element, record.record, record.line
    if element.tag in _WITHDRAWN:
        pmids = [text_of(pmid) for pmid in element.iter("PMID")]
        listed = ", ".join(pmids[:20]) + (f" and {len(pmids) - 20} more" if len(pmids) > 20 else "")
        yield Skipped(reason=f"a list of records that PubMed has withdrawn: {listed}", record=number, line=line)
        return
    try:
        book = element.tag in {"PubmedBookArticle", "BookDocument"}
        paper = book_paper(element) if book else article_paper(element)
    except BrokenRecord as error:
        yield BrokenRecord(error.message, record=number, line=line, hint=error.hint)
        return
    yield ReadPaper(paper=paper, record=number, line=line)


def _told(data: bytes) -> str:
    """Gives what a reply says of errors, as " (it says: …)"."""
    try:
        root = parse_xml(data)
    except InputError as error:
        return f" ({error.message.rstrip('.')})"
    messages = [text_of(element) for element in root.iter("ERROR", "Error", "ErrorList", "error")]
    messages = [message for message in messages if message]
    return f" (it says: {messages[0][:200]})" if messages else ""


def _reason_of_page(head: Head) -> str:
    if reply := _JSON_REPLY.match(head.text):
        kind = reply.group("type")
        try:
            body = json.loads(head.data)
            error = body.get(f"{kind}result", {}).get("ERROR", "") if isinstance(body, dict) else ""
        except (ValueError, AttributeError):
            error = ""
        told = f" (it says: {str(error)[:200]})" if error else ""
        return f"a JSON reply of the E-utilities ({kind}), no papers{told}; {_ADVICE}"
    title = re.search(r"<title[^>]*>(.*?)</title>", head.text, re.IGNORECASE | re.DOTALL)
    told = f" (it says: {' '.join(title.group(1).split())[:200]})" if title else ""
    return f"an HTML page of NCBI, no papers{told}; {_ADVICE}"
