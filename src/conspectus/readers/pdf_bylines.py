"""The names below a title: which lines are names, and where one name ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from conspectus.domain.paper import Author
from conspectus.readers.author_lists import restored_case
from conspectus.readers.name_patterns import DEGREE
from conspectus.readers.names import has_body_word, parse_name

_MARKS = r"*∗⁎⋆★†‡§¶#♠♢♡♣◇◆○●□■△▲✉✝¹²³⁰⁴-⁹ᵃ-ᵍ\ufffd"  # the last stands for a mark without a known code
_MARK_RUN = re.compile(rf"[{_MARKS}](?:[\s,{_MARKS}]|\d{{1,2}}(?!\w))*")
_NUMBERS = re.compile(
    r"(?<=[^\W\d_.)])\s?\d{1,2}(?:\s?[,;&]\s?(?:\d{1,2}|[a-z](?![\w])))*(?!\d|\w)|(?<=[a-z]{3})\s?,?\s[a-f](?:,[a-f])*(?=,|;|\Z)"
)
_BETWEEN = re.compile(r"\s*(?:[,;|·•]|\band\b|&|\bund\b|\s{3,})\s*")
_NO_BYLINE = re.compile(
    r"@|https?:|www\.|\d{3}|\bdoi\b|correspond|received|accepted|published|editor|copyright|©|abstract|university|"
    r"institut|department|school of|faculty|laborator|college|e-?mail|orcid|affiliation|contribut|keywords",
    re.IGNORECASE,
)
_STARTS_AFFILIATION = re.compile(rf"(?:[{_MARKS}]|\(?\d{{1,2}}\)?\s?(?=\w)|[a-f]\s(?=[A-Z]))")
_WORD = re.compile(r"(?:[A-ZÀ-ÖØ-ÞŁŚŽŠĐČİŐ][\w’'`´¨‐.-]*|(?:[A-ZÀ-Þ]\.)+-?)\Z")
_PARTICLE = re.compile(
    r"(?:van|von|der|den|de|del|della|di|da|dos|do|du|la|le|ter|ten|te|zu|zur|al|el|bin|ibn|ben|y|e|’t|'t|af)\Z",
    re.IGNORECASE,
)
_BY = re.compile(r"\s*by\s+", re.IGNORECASE)
_MOST = 500


class _Line(Protocol):
    """What a line is asked for."""

    @property
    def size(self) -> float:
        """The size of most of its letters."""
        ...


def authors_of(
    lines: Sequence[_Line], plain: Sequence[str], start: int, end: int
) -> tuple[tuple[Author, ...], tuple[int, ...]]:
    """Gives the authors named in a range of lines, and the indices of the lines that name them.

    Args:
        lines: The lines with their sizes.
        plain: Their texts.
        start: The first line below the title.
        end: The line before which the names end.
    """
    found: list[Author] = []
    used: list[int] = []
    size = 0.0
    is_broken = False
    for at in range(start, end):
        if used and abs(lines[at].size - size) > 0.04 * size:
            is_broken = is_broken or plain[at].strip(" ,") != ""
            continue
        if used and is_broken and not _sizes_differ(lines, used[-1] + 1, at, size):
            break
        names = _names(plain[at])
        if not names:
            is_broken = is_broken or bool(used)
            continue
        size = size or lines[at].size
        found += names
        used.append(at)
        is_broken = False
        if len(found) > _MOST:
            break
    return _once(restored_case(found)), tuple(used)


def _sizes_differ(lines: Sequence[_Line], first: int, past: int, size: float) -> bool:
    """Whether what stands between two lines of names is in another size, as affiliations below each name are."""
    return first < past and all(abs(lines[at].size - size) > 0.04 * size for at in range(first, past))


def _names(line: str) -> list[Author]:
    """Gives the names of a line, [] if any part of it is no name."""
    if _STARTS_AFFILIATION.match(line.lstrip(" ,")) or _NO_BYLINE.search(line) or has_body_word(line):
        return []
    text = _NUMBERS.sub(",", _MARK_RUN.sub(",", _BY.sub("", line)))
    parts = [
        part.strip(" .,:") if not part.strip().endswith(".") else part.strip(" ,:") for part in _BETWEEN.split(text)
    ]
    parts = [part for part in parts if part and not DEGREE.match(part)]
    if not parts or not all(_is_name(part) for part in parts):
        return []
    authors = [author for part in parts if (author := parse_name(part)) is not None]
    return authors if not any(author.literal for author in authors) else []


def _is_name(text: str) -> bool:
    words = text.split()
    if not 2 <= len(words) <= 6:
        return False
    return _WORD.match(words[0]) is not None and all(_WORD.match(w) or _PARTICLE.match(w) for w in words[1:])


def _once(authors: Sequence[Author]) -> tuple[Author, ...]:
    return tuple(dict.fromkeys(authors))
