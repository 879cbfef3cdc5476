"""People and bodies from one string, in whatever order a database or a reference manager writes them."""

from __future__ import annotations

import re
from dataclasses import replace

from conspectus.domain.paper import Author
from conspectus.foundation.text.normalise import one_line
from conspectus.readers.name_patterns import (
    ADDRESS,
    BODY,
    DEGREE,
    FAMILY_TOO,
    GIVEN_NAMES,
    HAN,
    MARKS,
    NO_GIVEN_NAME,
    ORCID_BESIDE,
    SUFFIX,
    TITLE,
)

_PARTICLES_LISTED = """
    van von der den de del della di da das do dos du des la le les lo los las ter ten te zu zur zum 't af av
    al el ibn bin ben bint abu ould vander zur vom dela dal dalla degli e y op het in
"""
_PARTICLES = frozenset(_PARTICLES_LISTED.split())
# Words that join a particle only after another one ("van 't", "op de", "de la y") and never open it.
_ONLY_INSIDE = frozenset({"e", "y", "het", "in", "op"})
_DUTCH = frozenset({"van", "vander", "ter", "ten", "te"})
_NO_AUTHOR = re.compile(
    r"\W*(?:anonymous|anon|no authors?(?: listed)?|n\.?[\s/]?a\.?|unknown|\(?author unknown\)?)\W*\Z", re.IGNORECASE
)
_AND_OTHERS = re.compile(r"(?:^|[\s,;]+)(?:et\.?\s+al\b\.?|and\s+others|others)\W*\Z", re.IGNORECASE)
_INITIALS = re.compile(r"[^\W\d_](?:-?[^\W\d_]){0,3}\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]\.(?:-(?=[^\W\d_]))?)+(?:[^\W\d_])?\Z")
_ONLY_INITIALS = re.compile(r"(?:[^\W\d_][\s.-]*)+\Z")
_ORCID = re.compile(r"(?<!\d)(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dXx])(?!\d)")
_JOINING_WORD = re.compile(r"\s(?:of|for|the|and|on|on behalf|at|against|with|to|f[uü]r)\s|\s[&+]\s|^The\s")


def parse_name(text: str) -> Author | None:
    """Gives the author that ``text`` names, or None if it names none (empty, "et al.", "[Anonymous]").

    Understands, with upper and lower case kept as they are:

    - ``Family, Given`` / ``Family, Given, Suffix`` / ``Family, Suffix, Given``: "Smith, John A., Jr."
    - ``Given Family``: "John A. Smith Jr", "Ludwig van der Berg"
    - ``Family Initials``: "Smith JA", "van der Berg J-P 3rd" (initials are spelled "J. A.", "J.-P.")
    - bodies: a text wholly in braces ("{World Health Organization}"), or one that has a word such as
      "Consortium" or "Ministry of"; the whole text becomes ``literal``.

    Degrees ("MD, PhD"), titles ("Prof."), addresses for mail and marks of affiliations behind a name ("Smith J1,2*")
    are left out; an ORCID beside the name becomes the author's. Names in Chinese, Japanese or Korean characters
    keep their order: without a comma they are one family name.

    Lower-case particles at the head of a family name (van, von, de, della, dos …) go to ``particle``; Dutch
    ones at the end of a given name too. A trailing "et al." is dropped. LaTeX must be resolved before.

    Args:
        text: One name, not a list of names.
    """
    text = one_line(text).strip(" ,;")
    text = _AND_OTHERS.sub("", text).strip(" ,;")
    if not re.search(r"\w", text) or _NO_AUTHOR.match(text):
        return None
    if _is_braced(text):
        return Author(literal=_without_braces(text))
    if (found := ORCID_BESIDE.search(text)) is not None and (author := parse_name(_without(found, text))):
        return replace(author, orcid=normal_orcid(found.group()))
    bare = _without_marks(text)
    return _named(bare) or _named(text)


def _named(text: str) -> Author | None:
    parts = [_without_braces(part) for part in _split_commas(text)]
    parts = [part for part in parts if part]
    parts = [part for place, part in enumerate(parts) if not place or not _is_degree_behind(part, parts[:place])]
    if not parts:
        return None
    whole = ", ".join(parts)
    if len(parts) == 1:
        return _one_part(whole)
    if _is_body(whole, parts):
        return Author(literal=whole)
    return _comma_name(parts)


def is_suffix(text: str) -> bool:
    """Tells whether ``text`` is a suffix of a name: "Jr.", "III"."""
    return bool(SUFFIX.match(text))


def is_degree(text: str) -> bool:
    """Tells whether ``text`` is an academic degree: "PhD", "M.D."."""
    return bool(DEGREE.match(text))


def is_body(text: str) -> bool:
    """Tells whether ``text`` without a comma, or whole, names a body: "Ministry of Health, Labour and Welfare"."""
    return _is_body(text, _split_commas(text))


def has_body_word(text: str) -> bool:
    """Tells whether ``text`` has a word that bodies have in their names: "Consortium", "Department"."""
    return bool(BODY.search(text))


def _without(found: re.Match[str], text: str) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}".strip(" ,;()[]<>")


def _without_marks(text: str) -> str:
    """Takes off titles, addresses and marks of affiliations, as long as a name is left."""
    bare = ADDRESS.sub(" ", text) if "@" in text else text
    bare = TITLE.sub("", bare) if TITLE.match(bare) else bare
    while (found := MARKS.search(bare)) is not None and not BODY.search(bare):
        left = bare[: found.start()].rstrip(" ,;")
        if found.group()[:1].isspace() and " " not in left:
            break  # "Author 1" has its number as a name
        bare = left
    bare = one_line(bare).strip(" ,;")
    return bare if re.search(r"[^\W\d_]", bare) else text


def person(family: str, given: str = "", *, suffix: str = "") -> Author:
    """Gives the person of a family and a given name, particles split off; nothing else is interpreted.

    Args:
        family: The family name, with its particle ("van der Berg") or without.
        given: The given names or initials, as they are to be shown.
        suffix: "Jr", "3rd", …
    """
    family, given = one_line(family), one_line(given)
    particle, family = split_particle(family)
    words = given.split()
    tail: list[str] = []
    while len(words) > 1 and words[-1] in _PARTICLES:
        tail.insert(0, words.pop())
    if tail and not particle and tail[0] in _DUTCH:
        particle, given = " ".join(tail), " ".join(words)
    return Author(family=family, given=given, particle=particle, suffix=one_line(suffix))


def split_particle(family: str) -> tuple[str, str]:
    """Gives (particle, rest) of a family name: ("van der", "Berg"); the particle is "" if there is none."""
    words = family.split()
    count = 0
    while count < len(words) - 1 and words[count] in _PARTICLES and not (count == 0 and words[0] in _ONLY_INSIDE):
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def spell_initials(initials: str, *, longest: int = 4) -> str:
    """Gives initials with full stops and spaces: "JA", "J A" and "J.A." are "J. A.", "J-P" is "J.-P.".

    Text that is anything but initials stays as it is.

    Args:
        initials: A given name, perhaps only initials.
        longest: The most capitals in a row that count as initials and not as a name.
    """
    bare = " ".join(initials.split())
    letters = re.findall(r"[^\W\d_]", bare)
    runs = re.findall(r"[^\W\d_]+", bare)
    if not letters or not _ONLY_INITIALS.match(bare) or not all(char.isupper() for char in letters):
        return bare
    if max(len(run) for run in runs) > longest:
        return bare
    return re.sub(r"[.\s]*-[.\s]*", ".-", re.sub(r"(?<=[^\W\d_])[.\s]*(?=[^\W\d_])", ". ", bare)).rstrip(". ") + "."


def normal_orcid(text: str) -> str:
    """Gives the ORCID in ``text`` (bare, with or without hyphens, or a URL) as four groups of four, or ""."""
    found = _ORCID.search(text.strip())
    return "-".join(found.groups()).upper() if found else ""


def _one_part(text: str) -> Author:
    words = text.split()
    sure = False  # "MD" may be initials, but not beside "PhD"
    while len(words) > 2 and DEGREE.match(words[-1]) and (sure := sure or not words[-1].isupper()):
        words.pop()
    if len(words) == 1:
        return Author(literal=text) if text.isupper() and 2 < len(text) <= 8 else Author(family=text)
    if all(HAN.search(word) for word in words):
        return Author(family=text)
    suffix = ""
    if SUFFIX.match(words[-1]) and (len(words) > 2 or not _INITIALS.match(words[-1])):
        suffix = words.pop()
    initials = _trailing_initials(words)
    if initials and not (len(words) - initials > 1 and BODY.search(text)):
        given = " ".join(words[-initials:])
        return person(" ".join(words[:-initials]), spell_initials(given), suffix=suffix)
    if _is_body(text, [text]):
        return Author(literal=text)
    return replace(_reading_order(words), suffix=suffix)


def _is_degree_behind(text: str, before: list[str]) -> bool:
    """Tells whether a part behind commas is a degree: "M.D." behind a family name alone are initials."""
    if not DEGREE.match(text):
        return False
    if any(char.islower() for char in text) or len(before) > 1:
        return True
    words = before[0].split()
    return len(words) > 1 and (
        words[0] in GIVEN_NAMES or any(_DOTTED.match(w) or _INITIALS.match(w) for w in words[1:])
    )


def _trailing_initials(words: list[str]) -> int:
    """Counts the words at the end that are initials after a family name ("Smith JA", "Smith J. A."), 0 if none."""
    count = 0
    while count < len(words) - 1 and _DOTTED.match(words[-1 - count]):
        count += 1
    if count:
        return 0 if _DOTTED.match(words[0]) or _INITIALS.match(words[0]) else count
    last, first = words[-1], words[0]
    singles = 0
    while singles < len(words) - 1 and len(words[-1 - singles]) == 1 and words[-1 - singles].isupper():
        singles += 1
    if singles > 1:
        return 0 if len(first) == 1 else singles
    if not (_INITIALS.match(last) and last.replace("-", "").isupper()) or _DOTTED.match(first):
        return 0
    if any(char.islower() for char in "".join(words[:-1])):
        return 0 if len(first) == 1 and first.isupper() else 1
    return 1 if (len(first) > 2 or first.lower() in _PARTICLES) and len(last) <= 2 else 0


def _reading_order(words: list[str]) -> Author:
    for index, word in enumerate(words[:-1]):
        if word in _PARTICLES and word not in _ONLY_INSIDE:
            particle, family = split_particle(" ".join(words[index:]))
            return Author(family=family, given=spell_initials(" ".join(words[:index]), longest=2), particle=particle)
    return Author(family=words[-1], given=spell_initials(" ".join(words[:-1]), longest=2)) if words else Author()


def _comma_name(parts: list[str]) -> Author:
    suffixes = [part for part in parts[1:] if SUFFIX.match(part)]
    rest = [parts[0], *(part for part in parts[1:] if not SUFFIX.match(part))]
    suffix = " ".join(suffixes)
    if len(rest) == 1:
        return replace(_one_part(rest[0]), suffix=suffix)
    given = " ".join(rest[1:])
    words = given.split()
    if not suffix and len(words) > 1 and SUFFIX.match(words[-1]) and not _INITIALS.match(words[-1]):
        suffix, given = words[-1], " ".join(words[:-1])
    longest = 2 if rest[0].isupper() else 3
    return person(rest[0], spell_initials(given, longest=longest), suffix=suffix)


def _is_body(text: str, parts: list[str]) -> bool:
    words = text.split()
    if len(parts) == 1 and len(words) <= 3 and words[-1].lower() in FAMILY_TOO and not _JOINING_WORD.search(text):
        return not all(_is_given(word) for word in words[:-1])
    if len(parts) > 1:
        lead = parts[0]
        return bool(BODY.search(text)) and (len(lead.split()) > 2 or bool(_JOINING_WORD.search(lead)))
    return bool(BODY.search(text) or _JOINING_WORD.search(text) or re.search(r"\d", text)) or len(text.split()) > 7


def _is_given(word: str) -> bool:
    """Tells whether a word before a word of bodies may be a given name: an initial, or a capitalised name."""
    if _DOTTED.match(word) or (len(word) == 1 and word.isupper()):
        return True
    return word[0].isupper() and word[1:].islower() and word.isalpha() and not NO_GIVEN_NAME.match(word)


def _is_braced(text: str) -> bool:
    if not (text.startswith("{") and text.endswith("}")):
        return False
    depth = 0
    for index, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0 and index < len(text) - 1:
            return False
    return True


def _without_braces(text: str) -> str:
    return one_line(text.replace("{", "").replace("}", ""))


def _split_commas(text: str) -> list[str]:
    parts, depth = [""], 0
    for char in text:
        depth = max(0, depth + (char == "{") - (char == "}"))
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts
