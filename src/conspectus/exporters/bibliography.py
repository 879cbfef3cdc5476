"""References in any citation style: the text of each citation mark, and the list.

The same text is rendered with numbers ("Smith et al. [3]") or with authors and years ("Smith et al. (2020)");
which of both, the style says. Numbers are places in the style's list: the order of first appearance, unless
the style sorts it. Works that a style would cite alike get letters ("2020a", "2020b"), in the text and in the
list. Runs of numbers are not shortened to ranges and years not gathered behind one name, so that each cited
work stays in the text to be opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from conspectus.domain.cited_text import CitationMark, Mode
from conspectus.domain.paper import Paper
from conspectus.exporters.csl_processor import CslProcessor
from conspectus.exporters.csl_styles import citation_format, entries_are_numbered, style_source
from conspectus.exporters.marked_text import marked, to_html, to_markdown, to_plain
from conspectus.exporters.reference_wording import (
    item_for_citeproc,
    letters,
    plain_entry,
    running_name,
    short_title,
    work_labels,
)
from conspectus.foundation.errors import GroundingError
from conspectus.foundation.text.normalise import match_key

T = TypeVar("T")

_SUPERSCRIPT = re.escape(marked("", "superscript")[0]), re.escape(marked("", "superscript")[1])
_RAISED = re.compile(rf"(\s?){_SUPERSCRIPT[0]}([^{_SUPERSCRIPT[0]}]*?){_SUPERSCRIPT[1]}")
_OPENS = "".join(marked("", form)[0] for form in ("italic", "bold", "superscript", "subscript", "small-caps"))
_CLOSES = "".join(marked("", form)[1] for form in ("italic", "bold", "superscript", "subscript", "small-caps"))


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rendered mark as marked text; ``paper`` is the id of the paper that it stands for, or ""."""

    text: str
    paper: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedMark:
    """A citation mark as the style prints it, in pieces."""

    pieces: tuple[Piece, ...]

    @property
    def is_raised(self) -> bool:
        """Whether it begins with a superscript, which takes no space before it."""
        return self.pieces[0].text.startswith(marked("", "superscript")[0])

    @property
    def plain(self) -> str:
        """The mark without formats; raised numbers stand in brackets."""
        return plain_citation("".join(piece.text for piece in self.pieces))

    @property
    def html(self) -> str:
        """The mark as HTML without links."""
        return to_html("".join(piece.text for piece in self.pieces))

    @property
    def markdown(self) -> str:
        """The mark as Markdown without links."""
        return to_markdown("".join(piece.text for piece in self.pieces))

    def shown(self, paper: str) -> str:
        """Gives what a paper is shown as: the whole mark if it cites nothing else, else its own piece."""
        own = [piece.text for piece in self.pieces if piece.paper == paper]
        if len({piece.paper for piece in self.pieces if piece.paper}) == 1 or not own:
            return self.plain
        return to_plain(own[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A reference in the list: its paper, its place (1-based), its label as printed ("[3]", "3.", or "") and text.

    ``html`` is safe to put into a page; web addresses in it are links.
    """

    paper: str
    number: int
    label: str
    html: str
    markdown: str
    plain: str


class Bibliography:
    """The references of a text in one citation style.

    Args:
        papers: The cited papers in order of first appearance; a paper given twice counts once.
        style: A style by name, or the path of a ``.csl`` file.
        locale: A CSL locale such as "en-US" or "de-DE".

    Raises:
        UsageError: There is no such style.
    """

    def __init__(self, papers: Iterable[Paper], *, style: str = "apa", locale: str = "en-US") -> None:
        self._papers = tuple({paper.id: paper for paper in papers}.values())
        self._places = {paper.id: place for place, paper in enumerate(self._papers)}
        self._warnings: dict[str, None] = {}
        self.style = style
        self._processor = CslProcessor(style_source(style), [item_for_citeproc(p) for p in self._papers], locale=locale)
        self.format = citation_format(self._processor.root)
        self._numbered = entries_are_numbered(self._processor.root)
        appearance = list(range(len(self._papers)))
        sorts = self.format != "note"
        self._order = self._attempt(self._processor.order, appearance, "sort the references") if sorts else appearance
        self._numbers = {place: number for number, place in enumerate(self._order, 1)}
        self._suffixes: dict[int, str] = {}
        self._ambiguous: set[int] = set()
        if self.format == "label":
            for place, label in work_labels(self._papers).items():
                self._processor.set_label(place, label)
        self._cites = [self._cite(place) for place in range(len(self._papers))]
        self._entry_texts = self._tell_apart()
        self.entries = tuple(self._entry(place) for place in self._order)

    @property
    def is_numeric(self) -> bool:
        """Whether works are cited by number."""
        return self.format in ("numeric", "note")

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the style could not print and how it was written instead."""
        return tuple(self._warnings)

    def entry(self, paper: str) -> Entry:
        """Gives the entry of a paper by id.

        Raises:
            GroundingError: The paper is not among the references.
        """
        return self.entries[self._numbers[self._place(paper)] - 1]

    def cite(self, mark: CitationMark, *, opens_sentence: bool = False) -> RenderedMark:
        """Gives a citation mark as the style prints it.

        Args:
            mark: The mark; a paper cited by several passages is printed once.
            opens_sentence: Whether the mark is the first thing in its sentence and takes a capital.

        Raises:
            GroundingError: A cited paper is not among the references.
        """
        papers = [citation.passage.paper for citation in mark.citations]
        return self.cite_papers(papers, mode=mark.mode, opens_sentence=opens_sentence)

    def cite_papers(self, papers: Sequence[str], *, mode: Mode, opens_sentence: bool = False) -> RenderedMark:
        """Gives a citation of papers by id in a mode; see ``cite``."""
        places = list(dict.fromkeys(self._place(paper) for paper in papers))
        pieces = self._narrative(places) if mode == "narrative" else self._parenthetical(places)
        if opens_sentence and mode == "narrative":
            first = pieces[0].text
            pieces = [Piece(first[:1].upper() + first[1:], pieces[0].paper), *pieces[1:]]
        return RenderedMark(pieces=tuple(pieces))

    def _place(self, paper: str) -> int:
        try:
            return self._places[paper]
        except KeyError:
            raise GroundingError(f"{paper} is cited but is not among the references.") from None

    def _parenthetical(self, places: list[int]) -> list[Piece]:
        if self.format == "note":
            before, between, after = "[", ", ", "]"
        else:
            before = self._processor.citation_layout("prefix").strip()
            after = self._processor.citation_layout("suffix").strip()
            between = self._processor.citation_layout("delimiter", "; ")
            places = self._attempt(lambda: self._processor.order_in_citation(places), places, "sort a citation")
        pieces = [Piece(before)] if before else []
        for index, place in enumerate(places):
            if index:
                pieces.append(Piece(between))
            pieces.append(Piece(self._cites[place], self._papers[place].id))
        if after:
            pieces.append(Piece(after))
        if self._processor.citation_layout("vertical-align") == "sup" and self.format != "note":
            return [Piece(marked(piece.text, "superscript"), piece.paper) for piece in pieces]
        return pieces

    def _narrative(self, places: list[int]) -> list[Piece]:
        groups = [
            (label, list(run)) for label, run in groupby(places, key=lambda place: running_name(self._papers[place]))
        ]
        pieces: list[Piece] = []
        for index, (label, run) in enumerate(groups):
            run.sort(key=self._numbers.__getitem__)
            if index:
                last = index == len(groups) - 1
                pieces.append(Piece((", and " if len(groups) > 2 else " and ") if last else ", "))
            pieces.extend(self._named(label, run))
        return pieces

    def _named(self, label: str, places: list[int]) -> list[Piece]:
        if self.format == "author":
            return [
                piece
                for place in places
                for piece in (Piece(self._named_by_author(label, place), self._papers[place].id), Piece(" and "))
            ][:-1]
        if self.format != "author-date":
            numbers = self._parenthetical(places)
            raised = numbers[0].text.startswith(marked("", "superscript")[0])
            return [Piece(label if raised else f"{label} "), *numbers]
        pieces = [Piece(f"{label} {self._processor.citation_layout('prefix').strip() or '('}")]
        for index, place in enumerate(places):
            if index:
                pieces.append(Piece(", "))
            pieces.append(Piece(self._year(place), self._papers[place].id))
        return [*pieces, Piece(self._processor.citation_layout("suffix").strip() or ")")]

    def _named_by_author(self, label: str, place: int) -> str:
        paper = self._papers[place]
        return f"{label} ({short_title(paper)})" if place in self._ambiguous and paper.authors else label

    def _year(self, place: int) -> str:
        year, suffix = self._papers[place].year, self._suffixes.get(place, "")
        if year is not None:
            return f"{year}{suffix}"
        missing = self._processor.term("no date", "short") or "n.d."
        return f"{missing}-{suffix}" if suffix else missing

    def _cite(self, place: int) -> str:
        number = str(self._numbers[place])
        if self.format == "note":
            return number
        plainly = number if self.is_numeric else f"{running_name(self._papers[place])}, {self._year(place)}"
        text = self._attempt(lambda: self._processor.cite(place), "", f"cite {self._papers[place].id}")
        return self._tidy(text) or plainly

    def _tell_apart(self) -> dict[int, str]:
        """Makes cites that are alike different; gives the entries of the works concerned, which say so too."""
        entries: dict[int, str] = {}
        if self.is_numeric:
            return entries
        for group in self._alike():
            for index, place in enumerate(group):
                cited = self._cites[place]
                if self.format in ("author-date", "label"):
                    self._suffixes[place] = letters(index)
                    self._processor.set_suffix(place, self._suffixes[place])
                else:
                    self._processor.set_ambiguous(place)
                    self._ambiguous.add(place)
                self._cites[place] = self._cite(place)
                entries[place] = self._raw_entry(place)
                if self.format == "author-date":
                    self._add_suffix_by_hand(place, entries, cited=cited)
        seen: set[str] = set()
        for place in self._order:
            if match_key(to_plain(self._cites[place])) in seen:
                self._cites[place] = f"{self._cites[place]} [{self._numbers[place]}]"
            seen.add(match_key(to_plain(self._cites[place])))
        return entries

    def _add_suffix_by_hand(self, place: int, entries: dict[int, str], *, cited: str) -> None:
        """Some styles print no letter: it is put behind the year, the last in the cite, the first in the entry."""
        year, full = self._papers[place].year, self._year(place)
        bare = str(year) if year is not None else (self._processor.term("no date", "short") or "n.d.")
        if self._cites[place] == cited:
            head, found, tail = cited.rpartition(bare)
            self._cites[place] = f"{head}{full}{tail}" if found else f"{cited} {self._suffixes[place]}"
        if full in to_plain(entries[place]):
            return
        self._processor.set_suffix(place, "")
        before = self._raw_entry(place)
        self._processor.set_suffix(place, self._suffixes[place])
        if entries[place] == before:
            head, found, tail = before.partition(bare)
            entries[place] = f"{head}{full}{tail}" if found else f"{before} ({full})"

    def _alike(self) -> list[list[int]]:
        """Gives the groups of places that would be cited alike in either mode, in the order of the list."""
        group_of: dict[str, int] = {}
        members: dict[int, list[int]] = {}
        for place in self._order:
            keys = [f"cite {match_key(to_plain(self._cites[place]))}"]
            if self.format == "author-date":
                keys.append(f"name {match_key(running_name(self._papers[place]))} {self._year(place)}")
            known = sorted({group_of[key] for key in keys if key in group_of})
            target = known[0] if known else place
            for other in known[1:]:
                members[target].extend(members.pop(other))
                group_of = {key: target if value == other else value for key, value in group_of.items()}
            members.setdefault(target, []).append(place)
            group_of.update(dict.fromkeys(keys, target))
        rank = {place: index for index, place in enumerate(self._order)}
        return [sorted(group, key=rank.__getitem__) for group in members.values() if len(group) > 1]

    def _raw_entry(self, place: int) -> str:
        paper = self._papers[place]
        if not self._processor.has_bibliography:
            self._warnings[f"The style {self.style} has no list of references; they are written plainly."] = None
            return plain_entry(paper, self._year(place))
        text = self._attempt(lambda: self._processor.entry(place), "", f"print the entry of {paper.id}")
        return text if re.search(r"[^\W\d]", to_plain(text)) else plain_entry(paper, self._year(place))

    def _entry(self, place: int) -> Entry:
        number = self._numbers[place]
        text = self._tidy(self._entry_texts.get(place) or self._raw_entry(place))
        label = f"{number}." if self.is_numeric else ""
        if self._numbered:
            head = re.match(rf"([{_OPENS}]*[\[(]?{number}[\])]?[.:]?[{_CLOSES}]*[.:]?)\s*", text)
            if head and sum(c in _OPENS for c in head[1]) == sum(c in _CLOSES for c in head[1]):
                label, text = to_plain(head[1]), text[head.end() :]
        if self.format == "label":
            label = f"[{to_plain(self._cites[place])}]"
            text = text.removeprefix(label).lstrip()
        return Entry(
            paper=self._papers[place].id,
            number=number,
            label=label,
            html=to_html(text, links=True),
            markdown=to_markdown(text),
            plain=to_plain(text),
        )

    def _tidy(self, text: str) -> str:
        """Gives what the style printed without double punctuation and spaces, as the locale wants quotes."""
        formats = f"[{_OPENS}{_CLOSES}]*"
        if self._processor.puts_punctuation_in_quotes():
            text = re.sub(r"”([.,])", r"\1”", text)
        text = re.sub(r"([!?]),(?=”)", r"\1", text)
        text = re.sub(rf"([.,;:!?])({formats})\1(?!\.)", r"\1\2", text)
        text = re.sub(rf"([!?])({formats})\.(?=[”\s]|$)", r"\1\2", text)
        text = re.sub(r"\s+", " ", text)
        # Parts that are missing leave their punctuation behind ("1991. . Journal", "Title: .").
        return re.sub(r"([.,:;])(?: \.)+(?=\s|$)", lambda found: found[1] if found[1] == "." else ".", text).strip()

    def _attempt(self, perform: Callable[[], T], otherwise: T, doing: str) -> T:
        """citeproc-py can fail in any way on an unusual record: that is reported, and written plainly instead."""
        try:
            return perform()
        except Exception as error:
            message = f"The style {self.style} cannot {doing} ({type(error).__name__}); it is written plainly."
            self._warnings[message] = None
            return otherwise


def plain_citation(text: str) -> str:
    """Gives marked text without formats, raised numbers in brackets after a space ("recall³" is "recall [3]")."""
    joined = text.replace(marked("", "superscript")[1] + marked("", "superscript")[0], "")
    return to_plain(_RAISED.sub(lambda found: f"{' ' if found.start() else ''}[{found[2]}]", joined))
