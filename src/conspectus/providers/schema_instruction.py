"""A JSON Schema in words, for servers that are told of it in the prompt, and in the form that strict servers take."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from conspectus.providers.completion import Message

_OPENING = (
    "Answer with one JSON object and nothing else: no explanation, no Markdown fence. It keeps to this JSON Schema:"
)
_STATED = re.compile(re.escape(_OPENING) + r"\n(\{.*\})")

# Keywords that say nothing about validity, or that servers with strict schemas refuse; answers are validated anyway.
_LOOSENED = frozenset(
    "title default examples $comment minLength maxLength uniqueItems minProperties maxProperties propertyNames "
    "patternProperties unevaluatedProperties discriminator".split()
)
_MAPS = ("properties", "$defs", "definitions")


def schema_instruction(schema: Mapping[str, Any]) -> str:
    """Gives the words that ask for one JSON object of a schema, with the schema on the last line."""
    return f"{_OPENING}\n{json.dumps(schema, ensure_ascii=False, separators=(',', ':'))}"


def with_schema_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> tuple[Message, ...]:
    """Gives the messages with the schema in words at the end of the first system message, or before all others."""
    words = schema_instruction(schema)
    for position, message in enumerate(messages):
        if message.role == "system":
            told = Message("system", f"{message.content}\n\n{words}" if message.content.strip() else words)
            return (*messages[:position], told, *messages[position + 1 :])
    return (Message("system", words), *messages)


def schema_in_words(messages: Sequence[Message]) -> Mapping[str, Any] | None:
    """Gives the schema that ``with_schema_words`` put into messages, None if there is none."""
    for message in messages:
        stated = _STATED.search(message.content) if message.role == "system" else None
        if stated:
            try:
                found = json.loads(stated.group(1))
            except json.JSONDecodeError:
                return None
            return found if isinstance(found, dict) else None
    return None


def strict_schema(schema: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Gives a schema for strict servers, and whether it can be kept to strictly.

    Strict servers want every property required and no other property allowed (OpenAI, "Structured outputs",
    supported schemas). An object with free keys cannot be said so; such a schema is given as it is, not strict.
    """
    if _has_free_keys(schema):
        return dict(schema), False
    tightened = _tightened(schema)
    assert isinstance(tightened, dict)
    return tightened, True


def plain_name(name: str) -> str:
    """Gives a schema's name in the letters that servers allow: ASCII letters, digits, ``_`` and ``-``, at most 64."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_")[:64] or "answer"


def _has_free_keys(node: Any) -> bool:
    if isinstance(node, Mapping):
        is_object = node.get("type") == "object"
        if is_object and (not node.get("properties") or node.get("additionalProperties", False) not in (False, True)):
            return True
        return any(_has_free_keys(child) for child in _children(node))
    return False


def _children(node: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = []
    for keyword, value in node.items():
        if keyword in _MAPS and isinstance(value, Mapping):
            found.extend(value.values())
        elif isinstance(value, list):
            found.extend(value)
        elif isinstance(value, Mapping) and keyword not in ("default", "const"):
            found.append(value)
    return found


def _tightened(node: Any) -> Any:
    if isinstance(node, list):
        return [_tightened(child) for child in node]
    if not isinstance(node, Mapping):
        return node
    kept: dict[str, Any] = {}
    for keyword, value in node.items():
        if keyword in _MAPS and isinstance(value, Mapping):
            kept[keyword] = {name: _tightened(child) for name, child in value.items()}
        elif keyword in ("enum", "const", "required"):
            kept[keyword] = value
        elif keyword not in _LOOSENED:
            kept[keyword] = _tightened(value)
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
