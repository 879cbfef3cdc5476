"""Whole records as RIS, as reference managers import it: UTF-8, one tag a line, "ER" at the end of each record.

What RIS has no tag for stands in U5 (a field for the user's own use) as "conspectus-mesh: …".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from conspectus.domain.kept_fields import PEOPLE, RETRACTED, kept_line, kept_text
from conspectus.domain.paper import Author, Paper, PartialDate
from conspectus.exporters.record_files import RecordFileExporter
from conspectus.exporters.record_parts import (
    AbstractText,
    abstract_text,
    kept_extra,
    keywords_unsaid,
    names_unsaid,
    pages_unsaid,
    parted_extra,
    venue_unsaid,
)
from conspectus.foundation.text.normalise import clean_text, one_line

_TYPES = {
    "article-journal": "JOUR", "article-magazine": "MGZN", "article-newspaper": "NEWS", "article": "PREP",
    "paper-conference": "CPAPER", "book": "BOOK", "chapter": "CHAP", "thesis": "THES", "report": "RPRT",
    "dataset": "DATA", "software": "COMP", "webpage": "ELEC", "post-weblog": "BLOG", "patent": "PAT",
    "manuscript": "UNPB", "standard": "STAND", "legislation": "STAT", "legal_case": "CASE", "bill": "BILL",
    "hearing": "HEAR", "map": "MAP", "graphic": "ART", "motion_picture": "VIDEO", "song": "SOUND", "speech": "SLIDE",
    "musical_score": "MUSIC", "pamphlet": "PAMP", "personal_communication": "PCOMM", "classic": "ANCIENT",
    "entry-dictionary": "DICT", "entry-encyclopedia": "ENCYC", "document": "GEN",
}  # fmt: skip
_PARTS = frozenset({"chapter", "paper-conference", "entry-dictionary", "entry-encyclopedia"})
_BOOKS = frozenset({"book", "report", "thesis"})
_PAGES = re.compile(r"([^\s,;-]+)-([^\s,;-]+)\Z")
_WEB = re.compile(r"https?://\S+\Z")
_PLAIN_BODY = re.compile(r"[^,;{}]+\s[^,;{}]+\Z")


class RisExporter(RecordFileExporter):
    """References as a .ris file."""

    name = "ris"
    label = "RIS"
    suffix = ".ris"

    def _record(self, paper: Paper, *, is_first: bool) -> str:
        abstract = abstract_text(paper) if self.abstracts else AbstractText()
        lines = [f"{tag}  - {value}" for tag, value in _fields(paper, abstract) if value]
        return "\n".join([*lines, "ER  - ", "", ""])


def _fields(paper: Paper, abstract: AbstractText) -> Iterator[tuple[str, str]]:
    own, others = parted_extra(paper, "ris")
    unknown = next((value for name, value in own if name == "TY" and paper.kind == "document"), "")
    yield "TY", unknown or _TYPES.get(paper.kind, "GEN")
    for key, tag in zip(paper.keys, ["ID", *["LB"] * len(paper.keys)], strict=False):
        yield tag, one_line(key)
    yield "TI", one_line(paper.title)
    yield from (("AU", _name(author)) for author in paper.authors)
    yield from (("A2", _name(editor)) for editor in paper.editors)
    yield from _date(paper.date)
    yield from _venue(paper, {name for name, _ in own})
    yield "VL", one_line(paper.volume)
    yield "IS", one_line(paper.issue)
    pages = _PAGES.match(paper.pages)
    first, last = pages.groups() if pages and pages.group(1) != pages.group(2) else (one_line(paper.pages), "")
    yield "SP", first
    yield "EP", last
    yield "PB", one_line(paper.publisher)
    yield "CY", one_line(paper.place)
    yield "ET", one_line(paper.edition) if paper.kind != "article-journal" else ""
    yield from (("SN", number) for number in (*paper.issn, *paper.identifiers.isbn))
    yield from (("M3", one_line(kind)) for kind in paper.publication_types)
    yield "LA", one_line(paper.language)
    yield "DO", paper.identifiers.doi
    yield "AN", f"PMID: {paper.identifiers.pmid}" if paper.identifiers.pmid else ""
    yield "C2", paper.identifiers.pmcid
    yield "AN", f"arXiv:{paper.identifiers.arxiv}" if paper.identifiers.arxiv else ""
    yield "UR", paper.url if _WEB.match(paper.url) else ""
    # Two commas or more part keywords for some readers, and a semicolon for all.
    yield from (("KW", one_line(f"{word};" if word.count(",") > 1 else word)) for word in paper.keywords)
    yield "AB", _lines(abstract.text)
    yield "N1", RETRACTED if paper.is_retracted else ""
    taken = {"abstract notice"} if abstract.text else set()
    yield from ((name, one_line(value)) for name, value in own if name not in taken and name != "TY")
    kept = [(name, kept_text(paper, name)) for name in _unsaid(paper)]
    kept += abstract.kept() + kept_extra(
        pair for pair in others if pair[0] not in taken and not (pair[0] == "TY" and unknown)
    )
    yield from (("U5", kept_line(name, text)) for name, text in kept)


def _name(author: Author) -> str:
    if author.literal:
        text = one_line(author.literal)
        if author.suffix:
            return f"{text}, {one_line(author.suffix)}"
        if _PLAIN_BODY.match(text):
            return f"{text},"
        return text if text.isupper() and text.isalpha() and 2 < len(text) <= 8 else f"{{{text}}}"
    family = f"{author.particle} {author.family}".strip()
    return one_line(", ".join(part for part in (family, author.given, author.suffix) if part))


def _date(date: PartialDate | None) -> Iterator[tuple[str, str]]:
    if date is None:
        return
    yield "PY", f"{date.year:04}"
    if date.month or date.text:
        month, day = (f"{part:02}" if part else "" for part in (date.month, date.day))
        text = one_line(date.text)
        yield "DA", f"{date.year:04}/{month}/{day}/{'' if '/' in text else text}"


def _venue(paper: Paper, extra: set[str]) -> Iterator[tuple[str, str]]:
    venue, short = one_line(paper.venue), one_line(paper.venue_short)
    if paper.kind in _BOOKS:
        yield "T2", one_line(paper.series)
        return
    # Of several tags for the venue the reader takes the strongest; one that stays beside must not win.
    tag = ("BT" if "BT" in extra else "T2") if paper.kind in _PARTS else ("JF" if "JF" in extra else "T2")
    yield tag, venue or short
    yield "J2", short if venue and short != venue else ""
    yield "T3", one_line(paper.series)


def _lines(text: str) -> str:
    """The text as it may stand in a record: a line that looks like the end of one joins the line before."""
    return re.sub(r"\n\s*(?=ER\s{0,4}-\s*$)", " ", clean_text(text), flags=re.MULTILINE | re.IGNORECASE)


def _unsaid(paper: Paper) -> Iterator[str]:
    """The fields of the paper that the tags do not hold, or not exactly."""
    unknown_kind = any(name == "TY" for name, _ in paper.extra)
    for name, unsaid in (
        ("authors", names_unsaid(paper.authors)),
        ("editors", names_unsaid(paper.editors)),
        ("keywords", keywords_unsaid(paper.keywords)),
        ("pages", pages_unsaid(paper.pages)),
        ("kind", paper.kind not in _TYPES or (unknown_kind and paper.kind != "document")),
        ("date", bool(paper.date and paper.date.text)),
        ("edition", bool(paper.edition) and paper.kind == "article-journal"),
        ("url", bool(paper.url) and not _WEB.match(paper.url)),
        ("venue", bool(paper.venue) and paper.kind in _BOOKS),
        ("mesh", bool(paper.mesh)),
        ("funding", bool(paper.funding)),
        ("notices", bool(paper.notices)),
        (PEOPLE, True),
        ("paraphrase", paper.paraphrase),
    ):
        if unsaid and kept_text(paper, name):
            yield name
    yield from venue_unsaid(paper, is_book=paper.kind in _BOOKS)
