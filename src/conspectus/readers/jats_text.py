"""Running text of JATS with its citations: clean from the start, so that offsets of pointers are exact.

Citations that stand together ("[1,2]", "[3–5]", "(Smith 2010; Jones 2011)") become one pointer with the
targets of all; a range points at everything between its ends. Raised citation numbers are printed in
brackets ("shown.[12]"), since as bare digits they would run into the word before them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from conspectus.domain.document import ParagraphKind, PointerStyle
from conspectus.domain.document_building import ParagraphDraft, PointerDraft, clean_paragraph
from conspectus.foundation.text.normalise import clean_text, one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.jats_math import formula_text, mathml_text, subscript, superscript, tex_text
from conspectus.readers.xml_hardened import attribute

_SPACE = re.compile(r"\s+")
_DASHES = "-‐‑‒–—−"
_JOINT = re.compile(rf"[\])]?\s*(?:[,;/]|and|&|,\s*and|to|through|[{_DASHES}])?\s*[\[(]?\Z")
_RANGE_JOINT = re.compile(rf"[\])]?\s*(?:to|through|[{_DASHES}])\s*[\[(]?\Z")
_ONLY_SEPARATORS = re.compile(rf"[\s,;{_DASHES}]*\Z")
_PRINTED_RANGE = re.compile(rf"\D*?(\d{{1,4}})\s*[{_DASHES}]\s*(\d{{1,4}})\D*\Z")
_NUMBERS = re.compile(r"\d{1,4}")
_MARKS_SEVERAL = re.compile(r"[,;]")
_ORDINAL = frozenset(["st", "nd", "rd", "th"])

# Children that carry no words of the sentence they stand in.
_SILENT = frozenset(
    ["object-id", "alt-text", "long-desc", "index-term", "index-term-range-end", "target", "milestone-start",
     "milestone-end", "processing-instruction", "x-ref-data", "colgroup", "col", "permissions", "private-char"]
)  # fmt: skip
# Elements whose parts stand side by side without punctuation.
_UNPUNCTUATED = frozenset(["element-citation", "nlm-citation", "name", "person-group", "date"])
# Elements that end a word when they are flattened into a line.
_PARTED = frozenset(
    ["p", "title", "subtitle", "list", "list-item", "def-list", "def-item", "term", "def", "break", "td", "th", "tr",
     "disp-quote", "disp-formula", "sec", "label", "caption", "verse-line", "hr", "array", "table", "preformat",
     "boxed-text", "statement", "attrib", "entry", "row"]
)  # fmt: skip


@dataclass(slots=True)
class CitationKeys:
    """The reference list as citations see it.

    ``keys`` gives the reference keys of an XML id, ``order`` the keys in list order, ``numbers`` the key
    of a printed number.
    """

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    numbers: Mapping[int, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """Gives the keys from ``first`` to ``last`` in list order; just the two if they are out of order."""
        if first in self.order and last in self.order:
            start, end = self.order.index(first), self.order.index(last)
            if start <= end and end - start < 200:
                return self.order[start : end + 1]
        return (first, last)


@dataclass(slots=True)
class _Mark:
    """A citation element: its span in the raw text, its targets, whether it is raised."""

    start: int
    end: int
    targets: tuple[str, ...]
    raised: bool


class TextRun:
    """Collects the inline content of a paragraph; ``paragraph`` gives it with pointers.

    ``mentions`` gathers the ids of floats that the text refers to.
    """

    def __init__(self, keys: CitationKeys, *, lead: str = "") -> None:
        self.keys = keys
        self.mentions: list[str] = []
        self._parts: list[str] = []
        self._length = 0
        self._marks: list[_Mark] = []
        if lead:
            self.add(lead + " ")

    def add(self, text: str) -> None:
        """Appends text; white space that would double is left out, a combining mark joins its letter."""
        if not text:
            return
        if not (text.isascii() and text.isprintable() and "  " not in text):
            text = _SPACE.sub(" ", clean_text(text))
            if not text:
                return
        last = self._parts[-1][-1] if self._parts else " "
        if last == " ":
            text = text.lstrip(" ")
        elif unicodedata.combining(text[0]):
            joined = unicodedata.normalize("NFC", last + text)
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1
            if not self._parts[-1]:
                self._parts.pop()
            text = joined
        if text:
            self._parts.append(text)
            self._length += len(text)

    def add_content(self, element: Any, *, raised: bool = False) -> None:
        """Appends everything in an element."""
        self.add(element.text or "")
        for child in element:
            self.add_element(child, raised=raised)
            self.add(child.tail or "")

    def add_element(self, element: Any, *, raised: bool = False) -> None:
        """Appends one inline element without its tail."""
        name = element.tag
        if name in {"sup", "sub"}:
            self._add_script(element, name, raised)
        elif name == "xref":
            self._add_xref(element, raised)
        elif name in {"inline-formula", "disp-formula", "chem-struct", "chem-struct-wrap", "alternatives"}:
            self.add(formula_text(element))
        elif name == "math":
            self.add(mathml_text(element))
        elif name == "tex-math":
            self.add(tex_text("".join(element.itertext())))
        elif name in {"inline-graphic", "graphic"}:
            self.add(one_line("".join(element.itertext())))
        elif name in {"ext-link", "uri"} and not "".join(element.itertext()).strip():
            self.add(attribute(element, "href"))
        elif name in _UNPUNCTUATED:
            for child in element:
                self.add(" ")
                self.add_element(child, raised=raised)
                self.add(child.tail or "")
        elif name not in _SILENT:
            parted = name in _PARTED
            if parted:
                self.add(" ")
            self.add_content(element, raised=raised)
            if parted:
                self.add(" ")

    def paragraph(self, kind: ParagraphKind = "text") -> ParagraphDraft | None:
        """Gives what was collected as a paragraph, None if it holds no text."""
        raw = "".join(self._parts).rstrip()
        if not raw:
            return None
        text, pointers = self._printed(raw)
        cleaned = clean_paragraph(text)
        if cleaned != text:
            pointers = _moved(text, cleaned, pointers)
        return ParagraphDraft(cleaned, kind, pointers) if cleaned else None

    def _add_script(self, element: Any, name: str, raised: bool) -> None:
        has_citation = any(_is_citation(x) for x in element.iter("xref"))
        inner = "".join(element.itertext())
        if name == "sup" and has_citation:
            self.add_content(element, raised=True)
        elif name == "sup" and self._marks and self._marks[-1].raised and _ONLY_SEPARATORS.match(inner):
            self.add(inner)  # the raised comma or dash between two raised citations
        else:
            part = TextRun(self.keys)
            part.add_content(element)
            text = part.text
            last = self._parts[-1][-1:] if self._parts else ""
            if name == "sup" and text in _ORDINAL and last.isdigit():
                self.add(text)
            elif name == "sup" and text == "o" and (last.isdigit() or last == " "):
                self.add("°")
            elif raised and text:
                self.add(text)
            else:
                lead = " " if inner[:1].isspace() else ""
                tail = " " if inner[-1:].isspace() else ""
                self.add(lead + (superscript(text) if name == "sup" else subscript(text)) + tail)
            self.mentions += part.mentions

    @property
    def text(self) -> str:
        """What was collected, as plain text with citations as printed in the source."""
        return "".join(self._parts).strip()

    def _add_xref(self, element: Any, raised: bool) -> None:
        rids = attribute(element, "rid").split()
        if not _is_citation(element):
            self.mentions += rids
            self.add_content(element, raised=raised)
            return
        targets = tuple(dict.fromkeys(key for rid in rids for key in self.keys.keys.get(rid, ())))
        printed = "".join(element.itertext()).strip()
        raised = raised or (printed != "" and _all_raised(element))
        start = self._length
        if raised:
            self.add(printed)
        elif not printed and not self._joins_mark():
            # An empty citation stands for the label of its target.
            self.add(", ".join(filter(None, (self.keys.labels.get(target, "") for target in targets))))
        else:
            self.add_content(element)
        if self._length > start:
            whole = "".join(self._parts)
            inner = whole[start:]
            start += len(inner) - len(inner.lstrip())
            end = len(whole.rstrip())
            self._marks.append(_Mark(start, max(start, end), targets, raised))
        elif self._marks:
            place = len("".join(self._parts).rstrip())
            self._marks.append(_Mark(place, place, targets, self._marks[-1].raised))

    def _joins_mark(self) -> bool:
        if not self._marks:
            return False
        return bool(_JOINT.match("".join(self._parts)[self._marks[-1].end :]))

    def _printed(self, raw: str) -> tuple[str, list[PointerDraft]]:
        """Gives the text with brackets around raised citations, and its pointers."""
        parts: list[str] = []
        pointers: list[PointerDraft] = []
        length = position = 0
        for group in self._groups(raw):
            start, end = group[0].start, min(max(mark.end for mark in group), len(raw))
            # Layout white space between a bracket and its citation is not printed.
            opening = position + len(raw[position:start].rstrip())
            closing = len(raw) - len(raw[end:].lstrip())
            marker, gap = raw[start:end], start
            bracketed = _enclosed(raw, position, opening, closing)
            if bracketed:
                marker = raw[opening - 1] + marker + raw[closing]
                start, end, gap = opening - 1, closing + 1, opening - 1
            elif opening > position and raw[opening - 1] in "([":
                gap = opening
            if start < position or start >= end:
                continue
            before = raw[position:gap]
            if group[0].raised:
                if not bracketed:
                    marker = f"[{marker}]"
                if before[-1:].isalnum() or before[-1:] in ")]":
                    before += " "
            parts += [before, marker]
            begin = length + len(before)
            length = begin + len(marker)
            pointers.append(PointerDraft(begin, length, _style(marker, group, raw), self._targets(raw, group)))
            position = end
            if group[0].raised and raw[end : end + 1].isalnum():
                parts.append(" ")
                length += 1
        parts.append(raw[position:])
        return "".join(parts), pointers

    def _groups(self, raw: str) -> list[list[_Mark]]:
        groups: list[list[_Mark]] = []
        for mark in self._marks:
            mark.end = min(mark.end, len(raw))
            mark.start = min(mark.start, mark.end)
            previous = groups[-1][-1] if groups else None
            if (
                previous is not None
                and previous.raised == mark.raised
                and previous.end <= mark.start
                and _joined(raw, previous, mark)
            ):
                groups[-1].append(mark)
            elif mark.start < mark.end:
                groups.append([mark])
        return groups

    def _targets(self, raw: str, group: Sequence[_Mark]) -> tuple[str, ...]:
        targets: list[str] = []
        previous: _Mark | None = None
        for mark in group:
            printed = raw[mark.start : mark.end]
            between = raw[previous.end : mark.start] if previous else ""
            if previous and previous.targets and mark.targets and _RANGE_JOINT.match(between):
                targets += self.keys.between(previous.targets[-1], mark.targets[0])
            targets += self._printed_range(printed, mark.targets)
            previous = mark
        return tuple(dict.fromkeys(targets))

    def _printed_range(self, printed: str, targets: tuple[str, ...]) -> tuple[str, ...]:
        """Gives the targets of one mark, widened where it prints a range such as "3–5" itself."""
        if not (found := _PRINTED_RANGE.match(printed)) or not targets:
            return targets
        first, last = (self.keys.numbers.get(int(number), "") for number in found.groups())
        if first and last and targets[0] in {first, last}:
            return tuple(dict.fromkeys((*targets, *self.keys.between(first, last))))
        return self.keys.between(targets[0], targets[-1]) if len(targets) == 2 else targets


def plain_text(element: Any) -> str:
    """Gives an element's text on one line, scripts and formulas readable, without pointers; "" for None."""
    if element is None:
        return ""
    if len(element) == 0:
        return one_line(plain(element.text or ""))
    run = TextRun(CitationKeys())
    run.add_content(element)
    return one_line(plain(run.text))


def _is_citation(element: Any) -> bool:
    return attribute(element, "ref-type") == "bibr"


def _all_raised(element: Any) -> bool:
    """Whether all the text of an element lies in superscripts."""
    stray = (element.text or "") + "".join(child.tail or "" for child in element)
    inner = [child for child in element if "".join(child.itertext()).strip()]
    return not stray.strip() and bool(inner) and all(child.tag == "sup" or _all_raised(child) for child in inner)


def _joined(raw: str, previous: _Mark, mark: _Mark) -> bool:
    between = raw[previous.end : mark.start]
    if not _JOINT.match(between):
        return False
    if mark.start == mark.end or not between.strip():
        return bool(between.strip()) or mark.start == mark.end or raw[mark.start].isdigit()
    numeric = raw[previous.end - 1].isdigit() or raw[previous.end - 1] in "])"
    words = re.search(r"[a-z]", between) is not None
    # "Smith (2010) and Jones (2011)" are two citations; "refs 3 and 4" are one.
    return not words or (numeric and re.match(r"[\[(]?\d{1,3}\b", raw[mark.start : mark.end]) is not None)


def _enclosed(raw: str, floor: int, start: int, end: int) -> bool:
    if start <= floor or end >= len(raw):
        return False
    return raw[start - 1] + raw[end] in {"[]", "()"}


def _style(marker: str, group: Sequence[_Mark], raw: str) -> PointerStyle:
    if re.search(r"[^\W\d_]{2,}", re.sub(r"\b(?:and|to|through|refs?)\b", "", marker, flags=re.IGNORECASE)):
        return "author-year"
    numbers = _NUMBERS.findall(marker)
    if numbers and all(len(number) == 4 and 1500 <= int(number) <= 2100 for number in numbers):
        return "author-year"
    dashed = any(_PRINTED_RANGE.match(raw[m.start : m.end]) for m in group) or any(
        _RANGE_JOINT.match(raw[a.end : b.start]) for a, b in pairwise(group)
    )
    several = len([m for m in group if m.end > m.start]) > 1 or _MARKS_SEVERAL.search(marker) is not None
    if dashed and not _MARKS_SEVERAL.search(marker):
        return "range"
    return "list" if several or dashed else "single"


def _moved(text: str, cleaned: str, pointers: Sequence[PointerDraft]) -> list[PointerDraft]:
    """Gives the pointers at their places in the cleaned text, without those that cannot be found there."""
    kept: list[PointerDraft] = []
    position = 0
    for pointer in pointers:
        marker = one_line(text[pointer.start : pointer.end])
        start = cleaned.find(marker, position) if marker else -1
        if start >= 0:
            position = start + len(marker)
            kept.append(PointerDraft(start, position, pointer.style, pointer.targets))
    return kept
