"""Sets lines, floats and notes on pages, and draws them in the order that a look asks for."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.pdfgen.canvas import Canvas

from typeset.look import Look, Type, register_fonts, width_of
from typeset.printed_words import Word, words_of


@dataclass(frozen=True, slots=True)
class Mark:
    """Text at a place, y from the bottom of the page; ``layer`` is text, float or furniture."""

    x: float
    y: float
    text: str
    font: str
    size: float
    layer: str = "text"
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A box or, with no height, a line."""

    x: float
    y: float
    width: float
    height: float
    layer: str = "float"


@dataclass(slots=True)
class Frame:
    """A column on a page; ``y`` is where the next line's top goes."""

    x: float
    width: float
    y: float
    bottom: float


@dataclass(slots=True)
class Page:
    """What is drawn on a page."""

    marks: list[Mark | Rule] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Float:
    """A figure or table: its caption as printed, and cells if it is a table; ``wide`` spans all columns."""

    caption: str
    cells: tuple[tuple[str, ...], ...] = ()
    wide: bool = False
    inner: tuple[str, ...] = ()


class PageSetter:
    """Pages that fill up from top to bottom, column by column.

    Args:
        look: How they look.
    """

    def __init__(self, look: Look) -> None:
        register_fonts()
        self.look = look
        self.pages: list[Page] = []
        self.waiting: list[Float] = []
        self.breaks = 0
        self._frames: list[Frame] = []
        self._at = 0
        self._number = 0
        self.new_page(columns=1 if look.wide_front else look.columns)

    @property
    def frame(self) -> Frame:
        """The column that is being filled."""
        return self._frames[self._at]

    def new_page(self, *, columns: int) -> None:
        """Begins a page; floats that wait and span all columns go on top of it."""
        self.pages.append(Page())
        look = self.look
        top = look.height - look.margin
        self._furniture(len(self.pages))
        self._columns(columns, top, look.margin)
        for wide in [f for f in self.waiting if f.wide]:
            self.waiting.remove(wide)
            whole = Frame(look.margin, look.width - 2 * look.margin, self.frame.y, look.margin)
            self._draw_float(wide, whole)
            for frame in self._frames:
                frame.y = whole.y - look.leading

    def start_columns(self) -> None:
        """Goes on in all columns below what is set on this page."""
        self._columns(self.look.columns, self.frame.y, self.look.margin)

    def _columns(self, count: int, top: float, bottom: float) -> None:
        look = self.look
        width = (look.width - 2 * look.margin - (count - 1) * look.gap) / count
        self._frames = [Frame(look.margin + i * (width + look.gap), width, top, bottom) for i in range(count)]
        self._at = 0

    def next_frame(self) -> None:
        """Goes on in the next column or page; floats that wait go on top of it."""
        self.breaks += 1
        if self._at + 1 < len(self._frames):
            self._at += 1
        else:
            self.new_page(columns=self.look.columns)
        for narrow in [f for f in self.waiting if not f.wide]:
            self.waiting.remove(narrow)
            self._draw_float(narrow, self.frame)
            self.frame.y -= self.look.leading

    def make_room(self, height: float) -> None:
        """Goes on in the next column if this one has less than ``height`` left."""
        if self.frame.y - height < self.frame.bottom:
            self.next_frame()

    def place(self, item: Float) -> None:
        """Sets a float right here, or on top of the next column if there is no room."""
        if item.wide and self.look.columns > 1:
            self.waiting.append(item)
            return
        if self.frame.y - self._float_height(item, self.frame.width) < self.frame.bottom:
            self.waiting.append(item)
            return
        self.frame.y -= 0.6 * self.look.leading
        self._draw_float(item, self.frame)
        self.frame.y -= 0.9 * self.look.leading
        self.breaks += 1

    def note(self, text: str) -> None:
        """Sets a note at the foot of this column."""
        frame, size = self.frame, self.look.size * 0.8
        lines = self._broken(words_of(text), frame.width, Type(self.look.family[0], size))
        height = (len(lines) + 0.6) * size * 1.2
        self.make_room(height + 2 * self.look.leading)
        frame = self.frame
        y = frame.bottom + height - size * 1.2
        self.pages[-1].marks.append(Rule(frame.x, frame.bottom + height, frame.width / 3, 0.0))
        for line in lines:
            self._draw_words(line, frame.x, y, Type(self.look.family[0], size), layer="float")
            y -= size * 1.2
        frame.bottom += height + 4

    def lines(
        self, words: Sequence[Word], kind: Type, leading: float, *, indent: float = 0.0, hang: float = 0.0,
        justified: bool = False, centred: bool = False, together: bool = False,
        float_after: tuple[int, Float] | None = None,
    ) -> list[tuple[Word, int, int]]:  # fmt: skip
        """Sets words as lines; gives each word with its page (1-based) and how many breaks came before it.

        Args:
            words: The words.
            kind: Their type.
            leading: From line to line.
            indent: Of the first line.
            hang: Of the others.
            justified: Whether lines are spread to the column's width.
            centred: Whether they are centred.
            together: Whether no break may fall between them.
            float_after: A float that comes after so many lines.
        """
        placed: list[tuple[Word, int, int]] = []
        rest = list(words)
        number = 0
        if together:
            count = len(self._broken(rest, self.frame.width, kind))
            self.make_room(count * leading + 3 * self.look.leading)
        while rest:
            self.make_room(leading)
            shift = hang if number else indent
            line, rest = self._line(rest, self.frame.width - shift, kind)
            y = self.frame.y - kind.size
            self._draw_line(line, shift, y, kind, spread=justified and bool(rest), centred=centred)
            placed += [(word, len(self.pages), self.breaks) for word in line]
            self.frame.y -= leading
            number += 1
            if float_after is not None and float_after[0] == number:
                self.place(float_after[1])
        return placed

    def _line(self, words: list[Word], room: float, kind: Type) -> tuple[list[Word], list[Word]]:
        """The words that fit into a line, and the rest; a word may be parted."""
        look, used, line = self.look, 0.0, []
        space = width_of(" ", kind.font, kind.size)
        for index, word in enumerate(words):
            width = word.width(kind.font, kind.size, ligatures=look.ligatures)
            before = space if line else 0.0
            if line and used + before + width > room:
                parted = word.split(room - used - before, kind.font, kind.size, look.hyphen)
                if parted is not None:
                    return [*line, parted[0]], [parted[1], *words[index + 1 :]]
                return line, list(words[index:])
            line.append(word)
            used += before + width
        return line, []

    def _broken(self, words: list[Word], room: float, kind: Type) -> list[list[Word]]:
        made = []
        while words:
            line, words = self._line(words, room, kind)
            made.append(line)
        return made

    def _draw_line(
        self, line: Sequence[Word], shift: float, y: float, kind: Type, *, spread: bool, centred: bool
    ) -> None:
        frame, look = self.frame, self.look
        if look.line_numbers:
            self._number += 1
            mark = Mark(look.margin - 30, y, str(self._number), look.family[0], 7.0, "furniture")
            self.pages[-1].marks.append(mark)
        widths = sum(word.width(kind.font, kind.size, ligatures=look.ligatures) for word in line)
        space = width_of(" ", kind.font, kind.size)
        if spread and len(line) > 1:
            space = (frame.width - shift - widths) / (len(line) - 1)
        x = frame.x + shift
        if centred:
            x += (frame.width - widths - space * (len(line) - 1)) / 2
        if spread:
            for word in line:
                self._draw_words([word], x, y, kind)
                x += word.width(kind.font, kind.size, ligatures=look.ligatures) + space
        else:
            self._draw_words(line, x, y, kind)

    def _draw_words(self, words: Sequence[Word], x: float, y: float, kind: Type, *, layer: str = "text") -> None:
        """Draws words with spaces between them, as few marks as there are changes of type."""
        text, now = "", (kind.font, kind.size, 0.0)
        for index, word in enumerate(words):
            for run, font, size, rise in word.runs(kind.font, kind.size, ligatures=self.look.ligatures):
                if (font, size, rise) != now:
                    x = self._put(text, x, y, now, layer)
                    text, now = "", (font, size, rise)
                text += run
            if index + 1 < len(words):
                if now != (kind.font, kind.size, 0.0):
                    x = self._put(text, x, y, now, layer)
                    text, now = "", (kind.font, kind.size, 0.0)
                text += " "
        self._put(text, x, y, now, layer)

    def _put(self, text: str, x: float, y: float, how: tuple[str, float, float], layer: str) -> float:
        if text:
            self.pages[-1].marks.append(Mark(x, y + how[2], text, how[0], how[1], layer, how[2]))
        return x + width_of(text, how[0], how[1])

    def _float_height(self, item: Float, width: float) -> float:
        kind = Type(self.look.family[0], self.look.size * 0.9)
        caption = len(self._broken(words_of(item.caption), width, kind)) * self.look.leading
        return caption + (len(item.cells) * self.look.leading + 8 if item.cells else 90) + 10

    def _draw_float(self, item: Float, frame: Frame) -> None:
        """Draws a table's caption above its cells, a figure's below its box."""
        look, marks = self.look, self.pages[-1].marks
        kind = Type(look.family[0], look.size * 0.9)

        def caption() -> None:
            for line in self._broken(words_of(item.caption), frame.width, kind):
                self._draw_words(line, frame.x, frame.y - kind.size, kind, layer="float")
                frame.y -= look.leading

        if not item.cells:
            marks.append(Rule(frame.x + 10, frame.y - 85, frame.width - 20, 80))
            for index, label in enumerate(item.inner):
                marks.append(Mark(frame.x + 20 + 60 * index, frame.y - 78, label, "Helvetica", 6.5, "float"))
            frame.y -= 90
            caption()
            return
        caption()
        step = frame.width / len(item.cells[0])
        marks.append(Rule(frame.x, frame.y - 2, frame.width, 0.0))
        for index, row in enumerate(item.cells):
            font = look.family[0] if index else look.family[1]
            for column, cell in enumerate(row):
                x, y = frame.x + column * step, frame.y - kind.size - 3
                marks.append(Mark(x, y, cell, font, kind.size, "float"))
            frame.y -= look.leading
            if not index:
                marks.append(Rule(frame.x, frame.y - 2, frame.width, 0.0))
        frame.y -= 8

    def _furniture(self, number: int) -> None:
        look, marks = self.look, self.pages[-1].marks
        if look.running_head and number > 1:
            marks.append(Mark(look.margin, look.height - look.margin + 22, look.running_head, look.family[2], 8.0,
                              "furniture"))  # fmt: skip
        if look.page_numbers:
            marks.append(Mark(look.width / 2, look.margin - 28, str(number), look.family[0], 9.0, "furniture"))

    def pdf(self, *, title: str) -> bytes:
        """Gives the file."""
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=(self.look.width, self.look.height), invariant=1, pageCompression=1)
        canvas.setTitle(title)
        for page in self.pages:
            for mark in self._drawn(page.marks):
                if isinstance(mark, Mark):
                    canvas.setFont(mark.font, mark.size)
                    self._print(canvas, mark)
                elif mark.height:
                    canvas.rect(mark.x, mark.y, mark.width, mark.height)
                else:
                    canvas.line(mark.x, mark.y, mark.x + mark.width, mark.y)
            if self.look.stamp and page is self.pages[0]:
                self._print_stamp(canvas)
            canvas.showPage()
        canvas.save()
        return file.getvalue()

    def _print(self, canvas: Canvas, mark: Mark) -> None:
        if not self.look.letter_by_letter:
            canvas.drawString(mark.x, mark.y, mark.text)
            return
        x = mark.x
        for letter in mark.text:
            if letter != " ":
                canvas.drawString(x, mark.y, letter)
            x += width_of(letter, mark.font, mark.size)

    def _print_stamp(self, canvas: Canvas) -> None:
        """A line up the margin, as archives print it, and one beside the page, as cut marks leave it."""
        canvas.saveState()
        canvas.setFont("Helvetica", 14)
        canvas.translate(24, 220)
        canvas.rotate(90)
        canvas.drawString(0, 0, self.look.stamp)
        canvas.restoreState()
        canvas.setFont("Helvetica", 8)
        canvas.drawString(40, self.look.height + 30, "cut here and fold")

    def _drawn(self, marks: Sequence[Mark | Rule]) -> list[Mark | Rule]:
        """The marks in the order of the look's content stream."""
        match self.look.stream:
            case "rows":
                return sorted(marks, key=lambda mark: (-round(_base(mark)), mark.x))
            case "floats first":
                return sorted(marks, key=lambda mark: mark.layer != "float")
            case "floats last":
                return sorted(marks, key=lambda mark: mark.layer == "float")
        return list(marks)


def _base(mark: Mark | Rule) -> float:
    return mark.y - mark.rise if isinstance(mark, Mark) else mark.y
