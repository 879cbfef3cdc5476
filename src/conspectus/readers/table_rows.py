"""The rows of a table, under its headings, to papers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from conspectus.domain.document import Reference
from conspectus.domain.identifiers import normal_doi
from conspectus.domain.paper import Author, Funding, Paper
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.names import parse_name
from conspectus.readers.pubmed_terms import normal_language
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.readers.record_fields import doi_in, isbns_in, issns_in
from conspectus.readers.reference_kinds import kind_named
from conspectus.readers.table_headings import HEADINGS, is_web_of_science
from conspectus.readers.table_names import listed, names_in
from conspectus.readers.web_of_science_record import LISTS, wos_paper

# "Journal (2014) 3:3 (152-160). Date of Publication: 2014"
_EMBASE_SOURCE = re.compile(
    r"(?P<venue>.+?) \((?P<year>(?:19|20)\d\d)\)(?: (?P<volume>[^:(]*?)(?::(?P<issue>[^(]*?))?)?"
    r"(?: \((?P<pages>[^()]*)\))?\.?"
    r"(?:\s+(?:Article Number: (?P<number>\S+?)\.?\s*)?Date of Publication: (?P<date>.*))?\Z",
    re.DOTALL,
)
_DATABASES = frozenset(
    "scopus;pubmed;web of science;embase;medline;wos;psycinfo;cochrane;google scholar;crossref".split(";")
)
_KIND_FIELDS = ("kind", "type")
_LONGEST_WORD = 7
_COMMA_LISTS = re.compile(r"emtree|fields of study", re.IGNORECASE)


class Columns:
    """What each column of a table holds.

    Args:
        headings: The headings, which may be empty.
        rows: The cells of all rows; how a column parts its names is seen from all of it.
    """

    def __init__(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.headings = [heading.strip() or f"column {n}" for n, heading in enumerate(headings, 1)]
        self.is_web_of_science = is_web_of_science(headings)
        keys = [match_key(heading) for heading in headings]
        self.fields = [HEADINGS.get(key, ("", 0))[0] for key in keys]
        ranks = [HEADINGS.get(key, ("", 0))[1] for key in keys]
        self.order = sorted(range(len(keys)), key=lambda n: (self.fields[n], ranks[n], n))
        self.is_glued = "item title" in keys
        self.semicolons = {
            n
            for n, field in enumerate(self.fields)
            if field in ("author", "editor") and any(len(row) > n and ";" in row[n] for row in rows)
        }

    def has_title(self, cells: Sequence[str]) -> bool:
        """Tells whether a row has a title."""
        titles = [n for n, name in enumerate(self.headings) if self.fields[n] == "title" or name == "TI"]
        return any(n < len(cells) and cells[n].strip() for n in titles)

    def paper(self, cells: Sequence[str]) -> Paper:
        """Gives the paper of a row.

        Raises:
            BrokenRecord: The row has cells too many, or neither title nor author nor identifier.
        """
        draft = RecordDraft()
        values = self._aligned(cells, draft)
        if self.is_web_of_science:
            return wos_paper(self._by_tag(values))
        for n in self.order:
            field, heading, value = self.fields[n], self.headings[n], values[n].strip()
            if not value or field in _KIND_FIELDS:
                continue
            if field in ("author", "editor"):
                self._add_people(draft, n, value)
            elif field == "keyword":
                for word in _keywords(heading, value):
                    draft.add("keyword", heading, word)
            elif field == "venue":
                _add_venue(draft, heading, value)
            elif match_key(heading) in ("references", "cited references") and _holds_years(value):
                draft.references = _references(value)
            elif field == "url":
                draft.add("url" if re.match(r"(?:https?://|www\.)\S", value) else "", heading, value)
            elif field == "funder":
                draft.funding = tuple(Funding(funder=one_line(name)) for name in value.split(";") if name.strip())
            else:
                draft.add("" if value.lower() in ("nan", "null", "none", "n/a") else field, heading, value)
        self._add_kind(draft, values)
        return drafted_paper(draft)

    def _add_people(self, draft: RecordDraft, n: int, value: str) -> None:
        names = names_in(value, semicolons=n in self.semicolons, glued=self.is_glued)
        people = tuple(dict.fromkeys(author for name in names if (author := parse_name(name)) is not None))
        known: tuple[Author, ...] = draft.authors if self.fields[n] == "author" else draft.editors
        if not people or known:
            if people != known:
                draft.keep(self.headings[n], value)
        elif self.fields[n] == "author":
            draft.authors = people
        else:
            draft.editors = people

    def _add_kind(self, draft: RecordDraft, values: Sequence[str]) -> None:
        for field in _KIND_FIELDS:
            for n in self.order:
                if self.fields[n] != field or not values[n].strip():
                    continue
                for text in re.split(r"\s*[;|]\s*", one_line(values[n])):
                    kind = kind_named(text)
                    if kind and draft.kind in ("", "document", "article-journal"):
                        draft.kind = kind if kind != "article-journal" or not draft.kind else draft.kind
                    if field == "type" or (not kind and "publication" in self.headings[n].lower()):
                        draft.add("type", self.headings[n], text)
                    elif not kind:
                        draft.keep(self.headings[n], text)
        if not draft.kind and draft.values.get("venue") and any(map(draft.values.get, ("volume", "issn", "pmid"))):
            draft.kind = "article-journal"

    def _by_tag(self, values: Sequence[str]) -> dict[str, list[str]]:
        fields: dict[str, list[str]] = {}
        for tag, value in zip(self.headings, values, strict=True):
            if tag == "C1":
                parts = re.split(r";\s*(?=\[)", value)
            else:
                parts = re.split(r";\s*", value) if tag in LISTS else [value]
            found = [part.strip() for part in parts if part.strip()]
            if found:
                fields.setdefault(tag, []).extend(found)
        return fields

    def _aligned(self, cells: Sequence[str], draft: RecordDraft) -> list[str]:
        """Gives one value a heading; cells too many are told by what the other cells must hold."""
        values = list(cells)
        width = len(self.headings)
        while len(values) > width and not values[-1].strip():
            values.pop()
        surplus = len(values) - width
        if surplus <= 0:
            return values + [""] * -surplus
        # The cell without a heading is where all cells before and behind it fit theirs; rather an empty one.
        scored = [
            (self._fit(values[:at] + values[at + surplus :]), not any(map(str.strip, values[at : at + surplus])), at)
            for at in range(1, width + 1)
        ]
        best = max(scored)
        if best[0] <= 0 or surplus > 3:
            raise BrokenRecord(
                f"The row has {len(values)} cells under {width} headings.",
                hint="Look for a quote or a delimiter inside a cell of that row, or export the table again.",
            )
        for extra in values[best[2] : best[2] + surplus]:
            draft.keep("cell without a heading", extra)
        return values[: best[2]] + values[best[2] + surplus :]

    def _fit(self, values: Sequence[str]) -> int:
        score = 0
        for field, heading, value in zip(self.fields, self.headings, values, strict=True):
            if value.strip() and (check := _CHECKS.get(match_key(heading)) or _CHECKS.get(field)):
                score += 1 if check(value.strip()) else -2
        return score


def _is_year(value: str) -> bool:
    return re.match(r"(?:1[5-9]|20)\d\d(?!\d)", value) is not None


def _is_language(value: str) -> bool:
    return normal_language(value.split(";")[0]) != one_line(value.split(";")[0]).lower() or len(value) == 2


def _is_issn(value: str) -> bool:
    return bool(issns_in(value) or isbns_in(value))


def _is_doi(value: str) -> bool:
    return bool(normal_doi(value))


def _is_number(value: str) -> bool:
    return value.isdecimal() and len(value) <= 8


def _holds_years(value: str) -> bool:
    return re.search(r"\((?:19|20)\d\d", value) is not None


def _holds_address(value: str) -> bool:
    return re.search(r"@|e-?mail|;", value) is not None and not _holds_years(value)


def _is_eid(value: str) -> bool:
    return value.startswith("2-s2.0-")


def _is_address(value: str) -> bool:
    return value.startswith(("http", "www."))


# By field, or by heading where that says more.
_CHECKS: dict[str, Callable[[str], bool]] = {
    "year": _is_year, "issn": _is_issn, "isbn": _is_issn, "doi": _is_doi, "pmid": _is_number, "language": _is_language,
    "url": _is_address, "type": lambda value: bool(kind_named(value)), "references": _holds_years,
    "cited references": _holds_years, "correspondence address": _holds_address, "eid": _is_eid,
}  # fmt: skip


def _add_venue(draft: RecordDraft, heading: str, value: str) -> None:
    if match_key(heading) not in ("source", "so"):
        draft.add("venue", heading, value)
    elif found := _EMBASE_SOURCE.match(one_line(value)):
        draft.add("venue", heading, found.group("venue"))
        parts = {"year": "year", "volume": "volume", "issue": "issue", "pages": "pages", "date": "date"}
        for group, field in {**parts, "number": "article_number"}.items():
            draft.add(field, heading, found.group(group) or "")
    else:
        draft.add("" if match_key(value) in _DATABASES else "venue", heading, value)


def _references(value: str) -> tuple[Reference, ...]:
    """Gives the references of a Scopus cell: "Moor, I., Wells (1999) J Wells, 1, p. 2; Brook, A., …"."""
    entries = [one_line(entry) for entry in re.split(r";\s+", value) if re.search(r"\w", entry)]
    found = []
    for number, entry in enumerate(entries, 1):
        year = re.search(r"\(((?:1[5-9]|20)\d\d)[a-z]?\)", entry)
        found.append(
            Reference(key=f"r{number}", text=entry, year=int(year.group(1)) if year else None, doi=doi_in([entry]))
        )
    return tuple(found)


def _keywords(heading: str, value: str) -> list[str]:
    """Gives keywords one by one where only their list tells how they are parted; else the value as it is."""
    if (words := listed(value)) is not None:
        return words
    if ";" not in value:
        words = re.split(r",\s*(?![^()]*\))", value)
        if _COMMA_LISTS.search(heading) or (
            len(words) > 2 and all(len(word.split()) <= _LONGEST_WORD for word in words)
        ):
            return words
    if ";" not in value and "|" in value:
        return value.split("|")
    return [value]
