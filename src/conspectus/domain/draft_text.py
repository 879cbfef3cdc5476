"""The wire form of a draft: running text whose sentences cite evidence as ``[p7]``.

Language models read and write it; ``parse_draft`` takes it apart, ``render_draft`` puts it together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from conspectus.domain.tasks import DraftSentence, DraftText, HandleMark
from conspectus.foundation.text.normalise import one_line
from conspectus.foundation.text.sentences import split_sentences

# No number has more digits than any run has handles: int() refuses what is longer than some thousands.
_ONE = r"p\d{1,6}(?:\s*[-–]\s*p?\d{1,6})?"
_GROUP = rf"\[{_ONE}(?:\s*(?:[,;]|,?\s*and|&)\s*{_ONE})*\]"
_HANDLES = re.compile(rf"\s*({_GROUP})")
# Behind the full stop of an abbreviation a handle is where it belongs.
_LATE_HANDLES = re.compile(
    rf"(?<!\bal)(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)([.!?])([\"”’)]*)\s*((?:{_GROUP}\s*)+)(?![a-z\s])\.?"
)
_RANGE = re.compile(r"p(\d+)(?:\s*[-–]\s*p?(\d+))?")
_WIDEST_RANGE = 50
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+", re.MULTILINE)


def parse_draft(text: str) -> DraftText:
    """Gives the draft of a text in the wire form, where sentences cite evidence as ``[p7]`` or ``[p7, p9]``.

    A handle in front of a verb at the head of a sentence is narrative; every other one is parenthetical. Only
    ``p`` with digits in brackets is a handle; other bracketed text stays as it is.
    """
    sentences = []
    for block in re.split(r"\n\s*\n", text.strip()):
        items = [one_line(item) for item in _BULLET.split(block) if item.strip()]
        for index, sentence in enumerate(part for item in items for part in _wire_sentences(item)):
            sentences.append(DraftSentence(parts=_wire_parts(sentence), opens_paragraph=index == 0))
    return DraftText(sentences=tuple(sentences))


def render_draft(sentences: Iterable[DraftSentence]) -> str:
    """Gives the wire form of sentences; ``parse_draft`` reads it back."""
    paragraphs: list[list[str]] = []
    for sentence in sentences:
        if sentence.opens_paragraph or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(_wire(sentence))
    return "\n\n".join(" ".join(paragraph) for paragraph in paragraphs)


def _wire(sentence: DraftSentence) -> str:
    marked = (part if isinstance(part, str) else f"[{', '.join(part.handles)}]" for part in sentence.parts)
    text = one_line("".join(marked))
    # An extractive sentence may hold the mark behind its last word without a space.
    return re.sub(rf"(?<=[^\s(\[])(?={_GROUP})", " ", text)


def _wire_sentences(block: str) -> list[str]:
    """Splits before the sentence splitter can part a full stop from the handle behind it."""
    return split_sentences(_LATE_HANDLES.sub(r"\2 \3\1 ", block))


def _named_handles(group: str) -> tuple[str, ...]:
    """Gives the handles of a bracket, ranges written out ("[p1-p3]")."""
    handles: list[str] = []
    for found in _RANGE.finditer(group):
        first, last = int(found.group(1)), int(found.group(2) or found.group(1))
        last = last if first <= last < first + _WIDEST_RANGE else first
        handles.extend(f"p{number}" for number in range(first, last + 1))
    return tuple(dict.fromkeys(handles))


def _wire_parts(sentence: str) -> tuple[str | HandleMark, ...]:
    parts: list[str | HandleMark] = []
    last = 0
    for found in _HANDLES.finditer(sentence):
        handles = _named_handles(found.group(1))
        opens = not sentence[: found.start()].strip() and re.match(r"\s+[a-z]", sentence[found.end() :])
        before = sentence[last : found.start()]
        if before:
            parts.append(before if opens else before.rstrip() + " ")
        parts.append(HandleMark(handles, "narrative" if opens else "parenthetical"))
        last = found.end()
    if sentence[last:]:
        parts.append(re.sub(r"^\s+(?=[.,;:!?])", "", sentence[last:]))
    return tuple(parts)
