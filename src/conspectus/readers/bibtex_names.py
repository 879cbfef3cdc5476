"""Lists of names by BibTeX's rules: "von Last, Jr, First", "First von Last", "{Body}", "and others"."""

from __future__ import annotations

import re

from conspectus.domain.paper import Author
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.inline_markup import plain
from conspectus.readers.latex_text import closing_brace, latex_to_text
from conspectus.readers.names import parse_name, person

_AND = re.compile(r"[{}]|\s+and(?=\s)|\A\s*and(?=\s)", re.IGNORECASE)
_ACCENT_ONLY = re.compile(r"\{\\[^\s{}]{1,3}\s*\{?\\?\w?\}?\}\Z")
_EXTENDED = re.compile(r"\s*(family|given|prefix|suffix|given-i|family-i|useprefix|id)\s*=", re.IGNORECASE)
_INITIALS = re.compile(r"\W*[A-Z](?:[.\s-]*[A-Z]){0,3}\.?\W*\Z")


def bibtex_names(value: str) -> tuple[Author, ...]:
    r"""Gives the people and bodies of an ``author`` or ``editor`` field, each once, in order.

    A name wholly in braces is a body and stays whole; "and others" vanishes. Lists written without "and"
    are parted too: by semicolons, or "Smith, J., Jones, K." where every second piece is initials.

    Args:
        value: The field's raw value, LaTeX unresolved, since its braces carry meaning.
    """
    names = split_names(value)
    if len(names) == 1:
        names = _without_and(names[0])
    found = (_author(name) for name in names)
    return tuple(dict.fromkeys(author for author in found if author is not None))


def split_names(value: str) -> list[str]:
    """Gives the parts of ``value`` between the word "and" outside of braces."""
    parts: list[str] = []
    depth = start = 0
    for found in _AND.finditer(value):
        token = found.group()
        if token in "{}":
            depth = max(0, depth + (1 if token == "{" else -1))
        elif depth == 0:
            parts.append(value[start : found.start()])
            start = found.end()
    parts.append(value[start:])
    return [part.strip() for part in parts if part.strip()]


def _without_and(name: str) -> list[str]:
    if _is_braced(name):
        inside = name.strip()[1:-1]
        inner = split_names(inside)
        # Doubled braces around a whole list of people, as some databases write it.
        return inner if len(inner) > 1 and all("," in part for part in inner) else [name]
    if ";" in name and "{" not in name:
        return [part for part in name.split(";") if part.strip()]
    pieces = [piece.strip() for piece in name.split(",")]
    if len(pieces) >= 4 and len(pieces) % 2 == 0 and all(_INITIALS.match(piece) for piece in pieces[1::2]):
        return [f"{family}, {given}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)]
    return [name]


def _author(name: str) -> Author | None:
    name = name.strip().strip(",").strip()
    if name.lower() in ("others", "{others}", ""):
        return None
    if _is_braced(name) and not _ACCENT_ONLY.match(name):
        text = _text(name)
        return Author(literal=text) if text else None
    parts = _split_commas(name)
    if len(parts) > 1 and _EXTENDED.match(parts[0]):
        return _extended(parts)
    texts = [_text(part) for part in parts]
    if len(parts) == 3 and all(texts):
        return person(texts[0], texts[2], suffix=texts[1])
    if len(parts) == 1:
        return _reading_order(parts[0])
    if len(parts) == 2 and all(texts) and _is_braced(parts[0]):
        return Author(family=texts[0], given=texts[1])
    return parse_name(", ".join(text for text in texts if text))


def _reading_order(name: str) -> Author | None:
    """Reads "First von Last"; braces at the end keep a family name of several words together."""
    found = re.search(r"\s\{", name)
    if found and name.endswith("}"):
        start = name.rindex("{") if name.count("{") == 1 else found.end() - 1
        if closing_brace(name, start) == len(name) - 1 and " " in name[start:] and "\\" not in name[start:]:
            before = _text(name[:start]).split()
            lower = next((i for i, word in enumerate(before) if word[:1].islower()), len(before))
            family = " ".join([*before[lower:], _text(name[start:])])
            return person(family, " ".join(before[:lower]))
    return parse_name(_text(name))


def _extended(parts: list[str]) -> Author | None:
    given: dict[str, str] = {}
    for part in parts:
        key, _, value = part.partition("=")
        given[key.strip().lower()] = _text(value.strip().strip('"'))
    if not given.get("family"):
        return parse_name(given.get("given", ""))
    author = person(given["family"], given.get("given", given.get("given-i", "")), suffix=given.get("suffix", ""))
    if prefix := given.get("prefix"):
        return Author(family=author.family, given=author.given, particle=prefix, suffix=author.suffix)
    return author


def _is_braced(text: str) -> bool:
    text = text.strip()
    return text.startswith("{") and closing_brace(text, 0) == len(text) - 1


def _split_commas(name: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, char in enumerate(name):
        if char in "{}":
            depth += 1 if char == "{" else -1
        elif char == "," and depth <= 0:
            parts.append(name[start:place].strip())
            start = place + 1
    parts.append(name[start:].strip())
    return parts


def _text(value: str) -> str:
    return one_line(plain(latex_to_text(value)))
