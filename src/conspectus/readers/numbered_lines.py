"""The lines of a text with their numbers, one at a time."""

from __future__ import annotations

from collections.abc import Iterator


class NumberedLines:
    """Yields (number, line) one at a time, without breaks: all of them at once take several times the text.

    Args:
        text: The text, its lines ended by line feeds.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._number = 0
        self._next = 0
        self.start = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        text = self._text
        while self._next >= 0:
            self.start = start = self._next
            self._number += 1
            end = text.find("\n", start)
            self._next = end + 1 if end >= 0 else -1
            yield self._number, text[start:end] if end >= 0 else text[start:]

    def skip_to(self, offset: int) -> None:
        """Goes on at the line that begins at an offset behind the one in hand."""
        self._number += self._text.count("\n", self.start, offset) - 1
        self._next = offset
