"""Whole author lists in one string, and lists that were printed in capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from conspectus.domain.paper import Author
from conspectus.foundation.text.normalise import clean_text
from conspectus.readers.inline_markup import plain
from conspectus.readers.name_patterns import GIVEN_NAMES
from conspectus.readers.names import (
    has_body_word,
    is_body,
    is_degree,
    is_suffix,
    parse_name,
    split_particle,
)

_AFFILIATION_MARK = re.compile(r"<(?:jats:)?sup\b[^<>]*>[^<>]{0,30}</(?:jats:)?sup\s*>", re.IGNORECASE)
_HARD = re.compile(r"\s*(?:;|\n|\||•|，|；|、)\s*")
_AND = re.compile(r"\s*,?\s+(?:and|und|et(?!\.?\s+al\b)|y|&)\s+|\s*&\s*", re.IGNORECASE)
_BIBTEX_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_OTHERS = re.compile(r"\W*(?:et\.?\s+al|and\s+others|others|…|\.\.\.)\W*\Z", re.IGNORECASE)
_OTHERS_BEHIND = re.compile(r"(?:[\s,;&]+|^)(?:and\s+)?(?:et\.?\s+al\b\.?|and\s+others|…|\.{3})\W*\Z", re.IGNORECASE)
_ONLY_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[\s-]*){1,4}\Z")
_FAMILY_INITIALS = re.compile(r"[^\W\d_].*\s(?:[^\W\d_a-z]\.?[\s-]?){1,4}(?:\s(?:Jr|Sr|2nd|3rd|II|III)\.?)?\Z")
_INNER_INITIAL = re.compile(r"\A(?:[^\W\d_]\.|[^\W\d_]\s)|\s[^\W\d_]\.?\s")
_HELD = re.compile("\ue000(\\d+)\ue001")
_NUMBERS_BEHIND = re.compile(r"(?<=[^\W\d_.])\s?\d{1,2}(?:\s?,\s?\d{1,2})*[*†‡]*(?=\s*(?:,|;|\n|&|and\b|\Z))")
_HAN_NAME = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af·]{2,}\Z")
_LOWER_PARTICLES = frozenset("van von der den de del dela dos da do das du ter ten te zu zur zum af av ibn bin".split())
_MAC = re.compile(r"\bMc([a-z])")


def parse_names(text: str) -> list[Author]:
    """Gives the authors of a whole author string in their order; "et al." and "and others" at its end are dropped.

    Understands names parted by semicolons, line ends, "and" or "&", and by commas where they can be told from
    commas within names: "Smith J, Jones K", "Smith, J., Jones, K.", "John Smith, Jane Doe and Bob Roe", "Smith,
    John and Doe, Jane". A list wholly in capitals gets its case back. Raised marks of affiliations vanish.

    Args:
        text: The string as printed; LaTeX resolved, braces around bodies kept.
    """
    text = plain(_AFFILIATION_MARK.sub(" ", text))
    text = "\n".join(part.strip(" ,") for part in clean_text(text).split("\n"))
    text = _NUMBERS_BEHIND.sub("", text)
    names = (parse_name(name) for name in _split(_OTHERS_BEHIND.sub("", text).strip(" ,;\n&")))
    return list(restored_case([author for author in names if author is not None]))


def is_comma_list(text: str) -> bool:
    """Tells whether commas part whole names of family and initials: "Smith JA, Jones K"; a last "et al." may follow."""
    pieces = [piece.strip() for piece in _OTHERS_BEHIND.sub("", text).split(",") if piece.strip()]
    return len(pieces) > 1 and all(map(_FAMILY_INITIALS.match, pieces))


def restored_case(authors: Sequence[Author]) -> tuple[Author, ...]:
    """Gives the authors with capitals only where names have them, if all their family names are in capitals.

    One name in small letters shows that capitals mean something here ("SMITH J, van der Berg K"), and nothing is
    changed. Names of bodies stay as they are.
    """
    if any(author.family[1:].islower() for author in authors):
        return tuple(authors)
    people = [author for author in authors if author.family]
    # Single letters and names in scripts without case say nothing.
    telling = [author.family for author in people if any(char.islower() or char.isupper() for char in author.family)]
    if not telling or not all(name.isupper() for name in telling) or all(len(name) < 2 for name in telling):
        return tuple(authors)
    return tuple(_restored(author) if author.family else author for author in authors)


def _restored(author: Author) -> Author:
    particle, family = author.particle, author.family
    words = family.split()
    count = 0
    while count < len(words) - 1 and words[count].lower() in _LOWER_PARTICLES:
        count += 1
    if count and not particle:
        particle, family = split_particle(" ".join([*map(str.lower, words[:count]), *words[count:]]))
    given = author.given
    if any(len(run) > 1 for run in re.findall(r"[^\W\d_]+", given)) and given.isupper():
        given = _titled(given)
    suffix = author.suffix
    if suffix.isupper() and suffix.rstrip(".").lower() in ("jr", "sr"):
        suffix = suffix.capitalize()
    return replace(author, family=_titled(family), given=given, particle=particle.lower(), suffix=suffix)


def _titled(name: str) -> str:
    """Gives a name in capitals with small letters behind the first of each part: "O'BRIEN-MCKAY" is "O'Brien-McKay"."""
    small = re.sub(r"[^\W\d_]+", lambda found: found.group()[:1] + found.group()[1:].lower(), name)
    return _MAC.sub(lambda found: "Mc" + found.group(1).upper(), small)


def _split(text: str) -> list[str]:
    if not text:
        return []
    held, text = _without_braces(text)
    parts = [part for part in _HARD.split(text) if part.strip()]
    if len(parts) == 1:
        parts = _soft(parts[0])
    names = [_HELD.sub(lambda found: held[int(found.group(1))], part) for part in parts]
    return [name for name in names if not _OTHERS.match(name)]


def _without_braces(text: str) -> tuple[list[str], str]:
    """Puts what is in braces out of the way of splitting."""
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(found.group())
        return f"\ue000{len(held) - 1}\ue001"

    text = text.replace("\ue000", "").replace("\ue001", "")
    return held, re.sub(r"\{(?:[^{}]|\{[^{}]*\})*\}", hold, text)


def _soft(text: str) -> list[str]:
    """Splits at "and" and at commas."""
    by_and = [part for part in _BIBTEX_AND.split(text) if part.strip(" ,")]
    if len(by_and) > 1 and all(
        (part.count(",") == 1 and not _is_list(part)) or _HELD.fullmatch(part) for part in by_and
    ):
        return by_and  # BibTeX: "Smith, John and Doe, Jane"
    if has_body_word(text) and is_body(text) and not _has_people(text):
        return [text]
    groups = [part.strip(" ,") for part in _AND.split(text) if part.strip(" ,")]
    if len(groups) > 2 and all(part.count(",") <= 1 and not _is_list(part) for part in groups):
        return groups
    pieces = _merged([piece.strip() for group in groups for piece in group.split(",") if piece.strip()])
    if len(pieces) == 1:
        return pieces
    if (
        len(pieces) % 2 == 0
        and all(map(_ONLY_INITIALS.match, pieces[1::2]))
        and not any(map(_ONLY_INITIALS.match, pieces[::2]))
    ):
        return _pairs(pieces)
    if len(groups) == 1 and len(pieces) == 2:
        return pieces if _is_list(", ".join(pieces)) or all(map(_HAN_NAME.match, pieces)) else [", ".join(pieces)]
    if all(" " in piece for piece in pieces) or len(groups) > 1:
        return _with_initials(pieces)
    if len(pieces) % 2 == 0 and not any(" " in piece for piece in pieces[::2]):
        return _pairs(pieces)  # "Smith, John, Doe, Jane Ann"
    return _with_initials(pieces)


def _with_initials(pieces: list[str]) -> list[str]:
    """Joins initials that stand alone with the name before them: "Smith, J. and Doe" has two names."""
    names: list[str] = []
    for piece in pieces:
        if names and _ONLY_INITIALS.match(piece) and "," not in names[-1]:
            names[-1] += f", {piece}"
        else:
            names.append(piece)
    return names


def _merged(pieces: list[str]) -> list[str]:
    """Joins suffixes with the piece before them, and leaves out degrees."""
    names: list[str] = []
    for piece in pieces:
        if names and is_suffix(piece):
            names[-1] += f" {piece}"
        elif not names or not (is_degree(piece) and " " in names[-1]):
            names.append(piece)
    return names


def _pairs(pieces: list[str]) -> list[str]:
    return [f"{family}, {given}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)]


def _is_list(text: str) -> bool:
    """Tells whether "A B, C D" is two names and not a family and a given name."""
    pieces = [piece.strip() for piece in text.split(",")]
    if len(pieces) < 2 or not all(" " in piece for piece in pieces):
        return False
    if all(map(_FAMILY_INITIALS.match, pieces)):
        return True
    return bool(_INNER_INITIAL.search(pieces[0])) or pieces[0].split()[0] in GIVEN_NAMES


def _has_people(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]+\s[^\W\d_a-z]{1,3}(?:,|\Z|\s+and\b)|[^\W\d_]+,\s[^\W\d_]\.", text))
