"""EndNote's XML export, also as Zotero, Mendeley and Bookends write it, to papers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.paper import Author, Paper
from conspectus.foundation.errors import BrokenRecord
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.endnote_types import endnote_kind
from conspectus.readers.inline_markup import plain
from conspectus.readers.names import parse_name, person
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.record_draft import RecordDraft, drafted_paper
from conspectus.readers.sniffing import Head
from conspectus.readers.xml_hardened import stream_records

_ROOTS = frozenset({"xml", "records", "record"})
_SIGNS = re.compile(r"<(?:ref-type|contributors|titles|rec-number|foreign-keys)[\s>/]")
# Elements by their path in the record; a path without a name here keeps its last step as its name in ``extra``.
_FIELDS = {
    "titles/title": "title", "titles/secondary-title": "venue", "titles/tertiary-title": "series",
    "titles/alt-title": "venue_short", "periodical/full-title": "venue", "periodical/abbr-1": "venue_short",
    "periodical/abbr-2": "venue_short", "periodical/abbr-3": "venue_short", "alt-periodical/full-title": "venue",
    "alt-periodical/abbr-1": "venue_short", "alt-periodical/abbr-2": "venue_short", "pages": "pages",
    "volume": "volume", "number": "issue", "issue": "issue", "edition": "edition", "pub-location": "place",
    "publisher": "publisher", "isbn": "issn", "electronic-resource-num": "doi", "label": "key", "language": "language",
    "keywords/keyword": "keyword", "dates/year": "year", "dates/pub-dates/date": "date", "abstract": "abstract",
    "notes": "note", "research-notes": "note", "work-type": "type", "urls/related-urls/url": "url",
    "urls/web-urls/url": "url", "urls/text-urls/url": "url", "pmcid": "pmcid",
}  # fmt: skip
_TEXTS = frozenset({"abstract", "notes", "research-notes", "keywords/keyword"})
_RAISED = {"superscript": "sup", "subscript": "sub"}
_MEDLINE = re.compile(r"medline|pubmed|\bnlm\b|national library of medicine", re.IGNORECASE)
_PATHS_WITHOUT_VALUE = frozenset({"foreign-keys/key", "source-app", "ref-type"})


class EndnoteXmlReader:
    """Reads EndNote XML: ``<xml><records><record>``, with or without ``<style>`` elements around the values."""

    name = "endnote_xml"
    label = "EndNote XML"

    def recognise(self, head: Head) -> str:
        """Gives why the content is EndNote XML, or "" if it is not."""
        if head.root in _ROOTS and "<record" in head.text and _SIGNS.search(head.text):
            return f"root element <{head.root}> with EndNote records"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers of the file in order, and broken records.

        Raises:
            InputError: The file is not well-formed and no record of it can be told from the others.
        """
        found = False
        for record in stream_records(data, ("record",), empty=("record",)):
            found = True
            if isinstance(record, BrokenRecord):
                yield record
                continue
            try:
                paper = _paper(record.element)
            except BrokenRecord as error:
                yield BrokenRecord(error.message, record=record.record, line=record.line, hint=error.hint)
                continue
            yield ReadPaper(paper=paper, record=record.record, line=record.line)
        if not found:
            yield Skipped(reason="an EndNote file without records")


def _paper(record: Any) -> Paper:
    draft = RecordDraft()
    types = record.findall("ref-type")
    name = (types[0].get("name") or "") if types else ""
    number = _text(types[0]) if types else ""
    draft.kind = endnote_kind(name, number)
    if types and not draft.kind:
        draft.keep("ref-type", name or number)
    draft.authors = _people(record, "authors")
    draft.editors = _people(record, "secondary-authors")
    source = " ".join(_text(found) for found in record.iter("remote-database-name", "remote-database-provider"))
    for path, element in _leaves(record):
        value = _text(element)
        field = _FIELDS.get(path, "")
        if path in _PATHS_WITHOUT_VALUE or path.startswith("contributors/"):
            continue
        if path == "accession-num" and _MEDLINE.search(source) and re.fullmatch(r"[1-9]\d{3,7}", one_line(value)):
            field = "pmid"
        elif path in ("custom2", "custom1") and re.fullmatch(r"PMC\d{3,9}", one_line(value)):
            field = "pmcid"
        draft.add(field, path.rsplit("/", 1)[-1], value if path in _TEXTS else one_line(value))
    for group in record.iterfind("contributors/*"):
        if group.tag not in ("authors", "secondary-authors"):
            names = [author.full for author in _people(record, group.tag)]
            draft.keep(str(group.tag), "; ".join(names))
    return drafted_paper(draft)


def _leaves(record: Any) -> Iterator[tuple[str, Any]]:
    """Yields (path, element) of the elements that hold values, ``style`` elements being part of the value."""
    stack = [("", child) for child in reversed(record)]
    while stack:
        above, element = stack.pop()
        path = f"{above}/{element.tag}" if above else str(element.tag)
        nested = [child for child in element if child.tag != "style"]
        if nested:
            stack.extend((path, child) for child in reversed(nested))
        else:
            yield path, element


def _text(element: Any) -> str:
    """Gives the text of a value, super- and subscripts marked as HTML marks them."""
    text = element.text or ""
    for style in element:
        inner = "".join(style.itertext())
        face = style.get("face") or ""
        mark = next((tag for name, tag in _RAISED.items() if name in face), "")
        text += (f"<{mark}>{inner}</{mark}>" if mark and inner.strip() else inner) + (style.tail or "")
    return text.replace("\r", "\n")


def _people(record: Any, group: str) -> tuple[Author, ...]:
    found = []
    for listed in record.iterfind(f"contributors/{group}"):
        for element in listed:
            author = _author(element)
            if author is not None:
                found.append(author)
    return tuple(dict.fromkeys(found))


def _author(element: Any) -> Author | None:
    text = one_line(plain(_text(element)))
    family, corporate = one_line(element.get("last-name") or ""), one_line(element.get("corp-name") or "")
    if not text and family:
        given = " ".join(
            (element.get("first-name") or element.get("initials") or "", element.get("middle-initial") or "")
        )
        return person(family, given, suffix=element.get("suffix") or "")
    return endnote_name(text or f"{corporate},")


def endnote_name(text: str) -> Author | None:
    """Gives the author that EndNote writes; a comma at the end marks a body ("World Health Organization,")."""
    bare = one_line(text)
    if bare.endswith(",") and bare.rstrip(", ") and "," not in bare.rstrip(", "):
        name = bare.rstrip(", ")
        return Author(literal=name) if parse_name(name) is not None else None
    return parse_name(bare)
