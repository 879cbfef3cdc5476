"""Headings of printed papers: by number, by the words that papers use, by a look that only headings have.

A look (font and size) is one of headings if lines that nobody can mistake are set in it, or if its lines are short,
rare, and running text follows them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conspectus.domain.document_building import split_number
from conspectus.foundation.text.normalise import match_key
from conspectus.readers.pdf_heading_depths import PrintedHeading, give_depths, give_numbers, nest_below_empty
from conspectus.readers.pdf_heading_words import NUMBER, USUAL, bare, in_sequence
from conspectus.readers.pdf_lines import PrintedLine
from conspectus.readers.pdf_style import BodyStyle, Edges, is_prose

HEADING = "heading"
_AFTER_LIST = re.compile(
    r"(?:appendi|annex|supplement|support|acknowledg|author|funding|conflict|compet|data avail|abbrev|publish|"
    r"additional|biograph|ethic|contribut|disclos|about|credit|declaration|[A-H](?:\.\d)*\.?\s+\S)",
    re.IGNORECASE,
)
_NO_HEADING = re.compile(r"[=∑∈≤≥×→]|@|https?:|www\.|\bet al\b|\b\d{4}[;:]\d|(?:\. ?){5}|[,;]\Z|-\Z|­\Z")
_NO_RUN_IN = re.compile(r"(?:table|fig)\w*\.?\s\d", re.IGNORECASE)
_FIRST = re.compile(r"[\dA-ZÀ-ÖØ-ÞΑ-Ω“\"‘(¿]")
_LONGEST = 190
_MOST_WORDS = 24
_MOST_LINES = 4
_ENDS_SENTENCE = re.compile(r"[a-zà-ÿ\d)]{2}\.\Z")


@dataclass(slots=True)
class _Candidate:
    lines: list[PrintedLine]
    text: str
    at: int
    number: str
    title: str
    is_usual: bool
    is_apart: bool
    is_followed: bool

    @property
    def look(self) -> tuple[str, float]:
        return self.lines[0].font.name, self.lines[0].size


@dataclass(slots=True)
class HeadingFinder:
    """Finds the headings among the lines of a paper.

    Args:
        lines: All lines in reading order; those with a role are no headings.
        style: The look of running text.
        edges: The columns.
        outline: Depth by ``match_key`` of the entries of the file's own table of contents.
        stop: The place of the heading of the reference list, the number of lines if there is none.
    """

    lines: Sequence[PrintedLine]
    style: BodyStyle
    edges: Edges
    outline: Mapping[str, int]
    stop: int
    _looks: dict[tuple[str, float], list[_Candidate]] = field(default_factory=lambda: defaultdict(list))

    def find(self) -> list[PrintedHeading]:
        """Gives the headings in order, with depths; their lines get the role "heading" if they stand alone."""
        candidates = self._candidates()
        for candidate in candidates:
            self._looks[candidate.look].append(candidate)
        good = {look for look, members in self._looks.items() if self._is_heading_look(look, members)}
        taken = [each for each in candidates if self._is_heading(each, good)]
        taken = in_sequence(taken)
        headings = [PrintedHeading(each.lines, each.text, each.at) for each in taken]
        for heading in headings:
            for line in heading.lines:
                line.role = HEADING
        headings += self._run_in(bool(headings))
        headings.sort(key=lambda heading: heading.at)
        give_depths(headings, self.outline)
        nest_below_empty(headings)
        give_numbers(headings, self.stop)
        return headings

    def _candidates(self) -> list[_Candidate]:
        found: list[_Candidate] = []
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if line.role or not self._may_open(at):
                at += 1
                continue
            group = self._group(at)
            text = " ".join(each.text for each in group).replace("\u00ad ", "")
            if candidate := self._candidate(group, text, at):
                found.append(candidate)
            at += len(group)
        return found

    def _may_open(self, at: int) -> bool:
        line = self.lines[at]
        if at > self.stop and not _AFTER_LIST.match(line.text):
            return False
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        is_marked = line.font.bold or (following is not None and following.font.name != line.font.name)
        is_usual = is_marked and USUAL.fullmatch(bare(line.text)) is not None
        if line.size < (0.7 if is_usual else 0.88) * self.style.size or not _FIRST.match(line.text):
            return False
        if self._text_follows(line):
            return False
        is_plain = self.style.is_body(line) and not line.font.bold and not line.font.italic
        if is_plain and line.font.name == self.style.font:
            return (
                bool(NUMBER.match(line.text) or USUAL.fullmatch(bare(line.text)))
                or self._key(line.text) in self.outline
            )
        return line.share > 0.8 or NUMBER.match(line.text) is not None

    def _text_follows(self, line: PrintedLine) -> bool:
        """Whether a line that begins in bold print ends in that of running text."""
        if len(line.runs) < 2 or not line.runs[0].font.bold:
            return False
        last = line.runs[-1]
        return last.font.name == self.style.font and not last.font.bold and not NUMBER.match(line.text)

    def _goes_on_in_text(self, group: Sequence[PrintedLine], at: int) -> bool:
        """Whether bold print goes on on the next line and running text follows it there."""
        if at >= len(self.lines) or not group[-1].font.bold:
            return False
        line, last = self.lines[at], group[-1]
        if self._fills_column(group, line):
            return True
        is_next = line.page == last.page and 0 < line.base - last.base < 1.15 * self.style.leading
        return (
            is_next
            and not line.role
            and not NUMBER.match(group[0].text)
            and bool(line.runs)
            and line.runs[0].font == last.font
            and self._text_follows(line)
        )

    def _fills_column(self, group: Sequence[PrintedLine], following: PrintedLine) -> bool:
        """Whether bold print is as wide as the running text right below it: the first lines of a paragraph."""
        last = group[-1]
        step = following.base - last.base
        is_next = following.page == last.page and 0 < step < 1.08 * self.style.leading
        is_text = not following.role and self.style.is_body(following) and not following.font.bold
        is_wide = last.right > following.right - 0.7 * last.size and last.letters > 30
        return is_next and is_text and is_wide and not NUMBER.match(group[0].text)

    def _key(self, text: str) -> str:
        return match_key(split_number(text)[1])

    def _group(self, at: int) -> list[PrintedLine]:
        group = [self.lines[at]]
        for line in self.lines[at + 1 : at + _MOST_LINES]:
            before = group[-1]
            if line.role or line.page != before.page or abs(line.size - before.size) > 0.15:
                break
            if line.row == before.row and line.left - before.right < 60:
                if re.fullmatch(r"[\dA-Z.]{1,8}", before.text):
                    group.append(line)
                    continue
                break
            down = line.base - before.base
            if (
                not 0 < down < 1.6 * line.size
                or NUMBER.match(line.text)
                or line.share < 0.8
                or self._text_follows(line)
            ):
                break
            # A longer line that is set in begins a paragraph; a centred one that begins further in is shorter.
            if line.left > before.left + 0.8 * line.size and line.right > before.right + 2 * line.size:
                break
            if line.font != before.font and line.font.name != group[0].font.name:
                break
            is_plain = self.style.is_body(line) and line.font.name == self.style.font
            if is_plain or USUAL.fullmatch(bare(before.text)) or USUAL.fullmatch(bare(line.text)):
                break
            group.append(line)
        return group

    def _candidate(self, group: list[PrintedLine], text: str, at: int) -> _Candidate | None:
        if self._goes_on_in_text(group, at + len(group)):
            return None
        text = _without_raised(group, text).strip()
        words = text.split()
        if not text or len(text) > _LONGEST or len(words) > _MOST_WORDS or not re.search(r"[^\W\d_]{3}", text):
            return None
        is_usual = USUAL.fullmatch(bare(text)) is not None
        if _NO_HEADING.search(text) and not is_usual:
            return None
        digits = sum(1 for char in text if char.isdigit())
        if digits > 0.34 * len(text):
            return None
        number = NUMBER.match(text)
        return _Candidate(
            lines=group, text=text, at=at, number=number.group().strip(" .)") if number else "",
            title=text[number.end() :] if number else text, is_usual=is_usual,
            is_apart=self._is_apart(group, at), is_followed=self._is_followed(at + len(group)),
        )  # fmt: skip

    def _is_apart(self, group: list[PrintedLine], at: int) -> bool:
        """Whether more than the usual distance is above, or another column or page begins."""
        line = group[0]
        before = self.lines[at - 1] if at else None
        if before is None or before.page != line.page or before.role:
            return True
        if any(
            each.row == line.row and each is not line
            for each in self.lines[max(0, at - 1) : at + len(group) + 1]
            if each not in group
        ):
            return False
        step = line.base - before.base
        return step <= 0 or step > 1.18 * max(self.style.leading, line.size)

    def _is_followed(self, at: int) -> bool:
        """Whether running text follows, or another line of a heading's look."""
        for line in self.lines[at : at + 6]:
            if line.role not in ("", HEADING):
                continue
            if line.letters > 18 or self.style.is_body(line):
                return True
            if not (line.font.bold or line.font.italic or line.size > 1.06 * self.style.size):
                return False
        return False

    def _is_heading_look(self, look: tuple[str, float], members: Sequence[_Candidate]) -> bool:
        if self._is_body_look(look):
            return False
        sure = [each for each in members if each.is_usual or (each.number and each.is_apart) or self._in_outline(each)]
        if sure and len(sure) >= 0.1 * len(members):
            return True
        short = sum(1 for each in members if len(each.text) < 90 and not _ENDS_SENTENCE.search(each.text))
        apart = sum(1 for each in members if each.is_apart and each.is_followed)
        is_bold = members[0].lines[0].font.bold
        is_distinct = is_bold or look[1] > 1.06 * self.style.size or look[0] != self.style.font
        return is_distinct and short >= 0.75 * len(members) and apart >= 0.6 * len(members) and (
            is_bold or look[1] > 1.06 * self.style.size or len(members) >= 3
            or (len(members) == 2 == apart and all(len(each.text.split()) <= 8 for each in members))
        )  # fmt: skip

    def _is_body_look(self, look: tuple[str, float]) -> bool:
        return look[0] == self.style.font and abs(look[1] - self.style.size) <= 0.04 * self.style.size

    def _in_outline(self, each: _Candidate) -> bool:
        return match_key(each.title) in self.outline or match_key(each.text) in self.outline

    def _is_heading(self, each: _Candidate, good: set[tuple[str, float]]) -> bool:
        if self._in_outline(each) and (each.is_apart or each.look in good):
            return True
        ends = _ENDS_SENTENCE.search(each.text) is not None and not each.is_usual
        if ends and (len(each.text.split()) > 8 or not each.number):
            return False
        if each.look in good:
            if each.number and each.title[:1].islower():
                return False
            return each.is_usual or bool(each.number) or (each.is_apart and each.is_followed)
        is_plain = self._is_body_look(each.look)
        if each.is_usual:
            return each.is_apart or not is_plain
        if not each.number or not each.is_apart or not each.is_followed:
            return False
        if not each.title[:1].isupper() and each.title[:1] not in '“"‘(':
            return False
        # A numbered line in the font of the text: an item of a list, unless it is short and well apart.
        return (
            len(each.title.split()) <= 9
            and not ends
            and each.title[:1].isupper()
            and not is_prose(each.lines[0], fewest=7)
        )

    def _run_in(self, has_others: bool) -> list[PrintedHeading]:
        """Gives headings that running text follows on their line: bold or slanted words, with a full stop or colon."""
        found: list[PrintedHeading] = []
        for at, line in enumerate(self.lines):
            if (
                line.role
                or at >= self.stop
                or not line.runs
                or abs(line.size - self.style.size) > 0.05 * self.style.size
            ):
                continue
            first = line.runs[0].font
            if not first.bold or first.bold == _main_bold(line) or line.runs[0].start > 0:
                continue
            end = next((run.start for run in line.runs if not run.font.bold), len(line.text))
            if end >= len(line.text):
                continue
            group = self._bold_before(at)
            start = at - len(group)
            parts = [*(each.text for each in group), line.text[:end].strip()]
            text = " ".join(parts).replace("\u00ad ", "")
            if not 3 < len(text) < _LONGEST or not _FIRST.match(text) or _NO_HEADING.search(text):
                continue
            if _is_claim(text):
                continue
            end += len(line.text[end:]) - len(line.text[end:].lstrip(" .:—–"))
            if has_others and self._opens_paragraph(start) and not _NO_RUN_IN.match(text):
                for each in group:
                    each.role = HEADING
                found.append(PrintedHeading([*group, line], text.rstrip(".:—– "), start, run_in=end))
        return found

    def _bold_before(self, at: int) -> list[PrintedLine]:
        """Gives the lines right before one that are wholly in the bold print that it begins with."""
        group: list[PrintedLine] = []
        below = self.lines[at]
        font = below.runs[0].font
        while len(group) < 3 and at - len(group) > 0:
            line = self.lines[at - len(group) - 1]
            is_next = line.page == below.page and 0 < below.base - line.base < 1.4 * self.style.leading
            if line.role or not is_next or line.font != font or line.share < 0.9:
                break
            group.insert(0, line)
            below = line
        return group

    def _opens_paragraph(self, at: int) -> bool:
        line = self.lines[at]
        place = next((place for place in range(at - 1, -1, -1) if self.lines[place].role in ("", HEADING)), -1)
        before = self.lines[place] if place >= 0 else None
        if before is None or before.role == HEADING:
            return True
        indent = line.left - self.edges.left(line) > 0.6 * line.size
        step = line.base - before.base
        is_gap = before.page == line.page and step > 1.2 * self.style.leading
        is_short = (
            before.right < self.edges.left(before) + 0.8 * max(line.width, before.width) and before.text[-1:] in ".!?"
        )
        return indent or is_gap or is_short or (step < 0 and before.text[-1:] in ".!?")


def _is_claim(text: str) -> bool:
    """Whether bold words at the head of a paragraph are a sentence of it rather than its heading."""
    count = len(text.split())
    return count > 10 or ("," in text and count > 6) or re.search(r"\[\d", text) is not None


def _main_bold(line: PrintedLine) -> bool:
    bold = sum(run.end - run.start for run in line.runs if run.font.bold)
    return bold > 0.97 * sum(run.end - run.start for run in line.runs)


def _without_raised(group: Sequence[PrintedLine], text: str) -> str:
    """Gives a heading without the mark of a footnote at its end."""
    for start, end in reversed(group[-1].raised):
        if end >= len(group[-1].text) and start > 3:
            return text[: len(text) - (end - start)]
    return text
