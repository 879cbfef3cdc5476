"""The look of a paper's running text: its font, its leading, the edges of its columns."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from conspectus.readers.pdf_furniture import PrintedPage
from conspectus.readers.pdf_lines import PrintedLine

REFERENCES = re.compile(
    r"(?:(?:\d{1,2}|[IVX]{1,4})\.?\s+)?(?:references?(?: and notes| cited)?|bibliography|literature(?: cited)?|"
    r"works cited|"
    r"cited literature|literaturverzeichnis|références|referencias|bibliograf[ií]a)\s*[:.]?\Z",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(
    r"(?:[.:;]|(?<![^\W\d_])[!?]|(?<=[^\W\d_]{2})[!?])[\"”’')\]]*"
    r"(?:(?<!\d\.)\s?[\d,–-]{1,12}|[⁰¹²³⁴-⁹⁻,˒]+|\s?\[\d[\d,\s–-]*\])?\Z"
)
_SHARED_BY = 6
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """Font name and size of the running text, the distance of its lines, all in points."""

    font: str
    size: float
    leading: float

    def is_body(self, line: PrintedLine) -> bool:
        """Whether a line is set as running text is."""
        return abs(line.size - self.size) <= 0.04 * self.size + 0.05 and (
            line.font.name == self.font or line.share < 0.7
        )


def body_style(pages: Sequence[PrintedPage]) -> BodyStyle:
    """Gives the style of most letters before the reference list."""
    fonts: Counter[tuple[str, float]] = Counter()
    is_late = False
    total = sum(len(page.lines) for page in pages)
    seen = 0
    for page in pages:
        for line in page.lines:
            seen += 1
            is_late = is_late or (seen > 0.3 * total and REFERENCES.match(line.text) is not None)
            if not line.role and not is_late:
                for run in line.runs:
                    fonts[run.font.name, run.font.size] += run.end - run.start
    if not fonts:
        return BodyStyle("", 10.0, 12.0)
    sizes: Counter[float] = Counter()
    for (_, size), count in fonts.items():
        sizes[size] += count
    size = max(sizes, key=lambda each: (sizes[each], each))
    name = max((font for font in fonts if font[1] == size), key=lambda font: fonts[font])[0]
    return BodyStyle(name, size, _leading(pages, size))


def _leading(pages: Sequence[PrintedPage], size: float) -> float:
    steps: Counter[float] = Counter()
    for page in pages:
        lines = [line for line in page.lines if not line.role]
        for before, after in itertools.pairwise(lines):
            step = after.base - before.base
            if (
                before.size == size == after.size
                and 0.8 * size < step < 2.6 * size
                and before.letters > 18 < after.letters
            ):
                steps[round(step * 2) / 2] += 1
    return steps.most_common(1)[0][0] if steps else 1.2 * size


def is_prose(line: PrintedLine, *, fewest: int = 5) -> bool:
    """Whether a line reads like part of a sentence: several words, most of them small, few digits."""
    words = _WORD.findall(line.text)
    if len(words) < fewest:
        return False
    small = sum(1 for word in words if word[0].islower())
    digits = sum(1 for char in line.text if char.isdigit())
    return small >= 0.45 * len(words) and digits < 0.2 * line.letters


def ends_sentence(text: str) -> bool:
    """Whether a line's text ends as sentences do, a pointer behind the full stop or not."""
    return _SENTENCE_END.search(text) is not None


class Edges:
    """The left edges of the columns of each page, and how far the lines around a line reach."""

    def __init__(self, pages: Sequence[PrintedPage]) -> None:
        self._lefts: dict[int, Counter[int]] = {}
        for page in pages:
            lefts: Counter[int] = Counter()
            for line in page.lines:
                if not line.role and line.letters > 20:
                    lefts[round(line.left)] += 1
            self._lefts[page.number] = lefts

    def left(self, line: PrintedLine) -> float:
        """Gives the left edge of the column of a line: the commonest one at or a little left of where it begins."""
        lefts = self._lefts.get(line.page, Counter())
        here = round(line.left)
        reach = round(4.2 * line.size)
        best, most = here, 0
        for place in range(here - reach, here + 2):
            count = lefts[place] + lefts[place - 1] // 2 + lefts[place + 1] // 2
            if count > most or (count == most and lefts[place] > lefts[best]):
                best, most = place, count
        if most >= 3:
            return float(best)
        # A line set far in from the edge: the next edge to the left that many lines share.
        far = [place for place in range(here - reach, 0, -1) if lefts[place] >= _SHARED_BY]
        return float(far[0]) if far else line.left
