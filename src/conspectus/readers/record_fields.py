"""What records of reference managers have in common: identifiers in notes, keywords, and page ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable

from conspectus.domain.document import Document
from conspectus.domain.identifiers import normal_arxiv, normal_doi, normal_isbn, normal_pmcid
from conspectus.domain.kept_fields import outlined_document
from conspectus.foundation.text.normalise import clean_text, one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.pubmed_terms import full_pages
from conspectus.readers.structured_abstract import split_notice, structured_abstract_document

_DOI_MARK = re.compile(r"doi(?:\.org)?\s*[:/=]?\s*(10\.\d{4,9}(?:/|%2f)\S+)", re.IGNORECASE)
_PMID_MARK = re.compile(
    r"(?:pmid|pubmed(?:\s+id)?)\s*[:=]?\s*(\d{1,8})(?!\d)|(?<!\d)(\d{1,8})\s*\[pmid\]|"
    r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(?:\?term=)?(\d{1,8})(?!\d)",
    re.IGNORECASE,
)
_PMCID_MARK = re.compile(r"\bPMC\s?\d{3,9}\b", re.IGNORECASE)
_ARXIV_MARK = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf|html)/|:\s*|\s+(?:preprint\s+)?(?=\d{4}\.\d{4,5}(?!\d)))((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?)",
    re.I,
)
_ISSN = re.compile(r"(?<![\d-])(\d{4})[-–‐]?(\d{3}[\dXx])(?![\d-])")
_ISBN = re.compile(r"(?<![\d-])(?:97[89][-– ]?)?(?:\d[-– ]?){9}[\dXx](?![\d-])")
_NO_ABSTRACT = re.compile(r"\W*(?:no abstract(?: (?:is )?available)?|abstract not available|n/?a|none|null)\W*\Z", re.I)
_STOP = re.compile(r"(?<=[a-z\d)\]”\"»])\.\Z")
_KEEPS_STOP = re.compile(r"(?:\b(?:etc|al|inc|ltd|co|vs|jr|sr|spp?|no)|\.[a-z]|\.\.)\.\Z", re.IGNORECASE)
_PAGE_WORD = re.compile(r"^(?:pp\.?|p\.|p\s|pages?\s|seiten?\s|s\.)\s*(?=[a-z]{0,2}\d)", re.IGNORECASE)
_PLAIN_RANGE = re.compile(r"\d+(?:[-–]\d+)?", re.ASCII)
_NO_PAGES = re.compile(r"\W*(?:no|no[- ]pagination|specified|no[- ]specified|no pages|n\.?\s?p\.?|n/?a)\W*\Z", re.I)


def doi_in(texts: Iterable[str]) -> str:
    """Gives the first DOI that is marked as one ("doi:", a doi.org address) in the texts, or ""."""
    return _first(normal_doi("doi.org/" + found.group(1)) for text in texts for found in _DOI_MARK.finditer(text))


def pmid_in(texts: Iterable[str]) -> str:
    """Gives the first PubMed id that is marked as one in the texts, or ""."""
    return _first(next(g for g in found.groups() if g) for text in texts for found in _PMID_MARK.finditer(text))


def pmcid_in(texts: Iterable[str]) -> str:
    """Gives the first PubMed Central id in the texts, or ""."""
    return _first(normal_pmcid(found.group()) for text in texts for found in _PMCID_MARK.finditer(text))


def arxiv_in(texts: Iterable[str]) -> str:
    """Gives the first arXiv id that is marked as one in the texts, or ""."""
    return _first(normal_arxiv(found.group(1)) for text in texts for found in _ARXIV_MARK.finditer(text))


def isbns_in(text: str) -> tuple[str, ...]:
    """Gives the valid ISBNs in ``text`` as 13 digits."""
    return tuple(dict.fromkeys(n for found in _ISBN.finditer(text) if (n := normal_isbn(found.group()))))


def issns_in(text: str) -> tuple[str, ...]:
    """Gives the ISSNs in ``text`` as "1234-567X", those that are part of an ISBN left out."""
    rest = _ISBN.sub(" ", text)
    return tuple(dict.fromkeys(f"{found.group(1)}-{found.group(2).upper()}" for found in _ISSN.finditer(rest)))


def title_text(text: str) -> str:
    """Gives a title as one line of plain text, without the full stop that some databases put behind it."""
    title = one_line(plain(text))
    return title if _KEEPS_STOP.search(title) else _STOP.sub("", title)


def page_range(first: str, last: str = "") -> str:
    """Gives "12-34" from a first and a last page, or from a range in either; "" if they say nothing.

    A shortened last page is given in full: 123 and 9 are "123-129".
    """
    if not last and _PLAIN_RANGE.fullmatch(first):
        return full_pages(first.replace("–", "-"))
    first, last = (_page(text) for text in (first, last))
    if "-" in first or not last or first == last:
        return full_pages(first or last)
    if not first or "-" in last:
        return full_pages(last)
    return full_pages(f"{first}-{last}")


def abstract_documents(text: str, *, outline: str = "") -> tuple[tuple[Document, ...], str]:
    """Gives the document of an abstract, none if there is no abstract, and the publisher's notice taken off its end.

    Args:
        text: The abstract as the source has it.
        outline: Its labels, if the file was written by conspectus (see ``domain.kept_fields``).
    """
    text = clean_text(plain(text)).strip()
    if not text or _NO_ABSTRACT.match(text):
        return (), ""
    text, notice = split_notice(text)
    document = (outlined_document(text, outline) if outline else None) or structured_abstract_document(text)
    return ((document,) if document.sections else ()), notice


def split_keywords(text: str, *, commas: bool = False) -> list[str]:
    """Gives the keywords of one value: parted by line ends, by semicolons, or else by commas.

    Args:
        text: The value, which may be one keyword.
        commas: Whether a comma parts keywords wherever there is no semicolon, as in BibTeX; else only two or
            more commas do, between short pieces ("Heart failure, congestive" is one keyword).
    """
    found: list[str] = []
    for line in plain(text).splitlines():
        parts = re.split(r"\s*;\s*", line)
        pieces = line.split(",")
        if len(parts) == 1 and (commas or (len(pieces) > 2 and all(len(piece.split()) <= 5 for piece in pieces))):
            parts = pieces
        found.extend(one_line(part).lstrip("*").strip(" ,;") for part in parts)
    return [keyword for keyword in found if keyword]


def _page(text: str) -> str:
    text = one_line(text).replace("–", "-").replace("—", "-").replace("−", "-")
    text = re.sub(r"\s*-+\s*", "-", _PAGE_WORD.sub("", text)).strip("-,; ")
    return "" if _NO_PAGES.match(text) else text


def _first(values: Iterable[str]) -> str:
    return next((value for value in values if value), "")
