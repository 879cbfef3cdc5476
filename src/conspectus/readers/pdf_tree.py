"""From the lines of a printed paper, each with its role, to the tree of its text and the places of that in print."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from conspectus.domain.document import Document, Paragraph, Reference, SectionKind
from conspectus.domain.document_building import (
    FigureDraft,
    ParagraphDraft,
    PointerDraft,
    SectionDraft,
    TableDraft,
    build_document,
    clean_paragraph,
)
from conspectus.domain.page_layout import LayoutSpan
from conspectus.readers.pdf_floats import FloatLines, header_rows, table_rows
from conspectus.readers.pdf_heading_depths import PrintedHeading
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_notes import FOOTNOTE, opens_note
from conspectus.readers.pdf_paragraphs import PrintedParagraph, Words, joined, paragraphs_of
from conspectus.readers.pdf_style import BodyStyle, Edges
from conspectus.readers.text_pointers import find_pointers

ABSTRACT, FRONT, KEPT_APART = "abstract", "front", "front kept apart"
_BRACKETS = re.compile(r"\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]")
_ROUND = re.compile(r"(?<=\s)\(\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\)")
_FEWEST_POINTERS = 4
_RUN_IN_DEPTH = 7


@dataclass(slots=True)
class TreeBuilder:
    """Builds the document of a paper.

    Args:
        lines: All lines in reading order, with roles.
        headings: The headings in order.
        floats: The figures and tables.
        references: The reference list.
        style: The look of running text.
        edges: The columns.
        words: The words of the paper.
    """

    lines: Sequence[PrintedLine]
    headings: Sequence[PrintedHeading]
    floats: Sequence[FloatLines]
    references: tuple[Reference, ...]
    style: BodyStyle
    edges: Edges
    words: Words
    _paragraphs: dict[int, tuple[ParagraphDraft, PrintedParagraph]] = field(default_factory=dict)
    _headed: dict[int, list[PrintedLine]] = field(default_factory=dict)
    _uses_raised: bool = False
    _uses_round: bool = False

    def document(self, abstract_heading: str = "", abstract_lead: int = 0) -> Document:
        """Gives the document with the places of its text in print.

        Args:
            abstract_heading: The heading of the abstract as printed.
            abstract_lead: How many characters of the abstract's first line are its heading.
        """
        text = " ".join(line.text for line in self.lines if line.role == "")
        brackets = len(_BRACKETS.findall(text))
        self._uses_raised = brackets < _FEWEST_POINTERS
        self._uses_round = brackets < _FEWEST_POINTERS <= len(_ROUND.findall(text))
        sections: list[SectionDraft] = []
        abstract = [line for line in self.lines if line.role == ABSTRACT]
        if abstract:
            drafts = self._drafts(paragraphs_of(abstract, self.style, self.edges, self.words, skip=abstract_lead))
            sections.append(SectionDraft(heading=abstract_heading, kind=SectionKind.ABSTRACT, paragraphs=drafts))
        sections += self._body()
        if notes := self._notes():
            sections.append(SectionDraft(heading="Notes", kind=SectionKind.COMMON, paragraphs=notes))
        document = build_document(sections, references=self.references, origin="PDF full text")
        return replace(document, layout=self._layout(document, sections))

    def _body(self) -> list[SectionDraft]:
        flat: list[tuple[int, SectionDraft]] = []
        opening = {id(heading.lines[0]): heading for heading in self.headings}
        floats = {id(each.captions[0]): each for each in self.floats}
        current = SectionDraft()
        flat.append((1, current))
        flow: list[PrintedLine] = []
        skip = 0

        def close() -> None:
            nonlocal flow, skip
            current.paragraphs += self._drafts(paragraphs_of(flow, self.style, self.edges, self.words, skip=skip))
            flow, skip = [], 0

        for line in self.lines:
            heading = opening.get(id(line))
            if heading is not None:
                close()
                current = SectionDraft(heading=heading.title, number=heading.number)
                self._headed[id(current)] = heading.lines
                depth = _RUN_IN_DEPTH if heading.run_in else min(heading.depth, _RUN_IN_DEPTH - 1)
                flat.append((depth, current))
                skip = heading.run_in
                if heading.run_in:
                    flow.append(heading.lines[-1])
            elif (each := floats.get(id(line))) is not None:
                self._add_float(current, each)
            elif line.role == "" and line not in flow[:1]:
                flow.append(line)
        close()
        return _nested(flat, self._heading_as_text)

    def _heading_as_text(self, draft: SectionDraft) -> ParagraphDraft:
        return self._draft(joined(self._headed[id(draft)], self.words))

    def _drafts(self, paragraphs: Sequence[PrintedParagraph]) -> list[ParagraphDraft]:
        return [self._draft(paragraph) for paragraph in paragraphs]

    def _draft(self, paragraph: PrintedParagraph) -> ParagraphDraft:
        raised = paragraph.raised if self._uses_raised else ()
        found = find_pointers(paragraph.text, self.references, raised=raised, round_numbers=self._uses_round)
        pointers = [PointerDraft(each.start, each.end, each.style, each.targets) for each in found]
        draft = ParagraphDraft(paragraph.text, paragraph.kind, pointers)
        self._paragraphs[id(draft)] = (draft, paragraph)
        return draft

    def _add_float(self, section: SectionDraft, each: FloatLines) -> None:
        caption = joined(each.captions, self.words, skip=each.label_length)
        drafts = [self._draft(caption)] if caption.text else []
        if each.kind == "figure":
            section.figures.append(FigureDraft(label=each.label, caption=drafts))
            return
        notes = self._drafts(paragraphs_of(each.notes, self.style, self.edges, self.words)) if each.notes else []
        rows = table_rows(each.cells)
        section.tables.append(
            TableDraft(
                label=each.label, caption=drafts, rows=rows, header_rows=header_rows(each.cells, rows), notes=notes
            )
        )

    def _notes(self) -> list[ParagraphDraft]:
        groups: list[list[PrintedLine]] = []
        for line in self.lines:
            if line.role not in (FOOTNOTE, KEPT_APART):
                continue
            before = groups[-1][-1] if groups else None
            goes_on = (
                before is not None
                and before.role == line.role
                and before.page == line.page
                and abs(before.size - line.size) < 0.6
                and -0.5 * line.size < line.base - before.base < 1.45 * line.size
                and not opens_note(line)
            )
            if goes_on:
                groups[-1].append(line)
            else:
                groups.append([line])
        return [self._draft(note) for group in groups if (note := joined(group, self.words)).text]

    def _layout(self, document: Document, sections: Sequence[SectionDraft]) -> tuple[LayoutSpan, ...]:
        spans: list[LayoutSpan] = []
        places = list(document.places())
        drafts = [draft for draft in _in_order(sections) if clean_paragraph(draft.text)]
        built = sorted({p.start: p.paragraph for p in places if p.kind == "paragraph" and p.paragraph}.items())
        for draft, (_, paragraph) in zip(drafts, built, strict=True):
            if (known := self._paragraphs.get(id(draft))) is not None:
                spans += _spans(paragraph, known[1])
        heads = [section for section in _sections_in_order(sections) if section.heading]
        shown = [place.section for place in places if place.kind == "section" and place.section.heading]
        for head, section in zip(heads, shown, strict=False):
            length = len(f"{section.number} {section.heading}".strip())
            for line in self._headed.get(id(head), ()):
                box = (round(line.left, 1), round(line.top, 1), round(line.right, 1), round(line.bottom, 1))
                spans.append(LayoutSpan(start=section.start, end=section.start + length, page=line.page, box=box))
        return tuple(sorted(spans, key=lambda span: (span.start, span.end)))


def _spans(paragraph: Paragraph, printed: PrintedParagraph) -> list[LayoutSpan]:
    return [
        LayoutSpan(
            start=paragraph.start + each.start,
            end=min(paragraph.start + each.end, paragraph.end),
            page=each.page,
            box=each.box,
        )
        for each in printed.printed
        if paragraph.start + each.start < paragraph.end
    ]


def _nested(
    flat: Sequence[tuple[int, SectionDraft]], as_text: Callable[[SectionDraft], ParagraphDraft]
) -> list[SectionDraft]:
    """Nests sections by their depths; a heading with nothing below it becomes a paragraph of what it stands in."""
    tops: list[SectionDraft] = []
    path: list[tuple[int, SectionDraft]] = []
    for place, (depth, draft) in enumerate(flat):
        while path and path[-1][0] >= depth:
            path.pop()
        is_empty = not (draft.paragraphs or draft.figures or draft.tables)
        leads = place + 1 < len(flat) and flat[place + 1][0] > depth
        if is_empty and not leads:
            if not draft.heading:
                continue
            draft.paragraphs.append(as_text(draft))
            draft.heading = draft.number = ""
        (path[-1][1].sections if path else tops).append(draft)
        path.append((depth, draft))
    return tops


def _in_order(sections: Sequence[SectionDraft]) -> list[ParagraphDraft]:
    """Gives the drafts in the order in which the document lays them out."""
    found: list[ParagraphDraft] = []
    for section in sections:
        found += section.paragraphs
        for figure in section.figures:
            found += figure.caption
        for table in section.tables:
            found += table.caption + table.notes
        found += _in_order(section.sections)
    return found


def _sections_in_order(sections: Sequence[SectionDraft]) -> list[SectionDraft]:
    found: list[SectionDraft] = []
    for section in sections:
        found.append(section)
        found += _sections_in_order(section.sections)
    return found
