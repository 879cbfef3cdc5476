"""Pointers from the spans that a source marks as citations: what stands in one bracket is one pointer."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from conspectus.domain.document import PointerStyle
from conspectus.domain.document_building import PointerDraft

_NUMBERS = re.compile(r"[\[(\s]*\d{1,3}[a-z]?[\s,;\])–-]*\Z")
_BETWEEN = re.compile(r"[\s,;–-]{0,3}\Z")
_RANGE = re.compile(r"\d\s*[–-]\s*\d")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, order=True)
class CitationSpan:
    """A span of a paragraph's text that the source links to an entry of the reference list ("" if to none)."""

    start: int
    end: int
    target: str = ""


def pointers_of(text: str, spans: Sequence[CitationSpan], keys: Container[str]) -> list[PointerDraft]:
    """Gives the pointers of a paragraph; "[1,", "2" and "5]" become one with three targets.

    Args:
        text: The paragraph's text.
        spans: The spans as the source marks them, in any order; overlapping ones become one.
        keys: The keys of the reference list; targets that are not among them are left out.
    """
    drafts: list[PointerDraft] = []
    for span in sorted(spans):
        targets = (span.target,) if span.target in keys else ()
        numeric = bool(_NUMBERS.match(text[span.start : span.end]))
        last = drafts[-1] if drafts else None
        if last and span.start < last.end:
            last.targets = tuple(dict.fromkeys(last.targets + targets))
            last.end = max(last.end, span.end)
        elif last and numeric and last.style != "author-year" and _one_bracket(text, last, span.start):
            last.targets += tuple(key for key in targets if key not in last.targets)
            last.end = span.end
            last.style = number_style(text[last.start : last.end])
        else:
            style = number_style(text[span.start : span.end]) if numeric else "author-year"
            drafts.append(PointerDraft(span.start, span.end, style, targets))
    return drafts


def number_style(shown: str) -> PointerStyle:
    """Gives the style of printed numbers: "[1]" is single, "[1, 2]" a list, "[1-3]" a range."""
    if _RANGE.search(shown):
        return "range"
    return "list" if len(_DIGITS.findall(shown)) > 1 else "single"


def _one_bracket(text: str, last: PointerDraft, start: int) -> bool:
    return text[last.end - 1 : last.end] not in {"]", ")"} and bool(_BETWEEN.match(text[last.end : start]))
