"""Answers as models spoil them: broken JSON, wrong types, invented handles, another language, refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

REFUSAL = "I'm sorry, but I can't help with that request."
"""What a model writes that refuses in words."""

_HANDLE = re.compile(r"\bp\d+\b")


def _cut_in_string(text: str) -> str:
    last = text.rfind('"')
    before = text.rfind('"', 0, last)
    return text[: before + 1 + max(1, (last - before) // 2)] if before > 0 else text[: len(text) // 2]


BROKEN_JSON: Mapping[str, Callable[[str], str]] = {
    "trailing_comma": lambda text: text[:-1] + ",}",
    "single_quotes": lambda text: text.replace('"', "'"),
    "unquoted_keys": lambda text: re.sub(r'"(\w+)"\s*:', r"\1:", text),
    "missing_brace": lambda text: text[:-1],
    "cut_in_string": _cut_in_string,
    "comments": lambda text: text[:1] + " // the answer\n" + text[1:],
    "python_literals": lambda text: text[:1] + '"checked": True, "left": None, ' + text[1:],
    "raw_line_break": lambda text: text[:1] + '"note": "one line\nand another", ' + text[1:],
    "missing_comma": lambda text: text[:1] + '"note": "no comma" "more": 1, ' + text[1:],
    "no_json": lambda text: "Here is what I found: the concepts are clear, and so are the relations between them.",
}
"""Ten ways in which models break the JSON object that they were asked for, by name."""

WRAPPINGS: Mapping[str, Callable[[str], str]] = {
    "fence": lambda text: f"```json\n{text}\n```",
    "chatter": lambda text: f"Sure! Here is the answer you asked for:\n\n{text}\n\nLet me know if you need more.",
    "think": lambda text: f'<think>\nThe user wants {{"something": 1}}. Let me see.\n</think>\n\n{text}',
    "think_open": lambda text: f"<think>\nLet me see what is asked.\n\n{text}",
    "think_closed": lambda text: f"Let me see what is asked.\n</think>\n\n{text}",
    "two_objects": lambda text: f'{text}\n{{"second": true}}',
}
"""Ways in which models wrap an answer that is fine in itself, by name."""


def wrong_types(text: str) -> str:
    """Gives the JSON object of a text with every list as a text, every text as a number and every number as a list."""
    return json.dumps({name: _wrong(value) for name, value in json.loads(text).items()}, ensure_ascii=False)


def invented_handles(text: str, share: float) -> str:
    """Gives a text in which a share (0 to 1) of the handles are ones that were never given, evenly spread."""
    seen = 0

    def change(found: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        changed = int(seen * share) > int((seen - 1) * share)
        return f"p9{found.group()[1:].rjust(3, '0')}" if changed else found.group()

    return _HANDLE.sub(change, text)


def in_german(text: str) -> str:
    """Gives German sentences that cite what a text cites."""
    handles = list(dict.fromkeys(_HANDLE.findall(text)))
    marks = [f" [{handle}]" for handle in handles] or [""]
    return " ".join(f"Die Arbeit zeigt, dass das Verfahren auf den Daten besser ist als die anderen{m}." for m in marks)


def least_instance(schema: Mapping[str, Any], root: Mapping[str, Any] | None = None, depth: int = 0) -> Any:
    """Gives a small value that a JSON Schema allows, for the keywords that pydantic writes."""
    root = schema if root is None else root
    if "$ref" in schema and depth < 20:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return least_instance(target, root, depth + 1)
    for name in ("const", "default"):
        if name in schema:
            return schema[name]
    if "enum" in schema:
        return schema["enum"][0]
    for name in ("anyOf", "oneOf", "allOf"):
        if name in schema:
            return least_instance(schema[name][0], root, depth + 1)
    return _least_of_type(schema, root, depth)


def _least_of_type(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> Any:
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        wanted = schema.get("properties", {})
        return {name: least_instance(child, root, depth + 1) for name, child in wanted.items() if depth < 20}
    if kind == "array":
        count = max(int(schema.get("minItems", 0)), len(schema.get("prefixItems", ())))
        items = list(schema.get("prefixItems", ())) or [schema.get("items", {})] * count
        return [least_instance(item, root, depth + 1) for item in items]
    if kind in ("integer", "number"):
        return schema["exclusiveMinimum"] + 1 if "exclusiveMinimum" in schema else schema.get("minimum", 0)
    if kind == "boolean":
        return True
    return "made".ljust(int(schema.get("minLength", 0)), "!") if kind == "string" else None


def _wrong(value: Any) -> Any:
    if isinstance(value, list | dict):
        return "none"
    return 7 if isinstance(value, str) else [value]
