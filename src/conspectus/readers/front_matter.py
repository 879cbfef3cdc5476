"""YAML front matter of Markdown, as far as articles use it, without a YAML library and without surprises.

Understood are ``key: value``, quoted values, block texts (``|`` and ``>``), lists (``[a, b]`` and ``- a``) of
texts or of small objects (``- name: Ada``), and objects under a key. Anchors, tags and whatever else YAML can
do stay text; nothing is ever constructed from them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_KEY = re.compile(r"(?P<key>[A-Za-z_][\w .:-]{0,60}?|\"[^\"\n]{1,60}\"|'[^'\n]{1,60}')\s*:(?:\s+(?P<value>.*)|\s*)\Z")
_FENCE = re.compile(r"\ufeff?\s*---[ \t]*\r?\n(?P<body>.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_ANY_KEY = re.compile(r"^[ \t]{0,20}[\"']?[A-Za-z_][\w .-]{0,60}[\"']?[ \t]{0,20}:", re.MULTILINE)
_COMMENT = re.compile(r"(?<!\s)\s+#.*\Z")
_DEEPEST = 8
_LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class _Line:
    indent: int
    text: str


def split_front_matter(text: str) -> tuple[dict[str, Any], str, int]:
    """Gives (front matter, the text behind it, the number of lines that it took); ({}, text, 0) if there is none.

    Values are texts, lists or objects; keys are lower-cased.

    Args:
        text: A Markdown file.
    """
    found = _FENCE.match(text[:_LONGEST])
    if not found or not _ANY_KEY.search(found.group("body")):
        return {}, text, 0
    return parse_front_matter(found.group("body")), text[found.end() :], found.group().count("\n")


def parse_front_matter(body: str) -> dict[str, Any]:
    """Gives the object that front matter holds; lines that are none of what is understood are passed over."""
    lines = []
    for line in body.replace("\t", "    ").splitlines():
        lines.append(_Line(len(line) - len(line.lstrip()), line.strip()))
    value, _ = _object(lines, 0, 0, 0)
    return value


def _object(lines: list[_Line], at: int, indent: int, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    while at < len(lines):
        line = lines[at]
        if not line.text or line.text.startswith("#"):
            at += 1
            continue
        if line.indent < indent:
            break
        key = _KEY.match(line.text)
        if not key or line.text.startswith("- "):
            at += 1
            continue
        name = key.group("key").strip("\"' ").lower()
        value, at = _value(lines, at + 1, line.indent, (key.group("value") or "").strip(), depth)
        found.setdefault(name, value)
    return found, at


def _value(lines: list[_Line], at: int, indent: int, given: str, depth: int) -> tuple[Any, int]:
    if re.fullmatch(r"[|>][+-]?\d?(?:\s+#.*)?", given):
        return _block(lines, at, indent, folded=given[0] == ">")
    if given and not given.startswith("#"):
        if given[0] == "[" and "]" not in given:
            end = next((place for place in range(at, len(lines)) if "]" in lines[place].text), len(lines) - 1) + 1
            given, at = " ".join((given, *(line.text for line in lines[at:end]))), max(at, end)
        elif given[0] not in "[{\"'":
            # A plain value may go on in deeper lines.
            parts = [given]
            while at < len(lines) and lines[at].text and lines[at].indent > indent and not _KEY.match(lines[at].text):
                parts.append(lines[at].text)
                at += 1
            given = " ".join(parts)
        return _inline(given, depth), at
    while at < len(lines) and not lines[at].text:
        at += 1
    if at >= len(lines) or depth >= _DEEPEST:
        return "", at
    if lines[at].text.startswith("-") and lines[at].indent >= indent:
        return _list(lines, at, lines[at].indent, depth + 1)
    if lines[at].indent > indent:
        if _KEY.match(lines[at].text):
            return _object(lines, at, lines[at].indent, depth + 1)
        return _block(lines, at, indent, folded=True)
    return "", at


def _list(lines: list[_Line], at: int, indent: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    while at < len(lines):
        line = lines[at]
        if not line.text:
            at += 1
            continue
        if line.indent != indent or not (line.text == "-" or line.text.startswith("- ")):
            break
        rest = line.text[1:].strip()
        inner = indent + (len(line.text) - len(line.text[1:].lstrip()) if rest else 2)
        if _KEY.match(rest) and rest[0] not in "\"'[{":
            # The entry is an object whose first key stands behind the dash.
            lines[at] = _Line(inner, rest)
            value, at = _object(lines, at, inner, depth + 1) if depth < _DEEPEST else ({}, at + 1)
            found.append(value)
        else:
            value, at = _value(lines, at + 1, indent, rest, depth)
            found.append(value)
    return found, at


def _block(lines: list[_Line], at: int, indent: int, *, folded: bool) -> tuple[str, int]:
    parts: list[str] = []
    while at < len(lines) and (not lines[at].text or lines[at].indent > indent):
        parts.append(lines[at].text)
        at += 1
    text = "\n".join(parts).strip("\n")
    return (re.sub(r"(?<!\n)\n(?!\n)", " ", text) if folded else text), at


def _inline(text: str, depth: int) -> Any:
    text = text.strip()
    if text[:1] == "[" and text.rstrip().endswith("]") and depth < _DEEPEST:
        return [value for part in _split(text.strip()[1:-1]) if (value := _inline(part, depth + 1)) != ""]
    if text[:1] == "{" and text.endswith("}") and depth < _DEEPEST:
        pairs = (part.partition(":") for part in _split(text[1:-1]))
        return {key.strip("\"' ").lower(): _inline(value, depth + 1) for key, colon, value in pairs if colon}
    if len(text) > 1 and text[0] == '"' and (end := text.rfind('"')) > 0:
        return text[1:end].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
    if len(text) > 1 and text[0] == "'" and (end := text.rfind("'")) > 0:
        return text[1:end].replace("''", "'")
    return _COMMENT.sub("", text)


def _split(text: str) -> list[str]:
    """Gives the parts of a flow list, parted by commas outside quotes and brackets."""
    parts, depth, quote = [""], 0, ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and not parts[-1].strip():
            quote = char
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
        if char == "," and depth <= 0 and not quote:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]
