"""Running text of TEI: paragraphs with their pointers, and where they stand in print."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from conspectus.domain.document import ParagraphKind
from conspectus.domain.document_building import ParagraphDraft, clean_paragraph
from conspectus.domain.page_layout import PageBox
from conspectus.foundation.text.normalise import clean_text
from conspectus.readers.citation_spans import CitationSpan, pointers_of
from conspectus.readers.xml_hardened import attribute

_OPENING = re.compile(r"[\s(\[,;]*")
_ONE_LINE_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class PrintedSpan:
    """A stretch of a paragraph draft's text, and the boxes in one of which, or over several, it stands."""

    start: int
    end: int
    boxes: tuple[PageBox, ...]


@dataclass(slots=True)
class TextRun:
    """Text as it is read from an element: clean, white space as single spaces, with what its elements say of it."""

    text: str = ""
    citations: list[CitationSpan] = field(default_factory=list)
    printed: list[PrintedSpan] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)

    def add(self, text: str | None) -> None:
        """Adds text."""
        plain = _ONE_LINE_SPACE.sub(" ", clean_text(text or ""))
        if not self.text or self.text.endswith(" "):
            plain = plain.lstrip(" ")
        self.text += plain

    def add_content(self, element: Any, *, is_printed: bool = False) -> None:
        """Adds what is in an element, whose own place in print may be known by an element around it."""
        boxes = () if is_printed else boxes_of(element)
        start = len(self.text)
        inner = is_printed or bool(boxes)
        # The finest places count: those of sentences before that of their paragraph.
        finer = bool(boxes) and any(attribute(child, "coords") for child in element.iterchildren("s"))
        if finer:
            boxes, inner = (), False
        self.add(element.text)
        for child in element:
            self.add_element(child, is_printed=inner)
            self.add(child.tail)
        if boxes and len(self.text) > start:
            self.printed.append(PrintedSpan(start, len(self.text), boxes))

    def add_element(self, element: Any, *, is_printed: bool = False) -> None:
        """Adds an element with its content; references become citations or mentions of floats."""
        start = len(self.text)
        if element.tag == "lb":
            self.add(" ")
        self.add_content(element, is_printed=is_printed)
        if element.tag != "ref":
            return
        target = attribute(element, "target").lstrip("#")
        if attribute(element, "type") in {"bibr", "biblio"}:
            self.citations.append(CitationSpan(start, len(self.text), target))
        elif target:
            self.mentions.append(target)

    def paragraph(self, kind: ParagraphKind, keys: Container[str]) -> ParagraphDraft | None:
        """Gives the paragraph, None if there is no text.

        Args:
            kind: Its kind.
            keys: The keys of the reference list.
        """
        if not self.text.strip():
            return None
        self.text = self.text.rstrip(" ")
        spans = [_trimmed(self.text, span) for span in self.citations]
        kept = [span for span in spans if span.start < span.end]
        return ParagraphDraft(self.text, kind, pointers_of(self.text, kept, keys))


def is_clean(draft: ParagraphDraft) -> bool:
    """Tells whether a draft's text stays as it is in a document, so that offsets in it hold."""
    return clean_paragraph(draft.text) == draft.text


def boxes_of(element: Any) -> tuple[PageBox, ...]:
    """Gives the boxes of a ``coords`` attribute, "page,x,y,width,height" parted by semicolons; broken ones left out."""
    found: list[PageBox] = []
    for part in attribute(element, "coords").split(";"):
        try:
            page, left, top, width, height = part.split(",")
            number, corner = int(page), (float(left), float(top))
            box = (*corner, corner[0] + float(width), corner[1] + float(height))
        except ValueError:
            continue
        if number > 0 and all(abs(side) < 1e6 for side in box):
            found.append(PageBox(page=number, box=box))
    return tuple(found)


def _trimmed(text: str, span: CitationSpan) -> CitationSpan:
    """GROBID's spans of names and years hold the bracket or semicolon beside them; those of numbers keep theirs."""
    start, end = span.start, min(span.end, len(text))
    shown = text[start:end]
    if any(char.isalpha() for char in shown):
        opening = _OPENING.match(shown)
        start += opening.end() if opening else 0
        while end > start and (text[end - 1] in ",; " or (text[end - 1] in ")]" and not _opens(text[start:end]))):
            end -= 1
    else:
        while end > start and text[end - 1] in ", ;":
            end -= 1
    return CitationSpan(start, end, span.target)


def _opens(shown: str) -> bool:
    return "(" in shown or "[" in shown
