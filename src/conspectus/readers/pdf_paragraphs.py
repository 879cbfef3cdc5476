"""Paragraphs from printed lines: where one ends, how its lines are joined, where each line of it stands in print."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conspectus.domain.document import ParagraphKind
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_signs import CUT
from conspectus.readers.pdf_style import BodyStyle, Edges, ends_sentence

_BULLET = re.compile(r"(?:[•◦▪●○■□–—➢✓·∙*-]|\ufffd|\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)|\[?\d{1,2}[.)]|[a-z]\))\s+\S")
_LETTERS_BEFORE = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[\u00ad‐-]\Z")
_WORD_BEHIND = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")
_MATHEMATICS = re.compile(r"[=≤≥<>∑∏∫≈∼∝→]|\(\d{1,3}\)\Z")
_LONG_WORDS = re.compile(r"[^\W\d_]{4,}")
_ADDRESS = re.compile(r"(?:https?://|www\.|doi\.org/|10\.\d{4,9}/)\S*[/_.=?&:%#~-]\Z")
_KEEPS_HYPHEN = frozenset(
    "self well high low long short cross real large small fine two three four five one first second third end half all "
    "so state follow time ill single double full part co-author left right above mid inter-rater cost user data "
    "evidence case population community patient domain language task open closed easy hard wide semi-structured".split()
)
_LEAST_INDENT = 0.6
_LEAST_GAP = 1.38


@dataclass(frozen=True, slots=True)
class Printed:
    """Where [start, end) of a paragraph's text stands: the line, or a part of it."""

    start: int
    end: int
    page: int
    box: tuple[float, float, float, float]


@dataclass(slots=True)
class PrintedParagraph:
    """A paragraph's text with the places of its lines and its raised stretches."""

    text: str
    kind: ParagraphKind = "text"
    printed: list[Printed] = field(default_factory=list)
    raised: list[tuple[int, int]] = field(default_factory=list)


class Words:
    """The words of a paper, which tell whether a hyphen at a line's end belongs to a word."""

    def __init__(self, lines: Iterable[PrintedLine]) -> None:
        self.counts: Counter[str] = Counter()
        for line in lines:
            text = line.text
            if text[-1:] in "-‐\u00ad":
                text = text[: text.rfind(" ") + 1]
            text = text[text.find(" ") + 1 :] if text[:1].islower() else text
            self.counts.update(word.lower().replace("‐", "-") for word in _WORDS.findall(text))

    def __contains__(self, word: object) -> bool:
        return word in self.counts

    def is_cut(self, before: str, after: str) -> bool:
        """Whether ``before`` and ``after`` are one word that was cut between lines, and no compound."""
        before, after = before.lower(), after.lower()
        last = before.rsplit("-", 1)[-1]
        whole, compound = self.counts[last + after], self.counts[f"{last}-{after}"]
        if whole or compound:
            return whole >= compound
        if last in _KEEPS_HYPHEN and after in self.counts:
            return False
        both = len(last) > 3 and len(after) > 3
        return not (both and self.counts[last] > 1 and self.counts[after] > 1)


def paragraphs_of(
    lines: Sequence[PrintedLine], style: BodyStyle, edges: Edges, words: Words, *, skip: int = 0
) -> list[PrintedParagraph]:
    """Gives the paragraphs of lines that are one flow of text, floats and notes taken out.

    Args:
        lines: The lines, in reading order.
        style: The look of running text.
        edges: The columns of the pages.
        words: The words of the paper.
        skip: How many characters of the first line are left out, since they are its heading.
    """
    groups: list[list[PrintedLine]] = []
    for at, line in enumerate(lines):
        if groups and not _starts(lines, at, groups[-1], style, edges):
            groups[-1].append(line)
        else:
            groups.append([line])
    found = [joined(group, words, skip=skip if at == 0 else 0) for at, group in enumerate(groups)]
    for group, paragraph in zip(groups, found, strict=True):
        if all(is_formula(line, edges) for line in group):
            paragraph.kind = "formula"
    return [paragraph for paragraph in found if paragraph.text]


def _starts(
    lines: Sequence[PrintedLine], at: int, group: Sequence[PrintedLine], style: BodyStyle, edges: Edges
) -> bool:
    """Whether a new paragraph begins with a line."""
    before, line = lines[at - 1], lines[at]
    if before.row == line.row and before.page == line.page and abs(before.base - line.base) < 0.3 * line.size:
        return False
    ends = ends_sentence(before.text)
    small = line.text[:1].islower()
    is_item = _BULLET.match(line.text) is not None
    indent = line.left - edges.left(line)
    indent_before = before.left - edges.left(before)
    is_indented = indent > _LEAST_INDENT * line.size
    step = line.base - before.base
    is_next = (
        before.page == line.page
        and 0 < step < 3.5 * style.leading
        and line.left < before.right
        and line.right > before.left
    )
    if is_item and (ends or before.text[-1:] in ":;," or _BULLET.match(group[0].text)):
        return True
    if not ends and (small or before.text[-1:] in "-‐\u00ad,"):
        return False
    if is_formula(line, edges):
        return ends
    if is_formula(group[0], edges) and not small:
        return True
    if not is_next:
        if not ends:
            return False
        return is_indented or _is_short(lines, at - 1, line)
    if step > _LEAST_GAP * max(style.leading, line.size * 1.1):
        return ends or step > 1.8 * style.leading
    if _BULLET.match(group[0].text) and _leaves_list(lines, at, group, style):
        return True
    is_hanging = _BULLET.match(group[0].text) is not None and (
        len(group) == 1 or abs(before.left - line.left) < 0.5 * line.size
    )
    if is_hanging:
        return False
    if is_indented and indent - indent_before > 0.5 * line.size:
        return ends or indent < 3 * line.size
    if len(group) > 1 and indent_before - indent > _LEAST_INDENT * line.size and ends:
        return True
    if abs(line.size - before.size) > 0.06 * style.size and ends:
        return True
    return ends and _is_short(lines, at - 1, line)


def is_formula(line: PrintedLine, edges: Edges) -> bool:
    """Whether a line is a displayed formula: set in from the edge, with signs of mathematics and hardly a word."""
    if line.left - edges.left(line) < 1.5 * line.size or _MATHEMATICS.search(line.text) is None:
        return False
    return len(_LONG_WORDS.findall(line.text)) <= 2


def _leaves_list(lines: Sequence[PrintedLine], at: int, group: Sequence[PrintedLine], style: BodyStyle) -> bool:
    """Whether a line begins left of the text of the item before it, as a paragraph behind a list does."""
    line, item = lines[at], group[0]
    if line.left > item.left + 0.3 * line.size or line.text[:1].islower():
        return False
    if len(group) > 1:
        return group[1].left > line.left + 0.3 * line.size
    return _is_short(lines, at - 1, line) or line.base - item.base > 1.12 * style.leading


def _is_short(lines: Sequence[PrintedLine], at: int, following: PrintedLine) -> bool:
    """Whether the first word of the next line would have fitted on a line."""
    line = lines[at]
    around = [
        each.right
        for each in lines[max(0, at - 4) : at + 5]
        if each.page == line.page and each.left < line.right and each.right > line.left
    ]
    limit = max(around, default=line.right)
    first = following.text.split(" ", 1)[0]
    needed = (len(first) + 1.5) * following.width / max(len(following.text), 1)
    return line.right + needed + 0.8 * line.size < limit


def joined(lines: Sequence[PrintedLine], words: Words, *, skip: int = 0) -> PrintedParagraph:
    """Gives lines as one paragraph: words that were cut are whole, and each line's place is kept."""
    text = ""
    printed: list[Printed] = []
    up: list[tuple[int, int]] = []
    for at, line in enumerate(lines):
        lead = skip if at == 0 else 0
        piece = line.text[lead:].lstrip()
        lead = len(line.text) - len(piece)
        is_cut = piece.endswith(CUT)
        clean = one_line(piece.replace(CUT, "-")) if CUT in piece else one_line(piece)
        if not clean:
            continue
        text = _with(text, clean, words) if text else clean
        start = len(text) - len(clean)
        if printed and printed[-1].end > start:
            last = printed[-1]
            printed[-1] = Printed(last.start, start, last.page, last.box)
        if is_cut and not text.endswith("-"):
            text += "-"
        box = (round(line.left, 1), round(line.top, 1), round(line.right, 1), round(line.bottom, 1))
        printed.append(Printed(start, len(text), line.page, box))
        if len(clean) == len(piece):
            up += [(start + first - lead, start + last - lead) for first, last in line.raised if first >= lead]
    kind: ParagraphKind = "list" if lines and _BULLET.match(lines[0].text) else "text"
    return PrintedParagraph(text, kind, [each for each in printed if each.start < each.end], up)


def _with(text: str, line: str, words: Words) -> str:
    """Gives a text that goes on with a line."""
    last = text[text.rfind(" ") + 1 :]
    before = _LETTERS_BEFORE.search(last)
    after = _WORD_BEHIND.match(line)
    if before and after:
        whole = words.counts[(before.group(1).rsplit("-", 1)[-1] + after.group()).lower()]
        if (after.group()[0].islower() or whole) and words.is_cut(before.group(1), after.group()):
            return text[:-1] + line
        return text + line
    if text[-1] in "-‐" and len(text) > 1 and text[-2].isalnum() and line[0].isalnum():
        return text + line
    if _ADDRESS.search(last) and not line[0].isupper() and line[0] not in "([":
        return text + line
    if text[-1] in "—/" and len(text) > 1 and text[-2] != " ":
        return text + line
    if text[-1] == "–" and len(text) > 1 and text[-2].isdigit() and line[0].isdigit():
        return text + line
    return f"{text} {line}"
