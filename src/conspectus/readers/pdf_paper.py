"""The paper that a PDF holds: the steps from glyphs to tree, in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2

from conspectus.domain.document import Reference
from conspectus.domain.page_layout import TextLoss
from conspectus.domain.paper import Paper, PartialDate
from conspectus.foundation.errors import InputError
from conspectus.foundation.text.normalise import match_key, one_line
from conspectus.readers.pdf_faults import opened, refuse_other_documents, refuse_without_text
from conspectus.readers.pdf_floats import LABEL, find_captions, give_content
from conspectus.readers.pdf_front import FrontLine, FrontMatter, front_matter
from conspectus.readers.pdf_furniture import FURNITURE, PrintedPage, mark_furniture
from conspectus.readers.pdf_glyphs import page_glyphs
from conspectus.readers.pdf_heading_depths import PrintedHeading
from conspectus.readers.pdf_headings import HeadingFinder
from conspectus.readers.pdf_lines import PrintedLine, page_lines
from conspectus.readers.pdf_notes import mark_footnotes
from conspectus.readers.pdf_order import put_in_order
from conspectus.readers.pdf_paragraphs import Words
from conspectus.readers.pdf_style import REFERENCES, Edges, body_style
from conspectus.readers.pdf_tree import ABSTRACT, FRONT, KEPT_APART, TreeBuilder
from conspectus.readers.reference_entries import split_references

_MOST_PAGES = 2000
REFERENCE = "reference"
_STAMP = re.compile(r"arXiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+/\d{7})", re.IGNORECASE)


@dataclass(slots=True)
class _Counted:
    """Signs of all pages: all of them, those that run across, those that nobody can read; pages that cannot be read."""

    letters: int = 0
    turned: int = 0
    suspect: int = 0
    unreadable: int = 0


def paper_of(data: bytes) -> Paper:
    """Gives the paper of a PDF's bytes.

    Raises:
        InputError: It is encrypted, damaged, blank, without a text layer, too long, or no paper.
    """
    document = opened(data)
    try:
        if len(document) > _MOST_PAGES:
            raise InputError(
                f"The PDF has {len(document):,} pages, more than the {_MOST_PAGES:,} of the longest paper.",
                hint="Split it into its papers, and add those.",
            )
        counted = _Counted()
        pages = _pages(document, counted)
        refuse_without_text(document, counted.letters, counted.unreadable)
        mark_furniture(pages)
        for page in pages:
            put_in_order(page)
        refuse_other_documents(document, pages, body_style(pages).size)
        paper = _paper(pages, _outline(document), counted)
        return paper if paper.title else replace(paper, title=_title_of_file(document, pages))
    finally:
        document.close()


def _pages(document: Any, counted: _Counted) -> list[PrintedPage]:
    pages: list[PrintedPage] = []
    for at in range(len(document)):
        try:
            page = document[at]
            glyphs = page_glyphs(page, at + 1)
            page.close()
        except pypdfium2.PdfiumError:
            counted.unreadable += 1
            continue
        # The stamp of arXiv is none of the paper's text.
        turned = 0 if _STAMP.match(glyphs.turned_text) else glyphs.turned
        counted.letters += sum(1 for glyph in glyphs.glyphs if glyph.text != " ") + turned
        counted.turned += turned
        counted.suspect += glyphs.suspect
        pages.append(
            PrintedPage(
                number=at + 1,
                width=glyphs.width,
                height=glyphs.height,
                lines=page_lines(glyphs),
                turned_text=glyphs.turned_text,
            )
        )
    return pages


def _outline(document: Any) -> dict[str, int]:
    """Gives the depths of the entries of the file's own table of contents by their keys."""
    found: dict[str, int] = {}
    try:
        for entry in document.get_toc(max_depth=6):
            title = entry.get_title() if hasattr(entry, "get_title") else entry.title
            words = match_key(title or "").split()
            while words and words[0].isdecimal():
                words = words[1:]
            if words:
                found.setdefault(" ".join(words), int(entry.level) + 1)
    except (pypdfium2.PdfiumError, ValueError):
        return {}
    # An outline of a single root, the title, says nothing about depths.
    tops = [key for key, depth in found.items() if depth == 1]
    if len(tops) == 1 and len(found) > 2:
        found = {key: depth - 1 for key, depth in found.items() if depth > 1}
    return found if len(found) > 2 else {}


def _title_of_file(document: Any, pages: Sequence[PrintedPage]) -> str:
    """Gives the title that the file itself names, if it is printed on the first page, "" otherwise."""
    title = one_line(document.get_metadata_value("Title"))
    printed = match_key(" ".join(line.text for line in pages[0].lines).replace("\u00ad ", "")) if pages else ""
    return title if len(title.split()) > 2 and match_key(title) in printed else ""


def _paper(pages: Sequence[PrintedPage], outline: dict[str, int], counted: _Counted) -> Paper:
    lines = [line for page in pages for line in page.lines]
    kept = [line for line in lines if not line.role]
    style, edges = body_style(pages), Edges(pages)
    floats = find_captions(kept, style)
    front, front_lines = _front(pages)
    heading_of_abstract = _mark_front(front, front_lines)
    stop = _reference_heading(kept)
    mark_footnotes(pages, style, {id(line) for line in kept[:stop]}, marked=True)
    # Floats that come first in the stream stand before the title; what stands behind it is no part of a figure.
    named = front.title_lines[0] if front.title_lines else front.body
    _keep_apart(front_lines[named : front.body])
    give_content(kept, floats, style, edges)
    _keep_apart(front_lines[: front.body])
    mark_footnotes(pages, style, {id(line) for line in kept[:stop]})
    finder = HeadingFinder(kept, style, edges, outline, stop)
    headings = finder.find()
    later = next((heading.at for heading in headings if heading.at > stop), len(kept))
    mark_footnotes(pages, style, {id(line) for line in kept[later:]})
    words = Words(kept)
    references = _references(kept, headings, stop, words)
    headings = [heading for heading in headings if heading.lines[0].role != REFERENCE]
    builder = TreeBuilder(kept, headings, floats, references, style, edges, words)
    document = builder.document(heading_of_abstract, front.abstract_lead)
    document = replace(document, loss=_loss(lines, counted))
    return Paper(
        id="",
        title=front.title,
        authors=front.authors,
        date=PartialDate(year=front.year) if front.year else None,
        keywords=front.keywords,
        identifiers=front.identifiers,
        documents=(document,) if document.sections or document.references else (),
    )


def _front(pages: Sequence[PrintedPage]) -> tuple[FrontMatter, list[PrintedLine]]:
    first = [line for line in pages[0].lines if not line.role] if pages else []
    lines = [_front_line(line) for line in first]
    marks = [_front_line(line) for line in pages[0].lines if line.role == FURNITURE] if pages else []
    if pages and _STAMP.match(pages[0].turned_text):
        marks.append(FrontLine(text=pages[0].turned_text, size=1.0, top=pages[0].height))
    front = front_matter(lines + marks)
    if front.body >= len(first) and len(pages) > 1:
        second = [line for line in pages[1].lines if not line.role]
        longer = front_matter([*lines, *(_front_line(line) for line in second)])
        if front.abstract is None or longer.body < len(first) + len(second):
            return longer, first + second
    return front, first


def _front_line(line: PrintedLine) -> FrontLine:
    return FrontLine(
        text=line.text.replace("\u00ad", "-"), size=line.size, bold=line.font.bold, top=line.top, page=line.page
    )


def _mark_front(front: FrontMatter, lines: Sequence[PrintedLine]) -> str:
    """Gives lines of the front matter their roles; gives the heading of the abstract."""
    taken = set(front.author_lines)
    for span in (front.title_lines, front.keyword_lines):
        taken.update(range(*span) if span else ())
    abstract = range(*front.abstract) if front.abstract else range(0)
    heading = ""
    if front.abstract and not front.abstract_lead and abstract.start:
        before = lines[abstract.start - 1].text
        heading = before.strip(" .:—–") if len(before) < 40 and abstract.start - 1 not in taken else ""
        taken.update([abstract.start - 1] if heading else [])
    elif front.abstract and front.abstract_lead:
        heading = lines[abstract.start].text[: front.abstract_lead].strip(" .:—–-")
    for at, line in enumerate(lines):
        if at in abstract:
            line.role = ABSTRACT
        elif at in taken:
            line.role = FRONT
    return heading


def _keep_apart(lines: Sequence[PrintedLine]) -> None:
    for line in lines:
        line.role = line.role or KEPT_APART


def _reference_heading(lines: Sequence[PrintedLine]) -> int:
    """Gives the place of the heading of the reference list, the number of lines if there is none."""
    found = [
        at
        for at, line in enumerate(lines)
        if at > 0.25 * len(lines) and line.role == "" and REFERENCES.match(line.text)
    ]
    return found[-1] if found else len(lines)


def _references(
    lines: Sequence[PrintedLine], headings: Sequence[PrintedHeading], stop: int, words: Words
) -> tuple[Reference, ...]:
    if stop >= len(lines):
        return ()
    end = min((heading.at for heading in headings if heading.at > stop), default=len(lines))
    lines[stop].role = REFERENCE
    listed: list[PrintedLine] = []
    for line in lines[stop + 1 : end]:
        if line.role == "":
            line.role = REFERENCE
            listed.append(line)
    return split_references([line.text.replace("\u00ad", "-") for line in _whole_rows(listed)], words=words)


def _whole_rows(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Puts a number that stands apart from its entry back before it."""
    whole: list[PrintedLine] = []
    for line in lines:
        before = whole[-1] if whole else None
        if before is not None and before.page == line.page and before.row == line.row and len(before.text) < 7:
            whole[-1] = replace(line, text=f"{before.text} {line.text}", left=before.left)
        else:
            whole.append(line)
    return whole


def _loss(lines: Sequence[PrintedLine], counted: _Counted) -> TextLoss:
    furniture = sum(line.letters for line in lines if line.role == FURNITURE)
    labels = sum(line.letters for line in lines if line.role == LABEL)
    characters = max(counted.letters - furniture, 1)
    return TextLoss(
        characters=characters,
        lost=round(min(1.0, (labels + counted.turned) / characters), 6),
        suspect=round(min(1.0, counted.suspect / characters), 6),
    )
