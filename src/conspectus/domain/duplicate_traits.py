"""What is compared of a record to tell whether two records are one work: its traits, in normal form."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from typing import Any

from conspectus.domain.identifiers import normal_arxiv
from conspectus.domain.paper import Author, Paper
from conspectus.foundation.text.normalise import match_key

_ABSTRACT_START = 160
_SUBTITLE_WORDS = 4
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,60}>")
_LANGUAGE = re.compile(r"\s*[\[(](?:in\s+)?[A-Z][a-z]{3,12}(?:,\s*[A-Z][a-z]{3,12})*[\])]\.?\s*$")
_STILL_THE_ARTICLE = re.compile(r"^\W*(?:(?:retracted|withdrawn)(?:\s+(?:article|paper))?)\W+", re.IGNORECASE)
_NOTICES = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            "correction",
            r"^\W*(?:(?:author|publisher)(?:'s|s)?\s+)?(?:errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|corrections?"
            r"(?=\W*(?::|\bto\b|\bfor\b)))(?:\W+(?:to|for|in|on)\b)?\W*"
            r"|\(\s*vol\b[^()]*\d[^()]*\)\W*$|[\W_]+(?:errat(?:um|a)|corrigend(?:um|a))\W*$",
        ),
        ("retraction", r"^\W*(?:notice\s+of\s+)?(?:retraction|withdrawal)(?:\s+(?:note|notice))?\s*(?:of\b|to\b|:)\W*"),
        ("expression of concern", r"^\W*(?:editorial\s+)?expression\s+of\s+concern\W*(?:(?:on|for|about)\b)?\W*"),
        (
            "reply",
            r"^\W*(?:(?:the\s+)?authors?['’]?s?['’]?\s+)?(?:reply|response|rejoinder)\s*(?:to\b|:)\W*|^\W*re\s*:\W*"
            r"|[.:–—-]\s*(?:(?:the\s+)?authors?['’]?s?['’]?\s+)?(?:reply|response|rejoinder)\W*$",
        ),
        ("comment", r"^\W*(?:(?:invited\s+)?comment(?:s|ary|aries)?|discussion)\s*(?:on\b|to\b|:)\W*"),
        (
            "supplement",
            r"^\W*(?:(?:online|electronic)\s+)?(?:suppl(?:ement(?:ary|al)?)?|supporting)\.?\s*"
            r"(?:(?:material|information|data|appendix|files?)s?\b)?\s*(?:to\b|for\b|of\b|:)\W*"
            r"|[\W_]+\(?(?:(?:online|electronic)\s+)?(?:suppl(?:ementary|emental)|supporting)\s+"
            r"(?:material|information|data|appendix|files?)s?\)?\W*$",
        ),
        ("book review", r"^\W*(?:book\s+review|review\s+of\s+the\s+book)\b\W*"),
        ("protocol", r"^\W*(?:study\s+)?protocol\s+(?:for|of)\b\W*|[:.–—-]\s*(?:a\s+)?(?:\w+\s+){0,2}protocol\W*$"),
    )
)
_NOTICE_TYPES = {
    "published erratum": "correction",
    "erratum": "correction",
    "retraction of publication": "retraction",
    "retraction notice": "retraction",
    "expression of concern": "expression of concern",
}
_ROMAN = {
    name: number
    for number, name in enumerate(
        "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(), 1
    )
}  # fmt: skip
_SPELLED = {name: n for n, name in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_PART = frozenset("part parts volume vol chapter phase paper section series book study stage".split())
_SINGLE_LETTERS = frozenset({"i", "v", "x"})
_PARTICLES = frozenset(
    "van von der den de del della di da do dos du la le les lo ter ten te zu zum zur af av al el bin ibn st".split()
)
_NOBODY = re.compile(r"^(?:anonymous|anon|unknown|no authors? listed|et al|others|n a)$")
_PREPRINT_DOI = re.compile(
    r"^10\.(?:1101/(?:\d{4}\.\d\d\.\d\d\.\d+|\d{6}$|\d{6}v)|48550/|2139/ssrn|21203/rs\.|20944/preprints|31234/|31219/"
    r"|26434/|36227/techrxiv|22541/au|64898/|1101/gr\.\d{6}v)"
)
_PREPRINT_VENUE = re.compile(
    r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|ssrn|corr|research square|preprints?)\b"
)
_PLACE = re.compile(r"\s*\([^()]*\)\W*$")
_DOI_VERSION = re.compile(r"v\d+$")
_ARXIV_DOI = "10.48550/arxiv."
_EXCEL_DATE = re.compile(
    r"^\W*(?:\d{1,2}[-\s](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-\s]\d{1,2})\W*$",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^(?:(?:the )?(?:abstract|summary|background(?: and (?:aims?|objectives?|purpose))?|objectives?|aims?(?: of the "
    r"study)?|introduction|purpose(?: of review)?|context|rationale|importance|methods?)\s+)+"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What is compared of one record; every field is in normal form, and empty where nothing is known.

    ``doi`` is without a preprint's version; ``numbers`` are the numerals of the title in order of size, roman
    ones too, and ``parts`` those that number a part; ``notice`` is "correction", "reply", "supplement" … if the
    title says that the work is about another one; ``authors`` are family names without particles;
    ``abstract`` is the start of the abstract; ``book`` is "book" or "chapter" where the record says so.
    """

    title: str = ""
    notice: str = ""
    numbers: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    year: int | None = None
    authors: tuple[str, ...] = ()
    first_given: str = ""
    venues: tuple[str, ...] = ()
    issn: tuple[str, ...] = ()
    volume: str = ""
    page: str = ""
    abstract: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    arxiv: str = ""
    preprint: bool = False
    proceedings: bool = False
    book: str = ""

    def to_json(self) -> str:
        """Gives the traits as compact JSON, equal for equal traits."""
        values = ((name, getattr(self, name)) for name in _FIELDS)
        known = {name: value for name, value in values if value not in ("", (), None, False)}
        return json.dumps(known, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Traits:
        """Gives the traits that ``to_json`` wrote."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in json.loads(text).items()
            if name in _FIELDS
        }
        return cls(**known)


_FIELDS = frozenset(field.name for field in fields(Traits))


def traits_of(paper: Paper) -> Traits:
    """Gives what is compared of a paper."""
    plain, notice = _split_notice(paper)
    title = match_key(plain)
    numbers, parts = title_numbers(title)
    doi = _DOI_VERSION.sub("", paper.identifiers.doi) if is_preprint_doi(paper.identifiers.doi) else ""
    arxiv = paper.identifiers.arxiv
    if doi.startswith(_ARXIV_DOI):
        arxiv = arxiv or normal_arxiv(doi.removeprefix(_ARXIV_DOI))
    authors = [key for author in paper.authors if (key := family_key(author))]
    venues = dict.fromkeys(key for name in (paper.venue, paper.venue_short) if (key := _venue_key(name)))
    # An arXiv id beside a journal's DOI or name is that of an earlier version, not of this record.
    posted_venue = any(_PREPRINT_VENUE.search(venue) for venue in venues)
    published = bool(paper.identifiers.doi and not doi) or bool(venues and not posted_venue)
    return Traits(
        title=_with_digits(title),
        notice=notice,
        numbers=numbers,
        parts=parts,
        year=paper.year,
        authors=tuple(authors),
        first_given=match_key(paper.authors[0].given) if paper.authors and authors else "",
        venues=tuple(venues),
        issn=tuple(sorted(paper.issn)),
        volume=_first_digits(paper.volume),
        page="" if _EXCEL_DATE.match(paper.pages) else _first_digits(paper.pages),
        abstract=_abstract_start(paper.abstract),
        doi=doi or paper.identifiers.doi,
        pmid=paper.identifiers.pmid,
        pmcid=paper.identifiers.pmcid,
        arxiv=arxiv,
        preprint=bool(doi) or (bool(arxiv or posted_venue) and not published),
        proceedings=paper.kind in ("paper-conference", "chapter", "book"),
        book=paper.kind if paper.kind in ("book", "chapter") else "",
    )


def is_preprint_venue(venue: str) -> bool:
    """Says whether a venue is a preprint server rather than a journal."""
    return bool(_PREPRINT_VENUE.search(match_key(venue)))


def is_preprint_doi(doi: str) -> bool:
    """Says whether a DOI in normal form is one of arXiv, bioRxiv, medRxiv, SSRN or another preprint server."""
    return bool(_PREPRINT_DOI.match(doi))


def title_numbers(title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Gives the numerals of a title in normal form, and those of them that number a part, each sorted.

    Roman numerals of two letters and more count anywhere ("angiotensin II" is "angiotensin 2"); "i", "v" and
    "x", and spelled numbers, only as the number of a part or at the end.
    """
    words = title.split()
    numbers: list[str] = []
    parts: list[str] = []
    for place, word in enumerate(words):
        of_part = place > 0 and words[place - 1] in _PART
        last = place > 0 and place == len(words) - 1
        found = [str(int(digits)) for digits in re.findall(r"[0-9]{1,18}", word)]
        if word in _ROMAN and (word not in _SINGLE_LETTERS or of_part or last):
            found = [str(_ROMAN[word])]
        elif of_part and word in _SPELLED:
            found = [str(_SPELLED[word])]
        numbers += found
        if of_part or (last and word in _ROMAN):
            parts += found or ([word] if of_part and len(word) == 1 else [])
    return tuple(sorted(numbers)), tuple(sorted(parts))


def _venue_key(venue: str) -> str:
    """Gives a venue's name in normal form without a place that follows it in brackets."""
    return match_key(_PLACE.sub("", venue)) or match_key(venue)


def _with_digits(title: str) -> str:
    """Gives the title with roman numerals of two letters and more as digits."""
    words = title.split()
    return " ".join(str(_ROMAN[word]) if len(word) > 1 and word in _ROMAN else word for word in words)


def family_key(author: Author) -> str:
    """Gives a person's family name, or a body's name, in normal form without particles and spaces, or ""."""
    key = match_key(author.literal or author.family or author.given)
    if _NOBODY.match(key):
        return ""
    words = key.split()
    while len(words) > 1 and words[0] in _PARTICLES:
        words.pop(0)
    return "".join(words)


def _split_notice(paper: Paper) -> tuple[str, str]:
    title = _LANGUAGE.sub("", _STILL_THE_ARTICLE.sub("", _TAG.sub("", paper.title)))
    for kind, pattern in _NOTICES:
        bare = pattern.sub(" ", title, count=1)
        if bare != title and match_key(bare):
            return bare, kind
    types = (_NOTICE_TYPES.get(name.strip().lower(), "") for name in paper.publication_types)
    return title, next(filter(None, types), "")


def _first_digits(text: str) -> str:
    found = re.search(r"\d+", text, re.ASCII)
    return found.group().lstrip("0") if found else ""


def _abstract_start(abstract: str) -> str:
    return _HEADING.sub("", match_key(abstract[: 3 * _ABSTRACT_START]))[:_ABSTRACT_START]
