"""What an entry inherits from others: ``crossref`` and ``xdata`` of BibTeX and BibLaTeX."""

from __future__ import annotations

from conspectus.readers.bibtex_entries import BibEntry

# What a parent gives to its parts. Its DOI, address, abstract and key name the parent alone.
_GIVEN = frozenset(
    [
        "booktitle", "booksubtitle", "editor", "publisher", "year", "date", "month", "day", "address", "location",
        "series", "volume", "isbn", "issn", "journal", "journaltitle", "shortjournal", "organization", "institution",
        "edition", "language", "langid", "venue", "eventdate", "eventtitle", "maintitle",
    ]
)  # fmt: skip
_NEVER = frozenset({"crossref", "xdata", "xref", "ids", "key", "label", "related", "relatedtype", "options"})
_DEEPEST = 5


def with_inherited(entry: BibEntry, by_key: dict[str, BibEntry], *, depth: int = 0) -> BibEntry:
    """Gives the entry with the fields that it lacks and its parents have; a parent that is not there stays named.

    A parent's title becomes the part's book title. An entry without a title that refers to one of its own type
    is another key for that one, and inherits everything. Cycles and chains end after five steps.

    Args:
        entry: The entry, which stays as it is.
        by_key: Entries by key, as written and lower-cased.
        depth: How many steps have been gone.
    """
    if depth >= _DEEPEST:
        return entry
    fields = list(entry.fields)
    for name in ("xdata", "crossref"):
        for key in entry.get(name).split(","):
            parent = by_key.get(key.strip()) or by_key.get(key.strip().lower())
            if parent is None or parent is entry:
                continue
            full = with_inherited(parent, by_key, depth=depth + 1)
            present = {given.lower() for given, _ in fields}
            if present & {"date", "year"}:
                present |= {"date", "year", "month", "day"}
            whole = name == "xdata" or (parent.type == entry.type and not entry.get("title"))
            for given, value in _offered(full, only=None if whole else _GIVEN):
                if given.lower() not in present:
                    fields.append((given, value))
    return BibEntry(entry.number, entry.line, entry.type, entry.key, fields)


def _offered(parent: BibEntry, *, only: frozenset[str] | None) -> list[tuple[str, str]]:
    offered = [
        (name, value)
        for name, value in parent.fields
        if value.strip() and name.lower() not in _NEVER and (only is None or name.lower() in only)
    ]
    if only is not None:
        is_periodical = parent.type in ("periodical", "mvperiodical")
        names = {"title": "journaltitle" if is_periodical else "booktitle", "subtitle": "booksubtitle"}
        has_booktitle = any(name.lower() == "booktitle" for name, _ in offered)
        for name, value in parent.fields:
            if value.strip() and name.lower() in names and not (has_booktitle and not is_periodical):
                offered.append((names[name.lower()], value))
    return offered
