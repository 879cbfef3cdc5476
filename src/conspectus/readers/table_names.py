"""The names in one cell, in whichever way a program strings them together."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from conspectus.foundation.text.normalise import one_line
from conspectus.readers.inline_markup import plain

_LONGEST_LIST = 50_000
_FAMILY_INITIALS = re.compile(r"[^\W\d_][\w'’.\- ]*\s(?:[^\W\d_a-z]\.?[ -]?){1,5}(?:\s?(?:Jr|Sr|2nd|3rd|II|III)\.?)?\Z")
_INITIALS_FAMILY = re.compile(r"(?:[^\W\d_a-z]{1,4}\s|(?:[^\W\d_]\.[ -]?){1,4})[^\W\d_][\w'’\- ]+\Z")
_ENDS_IN_INITIALS = re.compile(
    r"(?P<family>[^\W\d_][\w'’\- ]*?[^\W\d_A-Z][\w'’\- ]*?)\s(?P<initials>(?:[^\W\d_a-z]\.[ -]?)+|[^\W\d_a-z]{1,3})\Z"
)
_PARTICLE = re.compile(r"(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ten|ter|zu|al|el|bin)\s")
_GLUED = re.compile(
    r"(?<=[a-zà-öø-ÿ])(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bDu)(?<!\bLa)(?<!\bLe)(?<!\bVan)(?<!\bFitz)(?<!\bO)"
    r"(?=[A-ZÀ-ÖØ-Þ](?:[a-zà-öø-ÿ]|\.))"
)
_GLUED_INITIALS = re.compile(r"(?<=[^\W\d_a-z]\.)(?=[^\W\d_][\w'’-]+)")
_DEGREE = re.compile(r"\A(?:(?:Dr|Prof|Mr|Mrs|Ms)\.\s*)+")


def names_in(cell: str, *, semicolons: bool = False, glued: bool = False) -> list[str]:
    """Gives the names of a cell one by one, each as written.

    Args:
        cell: "Moor, I.; Brook, A.", "Moor I, Brook A", "I. Moor, A. Brook", "Moor, Ida and Brook, Al",
            "['Moor, Ida', 'Brook, Al']", or one a line.
        semicolons: Whether semicolons part names in this column, so that commas belong to names.
        glued: Whether the program loses what parts names ("Ida MoorAl Brook").
    """
    if (names := listed(cell)) is not None:
        return names
    text = plain(cell).strip()
    for mark in (";", "\n", "|"):
        if mark in text:
            return _clean(text.split(mark))
    if semicolons:
        return _clean([text])
    if glued:
        return [_DEGREE.sub("", name) for name in _clean(_GLUED.split(text))]
    if " and " in text or " & " in text:
        parts = re.split(r",?\s+(?:and|&)\s+", text)
        if all(part.count(",") == 1 for part in parts) or not any("," in part for part in parts):
            return _clean(parts) if _are_people(parts) else _clean([text])
        if "," in parts[0] and len(parts) == 2 and "," not in parts[1]:
            text = ", ".join(parts)
    pieces = _clean(text.split(","))
    if len(pieces) > 1 and _are_names(pieces):
        return [_with_comma(piece) for piece in pieces]
    joined = _clean(_GLUED_INITIALS.split(text))
    if all(map(_FAMILY_INITIALS.match, joined)):
        return [_with_comma(piece) for piece in joined]
    return _clean([text])


def listed(cell: str) -> list[str] | None:
    """Gives the texts of a list as Python or JSON writes it ("['a', 'b']"), or None if the cell holds no such list."""
    text = cell.strip()
    if not (text.startswith(("['", '["')) and text.endswith("]")) or len(text) > _LONGEST_LIST:
        return None
    try:
        values = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return _clean(str(value) for value in values) if isinstance(values, list) else None


def _are_names(pieces: list[str]) -> bool:
    """Tells whether pieces between commas are whole names and not family and given names by turns."""
    known = [piece for piece in pieces if not re.match(r"et\.? al|others\b|…|\.\.\.", piece, re.IGNORECASE)]
    if not known:
        return False
    if all(map(_FAMILY_INITIALS.match, known)) or all(map(_INITIALS_FAMILY.match, known)):
        return True
    # Of two pieces, "Garcia Lopez, Maria Jose" may be one person; of more, nobody has so many given names.
    return len(known) > 2 and all(len(piece.split()) > 1 and not _PARTICLE.match(piece) for piece in known)


def _with_comma(name: str) -> str:
    """Gives "Liu R." as "Liu, R.", so that a short family name is not taken for initials."""
    found = _ENDS_IN_INITIALS.match(name)
    return f"{found.group('family')}, {found.group('initials')}" if found else name


def _are_people(parts: list[str]) -> bool:
    return all(1 < len(part.split()) <= 6 and not re.search(r"\b(?:of|for|the)\b", part) for part in parts)


def _clean(names: Iterable[str]) -> list[str]:
    return [name for given in names if (name := one_line(given).strip(" ,;"))]
