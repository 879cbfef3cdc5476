"""CSL-JSON and Crossref's JSON to papers: arrays, single items, replies with lists of items, one item a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conspectus.foundation.errors import BrokenRecord, InputError
from conspectus.readers.csl_items import ITEM_TYPES, csl_paper
from conspectus.readers.decoding import decode
from conspectus.readers.empty_runs import MANY, RunPattern, empty_records
from conspectus.readers.reading import ReadItem, ReadPaper, Skipped
from conspectus.readers.sniffing import Head

_TYPES = "|".join(sorted((re.escape(name) for name in ITEM_TYPES), key=len, reverse=True))
_TYPE = re.compile(rf'"type"\s*:\s*"(?:{_TYPES})"')
_OTHER_SIGN = re.compile(r'"(?:title|author|editor|issued|container-title|DOI|publisher|citation-key|URL|ISBN)"\s*:')
_DATE = re.compile(r'"issued"\s*:\s*\{\s*"(?:date-parts|raw|literal|season|circa)"')
_CREATOR = re.compile(
    r'"(?:author|editor)"\s*:\s*\[\s*\{[^{}\[\]]*"(?:family|literal|given|non-dropping-particle)"\s*:'
)
_TITLE = re.compile(r'"(?:title|container-title)"\s*:\s*["\[]')
_OPENING = re.compile(r"\s*(?:\[\s*\{|\{\s*\")")
_LIST = re.compile(r'"(?:items|references)"\s*:\s*\[')
_DECODER = json.JSONDecoder()
_OBJECT = re.compile(r"\{(?=\s*\")")
# Items without a value, but for a type and an id, one after the other.
_NO_VALUE = (
    r'"(?:[^"\\{\x00-\x1f]{0,60}"\s*+:\s*+(?:""|null|\[\s*\])'
    r'|(?:type|id)"\s*+:\s*+(?:"[\w -]{0,60}"|-?(?:0|[1-9]\d{0,9})))\s*+'
)
_EMPTY_RUN = RunPattern(rf"\{{\s*+(?:{_NO_VALUE}(?:,\s*+{_NO_VALUE})*)?\}}[\s,]*+")
_MOST_TRIES = 20_000
_DEEPEST = 100
_HINT = "Export the file again; if it was edited by hand, look for a missing comma, quote or bracket there."


@dataclass(frozen=True, slots=True)
class _EmptyRun:
    """Very many items without a value, one after the other."""

    count: int


class CslJsonReader:
    """Reads CSL-JSON as Zotero, Better BibTeX, Mendeley, pandoc and Crossref write it."""

    name = "csl_json"
    label = "CSL-JSON"

    def recognise(self, head: Head) -> str:
        """Gives why the content is CSL-JSON, or "" if it is not."""
        text = head.text.lstrip("\ufeff \t\r\n")
        if not _OPENING.match(text):
            return ""
        if _TYPE.search(text) and _OTHER_SIGN.search(text):
            return "JSON items with CSL types"
        if _TITLE.search(text) and (_DATE.search(text) or _CREATOR.search(text)):
            return "JSON items with CSL names or dates"
        return ""

    def read(self, data: bytes) -> Iterator[ReadItem]:
        """Yields the papers in order; an item that is not well-formed is broken, the others are read.

        Raises:
            InputError: The file is not JSON, and no item can be told in it, or no further one after a broken one.
        """
        text = decode(data).text.lstrip("\ufeff")
        number = line = counted = 0
        for place, item in _items(text):
            number += 1
            line += text.count("\n", counted, place)
            counted = place
            at = line + 1
            if isinstance(item, _EmptyRun):
                yield empty_records(item.count, record=number, line=at)
                number += item.count - 1
                continue
            if isinstance(item, str):
                yield BrokenRecord(item, record=number, line=at, hint=_HINT)
                continue
            if not isinstance(item, dict):
                yield Skipped(reason=f"no item but {_named(item)}", record=number, line=at)
                continue
            try:
                yield ReadPaper(paper=csl_paper(item), record=number, line=at)
            except BrokenRecord as error:
                yield BrokenRecord(error.message, record=number, line=at, hint=error.hint)
        if not number:
            yield Skipped(reason="JSON without items")


def _items(text: str) -> Iterator[tuple[int, Any]]:
    """Yields (offset, item), (offset, what is wrong) if it is not well-formed, or (offset, run of empty ones)."""
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] == "[":
        yield from _listed(text, start + 1)
        return
    try:
        whole, end = _decoded(text, start)
    except ValueError:
        whole, end = None, start
    if whole is None:
        found = _LIST.search(text)
        yield from _listed(text, found.end() if found else start)
        return
    if text[end:].strip():
        yield from _listed(text, start)  # one item after the other
        return
    inner = whole.get("message") if isinstance(whole, dict) and isinstance(whole.get("message"), dict) else whole
    if isinstance(inner, dict) and any(isinstance(inner.get(name), list) for name in ("items", "references")):
        found = _LIST.search(text)
        yield from _listed(text, found.end() if found else start)
    elif isinstance(inner, dict) and not _is_item(inner) and inner and all(map(_is_item, inner.values())):
        for key, item in inner.items():
            place = text.find(json.dumps(key, ensure_ascii=False), start)
            yield max(place, start), {"id": key, **item}
    else:
        yield start, inner


def _listed(text: str, place: int) -> Iterator[tuple[int, Any]]:
    """Yields the values of an array, or of objects set one after the other, from ``place`` on."""
    size, searched = len(text), 0
    while True:
        while place < size and (text[place].isspace() or text[place] == ","):
            place += 1
        if place >= size or text[place] == "]":
            return
        if place >= searched and (run := _EMPTY_RUN.match(text, place)):
            searched = run.end
            if (count := text.count("{", place, searched)) >= MANY:
                yield place, _EmptyRun(count)
                place = searched
                continue
        try:
            item, end = _decoded(text, place)
        except ValueError as error:
            following = _next_item(text, place + 1)
            if following < 0 and place == 0:
                raise InputError(f"The file is not well-formed JSON: {_told(error, text)}.", hint=_HINT) from None
            rest = "; no further item can be told after it" if following < 0 else ""
            yield place, f"The item is not well-formed JSON: {_told(error, text)}{rest}."
            if following < 0:
                return
            place = following
            continue
        yield place, item
        place = end


def _next_item(text: str, place: int) -> int:
    """Gives where the next well-formed item begins after a broken one, -1 if there is none."""
    for tries, found in enumerate(_OBJECT.finditer(text, place)):
        if tries > _MOST_TRIES:
            raise InputError("The file has too much that is not well-formed JSON.", hint=_HINT)
        try:
            value, _ = _decoded(text, found.start())
        except ValueError:
            continue
        if _is_item(value):
            return found.start()
    return -1


def _decoded(text: str, place: int) -> tuple[Any, int]:
    try:
        value, end = _DECODER.raw_decode(text, place)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if _depth(value) > _DEEPEST:
        raise ValueError("nested too deeply")
    return value, end


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level and depth <= _DEEPEST:
        depth += 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return depth


def _is_item(value: Any) -> bool:
    return isinstance(value, dict) and (
        ("title" in value and bool({"type", "author", "issued", "id", "container-title", "DOI"} & value.keys()))
        or (isinstance(value.get("type"), str) and value["type"] in ITEM_TYPES and len(value) > 2)
    )


def _named(value: Any) -> str:
    names = {str: "a text", list: "a list", bool: "true or false", type(None): "null"}
    return f"{names.get(type(value), 'a number')} ({json.dumps(value, ensure_ascii=False)[:60]})"


def _told(error: ValueError, text: str) -> str:
    if isinstance(error, json.JSONDecodeError):
        line = text.count("\n", 0, error.pos) + 1
        return f"{error.msg[:1].lower()}{error.msg[1:]} on line {line}"
    return str(error)
