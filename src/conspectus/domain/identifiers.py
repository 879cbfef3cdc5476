"""Identifiers of papers in normal form, and the ids that conspectus makes of them."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from urllib.parse import unquote

from conspectus.foundation.text.normalise import clean_text, match_key

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+", re.IGNORECASE)
# A bare DOI of plain letters needs no more than small letters.
_PLAIN_DOI = re.compile(r"10\.\d{4,9}/[a-z0-9]+(?:[._-]+[a-z0-9]+)*", re.IGNORECASE | re.ASCII)
_ESCAPED = re.compile(r"%(?:2[0-9a-f]|3[a-f]|5[bd]|7[bd])", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z!]")
_NEXT_DOI = re.compile(r"[,;|](?=(?:doi:|https?:|10\.\d{4}))|[，。；、…]")
# What the addresses of publishers' pages add to a DOI.
_PAGE_OF_DOI = re.compile(
    r"(?:[?#].*|/(?:full|abstract|pdf|epdf|pdfdirect|meta|fulltext|references)(?:\.html?)?|\.pdf"
    r"|(?<=\d{6})v\d{1,2}(?:\.(?:full|abstract))?(?:[.-](?:text|pdf))*)$"
)
_ARXIV = re.compile(
    r"(?:arxiv[.:\s/]*|abs/|pdf/|html/|^[\[(]?)"
    r"(?:(?P<new>\d{4}\.\d{4,5})|(?P<archive>[a-z-]+)(?:\.[a-z]{2,3}(?:-[a-z]{2,3})?)?/(?P<number>\d{7}))(?:v\d+)?(?!\d)",
    re.IGNORECASE,
)
_PMCID = re.compile(r"pmc(?:id)?[\s:=/]*(?:pmc)?\s*0*(\d{3,9})(?!\d)|^\s*0*(\d{3,9})\s*$", re.IGNORECASE)
_PMID = re.compile(
    r"^\s*0*(\d{1,8})\s*(?:\[[^\]]*\])?\s*$|(?:pmid|pubmed|medline|europepmc\.org/(?:article|abstract)/med)(?:(?!pmc)\D){0,40}?0*(\d{1,8})(?!\d)",
    re.IGNORECASE,
)
_ISBN = re.compile(r"(?<!\d)(?:97[89][-‐-―\s]?)?(?:\d[-‐-―\s]?){9}[\dXx](?![\dXx])")
_LONGEST_SLUG = 120
_SLUG_SAFE = re.compile(r"[a-z0-9._-]+\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifiers:
    """What the world calls a paper; every field is in normal form or empty.

    ``doi`` is lower-cased and bare, ``pmid`` digits, ``pmcid`` "PMC" and digits, ``arxiv`` without
    version, ``isbn`` a tuple of 13-digit strings.
    """

    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    arxiv: str = ""
    isbn: tuple[str, ...] = ()

    def strong(self) -> tuple[str, ...]:
        """Gives the identifiers that name exactly one work, each as ``"scheme:value"``."""
        return tuple(
            f"{field.name}:{getattr(self, field.name)}"
            for field in fields(self)
            if field.name != "isbn" and getattr(self, field.name)
        )


def normal_doi(text: str) -> str:
    """Gives the bare lower-cased DOI found in ``text``, without trailing punctuation, or ""."""
    if _PLAIN_DOI.fullmatch(text):
        return text.lower()
    text = clean_text(text)
    # Escapes may be nested; each round shortens the text.
    while (plain := html.unescape(unquote(text) if _ESCAPED.search(text) else text)) != text:
        text = plain
    text = clean_text(text)
    found = _DOI.search(text)
    if not found:
        return ""
    doi = _NEXT_DOI.split(found.group().lower())[0]
    if not re.search(r"sici|<\d+:", doi):
        # A tag that follows is cut off; "(2002)016<0727:abc>2.3.co;2" is part of an older DOI.
        doi = _TAG.split(doi)[0]
        if "://" in text[: found.start()]:
            doi = _PAGE_OF_DOI.sub("", doi)
    while (bare := _without_last_mark(doi)) != doi:
        doi = bare
    return doi if "/" in doi and not doi.endswith("/") else ""


def _without_last_mark(doi: str) -> str:
    """Takes off trailing punctuation, and a closing bracket that nothing opens."""
    bare = doi.rstrip(".,;:'\"”’>}|\\")
    for opening, closing in ("()", "[]"):
        if bare.endswith(closing) and bare.count(opening) < bare.count(closing):
            return bare[:-1]
    return bare


def normal_pmid(text: str) -> str:
    """Gives the digits of a PubMed id given bare, labelled or as a URL, or ""."""
    found = _PMID.search(text)
    return (found.group(1) or found.group(2)).lstrip("0") if found else ""


def normal_pmcid(text: str) -> str:
    """Gives a PubMed Central id as "PMC" and digits, or ""."""
    found = _PMCID.search(text)
    return f"PMC{found.group(1) or found.group(2)}" if found else ""


def normal_arxiv(text: str) -> str:
    """Gives an arXiv id, new or old form, without its version, or ""."""
    found = _ARXIV.search(text.strip())
    if not found:
        return ""
    # The subject class ("math.GT/0309136") is no part of the id.
    return found.group("new") or f"{found.group('archive')}/{found.group('number')}".lower()


def normal_isbn(text: str) -> str:
    """Gives the 13-digit form of a valid ISBN-10 or ISBN-13, or "" if the check digit is wrong."""
    for found in _ISBN.finditer(re.sub(r"isbn(?:[-‐-―\s]?1[03])?(?=\D)", " ", text, flags=re.IGNORECASE)):
        digits = re.sub(r"[^0-9X]", "", found.group().upper())
        if len(digits) == 10 and _isbn10_sum(digits) == 0:
            stem = "978" + digits[:9]
            return stem + _isbn13_check(stem)
        if len(digits) == 13 and digits.isdigit() and _isbn13_check(digits[:12]) == digits[12]:
            return digits
    return ""


def paper_id(identifiers: Identifiers, *, title: str = "", year: int | None = None, first_author: str = "") -> str:
    """Gives the id of a paper: a slug of its first identifier, else of a hash of what describes it.

    The order is DOI, PMID, PMCID, arXiv id; else 12 hex digits over normalised title, year and first
    author. The id is never random and never counted, so the same paper has the same id everywhere.
    """
    if identifiers.doi:
        return "doi-" + _slug_of(identifiers.doi)
    if identifiers.pmid:
        return f"pmid-{identifiers.pmid}"
    if identifiers.pmcid:
        return f"pmcid-{identifiers.pmcid[3:]}"
    if identifiers.arxiv:
        return "arxiv-" + _slug_of(identifiers.arxiv)
    described = "\n".join((match_key(title), str(year or ""), match_key(first_author)))
    return "hash-" + hashlib.sha256(described.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _slug_of(value: str) -> str:
    head, slash, tail = value.partition("/")
    plain = f"{head}_{tail}" if slash else head
    if len(plain) <= _LONGEST_SLUG and _SLUG_SAFE.match(head) and (not tail or _SLUG_SAFE.match(tail)):
        return plain
    # The slug lost characters: hex digits of a hash of the whole keep different identifiers apart.
    shown = re.sub(r"[^a-z0-9._]+", "-", plain)[:_LONGEST_SLUG].strip("-")
    return f"{shown}-{hashlib.sha256(value.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _isbn10_sum(digits: str) -> int:
    if "X" in digits[:9]:
        return 1
    values = [10 if char == "X" else int(char) for char in digits]
    return sum(value * (10 - place) for place, value in enumerate(values)) % 11


def _isbn13_check(stem: str) -> str:
    total = sum(int(char) * (3 if place % 2 else 1) for place, char in enumerate(stem))
    return str((10 - total % 10) % 10)


def first_valid(values: Sequence[str]) -> str:
    """Gives the first value that is not empty, or ""."""
    return next((value for value in values if value), "")
