"""One item of CSL-JSON, or of Crossref's dialect of it, to a paper."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_doi
from conspectus.domain.kept_fields import ABSTRACT, PREFIX, with_kept
from conspectus.domain.paper import Author, Funding, Notice, Paper, PartialDate
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.names import normal_orcid, parse_name, person, split_particle
from conspectus.readers.partial_dates import is_year, parse_date
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.readers.record_fields import abstract_documents
from conspectus.readers.reference_kinds import CSL_TYPES, kind_named

_CROSSREF_TYPES = frozenset(
    """
    journal-article proceedings-article book-chapter posted-content monograph dissertation edited-book reference-book
    reference-entry book-section book-part book-series book-set journal journal-issue journal-volume peer-review
    report-component proceedings component
    """.split()
)
ITEM_TYPES = CSL_TYPES | _CROSSREF_TYPES
_FIELDS = {
    "container-title": "venue", "container-title-short": "venue_short", "journalAbbreviation": "venue_short",
    "short-container-title": "venue_short", "event-title": "conference", "event": "conference",
    "collection-title": "series", "volume": "volume", "issue": "issue", "page": "pages",
    "article-number": "article_number", "publisher": "publisher", "publisher-place": "place",
    "publisher-location": "place", "edition": "edition", "edition-number": "edition", "ISSN": "issn", "ISBN": "isbn",
    "language": "language", "URL": "url", "DOI": "doi", "PMID": "pmid", "PMCID": "pmcid", "abstract": "abstract",
    "note": "note", "genre": "type", "citation-key": "key", "citation-label": "key",
}  # fmt: skip
_FIELD_OF = {name.lower(): field for name, field in _FIELDS.items()}
_DATES = ("issued", "published", "published-print", "published-online", "submitted", "posted")
_SEASONS = ("Spring", "Summer", "Autumn", "Winter")
_HANDLED = frozenset(
    """
    type id title subtitle author editor keyword subject categories reference funder update-to updated-by custom
    archive number
    """.split()
)
# What Crossref says about its own record, not about the work.
_HOUSEKEEPING = frozenset({"indexed", "reference-count", "references-count", "score", "prefix", "member", "deposited"})
_NOTICE_KINDS = {
    "retraction": "retraction", "withdrawal": "retraction", "removal": "retraction", "correction": "correction",
    "corrigendum": "correction", "erratum": "correction", "expression_of_concern": "expression-of-concern",
    "expression-of-concern": "expression-of-concern",
}  # fmt: skip


def csl_paper(item: Mapping[str, Any]) -> Paper:
    """Gives the paper of an item.

    Raises:
        BrokenRecord: The item has no title, no author and no identifier.
    """
    draft = RecordDraft()
    kept: dict[str, str] = {}
    written = _text(item.get("type"))
    draft.kind = written if written in CSL_TYPES else kind_named(written)
    if written and not draft.kind:
        draft.keep("type", written)
    _title(draft, item)
    draft.authors = _people(item.get("author"))
    draft.editors = _people(item.get("editor"))
    _dates(draft, item)
    _keys(draft, item.get("id"))
    for name, value in item.items():
        field = _FIELD_OF.get(name.lower(), "")
        if field:
            for text in _texts(value):
                draft.add(field, name, text)
        elif name.lower() in ("keyword", "subject", "categories"):
            for text in _texts(value):
                draft.add("keyword", name, text)
        elif name in ("archive", "number"):
            for text in _texts(value):
                draft.add("arxiv" if text.lower().startswith("arxiv:") else "", name, text)
        elif name == "custom" and isinstance(value, Mapping):
            for heading, inner in value.items():
                if heading.startswith(PREFIX) and isinstance(inner, str):
                    kept[heading.removeprefix(PREFIX).replace("-", "_")] = inner
                else:
                    draft.keep(str(heading), _shown(inner))
        elif name not in _HANDLED and name not in _DATES and name not in _HOUSEKEEPING:
            draft.keep(name, _shown(value))
    draft.references = _references(item.get("reference"))
    draft.funding = _funding(item.get("funder"))
    draft.notices = _notices(item)
    paper = drafted_paper(draft)
    if outline := kept.pop(ABSTRACT, ""):
        paper = replace(paper, documents=abstract_documents(_text(item.get("abstract")), outline=outline)[0])
    return with_kept(paper, kept.items())


def _title(draft: RecordDraft, item: Mapping[str, Any]) -> None:
    titles, subtitles = _texts(item.get("title")), _texts(item.get("subtitle"))
    if titles:
        wanted = [text for text in subtitles if text.lower() not in titles[0].lower()]
        draft.add("title", "title", ": ".join([titles[0].rstrip(" :"), *wanted]) if wanted else titles[0])
        for other in titles[1:]:
            draft.keep("title", other)
    else:
        for text in _texts(item.get("title-short")) or _texts(item.get("shortTitle")):
            draft.add("title", "title-short", text)


def _keys(draft: RecordDraft, given: Any) -> None:
    for text in _texts(given):
        # Zotero names its own items by address ("http://zotero.org/users/…"): that is no citation key.
        draft.add("" if re.match(r"https?://", text) else "key", "id", text)


def _people(given: Any) -> tuple[Author, ...]:
    listed = given if isinstance(given, list) else [given] if given else []
    return tuple(dict.fromkeys(author for entry in listed if (author := _author(entry)) is not None))


def _author(entry: Any) -> Author | None:
    if isinstance(entry, str):
        return parse_name(plain(entry))
    if not isinstance(entry, Mapping):
        return None
    family, given, suffix, dropping = (
        one_line(plain(_text(entry.get(name)))) for name in ("family", "given", "suffix", "dropping-particle")
    )
    particle = one_line(_text(entry.get("non-dropping-particle")))
    literal = one_line(plain(_text(entry.get("literal")) or _text(entry.get("name"))))
    if literal and not family:
        author = Author(literal=literal) if parse_name(literal) is not None else None
    elif not given and parse_name(family) is None:
        author = None  # "et al.", "Anonymous", or nothing at all
    else:
        author = person(family, f"{given} {dropping}".strip(), suffix=suffix)
        if particle:
            author = replace(author, particle=particle, family=split_particle(family)[1] or family)
    if author is None:
        return None
    bodies = entry.get("affiliation")
    places = [_text(body.get("name")) if isinstance(body, Mapping) else _text(body) for body in _list(bodies)]
    return replace(
        author,
        orcid=normal_orcid(_text(entry.get("ORCID") or entry.get("orcid"))),
        affiliations=tuple(one_line(place) for place in places if place.strip()),
    )


def _dates(draft: RecordDraft, item: Mapping[str, Any]) -> None:
    for name in _DATES:
        if name not in item:
            continue
        date = _date(item[name])
        if date is None:
            draft.keep(name, _shown(item[name]))
        elif draft.date is None or (date.year == draft.date.year and draft.date.month is None and date.month):
            draft.date = date
        elif date != draft.date:
            draft.keep(name, _shown(item[name]))
    if draft.date is None and (year := parse_date(_text(item.get("year")))) is not None:
        draft.date = year


def _date(value: Any) -> PartialDate | None:
    if not isinstance(value, Mapping):
        return parse_date(_text(value))
    parts = value.get("date-parts")
    ends = [_numbers(end) for end in parts if isinstance(end, list)] if isinstance(parts, list) else []
    ends = [end for end in ends if end]
    if not ends:
        return next((date for name in ("raw", "literal") if (date := parse_date(_text(value.get(name))))), None)
    year, month, day = (*ends[0], 0, 0)[:3]
    if not is_year(year):
        return None
    told = [_written(end) for end in ends[:2] if end[0] > 0]
    season = _season(month) or _season(_number(value.get("season"))) or _text(value.get("season"))
    says = " – ".join(told) if len(told) > 1 else f"{season} {year}" if season else ""
    if value.get("circa"):
        says = f"c. {says or told[0]}"
    is_month = 1 <= month <= 12
    return PartialDate(
        year=year, month=month if is_month else None, day=day if is_month and 1 <= day <= 31 else None, text=says
    )


def _numbers(end: list[Any]) -> list[int]:
    numbers = [_number(part) for part in end[:3]]
    return numbers if numbers and numbers[0] else []


def _number(value: Any) -> int:
    if isinstance(value, float | int) and abs(value) < 1e6:
        return int(value)
    text = _text(value).strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else 0


def _season(number: int) -> str:
    """Gives the season that a number stands for: 1 to 4 where it is named so, 13 to 16 and 21 to 24 as a month."""
    for first in (13, 21):
        if first <= number < first + 4:
            return _SEASONS[number - first]
    return ""


def _written(end: list[int]) -> str:
    return "-".join(f"{number:02}" for number in end if number > 0)


def _references(given: Any) -> tuple[Reference, ...]:
    found = []
    for number, entry in enumerate(_list(given), 1):
        if not isinstance(entry, Mapping):
            continue
        value = {name: one_line(plain(_text(text))) for name, text in entry.items()}
        title = value.get("article-title") or value.get("volume-title") or ""
        told = [value.get(n, "") for n in ("author", "year", "article-title", "volume-title", "journal-title")]
        year = parse_date(value.get("year", ""))
        found.append(
            Reference(
                key=value.get("key") or f"r{number}",
                text=value.get("unstructured") or ", ".join(text for text in told if text),
                title=title,
                authors=(value["author"],) if value.get("author") else (),
                year=year.year if year else None,
                venue=value.get("journal-title") or value.get("series-title") or "",
                volume=value.get("volume", ""),
                pages=value.get("first-page", ""),
                doi=normal_doi(value.get("DOI", "")),
            )
        )
    return tuple(found)


def _funding(given: Any) -> tuple[Funding, ...]:
    return tuple(
        Funding(funder=one_line(_text(entry.get("name"))), awards=tuple(map(one_line, _texts(entry.get("award")))))
        for entry in _list(given)
        if isinstance(entry, Mapping) and _text(entry.get("name")).strip()
    )


def _notices(item: Mapping[str, Any]) -> tuple[Notice, ...]:
    found = []
    for name in ("updated-by", "update-to"):
        for entry in _list(item.get(name)):
            kind = _text(entry.get("type")).lower() if isinstance(entry, Mapping) else ""
            doi = normal_doi(_text(entry.get("DOI"))) if isinstance(entry, Mapping) else ""
            label = one_line(_text(entry.get("label"))) if isinstance(entry, Mapping) else ""
            if kind:
                found.append(
                    Notice(
                        kind=_NOTICE_KINDS.get(kind, "update"),  # type: ignore[arg-type]
                        direction="received" if name == "updated-by" else "issued",
                        target=f"doi:{doi}" if doi else "",
                        text=label,
                    )
                )
    return tuple(dict.fromkeys(found))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _texts(value: Any) -> list[str]:
    return [text for entry in _list(value) if (text := _text(entry)).strip()]


def _text(value: Any) -> str:
    """Gives a text or a number as text, "" for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "" if isinstance(value, int) and abs(value) >= 10**18 else str(value)


def _shown(value: Any) -> str:
    """Gives any value as text: dates as ISO, people by name, lists with semicolons, the rest as JSON."""
    if text := _text(value):
        return text
    if isinstance(value, Mapping) and isinstance(value.get("date-parts"), list):
        ends = [_numbers(end) for end in value["date-parts"] if isinstance(end, list)]
        if any(ends):
            return "/".join(_written(end) or str(end[0]) for end in ends if end)
    if isinstance(value, list) and value and all(isinstance(entry, str | int | float) for entry in value):
        return "; ".join(_texts(value))
    if isinstance(value, list) and any(isinstance(entry, Mapping) and "family" in entry for entry in value):
        return "; ".join(author.full for author in _people(value))
    if value is None or value in ("", [], {}):
        return ""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
