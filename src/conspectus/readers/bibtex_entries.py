"""The syntax of BibTeX: from text to entries with raw field values, each with its number and line.

The file is cut into entries first, so that a broken one does not take its neighbours along: an entry that
does not close before the next one opens is reported, and reading goes on with the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.empty_runs import MANY, RunPattern, empty_records
from conspectus.readers.latex_text import closing_brace

_OPENING = re.compile(r"(?:^|(?<=[\s}),]))@[ \t]*(?P<type>[A-Za-z][\w:+-]*)\s*(?P<bracket>[{(])", re.MULTILINE)
_LINE_OPENING = re.compile(r"^[ \t]*@[ \t]*[A-Za-z][\w:+-]*[ \t]*[{(][ \t]*[^\s,{}()=]+[ \t]*,", re.MULTILINE)
_BRACKETS = re.compile(r"\\.|[{}()\"]", re.DOTALL)
_KEY = re.compile(r"\s*(?P<key>[^,={}\"]*?)\s*(?:,|\Z)", re.DOTALL)
_FIELD = re.compile(r"[\s,;]*(?P<name>[^\s=,{}\"#%]+(?: [^\s=,{}\"#%]+){0,2})\s*=\s*")
# A parenthesis that closes an entry ends its line; others stand in quoted values.
_AFTER_PARENTHESIS = re.compile(r"[ \t]*(?:\n|@|\Z)")
_BARE = re.compile(r"[^\s,#{}\"=]+")
_AFTER_QUOTE = re.compile(r'\s*(?:[,#]|\Z|\n?\s*[A-Za-z][\w:+-]*\s*=\s*[{"\w])')
_NOTHING_LEFT = re.compile(r"[\s,;]*\Z")
# How far behind the next opening line an entry is followed that might contain that line in a value.
_FURTHEST = 5_000
_DEEPEST = 100
_BRACES = re.compile(r"[{}]")
_NO_PAPERS = frozenset({"comment", "string", "preamble"})
# Entries without a field, one after the other; those that are no papers have their own rules.
_EMPTY_RUN = RunPattern(
    r"@[ \t]*+(?!(?:comment|string|preamble|xdata|set)[^\w:+-])[A-Za-z][\w:+-]*+\s*+"
    r"\{\s*+[^\s,={}()\"#%@\\]*+[\s,]*+\}\s*+",
    re.IGNORECASE,
)
_MONTHS = {
    name[:3].lower(): name
    for name in (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    )
}  # fmt: skip


@dataclass(slots=True)
class BibEntry:
    """An entry: lower-cased type, key as written, and raw (name as written, value) pairs in order."""

    number: int
    line: int
    type: str
    key: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Gives the first value of a field, its name compared without case; "" if there is none."""
        return next((value for given, value in self.fields if given.lower() == name), "")


def bib_entries(text: str) -> Iterator[BibEntry | BrokenRecord]:
    """Yields the entries of BibTeX text in order, macros expanded; comments, preambles and macros are not entries.

    Very many entries without a field, one after the other, are told as one broken record.
    """
    text = re.sub(r"\r\n?", "\n", text)
    macros = dict(_MONTHS)
    number = place = counted = searched = 0
    line = 1
    while found := _OPENING.search(text, place):
        kind = found.group("type").lower()
        start, inside = text.index("@", found.start()), found.end()
        if kind == "comment" and found.group("bracket") == "(":
            place = inside
            continue
        if text[text.rfind("\n", 0, start) + 1 : start].lstrip().startswith("%"):
            place = inside
            continue
        line += text.count("\n", counted, start)
        counted = start
        if start >= searched and (run := _EMPTY_RUN.match(text, start)):
            searched = run.end
            if (count := text.count("@", start, searched)) >= MANY:
                yield empty_records(count, record=number + 1, line=line)
                number += count
                place = searched
                continue
        number += kind not in _NO_PAPERS
        end, fault = _end_of_entry(text, found)
        place = end + 1 if not fault else end
        if kind in ("comment", "preamble"):
            continue
        try:
            if fault:
                raise _Malformed(fault)
            if kind == "string":
                macros.update((name.lower(), value) for name, value in _fields(text[inside:end], macros))
                continue
            if _is_too_deep(text, inside, end):
                raise _Malformed(f"nests its braces more than {_DEEPEST} deep")
            yield _entry(BibEntry(number, line, kind), text[inside:end], macros)
        except _Malformed as problem:
            if kind == "string":
                continue
            key = _KEY.match(text[inside : inside + 200].split("\n")[0])
            called = f" {key.group('key')!r}" if key and key.group("key") else ""
            yield BrokenRecord(
                f"The entry{called} {problem}.",
                record=number,
                line=line,
                hint="Mend the entry in a text editor, or export it again.",
            )


class _Malformed(ValueError):
    pass


def _end_of_entry(text: str, opening: re.Match[str]) -> tuple[int, str]:
    """Gives (offset of the closing bracket, "") or (offset where to read on, what is wrong)."""
    parenthesis = opening.group("bracket") == "("
    after = opening.end()
    following = _LINE_OPENING.search(text, after)
    limit = following.start() if following else len(text)
    furthest = limit + _FURTHEST
    end = _close(text, (after, furthest), parenthesis, escapes=False)
    if 0 <= end < limit:
        return end, ""
    tolerant = _close(text, (after, limit), parenthesis, escapes=True)
    if 0 <= tolerant < limit:
        return tolerant, ""
    if end >= 0 and opening.group("type").lower() == "comment":
        return end, ""
    # Another entry opens before this one closes. It is part of a value only if it stands deeper than a field.
    if end >= 0 and following and not _at_field_level(text, after, limit) and _closes_well(text, end):
        return end, ""
    if opening.group("type").lower() in ("comment", "preamble") and end < 0:
        return limit, ""
    return limit, "does not close its braces"


def _close(text: str, span: tuple[int, int], parenthesis: bool, *, escapes: bool) -> int:
    """Gives the offset of the bracket that closes an entry or value opened before the span, or -1.

    Args:
        text: The text.
        span: Where to look.
        parenthesis: Whether a parenthesis closes, else a brace does.
        escapes: Whether braces behind a backslash are characters and close nothing.
    """
    depth = 0
    for found in _BRACKETS.finditer(text, *span):
        char = found.group()
        if len(char) == 2:
            if escapes or char[1] not in "{}":
                continue
            char = char[1]
        if char == "{":
            depth += 1
        elif char == "}":
            if depth == 0:
                return found.start() if not parenthesis else -1
            depth -= 1
        elif char == ")" and parenthesis and depth == 0 and _AFTER_PARENTHESIS.match(text, found.end()):
            return found.start()
    return -1


def _is_too_deep(text: str, start: int, end: int) -> bool:
    if text.count("{", start, end) <= _DEEPEST:
        return False
    depth = 0
    for found in _BRACES.finditer(text, start, end):
        depth = depth + 1 if found.group() == "{" else max(0, depth - 1)
        if depth > _DEEPEST:
            return True
    return False


def _at_field_level(text: str, start: int, end: int) -> bool:
    part = text[start:end]
    return part.count("{") - part.count("}") <= 0


def _closes_well(text: str, end: int) -> bool:
    return re.match(r"\s*(?:@|%|\Z)", text[end + 1 : end + 200]) is not None


def _entry(entry: BibEntry, body: str, macros: dict[str, str]) -> BibEntry:
    key = _KEY.match(body)
    if key is not None:
        entry.key = " ".join(key.group("key").split())
        body = body[key.end() :]
    entry.fields = list(_fields(body, macros))
    return entry


def _fields(body: str, macros: dict[str, str]) -> Iterator[tuple[str, str]]:
    place = 0
    while not _NOTHING_LEFT.match(body, place):
        found = _FIELD.match(body, place)
        if found is None:
            # Something that is no field: read on at the next line that opens one.
            following = re.compile(r"\n\s*(?=[A-Za-z][\w:+-]*\s*=\s*[{\"\w])").search(body, place)
            lost = body[place : following.start() if following else len(body)]
            yield "unreadable", " ".join(lost.strip(" ,;\n").split())
            if following is None:
                return
            place = following.end()
            continue
        value, place = _value(body, found.end(), macros)
        yield found.group("name"), value


def _value(body: str, place: int, macros: dict[str, str]) -> tuple[str, int]:
    parts: list[str] = []
    while True:
        part, place = _part(body, place, macros)
        parts.append(part)
        joined = re.compile(r"\s*#\s*").match(body, place)
        if joined is None:
            return "".join(parts), place
        place = joined.end()


def _part(body: str, place: int, macros: dict[str, str]) -> tuple[str, int]:
    char = body[place : place + 1]
    if char == "{":
        end = closing_brace(body, place)
        if end < 0:
            end = _close(body, (place + 1, len(body)), False, escapes=True)
        if end < 0:
            raise _Malformed("has a value that does not close")
        return body[place + 1 : end], end + 1
    if char == '"':
        end = _closing_quote(body, place + 1)
        if end < 0:
            raise _Malformed("has a quoted value that does not close")
        return body[place + 1 : end], end + 1
    bare = _BARE.match(body, place)
    if bare is None:
        return "", place
    return macros.get(bare.group().lower(), bare.group()), bare.end()


def _closing_quote(body: str, place: int) -> int:
    depth = 0
    for found in re.compile(r'[{}"]').finditer(body, place):
        char = found.group()
        if char == '"' and depth <= 0 and _AFTER_QUOTE.match(body, found.end()):
            return found.start()
        depth += (char == "{") - (char == "}")
    return -1
