"""Printed lines from the glyphs of a page: split at gutters, raised and lowered signs on the line they belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from conspectus.readers.pdf_glyphs import Font, Glyph, PageGlyphs
from conspectus.readers.pdf_signs import CUT, closed_up, mended_signs
from conspectus.readers.raised_text import raised, subscript

_SMALLER = 0.84
_GUTTER = 1.9
_LEAST_GUTTER = 11.0
_WIDE = 0.7
_ACCENTS = frozenset("´`¨ˆ˜ˇ˘˚˝")


@dataclass(slots=True)
class Run:
    """A stretch of a line in one font: [start, end) of its text."""

    start: int
    end: int
    font: Font


@dataclass(slots=True, eq=False)
class PrintedLine:
    """A line, or the part of one between two gutters; places in points from the page's top left corner.

    ``font`` is that of most of its letters, and ``share`` the part of the letters that are in it. ``raised`` are the
    stretches of its text that stand above the line. ``gaps`` are the wide spaces within it: their place in the
    text, where they begin and end on the page. ``letters`` counts what is no white space. ``row`` is shared by what
    stands on one line of the page; ``role`` says what the line was found to be, "" as long as it is running text.
    """

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    font: Font
    share: float
    letters: int
    runs: list[Run] = field(default_factory=list)
    raised: list[tuple[int, int]] = field(default_factory=list)
    gaps: list[tuple[int, float, float]] = field(default_factory=list)
    row: int = 0
    role: str = ""

    @property
    def size(self) -> float:
        """The size of its print."""
        return self.font.size

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left


def page_lines(page: PageGlyphs) -> list[PrintedLine]:
    """Gives the lines of a page in the order of its content stream; ``row`` is shared by what stands on one line."""
    rows = _joined_rows(list(_rows(page)))
    parts = [list(_parts(glyphs)) for glyphs in rows]
    lines: list[PrintedLine] = []
    for row, given in enumerate(parts):
        whole = len(given) == 2 and _is_stretched(
            given, [each[0] for each in parts[max(0, row - 2) : row + 3] if len(each) == 1]
        )
        for part in [rows[row]] if whole else given:
            line = _line(page.number, part)
            if line is not None:
                line.row = row
                lines.append(line)
    return lines


def _is_stretched(parts: Sequence[Sequence[Glyph]], around: Sequence[Sequence[Glyph]]) -> bool:
    """Whether two parts are one justified line with a wide space: lines around it cross that, and end where it does."""
    (_, a_right), (b_left, b_right) = _span(parts[0]), _span(parts[1])
    size = parts[0][0].font.size
    if b_left - a_right > 5 * size or len(parts[0]) + len(parts[1]) < 25:
        return False
    for other in around:
        left, right = _span(other)
        if left < a_right - size and abs(right - b_right) < 0.5 * size:
            return True
    return False


def _span(glyphs: Sequence[Glyph]) -> tuple[float, float]:
    return glyphs[0].left, max(glyph.right for glyph in glyphs if glyph.text != " ")


def _rows(page: PageGlyphs) -> Iterable[list[Glyph]]:
    """Glyphs up to where pdfium or the place of the next one says that a line ends."""
    row: list[Glyph] = []
    last: Glyph | None = None
    cut = False
    for at, glyph in enumerate(page.glyphs):
        if at in page.breaks and row:
            yield row
            row, last, cut = [], None, False
        if glyph.text == " ":
            if row:
                row.append(glyph)
            continue
        if last is not None:
            size = max(glyph.font.size, last.font.size, 1.0)
            went_back = glyph.left < last.left - 3 * size and abs(glyph.base - last.base) > 0.15 * size
            fell = glyph.base - last.base > 1.05 * size or last.base - glyph.base > 1.6 * size
            if went_back or fell or cut:
                yield row
                row = []
        if glyph.text in _ACCENTS and last is not None and glyph.left < last.left and _put_on(glyph, row):
            continue
        row.append(glyph)
        last, cut = glyph, glyph.text == CUT
    if row:
        yield row


def _put_on(accent: Glyph, row: list[Glyph]) -> bool:
    """Puts an accent that was printed over a letter on it."""
    middle = (accent.left + accent.right) / 2
    for at in range(len(row) - 1, -1, -1):
        letter = row[at]
        if letter.left - 1 <= middle <= letter.right + 1 and letter.text.isalpha():
            composed = mended_signs(accent.text + letter.text)
            row[at] = letter._replace(text=composed if len(composed) == 1 else letter.text + accent.text)
            return True
    return False


def _joined_rows(rows: list[list[Glyph]]) -> list[list[Glyph]]:
    """Puts what pdfium gave a line of its own, though it stands on that of its neighbour, back on it."""
    joined: list[list[Glyph]] = []
    for row in rows:
        if not any(glyph.text != " " for glyph in row):
            continue
        if joined and _same_row(joined[-1], row):
            before = joined[-1]
            gap = row[0].left - before[-1].right
            if gap > 0.17 * max(before[-1].font.size, row[0].font.size) and before[-1].text != " ":
                last = before[-1]
                before.append(Glyph(" ", last.right, last.top, last.right, last.bottom, last.base, last.font))
            before.extend(row)
        else:
            joined.append(row)
    return joined


def _same_row(before: Sequence[Glyph], row: Sequence[Glyph]) -> bool:
    a = next(glyph for glyph in reversed(before) if glyph.text != " ")
    b = next(glyph for glyph in row if glyph.text != " ")
    if a.text == CUT:
        return False
    size = max(_main(before).font.size, _main(row).font.size)
    close = -0.25 * size <= b.left - a.right < 60 * size
    main_a, main_b = _main(before), _main(row)
    shift = abs(main_a.base - main_b.base)
    if shift < 0.12 * size:
        return close
    is_small = min(main_a.font.size, main_b.font.size) < _SMALLER * size
    return is_small and shift < 0.6 * size and -0.25 * size <= b.left - a.right < 0.9 * size


def _main(glyphs: Sequence[Glyph]) -> Glyph:
    sizes = Counter(glyph.font.size for glyph in glyphs if glyph.text != " ")
    size = max(sizes, key=lambda size: (sizes[size], size))
    return next(glyph for glyph in glyphs if glyph.text != " " and glyph.font.size == size)


def _parts(glyphs: Sequence[Glyph]) -> Iterable[list[Glyph]]:
    """Splits a line where the gap is too wide for one between words."""
    part: list[Glyph] = []
    last: Glyph | None = None
    for glyph in glyphs:
        if glyph.text != " ":
            if last is not None:
                wide = max(_GUTTER * min(glyph.font.size, last.font.size), _LEAST_GUTTER)
                if glyph.left - last.right > wide or glyph.left < last.right - 6 * glyph.font.size - 30:
                    yield part
                    part = []
            last = glyph
        part.append(glyph)
    if part:
        yield part


def _line(page: int, glyphs: Sequence[Glyph]) -> PrintedLine | None:
    seen = [glyph for glyph in glyphs if glyph.text != " "]
    if not seen:
        return None
    fonts = Counter(glyph.font for glyph in seen)
    sizes: Counter[float] = Counter()
    for font, count in fonts.items():
        sizes[font.size] += count
    largest = max(sizes)
    size = max(sizes, key=lambda each: (sizes[each] * (1.0 if each > 0.8 * largest else 0.7), each))
    font = max((each for each in fonts if each.size == size), key=lambda each: fonts[each])
    bases = sorted(glyph.base for glyph in seen if glyph.font.size == size)
    base = bases[len(bases) // 2]
    text, runs, up = _text_of(glyphs, size, base)
    if not text:
        return None
    main = [glyph for glyph in seen if glyph.font.size == size]
    return PrintedLine(
        page=page, text=text, left=min(g.left for g in seen), top=min(g.top for g in main),
        right=max(g.right for g in seen),
        bottom=max(g.bottom for g in main), base=base, font=font, share=fonts[font] / len(seen), letters=len(seen),
        runs=runs, raised=up, gaps=_gaps(glyphs, text),
    )  # fmt: skip


def _gaps(glyphs: Sequence[Glyph], text: str) -> list[tuple[int, float, float]]:
    """Gives the spaces that are wider than those between words; none if signs do not match the text one by one."""
    found: list[tuple[int, float, float]] = []
    at, last = 0, glyphs[0]
    for glyph in glyphs:
        if glyph.text != " ":
            if glyph.left - last.right > _WIDE * glyph.font.size:
                found.append((at, last.right, glyph.left))
            last = glyph
        at += len(glyph.text)
    return found if at >= len(text) >= at - 2 else []


def _text_of(glyphs: Sequence[Glyph], size: float, base: float) -> tuple[str, list[Run], list[tuple[int, int]]]:
    """Gives a line's text, the fonts of its stretches, and its raised stretches."""
    text = ""
    runs: list[Run] = []
    up: list[tuple[int, int]] = []
    at, count = 0, len(glyphs)
    while at < count:
        level = _level(glyphs[at], size, base)
        end = at + 1
        if level == 0:
            piece = glyphs[at].text
        else:
            while end < count and (
                _level(glyphs[end], size, base) == level or _is_space_between(glyphs, end, size, base, level)
            ):
                end += 1
            inner = "".join(glyph.text for glyph in glyphs[at:end]).strip()
            piece = raised(inner, after=text) if level > 0 else subscript(inner)
            if level > 0:
                up.append((len(text), len(text) + len(piece)))
        if piece == " " and (not text or text[-1] == " "):
            at = end
            continue
        start, text = len(text), text + piece
        font = glyphs[at].font
        if level == 0 and piece != " ":
            if runs and runs[-1].font == font:
                runs[-1].end = len(text)
            else:
                runs.append(Run(start, len(text), font))
        at = end
    return _cleaned(text, runs, up)


def _cleaned(text: str, runs: list[Run], up: list[tuple[int, int]]) -> tuple[str, list[Run], list[tuple[int, int]]]:
    stripped = text.rstrip()
    clean = mended_signs(closed_up(stripped) if stripped.count(" ") > 2 else stripped)
    if len(clean) != len(stripped):
        # Offsets are kept for what is before the first change only; a raised sign behind it is not looked for.
        same = next((i for i, (a, b) in enumerate(zip(stripped, clean, strict=False)) if a != b), len(clean))
        up = [span for span in up if span[1] <= same]
        for run in runs:
            run.start, run.end = min(run.start, len(clean)), min(run.end, len(clean))
    return clean, runs, up


def _level(glyph: Glyph, size: float, base: float) -> int:
    """1 for a raised sign, -1 for a lowered one, 0 for what stands on the line."""
    if glyph.text == " " or glyph.font.size >= _SMALLER * size:
        return 0
    shift = base - glyph.base
    if shift > 0.15 * size:
        return 1
    return -1 if shift < -0.07 * size else 0


def _is_space_between(glyphs: Sequence[Glyph], at: int, size: float, base: float, level: int) -> bool:
    """Whether a space stands between two raised signs that belong together ("1, 2")."""
    if glyphs[at].text != " " or at + 1 >= len(glyphs):
        return False
    follows = glyphs[at + 1]
    return _level(follows, size, base) == level and follows.left - glyphs[at].right < 0.35 * size
