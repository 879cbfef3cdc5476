"""Whole records in the MEDLINE format ("nbib"): four-column tags, values folded at 87 columns, six spaces in front.

What the format has no tag for stands behind the tag CSPC as "conspectus-keys: …".
"""

from __future__ import annotations

import re
from calendar import month_abbr, monthrange
from collections.abc import Iterator

from conspectus.domain.kept_fields import ARXIV, kept_line, kept_text
from conspectus.domain.paper import Author, Funding, Notice, Paper, PartialDate
from conspectus.exporters.record_files import RecordFileExporter
from conspectus.exporters.record_parts import (
    AbstractText,
    abstract_text,
    kept_extra,
    names_unsaid,
    other_abstracts,
    pages_unsaid,
    parted_extra,
)
from conspectus.foundation.text.normalise import match_key, one_line

_WIDTH = 87
_INDENT = " " * 6
_LANGUAGES = {
    "en": "eng", "de": "ger", "fr": "fre", "es": "spa", "it": "ita", "pt": "por", "ru": "rus", "zh": "chi",
    "ja": "jpn", "ko": "kor", "nl": "dut", "pl": "pol", "sv": "swe", "da": "dan", "tr": "tur", "cs": "cze",
}  # fmt: skip
_NOTICES = {
    ("retraction", "received"): "RIN", ("retraction", "issued"): "ROF", ("correction", "received"): "EIN",
    ("correction", "issued"): "EFR", ("expression-of-concern", "received"): "ECI",
    ("expression-of-concern", "issued"): "ECF", ("update", "received"): "UIN", ("update", "issued"): "UOF",
}  # fmt: skip
# Publication types that tell readers of another kind than an article in a journal.
_TELLING_TYPES = frozenset(
    {"preprint", "dataset", "book chapter", "academic dissertation", "dissertation", "newspaper article"}
)
_WEB = re.compile(r"https?://\S+\Z")
_TARGET = re.compile(r"pmid:([1-9]\d{0,7})\Z")


class MedlineExporter(RecordFileExporter):
    """References as an .nbib file."""

    name = "medline"
    label = "MEDLINE / nbib"
    suffix = ".nbib"

    def _record(self, paper: Paper, *, is_first: bool) -> str:
        abstract = abstract_text(paper, one_block=True) if self.abstracts else AbstractText()
        fields = [(tag, one_line(value)) for tag, value in _fields(paper, abstract)]
        lines = [line for tag, value in fields if value for line in _folded(tag, value)]
        return "\n".join([*([] if is_first else [""]), *lines, ""])


def _folded(tag: str, value: str) -> Iterator[str]:
    line = f"{tag:<4}-"
    is_empty = True
    for word in value.split(" "):
        if not is_empty and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = _INDENT + word
            continue
        line += f" {word}"
        is_empty = False
    yield line


def _fields(paper: Paper, abstract: AbstractText) -> Iterator[tuple[str, str]]:
    own, others = parted_extra(paper, "medline")
    found = paper.identifiers
    yield "PMID", found.pmid
    # A reader knows a record by its number or its title.
    yield "OWN", "" if found.pmid or paper.title else "CONSPECTUS"
    yield from (("IS", number) for number in paper.issn)
    yield from (("ISBN", number) for number in found.isbn)
    yield "VI", paper.volume
    yield "IP", paper.issue
    yield "DP", _date(paper.date)
    yield from _titles(paper)
    yield "PG", paper.pages
    yield "LID", f"{found.doi} [doi]" if found.doi else ""
    yield "LID", f"{paper.url} [url]" if _WEB.match(paper.url) else ""
    yield from _abstract(paper, abstract)
    for author in paper.authors:
        yield from _person(author, "FAU", "AU")
    for editor in paper.editors:
        yield from _person(editor, "FED", "ED")
    yield "LA", _LANGUAGES.get(paper.language, paper.language)
    yield from (("GR", value) for funding in paper.funding for value in _grants(funding))
    yield from (("PT", kind) for kind in paper.publication_types)
    yield "PB", paper.publisher
    yield "PL", paper.place if _is_book(paper) else ""
    yield "EN", paper.edition if _is_book(paper) else ""
    yield "TA", paper.venue_short
    yield "CTI", paper.series
    for heading in paper.mesh:
        star = "*" if heading.major else ""
        yield "MH", star + "/".join((heading.descriptor, *heading.qualifiers))
    yield from (("OT", keyword) for keyword in paper.keywords)
    yield from (_notice(notice) for notice in paper.notices)
    yield "PMC", found.pmcid
    yield "AID", f"{found.doi} [doi]" if found.doi else ""
    yield from own
    kept = [(name, kept_text(paper, name)) for name in _unsaid(paper)]
    kept += abstract.kept() + kept_extra(others)
    yield from (("CSPC", kept_line(name, text)) for name, text in kept)


def _titles(paper: Paper) -> Iterator[tuple[str, str]]:
    title = f"[{paper.title}]" if paper.title.startswith("[") and paper.title.endswith("]") else paper.title
    if paper.kind == "book" and paper.title:
        yield "BTI", title
    else:
        yield "TI", title
        yield "BTI" if _is_book(paper) else "JT", paper.venue


def _abstract(paper: Paper, abstract: AbstractText) -> Iterator[tuple[str, str]]:
    if not abstract.text:
        return
    notice = next((value for name, value in paper.extra if name == "abstract notice"), "")
    text = abstract.text.removesuffix(f"\n\n{notice}") if notice else abstract.text
    # A paragraph has a tag of its own: a blank line would end the record for other programs.
    yield from (("AB", part) for part in text.split("\n\n"))
    for language, other in other_abstracts(paper):
        yield "OAB", other
        yield "OABL", language


def _person(author: Author, full: str, short: str) -> Iterator[tuple[str, str]]:
    if author.literal and author.suffix:
        yield full, f"{author.literal}, {author.suffix}"
    elif author.literal and full == "FAU":
        yield "CN", author.literal
    elif author.literal:
        yield full, f"{{{author.literal}}}"
    else:
        family = f"{author.particle} {author.family}".strip()
        yield full, ", ".join(part for part in (family, author.given, author.suffix) if part)
        initials = "".join(re.findall(r"(?<!\w)[^\W\d_]", author.given)).upper()
        yield short, " ".join(part for part in (family, initials, author.suffix) if part)
    yield "AUID", f"ORCID: {author.orcid}" if author.orcid else ""
    yield from (("AD", place) for place in author.affiliations)


def _date(date: PartialDate | None) -> str:
    if date is None:
        return ""
    if date.text:
        return date.text if str(date.year) in date.text else f"{date.year} {date.text}"
    month = month_abbr[date.month] if date.month else ""
    return " ".join(part for part in (f"{date.year:04}", month, str(date.day or "") if month else "") if part)


def _grants(funding: Funding) -> Iterator[str]:
    yield from (f"{award}/{funding.funder}/" for award in funding.awards or ("",))


def _notice(notice: Notice) -> tuple[str, str]:
    tag = _NOTICES[notice.kind, notice.direction]
    target = _TARGET.match(notice.target)
    if not target:
        return tag, notice.target
    number = f"PMID: {target.group(1)}"
    return tag, f"{notice.text}. {number}" if notice.text else number


def _notices_unsaid(paper: Paper) -> bool:
    """Whether the tags alone give other notices, or in another order."""
    tags = [_NOTICES[notice.kind, notice.direction] for notice in paper.notices]
    blocks = [tag for place, tag in enumerate(tags) if place == 0 or tags[place - 1] != tag]
    return len(blocks) > len(set(blocks)) or any(
        not notice.target or (bool(notice.text) and not _TARGET.match(notice.target)) for notice in paper.notices
    )


def _funding_unsaid(paper: Paper) -> bool:
    funders = [funding.funder for funding in paper.funding]
    return len(funders) > len(set(funders)) or any(
        "/" in funding.funder
        or any(award != award.strip("/ ") or re.search(r"/\s*[A-Z]{2}\Z|\s/|/\s", award) for award in funding.awards)
        for funding in paper.funding
    )


def _is_book(paper: Paper) -> bool:
    """Whether the record has the tags of a book or of a part of one."""
    return bool(paper.title) and (paper.kind == "book" or (paper.kind == "chapter" and bool(paper.venue)))


def _kind_unsaid(paper: Paper) -> bool:
    if _is_book(paper):
        return False
    has_journal = bool(paper.venue or paper.venue_short)
    telling = {match_key(kind) for kind in paper.publication_types} & _TELLING_TYPES
    return paper.kind != "article-journal" or not has_journal or bool(telling)


def _date_unsaid(date: PartialDate) -> bool:
    return bool(date.text) or bool(date.day and date.month and date.day > monthrange(date.year, date.month)[1])


def _unsaid(paper: Paper) -> Iterator[str]:
    """The fields of the paper that the tags do not hold, or not exactly."""
    is_book = _is_book(paper)
    for name, unsaid in (
        ("title", paper.title.endswith(".")),
        ("authors", names_unsaid(paper.authors)),
        ("editors", names_unsaid(paper.editors)),
        ("pages", pages_unsaid(paper.pages)),
        ("keys", bool(paper.keys)),
        ("kind", _kind_unsaid(paper)),
        ("date", paper.date is not None and _date_unsaid(paper.date)),
        ("venue", bool(paper.venue) and paper.kind == "book"),
        ("place", bool(paper.place) and not is_book),
        ("edition", bool(paper.edition) and not is_book),
        ("url", bool(paper.url) and not _WEB.match(paper.url)),
        (ARXIV, True),
        ("mesh", any("/" in part for mesh in paper.mesh for part in (mesh.descriptor, *mesh.qualifiers))),
        ("funding", _funding_unsaid(paper)),
        ("notices", _notices_unsaid(paper)),
        ("paraphrase", paper.paraphrase),
    ):
        if unsaid and kept_text(paper, name):
            yield name
