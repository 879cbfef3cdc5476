"""Words as they are printed: with raised and lowered parts, ligatures, and places to part them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from typeset.look import width_of

_PART = re.compile(r"\^\{([^}]*)\}|_\{([^}]*)\}|([^\^_]+|[\^_](?!\{))")
_SMALL, _UP, _DOWN = 0.66, 0.38, -0.18
_LETTERS = re.compile(r"[a-z]{8,}[.,;]?")
_BREAK = re.compile(r"(?<=[aeiou])(?=[bcdfghklmnprstv][aeiou])|(?<=[rnlstc])(?=[dtpbmcg][aeiou])")
_LIGATURES = (("fi", "\ufb01"), ("fl", "\ufb02"))


@dataclass(frozen=True, slots=True)
class Word:
    """A word's parts as (text, rise): rise 0 on the line, 1 raised, -1 lowered; and the sentence it belongs to."""

    parts: tuple[tuple[str, int], ...]
    sentence: int = -1
    font: str = ""

    @property
    def plain(self) -> str:
        """The word on one line, "10^3" for a raised 3."""
        return "".join(("^" if rise > 0 else "") + text for text, rise in self.parts)

    def runs(self, font: str, size: float, *, ligatures: bool) -> list[tuple[str, str, float, float]]:
        """Gives (text, font, size, rise in points) of each part."""
        font = self.font or font
        made = []
        for text, rise in self.parts:
            if ligatures and not rise:
                for plain, glyph in _LIGATURES:
                    text = text.replace(plain, glyph)
            scale = _SMALL if rise else 1.0
            made.append((text, font, size * scale, size * (_UP if rise > 0 else _DOWN if rise else 0.0)))
        return made

    def width(self, font: str, size: float, *, ligatures: bool) -> float:
        """Gives its printed width in points."""
        return sum(width_of(text, f, s) for text, f, s, _ in self.runs(font, size, ligatures=ligatures))

    def split(self, room: float, font: str, size: float, hyphen: str) -> tuple[Word, Word] | None:
        """Gives the word in two, the first part with its hyphen no wider than ``room``; None if it cannot be parted."""
        if len(self.parts) != 1:
            return None
        text = self.parts[0][0]
        cuts = [(i + 1, "") for i, char in enumerate(text[:-2]) if char == "-" and i > 2]
        if hyphen and _LETTERS.fullmatch(text):
            cuts += [(found.start(), hyphen) for found in _BREAK.finditer(text) if 2 <= found.start() <= len(text) - 4]
        for cut, added in sorted(cuts, reverse=True):
            first = replace(self, parts=((text[:cut] + added, 0),))
            if first.width(font, size, ligatures=False) <= room:
                return first, replace(self, parts=((text[cut:], 0),))
        return None


def words_of(text: str, *, sentence: int = -1, font: str = "") -> list[Word]:
    """Gives the words of a text in which ``^{…}`` is raised and ``_{…}`` lowered."""
    made = []
    # A no-break space stays within its word.
    for chunk in re.findall(r"[^ \n]+", text):
        parts = tuple((up or down or on, 1 if up else -1 if down else 0) for up, down, on in _PART.findall(chunk))
        made.append(Word(parts, sentence, font))
    return made


def plain(text: str) -> str:
    """Gives the text as the truth has it: "10^3", "CO2"."""
    return " ".join(word.plain for word in words_of(text))
