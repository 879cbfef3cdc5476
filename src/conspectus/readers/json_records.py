"""Records from JSON files, one at a time: lines of JSON, arrays, single objects, objects of records.

Files are read as far as they are whole: a record that is broken is reported, and reading goes on where the
next record of the same form begins. Depth is bounded by the parser, which reports what it cannot take.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conspectus.foundation.errors import BrokenRecord
from conspectus.readers.decoding import decode

_SPACE = re.compile(r"[\s,]*")
_MEMBER = re.compile(r'\s*"(?P<key>(?:[^"\\\n]|\\.){0,500})"\s*:\s*')
_FIRST_KEY = re.compile(r'\s*\[?\s*\{\s*"(?P<key>[^"\\\n]{1,200})"\s*:')
_MOST_BROKEN = 1000
_HINT = "Export or fetch the file again; it may be cut off at that line."


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonRecord:
    """One value of a file: its key where it has one, its 1-based position and the line where it starts."""

    value: Any
    key: str = ""
    record: int
    line: int


def json_text(data: bytes) -> str:
    """Gives the file as text without byte order mark and without white space around it."""
    return decode(data).text.strip().lstrip("\ufeff")


def json_values(text: str) -> Iterator[JsonRecord | BrokenRecord]:
    """Yields the values of lines of JSON, of one array, or of objects set one after the other.

    Args:
        text: The whole file as text.
    """
    # Behind a broken record reading goes on at a line that begins an object, in an array at an element that
    # begins with the first key of the first one: an object inside the broken record is none of its own.
    lead = _FIRST_KEY.match(text)
    start = r"\n(?=[{\[])"
    if lead and text.startswith("["):
        start = rf',\s{{0,200}}(?=\{{\s{{0,200}}"{re.escape(lead.group("key"))}"\s*:)'
    walk = _Walk(text, re.compile(start))
    if text.startswith("["):
        walk.position = 1
    while walk.more():
        if text.startswith("]", walk.position) and not text[walk.position + 1 :].strip():
            return
        yield walk.value()


def json_members(text: str, key: str) -> Iterator[JsonRecord | BrokenRecord]:
    """Yields the members of one object whose members are the records, each with its key.

    Args:
        text: The whole file as text.
        key: A regular expression for the keys of records, by which the next one is found behind a broken one.
    """
    walk = _Walk(text, re.compile(rf'(?="(?:{key})"\s*:\s*\{{)'))
    if text.startswith("{"):
        walk.position = 1
    while walk.more():
        if text.startswith("}", walk.position) and not text[walk.position + 1 :].strip():
            return
        found = _MEMBER.match(text, walk.position)
        if found:
            yield walk.value(found.group("key"), behind=found.end())
        else:
            yield walk.broken("a key was expected")


class _Walk:
    """Goes through the values of a text in order, with their lines, and past what is broken."""

    def __init__(self, text: str, start: re.Pattern[str]) -> None:
        self.text = text
        self.position = 0
        self._start = start
        self._decoder = json.JSONDecoder()
        self._record = 0
        self._broken = 0
        self._line, self._counted = 1, 0

    def more(self) -> bool:
        found = _SPACE.match(self.text, self.position)
        self.position = found.end() if found else self.position
        return self.position < len(self.text)

    def value(self, key: str = "", *, behind: int | None = None) -> JsonRecord | BrokenRecord:
        line = self._line_here()
        begin = self.position if behind is None else behind
        try:
            value, self.position = self._decoder.raw_decode(self.text, begin)
        except RecursionError:
            return self.broken("the record is nested too deep")
        except json.JSONDecodeError as error:
            at = line + self.text.count("\n", begin, error.pos)
            return self.broken(f"line {at}: {error.msg}")
        except ValueError as error:  # a number of thousands of digits
            return self.broken(str(error).split(";")[0])
        self._record += 1
        self._broken = 0
        return JsonRecord(value=value, key=key, record=self._record, line=line)

    def broken(self, reason: str) -> BrokenRecord:
        line = self._line_here()
        self._record += 1
        self._broken += 1
        if self._broken > _MOST_BROKEN:
            self.position = len(self.text)
            reason = f"{reason}; so were the {_MOST_BROKEN} before it, and the rest of the file is not read"
            return BrokenRecord(f"The record is no JSON: {reason}.", record=self._record, line=line, hint=_HINT)
        found = self._start.search(self.text, self.position + 1)
        self.position = found.end() if found else len(self.text)
        return BrokenRecord(f"The record is no JSON: {reason}.", record=self._record, line=line, hint=_HINT)

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self.position)
        self._counted = self.position
        return self._line


_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|[\[\]{}]')


def record_keys(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Gives the keys of the first record of a file, and those of the first object inside it.

    The text may be cut off: what is there counts. An array around the records is looked through.

    Args:
        text: The beginning of a file.
    """
    start = re.match(r"\ufeff?\s*(?:\[\s*)?(?=\{)", text)
    if not start:
        return frozenset(), frozenset()
    outer: list[str] = []
    inner: list[str] = []
    depth, objects = 0, 0
    for found in _TOKEN.finditer(text, start.end()):
        mark = found.group()
        if mark in {"{", "["}:
            depth += 1
            objects += mark == "{" and depth == 2
        elif mark in {"}", "]"}:
            depth -= 1
            if depth == 0:
                break
        elif found.group(2):
            if depth == 1:
                outer.append(found.group(1))
            elif depth == 2 and objects == 1:
                inner.append(found.group(1))
    return frozenset(outer), frozenset(inner)
