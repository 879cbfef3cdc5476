"""A whole paper from words and a look: front matter, sections, floats, notes and references, with its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from typeset.look import Look, Type
from typeset.page_setting import Float, PageSetter
from typeset.printed_words import Word, plain, words_of
from typeset.references import Style, pointer_to, printed_reference, reference_list
from typeset.truth import TrueHeading, TrueReference, TrueSentence, Truth, TypesetPaper
from typeset.wording import Person, Wording

_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
_LONG = " of the sampled catchments with a comparison of the northern and southern regions over several decades"
_OUTLINE: tuple[tuple[int, str], ...] = (
    (1, "Introduction"), (1, "Related Work"), (1, "Materials and Methods"), (2, "Study area"), (2, "Data sets"),
    (3, "Gauge records"), (3, "Field surveys"), (2, "Statistical analysis"), (1, "Results"), (2, "Water levels"),
    (2, "Vegetation change"), (1, "Discussion"), (1, "Conclusions"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a paper holds besides running text; numbers of floats are by where their paragraph stands.

    ``interrupting`` puts floats between the lines of a paragraph instead of behind it.
    """

    floats: int = 0
    tables: int = 0
    wide_floats: bool = False
    interrupting: bool = False
    inner_labels: bool = False
    notes: int = 0
    formulas: int = 0
    long_heads: bool = False
    deep: bool = True
    marks: bool = False
    long_paragraphs: bool = False
    bold_claims: bool = False
    references: Style = "numbered"
    many_references: int = 12
    keywords: bool = False
    doi: bool = False


def compose(name: str, what: str, look: Look, content: Content, *, seed: int) -> TypesetPaper:
    """Gives the paper; the same arguments give the same bytes."""
    composer = _Composer(look, content, Wording(seed))
    composer.front(seed)
    composer.body()
    composer.back()
    truth = composer.truth
    truth.pages = len(composer.setter.pages)
    return TypesetPaper(name=name, what=what, data=composer.setter.pdf(title=""), truth=truth)


class _Composer:
    def __init__(self, look: Look, content: Content, wording: Wording) -> None:
        self.look, self.content, self.wording = look, content, wording
        self.setter = PageSetter(look)
        self.truth = Truth(furniture=[look.running_head] if look.running_head else [])
        self.listed = reference_list(wording, content.many_references)
        self.text = Type(look.family[0], look.size)
        self._floats = self._tables = self._notes = self._formulas = self._pointed = 0
        self._sentence = 0
        self._counts = [0, 0, 0]

    # The front.

    def front(self, seed: int) -> None:
        look, setter, truth = self.look, self.setter, self.truth
        truth.title = self.wording.title()
        setter.lines(words_of(truth.title), Type(look.family[1], 17.0), 21.0, centred=True)
        setter.frame.y -= 6
        people = self.wording.people(3)
        truth.authors = [f"{person.given} {person.family}" for person in people]
        setter.lines(words_of(self._byline(people)), Type(look.family[0], 11.0), 15.0, centred=True)
        small = Type(look.family[2], 8.5)
        mark = ("^{1} ", "^{2} ") if self.content.marks else ("", "")
        for index, place in enumerate(("Institute of Wetland Studies, Fenwick", "Department of Hydrology, Moorby")):
            setter.lines(words_of(mark[index] + place), small, 11.0, centred=True)
            truth.affiliations.append(place)
        if self.content.doi:
            truth.doi = f"10.5555/typeset.{seed}"
            setter.lines(words_of(f"https://doi.org/{truth.doi}"), small, 11.0, centred=True)
        setter.frame.y -= 10
        self._abstract()
        if look.wide_front:
            setter.frame.y -= look.leading
            setter.start_columns()

    def _byline(self, people: Sequence[Person]) -> str:
        marks = ("^{1}", "^{1,2}", "^{2,∗}") if self.content.marks else ("", "", "")
        names = [f"{person.given}\u00a0{person.family}{mark}" for person, mark in zip(people, marks, strict=True)]
        return f"{names[0]}, {names[1]} and {names[2]}"

    def _abstract(self) -> None:
        look = self.look
        sentences = self.wording.paragraph(6)
        self.truth.abstract = " ".join(sentences)
        bold = look.family[1]
        if look.abstract == "run-in":
            head = words_of("Abstract.", font=bold)
            self._paragraph(sentences, head=head)
        else:
            shown = "A B S T R A C T" if look.abstract == "spaced" else "Abstract"
            self.setter.lines(words_of(shown), Type(bold, look.size + 1), look.leading + 4, together=True)
            self._paragraph(sentences)
        if self.content.keywords:
            self.setter.lines(words_of("Keywords: wetlands, hydrology, monitoring"), self.text, look.leading)

    # The body.

    def body(self) -> None:
        outline = _OUTLINE if self.content.deep else [(level, text) for level, text in _OUTLINE if level == 1]
        sizes = (9, 14) if self.content.long_paragraphs else (4, 7)
        for level, text in outline:
            shown = text + _LONG if self.content.long_heads and level == 2 else text
            head = self._head(level, shown)
            for index in range(2 if level < 3 else 1):
                count = self.wording.number(*sizes)
                sentences = self.wording.paragraph(count, pointers=self._pointers(), special=index == 0)
                between = self._next_float() if self.content.interrupting else None
                self._paragraph(sentences, head=head if index == 0 else [], between=between)
                if not self.content.interrupting and (item := self._next_float()) is not None:
                    self.setter.place(item)
                self._aside()

    def _head(self, level: int, text: str) -> list[Word]:
        """Sets a head; gives its words where it runs in with the paragraph that follows."""
        look = self.look
        number = self._number(level)
        kind = look.head(level)
        shown = text.upper() if kind.capitals else text
        printed = f"{number} {shown}".strip()
        self.truth.headings.append(TrueHeading(text=text, level=level, number=number.rstrip(".")))
        self.truth.words += f"{number} {text}".split()
        if level >= look.run_in_level:
            return words_of(f"{printed}.", font=kind.font)
        setter = self.setter
        setter.frame.y -= look.leading * 0.7
        setter.lines(words_of(printed), kind, kind.size * 1.2, together=True)
        setter.frame.y -= look.leading * 0.25
        return []

    def _number(self, level: int) -> str:
        counts = self._counts
        counts[level - 1] += 1
        counts[level:] = [0] * (len(counts) - level)
        style = self.look.numbers
        if not style or level >= self.look.run_in_level:
            return ""
        if style == "I.":
            return f"{_ROMAN[counts[0]]}." if level == 1 else f"{'ABCDEFG'[counts[1] - 1]}."
        number = ".".join(str(count) for count in counts[:level])
        return number + "." if style == "1." else number

    def _paragraph(self, sentences: Sequence[str], *, head: Sequence[Word] = (), between: Float | None = None) -> None:
        look, truth = self.look, self.truth
        words = list(head)
        first = self._sentence
        for sentence in sentences:
            # A claim in bold is the first sentence of its paragraph, and no head.
            bold = self.content.bold_claims and self._sentence == first and not head
            words += words_of(sentence, sentence=self._sentence, font=look.family[1] if bold else "")
            self._sentence += 1
        placed = self.setter.lines(
            words, self.text, look.leading, indent=look.indent, justified=look.justified,
            float_after=None if between is None else (2, between),
        )  # fmt: skip
        self.setter.frame.y -= look.paragraph_gap
        truth.paragraphs.append(" ".join(plain(sentence) for sentence in sentences))
        truth.words += truth.paragraphs[-1].split()
        for index, sentence in enumerate(sentences, first):
            where = [(page, breaks) for word, page, breaks in placed if word.sentence == index]
            truth.sentences.append(TrueSentence(text=plain(sentence), page=where[0][0],
                                                is_interrupted=where[0][1] != where[-1][1]))  # fmt: skip

    def _pointers(self) -> tuple[str, ...]:
        made = []
        for _ in range(2):
            made.append(pointer_to(self._pointed % len(self.listed), self.listed, self.content.references))
            self._pointed += 1
        return tuple(made)

    def _next_float(self) -> Float | None:
        """Gives the next float that is due, a figure and a table in turns."""
        content, truth = self.content, self.truth
        kind: Literal["figure", "table"] | None = None
        if self._floats <= self._tables and self._floats < content.floats:
            kind = "figure"
        elif self._tables < content.tables:
            kind = "table"
        elif self._floats < content.floats:
            kind = "figure"
        if kind is None:
            return None
        caption = self.wording.sentence()
        if kind == "figure":
            self._floats += 1
            truth.captions.append(f"Figure {self._floats}: {caption}")
            inner = ("time (days)", "level (m)") if content.inner_labels else ()
            return Float(caption=truth.captions[-1], wide=content.wide_floats, inner=inner)
        self._tables += 1
        truth.captions.append(f"Table {self._tables}: {caption}")
        cells = self.wording.cells(5, 4)
        truth.tables.append(cells)
        return Float(caption=truth.captions[-1], cells=tuple(map(tuple, cells)), wide=content.wide_floats)

    def _aside(self) -> None:
        """Sets a note or a formula where one is due."""
        look, truth = self.look, self.truth
        if self._notes < self.content.notes:
            self._notes += 1
            note = self.wording.sentence()
            truth.notes.append(note)
            self.setter.note(f"^{{{self._notes}}} {note}")
        if self._formulas < self.content.formulas:
            self._formulas += 1
            formula = f"Q = k (h_{{1}} − h_{{2}}) / d^{{2}} ({self._formulas})"
            truth.formulas.append(plain(formula))
            self.setter.frame.y -= 5
            self.setter.lines(words_of(formula), Type(look.family[2], look.size), look.leading, centred=True)
            self.setter.frame.y -= 5

    # The back.

    def back(self) -> None:
        look, setter = self.look, self.setter
        kind = look.head(1)
        setter.frame.y -= look.leading * 0.7
        shown = "REFERENCES" if kind.capitals else "References"
        setter.lines(words_of(shown), kind, kind.size * 1.2, together=True)
        small = Type(look.family[0], look.size * 0.9)
        for index, reference in enumerate(self.listed):
            entry = printed_reference(index, reference, self.content.references)
            setter.lines(words_of(entry), small, look.leading * 0.95, hang=14.0)
            self.truth.references.append(
                TrueReference(title=reference.title, families=tuple(person.family for person in reference.people),
                              year=reference.year, doi=reference.doi)
            )  # fmt: skip
