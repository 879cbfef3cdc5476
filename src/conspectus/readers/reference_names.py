"""The names at the head of a printed reference, in the order and with the marks of the common styles."""

from __future__ import annotations

import re
from dataclasses import dataclass

from conspectus.readers.author_lists import parse_names
from conspectus.readers.names import has_body_word, parse_name, person, spell_initials

_U = "A-ZÀ-ÖØ-ÞŁŚŽŠĐČĆŘĞİŐŞ"
_WORD = rf"[{_U}][\w’'‐´`ˇ¨˜]*(?:[-‐–][\w’'´`ˇ¨˜]+)*"
_PARTICLE = (
    r"(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]o|[Dd]as|[Dd]u|[Ll]a|[Ll]e|[Tt]er|[Tt]en|[Tt]e|"
    r"[Zz]u|[Zz]ur|[Zz]um|’t|'t|[Aa]f|[Aa]l|[Ee]l|[Ii]bn|[Bb]in|ben|[Dd]’|[Dd]')"
)
_FAMILY = rf"(?:{_PARTICLE}[\s-]?){{0,3}}{_WORD}(?:\s(?:{_PARTICLE}\s){{0,2}}{_WORD}){{0,2}}"
_DOTTED = rf"(?:[{_U}][a-z]?\.(?:\s?[-‐–]\s?|\s)?){{1,5}}"
_BARE = rf"[{_U}](?:[-‐]?[{_U}]){{0,3}}"
_SUFFIX = r"(?:,?\s(?:Jr|Sr|II|III|IV|2nd|3rd)\b\.?)?"
_GIVEN = rf"(?:[{_U}]\.(?:[-‐\s]?[{_U}]\.){{0,3}}|{_WORD})"
_BEHIND = r"(?=\s*(?:[,.;:(&…“\"]|and\b|und\b|et\b|\Z|\d{4}))"

_NAMES = {
    "family, I.": re.compile(rf"{_FAMILY},\s?{_DOTTED}(?:(?:van|von|de|der|den|la|del)\b\s?){{0,3}}{_SUFFIX}"),
    "family I.": re.compile(rf"{_FAMILY}\s{_DOTTED}{_SUFFIX}(?=\s*(?:[,;:(“\"]|and\b|&|\Z))"),
    "family I": re.compile(rf"{_FAMILY}\s{_BARE}(?![\w’'-]){_SUFFIX}{_BEHIND}"),
    "I. family": re.compile(rf"{_DOTTED}\s?(?:{_PARTICLE}\s){{0,3}}{_WORD}(?:[\s-]{_WORD}){{0,2}}{_SUFFIX}{_BEHIND}"),
    "given family": re.compile(
        rf"{_GIVEN}(?:\s(?:{_PARTICLE}\s){{0,3}}{_GIVEN}){{1,4}}(?:\s(?:{_PARTICLE}\s){{0,3}}{_WORD})?{_SUFFIX}{_BEHIND}"
    ),
    "family, given": re.compile(rf"{_FAMILY},\s{_GIVEN}(?:\s{_GIVEN}){{0,3}}{_SUFFIX}{_BEHIND}"),
}
_INITIALS_FIRST = re.compile(_DOTTED)
_WITH_INITIALS = frozenset({"family, I.", "family I.", "family I", "I. family"})
_BETWEEN = re.compile(r"\s*(?:,\s*(?:&|and\b|und\b)?|;\s*(?:&|and\b)?|(?:&|\band\b|\bund\b|\bet\b(?!\s+al)|\by\b))\s*")
_OTHERS = re.compile(
    r"\s*[,;]?\s*(?:(?:and|&)\s+)?(?:et\.?\s+al\b\.?|others\b\.?|…|\.\s?\.\s?\.)(?:\s*(?:&|,|and\b)\s*)?", re.I
)
_EDITORS = re.compile(r"\s*,?\s*\(?\b(?:[Ee]ds?|[Ee]ditors?|[Hh]rsg)\b\.?\)?")
YEAR = r"(?:1[5-9]\d\d|20\d\d)[a-z]?"
_YEAR_NEXT = re.compile(
    rf"\s*[.,:]?\s*[(\[]?(?:{YEAR}(?!\s*;|,?\s*\d|[,:]\s*\d|-)|n\.\s?d\.|[Ii]n [Pp]ress|[Tt]o appear|[Ff]orthcoming)"
)
_ENDS_HERE = re.compile(r"\s*[.:]\s|\s*[,.]?\s*[“\"‘]|\s*:|\s*,\s")
_LOWER_WORD = re.compile(r"(?<![\w’'-])[a-zß-öø-ÿ]{3,}(?![\w-])")
_NO_NAME = re.compile(
    r"(?:In|The|An?(?!\.)|On|At|By|For|From|With|To|Of|Is|Are|How|What|Why|Can|Do|Does|Towards?|Using|Proceedings|Proc|"
    r"Trans|Transactions|Advances|Journal|Conference|International|Annual|Workshop|Lecture|Association|University|ACM|"
    r"IEEE|AAAI|PMLR|Available|Accessed|Retrieved|Volume|Pages?|Technical|Online|Epub|Ph\.?D)\b|"
    r"(?:Press|Springer|Elsevier|Wiley|Computer|Nature|Science|Part|January|February|March|April|May|June|July|August|"
    r"September|October|November|December)\b(?!,?\s[A-Z]{1,3}[.,\s])"
)
_SMALL_OF_NAMES = frozenset("and van von der den del della dos und zur zum eds editor editors others for the".split())
_BODY_ALONE = re.compile(r"[A-Z][\w&,’' -]{5,90}(?:\s\([A-Z]{2,8}\))?[.:](?=\s[A-Z])")
_LETTERS = re.compile(r"([A-Z]{2,8})(?=[:.]\s[A-Z])")
_HEAD_YEAR = re.compile(rf"\(({YEAR})[^)]{{0,20}}\)|(?<=[.,])\s({YEAR})(?:\.|[,:](?!\s*\d))|\s({YEAR})\.\s")


@dataclass(frozen=True, slots=True)
class NameHead:
    """The names at the head of an entry, as "Family, Given", and where they end."""

    authors: tuple[str, ...]
    end: int
    style: str


def name_head(text: str) -> NameHead:
    """Gives the names that an entry opens with, none if it opens with something else.

    Every style is tried; the one that reads the most text as names and ends where names may end is taken.
    """
    best, best_score = NameHead((), 0, ""), 0.0
    if _NO_NAME.match(text):
        return _body_head(text)
    for style in _NAMES:
        found, closing = _read(text, style)
        if not found:
            continue
        end = found[-1][1]
        score = end + closing
        if closing and score > best_score:
            best_score = score
            authors = tuple(shown for start, stop in found if (shown := _shown(text[start:stop], style)))
            best = NameHead(authors, _past_names(text, end), style)
    return best if best.authors else _body_head(text)


def begins_with_names(text: str, *, certain: bool) -> bool:
    """Tells whether text opens with the names of an entry.

    Args:
        text: From the line on that may open an entry.
        certain: Whether nothing else speaks for it, so that more than one plain name is asked for.
    """
    head = name_head(text)
    if _NO_NAME.match(text):
        return False
    if not head.authors:
        return not certain and bool((body := _BODY_ALONE.match(text)) and has_body_word(body.group()))
    if _YEAR_NEXT.match(text, head.end):
        return True
    if head.style == "body":
        return False
    # Words of a title may look like a name or two; initials and lists of three do not.
    if head.style in _WITH_INITIALS:
        return len(head.authors) > 1 or not certain or bool(_ENDS_HERE.match(text, head.end))
    return len(head.authors) > (2 if certain else 1)


def _read(text: str, style: str) -> tuple[list[tuple[int, int]], float]:
    """Gives the spans of the names and how well they end: 0 for not at all."""
    spans: list[tuple[int, int]] = []
    at = 0
    while len(spans) < 400:
        pattern = _NAMES[style]
        if style == "family, given" and spans:
            pattern = _NAMES["given family"]
        found = pattern.match(text, at)
        if found is None and spans and style == "family, I.":
            found = _NAMES["I. family"].match(text, at)
        if found is None:
            break
        spans.append((found.start(), found.end()))
        between = _BETWEEN.match(text, found.end())
        if between is None or between.end() == found.end():
            break
        at = between.end()
    if not spans:
        return [], 0.0
    if style == "given family" and _takes_title(text, spans):
        spans.pop()
    return spans, _closing(text, spans[-1][1], style)


def _takes_title(text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether the last of names that begin with initials is in truth the title: "A. Moor, B. Hill, Bees Fly."."""
    if len(spans) < 2 or re.search(r"\b(?:and|&)\s*\Z", text[spans[-2][1] : spans[-1][0]]):
        return False
    return all(_INITIALS_FIRST.match(text, start) for start, _ in spans[:-1]) and not _INITIALS_FIRST.match(
        text, spans[-1][0]
    )


def _closing(text: str, end: int, style: str) -> float:
    if _YEAR_NEXT.match(text, end) or _OTHERS.match(text, end) or _EDITORS.match(text, end):
        return 8.0
    if re.match(r"\s*,?\s*[“\"‘]", text[end : end + 4]):
        return 6.0
    if re.match(r"\s*:", text[end : end + 2]):
        return 5.0
    if text[end : end + 1] == "." or (text[end - 1 : end] == "." and style != "I. family"):
        return 3.0
    if style in {"I. family", "family I"} and text[end : end + 1] == ",":
        return 1.0
    # Nature sets nothing between the last initial and the title.
    return 1.0 if style == "family, I." and text[end - 1 : end] in ". " else 0.0


def _past_names(text: str, end: int) -> int:
    for pattern in (_OTHERS, _EDITORS):
        if found := pattern.match(text, end):
            end = found.end()
    return end


def _shown(name: str, style: str = "") -> str:
    """Gives a name as "Family, Given"; a body's as it is."""
    initials = _INITIALS_FIRST.match(name) if style == "I. family" else None
    author = person(name[initials.end() :], spell_initials(initials.group())) if initials else parse_name(name)
    if author is None:
        return ""
    if author.literal:
        return author.literal
    family = f"{author.particle} {author.family}".strip()
    return ", ".join(part for part in (family, author.given, author.suffix) if part)


def _body_head(text: str) -> NameHead:
    """Gives what stands before a year that is set apart as the name of a body, if it looks like one."""
    if initials := _LETTERS.match(text):
        return NameHead((initials.group(1),), initials.end(1), "body")
    found = _HEAD_YEAR.search(text[:260])
    if found is None or found.start() < 2:
        return NameHead((), 0, "")
    head = text[: found.start()].strip(" .,:;(")
    small = [word for word in _LOWER_WORD.findall(head) if word not in _SMALL_OF_NAMES]
    if not head[:1].isupper() or len(head.split()) > 14 or len(small) > 1 or re.search(r"\d{3}|[.?!]\s", head):
        return NameHead((), 0, "")
    listed = parse_names(head) if "," in head or " and " in head else []
    if len(listed) > 1 and not any(author.literal for author in listed):
        return NameHead(
            tuple(map(_shown, (author.full for author in listed))), len(text[: found.start()].rstrip(" .,:;(")), "body"
        )
    return NameHead((head,), len(text[: found.start()].rstrip(" .,:;(")), "body")
