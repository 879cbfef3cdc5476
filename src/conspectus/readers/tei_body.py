"""The text of a TEI document as section drafts: divisions nested by their numbers, floats where they are mentioned.

GROBID sets divisions side by side and keeps their numbers; "2.1" goes into "2" where that stands before it. A division
without a head goes on with the section before it. Figures, tables and footnotes stand at the end of the body; a float
goes to the section that first mentions it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from conspectus.domain.document import ParagraphKind, SectionKind
from conspectus.domain.document_building import FigureDraft, ParagraphDraft, SectionDraft, TableDraft, split_number
from conspectus.domain.section_typing import section_kind
from conspectus.readers.tei_nesting import Homes, Nesting
from conspectus.readers.tei_references import text_of
from conspectus.readers.tei_text import PrintedSpan, TextRun, is_clean
from conspectus.readers.xml_hardened import attribute

_BACK_HEADINGS = {
    "acknowledgement": "Acknowledgments", "acknowledgment": "Acknowledgments", "funding": "Funding",
    "availability": "Data availability", "conflict": "Conflicts of interest", "contribution": "Author contributions",
    "annex": "", "appendix": "Appendix",
}  # fmt: skip
_LABEL = re.compile(
    r"(?P<label>(?:Supplementary\s|Extended Data\s)?(?:Fig(?:ure|s?\.)?|Tab(?:le|\.)?|Scheme|Chart|Algorithm|"
    r"Listing|Box)\s?[A-Z]?\d{0,3}[A-Za-z]?)(?=[\s.:|]|\Z)\s?[.:|]?\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[A-Z\d]{1,3}(?:\.\d{1,3}){0,5}\.?\Z|[IVXLC]{1,6}\.?\Z")
_DEEPEST = 12
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "head",
        "formula",
        "figure",
        "table",
        "note",
        "list",
        "listBibl",
        "quote",
        "cit",
        "ab",
        "listOrg",
        "pb",
    ]
)


@dataclass(slots=True)
class BodyReader:
    """Reads the text of one document.

    Args:
        keys: The keys of its reference list.
    """

    keys: frozenset[str]
    printed: dict[int, list[PrintedSpan]] = field(default_factory=dict)
    """By the id of a paragraph draft, where its text stands in print."""
    _mentions: dict[str, SectionDraft] = field(default_factory=dict)
    _floats: list[tuple[str, FigureDraft | TableDraft, SectionDraft | None]] = field(default_factory=list)
    _homes: Homes = field(default_factory=Homes)
    _notes: list[ParagraphDraft] = field(default_factory=list)

    def abstract(self, element: Any) -> list[SectionDraft]:
        """Gives the section of an ``abstract``, its divisions with heads nested in it; [] if it is empty."""
        draft = SectionDraft(kind=SectionKind.ABSTRACT)
        self._fill(element, draft)
        if draft.heading.casefold().strip(" .:") == "abstract":
            draft.heading = ""
        return [draft] if draft.paragraphs or draft.sections or draft.figures or draft.tables else []

    def body(self, element: Any) -> list[SectionDraft]:
        """Gives the sections of a ``body``."""
        drafts = self._divisions(element)
        named = {draft.kind or section_kind(draft.heading) for draft in drafts}
        if drafts and not drafts[0].heading and len(drafts) > 1 and SectionKind.INTRODUCTION not in named:
            drafts[0].kind = SectionKind.INTRODUCTION
        return drafts

    def back(self, element: Any) -> list[SectionDraft]:
        """Gives the sections of a ``back``; they are Common unless their own heading is typed."""
        drafts: list[SectionDraft] = []
        for child in element:
            kind = attribute(child, "type")
            if child.tag == "listOrg" or (child.tag == "div" and kind == "references"):
                continue
            inner = self._divisions(child) if child.tag == "div" else []
            if child.tag == "note":
                self._block(child, SectionDraft())
            for draft in inner:
                draft.heading = draft.heading or _BACK_HEADINGS.get(kind, "")
                draft.kind = draft.kind or section_kind(draft.heading) or SectionKind.COMMON
                drafts.append(draft)
        return drafts

    def rest(self) -> list[SectionDraft]:
        """Puts floats where they are mentioned; gives what is mentioned nowhere, and the footnotes, as sections."""
        loose = SectionDraft(kind=SectionKind.COMMON)
        for name, draft, inside in self._floats:
            home = self._homes.of(self._mentions.get(name) or inside or loose)
            if isinstance(draft, FigureDraft):
                home.figures.append(draft)
            else:
                home.tables.append(draft)
        notes = SectionDraft(heading="Notes", kind=SectionKind.COMMON, paragraphs=self._notes)
        return [loose, notes]

    def _divisions(self, element: Any) -> list[SectionDraft]:
        """Gives the divisions in an element, nested; text beside them is untitled."""
        nesting = Nesting(homes=self._homes)
        parts = list(element.iterchildren("div")) if element.tag != "div" or _only_divisions(element) else [element]
        for part in parts:
            draft = SectionDraft()
            self._fill(part, draft, into=nesting.last)
            nesting.add(draft)
        beside = SectionDraft()
        for child in element if parts != [element] else ():
            if child.tag != "div":
                self._block(child, nesting.last or beside, beside=True)
        return nesting.sections() or ([beside] if beside.paragraphs or beside.sections else [])

    def _fill(self, element: Any, draft: SectionDraft, *, into: SectionDraft | None = None, depth: int = 0) -> None:
        """Adds the content of a division; floats are mentioned by ``into`` where the division has no head."""
        head = element.find("head")
        if head is not None and element.tag == "div":
            _name(draft, attribute(head, "n"), text_of(head))
        home = into if into is not None and not draft.heading else draft
        run = TextRun()
        run.add(element.text)
        for child in element:
            if child.tag == "head" and child is head and element.tag == "div":
                run.add(child.tail)
                continue
            if child.tag in _BLOCKS:
                self._flush(run, draft, "text", home)
                run = TextRun()
                self._block(child, draft, home=home, depth=depth)
            else:
                run.add_element(child)
            run.add(child.tail)
        self._flush(run, draft, "text", home)

    def _block(
        self,
        element: Any,
        draft: SectionDraft,
        *,
        home: SectionDraft | None = None,
        depth: int = 0,
        beside: bool = False,
    ) -> None:
        name = element.tag
        home = home or draft
        if name in {"listBibl", "listOrg", "pb"}:
            return
        if name == "div":
            nested = SectionDraft()
            self._fill(element, nested, depth=depth + 1)
            if nested.heading and depth < _DEEPEST:
                draft.sections.append(nested)
            else:
                self._homes.move(nested, draft)
        elif name == "figure":
            self._float(element, None if beside else home)
        elif name == "note":
            lead = attribute(element, "n")
            run = TextRun(text=f"{lead} " if lead else "")
            run.add_content(element)
            self._keep(run, self._notes, "text", home)
        elif name == "list":
            for item in element.iterchildren("item", "label", "head"):
                self._paragraph(item, draft, "list", home)
        elif name == "table":
            draft.tables.append(TableDraft(rows=_rows(element)))
        else:
            kind: ParagraphKind = "formula" if name == "formula" else "quote" if name in {"quote", "cit"} else "text"
            self._paragraph(element, draft, kind, home)

    def _paragraph(self, element: Any, draft: SectionDraft, kind: ParagraphKind, home: SectionDraft) -> None:
        run = TextRun()
        if kind == "formula":
            for label in element.iterchildren("label"):
                label.text = f" {label.text or ''}"
        run.add_content(element)
        self._flush(run, draft, kind, home)

    def _flush(self, run: TextRun, draft: SectionDraft, kind: ParagraphKind, home: SectionDraft) -> None:
        self._keep(run, draft.paragraphs, kind, home)

    def _keep(self, run: TextRun, paragraphs: list[ParagraphDraft], kind: ParagraphKind, home: SectionDraft) -> None:
        paragraph = run.paragraph(kind, self.keys)
        if paragraph is None:
            return
        paragraphs.append(paragraph)
        if run.printed and is_clean(paragraph):
            self.printed[id(paragraph)] = run.printed
        for name in run.mentions:
            self._mentions.setdefault(name, home)

    def _float(self, element: Any, home: SectionDraft | None) -> None:
        head, number = text_of(element.find("head")), text_of(element.find("label"))
        is_table = attribute(element, "type") == "table" or element.find("table") is not None
        found = _LABEL.match(head)
        label = (
            found.group("label").strip() if found else f"{'Table' if is_table else 'Figure'} {number}" if number else ""
        )
        title = head[found.end() :].strip(" .:|") if found else head
        caption: list[ParagraphDraft] = []
        for place, part in enumerate(element.iterchildren("figDesc")):
            run = TextRun(text=f"{title.rstrip('.')}. " if title and not place and not _holds(part, title) else "")
            run.add_content(part)
            self._keep(run, caption, "caption", home or SectionDraft())
        if title and not caption:
            caption.append(ParagraphDraft(title, "caption"))
        if is_table:
            notes: list[ParagraphDraft] = []
            for note in element.iterchildren("note"):
                run = TextRun()
                run.add_content(note)
                self._keep(run, notes, "caption", home or SectionDraft())
            rows = [row for table in element.iterchildren("table") for row in _rows(table)]
            draft: FigureDraft | TableDraft = TableDraft(label=label, caption=caption, rows=rows, notes=notes)
        else:
            graphic = element.find("graphic")
            source = attribute(graphic, "url") if graphic is not None else ""
            draft = FigureDraft(label=label, caption=caption, graphic=source)
        if label or caption or (isinstance(draft, TableDraft) and draft.rows):
            self._floats.append((attribute(element, "id"), draft, home))


def _name(draft: SectionDraft, number: str, title: str) -> None:
    if number:
        # "n" is at times a word of the heading.
        is_number = _NUMBER.match(number)
        draft.number, draft.heading = (number.rstrip("."), title) if is_number else ("", f"{number} {title}".strip())
    else:
        draft.number, draft.heading = split_number(title)


def _only_divisions(element: Any) -> bool:
    children = [child.tag for child in element]
    return "div" in children and "head" not in children and "p" not in children


def _holds(element: Any, title: str) -> bool:
    return "".join(title.split()).rstrip(".") in "".join(text_of(element).split())


def _rows(table: Any) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in table.iterchildren("row"):
        cells: list[str] = []
        for cell in row.iterchildren("cell"):
            span = attribute(cell, "cols")
            cells += [text_of(cell)] * (
                min(int(span), 200) if span.isdecimal() and span != "0" and len(span) < 6 else 1
            )
        rows.append(cells)
    kept = [row for row in rows if any(row)]
    # A table whose cells GROBID could not tell apart is text.
    return kept or ([[whole]] if (whole := text_of(table)) else [])


def printed_in_order(sections: Sequence[SectionDraft]) -> list[ParagraphDraft]:
    """Gives the paragraph drafts in the order in which a document lays them out."""
    found: list[ParagraphDraft] = []
    for section in sections:
        found += section.paragraphs
        for figure in section.figures:
            found += figure.caption
        for table in section.tables:
            found += table.caption
            found += table.notes
        found += printed_in_order(section.sections)
    return found
