"""The text of papers in the JSON that S2ORC and CORD-19 share: paragraphs with spans, entries they point at.

- A paragraph names its section; see ``section_paths``.
- A span of ``cite_spans`` becomes a pointer, its target the key of ``bib_entries``. Where its offsets do not
  hold its text, the text is looked for; a span whose text is nowhere in the paragraph points nowhere. The
  numbers of one bracket ("[1,", "2,", "5]") are one pointer.
- A figure or table of ``ref_entries`` stands in the section that first points at it, else in one at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conspectus.domain.document import Document, Reference, SectionKind
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    SectionDraft,
    TableDraft,
    build_document,
)
from conspectus.domain.identifiers import normal_arxiv, normal_doi, normal_pmcid, normal_pmid
from conspectus.domain.paper import Author
from conspectus.readers.citation_spans import CitationSpan, pointers_of
from conspectus.readers.html_hardened import table_rows_of
from conspectus.readers.json_fields import list_of, object_of, objects_of, raw_of, text_of, texts_of, year_of
from conspectus.readers.names import parse_name, person, spell_initials
from conspectus.readers.section_paths import SectionPaths
from conspectus.readers.structured_abstract import abstract_sections

_LABEL = re.compile(
    r"\s*(?P<label>(?:Supplementary\s+)?(?:Fig(?:ure|\.)?|Table|Tab\.|Scheme|Box)\s*[SA]?\d{1,3}[a-z]?)\b[.:|\s]*",
    re.IGNORECASE,
)
_FLOATS = frozenset({"figure", "table"})


def full_text(parse: dict[str, Any], *, origin: str) -> Document | None:
    """Gives the document of an object with ``abstract``, ``body_text``, ``bib_entries`` and ``ref_entries``.

    Args:
        parse: The object; what is missing or of another type counts as empty.
        origin: What the text came from, for people.
    """
    keys = object_of(parse.get("bib_entries"))
    references = tuple(_reference(key, object_of(entry)) for key, entry in keys.items())
    known = frozenset(keys)
    layout = _Layout(object_of(parse.get("ref_entries")), known)
    abstract = layout.abstract(parse.get("abstract"))
    layout.paragraphs(parse.get("body_text"))
    layout.paragraphs(parse.get("back_matter"))
    sections = [*abstract, *layout.paths.sections, *layout.rest()]
    document = build_document(sections, references=references, origin=origin)
    return document if document.sections or document.references else None


def authors_of(value: Any) -> tuple[Author, ...]:
    """Gives the authors of a list of objects with ``first``, ``middle``, ``last`` and ``suffix``, or ``name``."""
    return tuple(author for entry in objects_of(value) if (author := _author(entry)) is not None)


def _author(entry: dict[str, Any]) -> Author | None:
    family = text_of(entry.get("last"))
    given = " ".join((text_of(entry.get("first")), *texts_of(entry.get("middle")))).strip()
    if not family and not given:
        return parse_name(text_of(entry.get("name")))
    if not family:
        return Author(literal=given)
    named = person(family, spell_initials(given), suffix=text_of(entry.get("suffix")))
    places = _affiliation(object_of(entry.get("affiliation")))
    return Author(
        family=named.family,
        given=named.given,
        particle=named.particle,
        suffix=named.suffix,
        affiliations=(places,) if places else (),
    )


def _affiliation(value: dict[str, Any]) -> str:
    location = object_of(value.get("location"))
    parts = [text_of(value.get("laboratory")), text_of(value.get("institution"))]
    parts += [text_of(location.get(name)) for name in ("settlement", "region", "postCode", "country")]
    return ", ".join(part for part in parts if part)


def _reference(key: str, entry: dict[str, Any]) -> Reference:
    ids = {name.lower(): texts_of(value) or [text_of(value)] for name, value in _other_ids(entry).items()}
    authors = tuple(
        ", ".join(part for part in (a.literal or f"{a.particle} {a.family}".strip(), a.given, a.suffix) if part)
        for a in authors_of(entry.get("authors"))
    )
    title, venue = text_of(entry.get("title")), text_of(entry.get("venue"))
    volume, pages = text_of(entry.get("volume")), text_of(entry.get("pages")).replace("--", "-")
    year = year_of(entry.get("year"))
    raw = text_of(entry.get("raw_text"))
    return Reference(
        key=key,
        text=raw or _composed(authors, year, title, f"{venue} {volume}".strip(), pages),
        label=text_of(entry.get("num")),
        title=title,
        authors=authors,
        year=year,
        venue=venue,
        volume=volume,
        pages=pages,
        doi=_first_form(normal_doi, ids, "doi"),
        pmid=_first_form(normal_pmid, ids, "pmid", "pubmed"),
        pmcid=_first_form(normal_pmcid, ids, "pmcid", "pmc"),
        arxiv=_first_form(normal_arxiv, ids, "arxiv"),
    )


def _other_ids(entry: dict[str, Any]) -> dict[str, Any]:
    given = {name: entry.get(name) for name in ("doi", "pmid", "pmcid", "arxiv") if entry.get(name)}
    return {**given, **object_of(entry.get("other_ids"))}


def _first_form(form: Any, ids: dict[str, list[str]], *names: str) -> str:
    for name in names:
        for value in ids.get(name, ()):
            if found := form(value):
                return str(found)
    return ""


def _composed(authors: tuple[str, ...], year: int | None, title: str, venue: str, pages: str) -> str:
    people = ", ".join(author.replace(",", "") for author in authors)
    head = " ".join(part for part in (people, f"({year})" if year else "") if part)
    place = ":".join(part for part in (venue, pages) if part)
    return " ".join(f"{part.rstrip('.')}." for part in (head, title, place) if part)


class _Layout:
    """Puts paragraphs into sections and floats beside the paragraphs that first point at them."""

    def __init__(self, floats: dict[str, Any], keys: frozenset[str]) -> None:
        self.paths = SectionPaths()
        self._floats = {key: object_of(entry) for key, entry in floats.items()}
        self._keys = keys
        self._placed: set[str] = set()

    def abstract(self, value: Any) -> list[SectionDraft]:
        """Gives the section of an abstract, which may be one text or paragraphs with spans."""
        entries = [{"text": value}] if isinstance(value, str) else objects_of(value)
        paragraphs = [draft for entry in entries if (draft := self._paragraph(entry))]
        if not paragraphs:
            return []
        whole = SectionDraft(kind=SectionKind.ABSTRACT, paragraphs=paragraphs)
        if not any(paragraph.pointers for paragraph in paragraphs):
            parts = abstract_sections("\n".join(paragraph.text for paragraph in paragraphs))
            if parts:
                whole.paragraphs = parts.pop(0).paragraphs if not parts[0].heading else []
                whole.sections = parts
        return [whole]

    def paragraphs(self, value: Any) -> None:
        """Adds the paragraphs of a list to the sections that they name."""
        for entry in objects_of(value):
            name = entry.get("section")
            names = " ::: ".join(texts_of(name)) if isinstance(name, list) else text_of(name)
            section = self.paths.section(names, number=text_of(entry.get("sec_num")))
            if paragraph := self._paragraph(entry):
                section.paragraphs.append(paragraph)
            for span in objects_of(entry.get("ref_spans")):
                self._place(text_of(span.get("ref_id")), section)

    def rest(self) -> Iterator[SectionDraft]:
        """Gives a section of the floats that no paragraph points at, if there are any."""
        section = SectionDraft()
        for key in self._floats:
            self._place(key, section)
        if section.figures or section.tables:
            yield section

    def _place(self, key: str, section: SectionDraft) -> None:
        entry = self._floats.get(key)
        if entry is None or key in self._placed:
            return
        self._placed.add(key)
        kind = text_of(entry.get("type")).lower() or ("table" if key.upper().startswith("TAB") else "figure")
        label, caption = _caption(raw_of(entry.get("text")), kind, text_of(entry.get("num") or entry.get("fig_num")))
        if kind == "figure":
            uris = texts_of(entry.get("uris"))
            section.figures.append(FigureDraft(label=label, caption=caption, graphic=uris[0] if uris else ""))
        elif kind == "table":
            cells = [[text_of(cell) for cell in list_of(row)] for row in list_of(entry.get("content"))]
            rows, heads = table_rows_of(raw_of(entry.get("html"))) if not cells else (cells, 0)
            section.tables.append(TableDraft(label=label, caption=caption, rows=rows, header_rows=heads))
        elif kind in {"footnote", "equation"} and caption:
            section.paragraphs.append(ParagraphDraft(caption[0].text, "formula" if kind == "equation" else "box"))

    def _paragraph(self, entry: dict[str, Any]) -> ParagraphDraft | None:
        text = raw_of(entry.get("text"))
        if not text.strip():
            return None
        spans = [place for span in objects_of(entry.get("cite_spans")) if (place := _place_of(text, span))]
        return ParagraphDraft(text, pointers=pointers_of(text, spans, self._keys))


def _caption(text: str, kind: str, number: str) -> tuple[str, list[ParagraphDraft]]:
    found = _LABEL.match(text)
    label = found.group("label") if found else f"{kind.capitalize()} {number}" if number and kind in _FLOATS else ""
    rest = text[found.end() :] if found and text[found.end() :].strip() else text
    return label, [ParagraphDraft(rest, "caption")] if rest.strip() else []


def _place_of(text: str, span: dict[str, Any]) -> CitationSpan | None:
    start, end, shown = span.get("start"), span.get("end"), raw_of(span.get("text") or span.get("mention"))
    target = text_of(span.get("ref_id"))
    if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(text):
        if not shown or text[start:end] == shown:
            return CitationSpan(start, end, target)
        near = text.find(shown, max(0, start - len(shown) - 40), end + len(shown) + 200)
    else:
        near = text.find(shown) if shown else -1
    return CitationSpan(near, near + len(shown), target) if near >= 0 else None
