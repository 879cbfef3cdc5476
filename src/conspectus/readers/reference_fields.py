"""What one printed reference says: year, title, venue, volume, pages, identifiers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_doi
from conspectus.readers.record_fields import arxiv_in, doi_in, pmcid_in, pmid_in
from conspectus.readers.reference_names import YEAR, name_head

_BARE_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/\S+")
_ARXIV_VOLUME = re.compile(r"(?:arxiv|corr)[^\d]{0,30}(?:abs/)?(\d{4}\.\d{4,5})(?:v\d+)?", re.IGNORECASE)
_IDENTIFIERS = re.compile(
    r"(?:https?:/?/?|www\.)\S+|\bdoi:?\s*10\.\S+|(?<![\w/.])10\.\d{4,9}/\S+|\b(?:PMID|PMCID|PubMed)\b:?\s*(?:PMC)?\d+|"
    r"\babs/\d{4}\.\d{4,5}\S*|arXiv:\s?\d{4}\.\d{4,5}\S*|"
    r"\[[^\[\]]{0,60}(?:PubMed|CrossRef|Google Scholar)[^\[\]]{0,60}\]",
    re.IGNORECASE,
)
_YEAR_BEHIND_NAMES = re.compile(
    rf"\s*[.,:]?\s*(?:\((?P<a>{YEAR})(?:[,\s][^)]{{0,20}})?\)|\[(?P<c>{YEAR})\]|(?P<b>{YEAR})\b(?![-–]\d))\s*[.,:]?\s*"
)
_NO_YEAR = re.compile(r"\s*\((?:n\.d\.|in press|forthcoming|to appear)\)\s*[.,:]?\s*", re.IGNORECASE)
_NO_DATE = re.compile(r"\s*[.,]?\s*\[n\.\s?d\.\]\.?\s*")
_MORE_TITLE = re.compile(r"(?!In\b)(?P<more>[A-Z][^.]{8,200})\.\s+(?=In:?\s[A-Z])")
_BEFORE_VOLUME = re.compile(r"\b(?P<y>(?:18|19|20)\d\d)\b[ A-Z\w-]{0,12};")
_IN_BRACKETS = re.compile(rf"(?<!\d)\((?:[A-Z][a-z]{{2,8}}\.?\s)?(?P<y>{YEAR})\)")
_ANY_YEAR = re.compile(r"(?<![\d\-–/:.(])(?<!pp\. )(?P<y>(?:18|19|20)\d\d)[a-z]?(?![\d\-–/])")
_QUOTED = re.compile(r"\s*[,.:]?\s*[“\"‘](?P<title>.{4,400}?)[,.?!]{0,2}[”\"’](?![a-z])[,.]?\s*")
_TITLE_END = re.compile(
    r"(?P<mark>[.?!])[.”\"’]?\s+(?=[A-Z\dÀ-Þ“\"(\[]|[a-z][A-Z]|in:|arXiv|https?:|doi)|(?P<last>[.?!])\s*\Z"
)
_NO_END = re.compile(
    r"(?:\b(?:vs|cf|etc|al|St|Dr|Mr|Mrs|no|vol|eds?|resp|approx|spp?|subsp|var|e\.g|i\.e|U\.S|U\.K|No|Vol|Pt|ca)|"
    r"(?:\A|\s)[A-Z](?:\.[A-Z])*)\Z"
)
_VENUE_END = re.compile(
    r"[,.;:]?\s*\(?(?:\bvol(?:ume|\.)?\s*\d|\bno\.\s*\d|\bpp?\.?\s*[A-Z]?\d|\bpages?\s\S*\d|\babs/|\d{1,4}\s*\(|"
    r"(?:\b[A-Z])?\d{1,4}[A-Z]?\s*[,:;]\s*[A-Ze]?\d|\b\d{1,4}\b\s*(?:[,.:;(]|\Z)|(?:18|19|20)\d\d\b|"
    r"\d+\s?[-–—]\s?\d+|arXiv:\d)",
    re.IGNORECASE,
)
_IN = re.compile(r"\s*[Ii]n:?\s+(?=[A-Z\d“\"])(?:In\s)?")
_EDITED = re.compile(r",?\s\(?(?:[Ee]ds?|[Ee]ditors?|[Hh]rsg)\b\.?\)?[.,:]*\s*")
_STOP = re.compile(r"(?<=[a-z)]{3})\.\s+(?=[A-Z])")
_VOLUME = (
    re.compile(r"\bvol(?:ume|\.)?\s*(?P<v>[A-Z]?\d{1,4}[A-Z]?)", re.IGNORECASE),
    re.compile(r"(?<![\w.–-])(?P<v>[A-Z]?\d{1,4}[A-Z]?)\s*\((?!(?:\w+\.?\s)?(?:18|19|20)\d\d\))[^()]{1,30}\)"),
    re.compile(r"(?<![\w.–-])(?P<v>\d{1,4}[A-Z]?),\s(?:\d{1,4}(?:[-–]\d{1,4})?)\s\((?:\w+\.?\s)?(?:19|20)\d\d\)"),
    re.compile(r"(?<![\w.–(-])(?P<v>[A-Z]?\d{1,4}[A-Z]?)(?=\s*[:;]\s*[A-Za-z]{0,3}\d)"),
    re.compile(
        r"(?<![\w.–(-])(?P<v>\d{1,4}[A-Z]?)(?=\s*,\s*(?:pp?\.\s*|no\.\s*|article\s+)?[A-Za-z]{0,3}\d)", re.IGNORECASE
    ),
    re.compile(r"(?<![\w.–(-])(?P<v>\d{1,4}[A-Z]?)\s\((?:18|19|20)\d\d\)"),
)
_PAGES = (
    re.compile(r"\bpp?\.\s*(?P<p>[A-Za-z]{0,3}\d+[A-Z]?(?:\s?[-–—‐]\s?[A-Za-z]{0,3}\d+[A-Z]?)?)"),
    re.compile(
        r"\bpages?\s+(?P<p>[A-Za-z]{0,3}\d[\d:]*[A-Z]?(?:\s?[-–—‐]\s?[A-Za-z]{0,3}[\d:]+[A-Z]?)?)", re.IGNORECASE
    ),
    re.compile(r"[:;,]\s*(?P<p>[A-Za-z]{0,3}\d+[A-Z]?\s?[-–—‐]\s?[A-Za-z]{0,3}\d+[A-Z]?)(?![\d-])"),
    re.compile(r"(?:^|[.\s])(?P<p>\d+\s?[-–—]\s?\d+)\.?\s*\Z"),
    re.compile(r"\d\)?\s*:\s*(?P<p>[A-Za-z]{0,4}\d+)\b"),
    re.compile(r"\d\)?,\s(?P<p>[eE]?\d{2,9})(?=\s*(?:[.,;(]|\Z))"),
)
_ISSUE_RANGE = re.compile(r"\d\s*\(\s*\d+[-–]\d+\s*\)")
_LONGEST = 6000
"""Characters of an entry that are looked at: what is longer is no entry, or several that were not parted."""
_OUTER = " .,;:"


@dataclass(frozen=True, slots=True)
class _Dated:
    """The year of an entry and where the title may begin."""

    year: int | None
    at: int


def reference_of(text: str, *, key: str, label: str = "") -> Reference:
    """Gives the reference that a printed entry describes; what cannot be told stays empty.

    Args:
        text: The entry as one line, without its label.
        key: What pointers are to name.
        label: The printed label without brackets.
    """
    told = text[:_LONGEST]
    head = name_head(told)
    dated = _dated(told, head.end)
    title, rest = _title(told, dated.at)
    place = _IDENTIFIERS.sub(" ", rest)
    volume, pages = _numbers(place)
    more, venue = _venue(place)
    return Reference(
        key=key,
        text=text,
        label=label,
        title=f"{title}. {more}" if more else title,
        authors=head.authors,
        year=dated.year,
        venue=venue,
        volume=volume,
        pages="" if pages == str(dated.year) else pages,
        doi=doi_in([told]) or (normal_doi(bare.group()) if (bare := _BARE_DOI.search(told)) else ""),
        pmid=pmid_in([told]),
        pmcid=pmcid_in([told]),
        arxiv=arxiv_in([told]) or (found.group(1) if (found := _ARXIV_VOLUME.search(told)) else ""),
    )


def composed_text(authors: tuple[str, ...], year: int | None, title: str, venue: str, pages: str) -> str:
    """Gives an entry made of its parts, for sources that keep no printed text; "" if there are none."""
    people = ", ".join(author.replace(",", "") for author in authors)
    head = " ".join(part for part in (people, f"({year})" if year else "") if part)
    place = ":".join(part for part in (venue, pages) if part)
    return " ".join(f"{part.rstrip('.')}." for part in (head, title, place) if part)


def _dated(text: str, end: int) -> _Dated:
    if end and (found := _YEAR_BEHIND_NAMES.match(text, end)):
        return _Dated(_number(found.group("a") or found.group("b") or found.group("c")), found.end())
    if end and (none := _NO_YEAR.match(text, end)):
        return _Dated(None, none.end())
    rest = _IDENTIFIERS.sub(lambda found: " " * len(found.group()), text[end:])
    found = _BEFORE_VOLUME.search(rest)
    if found is None and (bracketed := list(_IN_BRACKETS.finditer(rest))):
        found = bracketed[-1]
    if found is None:
        years = [match for match in _ANY_YEAR.finditer(rest) if not _is_page(rest, match)]
        # Titles and names of meetings have years of their own; that of publication comes last.
        found = years[-1] if years else None
    return _Dated(_number(found.group("y")) if found else None, end)


def _is_page(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - 8) : found.start()]
    return bool(re.search(r"(?:pp?\.|pages?|[–-])\s*\Z", before))


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _title(text: str, at: int) -> tuple[str, str]:
    """Gives the title that begins there, and what follows it."""
    if quoted := _QUOTED.match(text, at):
        return quoted.group("title").strip(_OUTER), text[quoted.end() :]
    if none := _NO_DATE.match(text, at):
        at = none.end()
    start = at
    while start < len(text) and text[start] in " .,:;":
        start += 1
    for found in _TITLE_END.finditer(text, start):
        if found.start() - start < 3 or (found.group("mark") == "." and _NO_END.search(text[start : found.start()])):
            continue
        mark = found.group("mark") or found.group("last")
        end = found.start() + (mark in "?!")
        title, rest = text[start:end].strip(), text[found.end() :]
        if (more := _MORE_TITLE.match(rest)) and not re.search(r"\d", more.group("more")):
            return f"{title}{'' if mark in '?!' else '.'} {more.group('more')}", rest[more.end() :]
        return title, rest
    return text[start:].strip(_OUTER), ""


def _venue(rest: str) -> tuple[str, str]:
    """Gives what still belongs to the title, and the venue."""
    rest = rest.strip(" .,;:")
    inside = _IN.match(rest)
    if inside:
        rest = _without_editors(rest[inside.end() :])
    end = _VENUE_END.search(rest)
    while end and end.start() < 3:
        end = _VENUE_END.search(rest, end.end())
    parts = _sentences(rest[: end.start()] if end else rest)
    more = ""
    if inside is None and end and len(parts) > 1:
        *before, shown = parts
        more = ". ".join(before)
    else:
        shown = parts[0]
    shown = shown.strip(" .,;:([–-")
    return (more, shown) if 1 < len(shown) <= 250 and re.search(r"[^\W\d_]{2}", shown) else ("", "")


def _sentences(text: str) -> list[str]:
    """Parts a text at full stops behind words that are no abbreviations."""
    parts: list[str] = []
    start = 0
    for found in _STOP.finditer(text):
        words = text[start : found.start()].split()
        plain = [word for word in words if not word.endswith(".")]
        if len(plain) > 2 or (plain and len(words) == len(plain) and len(plain[-1]) > 6):
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _without_editors(text: str) -> str:
    """Gives what is behind "In" without the editors, who stand before or behind the title."""
    found = _EDITED.search(text)
    if found is None:
        return text
    if name_head(text).style not in {"", "body"}:
        return text[found.end() :]
    return re.split(r",\s(?=[A-Z])", text[: found.start()])[0]


def _numbers(rest: str) -> tuple[str, str]:
    """Gives volume and pages."""
    volume = next((found.group("v") for pattern in _VOLUME if (found := _apart(pattern, rest))), "")
    bare = _ISSUE_RANGE.sub(" ", rest)
    pages = next((found.group("p") for pattern in _PAGES if (found := pattern.search(bare))), "")
    return volume, re.sub(r"\s?[–—‐-]\s?", "-", pages)


def _apart(pattern: re.Pattern[str], rest: str) -> re.Match[str] | None:
    """The first match whose number is no year."""
    for found in pattern.finditer(rest):
        if not re.fullmatch(r"(?:18|19|20)\d\d", found.group("v")):
            return found
    return None
