"""Very many empty record elements one after the other, told from XML text that comes in pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conspectus.readers.empty_runs import MANY, Run, RunPattern

# A longer start of an element than this is not that of an empty one.
_LONGEST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlRun:
    """How many empty elements stand there one after the other, how many line feeds, and from where to where."""

    count: int
    breaks: int
    start: int
    end: int


class EmptyElements:
    """Finds runs of at least ``MANY`` elements that hold nothing but tags without text and attributes.

    Args:
        names: The local names of the elements; with none, no run is found.
    """

    def __init__(self, names: Sequence[str]) -> None:
        either = "|".join(map(re.escape, names))
        inner = rf"(?:\s*</?(?!(?:{either})\b)[A-Za-z][\w.-]*\s*/?>){{0,20}}"
        own = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*"
        unit = rf"<(?P<name>{either}){own}\s*(?:/>|>{inner}\s*</(?P=name)\s*>)\s*"
        self._run = RunPattern(unit)
        self._start = re.compile(rf"<(?:{either})\b")
        self._signs = [f"<{name}" for name in names]
        self._carried = ""
        self._in_run = False

    def run_at(self, text: str, place: int) -> XmlRun | None:
        """Gives the run that begins at ``place``, None if fewer than ``MANY`` elements do."""
        found = self._run.match(text, place) if self._signs else None
        run = self._run_of(found) if found else None
        return run if run and run.count >= MANY else None

    def split(self, text: str, *, is_inside: bool = False) -> Iterator[str | XmlRun]:
        """Yields what stands between the runs of a piece, and the runs; those of one run follow each other.

        Args:
            text: The next piece.
            is_inside: Whether it is no markup but the inside of a comment or the like.
        """
        text, self._carried = self._carried + text, ""
        if is_inside or not self._signs:
            self._in_run = False
            yield text
            return
        place = 0
        while place < len(text):
            found = self._run.match(text, place) if self._in_run else None
            run = self._run_of(found) if found else self._first(text, place)
            self._in_run = run is not None
            if run is None or run.start > place:
                yield text[place : run.start if run else len(text)]
            if run is None:
                return
            yield run
            place = run.end
            if len(text) - place < _LONGEST and self._start.match(text, place):
                # The piece ends within an element.
                self._carried = text[place:]
                return

    def rest(self) -> str:
        """Gives what was kept back because the text might go on."""
        carried, self._carried = self._carried, ""
        return carried

    def _first(self, text: str, place: int) -> XmlRun | None:
        if sum(text.count(sign, place) for sign in self._signs) < MANY:
            return None
        runs = (self._run_of(found) for found in self._run.finditer(text, place))
        return next((run for run in runs if run.count >= MANY), None)

    def _run_of(self, found: Run) -> XmlRun:
        start, end = found.start, found.end
        count = sum(1 for _ in self._start.finditer(found.string, start, end))
        return XmlRun(count=count, breaks=found.string.count("\n", start, end), start=start, end=end)
